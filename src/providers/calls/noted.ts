// Notes what a call does at its provider for the usage log: each request, refresh, identity check and wait.
import type { Owner } from "../../identity/owner.ts";
import type { NotedStep } from "../../metering/usage/steps.ts";
import type { Deps } from "../../server/deps.ts";
import type { CallReport } from "../../web/pipeline/route.ts";
import type { Grant } from "../exchange/exchange.ts";
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

/** `grant` with its refreshes and identity checks noted. */
export function notedGrant<C>(grant: Grant<C>, report: Report): Grant<C> {
  return {
    ...grant,
    async renew(current, credential, isDead) {
      const startedAt = performance.now();
      const renewed = await grant.renew(current, credential, isDead);
      if (renewed !== null) report.noteStep({ kind: "refresh", startedAt });
      return renewed;
    },
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
