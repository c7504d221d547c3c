import { type ComponentProps, type ReactElement } from "react";
import { type ConnectOptions } from "./connect.ts";
import type { Connected } from "./handlers.ts";
export interface UseConnectOptions extends Pick<ConnectOptions, "mode" | "container" | "lang"> {
    /** Where the handlers are. Default /gateway. */
    basePath?: string;
    onConnected?(outcome: Connected): void;
}
export interface ConnectState {
    status: "idle" | "connecting" | "connected" | "failed";
    provider: string | null;
    /** A code: `closed` where the person closed the window, access_denied where they said no. */
    error: string | null;
    outcome: Connected | null;
}
export interface UseConnect extends ConnectState {
    /**
     * Call it in the handler of a click; without a provider the person chooses one. Never rejects. `scopes`, such as an error's
     * `missing_scopes`, need a function as the handlers' `connectOptions`.
     */
    connect(provider?: string, options?: {
        scopes?: readonly string[];
    }): Promise<void>;
}
/** Opens the connect page, has the back end confirm what came back, and says how it stands. */
export declare function useConnect(options?: UseConnectOptions): UseConnect;
export interface ConnectButtonProps extends UseConnectOptions, Omit<ComponentProps<"button">, "onClick" | "type"> {
    provider?: string;
    scopes?: readonly string[];
    onFailed?(error: string): void;
}
/** A button with the text of its children; while a connect goes on it is busy and cannot be pressed. */
export declare function ConnectButton(props: ConnectButtonProps): ReactElement;
