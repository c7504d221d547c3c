// Notes what a call does at its provider for the usage log: each request, refresh, identity check and wait.
import type { OnRefresh, TokensWithRow } from "../../connections/tokens/access-tokens.ts";
import { AppError, type ErrorCode } from "../../foundation/errors.ts";
import type { Owner } from "../../identity/owner.ts";
import type { NotedStep } from "../../metering/usage/steps.ts";
import type { Deps } from "../../server/deps.ts";
import type { CallReport } from "../../web/pipeline/route.ts";
import type { Grant } from "../exchange/exchange.ts";
import { type ExchangeDeps, integrationGrant, type Purpose } from "../exchange/integration.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type Fetch, unavailable } from "../upstream/send.ts";

type Report = Pick<CallReport, "noteStep">;

export function noteWait(report: Report, startedAt: number, reason: "slot" | "retry"): void {
  report.noteStep({ kind: "wait", startedAt, reason });
}

/** The fetch of a call: each request is noted when its head arrives, and each wait for a slot. */
export function notedFetch(
  { fetchFor }: Pick<Deps, "fetchFor">,
  { owner, report }: { owner: Owner; report: Report },
): Fetch {
  const fetch = fetchFor(owner, (startedAt) => noteWait(report, startedAt, "slot"));
  return async (url, init) => {
    const startedAt = performance.now();
    const step: NotedStep = { kind: "request", startedAt, method: init.method };
    try {
      const response = await fetch(url, init);
      step.status = response.status;
      return response;
    } catch (error) {
      step.reason = outcomeOf(unavailable(error, init.signal as AbortSignal));
      throw error;
    } finally {
      report.noteStep(step);
    }
  };
}

/** As the metrics call it: the failure's kind, or why the provider is unavailable. */
export function outcomeOf(error: unknown): string {
  if (error instanceof UpstreamFailure) return error.detail.reason ?? error.detail.failure;
  return (error as Error | undefined)?.name === "AbortError" ? "aborted" : "not_sent";
}

/** Notes each refresh that the call waits for, with why it gave no new token. */
export function refreshNoter(report: Report): OnRefresh {
  return ({ startedAt, isRenewed, error }) => {
    const reason = isRenewed ? undefined : reasonOf(error);
    report.noteStep({ kind: "refresh", startedAt, ...(reason !== undefined && { reason }) });
  };
}

/** `not_renewed` where the token that the integration has still serves; `refused` where the provider refused the request. */
function reasonOf(error: unknown): string {
  if (error === undefined) return "not_renewed";
  if (!(error instanceof AppError)) return "not_sent";
  const { code, details } = error;
  if (code === "PROVIDER_UNAVAILABLE") return String(details.reason);
  const isOfToken = code === "PERMISSION_DENIED" && details.credential !== undefined;
  return isOfToken || REFUSALS.includes(code) ? "refused" : "not_sent";
}

const REFUSALS: readonly ErrorCode[] = ["INTEGRATION_EXPIRED", "INTEGRATION_REVOKED", "PROVIDER_ERROR"];

/** The integration's grant with its refreshes and identity checks noted. */
export function notedGrant(deps: ExchangeDeps, purpose: Purpose, report: Report): Grant<TokensWithRow> {
  const grant = integrationGrant(deps, purpose, refreshNoter(report));
  return {
    ...grant,
    async isDead(current, credential) {
      const startedAt = performance.now();
      try {
        return await grant.isDead(current, credential);
      } finally {
        report.noteStep({ kind: "identity_check", startedAt });
      }
    },
  };
}
