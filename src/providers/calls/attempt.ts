// The attempts of one typed call: a deadline, one retry of a read after a transient failure, within one exchange.

import { asLent } from "../../connections/integrations/access.ts";
import { type Connection, grantedRow } from "../../connections/integrations/model.ts";
import type { TokensWithRow } from "../../connections/tokens/access-tokens.ts";
import { AppError, type ErrorCode } from "../../foundation/errors.ts";
import { type Span, traced } from "../../foundation/tracing/tracing.ts";
import type { AnyCall, UpstreamRequest } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { exchange } from "../exchange/exchange.ts";
import { type Purpose, ready } from "../exchange/integration.ts";
import { type ExecuteContext, execute, type Result } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { baseUrlFor } from "../upstream/target.ts";
import { failureError } from "./failures.ts";
import { notedFetch, notedGrant, noteWait, outcomeOf, refreshNoter } from "./noted.ts";
import type { ProviderCall } from "./run.ts";
import { uploadDeadlineMs } from "./upload.ts";

/** A provider call with its input. */
export interface CallContext {
  deps: Deps;
  call: ProviderCall;
  connection: Connection;
  purpose: Purpose;
  input: AnyCall;
  /** Whether to add the provider's own objects. */
  raw: boolean;
}

/** What an attempt has sent decides whether it may be retried. */
interface Attempt extends CallContext {
  hasWritten: boolean;
  /** Whether the last request was a POST marked `safe`. */
  endsInSafePost: boolean;
  /** False once a transient failure was retried. */
  mayRetry: boolean;
}

/** Before a retry, with jitter of 50 %. */
const RETRY_DELAY_MS = 100;

/** What a call's exchange is for: rate limits count per endpoint. */
export function purposeOf({ endpoint }: Pick<ProviderCall, "endpoint">): Purpose {
  const { tool, service, permission, def } = endpoint;
  return { name: tool, credential: def.credential, details: { service, permission } };
}

/** The integration with a good token; throws `AppError`. */
export async function readyFor(
  deps: Deps,
  connection: Connection,
  { endpoint, report }: Pick<ProviderCall, "endpoint" | "report">,
  purpose: Purpose,
): Promise<TokensWithRow> {
  try {
    return await ready(deps, grantedRow(connection), purpose, refreshNoter(report));
  } catch (error) {
    throw callError(error, { endpoint }, connection);
  }
}

/** What a caller gets for a failure of the exchange. */
export function callError(
  error: unknown,
  { endpoint }: Pick<ProviderCall, "endpoint">,
  { share }: Pick<Connection, "share">,
): unknown {
  if (error instanceof UpstreamFailure) return failureError(endpoint, error.detail);
  return share && error instanceof AppError && ENDED.includes(error.code) ? asLent(error, share) : error;
}

/** Codes of a grant that only its owner can give again. */
const ENDED: readonly ErrorCode[] = ["INTEGRATION_EXPIRED", "INTEGRATION_REVOKED", "PERMISSION_DENIED"];

/** Calls the provider within the deadline; throws `AppError`. */
export async function callProvider(context: CallContext, current: TokensWithRow): Promise<Result> {
  const { deps, call, purpose } = context;
  const attempt: Attempt = { ...context, hasWritten: false, endsInSafePost: false, mayRetry: true };
  const stop = new AbortController();
  const abortLate = () => stop.abort(new DOMException("The call's deadline passed.", "TimeoutError"));
  const timer = setTimeout(abortLate, call.upload ? uploadDeadlineMs(deps, call.upload.size) : deps.deadlineMs);
  // AbortSignal.any costs four times as much (8 µs a call).
  const leave = () => stop.abort(call.signal.reason);
  if (call.signal.aborted) leave();
  call.signal.addEventListener("abort", leave);
  try {
    return await exchange(() => notedGrant(deps, purpose, call.report), current, {
      credential: purpose.credential,
      hasOnlyRead: () => hasOnlyRead(attempt),
      send: (tokens) => attemptWithRetry(attempt, tokens, stop.signal),
    });
  } catch (error) {
    throw callError(error, call, context.connection);
  } finally {
    clearTimeout(timer);
    // These still stream; elsewhere the listener would keep the call in memory.
    if (!["file", "stream"].includes(call.endpoint.def.returns.kind)) call.signal.removeEventListener("abort", leave);
  }
}

/** Whether a retry could write nothing twice. */
function hasOnlyRead({ call, hasWritten }: Attempt): boolean {
  return call.endpoint.method === "GET" || !hasWritten;
}

/** Retries a read once after a transient failure, within the owner's retry budget. */
async function attemptWithRetry(attempt: Attempt, current: TokensWithRow, signal: AbortSignal): Promise<Result> {
  const { deps, call } = attempt;
  try {
    return await attemptOnce(attempt, current, signal);
  } catch (error) {
    if (!attempt.mayRetry || !isTransient(attempt, error) || !hasOnlyRead(attempt)) throw error;
    const { provider, service } = call.endpoint;
    const host = baseUrlFor(deps.target(provider.id), service, current.row.tenant);
    if (signal.aborted || !deps.takeRetry(host, call.owner)) throw error;
    attempt.mayRetry = false;
    const waitedFrom = performance.now();
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * (0.5 + Math.random())));
    noteWait(call.report, waitedFrom, "retry");
    return attemptOnce(attempt, current, signal);
  }
}

/** A response that says so, or a broken connection of a POST marked `safe`: the runtime retries a GET itself. */
function isTransient({ endsInSafePost }: Attempt, error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return false;
  const { failure, status, reason, retryAfter } = error.detail;
  if (!["busy", "unavailable"].includes(failure) || retryAfter !== undefined) return false;
  return status !== null || (reason === "reset" && endsInSafePost);
}

function attemptOnce(attempt: Attempt, current: TokensWithRow, signal: AbortSignal): Promise<Result> {
  const { deps, call } = attempt;
  const attributes = { "gateway.provider": call.endpoint.provider.id, "gateway.endpoint": call.endpoint.tool };
  return traced(deps.tracing, `attempt ${call.endpoint.tool}`, attributes, (span) =>
    attemptInSpan(attempt, current, signal, span),
  );
}

async function attemptInSpan(
  attempt: Attempt,
  { row, tokens }: TokensWithRow,
  signal: AbortSignal,
  span: Span,
): Promise<Result> {
  const { deps, call, raw } = attempt;
  // A refresh may have moved the tenant to another host.
  const { input } = attempt;
  input.identity.tenant = row.tenant;
  let hasFailed = false;
  const context: ExecuteContext = {
    target: deps.target(call.endpoint.provider.id),
    tokens,
    fetch: notedFetch(deps, call),
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
      call.report.countRequest(recordRequest(attempt, req));
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
    call.report.addProviderTime(durationMs);
    deps.metrics.attempt(call.endpoint.provider.id, outcome, durationMs);
  }
}

/** Whether the request is a write. */
function recordRequest(attempt: Attempt, { method = "GET", safe }: UpstreamRequest): boolean {
  attempt.endsInSafePost = method === "POST" && safe === true;
  const isWrite = method !== "GET" && !attempt.endsInSafePost;
  if (isWrite) attempt.hasWritten = true;
  return isWrite;
}
