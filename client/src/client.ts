// The client: typed calls that return `data` and throw error classes, lists as iterators, files as streams.
import createFetchClient, { type Client } from "openapi-fetch";
import { accountHeader } from "./account-header.ts";
import { type AgentSessionClient, type AgentSessionOptions, agentSessionOf } from "./agent-session.ts";
import type { Call, CallOptions, Data, FilePath, InitArgument, InitOf, ItemOf, PagedPath } from "./calls.ts";
import { type CustomerClient, customerOf } from "./customer.ts";
import { defineProviders } from "./endpoint.ts";
import type { Providers } from "./endpoints.ts";
import { type ErrorFacts, InvalidResponseError } from "./errors.ts";
import { type EventStream, type EventsOptions, eventStream, type StreamSource } from "./events.ts";
import { type FileStream, fileOf } from "./file.ts";
import { type ClientOptions, checkedUrl, keyOf } from "./options.ts";
import { itemsOf, type PageQuery, pagesOf } from "./paging.ts";
import { type RetryOptions, type Sender, send, waitOnTimer } from "./retry.ts";
import type { components, paths } from "./schema.ts";

/** Calls by path, and each provider's endpoints by name: `gateway.google.gmail.listMessages({ limit: 5 })`. */
export interface GatewayClient extends Providers {
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
  /** New events as they come, connected again after a break. They are the account's in a client for one. */
  events(options?: EventsOptions): EventStream;
  /** The same client for a customer of yours, by your own id. Its account is made when it first connects. */
  customer(externalId: string): CustomerClient;
  /** The same as `customer`. */
  account(externalId: string): CustomerClient;
  /** The same client for one of several connections with a provider, by its name. */
  connection(name: string): GatewayClient;
  /** Creates an agent session with part of the key's rights, of the customer in a client for one; in a session's client one below it. */
  agentSession(options?: AgentSessionOptions): Promise<AgentSessionClient>;
  /** The same calls as openapi-fetch makes them, with the response and the envelope. They throw error classes too. */
  raw: Client<paths>;
}

/** The part of a call's options that this file reads; the types in calls.ts hold for callers. */
interface AnyInit extends CallOptions {
  params?: { path?: object; query?: PageQuery & Record<string, unknown>; header?: Record<string, unknown> };
  body?: object;
  parseAs?: "stream";
}
interface AnyResult {
  data?: unknown;
  response: Response;
}
type AnyRequest = (method: string, path: string, init?: AnyInit) => Promise<AnyResult>;

export function createClient(options: ClientOptions): GatewayClient {
  const raw = createFetchClient<paths>({
    baseUrl: checkedUrl(options),
    fetch: sendWith(options),
    headers: {
      ...(options.account !== undefined && accountHeader(options.account)),
      ...(options.connection !== undefined && { "X-Connection": options.connection }),
    },
  });
  const rawRequest = raw.request as unknown as AnyRequest;
  const request: AnyRequest = (method, path, init) => rawRequest(method, path, withKey(init));
  const call = (method: string) => (path: string, init?: AnyInit) => dataOf(request, method, path, init);
  const pages = (method: string) => (path: string, init?: AnyInit) => pagesFrom(request, method, path, init);
  const items = (path: string, init?: AnyInit) => itemsIn(pagesFrom(request, "get", path, init));
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
  const customer = (externalId: string) => {
    const { account: _, ...own } = options;
    return customerOf(createClient(own), createClient({ ...options, account: externalId }), externalId);
  };
  const client = {
    ...methods,
    pages: pages("get"),
    items,
    postPages: pages("post"),
    file,
    events: (asked?: EventsOptions) => eventStream({ ...STREAM, open: openStream(request) }, asked),
    customer,
    account: customer,
    connection: (name: string) => createClient({ ...options, connection: name }),
    agentSession: (body?: AgentSessionOptions) => newSession(options, body),
    raw,
  };
  defineProviders(client, {
    call: ({ method, path, init }) => dataOf(request, method, path, init),
    items: ({ method, path, init }, first) => itemsIn(pagesFrom(request, method, path, init, first)),
  });
  return client as unknown as GatewayClient;
}

