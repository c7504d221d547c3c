// Executes one endpoint call: builds the request, sends it, classifies the response, maps it to our shape.
import type { TSchema } from "@sinclair/typebox";
import {
  type AnyCall,
  type AnyResource,
  type Failure,
  type Pagination,
  path,
  Refusal,
  type Returns,
  UnsafePathValue,
  type Upstream,
  type UpstreamFile,
  type UpstreamPath,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { checkerOf } from "../schema/check.ts";
import { isDeeperThan } from "../schema/depth.ts";
import { classify } from "./classify.ts";
import { UpstreamFailure } from "./failure.ts";
import { type PageRead, pageReadOf, positionAfter } from "./list-position.ts";
import { isFromCaller, unusableId } from "./path-values.ts";
import { errorWithoutSecrets, withoutSecrets } from "./redact.ts";
import { assertJson, badResponse, readResponse } from "./response.ts";
import { type Fetch, send, unavailable } from "./send.ts";
import { baseUrlFor, type Target } from "./target.ts";

/** What one call needs beside its input. */
export interface ExecuteContext {
  target: Target;
  tokens: { access: string; others: Record<string, string> };
  fetch: Fetch;
  signal: AbortSignal;
  /** Unix time in milliseconds. */
  now: () => number;
  raw?: boolean;
  /** Called when the plugin's code blocked the event loop. */
  onSlow?: (durationMs: number) => void;
  /** Called before each request is sent; throws once none may be sent any more. */
  countRequest(req: UpstreamRequest): void;
}

const SLOW_MS = 150;

/** Of a provider's own object with `raw=true`: JSON.stringify of our response is recursive. */
const MAX_RAW_DEPTH = 100;

export type Result =
  | { kind: "one"; data: unknown }
  | { kind: "many"; collection: string; items: unknown[]; next: string | null }
  | { kind: "file"; file: UpstreamFile }
  | { kind: "deleted" };

/**
 * Executes an endpoint; throws `UpstreamFailure`, or `UnsafePathValue` where the caller's input is unsafe in a path. Of a
 * list, the plugin sees the provider's page; `input.page` and the result's `next` are the caller's.
 */
export async function execute(endpoint: RegisteredEndpoint, input: AnyCall, context: ExecuteContext): Promise<Result> {
  const { returns, run } = endpoint.def;
  let hasResponse = false;
  try {
    const pageRead = returns.kind === "many" ? pageReadOf(returns.pagination, input.page) : null;
    const call = pageRead ? { ...input, page: pageRead.page } : input;
    const upstream = upstreamFor(endpoint, call, context, () => {
      hasResponse = true;
    });
    if (run) {
      const running = timed(context, () => run(call, upstream));
      const response = await withinDeadline(running, context.signal);
      if (returns.kind === "file") return { kind: "file", file: checkedFile(response as UpstreamFile) };
      return timed(context, () => mapResponse(endpoint, call, response as UpstreamResponse, context, pageRead));
    }
    let request = timed(context, () => buildRequest(endpoint, call));
    if (returns.kind === "many") request = returns.pagination.apply(request, call.page);
    const response = await upstream.request(request);
    return timed(context, () => mapResponse(endpoint, call, response, context, pageRead));
  } catch (error) {
    if (error instanceof UnsafePathValue && !isFromCaller(error.value, input, hasResponse)) throw unusableId();
    const secrets = secretsOf(context);
    if (!(error instanceof Refusal)) throw errorWithoutSecrets(error, secrets);
    const message = withoutSecrets(error.message, secrets);
    throw new UpstreamFailure({ failure: error.failure, status: null, message, code: error.code });
  }
}

const secretsOf = ({ tokens, target: { bot } }: ExecuteContext) => [
  tokens.access,
  ...Object.values(tokens.others),
  ...(bot ? [bot.token] : []),
];

/** Checks what a plugin's `run` says of a file; no schema has. */
function checkedFile(file: UpstreamFile): UpstreamFile {
  const { id, name, mimeType, size, body } = file;
  const isSize = size === null || (Number.isSafeInteger(size) && size >= 0);
  if (isSize && [id, name, mimeType].every((text) => typeof text === "string")) return file;
  void body.cancel().catch(() => {});
  const message = "The provider's description of the file lacks a field that it should have.";
  throw new UpstreamFailure({ failure: "error", status: null, message, code: "unexpected_shape" });
}

/** The Authorization header of a request. */
function authorizationOf({ target, tokens }: ExecuteContext, credential: string | undefined): string {
  const refuse = (failure: Failure, message: string, code: string) => {
    throw new UpstreamFailure({ failure, status: null, message, code });
  };
  if (credential === "bot") {
    return target.bot
      ? `${target.bot.scheme} ${target.bot.token}`
      : refuse("error", "The operator has set no bot token for this provider.", "not_configured");
  }
  const token = credential === undefined || credential === "grantor" ? tokens.access : tokens.others[credential];
  return token === undefined
    ? refuse("forbidden", `The integration holds no "${credential}" token.`, "missing_token")
    : `Bearer ${token}`;
}

/** Runs synchronous plugin code; reports it when it blocks the event loop for 150 ms. */
function timed<T>(context: ExecuteContext, work: () => T): T {
  const startedAt = performance.now();
  const value = work();
  const durationMs = performance.now() - startedAt;
  if (durationMs >= SLOW_MS) context.onSlow?.(Math.round(durationMs));
  return value;
}

/** The request of an endpoint without `run`: from its function, or from its template with the query passed through. */
export function buildRequest(endpoint: RegisteredEndpoint, call: AnyCall): UpstreamRequest {
  const { upstream } = endpoint.def;
  const request =
    typeof upstream === "function"
      ? upstream(call)
      : {
          path: fillTemplate(upstream ?? "/", call.params),
          query: call.query as UpstreamRequest["query"],
          ...(endpoint.input.body && { json: call.body }),
        };
  return { ...request, method: request.method ?? endpoint.method };
}

function fillTemplate(template: string, params: Record<string, string>): UpstreamPath {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => path`${params[name] ?? ""}`) as UpstreamPath;
}

