// Reaches the provider for one call: bounds its time, heals an expired token once, repeats a read that met a passing fault.

import type { AppError } from "../errors.ts";
import { expiredError, revokedError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration } from "../integrations/service.ts";
import { fetchIdentity } from "../oauth/identity.ts";
import type { AnyCall, UpstreamRequest } from "../plugin/index.ts";
import type { CallTokens } from "../tokens/sealed-tokens.ts";
import { type ExecuteContext, execute, type Result } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { baseUrlFor } from "../upstream/target.ts";
import { failureError } from "./failures.ts";
import type { CallDeps, ProviderCall } from "./run.ts";

/** A call that may go to the provider: who asks for what, through which integration. */
export interface CallContext {
  deps: CallDeps;
  call: ProviderCall;
  integration: IntegrationRow;
  asked: AnyCall;
  /** Whether the provider's own objects are added. */
  raw: boolean;
}

/** A call on its way, with what its repetition hangs on. */
interface Attempt extends CallContext {
  /** Whether a request was sent that may have changed something. */
  hasWritten: boolean;
  /** Whether the last one sent is a POST that only reads; the runtime's own fetch tries a GET again, never a POST. */
  endsInPost: boolean;
}

/** About how long a read waits before it is repeated; spread, so that many do not come back at once. */
const RETRY_AFTER_MS = 100;

/** A provider's limits hang on who calls what, where the plugin says nothing else: Slack counts each method by itself. */
function cooldownKey({ call, integration }: Pick<CallContext, "call" | "integration">): string {
  return `${integration.id}/${call.endpoint.tool}`;
}

/** While a provider's `Retry-After` runs, its answer is given without asking it again. */
export function assertNotCoolingDown(reach: Pick<CallContext, "deps" | "call" | "integration">): void {
  const { deps, call } = reach;
  const keys = [cooldownKey(reach), reach.integration.id];
  const retryAfter = Math.max(...keys.map((key) => deps.cooldowns.secondsLeft(key, deps.clock.now())));
  if (retryAfter === 0) return;
  throw failureError(call.endpoint, { failure: "rate_limited", status: null, message: "", code: null, retryAfter });
}