/** A session with the key of these options, whose client calls with its token alone. */
async function newSession(options: ClientOptions, body: AgentSessionOptions = {}): Promise<AgentSessionClient> {
  const { account, connection: _, ...own } = options;
  const maker = createClient(own);
  const created = await maker.post("/api/v1/agent-sessions", {
    body: { ...body, ...(account !== undefined && { account }) },
  });
  return sessionClient(own, maker, created);
}

/** Sessions below it are made with its token, and extended and ended with the key. */
function sessionClient(
  options: ClientOptions,
  maker: GatewayClient,
  created: components["schemas"]["CreatedAgentSession"],
): AgentSessionClient {
  const own = createClient({ ...options, apiKey: created.token });
  const params = { path: { id: created.id } };
  const below = async (body: AgentSessionOptions = {}) =>
    sessionClient(options, maker, await own.post("/api/v1/agent-sessions/{id}/sessions", { params, body }));
  // A token serves one owner for good.
  const bound = Object.assign(own, { agentSession: below, customer: undefined, account: undefined });
  return agentSessionOf({ created, maker, own: bound as unknown as GatewayClient });
}

const STREAM = { wait: waitOnTimer, random: Math.random, silenceMs: 45_000 };

/** One attempt: the stream has pauses of its own. */
function openStream(request: AnyRequest): StreamSource["open"] {
  return async (lastEventId, signal) => {
    const headers = { accept: "text/event-stream", ...(lastEventId !== null && { "last-event-id": lastEventId }) };
    const init: AnyInit = { headers, signal, retries: 0, parseAs: "stream" };
    return (await request("get", "/api/v1/inbox/stream", init)).response;
  };
}

/** The pages of a list; `first` is the first one where it has been requested already. */
function pagesFrom(request: AnyRequest, method: string, path: string, init: AnyInit = {}, first?: Promise<unknown>) {
  const { cursor, offset, ...query } = init.params?.query ?? {};
  let requested = first;
  const read = (position: PageQuery) => {
    const at = { ...init, params: { ...init.params, query: { ...query, ...position } } };
    const page = requested ?? dataOf(request, method, path, at);
    requested = undefined;
    return page;
  };
  return pagesOf(read, { ...(cursor !== undefined && { cursor }), ...(offset !== undefined && { offset }) });
}

async function* itemsIn(pages: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  for await (const page of pages) yield* itemsOf(page as Record<string, unknown>);
}

/** Under an Idempotency-Key of any characters: encoded where a header could not hold it, and where it could be taken for encoded. */
function withKey(init: AnyInit = {}): AnyInit {
  const { idempotencyKey, ...own } = init;
  const key = idempotencyKey ?? init.params?.header?.["Idempotency-Key"];
  if (typeof key !== "string") return own;
  const text = /^[\x21-\x24\x26-\x7e]*$/.test(key) ? key : encodeURIComponent(key);
  return { ...own, params: { ...init.params, header: { ...init.params?.header, "Idempotency-Key": text } } };
}

/** Sends what openapi-fetch has built, with the key, and with an Idempotency-Key on writes that have none. */
function sendWith(options: ClientOptions): (request: Request) => Promise<Response> {
  const { fetch: own } = options;
  const sender: Sender = {
    fetch: own ?? ((request) => globalThis.fetch(request)),
    wait: waitOnTimer,
    random: Math.random,
  };
  return async (request) => {
    request.headers.set("authorization", `Bearer ${await keyOf(options)}`);
    if (request.method !== "GET" && !request.headers.has("idempotency-key")) {
      request.headers.set("idempotency-key", crypto.randomUUID());
    }
    // openapi-fetch hands a call's own options on as properties of its request.
    const { retries, maxWaitMs, timeoutMs } = { ...options, ...ownOptions(request) };
    return send(request, { retries, maxWaitMs, timeoutMs }, sender);
  };
}

function ownOptions(request: Request & RetryOptions): RetryOptions {
  const { retries, maxWaitMs, timeoutMs } = request;
  return {
    ...(retries !== undefined && { retries }),
    ...(maxWaitMs !== undefined && { maxWaitMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
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
