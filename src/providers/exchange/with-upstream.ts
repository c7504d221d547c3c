// A plugin's access to its provider for one integration outside a caller's request: polls, subscriptions, what inbound webhooks omit.

import { expiredError, revokedError } from "../../connections/integrations/access.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { TokensWithRow } from "../../connections/tokens/access-tokens.ts";
import { AppError } from "../../foundation/errors.ts";
import type { CallIdentity, Upstream } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { type FailureDetail, UpstreamFailure } from "../upstream/failure.ts";
import { pluginError, secretsOf, upstreamFor, withinDeadline } from "../upstream/upstream.ts";
import { exchange } from "./exchange.ts";
import { type ExchangeDeps, integrationGrant, type Purpose, ready } from "./integration.ts";

export type UpstreamDeps = ExchangeDeps & Pick<Deps, "deadlineMs">;

export interface BackgroundPurpose extends Purpose {
  /** The base URL's name for requests without `base`; the first one by default. */
  service?: string;
  /** Secrets that the requests carry beside the credential; a provider's refusal may repeat them. */
  secrets?: readonly string[];
}

/** Who granted, as plugins read it. */
export function callIdentity(row: Pick<IntegrationRow, "identity" | "identityId" | "tenant">): CallIdentity {
  return { ...row.identity, id: row.identityId, tenant: row.tenant };
}

/** The provider's failure behind an error; null where the fault is the gateway's or the plugin's. */
export function failureOf(error: unknown): FailureDetail | null {
  if (error instanceof UpstreamFailure) return error.detail;
  if (!(error instanceof AppError)) return null;
  const failure = FAILURES[error.code];
  if (failure === undefined) return null;
  return { failure, status: null, message: error.message, code: null, retryAfter: error.retryAfter };
}

const FAILURES: Partial<Record<AppError["code"], FailureDetail["failure"]>> = {
  INTEGRATION_REVOKED: "revoked",
  INTEGRATION_EXPIRED: "expired",
  PROVIDER_UNAVAILABLE: "unavailable",
  SERVICE_UNAVAILABLE: "unavailable",
  PROVIDER_ERROR: "error",
  PERMISSION_DENIED: "forbidden",
};

/**
 * Runs `work` in one exchange with the integration's credential, within the call deadline; it may run twice, where it has only
 * read. Throws what `failureOf` reads, or the plugin's own error without secrets; `expired` and `revoked` only where the grant
 * has ended.
 */
export async function withUpstream<T>(
  deps: UpstreamDeps,
  row: IntegrationRow,
  work: (upstream: Upstream, row: IntegrationRow) => Promise<T>,
  purpose: BackgroundPurpose = { name: "background" },
): Promise<T> {
  if (row.status !== "active") throw endedError(deps, row);
  const current = await ready(deps, row, purpose);
  const attempt: Attempt<T> = { deps, purpose, work, signal: AbortSignal.timeout(deps.deadlineMs), hasWritten: false };
  return exchange(() => integrationGrant(deps, purpose), current, {
    credential: purpose.credential,
    hasOnlyRead: () => !attempt.hasWritten,
    send: (tokens) => attemptOnce(attempt, tokens),
  });
}

interface Attempt<T> {
  deps: UpstreamDeps;
  purpose: BackgroundPurpose;
  work: (upstream: Upstream, row: IntegrationRow) => Promise<T>;
  signal: AbortSignal;
  hasWritten: boolean;
}

const endedError = ({ target }: UpstreamDeps, row: IntegrationRow) =>
  row.status === "expired" ? expiredError(target(row.provider).provider) : revokedError(target(row.provider).provider);

async function attemptOnce<T>(attempt: Attempt<T>, { row, tokens }: TokensWithRow): Promise<T> {
  const { deps, purpose, work, signal } = attempt;
  let isOver = false;
  const context = {
    target: deps.target(row.provider),
    tokens,
    secrets: purpose.secrets,
    fetch: deps.fetchFor(row),
    signal,
    now: () => deps.clock.now(),
    countRequest({ method = "GET", safe }: { method?: string; safe?: true }) {
      // Parts of failed work may go on: with a repetition, their writes would be sent twice.
      if (isOver) throw new DOMException("The work has ended already.", "AbortError");
      if (method !== "GET" && !safe) attempt.hasWritten = true;
    },
  };
  const defaults = { service: purpose.service, credential: purpose.credential, tenant: row.tenant };
  try {
    return await withinDeadline((async () => work(upstreamFor(context, defaults), row))(), signal);
  } catch (error) {
    throw pluginError(error, secretsOf(context));
  } finally {
    isOver = true;
  }
}
