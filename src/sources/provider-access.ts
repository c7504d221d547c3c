// A plugin's access to its provider for one integration outside a caller's request: polls, subscriptions, what deliveries omit.
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { expiredError, revokedError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration } from "../integrations/service.ts";
import { fetchIdentity } from "../oauth/identity.ts";
import type { CallIdentity, Upstream } from "../plugin/index.ts";
import type { CallTokens } from "../tokens/sealed-tokens.ts";
import { type FailureDetail, UpstreamFailure } from "../upstream/failure.ts";
import { pluginError, secretsOf, upstreamFor, withinDeadline } from "../upstream/upstream.ts";

export type ProviderAccessDeps = Pick<
  Deps,
  | "cooldowns"
  | "clock"
  | "tokens"
  | "target"
  | "fetchFor"
  | "deadlineMs"
  | "database"
  | "changes"
  | "events"
  | "log"
  | "audit"
>;

/** What the requests of one piece of work are for. */
export interface Purpose {
  /** Rate limits apply to the integration and this name, such as `sources/gmail`. */
  name: string;
  /** The base URL's name for requests without `base`; the first one by default. */
  service?: string;
  /** The credential of requests without one; the grantor's by default. */
  credential?: string;
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
 * Runs `work` with the integration's credential, within the call deadline. An expired token is renewed once, and work that
 * has only read is repeated; a revoked grant ends the integration; a rate limit starts a cooldown, under which this throws
 * without a request. Throws what `failureOf` reads, or the plugin's own error without secrets.
 */
export async function withUpstream<T>(
  deps: ProviderAccessDeps,
  row: IntegrationRow,
  work: (upstream: Upstream, row: IntegrationRow) => Promise<T>,
  purpose: Purpose = { name: "background" },
): Promise<T> {
  if (row.status !== "active") throw endedError(deps, row);
  assertNotCoolingDown(deps, row, purpose);
  const { row: integration, tokens } = await deps.tokens.fresh(row);
  const attempt: Attempt = { deps, purpose, hasWritten: false };
  const signal = AbortSignal.timeout(deps.deadlineMs);
  try {
    return await attemptOnce(attempt, integration, tokens, signal, work);
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.detail.failure !== "expired") throw error;
    return await recover(attempt, integration, tokens, signal, work, error);
  }
}

type Work<T> = (upstream: Upstream, row: IntegrationRow) => Promise<T>;

interface Attempt {
  deps: ProviderAccessDeps;
  purpose: Purpose;
  hasWritten: boolean;
}

const endedError = ({ target }: ProviderAccessDeps, row: IntegrationRow) =>
  row.status === "expired" ? expiredError(target(row.provider).provider) : revokedError(target(row.provider).provider);

const cooldownKey = (row: IntegrationRow, { name }: Purpose) => `${row.id}/${name}`;

function assertNotCoolingDown({ cooldowns, clock }: ProviderAccessDeps, row: IntegrationRow, purpose: Purpose): void {
  const now = clock.now();
  const retryAfter = Math.max(
    cooldowns.secondsLeft(row.id, now),
    cooldowns.secondsLeft(cooldownKey(row, purpose), now),
  );
  if (retryAfter === 0) return;
  const message = "The provider limits the rate of requests.";
  throw new UpstreamFailure({ failure: "rate_limited", status: null, message, code: null, retryAfter });
}

async function attemptOnce<T>(
  attempt: Attempt,
  row: IntegrationRow,
  tokens: CallTokens,
  signal: AbortSignal,
  work: Work<T>,
): Promise<T> {
  const { deps, purpose } = attempt;
  let isOver = false;
  const context = {
    target: deps.target(row.provider),
    tokens,
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
    const thrown = pluginError(error, secretsOf(context));
    if (thrown instanceof UpstreamFailure) await noteFailure(attempt, row, thrown.detail);
    throw thrown;
  } finally {
    isOver = true;
  }
}

async function noteFailure({ deps, purpose }: Attempt, row: IntegrationRow, detail: FailureDetail): Promise<void> {
  if (detail.failure === "revoked") await endIntegration(deps, row, "revoked", "refused_by_provider");
  if (detail.failure !== "rate_limited") return;
  const key = detail.limits === "integration" ? row.id : cooldownKey(row, purpose);
  deps.cooldowns.start(key, detail.retryAfter, deps.clock.now());
}

/** One refresh; then work that has only read is repeated. Without a refresh token the identity request tells a dead grant. */
async function recover<T>(
  attempt: Attempt,
  row: IntegrationRow,
  tokens: CallTokens,
  signal: AbortSignal,
  work: Work<T>,
  cause: UpstreamFailure,
): Promise<T> {
  const { deps } = attempt;
  if (row.refreshToken === null) {
    const status = row.auth === "oauth2" ? "revoked" : "expired";
    if (await isGrantDead(deps, row, tokens)) await endIntegration(deps, row, status, "refused_by_provider");
    throw cause;
  }
  const renewed = await deps.tokens.renew(row);
  if (attempt.hasWritten) throw cause;
  try {
    return await attemptOnce(attempt, renewed.row, renewed.tokens, signal, work);
  } catch (error) {
    // The provider refuses the token that it has just issued, so the grant is gone, or a part of what it reaches.
    const isRefused = error instanceof UpstreamFailure && error.detail.failure === "expired";
    const isOfPart = deps.target(row.provider).provider.auth.oauth2?.refusesParts === true;
    if (isRefused && (!isOfPart || (await isGrantDead(deps, renewed.row, renewed.tokens))))
      await endIntegration(deps, renewed.row, "revoked", "refused_after_refresh");
    throw error;
  }
}

async function isGrantDead(deps: ProviderAccessDeps, row: IntegrationRow, tokens: CallTokens): Promise<boolean> {
  try {
    await fetchIdentity(
      { fetch: deps.fetchFor(row), clock: deps.clock },
      deps.target(row.provider),
      tokens,
      row.tenant,
    );
    return false;
  } catch (error) {
    return error instanceof UpstreamFailure && ["expired", "revoked"].includes(error.detail.failure);
  }
}
