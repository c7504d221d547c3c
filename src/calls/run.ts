// The spine of a provider call, wherever it comes from: permission, integration, service, token, upstream, mapping.

import { fetchIdentity } from "../connect/identity.ts";
import { type CallTokens, markAs, type Tokens } from "../connect/tokens.ts";
import type { Deps } from "../deps.ts";
import { type AppError, KeyRefused } from "../errors.ts";
import { accessError, expiredError, revokedError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import type { Integrations, Subject } from "../integrations/service.ts";
import { allows } from "../keys/permissions.ts";
import type { AnyCall } from "../plugin/index.ts";
import { LIST_LIMIT, type RegisteredEndpoint } from "../registry/registry.ts";
import { type ExchangeContext, execute, type Result } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { openCursor, sealCursor } from "./cursor.ts";
import { failureError } from "./failures.ts";
import type { Pauses } from "./pauses.ts";

export type CallDeps = Deps & {
  integrations: Integrations;
  tokens: Tokens;
  /** Whether the host's budget lets a read be repeated. */
  mayRepeat(url: string): boolean;
  pauses: Pauses;
  /** The whole call's deadline; a file's bytes may take longer where they are streamed. */
  deadlineMs: number;
};

/** A provider call after its input was checked. */
export interface ProviderCall {
  endpoint: RegisteredEndpoint;
  subject: Subject;
  /** The key's permissions; null means every one. */
  permissions: readonly string[] | null;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  countUnits(units: number): void;
  commitPending(): Promise<void>;
}

/** What a call gives: data for the envelope, or a file still to be read. */
export type CallResult = { data: Record<string, unknown> } | { file: Extract<Result, { kind: "file" }>["file"] };

/** About how long a read waits before it is repeated; spread, so that many do not come back at once. */
const REPEAT_AFTER_MS = 100;

/** Carries out a provider call; throws `AppError`. */
export async function runCall(deps: CallDeps, call: ProviderCall): Promise<CallResult> {
  const { endpoint, subject } = call;
  const { provider } = endpoint;
  const { cursor, limit, raw, ...query } = call.query;
  const position = cursor === undefined ? null : openCursor(deps.vault, String(cursor), cursorPlace(call, query));
  if (!endpoint.needs.every((permission) => allows(call.permissions, provider.id, permission))) {
    throw new KeyRefused("PERMISSION_DENIED", "Permission denied");
  }
  const integration = (await deps.integrations.ofSubject(subject)).get(provider.id) ?? null;
  const refused = accessError(integration, endpoint);
  if (refused || !integration) throw refused;
  assertNotPaused(deps, call, integration);
  const tokens = await deps.tokens.fresh(integration);
  if (endpoint.method !== "GET") await call.commitPending();
  const asked: AnyCall = {
    params: call.params,
    query,
    body: call.body,
    page: { limit: typeof limit === "number" ? limit : LIST_LIMIT.default, position },
  };
  const result = await withHealing(deps, call, integration, tokens, asked, raw === true);
  if (result.kind === "file") return { file: result.file };
  if (result.kind === "deleted") return { data: { deleted: true } };
  if (result.kind === "one") return { data: result.data as Record<string, unknown> };
  const next = result.next === null ? null : sealCursor(deps.vault, result.next, cursorPlace(call, query));
  return { data: { [result.collection]: result.items, next_cursor: next } };
}

/** What a cursor belongs to: the subject, the endpoint and the filters; only limit and raw may change on the way. */
function cursorPlace(call: ProviderCall, query: Record<string, unknown>): string {
  const { userId, accountId } = call.subject;
  const filters = [call.params, query, call.body].map((part) =>
    Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return JSON.stringify(["cursor", userId, accountId, call.endpoint.tool, filters]);
}

/** A provider's limits hang on who calls what: Slack counts each method by itself. */
function pauseKey(call: ProviderCall, integration: IntegrationRow): string {
  return `${integration.id}/${call.endpoint.tool}`;
}

/** While a provider's `Retry-After` runs, its answer is given without asking it again. */
function assertNotPaused(deps: CallDeps, call: ProviderCall, integration: IntegrationRow): void {
  const left = deps.pauses.left(pauseKey(call, integration), deps.clock.now());
  if (left === 0) return;
  throw failureError(call.endpoint, {
    failure: "rate_limited",
    status: null,
    message: "",
    code: null,
    retryAfter: left,
  });
}

/**
 * One exchange; where the provider calls a token expired before its time, one shared refresh and one repetition of a read.
 * A write is never sent twice.
 */
async function withHealing(
  deps: CallDeps,
  call: ProviderCall,
  integration: IntegrationRow,
  tokens: CallTokens,
  asked: AnyCall,
  raw: boolean,
): Promise<Result> {
  try {
    return await exchangeRead(deps, call, tokens, asked, raw);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { failure, retryAfter } = error.detail;
    if (failure === "rate_limited") deps.pauses.note(pauseKey(call, integration), retryAfter, deps.clock.now());
    if (failure === "revoked") throw await ended(deps, call, integration, "refused_by_provider");
    if (failure !== "expired") throw failureError(call.endpoint, error.detail);
    if (integration.refreshToken === null) throw await deadOrBroken(deps, call, integration, tokens, error);
    const renewed = await deps.tokens.renew(integration);
    if (call.endpoint.method !== "GET") throw failureError(call.endpoint, error.detail);
    return repeatOnce(deps, call, renewed.row, renewed.tokens, asked, raw);
  }
}

async function repeatOnce(
  deps: CallDeps,
  call: ProviderCall,
  integration: IntegrationRow,
  tokens: CallTokens,
  asked: AnyCall,
  raw: boolean,
): Promise<Result> {
  try {
    return await exchange(deps, call, tokens, asked, raw);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const { failure } = error.detail;
    if (failure !== "expired" && failure !== "revoked") throw failureError(call.endpoint, error.detail);
    // The provider refuses even the token it has just issued: the grant is gone.
    throw await ended(deps, call, integration, "refused_after_refresh");
  }
}

/** A token without a refresh token was refused: it is dead when the identity request is refused as well. */
async function deadOrBroken(
  deps: CallDeps,
  call: ProviderCall,
  integration: IntegrationRow,
  tokens: CallTokens,
  cause: UpstreamFailure,
) {
  try {
    await fetchIdentity(deps, deps.target(integration.provider), tokens);
    return failureError(call.endpoint, { ...cause.detail, failure: "error" });
  } catch (error) {
    const isDead = error instanceof UpstreamFailure && ["expired", "revoked"].includes(error.detail.failure);
    if (!isDead) return failureError(call.endpoint, { ...cause.detail, failure: "error" });
    const isPast = (integration.accessExpiresAt?.getTime() ?? Infinity) <= deps.clock.now();
    return ended(deps, call, integration, "refused_by_provider", isPast ? "expired" : "revoked");
  }
}

async function ended(
  deps: CallDeps,
  call: ProviderCall,
  integration: IntegrationRow,
  reason: string,
  status: "expired" | "revoked" = "revoked",
): Promise<AppError> {
  await markAs(deps, integration, status, reason);
  const { provider, service, permission } = call.endpoint;
  const details = { provider: provider.id, service, permission };
  return status === "revoked" ? revokedError(provider, details) : expiredError(provider, details);
}

/** An exchange; a read that meets a service which is down for a moment is repeated once, within the host's budget. */
async function exchangeRead(
  deps: CallDeps,
  call: ProviderCall,
  tokens: CallTokens,
  asked: AnyCall,
  raw: boolean,
): Promise<Result> {
  try {
    return await exchange(deps, call, tokens, asked, raw);
  } catch (error) {
    const detail = error instanceof UpstreamFailure ? error.detail : null;
    // A connection that broke has been tried again by the runtime's own fetch already, so only answers are repeated.
    const isPassing = detail?.failure === "unavailable" && detail.status !== null && detail.retryAfter === undefined;
    if (!isPassing || call.endpoint.method !== "GET") throw error;
    if (call.signal.aborted || !deps.mayRepeat(deps.target(call.endpoint.provider.id).firstBaseUrl)) throw error;
    await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS * (0.5 + Math.random())));
    return exchange(deps, call, tokens, asked, raw);
  }
}

async function exchange(
  deps: CallDeps,
  call: ProviderCall,
  tokens: CallTokens,
  asked: AnyCall,
  raw: boolean,
): Promise<Result> {
  const stop = new AbortController();
  const timer = setTimeout(
    () => stop.abort(new DOMException("The call's deadline passed.", "TimeoutError")),
    deps.deadlineMs,
  );
  // AbortSignal.any would do the same at four times the cost (8 µs a call).
  const leave = () => stop.abort(call.signal.reason);
  if (call.signal.aborted) leave();
  call.signal.addEventListener("abort", leave, { once: true });
  const context: ExchangeContext = {
    target: deps.target(call.endpoint.provider.id),
    tokens,
    fetch: deps.fetch,
    signal: stop.signal,
    now: () => deps.clock.now(),
    raw,
    exchanges: 0,
  };
  try {
    return await execute(call.endpoint, asked, context);
  } finally {
    clearTimeout(timer);
    call.countUnits(context.exchanges);
  }
}
