// Calls of endpoints by name: `customer.google.gmail.listMessages({ limit: 5 })`.
import type { RequiredKeysOf } from "openapi-typescript-helpers";
import type { CallOptions, ItemOf } from "./calls.ts";
import { REQUESTS } from "./endpoints.ts";
import type { operations } from "./schema.ts";

type Operation<Id extends keyof operations> = operations[Id];
type Part<O, Name extends "path" | "query"> = O extends { parameters: { [K in Name]?: infer P } }
  ? [NonNullable<P>] extends [never]
    ? unknown
    : NonNullable<P>
  : unknown;
type Body<O> = O extends { requestBody?: infer R }
  ? NonNullable<R> extends { content: { "application/json": infer B } }
    ? B
    : unknown
  : unknown;
/** Path, query and body in one object: no endpoint has a name twice. */
export type ArgumentsOf<Id extends keyof operations> = Part<Operation<Id>, "path"> &
  Part<Operation<Id>, "query"> &
  Body<Operation<Id>>;
type Json<O> = O extends { responses: { 200: { content: { "application/json": infer J } } } } ? J : never;
/** The `data` of the response. */
export type ResultOf<Id extends keyof operations> = Json<Operation<Id>> extends { data: infer D } ? D : never;

/** A page when awaited; with `for await` its items and those of all pages after it. */
export interface ListCall<D> extends Promise<D>, AsyncIterable<ItemOf<D>> {}

type Call<Id extends keyof operations, Result> =
  RequiredKeysOf<ArgumentsOf<Id>> extends never
    ? (args?: ArgumentsOf<Id>, options?: CallOptions) => Result
    : (args: ArgumentsOf<Id>, options?: CallOptions) => Result;
/** An endpoint of a provider. Returns `data`, or throws a `GatewayError`. */
export type Endpoint<Id extends keyof operations> = Call<Id, Promise<ResultOf<Id>>>;
/** An endpoint that reads a list page by page. */
export type ListEndpoint<Id extends keyof operations> = Call<Id, ListCall<ResultOf<Id>>>;

/** What a call sends: where each argument goes, beside the caller's options. */
export interface EndpointRequest {
  method: string;
  path: string;
  init: CallOptions & {
    params: { path: Record<string, unknown>; query: Record<string, unknown> };
    body?: Record<string, unknown>;
  };
}
/** Sends a request and returns its data; `items` goes on with the pages after it. */
export interface EndpointCaller {
  call(request: EndpointRequest): Promise<unknown>;
  items(request: EndpointRequest, first: Promise<unknown>): AsyncGenerator<unknown, void>;
}

/** Defines each provider's endpoints on a client; they are made when they are read. */
export function defineProviders(client: object, caller: EndpointCaller): void {
  for (const [provider, services] of Object.entries(REQUESTS)) {
    Object.defineProperty(client, provider, { enumerable: true, get: () => servicesOf(services, caller) });
  }
}

function servicesOf(services: Record<string, Record<string, string>>, caller: EndpointCaller) {
  const methods = (of: Record<string, string>) =>
    Object.fromEntries(Object.entries(of).map(([name, request]) => [name, endpointOf(request, caller)]));
  return Object.fromEntries(Object.entries(services).map(([service, of]) => [service, methods(of)]));
}

const endpointOf =
  (declared: string, caller: EndpointCaller) => (args?: Record<string, unknown>, options?: CallOptions) => {
    const request = requestOf(declared, args ?? {}, options);
    const call = caller.call(request);
    // The pages of a write must not be asked for in a loop: each would be another write.
    const isRead = request.method === "get" || request.method === "post";
    return isRead ? Object.assign(call, { [Symbol.asyncIterator]: () => caller.items(request, call) }) : call;
  };

/** Puts each argument where the endpoint takes it. */
export function requestOf(declared: string, args: Record<string, unknown>, options: CallOptions = {}): EndpointRequest {
  const [method = "", template = "", body, ...besideBody] = declared.split(" ");
  const inPath = new Set([...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string));
  const hasBody = body === "body";
  const parts: Record<"path" | "query" | "body", Record<string, unknown>> = { path: {}, query: {}, body: {} };
  for (const [name, value] of Object.entries(args)) {
    const place = inPath.has(name) ? "path" : hasBody && !besideBody.includes(name) ? "body" : "query";
    parts[place][name] = value;
  }
  const { path, query } = parts;
  const init = { ...options, params: { path, query }, ...(hasBody && { body: parts.body }) };
  return { method, path: `/api/v1${template}`, init };
}
