// Keeps a plugin's functions from the network and from timers while the kit runs them, and tells what they reached for.
import { AsyncLocalStorage } from "node:async_hooks";

/** What a plugin's function could reach without an import. */
const OUT_OF_REACH = ["fetch", "setTimeout", "setInterval", "WebSocket", "EventSource", "XMLHttpRequest"] as const;

type Reached = (name: string) => void;
/** Set within a plugin's work only, so that whatever else runs in the process keeps its timers and its network. */
const plugin = new AsyncLocalStorage<Reached>();
const originals = new Map<string, unknown>();
let running = 0;

/** Runs `work` with throwers in place of the network and the timers; `reached` is told even where the throw is caught. */
export async function confined<T>(reached: Reached, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) replaceAll();
  try {
    return await plugin.run(reached, work);
  } finally {
    if (--running === 0) putBack();
  }
}

function replaceAll(): void {
  const globals = globalThis as unknown as Record<string, unknown>;
  for (const name of OUT_OF_REACH) {
    const original = globals[name];
    if (typeof original !== "function") continue;
    originals.set(name, original);
    globals[name] = thrower(name, original);
  }
}

function putBack(): void {
  for (const [name, original] of originals) (globalThis as unknown as Record<string, unknown>)[name] = original;
  originals.clear();
}

function thrower(name: string, original: object): unknown {
  const refuse = () => {
    const reached = plugin.getStore();
    if (!reached) return;
    reached(name);
    throw new Error(`A plugin must not use ${name}.`);
  };
  return new Proxy(original as (...given: unknown[]) => unknown, {
    apply(target, self, given) {
      refuse();
      return Reflect.apply(target, self, given);
    },
    construct(target, given) {
      refuse();
      return Reflect.construct(target, given) as object;
    },
  });
}
