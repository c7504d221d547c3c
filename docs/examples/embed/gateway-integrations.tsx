// A thin React wrapper of <gateway-integrations>: events as props, and a new token when the panel asks for one.
import type {
  GatewayIntegrationsElement,
  PanelAttributes,
  PanelConnected,
  PanelDisconnected,
  PanelError,
} from "@integration-gateway/client/panel";
import { createElement, useEffect, useRef, useState } from "react";

export interface GatewayIntegrationsProps extends Omit<PanelAttributes, "token"> {
  /** Asks your server, which makes a panel session for the customer who is signed in. */
  fetchToken: () => Promise<string>;
  onConnected?: (detail: PanelConnected) => void;
  onDisconnected?: (detail: PanelDisconnected) => void;
  onError?: (detail: PanelError) => void;
}

const NEEDS_TOKEN = ["token_unknown", "token_expired", "token_revoked", "token_used"];

export function GatewayIntegrations({
  fetchToken,
  onConnected,
  onDisconnected,
  onError,
  ...look
}: GatewayIntegrationsProps) {
  const element = useRef<GatewayIntegrationsElement>(null);
  const [token, setToken] = useState<string>();
  const handlers = useRef({ fetchToken, onConnected, onDisconnected, onError });
  handlers.current = { fetchToken, onConnected, onDisconnected, onError };
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const renew = () =>
      handlers.current.fetchToken().then(
        (fresh) => !signal.aborted && setToken(fresh),
        () => {},
      );
    element.current?.addEventListener("connected", ({ detail }) => handlers.current.onConnected?.(detail), { signal });
    element.current?.addEventListener("disconnected", ({ detail }) => handlers.current.onDisconnected?.(detail), {
      signal,
    });
    element.current?.addEventListener(
      "error",
      ({ detail }) => {
        handlers.current.onError?.(detail);
        if (NEEDS_TOKEN.includes(detail.code)) renew();
      },
      { signal },
    );
    renew();
    return () => ended.abort();
  }, []);
  return createElement("gateway-integrations", { ref: element, token, ...look });
}
