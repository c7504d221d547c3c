// The client: typed calls that return `data` and throw error classes, lists as iterators, files as streams.
import createFetchClient, { type Client } from "openapi-fetch";
import { accountHeader } from "./account-header.ts";
import type { Call, Data, FilePath, InitArgument, InitOf, ItemOf, PagedPath } from "./calls.ts";
import { type ErrorFacts, InvalidResponseError } from "./errors.ts";
import { type FileStream, fileOf } from "./file.ts";
import { itemsOf, type PageQuery, pagesOf } from "./paging.ts";
import { type RetryOptions, type Sender, send, waitOnTimer } from "./retry.ts";
import type { paths } from "./schema.ts";

export interface ClientOptions extends RetryOptions {
  /** Where the gateway is, without /api/v1. */
  baseUrl: string;
  /** The API key, or a function that is asked before every call. */
  apiKey: string | (() => string | Promise<string>);
  /** A connected account's external_id: calls are made for it. Partners alone. */
  account?: string;
  /** Default the runtime's. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface GatewayClient {
  get: Call<"get">;
  post: Call<"post">;
  put: Call<"put">;
  patch: Call<"patch">;
  delete: Call<"delete">;
  /** The pages of a list, each requested when the iteration comes to it. */
  pages<P extends PagedPath<"get">>(
    path: P,
    ...init: InitArgument<InitOf<P, "get">>
  ): AsyncGenerator<Data<P, "get">, void>;
  /** The items of a list over all pages. */
  items<P extends PagedPath<"get">>(
    path: P,
    ...init: InitArgument<InitOf<P, "get">>
  ): AsyncGenerator<ItemOf<Data<P, "get">>, void>;
  /** The pages of a search that is sent by POST. */
  postPages<P extends PagedPath<"post">>(
    path: P,
    ...init: InitArgument<InitOf<P, "post">>
  ): AsyncGenerator<Data<P, "post">, void>;
  /** A file of any size. Read `body` to its end or cancel it. */
  file<P extends FilePath>(path: P, ...init: InitArgument<InitOf<P, "get">>): Promise<FileStream>;
  /** The same client for a connected account of yours, by its external_id. */
  account(externalId: string): GatewayClient;
  /** The same calls as openapi-fetch makes them, with the response and the envelope. They throw error classes too. */
  raw: Client<paths>;
}

/** The part of a call's options that this file reads; the types in calls.ts hold for callers. */
interface AnyInit {
  params?: { query?: PageQuery & Record<string, unknown>; header?: Record<string, unknown> };
  headers?: Record<string, string>;
  parseAs?: "stream";
}
interface AnyResult {
  data?: unknown;
  response: Response;
}
type AnyRequest = (method: string, path: string, init?: AnyInit) => Promise<AnyResult>;

export function createClient(options: ClientOptions): GatewayClient {
  const raw = createFetchClient<paths>({
    baseUrl: options.baseUrl.replace(/\/+$/, ""),
    fetch: sendWith(options),
    headers: options.account === undefined ? {} : accountHeader(options.account),
  });
  const request = raw.request as unknown as AnyRequest;
  const call = (method: string) => (path: string, init?: AnyInit) => dataOf(request, method, path, init);
  const pages =
    (method: string) =>
    (path: string, init: AnyInit = {}) => {
      const { cursor, offset, ...query } = init.params?.query ?? {};
      const at = (position: PageQuery) => ({ ...init, params: { ...init.params, query: { ...query, ...position } } });
      const first = { ...(cursor !== undefined && { cursor }), ...(offset !== undefined && { offset }) };
      return pagesOf((position) => dataOf(request, method, path, at(position)), first);
    };
  async function* items(path: string, init?: AnyInit): AsyncGenerator<unknown, void> {
    for await (const page of pages("get")(path, init)) yield* itemsOf(page as Record<string, unknown>);
  }
  async function file(path: string, init: AnyInit = {}): Promise<FileStream> {
    const headers = { ...init.headers, accept: "application/octet-stream" };
    const { response } = await request("get", path, { ...init, headers, parseAs: "stream" });
    return fileOf(response);
  }
  const methods = {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
  };
  const account = (externalId: string) => createClient({ ...options, account: externalId });
  const client = { ...methods, pages: pages("get"), items, postPages: pages("post"), file, account, raw };
  return client as unknown as GatewayClient;
}

/** Sends what openapi-fetch has built, with the key, and with an Idempotency-Key on writes that have none. */
function sendWith(options: ClientOptions): (request: Request) => Promise<Response> {
  const { apiKey, fetch: own } = options;
  const sender: Sender = {
    fetch: own ?? ((request) => globalThis.fetch(request)),
    wait: waitOnTimer,
    random: Math.random,
  };
  return async (request) => {
    request.headers.set("authorization", `Bearer ${typeof apiKey === "string" ? apiKey : await apiKey()}`);
    if (request.method !== "GET" && !request.headers.has("idempotency-key")) {
      request.headers.set("idempotency-key", crypto.randomUUID());
    }
    return send(request, options, sender);
  };
}

async function dataOf(request: AnyRequest, method: string, path: string, init?: AnyInit): Promise<unknown> {
  const { data, response } = await request(method, path, init).catch((error: unknown) => {
    throw error instanceof SyntaxError ? invalidResponse(null, error) : error;
  });
  if (typeof data === "object" && data !== null && "data" in data) return data.data;
  throw invalidResponse(response);
}

function invalidResponse(response: Response | null, cause?: unknown): InvalidResponseError {
  const facts: ErrorFacts = {
    code: "INVALID_RESPONSE",
    reason: null,
    message: "The response is not one of the gateway's: is baseUrl right?",
    status: response?.status ?? 0,
    requestId: response?.headers.get("x-request-id") ?? null,
    details: {},
    retryAfter: null,
    cause,
  };
  return new InvalidResponseError(facts);
}
