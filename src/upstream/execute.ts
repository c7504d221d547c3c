// Carries out one endpoint call: build the request, send it, classify the answer, map it to our shape.
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
import { classify } from "./classify.ts";
import { UpstreamFailure } from "./failure.ts";
import { type PageRead, pageReadOf, positionAfter } from "./list-position.ts";
import { badId, isOfCaller } from "./path-values.ts";
import { errorWithoutSecrets, withoutSecrets } from "./redact.ts";
import { assertJson, badResponse, readResponse } from "./response.ts";
import { type Fetch, send, unreachable } from "./send.ts";
import { baseUrlFor, type Target } from "./target.ts";

/** What one call travels with. */
export interface ExecuteContext {
  target: Target;
  tokens: { access: string; others: Record<string, string> };
  fetch: Fetch;
  signal: AbortSignal;
  /** Unix time in milliseconds. */
  now: () => number;
  raw?: boolean;
  /** Told when the plugin's own code held the whole process up for long. */
  onSlow?: (durationMs: number) => void;
  /** Told of each request before it is sent; throws where none may be sent any more. */
  countRequest(req: UpstreamRequest): void;
}

const SLOW_MS = 150;

/** How deep a provider's own object may be nested that is passed on with `raw=true`. */
const MAX_RAW_DEPTH = 100;

export type Result =
  | { kind: "one"; data: unknown }
  | { kind: "many"; collection: string; items: unknown[]; next: string | null }
  | { kind: "file"; file: UpstreamFile }
  | { kind: "deleted" };

/**
 * Runs an endpoint; throws `UpstreamFailure`, or `UnsafePathValue` where an input of the caller's cannot stand in a path. Of
 * a list, the plugin sees the provider's page; `asked.page` and the result's `next` are the caller's.
 */
export async function execute(endpoint: RegisteredEndpoint, asked: AnyCall, context: ExecuteContext): Promise<Result> {
  const { returns, run } = endpoint.def;
  let isAnswered = false;
  try {
    const reading = returns.kind === "many" ? pageReadOf(returns.pagination, asked.page) : null;
    const call = reading ? { ...asked, page: reading.page } : asked;
    const upstream = upstreamFor(endpoint, call, context, () => {
      isAnswered = true;
    });
    if (run) {
      const running = timed(context, () => run(call, upstream));
      const answer = await withinDeadline(running, context.signal);
      if (returns.kind === "file") return { kind: "file", file: checkedFile(answer as UpstreamFile) };
      return timed(context, () => mapResponse(endpoint, call, answer as UpstreamResponse, context, reading));
    }
    let request = timed(context, () => buildRequest(endpoint, call));
    if (returns.kind === "many") request = returns.pagination.apply(request, call.page);
    const answer = await upstream.request(request);
    return timed(context, () => mapResponse(endpoint, call, answer, context, reading));
  } catch (error) {
    if (error instanceof UnsafePathValue && !isOfCaller(error.value, asked, isAnswered)) throw badId();
    const secrets = secretsOf(context);
    if (!(error instanceof Refusal)) throw errorWithoutSecrets(error, secrets);
    const message = withoutSecrets(error.message, secrets);
    throw new UpstreamFailure({ failure: error.failure, status: null, message, code: error.code });
  }
}

const secretsOf = ({ tokens, target: { bot: app } }: ExecuteContext) => [
  tokens.access,
  ...Object.values(tokens.others),
  ...(app ? [app.token] : []),
];

/** A file's name and type come out of answers that no schema has looked at. */
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

/** Gives what a plugin's synchronous code gives; other calls wait for its end, so a long one is told. */
function timed<T>(context: ExecuteContext, work: () => T): T {
  const startedAt = performance.now();
  const value = work();
  const durationMs = performance.now() - startedAt;
  if (durationMs >= SLOW_MS) context.onSlow?.(Math.round(durationMs));
  return value;
}

/** The request of an endpoint without `run`: its function's, or its template with the query passed through. */
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

