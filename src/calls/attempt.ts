// The attempts of one provider call: a deadline, one retry of a read, one recovery from an expired token.
import type { Deps } from "../deps.ts";
import type { AppError } from "../errors.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import type { AnyCall, UpstreamRequest } from "../plugin/index.ts";
import type { CallTokens } from "../tokens/sealed-tokens.ts";
import { type Span, traced } from "../tracing/tracing.ts";
import { type ExecuteContext, execute, type Result } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { baseUrlFor } from "../upstream/target.ts";
import { endIfDead, integrationEnded } from "./dead-grant.ts";
import { failureError } from "./failures.ts";
import type { ProviderCall } from "./run.ts";
import { uploadDeadlineMs } from "./upload.ts";

/** A provider call with its integration and input. */
export interface CallContext {
  deps: Deps;
  call: ProviderCall;
  integration: IntegrationRow;
  input: AnyCall;
  /** Whether to add the provider's own objects. */
  raw: boolean;
}

/** What an attempt has sent decides whether it may be retried. */
interface Attempt extends CallContext {
  hasWritten: boolean;
  /** Whether the last request was a POST marked `safe`. */
  endsInSafePost: boolean;
}

/** A call of an integration, whose provider may have limited its rate. */
interface CooldownContext {
  call: Pick<ProviderCall, "endpoint">;
  integration: IntegrationRow;
}

/** Before a retry, with jitter of 50 %. */
const RETRY_DELAY_MS = 100;

/** Rate limits apply per integration and endpoint unless the plugin says otherwise: Slack counts each method. */
export function cooldownKey({ call, integration }: CooldownContext): string {
  return `${integration.id}/${call.endpoint.tool}`;
}

/** Throws the provider's rate limit again until its `Retry-After` has passed. */
export function assertNotCoolingDown(context: CooldownContext & { deps: Deps }): void {
  const { deps, call, integration } = context;
  const keys = [cooldownKey(context), integration.id];
  const retryAfter = Math.max(...keys.map((key) => deps.cooldowns.secondsLeft(key, deps.clock.now())));
  if (retryAfter === 0) return;
  throw failureError(call.endpoint, { failure: "rate_limited", status: null, message: "", code: null, retryAfter });
}

/** Calls the provider within the deadline; throws `AppError`. */
export async function callProvider(context: CallContext, tokens: CallTokens): Promise<Result> {
  const { deps, call } = context;
  const attempt: Attempt = { ...context, hasWritten: false, endsInSafePost: false };
  const stop = new AbortController();
  const abortLate = () => stop.abort(new DOMException("The call's deadline passed.", "TimeoutError"));
  const timer = setTimeout(abortLate, call.upload ? uploadDeadlineMs(deps, call.upload.size) : deps.deadlineMs);
  // AbortSignal.any costs four times as much (8 µs a call).
  const leave = () => stop.abort(call.signal.reason);
  if (call.signal.aborted) leave();
  call.signal.addEventListener("abort", leave);
  try {
    return await attemptWithRetry(attempt, tokens, stop.signal);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return await handleFailure(attempt, tokens, error, stop.signal);
  } finally {
    clearTimeout(timer);
    // These still stream; elsewhere the listener would keep the call in memory.
    if (!["file", "stream"].includes(call.endpoint.def.returns.kind)) call.signal.removeEventListener("abort", leave);
  }
}

/** Recovers where the token has expired; throws the caller's error for any other failure. */
async function handleFailure(
  attempt: Attempt,
  tokens: CallTokens,
  cause: UpstreamFailure,
  signal: AbortSignal,
): Promise<Result> {
  const { deps, call, integration } = attempt;
  const { failure, retryAfter, limits } = cause.detail;
  if (failure === "expired") return recoverFromExpiredToken(attempt, tokens, cause, signal);
  if (failure === "revoked") throw await integrationEnded(attempt, "refused_by_provider");
  if (failure === "rate_limited") {
    const key = limits === "integration" ? integration.id : cooldownKey(attempt);
    deps.cooldowns.start(key, retryAfter, deps.clock.now());
  }
  throw failureError(call.endpoint, cause.detail);
}

