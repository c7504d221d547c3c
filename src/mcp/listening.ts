// Streams of `subscriptions/listen`: bounded by key and process, and ended with the key or token, or when the process stops.
import type { ServerEventBus } from "@modelcontextprotocol/server";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Caller } from "../keys/model.ts";
import { bearerToken } from "../pipeline/authentication.ts";
import { createSignal, type IntegrationSignal } from "./integration-signal.ts";

const MAX_OF_KEY = 10;
const MAX_IN_PROCESS = 1_000;
const RETRY_AFTER_SECONDS = 15;
/** Between two checks of a stream's key or token, whose expiry nothing signals. */
const RECHECK_MS = 60_000;

export interface Listening {
  /** A slot for a stream, and the signal that ends it; 429 where the key or the process has too many. */
  open(caller: Caller, request: Request): Stream;
  /** Ends every stream: the clients connect again, elsewhere. */
  end(): void;
}

export interface Stream {
  signal: AbortSignal;
  /** Changes of the caller's tools, until the stream ends. */
  bus: ServerEventBus;
  close(): void;
}

export function createListening(
  deps: Pick<Deps, "changes" | "keys">,
  changed: IntegrationSignal,
  recheckMs = RECHECK_MS,
): Listening {
  const keysChanged = createSignal(deps.changes, ["api_keys", "mcp_grants", "accounts", "users", "partners"]);
  const open = new Map<string, Set<() => void>>();
  let total = 0;
  return {
    open(caller, request) {
      const streams = open.get(caller.id) ?? new Set();
      const refused = (text: string) => new AppError("RATE_LIMITED", text, {}, RETRY_AFTER_SECONDS);
      if (streams.size >= MAX_OF_KEY) throw refused(`This key has ${MAX_OF_KEY} streams open: close one of them.`);
      if (total >= MAX_IN_PROCESS) throw refused("The gateway has as many streams open as it can.");
      const ending = new AbortController();
      const stops: (() => void)[] = [];
      const close = () => {
        if (!streams.delete(close)) return;
        total--;
        if (streams.size === 0) open.delete(caller.id);
        for (const stop of stops) stop();
        ending.abort();
      };
      open.set(caller.id, streams.add(close));
      total++;
      request.signal.addEventListener("abort", close, { once: true });
      const recheck = () => void endUnlessLiving(deps, request, close);
      const timer = setInterval(recheck, recheckMs);
      stops.push(keysChanged.subscribe(caller.userId, recheck), () => clearInterval(timer));
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
      for (const streams of [...open.values()]) for (const close of [...streams]) close();
    },
  };
}

/** A key that is gone or over ends its streams; while the database is gone, they stay. */
async function endUnlessLiving({ keys }: Pick<Deps, "keys">, request: Request, close: () => void): Promise<void> {
  try {
    const caller = await keys.authenticate(bearerToken(request));
    if (caller?.paymentState !== "ok") close();
  } catch {
    // The next change, or the client's next request, tells.
  }
}
