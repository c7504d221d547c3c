// Opens the log of the process at standard error, or at LOG_FILE.
import type { LogSettings } from "../config/log-settings.ts";
import { createLog, type Log, type LogTracing } from "./log.ts";
import { type LogFile, openLogFile } from "./log-file.ts";

export interface OwnLog {
  log: Log;
  /** Null where the log goes to standard error. */
  file: LogFile | null;
}

/** Throws `StartupError` where the file cannot be opened. */
export function openLog(
  { logLevel, logFile, logFileMaxBytes, logFileKeep }: LogSettings,
  tracing: LogTracing | null = null,
): OwnLog {
  const file = logFile === null ? null : openLogFile({ path: logFile, maxBytes: logFileMaxBytes, keep: logFileKeep });
  return { log: createLog(logLevel, undefined, file?.write, tracing), file };
}
