// Whose code runs at this moment, written where another thread reads it: server/watchdog.ts ends a process that hangs.

/** The cells of the shared memory: how often the event loop came round, and the number of who runs, 0 for none. */
export const CELLS = { beat: 0, running: 1 } as const;

/** `load`: while the module is imported. `run`: a function of the plugin. */
export interface RunningPlugin {
  plugin: string;
  phase: "load" | "run";
}

export interface PluginWatch {
  cells: Int32Array;
  /** Called with each further one; their numbers count from 1. */
  added(running: RunningPlugin): void;
}

let watch: PluginWatch | null = null;
const numbers = new Map<string, number>();
let isClearing = false;

/** Begins to write; without it the functions below do nothing. */
export function watchPlugins(to: PluginWatch | null): void {
  watch = to;
  numbers.clear();
}

/** Runs a plugin's code. Whoever ran before, runs again afterwards: what a plugin went on with can call another's functions. */
export function whileRunning<T>(plugin: string, work: () => T): T {
  if (!watch) return work();
  const { cells } = watch;
  const before = cells[CELLS.running] as number;
  cells[CELLS.running] = numberOf(watch, { plugin, phase: "run" });
  try {
    return work();
  } finally {
    cells[CELLS.running] = before;
  }
}

/** Imports a plugin. Its module may wait, so the event loop comes round meanwhile. */
export async function whileLoading<T>(plugin: string, load: () => Promise<T>): Promise<T> {
  if (!watch) return load();
  const { cells } = watch;
  cells[CELLS.running] = numberOf(watch, { plugin, phase: "load" });
  try {
    return await load();
  } finally {
    cells[CELLS.running] = 0;
  }
}

/** The plugin goes on after an `await`, where nothing of ours is around its code: until the event loop comes round. */
export async function handedOver<T>(plugin: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    if (watch) handOver(watch, plugin);
  }
}

function handOver(to: PluginWatch, plugin: string): void {
  to.cells[CELLS.running] = numberOf(to, { plugin, phase: "run" });
  if (isClearing) return;
  isClearing = true;
  setImmediate(() => {
    isClearing = false;
    to.cells[CELLS.running] = 0;
  });
}

function numberOf({ added }: PluginWatch, running: RunningPlugin): number {
  const key = `${running.phase} ${running.plugin}`;
  const found = numbers.get(key);
  if (found !== undefined) return found;
  numbers.set(key, numbers.size + 1);
  added(running);
  return numbers.size;
}
