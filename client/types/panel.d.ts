/** `popup_blocked` and `not_connected` come from the panel itself; after any other, there is no panel. */
export type PanelErrorCode = "invalid_options" | "network" | "origin_not_allowed" | "refused_frame" | "token_unknown" | "token_expired" | "token_revoked" | "token_used" | "too_many_requests" | "popup_blocked" | "not_connected";
export interface PanelConnected {
    provider: string;
    sessionId: string;
    /** Where the panel session was made with `confirm`: have your back end confirm it. */
    confirmToken: string | null;
}
export interface PanelDisconnected {
    provider: string;
}
export interface PanelError {
    code: PanelErrorCode;
    /** For you, in English; the customer reads the panel. */
    message: string;
    provider: string | null;
    /** Of `not_connected`: the error of the connect session, such as access_denied. */
    reason: string | null;
    /** Loads the panel again; after an error of the token, set a new one first. */
    retry: () => void;
}
export interface PanelResize {
    /** Pixels. */
    height: number;
}
export interface PanelEventMap {
    connected: CustomEvent<PanelConnected>;
    disconnected: CustomEvent<PanelDisconnected>;
    error: CustomEvent<PanelError>;
    resize: CustomEvent<PanelResize>;
}
/** Attributes of the element, for typed templates. */
export interface PanelAttributes {
    token?: string;
    lang?: string;
    theme?: "auto" | "light" | "dark";
    /** `#rrggbb`, with enough contrast on white. */
    accent?: string;
    /** Pixels, 0 to 24. */
    radius?: string;
    font?: "system" | "humanist" | "rounded" | "serif" | "mono";
    /** Pixels after which the panel scrolls, 200 to 10000. */
    "max-height"?: string;
}
export interface GatewayIntegrationsElement extends HTMLElement {
    /** Loads the panel again, with the attributes of now. */
    reload(): void;
    addEventListener<Name extends keyof PanelEventMap>(type: Name, listener: (event: PanelEventMap[Name]) => void, options?: boolean | AddEventListenerOptions): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}
/** Defines the element once; `gateway` is the gateway's address. */
export declare function definePanel(gateway: string): void;
