// Plugins that have stopped a process, noted in the data folder by its last thread: out of use for a while after the next start.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface StoppedBy {
  plugin: string;
  /** `load`: by its import, which is not tried again. `run`: by one of its functions. */
  phase: "load" | "run";
  /** ISO 8601. */
  at: string;
  until: string;
  /** How often it has happened. */
  times: number;
}

export const quarantineFile = (dataDir: string): string => join(dataDir, "quarantine.json");

/** Those that are out of use at `now`, Unix time in milliseconds. */
export function readQuarantine(dataDir: string, now: number): StoppedBy[] {
  try {
    const entries = JSON.parse(readFileSync(quarantineFile(dataDir), "utf8")) as StoppedBy[];
    return entries.filter(({ plugin, until }) => typeof plugin === "string" && Date.parse(until) > now);
  } catch {
    // Without the file nothing is out of use, and a file that somebody has spoilt must not stop the start.
    return [];
  }
}
