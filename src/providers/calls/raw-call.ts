// A raw call: a request to any path of a provider's API, within the same bounds as a call of an endpoint.

import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { TokensWithRow } from "../../connections/tokens/access-tokens.ts";
import { invalidInput } from "../../foundation/errors.ts";
import { traced } from "../../foundation/tracing/tracing.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import type { CallReport } from "../../web/pipeline/route.ts";
import { exchange } from "../exchange/exchange.ts";
import type { Purpose } from "../exchange/integration.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { byStatus, waitOf } from "../upstream/classify.ts";
import { presented } from "../upstream/credential.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type RawHost, type RawRequest, rawHosts, sendRawRequest } from "../upstream/raw-request.ts";
import { unavailable } from "../upstream/send.ts";
import { usableIntegration } from "./access.ts";
import { callError, purposeOf, readyFor } from "./attempt.ts";
import { notedFetch, notedGrant, outcomeOf } from "./noted.ts";
import { uploadDeadlineMs } from "./upload.ts";

export interface RawCall extends Omit<RawRequest, "host"> {
  /** The provider's raw tool. */
  endpoint: RegisteredEndpoint;
  owner: Owner;
  connection: string | null;
  /** A declared host's name; null for the first one. */
  hostName: string | null;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  report: CallReport;
}

export interface RawResponse {
  response: Response;
  /** The host that it came from. */
  host: RawHost;
  /** Whether the request's URL has the credential. */
  hasSecretUrl: boolean;
  /** Aborts when the caller goes away or the deadline passes. */
  signal: AbortSignal;
  /** Ends the deadline: what is still to come may take longer. */
  release(): void;
}

/** Sends a raw request and returns the provider's response with its body unread; throws `AppError`. */
export async function runRawCall(deps: Deps, call: RawCall): Promise<RawResponse> {
  const { endpoint } = call;
  const { provider } = endpoint;
  const connection = await usableIntegration(deps, call);
  const purpose = purposeOf(call);
  const current = await readyFor(deps, connection, call, purpose);
  const deadline = startDeadline(allowedMs(deps, call), call.signal);
  const context = { deps, call, purpose, deadline };
  try {
    const host = hostOf(context, current.row);
    if (call.method !== "GET") await call.report.commitPending();
    const response = await exchanged(context, { ...call, host }, current);
    const hasSecretUrl = "query" in presented(provider, current.tokens.auth, current.tokens.access);
    return { response, host, hasSecretUrl, signal: deadline.signal, release: deadline.stop };
  } catch (error) {
    deadline.stop();
    deadline.abort(error);
    throw callError(error, call, connection);
  }
}

interface RawContext {
  deps: Deps;
  call: RawCall;
  purpose: Purpose;
  deadline: Deadline;
}

function hostOf({ deps, call }: RawContext, { tenant }: IntegrationRow): RawHost {
  const hosts = rawHosts(deps.target(call.endpoint.provider.id), tenant);
  const { hostName } = call;
  const found = hostName === null ? hosts[0] : hosts.find(({ host }) => host === hostName.toLowerCase());
  if (found) return found;
  const known = hosts.map(({ host }) => host).join(", ");
  const message = `X-Upstream-Host must be a host of ${call.endpoint.provider.name}'s API: ${known}.`;
  throw invalidInput([{ in: "header", path: "/x-upstream-host", message }]);
}

/**
 * Sends the request in one exchange. What the provider still refuses passes to the caller as it is, unless the grant is gone:
 * any path may answer 401 for reasons of its own.
 */
async function exchanged(context: RawContext, request: RawRequest, current: TokensWithRow): Promise<Response> {
  let last: Response | null = null;
  const send = async (ready: TokensWithRow): Promise<Response> => {
    await last?.body?.cancel();
    last = null;
    const response = await attempt(context, request, ready);
    last = response;
    const refusal = refusalOf(response, context.deps.clock.now());
    if (refusal) throw refusal;
    return response;
  };
  try {
    const grant = () => notedGrant(context.deps, context.purpose, context.call.report);
    return await exchange(grant, current, { send, hasOnlyRead: () => request.method === "GET" });
  } catch (error) {
    const response = last as Response | null;
    if (response && error instanceof UpstreamFailure) return response;
    // A response that nobody reads would keep its connection.
    await response?.body?.cancel();
    throw error;
  }
}

/** Nobody reads the body, so the status alone says what an exchange must know. */
function refusalOf({ status, headers }: Response, now: number): UpstreamFailure | null {
  const failure = byStatus(status);
  if (failure !== "expired" && failure !== "rate_limited") return null;
  return new UpstreamFailure({ failure, status, message: "", code: null, retryAfter: waitOf(headers, now) });
}

function attempt(
  { deps, call, deadline }: RawContext,
  request: RawRequest,
  { tokens, row: { tenant } }: TokensWithRow,
): Promise<Response> {
  const { provider, tool } = call.endpoint;
  const attributes = { "gateway.provider": provider.id, "gateway.endpoint": tool };
  return traced(deps.tracing, `attempt ${tool}`, attributes, async (span) => {
    const { signal } = deadline;
    const context = { target: deps.target(provider.id), tenant, tokens, fetch: notedFetch(deps, call), signal };
    const startedAt = performance.now();
    let outcome = "ok";
    try {
      call.report.countRequest(request.method !== "GET");
      const response = await sendRawRequest(context, request);
      if (response.status >= 400) outcome = byStatus(response.status) ?? "ok";
      return response;
    } catch (thrown) {
      const error = unavailable(thrown, signal);
      outcome = outcomeOf(error);
      span.fail(outcome);
      throw error;
    } finally {
      const durationMs = performance.now() - startedAt;
      call.report.addProviderTime(durationMs);
      deps.metrics.attempt(provider.id, outcome, durationMs);
    }
  });
}

interface Deadline {
  signal: AbortSignal;
  stop(): void;
  abort(reason: unknown): void;
}

/** The caller's signal passes on for as long as the response streams. */
function startDeadline(ms: number, signal: AbortSignal): Deadline {
  const controller = new AbortController();
  const abortLate = () => controller.abort(new DOMException("The call's deadline passed.", "TimeoutError"));
  const timer = setTimeout(abortLate, ms);
  const leave = () => controller.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  return {
    signal: controller.signal,
    stop: () => clearTimeout(timer),
    abort: (reason) => controller.abort(reason),
  };
}

/**
 * Milliseconds until the provider must answer. A streamed body is not looked at, since only an unwrapped one passes with
 * constant memory, so it gets the time that its length takes; the platform closes connections on which nothing moves.
 */
function allowedMs(deps: Pick<Deps, "deadlineMs">, { body, headers }: RawCall): number {
  if (!(body instanceof ReadableStream)) return deps.deadlineMs;
  const length = headers.get("content-length");
  return uploadDeadlineMs(deps, length === null ? null : Number(length));
}
