import type { RequiredKeysOf } from "openapi-typescript-helpers";
import type { CallOptions } from "./calls.ts";
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
type Item<D> = {
    [K in keyof D]-?: NonNullable<D[K]> extends readonly (infer T)[] ? T : never;
}[keyof D];
/** A page when awaited; with `for await` its items and those of all pages after it. */
export interface ListCall<D> extends Promise<D>, AsyncIterable<Item<D>> {
}
type IsList<Id extends keyof operations> = Extract<keyof ArgumentsOf<Id>, "cursor" | "offset"> extends never ? false : true;
type Call<Id extends keyof operations> = IsList<Id> extends true ? ListCall<ResultOf<Id>> : Promise<ResultOf<Id>>;
/** An endpoint of a provider. Returns `data`, or throws a `GatewayError`. */
export type Endpoint<Id extends keyof operations> = RequiredKeysOf<ArgumentsOf<Id>> extends never ? (args?: ArgumentsOf<Id>, options?: CallOptions) => Call<Id> : (args: ArgumentsOf<Id>, options?: CallOptions) => Call<Id>;
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
/** Sends a request and returns its data; `pages` goes on with the next ones. */
export interface EndpointCaller {
    call(request: EndpointRequest): Promise<unknown>;
    items(request: EndpointRequest, first: Promise<unknown>): AsyncGenerator<unknown, void>;
}
/** Defines each provider's endpoints on a client; they are made when they are read. */
export declare function defineProviders(client: object, caller: EndpointCaller): void;
/** Puts each argument where the endpoint takes it. */
export declare function requestOf(declared: string, args: Record<string, unknown>, options?: CallOptions): EndpointRequest;
export {};