/** A plugin's door to its provider: the declared hosts and the call's credential, nothing else. */
function upstreamFor(
  endpoint: RegisteredEndpoint,
  { identity: { tenant } }: AnyCall,
  context: ExecuteContext,
  onAnswer: () => void,
): Upstream {
  const { provider } = context.target;
  const secrets = secretsOf(context);
  const exchange = async (req: UpstreamRequest, downloadHosts?: readonly string[]) => {
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
    onAnswer();
    return response;
  };
  /** How an answer failed. The operator's own credential is none of the grantor's: its end does not end the integration. */
  const failureIn = (answer: UpstreamResponse, req: UpstreamRequest) => {
    const failed = classify(provider, answer, secrets, context.now());
    const isOperators = (req.credential ?? endpoint.def.credential) === "bot";
    if (!isOperators || (failed?.failure !== "expired" && failed?.failure !== "revoked")) return failed;
    const message = `${provider.name} refuses the operator's bot token.`;
    return { ...failed, failure: "error" as const, message, code: "bot_token_refused" };
  };
  return {
    async request(req) {
      const answer = await readResponse(await exchange(req), context.signal);
      const failed = failureIn(answer, req);
      if (failed) throw new UpstreamFailure(failed);
      assertJson(answer);
      return answer;
    },
    async attempt(req, tolerated: readonly Failure[]) {
      const answer = await readResponse(await exchange(req), context.signal);
      const failed = failureIn(answer, req);
      if (failed && tolerated.includes(failed.failure)) return null;
      if (failed) throw new UpstreamFailure(failed);
      assertJson(answer);
      return answer;
    },
    async open(req) {
      // Unpacked bytes flow through without passing our hands.
      const bare = { ...req, headers: { "accept-encoding": "identity", ...req.headers } };
      const response = await exchange(bare, provider.downloadHosts);
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
  answer: UpstreamResponse,
  context: ExecuteContext,
  reading: PageRead | null,
): Result {
  const { returns } = endpoint.def;
  if (returns.kind === "deleted") return { kind: "deleted" };
  if (returns.kind === "one") {
    const data = mapOne(returns.resource, valueAt(answer.json, returns.at), call, answer);
    if (data === null)
      throw new UpstreamFailure({ failure: "not_found", status: answer.status, message: "No such thing.", code: null });
    return { kind: "one", data };
  }
  return mapMany(returns as Extract<Returns, { kind: "many" }>, call, answer, context, reading as PageRead);
}

function mapMany(
  returns: Extract<Returns, { kind: "many" }>,
  call: AnyCall,
  answer: UpstreamResponse,
  context: ExecuteContext,
  reading: PageRead,
): Result {
  const found = valueAt(answer.json, returns.at);
  const list = (found === undefined || found === null) && returns.absentWhenEmpty ? [] : found;
  if (!Array.isArray(list))
    throw badResponse(answer, "The provider's answer holds no list where one belongs.", "unexpected_shape");
  const items: unknown[] = [];
  let end = reading.skip;
  for (; end < list.length && items.length < reading.limit; end++) {
    const raw: unknown = list[end];
    const item = mapOne(returns.resource, raw, call, answer);
    if (item === null) continue;
    if (context.raw && isDeeperThan(raw, MAX_RAW_DEPTH))
      throw badResponse(answer, `The provider's answer is nested deeper than ${MAX_RAW_DEPTH} levels.`, "too_deep");
    items.push(context.raw ? { ...(item as object), raw } : item);
  }
  const { collection, pagination } = returns;
  const next = positionAfter(pagination, reading, { end, count: list.length }, () =>
    nextPosition(pagination, answer, call),
  );
  return { kind: "many", collection, items, next };
}

/** Where the next page starts; a list that leads to the page it is on would keep a caller asking for ever. */
function nextPosition(pagination: Pagination, answer: UpstreamResponse, { page }: AnyCall): string | null {
  const next = pagination.next(answer, page);
  if (next !== null && next === page.position)
    throw badResponse(answer, "The provider's list leads to the same page again.", "same_page");
  return next;
}

/** What is passed on as it is must not overflow the writing of our answer. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function mapOne(resource: AnyResource, raw: unknown, call: AnyCall, answer: UpstreamResponse): unknown {
  const checker = checkerOf(resource.raw as TSchema);
  if (!checker.Check(raw)) {
    const path = checker.Errors(raw).First()?.path || "/";
    throw badResponse(
      answer,
      `The provider's answer lacks a field it should have, at ${path.slice(0, 80)}.`,
      "unexpected_shape",
    );
  }
  return resource.map(raw as never, call);
}

/** A plugin's promise that never settles must not hold the call past its deadline. */
function withinDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(unreachable(signal.reason, signal));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
