import type { RequiredKeysOf } from "openapi-typescript-helpers";
import type { CallOptions, ItemOf } from "./calls.ts";
import type { operations } from "./schema.ts";
type Operation<Id extends keyof operations> = operations[Id];
type Part<O, Name extends "path" | "query"> = O extends {
    parameters: {
        [K in Name]?: infer P;
    };
} ? [NonNullable<P>] extends [never] ? unknown : NonNullable<P> : unknown;
type Body<O> = O extends {
    requestBody?: infer R;
} ? NonNullable<R> extends {
    content: {
        "application/json": infer B;
    };
} ? B : unknown : unknown;
/** Path, query and body in one object: no endpoint has a name twice. */
export type ArgumentsOf<Id extends keyof operations> = Part<Operation<Id>, "path"> & Part<Operation<Id>, "query"> & Body<Operation<Id>>;
type Json<O> = O extends {
    responses: {
        200: {
            content: {
                "application/json": infer J;
            };
        };
    };
} ? J : never;
/** The `data` of the response. */
export type ResultOf<Id extends keyof operations> = Json<Operation<Id>> extends {
    data: infer D;
} ? D : never;
/** A page when awaited; with `for await` its items and those of all pages after it. */
export interface ListCall<D> extends Promise<D>, AsyncIterable<ItemOf<D>> {
}
type Call<Id extends keyof operations, Result> = RequiredKeysOf<ArgumentsOf<Id>> extends never ? (args?: ArgumentsOf<Id>, options?: CallOptions) => Result : (args: ArgumentsOf<Id>, options?: CallOptions) => Result;
/** An endpoint of a provider. Returns `data`, or throws a `GatewayError`. */
export type Endpoint<Id extends keyof operations> = Call<Id, Promise<ResultOf<Id>>>;
/** An endpoint that reads a list page by page. */
export type ListEndpoint<Id extends keyof operations> = Call<Id, ListCall<ResultOf<Id>>>;
/** What a call sends: where each argument goes, beside the caller's options. */
export interface EndpointRequest {
    method: string;
    path: string;
    init: CallOptions & {
        params: {
            path: Record<string, unknown>;
            query: Record<string, unknown>;
        };
        body?: Record<string, unknown>;
    };
}
/** Sends a request and returns its data; `items` goes on with the pages after it. */
export interface EndpointCaller {
    call(request: EndpointRequest): Promise<unknown>;
    items(request: EndpointRequest, first: Promise<unknown>): AsyncGenerator<unknown, void>;
}
/** Defines each provider's endpoints on a client; they are made when they are read. */
export declare function defineProviders(client: object, caller: EndpointCaller): void;
/** Puts each argument where the endpoint takes it. */
export declare function requestOf(declared: string, args: Record<string, unknown>, options?: CallOptions): EndpointRequest;
export {};
