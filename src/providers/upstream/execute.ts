// Executes one endpoint call: builds the request, sends it, classifies the response, maps it to our shape.
import type { TSchema } from "@sinclair/typebox";
import { checkerOf } from "../../foundation/schema/check.ts";
import { isDeeperThan } from "../../foundation/schema/depth.ts";
import {
  type AnyCall,
  type AnyResource,
  type BodyFormat,
  type Pagination,
  path,
  type ReturnsMany,
  type ReturnsStream,
  UnsafePathValue,
  type Upstream,
  type UpstreamFile,
  type UpstreamPath,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "../../plugin/index.ts";
import { assertInUse, runGuarded } from "../guard/guard.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { UpstreamFailure } from "./failure.ts";
import { type PageRead, pageReadOf, positionAfter } from "./list-position.ts";
import { isFromCaller, unusableId } from "./path-values.ts";
import { badResponse } from "./response.ts";
import { withFileBytes } from "./sent-files.ts";
import { STREAM_TYPES, type StreamItems, streamItems } from "./stream-items.ts";
import { pluginError, secretsOf, type UpstreamContext, upstreamFor, withinDeadline } from "./upstream.ts";

/** What one call needs beside its input. */
export interface ExecuteContext extends UpstreamContext {
  raw?: boolean;
  /** Called when the plugin's code blocked the event loop. */
  onSlow?: (durationMs: number) => void;
}

const SLOW_MS = 150;

/** The maximum depth of a provider's own object with `raw=true`: JSON.stringify of our response is recursive. */
const MAX_RAW_DEPTH = 100;

export type Result =
  | { kind: "one"; data: unknown }
  | { kind: "many"; collection: string; items: unknown[]; next: string | null }
  | ({ kind: "stream"; collection: string } & StreamItems)
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
    const body = endpoint.files.length === 0 ? input.body : await withFileBytes(endpoint.files, input.body);
    const call = { ...input, body, ...(pageRead && { page: pageRead.page }) };
    const { credential, responseFormat } = endpoint.def;
    const defaults = { service: endpoint.service, credential, responseFormat, tenant: call.identity.tenant };
    const upstream = upstreamFor(context, defaults, () => {
      hasResponse = true;
    });
    if (run) {
      const running = timed(context, endpoint, () => run(call, upstream));
      const response = await withinDeadline(running, context.signal);
      if (returns.kind === "file") return { kind: "file", file: checkedFile(response as UpstreamFile) };
      return timed(context, endpoint, () =>
        mapResponse(endpoint, call, response as UpstreamResponse, context, pageRead),
      );
    }
    const request = requestOf(context, endpoint, call);
    if (returns.kind === "stream") return await openStream(returns, { endpoint, call, request, upstream, context });
    const response = await upstream.request(request);
    return timed(context, endpoint, () => mapResponse(endpoint, call, response, context, pageRead));
  } catch (error) {
    if (error instanceof UnsafePathValue && !isFromCaller(error.value, input, hasResponse)) throw unusableId();
    throw pluginError(error, secretsOf(context));
  }
}

interface StreamCall {
  endpoint: RegisteredEndpoint;
  call: AnyCall;
  request: UpstreamRequest;
  upstream: Upstream;
  context: ExecuteContext;
}

/** Opens a stream; its items are checked and mapped one by one as they are read. */
async function openStream(returns: ReturnsStream, stream: StreamCall): Promise<Result> {
  const { endpoint, call, request, upstream, context } = stream;
  const { collection, format, at, end, resource } = returns;
  const headers = { accept: STREAM_TYPES[format], ...request.headers };
  const { status, headers: received, body } = await upstream.open({ ...request, headers });
  const response = { status, headers: received, json: null };
  const map = (raw: unknown) => timed(context, endpoint, () => mapOne(resource, valueAt(raw, at), call, response));
  return { kind: "stream", collection, ...streamItems(body, { format, end, map, context }) };
}

/** Checks what a plugin's `run` says of a file; no schema has. */
function checkedFile(file: UpstreamFile): UpstreamFile {
  const { id, name, mimeType, size, body } = file;
  const isSize = size === null || (Number.isSafeInteger(size) && size >= 0);
  if (isSize && [id, name, mimeType].every((text) => typeof text === "string")) return file;
  void body.cancel().catch(() => {
    // The error below says what is wrong.
  });
  const message = "The provider's description of the file lacks a required field.";
  throw new UpstreamFailure({ failure: "error", status: null, message, code: "unexpected_shape" });
}

