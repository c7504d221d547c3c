// How much memory one process needs, with a margin above what bench/memory.ts measured: doctor and the guide have it from here.

/** Megabytes of 1,000,000 bytes, of the limit that a cgroup or MemoryMax sets. */
export interface NeededMemory {
  /** The least limit at which every one of 200 calls a second succeeded, three times of three. */
  measured: number;
  /** A third more. */
  needed: number;
}

type DatabaseKind = "postgres" | "embedded";

const SERVING: Record<DatabaseKind, NeededMemory> = {
  postgres: { measured: 192, needed: 256 },
  embedded: { measured: 320, needed: 432 },
};
/** The same while the gateway backs itself up, and restores the backup as a trial in a second process. */
const WITH_TRIALS: Record<DatabaseKind, NeededMemory> = {
  postgres: { measured: 448, needed: 600 },
  embedded: { measured: 576, needed: 768 },
};

export const neededMemory = (kind: DatabaseKind, hasTrials: boolean): NeededMemory =>
  (hasTrials ? WITH_TRIALS : SERVING)[kind];
