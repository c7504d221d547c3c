// Keeps a plugin's functions from the network and from timers while the kit runs them, and reports what they used.
import { AsyncLocalStorage } from "node:async_hooks";

/** Globals that reach the network or wait. */
const FORBIDDEN = ["fetch", "setTimeout", "setInterval", "WebSocket", "EventSource", "XMLHttpRequest"] as const;

type OnUse = (name: string) => void;
/** Set in the plugin's own work only, so that other work in the process keeps its timers and its network. */
const plugin = new AsyncLocalStorage<OnUse>();
const originals = new Map<string, unknown>();
const globals = globalThis as unknown as Record<string, unknown>;
let running = 0;

/** Runs `work` with the network and the timers replaced by functions that throw; `onUse` hears of a use whose error is caught. */
export async function confined<T>(onUse: OnUse, work: () => Promise<T>): Promise<T> {
  if (running++ === 0) replaceAll();
  try {
    return await plugin.run(onUse, work);
  } finally {
    if (--running === 0) restoreAll();
  }
}

function replaceAll(): void {
  for (const name of FORBIDDEN) {
    const original = globals[name];
    if (typeof original !== "function") continue;
    originals.set(name, original);
    globals[name] = throwing(name, original);
  }
}

function restoreAll(): void {
  for (const [name, original] of originals) globals[name] = original;
  originals.clear();
}

function throwing(name: string, original: object): unknown {
  const refuse = () => {
    const onUse = plugin.getStore();
    if (!onUse) return;
    onUse(name);
    throw new Error(`A plugin must not use ${name}.`);
  };
  return new Proxy(original as (...args: unknown[]) => unknown, {
    apply(target, self, args) {
      refuse();
      return Reflect.apply(target, self, args);
    },
    construct(target, args) {
      refuse();
      return Reflect.construct(target, args) as object;
    },
  });
}