/** One refresh, shared with concurrent calls; then a read is sent once more, a write never. */
async function recoverFromExpiredToken(
  attempt: Attempt,
  tokens: CallTokens,
  cause: UpstreamFailure,
  signal: AbortSignal,
): Promise<Result> {
  const { deps, call, integration } = attempt;
  if (integration.refreshToken === null) throw await expiredOrFailed(attempt, tokens, cause);
  const renewed = await deps.tokens.renew(integration);
  if (!hasOnlyRead(attempt)) throw failureError(call.endpoint, cause.detail);
  const identity = { ...attempt.input.identity, tenant: renewed.row.tenant };
  const input = { ...attempt.input, identity };
  return retryWithNewToken({ ...attempt, integration: renewed.row, input }, renewed.tokens, signal);
}

/** Whether a retry could write nothing twice. */
function hasOnlyRead({ call, hasWritten }: Attempt): boolean {
  return call.endpoint.method === "GET" || !hasWritten;
}

async function retryWithNewToken(attempt: Attempt, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  try {
    return await attemptOnce(attempt, tokens, signal);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { failure } = error.detail;
    if (failure !== "expired" && failure !== "revoked") throw failureError(attempt.call.endpoint, error.detail);
    // The provider refuses the token that it has just issued, so the grant is gone.
    if (!attempt.call.endpoint.provider.auth.oauth2?.refusesParts)
      throw await integrationEnded(attempt, "refused_after_refresh");
    const ended = await endIfDead(attempt, tokens);
    throw ended ?? failureError(attempt.call.endpoint, { ...error.detail, failure: "forbidden" });
  }
}

/** Without a refresh token, a refused access token is dead when the identity request is refused as well. */
async function expiredOrFailed(context: CallContext, tokens: CallTokens, cause: UpstreamFailure): Promise<AppError> {
  const ended = await endIfDead(context, tokens);
  return ended ?? failureError(context.call.endpoint, { ...cause.detail, failure: "error" });
}

/** Retries a read once after a transient failure, within the owner's retry budget. */
async function attemptWithRetry(attempt: Attempt, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  const { deps, call } = attempt;
  try {
    return await attemptOnce(attempt, tokens, signal);
  } catch (error) {
    if (!isTransient(attempt, error) || !hasOnlyRead(attempt)) throw error;
    const { provider, service } = call.endpoint;
    const host = baseUrlFor(deps.target(provider.id), service, attempt.integration.tenant);
    if (signal.aborted || !deps.takeRetry(host, call.owner)) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * (0.5 + Math.random())));
    return attemptOnce(attempt, tokens, signal);
  }
}

/** A status of 502 to 504, or a broken connection of a POST marked `safe`: the runtime retries a GET itself. */
function isTransient({ endsInSafePost }: Attempt, error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return false;
  const { failure, status, reason, retryAfter } = error.detail;
  if (failure !== "unavailable" || retryAfter !== undefined) return false;
  return status !== null || (reason === "reset" && endsInSafePost);
}

function attemptOnce(attempt: Attempt, tokens: CallTokens, signal: AbortSignal): Promise<Result> {
  const { deps, call } = attempt;
  const attributes = { "gateway.provider": call.endpoint.provider.id, "gateway.endpoint": call.endpoint.tool };
  return traced(deps.tracing, `attempt ${call.endpoint.tool}`, attributes, (span) =>
    attemptInSpan(attempt, tokens, signal, span),
  );
}

async function attemptInSpan(attempt: Attempt, tokens: CallTokens, signal: AbortSignal, span: Span): Promise<Result> {
  const { deps, call, input, raw } = attempt;
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
      // Parts of a failed `run` may go on: with a retry, their writes would be sent twice.
      if (hasFailed) throw new DOMException("The call has failed already.", "AbortError");
      recordRequest(attempt, req);
      call.countUnits(1);
    },
  };
  const startedAt = performance.now();
  let outcome = "ok";
  try {
    return await execute(call.endpoint, input, context);
  } catch (error) {
    hasFailed = true;
    outcome = outcomeOf(error);
    span.fail(outcome);
    throw error;
  } finally {
    const durationMs = performance.now() - startedAt;
    call.addProviderTime(durationMs);
    deps.metrics.attempt(call.endpoint.provider.id, outcome, durationMs);
  }
}

/** As the metrics call it: the failure's kind, or why the provider is unavailable. */
export function outcomeOf(error: unknown): string {
  if (error instanceof UpstreamFailure) return error.detail.reason ?? error.detail.failure;
  return (error as Error | undefined)?.name === "AbortError" ? "aborted" : "not_sent";
}

function recordRequest(attempt: Attempt, { method = "GET", safe }: UpstreamRequest): void {
  attempt.endsInSafePost = method === "POST" && safe === true;
  if (method !== "GET" && !attempt.endsInSafePost) attempt.hasWritten = true;
}
