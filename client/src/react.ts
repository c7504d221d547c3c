// For React: a hook and a button that connect a provider, with the handlers as the back end.
import { type ComponentProps, createElement, type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { ConnectError, type ConnectOptions, connect as openConnect } from "./connect.ts";
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
  connect(provider?: string, options?: { scopes?: readonly string[] }): Promise<void>;
}

const IDLE: ConnectState = { status: "idle", provider: null, error: null, outcome: null };

/** Opens the connect page, has the back end confirm what came back, and says how it stands. */
export function useConnect(options: UseConnectOptions = {}): UseConnect {
  const [state, setState] = useState(IDLE);
  const current = useRef(options);
  current.current = options;
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const connect = useCallback(async (provider?: string, { scopes = [] }: { scopes?: readonly string[] } = {}) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const set = (next: Partial<ConnectState>) => {
      if (running.current === own && !own.signal.aborted) setState({ ...IDLE, provider: provider ?? null, ...next });
    };
    set({ status: "connecting" });
    try {
      const outcome = await connectOnce(current.current, provider, scopes, own.signal);
      set({ status: outcome.status, error: outcome.error, outcome });
      if (outcome.status === "connected" && !own.signal.aborted) current.current.onConnected?.(outcome);
    } catch (error) {
      set({ status: "failed", error: error instanceof ConnectError ? error.code : (error as Error).message });
    }
  }, []);
  return { ...state, connect };
}

async function connectOnce(
  { basePath = "/gateway", mode, container, lang }: UseConnectOptions,
  provider: string | undefined,
  scopes: readonly string[],
  signal: AbortSignal,
): Promise<Connected> {
  const base = basePath.replace(/\/+$/, "");
  const query = scopes.length > 0 ? `?scopes=${encodeURIComponent(scopes.join(" "))}` : "";
  const path = `${base}/connect${provider === undefined ? "" : `/${encodeURIComponent(provider)}`}${query}`;
  const outcome = await openConnect({
    url: async () => (await post<{ connect_url: string }>(path, {}, signal)).connect_url,
    signal,
    ...(mode && { mode }),
    ...(container && { container }),
    ...(lang && { lang }),
  });
  return post<Connected>(`${base}/connected`, outcome, signal);
}

async function post<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  const value = await response.json();
  if (!response.ok) throw new Error(value.code ?? value.error ?? `status ${response.status}`);
  return value;
}

export interface ConnectButtonProps extends UseConnectOptions, Omit<ComponentProps<"button">, "onClick" | "type"> {
  provider?: string;
  scopes?: readonly string[];
  onFailed?(error: string): void;
}

/** A button with the text of its children; while a connect goes on it is busy and cannot be pressed. */
export function ConnectButton(props: ConnectButtonProps): ReactElement {
  const {
    provider,
    scopes = [],
    basePath,
    mode,
    container,
    lang,
    onConnected,
    onFailed,
    children,
    disabled,
    ...rest
  } = props;
  const given = { basePath, mode, container, lang, onConnected };
  const { connect, status, error } = useConnect(definedOf(given));
  useEffect(() => {
    if (status === "failed" && error !== null) onFailed?.(error);
  }, [status, error]);
  const isBusy = status === "connecting";
  return createElement(
    "button",
    {
      ...rest,
      type: "button",
      disabled: disabled || isBusy,
      "aria-busy": isBusy,
      onClick: () => connect(provider, { scopes }),
    },
    children ?? "Connect",
  );
}

function definedOf<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
