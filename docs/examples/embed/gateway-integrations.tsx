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

const NEEDS_TOKEN = ["token_expired", "token_revoked", "token_used"];

export function GatewayIntegrations({
  fetchToken,
  onConnected,
  onDisconnected,
  onError,
  ...look
}: GatewayIntegrationsProps) {
  const element = useRef<GatewayIntegrationsElement>(null);
  const [token, setToken] = useState<string>();
  const latest = useRef({ fetchToken, onConnected, onDisconnected, onError });
  latest.current = { fetchToken, onConnected, onDisconnected, onError };
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    const renew = () => {
      const fail = (error: unknown) =>
        latest.current.onError?.({
          code: "network",
          message: String(error),
          provider: null,
          reason: null,
          retry: renew,
        });
      latest.current.fetchToken().then((fresh) => signal.aborted || setToken(fresh), fail);
    };
    const panel = element.current;
    panel?.addEventListener("connected", ({ detail }) => latest.current.onConnected?.(detail), { signal });
    panel?.addEventListener("disconnected", ({ detail }) => latest.current.onDisconnected?.(detail), { signal });
    const onPanelError = ({ detail }: CustomEvent<PanelError>) => {
      latest.current.onError?.(detail);
      if (NEEDS_TOKEN.includes(detail.code)) renew();
    };
    panel?.addEventListener("error", onPanelError, { signal });
    renew();
    return () => unmounted.abort();
  }, []);
  return createElement("gateway-integrations", { ref: element, token, ...look });
}