/** A plugin's only access to its provider: the declared hosts with the call's credential. */
function upstreamFor(
  endpoint: RegisteredEndpoint,
  { identity: { tenant } }: AnyCall,
  context: ExecuteContext,
  onResponse: () => void,
): Upstream {
  const { provider } = context.target;
  const secrets = secretsOf(context);
  const sendWithCredential = async (req: UpstreamRequest, downloadHosts?: readonly string[]) => {
    const authorization = authorizationOf(context, req.credential ?? endpoint.def.credential);
    const baseUrl = baseUrlFor(context.target, req.base ?? endpoint.service, tenant);
    context.countRequest(req);
    const response = await send(baseUrl, req, {
      fetch: context.fetch,
      signal: context.signal,
      authorization,
      headers: provider.headers,
      downloadHosts,
    });
    onResponse();
    return response;
  };
  /** A refused bot token is the operator's: it does not end the grantor's integration. */
  const failureIn = (response: UpstreamResponse, req: UpstreamRequest) => {
    const failed = classify(provider, response, secrets, context.now());
    const isBot = (req.credential ?? endpoint.def.credential) === "bot";
    if (!isBot || (failed?.failure !== "expired" && failed?.failure !== "revoked")) return failed;
    const message = `${provider.name} refuses the operator's bot token.`;
    return { ...failed, failure: "error" as const, message, code: "bot_token_refused" };
  };
  const attempt = async (req: UpstreamRequest, tolerated: readonly Failure[]) => {
    const response = await readResponse(await sendWithCredential(req), context.signal);
    const failed = failureIn(response, req);
    if (failed && tolerated.includes(failed.failure)) return null;
    if (failed) throw new UpstreamFailure(failed);
    assertJson(response);
    return response;
  };
  return {
    request: (req) => attempt(req, []) as Promise<UpstreamResponse>,
    attempt,
    async open(req) {
      // An uncompressed body streams through without a transform of ours.
      const bare = { ...req, headers: { "accept-encoding": "identity", ...req.headers } };
      const response = await sendWithCredential(bare, provider.downloadHosts);
      if (response.status < 200 || response.status > 299) {
        const failed = failureIn(await readResponse(response, context.signal), req);
        if (failed) throw new UpstreamFailure(failed);
      }
      return { status: response.status, headers: response.headers, body: response.body ?? new Blob([]).stream() };
    },
  };
}

function mapResponse(
  endpoint: RegisteredEndpoint,
  call: AnyCall,
  response: UpstreamResponse,
  context: ExecuteContext,
  pageRead: PageRead | null,
): Result {
  const { returns } = endpoint.def;
  if (returns.kind === "deleted") return { kind: "deleted" };
  if (returns.kind === "one") {
    const data = mapOne(returns.resource, valueAt(response.json, returns.at), call, response);
    if (data === null)
      throw new UpstreamFailure({
        failure: "not_found",
        status: response.status,
        message: "No such thing.",
        code: null,
      });
    return { kind: "one", data };
  }
  return mapMany(returns as Extract<Returns, { kind: "many" }>, call, response, context, pageRead as PageRead);
}

function mapMany(
  returns: Extract<Returns, { kind: "many" }>,
  call: AnyCall,
  response: UpstreamResponse,
  context: ExecuteContext,
  pageRead: PageRead,
): Result {
  const found = valueAt(response.json, returns.at);
  const list = (found === undefined || found === null) && returns.absentWhenEmpty ? [] : found;
  if (!Array.isArray(list))
    throw badResponse(response, "The provider's answer holds no list where one belongs.", "unexpected_shape");
  const items: unknown[] = [];
  let end = pageRead.skip;
  for (; end < list.length && items.length < pageRead.limit; end++) {
    const raw: unknown = list[end];
    const item = mapOne(returns.resource, raw, call, response);
    if (item === null) continue;
    if (context.raw && isDeeperThan(raw, MAX_RAW_DEPTH))
      throw badResponse(response, `The provider's answer is nested deeper than ${MAX_RAW_DEPTH} levels.`, "too_deep");
    items.push(context.raw ? { ...(item as object), raw } : item);
  }
  const { collection, pagination } = returns;
  const next = positionAfter(pagination, pageRead, { end, count: list.length }, () =>
    nextPosition(pagination, response, call),
  );
  return { kind: "many", collection, items, next };
}

/** Where the next page starts; throws where that is the same page, which would loop a caller forever. */
function nextPosition(pagination: Pagination, response: UpstreamResponse, { page }: AnyCall): string | null {
  const next = pagination.next(response, page);
  if (next !== null && next === page.position)
    throw badResponse(response, "The provider's list leads to the same page again.", "same_page");
  return next;
}

function mapOne(resource: AnyResource, raw: unknown, call: AnyCall, response: UpstreamResponse): unknown {
  const checker = checkerOf(resource.raw as TSchema);
  if (!checker.Check(raw)) {
    const path = checker.Errors(raw).First()?.path || "/";
    throw badResponse(
      response,
      `The provider's answer lacks a field it should have, at ${path.slice(0, 80)}.`,
      "unexpected_shape",
    );
  }
  return resource.map(raw as never, call);
}

/** Rejects at the deadline, also where a plugin's promise never settles. */
function withinDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(unavailable(signal.reason, signal));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
