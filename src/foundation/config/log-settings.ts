// Reads which lines the log has, and where they go.
import { resolve } from "node:path";
import type { SettingValue } from "./config.ts";

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

export interface LogSettings {
  logLevel: LogLevel;
  /** The file in place of standard error; null for none. */
  logFile: string | null;
  /** Bytes at which the file is rotated; Infinity where somebody else does that. */
  logFileMaxBytes: number;
  /** How many rotated files stay. */
  logFileKeep: number;
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error", "silent"];
const MAX_BYTES = 100_000_000;
/** A smaller file would be rotated with every few lines. */
const LEAST_BYTES = 10_000;
const KEEP = 5;
const MOST_FILES = 1_000;

export function readLog(value: SettingValue, errors: string[]): LogSettings {
  const logLevel = (value("LOG_LEVEL", "process") ?? "info") as LogLevel;
  if (!LEVELS.includes(logLevel)) errors.push(`LOG_LEVEL must be one of ${LEVELS.join(", ")}.`);
  const [file, most, keep] = [
    value("LOG_FILE", "process"),
    value("LOG_FILE_MAX_BYTES", "process"),
    value("LOG_FILE_KEEP", "process"),
  ];
  const bytes = wholeNumber(most, MAX_BYTES);
  if (!(bytes === 0 || bytes >= LEAST_BYTES))
    errors.push(`LOG_FILE_MAX_BYTES must be a whole number of bytes, ${LEAST_BYTES} or more; 0 rotates nothing.`);
  const count = wholeNumber(keep, KEEP);
  if (!(count <= MOST_FILES)) errors.push(`LOG_FILE_KEEP must be a whole number from 0 to ${MOST_FILES}.`);
  if (file === undefined && (most !== undefined || keep !== undefined))
    errors.push(
      `${most === undefined ? "LOG_FILE_KEEP" : "LOG_FILE_MAX_BYTES"} needs LOG_FILE: set it too, or remove it.`,
    );
  return {
    logLevel,
    logFile: file === undefined ? null : resolve(file),
    logFileMaxBytes: bytes === 0 ? Number.POSITIVE_INFINITY : bytes,
    logFileKeep: count,
  };
}

function wholeNumber(text: string | undefined, unset: number): number {
  if (text === undefined) return unset;
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}
