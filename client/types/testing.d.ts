import type { Data, PathOf } from "./calls.ts";
import type { ErrorReason } from "./errors.ts";
import { type FakeError } from "./fake-errors.ts";
import type { paths } from "./schema.ts";
import type { WebhookEvent } from "./webhooks.ts";
export type { FakeApi, FakeError } from "./fake-errors.ts";
/** A call as the fake gateway got it. */
export interface FakeCall {
    method: string;
    /** Without the query. */
    path: string;
    /** Of the path's template, decoded. A call for which nothing is set has them where there is a `document`. */
    params: Readonly<Record<string, string>>;
    query: URLSearchParams;
    /** JSON; null without a body. */
    body: unknown;
    /** The connected account's external_id; null for the user's own calls. */
    account: string | null;
    headers: Headers;
}
export interface FakeGatewayOptions {
    /** The gateway's API document, `GET /openapi.json`, whose examples respond to calls for which nothing is set. */
    document?: object;
    /** Sends no header of the gateway, as some proxies and recorders do; the body says the same. */
    dropHeaders?: boolean;
}
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type DataOf<M extends Method, P> = P extends keyof paths ? Data<P, Lowercase<M>> : never;
export interface FakeGateway {
    /** For `createClient({ fetch })`. */
    fetch(request: Request): Promise<Response>;
    /** What has been called, oldest first. */
    readonly calls: readonly FakeCall[];
    /** Sets the `data` of an endpoint's responses; the last one set holds. */
    on<M extends Method, P extends PathOf<Lowercase<M>>>(method: M, path: P, data: DataOf<M, P> | ((call: FakeCall) => DataOf<M, P> | Promise<DataOf<M, P>>)): FakeGateway;
    /** Lets calls of a path, by its template, or all with "*", fail: for good, or so many `times`. */
    fail(path: keyof paths | "*", reason: ErrorReason, options?: Omit<FakeError, "reason"> & {
        times?: number;
    }): FakeGateway;
    /** Forgets what was set and called. */
    reset(): void;
}
export declare function createFakeGateway({ document, dropHeaders }?: FakeGatewayOptions): FakeGateway;
/** A request as the gateway sends it to your endpoint, with a signature that `verifyWebhook` accepts. */
export declare function signedWebhook(event: WebhookEvent, secret: string, { url, at }?: {
    url?: string;
    at?: Date;
}): Request;
