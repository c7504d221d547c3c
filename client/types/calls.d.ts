import type { MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import type { RetryOptions } from "./retry.ts";
import type { paths } from "./schema.ts";
export type PathOf<M extends HttpMethod> = PathsWithMethod<paths, M>;
/** What one call may have of its own; the rest is the client's. */
export interface CallOptions extends RetryOptions {
    signal?: AbortSignal;
    headers?: Record<string, string>;
    /** A write under a key happens once. Text of any characters; without one a write has a new key of its own. */
    idempotencyKey?: string;
}
export type InitOf<P extends keyof paths, M extends HttpMethod> = MaybeOptionalInit<paths[P], M & keyof paths[P]> & CallOptions;
/** The last argument of a call, optional where nothing in it is required. */
export type InitArgument<I> = RequiredKeysOf<I> extends never ? [init?: I] : [init: I];
type OperationOf<P extends keyof paths, M extends HttpMethod> = paths[P][M & keyof paths[P]];
type Content<O> = O extends {
    responses: {
        200: {
            content: infer C;
        };
    };
} ? C : never;
/** The `data` of a successful response. */
export type Data<P extends keyof paths, M extends HttpMethod> = Content<OperationOf<P, M>> extends {
    "application/json": {
        data: infer D;
    };
} ? D : never;
/** Paths whose calls give a list page by page. */
export type PagedPath<M extends "get" | "post"> = {
    [P in PathOf<M>]: [Data<P, M>] extends [never] ? never : "cursor" extends keyof NonNullable<QueryOf<P, M>> ? P : "offset" extends keyof NonNullable<QueryOf<P, M>> ? P : never;
}[PathOf<M>];
type QueryOf<P extends keyof paths, M extends HttpMethod> = OperationOf<P, M> extends {
    parameters: {
        query?: infer Q;
    };
} ? Q : never;
/** Paths whose responses are files, or lines without an end in sight. */
export type FilePath = {
    [P in PathOf<"get">]: "application/octet-stream" extends keyof Content<OperationOf<P, "get">> ? P : keyof Content<OperationOf<P, "get">> extends "application/x-ndjson" ? P : never;
}[PathOf<"get">];
/** The items of a page's list; a page has one. */
export type ItemOf<D> = {
    [K in keyof D]-?: NonNullable<D[K]> extends readonly (infer T)[] ? T : never;
}[keyof D];
/** Paths whose responses are the gateway's envelope; streams, files without JSON and raw requests have calls of their own. */
export type CallPath<M extends HttpMethod> = {
    [P in PathOf<M>]: [Data<P, M>] extends [never] ? never : P;
}[PathOf<M>];
/** A call with one method: returns `data`, or throws a `GatewayError`. */
export type Call<M extends HttpMethod> = <P extends CallPath<M>>(path: P, ...init: InitArgument<InitOf<P, M>>) => Promise<Data<P, M>>;
export {};