const partOf = ({ key }: RegisteredEndpoint) => `endpoints.${key}`;

/** Runs synchronous code of an endpoint; reports it when it blocks the event loop for 150 ms. */
function timed<T>(context: ExecuteContext, endpoint: RegisteredEndpoint, work: () => T): T {
  const startedAt = performance.now();
  const value = runGuarded(endpoint.provider, partOf(endpoint), work);
  const durationMs = performance.now() - startedAt;
  if (durationMs >= SLOW_MS) context.onSlow?.(Math.round(durationMs));
  return value;
}

/** A template is filled by our own code, which needs no deadline: one costs some 3 µs (bench/RESULTS.md, "Where the time goes"). */
function requestOf(context: ExecuteContext, endpoint: RegisteredEndpoint, call: AnyCall): UpstreamRequest {
  const { upstream, returns } = endpoint.def;
  if (typeof upstream === "function" || returns.kind === "many")
    return timed(context, endpoint, () => pageRequest(endpoint, call));
  assertInUse(endpoint.provider, partOf(endpoint));
  return buildRequest(endpoint, call);
}

function pageRequest(endpoint: RegisteredEndpoint, call: AnyCall): UpstreamRequest {
  const { returns } = endpoint.def;
  const request = buildRequest(endpoint, call);
  return returns.kind === "many" ? returns.pagination.apply(request, call.page) : request;
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
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => path`${params[name] ?? ""}`) as UpstreamPath;
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
        message: "Not found.",
        code: null,
      });
    return { kind: "one", data };
  }
  return mapMany(endpoint, call, response, context, pageRead as PageRead);
}

function mapMany(
  { def }: RegisteredEndpoint,
  call: AnyCall,
  response: UpstreamResponse,
  context: ExecuteContext,
  pageRead: PageRead,
): Result {
  const returns = def.returns as ReturnsMany;
  const list = listIn(returns, response.json, def.responseFormat);
  if (!Array.isArray(list))
    throw badResponse(response, "The provider's response has no list where one is expected.", "unexpected_shape");
  const items: unknown[] = [];
  let end = pageRead.skip;
  for (; end < list.length && items.length < pageRead.limit; end++) {
    const raw: unknown = list[end];
    const item = mapOne(returns.resource, raw, call, response);
    if (item === null) continue;
    if (context.raw && isDeeperThan(raw, MAX_RAW_DEPTH))
      throw badResponse(response, `The provider's response is nested deeper than ${MAX_RAW_DEPTH} levels.`, "too_deep");
    items.push(context.raw ? { ...(item as object), raw } : item);
  }
  const { collection, pagination } = returns;
  const next = positionAfter(pagination, pageRead, { end, count: list.length }, () =>
    nextPosition(pagination, response, call),
  );
  return { kind: "many", collection, items, next };
}

/** The list of a response. In XML a list of one looks like a single thing. */
function listIn({ at, absentWhenEmpty }: ReturnsMany, json: unknown, format: BodyFormat | undefined): unknown {
  const found = valueAt(json, at);
  if ((found === undefined || found === null) && absentWhenEmpty) return [];
  return format === "xml" && found !== undefined && found !== null ? [found].flat() : found;
}

/** Returns the start of the next page; throws if that is the same page, which would loop a caller forever. */
function nextPosition(pagination: Pagination, response: UpstreamResponse, { page }: AnyCall): string | null {
  const next = pagination.next(response, page);
  if (next !== null && next === page.position)
    throw badResponse(response, "The provider's list repeats the same page.", "same_page");
  return next;
}

function mapOne(resource: AnyResource, raw: unknown, call: AnyCall, response: UpstreamResponse): unknown {
  const checker = checkerOf(resource.raw as TSchema);
  if (!checker.Check(raw)) {
    const path = checker.Errors(raw).First()?.path || "/";
    throw badResponse(
      response,
      `The provider's response lacks a required field, at ${path.slice(0, 80)}.`,
      "unexpected_shape",
    );
  }
  return resource.map(raw as never, call);
}
