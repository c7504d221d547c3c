// Reaches the provider for one call: bounds its time, heals an expired token once, repeats a read that met a passing fault.
import { fetchIdentity } from "../connect/identity.ts";
import type { CallTokens } from "../connect/sealed-tokens.ts";
import { markAs } from "../connect/tokens.ts";
import type { AppError } from "../errors.ts";
import { expiredError, revokedError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import type { AnyCall } from "../plugin/index.ts";
import { type ExchangeContext, execute, type Result } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { baseUrlFor } from "../upstream/target.ts";
import { failureError } from "./failures.ts";
import type { CallDeps, ProviderCall } from "./run.ts";

/** A call that may go to the provider: who asks for what, through which integration. */
export interface Reach {
  deps: CallDeps;
  call: ProviderCall;
  integration: IntegrationRow;
  asked: AnyCall;
  /** Whether the provider's own objects are added. */
  raw: boolean;
}

/** About how long a read waits before it is repeated; spread, so that many do not come back at once. */
const REPEAT_AFTER_MS = 100;

/** A provider's limits hang on who calls what: Slack counts each method by itself. */
function pauseKey({ call, integration }: Pick<Reach, "call" | "integration">): string {
  return `${integration.id}/${call.endpoint.tool}`;
}

/** While a provider's `Retry-After` runs, its answer is given without asking it again. */
export function assertNotPaused(reach: Pick<Reach, "deps" | "call" | "integration">): void {
  const { deps, call } = reach;
  const retryAfter = deps.pauses.left(pauseKey(reach), deps.clock.now());
  if (retryAfter === 0) return;
  throw failureError(call.endpoint, { failure: "rate_limited", status: null, message: "", code: null, retryAfter });
}

/** Gives the provider's answer within the call's deadline; throws `AppError`. */
export async function reachProvider(reach: Reach, tokens: CallTokens): Promise<Result> {
  const { deps, call } = reach;
  const stop = new AbortController();
  const late = () => stop.abort(new DOMException("The call's deadline passed.", "TimeoutError"));
  const timer = setTimeout(late, deps.deadlineMs);
  // AbortSignal.any would do the same at four times the cost (8 µs a call).
  const leave = () => stop.abort(call.signal.reason);
  if (call.signal.aborted) leave();
  call.signal.addEventListener("abort", leave);
  try {
    return await exchangeRead(reach, tokens, stop.signal);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return await heal(reach, tokens, error, stop.signal);
  } finally {
    clearTimeout(timer);
    // The bytes of a file still flow. Anywhere else the listener would only keep the call in memory.
    if (call.endpoint.def.returns.kind !== "file") call.signal.removeEventListener("abort", leave);
  }
}

/**
 * Where the provider calls a token expired before its time: one shared refresh, and a read goes once more. A write is
 * never sent twice.
 */
async function heal(reach: Reach, tokens: CallTokens, met: UpstreamFailure, signal: AbortSignal): Promise<Result> {
  const { deps, call, integration } = reach;
  const { failure, retryAfter } = met.detail;
  if (failure === "rate_limited") deps.pauses.note(pauseKey(reach), retryAfter, deps.clock.now());
  if (failure === "revoked") throw await ended(reach, "refused_by_provider");
  if (failure !== "expired") throw failureError(call.endpoint, met.detail);
  if (integration.refreshToken === null) throw await deadOrBroken(reach, tokens, met);
  const renewed = await deps.tokens.renew(integration);
  if (call.endpoint.method !== "GET") throw failureError(call.endpoint, met.detail);
  return repeatRenewed({ ...reach, integration: renewed.row }, renewed.tokens, signal);
}

async function repeatRenewed(reach: Reach, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  try {
    return await exchange(reach, tokens, signal);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { failure } = error.detail;
    if (failure !== "expired" && failure !== "revoked") throw failureError(reach.call.endpoint, error.detail);
    // The provider refuses even the token it has just issued: the grant is gone.
    throw await ended(reach, "refused_after_refresh");
  }
}

/** A token without a refresh token was refused: it is dead when the identity request is refused as well. */
async function deadOrBroken(reach: Reach, tokens: CallTokens, cause: UpstreamFailure): Promise<AppError> {
  const { deps, call, integration } = reach;
  const broken = () => failureError(call.endpoint, { ...cause.detail, failure: "error" });
  try {
    await fetchIdentity(deps, deps.target(integration.provider), tokens, integration.tenant);
    return broken();
  } catch (error) {
    const isDead = error instanceof UpstreamFailure && ["expired", "revoked"].includes(error.detail.failure);
    if (!isDead) return broken();
    const isPast = (integration.accessExpiresAt?.getTime() ?? Infinity) <= deps.clock.now();
    return ended(reach, "refused_by_provider", isPast ? "expired" : "revoked");
  }
}

/** Marks the integration as dead and gives the error that says so. */
async function ended(reach: Reach, reason: string, status: "expired" | "revoked" = "revoked"): Promise<AppError> {
  await markAs(reach.deps, reach.integration, status, reason);
  const { provider, service, permission } = reach.call.endpoint;
  const details = { provider: provider.id, service, permission };
  return status === "revoked" ? revokedError(provider, details) : expiredError(provider, details);
}

/** An exchange; a read that meets a service which is down for a moment is repeated once, within the host's budget. */
async function exchangeRead(reach: Reach, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  const { deps, call } = reach;
  try {
    return await exchange(reach, tokens, signal);
  } catch (error) {
    const detail = error instanceof UpstreamFailure ? error.detail : null;
    // A connection that broke has been tried again by the runtime's own fetch already, so only answers are repeated.
    const isPassing = detail?.failure === "unavailable" && detail.status !== null && detail.retryAfter === undefined;
    if (!isPassing || call.endpoint.method !== "GET") throw error;
    const { provider, service } = call.endpoint;
    const host = baseUrlFor(deps.target(provider.id), service, reach.integration.tenant);
    if (signal.aborted || !deps.mayRepeat(host)) throw error;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS * (0.5 + Math.random())));
    return exchange(reach, tokens, signal);
  }
}

function exchange(reach: Reach, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  const { deps, call, asked, raw } = reach;
  const context: ExchangeContext = {
    target: deps.target(call.endpoint.provider.id),
    tokens,
    fetch: deps.fetch,
    signal,
    now: () => deps.clock.now(),
    raw,
    onSlow: (durationMs) => {
      const { provider, tool } = call.endpoint;
      deps.log.warn("plugin_slow", { plugin: provider.id, endpoint: tool, duration_ms: durationMs });
    },
    countExchange: () => call.countUnits(1),
  };
  return execute(call.endpoint, asked, context);
}
