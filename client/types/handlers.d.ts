import type { GatewayClient } from "./client.ts";
import type { ConnectOptions } from "./customer.ts";
import { type WebhookEvent, type WebhookSecret } from "./webhooks.ts";
export { expressHandler, honoHandler, nextHandlers } from "./handler-adapters.ts";
/** What came of a connect. */
export interface Connected {
    status: "connected" | "failed";
    /** Your external_id of who is signed in with you. */
    customer: string;
    provider: string | null;
    sessionId: string;
    /** Who granted, as the provider names them, with the workspace where the provider has some. */
    identity: {
        id: string;
        name: string;
        workspace?: {
            id: string;
            name: string;
        } | null;
    } | null;
    /** `<service>.<permission>` of what was asked for and not allowed; empty where everything was, or nothing is connected. */
    missingPermissions: string[];
    /** Of a failed one, such as access_denied. */
    error: string | null;
}
/** Further fields of a connect, such as `scopes`. */
export type MoreConnectOptions = Omit<ConnectOptions, "redirect_url" | "confirm" | "page">;
/** A connect that somebody starts with you. */
export interface ConnectRequest {
    /** Your external_id of who is signed in with you. */
    customer: string;
    /** Null where the person chooses one. */
    provider: string | null;
    /** What `?scopes=` of the link asks for, such as an error's `missing_scopes`. Anybody can write a link: take those that you allow. */
    scopes: readonly string[];
}
/** `Context` is what your framework gives beside the request: Hono's context, Express's request. */
export interface HandlersOptions<Context = unknown> {
    /** Made with a partner's key. */
    gateway: GatewayClient;
    /** The external_id of who is signed in with you, by your own session; null where nobody is. */
    customer(request: Request, context: Context): string | null | Promise<string | null>;
    /** Where your app is, such as https://app.example.com. Its origin must be among the redirect origins, if you have set some. */
    appUrl: string;
    /** At least 32 random characters of your own: signs the cookie that ties a connect to the browser that began it. */
    secret: string;
    /** Below it are `/connect`, `/connect/<provider>`, `/connected` and `/webhook`. Default /gateway. */
    basePath?: string;
    /** Further fields of each connect, or a function that chooses them. Without a function, a link with `scopes` is refused. */
    connectOptions?: MoreConnectOptions | ((wanted: ConnectRequest, request: Request, context: Context) => MoreConnectOptions | Promise<MoreConnectOptions>);
    /** The response once a connect is over; by default a redirect to `/` with `connected=<provider>` or `connect_error=<code>`. */
    finish?(outcome: Connected, request: Request, context: Context): Response | Promise<Response>;
    /** The webhook endpoint's. */
    webhookSecret?: WebhookSecret;
    /** An error of it is 500, and the gateway delivers again. The same event can come twice: compare ids. */
    onEvent?(event: WebhookEvent): void | Promise<void>;
}
/** The response to a request of one of these routes; null for any other. */
export type Handlers<Context = unknown> = (request: Request, context: Context) => Promise<Response | null>;
/** Throws a `TypeError` for settings that would make it unsafe. */
export declare function createHandlers<Context = unknown>(options: HandlersOptions<Context>): Handlers<Context>;