/** Gives the provider's answer within the call's deadline; throws `AppError`. */
export async function callProvider(reach: CallContext, tokens: CallTokens): Promise<Result> {
  const { deps, call } = reach;
  const journey: Attempt = { ...reach, hasWritten: false, endsInPost: false };
  const stop = new AbortController();
  const late = () => stop.abort(new DOMException("The call's deadline passed.", "TimeoutError"));
  const timer = setTimeout(late, deps.deadlineMs);
  // AbortSignal.any would do the same at four times the cost (8 µs a call).
  const leave = () => stop.abort(call.signal.reason);
  if (call.signal.aborted) leave();
  call.signal.addEventListener("abort", leave);
  try {
    return await attemptWithRetry(journey, tokens, stop.signal);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return await recoverFromExpiredToken(journey, tokens, error, stop.signal);
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
async function recoverFromExpiredToken(
  journey: Attempt,
  tokens: CallTokens,
  met: UpstreamFailure,
  signal: AbortSignal,
): Promise<Result> {
  const { deps, call, integration } = journey;
  const { failure, retryAfter, limits } = met.detail;
  const paused = limits === "integration" ? integration.id : cooldownKey(journey);
  if (failure === "rate_limited") deps.cooldowns.start(paused, retryAfter, deps.clock.now());
  if (failure === "revoked") throw await integrationEnded(journey, "refused_by_provider");
  if (failure !== "expired") throw failureError(call.endpoint, met.detail);
  if (integration.refreshToken === null) throw await expiredOrFailed(journey, tokens, met);
  const renewed = await deps.tokens.renew(integration);
  if (!hasOnlyRead(journey)) throw failureError(call.endpoint, met.detail);
  const identity = { ...journey.asked.identity, tenant: renewed.row.tenant };
  const asked = { ...journey.asked, identity };
  return retryWithNewToken({ ...journey, integration: renewed.row, asked }, renewed.tokens, signal);
}

/** Whether nothing was sent so far that a repetition could do twice. */
function hasOnlyRead({ call, hasWritten }: Attempt): boolean {
  return call.endpoint.method === "GET" || !hasWritten;
}

async function retryWithNewToken(journey: Attempt, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  try {
    return await attemptOnce(journey, tokens, signal);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { failure } = error.detail;
    if (failure !== "expired" && failure !== "revoked") throw failureError(journey.call.endpoint, error.detail);
    // The provider refuses even the token it has just issued: the grant is gone.
    throw await integrationEnded(journey, "refused_after_refresh");
  }
}

/** A token without a refresh token was refused: it is dead when the identity request is refused as well. */
async function expiredOrFailed(reach: CallContext, tokens: CallTokens, cause: UpstreamFailure): Promise<AppError> {
  const { deps, call, integration } = reach;
  const broken = () => failureError(call.endpoint, { ...cause.detail, failure: "error" });
  try {
    const given = { fetch: deps.fetchFor(call.owner), clock: deps.clock };
    await fetchIdentity(given, deps.target(integration.provider), tokens, integration.tenant);
    return broken();
  } catch (error) {
    const isDead = error instanceof UpstreamFailure && ["expired", "revoked"].includes(error.detail.failure);
    if (!isDead) return broken();
    const isPast = (integration.accessExpiresAt?.getTime() ?? Infinity) <= deps.clock.now();
    return integrationEnded(reach, "refused_by_provider", isPast ? "expired" : "revoked");
  }
}

/** Marks the integration as dead and gives the error that says so. */
async function integrationEnded(
  reach: CallContext,
  reason: string,
  status: "expired" | "revoked" = "revoked",
): Promise<AppError> {
  await endIntegration(reach.deps, reach.integration, status, reason);
  const { provider, service, permission } = reach.call.endpoint;
  const details = { provider: provider.id, service, permission };
  return status === "revoked" ? revokedError(provider, details) : expiredError(provider, details);
}

/** An exchange; a read that meets a service which is down for a moment is repeated once, within the owner's budget. */
async function attemptWithRetry(journey: Attempt, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  const { deps, call } = journey;
  try {
    return await attemptOnce(journey, tokens, signal);
  } catch (error) {
    if (!isTransient(journey, error) || !hasOnlyRead(journey)) throw error;
    const { provider, service } = call.endpoint;
    const host = baseUrlFor(deps.target(provider.id), service, journey.integration.tenant);
    if (signal.aborted || !deps.takeRetry(host, call.owner)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS * (0.5 + Math.random())));
    return attemptOnce(journey, tokens, signal);
  }
}

/** Whether the service seems down for a moment only. A GET whose connection broke has been tried again by the runtime. */
function isTransient({ endsInPost }: Attempt, error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return false;
  const { failure, status, reason, retryAfter } = error.detail;
  if (failure !== "unavailable" || retryAfter !== undefined) return false;
  return status !== null || (reason === "reset" && endsInPost);
}

async function attemptOnce(journey: Attempt, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  const { deps, call, asked, raw } = journey;
  let hasFailed = false;
  const context: ExecuteContext = {
    target: deps.target(call.endpoint.provider.id),
    tokens,
    fetch: deps.fetchFor(call.owner),
    signal,
    now: () => deps.clock.now(),
    raw,
    onSlow: (durationMs) => {
      const { provider, tool } = call.endpoint;
      deps.log.warn("plugin_slow", { plugin: provider.id, endpoint: tool, duration_ms: durationMs });
    },
    countRequest: (req) => {
      // A part of a `run` may still be under way when another has failed: a repetition would send its writes a second time.
      if (hasFailed) throw new DOMException("The call has failed already.", "AbortError");
      recordRequest(journey, req);
      call.countUnits(1);
    },
  };
  try {
    return await execute(call.endpoint, asked, context);
  } catch (error) {
    hasFailed = true;
    throw error;
  }
}

function recordRequest(journey: Attempt, { method = "GET", safe }: UpstreamRequest): void {
  journey.endsInPost = method === "POST" && safe === true;
  if (method !== "GET" && !journey.endsInPost) journey.hasWritten = true;
}
