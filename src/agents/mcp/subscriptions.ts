// Streams of `subscriptions/listen`: held in the caller's share, and ended with the key or token, or when the process stops.
import type { ServerEventBus } from "@modelcontextprotocol/server";
import type { Caller } from "../../identity/keys/model.ts";
import type { LiveAuthorization } from "../../metering/long-lived/live-authorizations.ts";
import type { Holder } from "../../metering/long-lived/slots.ts";
import type { Deps } from "../../server/deps.ts";
import type { IntegrationSignal } from "./integration-signal.ts";

export interface SubscriptionStreams {
  /** A place for a stream, and the signal that ends it; 429 where the key, its user, its network or the process has too many. */
  open(call: SubscribeRequest): SubscriptionStream;
  /** Ends every stream: the clients connect again, elsewhere. */
  end(): void;
}

export interface SubscribeRequest {
  caller: Caller;
  holder: Holder;
  request: Request;
  /** What the stream lives under. */
  rightOf(end: () => void): Omit<LiveAuthorization, "userId">;
}

export interface SubscriptionStream {
  signal: AbortSignal;
  /** Changes of the caller's tools, until the stream ends. */
  bus: ServerEventBus;
  close(): void;
}

export function createSubscriptionStreams(
  { longLived }: Pick<Deps, "longLived">,
  changed: IntegrationSignal,
): SubscriptionStreams {
  const open = new Set<() => void>();
  return {
    open({ caller, holder, request, rightOf }) {
      const ending = new AbortController();
      const stops: (() => void)[] = [];
      const close = () => {
        if (!open.delete(close)) return;
        for (const stop of stops) stop();
        ending.abort();
      };
      stops.push(longLived.hold("listener", holder, rightOf(close)));
      open.add(close);
      request.signal.addEventListener("abort", close, { once: true });
      stops.push(() => request.signal.removeEventListener("abort", close));
      const bus: ServerEventBus = {
        publish: () => {},
        subscribe(listener) {
          const stop = changed.subscribe(caller.userId, () => listener({ kind: "tools_list_changed" }));
          stops.push(stop);
          // The library unsubscribes when the stream ends, from whichever side.
          return close;
        },
      };
      return { signal: ending.signal, bus, close };
    },
    end() {
      for (const close of [...open]) close();
    },
  };
}
