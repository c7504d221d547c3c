import type { RetryOptions } from "./retry.ts";
export interface ClientOptions extends RetryOptions {
    /** Where the gateway is, without /api/v1. */
    baseUrl: string;
    /** The API key, or a function that is asked before every call. */
    apiKey: string | (() => string | Promise<string>);
    /** A connected account's external_id: calls are made for it. Partners alone. */
    account?: string;
    /** The name of one of several connections with a provider: calls use that one. */
    connection?: string;
    /** Default the runtime's. */
    fetch?: (request: Request) => Promise<Response>;
}
/** Without a slash at its end; throws a `TypeError` that says what is wrong. */
export declare function checkedUrl({ baseUrl, apiKey }: Partial<ClientOptions>): string;
/** The key of one call. No error holds any of it. */
export declare function keyOf({ apiKey }: ClientOptions): Promise<string>;
