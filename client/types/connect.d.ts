export interface ConnectOptions {
    /** `connect_url` of a session with `"page": true`, or what fetches it once the pop-up is open, so that no browser blocks it. */
    url?: string | (() => string | Promise<string>);
    /** In place of `url`: the last part of `connect_url`. */
    token?: string;
    /** With `token`: the gateway's address. /connect.js knows it already. */
    baseUrl?: string;
    mode?: "popup" | "frame";
    /** Where the frame goes; required for `frame`, and its page's origin must be among the redirect origins. */
    container?: Element;
    /** en, de, fr, es, pt or ja; the browser's own unless said. */
    lang?: string;
    /** 30 minutes, as long as a session lasts, unless said. */
    timeoutMs?: number;
    signal?: AbortSignal;
}
/** What came of the session; a refusal at the provider is an outcome too, with `error`. */
export interface ConnectOutcome {
    status: "success" | "error";
    provider: string | null;
    sessionId: string;
    accountId: string | null;
    externalId: string | null;
    /** Where the session asked for one: have your back end confirm it. */
    confirmToken: string | null;
    /** access_denied where the person said no. */
    error: string | null;
    errorDescription: string | null;
}
/** `origin_not_allowed`: the message names what is to be added to the redirect origins before a frame is shown. */
export type ConnectErrorCode = "invalid_options" | "blocked" | "closed" | "origin_not_allowed" | "refused_frame" | "timed_out" | "aborted";
/** No outcome came. */
export declare class ConnectError extends Error {
    name: string;
    readonly code: ConnectErrorCode;
    constructor(code: ConnectErrorCode, message: string);
}
/** Opens the page and resolves with its outcome; call it in the handler of a click. */
export declare function connect(options: ConnectOptions): Promise<ConnectOutcome>;
