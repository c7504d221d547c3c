// Looks at disk, memory and open files of this process, and says so before one of them ends it: the end itself has no line.
import { clearInterval, setInterval } from "node:timers";
import { diskSize } from "../foundation/db/disk.ts";
import type { Log } from "../foundation/log/log.ts";
import { descriptorUse, memoryUse, type Use } from "../foundation/metrics/resources.ts";

/** What of each is used; null where the system does not say, or sets no limit. */
export interface Resources {
  disk: Use | null;
  memory: Use | null;
  descriptors: { used: number | null; limit: number | null };
}

export const readResources = (dataDir: string): Resources => ({
  disk: diskSize(dataDir),
  memory: memoryUse(),
  descriptors: descriptorUse(),
});

const EVERY_MS = 15_000;
/** Memory is read more often: a gateway at its limit has been seen to end within seconds, and the look costs two short files. */
const MEMORY_EVERY_MS = 1_000;
/** Shares from which there is a line. */
const HIGH = { disk: 0.9, memory: 0.9, descriptors: 0.8 } as const;
/** A share that goes up and down around its bound is one crossing. */
const MARGIN = 0.05;

type Resource = keyof typeof HIGH;
const EVENTS: Record<Resource, string> = {
  disk: "disk_nearly_full",
  memory: "memory_nearly_used",
  descriptors: "descriptors_nearly_used",
};

export interface ResourceWatch {
  look(): void;
  /** Reads nothing else. */
  lookAtMemory(): void;
  /** Looks now, at memory every second, and at everything every 15. */
  start(): void;
  stop(): void;
}

export interface ResourceWatchOptions {
  log: Log;
  read: () => Resources;
  /** The part of `read` that is memory. */
  readMemory: () => Use | null;
}

/** One line for each crossing. Each process has its own limits, so this is no job of the cluster. */
export function createResourceWatch({ log, read, readMemory }: ResourceWatchOptions): ResourceWatch {
  const high = new Set<Resource>();
  let timers: ReturnType<typeof setInterval>[] = [];
  const compare = (resource: Resource, used: number | null, limit: number | null) => {
    if (used === null || limit === null || limit <= 0) return;
    const share = used / limit;
    if (share < HIGH[resource] - MARGIN) high.delete(resource);
    if (share < HIGH[resource] || high.has(resource)) return;
    high.add(resource);
    log.warn(EVENTS[resource], { used, limit, percent: Math.floor(share * 100) });
  };
  const look = () => {
    const { disk, memory, descriptors } = read();
    compare("disk", disk?.used ?? null, disk?.limit ?? null);
    compare("memory", memory?.used ?? null, memory?.limit ?? null);
    compare("descriptors", descriptors.used, descriptors.limit);
  };
  const lookAtMemory = () => {
    const memory = readMemory();
    compare("memory", memory?.used ?? null, memory?.limit ?? null);
  };
  return {
    look,
    lookAtMemory,
    start() {
      look();
      if (timers.length > 0) return;
      timers = [setInterval(look, EVERY_MS).unref(), setInterval(lookAtMemory, MEMORY_EVERY_MS).unref()];
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      timers = [];
    },
  };
}
