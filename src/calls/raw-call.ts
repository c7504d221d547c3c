// A raw call: a request to any path of a provider's API, within the same bounds as a call of an endpoint.
import type { Deps } from "../deps.ts";
import { type AppError, invalidInput } from "../errors.ts";
import { accessError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import type { Owner } from "../owner.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import type { CallTokens } from "../tokens/sealed-tokens.ts";
import { traced } from "../tracing/tracing.ts";
import { byStatus, waitOf } from "../upstream/classify.ts";
import { presented } from "../upstream/credential.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type RawHost, type RawRequest, rawHosts, sendRawRequest } from "../upstream/raw-request.ts";
import { unavailable } from "../upstream/send.ts";
import { assertNotCoolingDown, cooldownKey, outcomeOf } from "./attempt.ts";
import { endIfDead } from "./dead-grant.ts";
import { failureError } from "./failures.ts";
import { uploadDeadlineMs } from "./upload.ts";

export interface RawCall extends Omit<RawRequest, "host"> {
  /** The provider's raw tool. */
  endpoint: RegisteredEndpoint;
  owner: Owner;
  /** A declared host's name; null for the first one. */
  hostName: string | null;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  countUnits(units: number): void;
  addProviderTime(ms: number): void;
  commitPending(): Promise<void>;
}

export interface RawResponse {
  response: Response;
  /** Where it came from. */
  host: RawHost;
  /** Whether the request's URL has the credential. */
  hasSecretUrl: boolean;
  /** Aborts when the caller goes away or the deadline passes. */
  signal: AbortSignal;
  /** Ends the deadline: what is still to come may take longer. */
  release(): void;
}

/** A token that is younger than this and refused is not refreshed again. */
const REFRESH_AGAIN_MS = 60_000;

/** Sends a raw request and returns the provider's response with its body unread; throws `AppError`. */
export async function runRawCall(deps: Deps, call: RawCall): Promise<RawResponse> {
  const { endpoint, owner } = call;
  const { provider } = endpoint;
  const row = (await deps.integrations.ofOwner(owner)).get(provider.id) ?? null;
  const refused = accessError(row, endpoint);
  if (refused || !row) throw refused;
  assertNotCoolingDown({ deps, call, integration: row });
  const { row: integration, tokens } = await deps.tokens.fresh(row);
  const deadline = startDeadline(allowedMs(deps, call), call.signal);
  const context = { deps, call, integration, deadline };
  try {
    const host = hostOf(context);
    if (call.method !== "GET") await call.commitPending();
    const response = await recovered(context, { ...call, host }, tokens);
    const hasSecretUrl = "query" in presented(provider, tokens.auth, tokens.access);
    return { response, host, hasSecretUrl, signal: deadline.signal, release: deadline.stop };
  } catch (error) {
    deadline.stop();
    deadline.abort(error);
    throw error instanceof UpstreamFailure ? failureError(endpoint, error.detail) : error;
  }
}

interface RawContext {
  deps: Deps;
  call: RawCall;
  integration: IntegrationRow;
  deadline: Deadline;
}

function hostOf({ deps, call, integration }: RawContext): RawHost {
  const hosts = rawHosts(deps.target(call.endpoint.provider.id), integration.tenant);
  const { hostName } = call;
  const found = hostName === null ? hosts[0] : hosts.find(({ host }) => host === hostName.toLowerCase());
  if (found) return found;
  const known = hosts.map(({ host }) => host).join(", ");
  const message = `X-Upstream-Host must be a host of ${call.endpoint.provider.name}'s API: ${known}.`;
  throw invalidInput([{ in: "header", path: "/x-upstream-host", message }]);
}

/**
 * A 401 is answered by one refresh, and a GET is sent once more. Any path may answer 401 for reasons of its own, so what is
 * still refused then passes to the caller, unless the identity request shows that the grant is gone.
 */
async function recovered(context: RawContext, request: RawRequest, tokens: CallTokens): Promise<Response> {
  const response = await attempt(context, request, tokens);
  if (response.status !== 401) return response;
  const { deps, integration } = context;
  const refreshedMs = deps.clock.now() - (integration.refreshStartedAt?.getTime() ?? 0);
  if (integration.refreshToken === null || refreshedMs < REFRESH_AGAIN_MS) return orEnded(context, response, tokens);
  const renewed = await orCancelled(response, () => deps.tokens.renew(integration));
  if (request.method !== "GET") return response;
  await response.body?.cancel();
  const again = await attempt(context, request, renewed.tokens);
  return again.status === 401 ? orEnded({ ...context, integration: renewed.row }, again, renewed.tokens) : again;
}

async function orEnded(context: RawContext, response: Response, tokens: CallTokens): Promise<Response> {
  const ended = await orCancelled(response, () => endIfDead(context, tokens));
  if (ended === null) return response;
  await response.body?.cancel();
  throw ended satisfies AppError;
}

/** A response that nobody reads would keep its connection. */
async function orCancelled<T>(response: Response, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
}

function attempt({ deps, call, integration, deadline }: RawContext, request: RawRequest, tokens: CallTokens) {
  const { provider, tool } = call.endpoint;
  const attributes = { "gateway.provider": provider.id, "gateway.endpoint": tool };
  return traced(deps.tracing, `attempt ${tool}`, attributes, async (span) => {
    const { signal } = deadline;
    const context = { target: deps.target(provider.id), tokens, fetch: deps.fetchFor(call.owner), signal };
    const startedAt = performance.now();
    let outcome = "ok";
    try {
      call.countUnits(1);
      const response = await sendRawRequest(context, request);
      if (response.status >= 400) outcome = byStatus(response.status) ?? "ok";
      if (response.status === 429) {
        const wait = waitOf(response.headers, deps.clock.now());
        deps.cooldowns.start(cooldownKey({ call, integration }), wait, deps.clock.now());
      }
      return response;
    } catch (thrown) {
      const error = unavailable(thrown, signal);
      outcome = outcomeOf(error);
      span.fail(outcome);
      throw error;
    } finally {
      const durationMs = performance.now() - startedAt;
      call.addProviderTime(durationMs);
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
