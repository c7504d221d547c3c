// The source of a command's settings and the target of its output: the process's own, or another's in the same process.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Writable } from "node:stream";
import type { LogLevel } from "../../foundation/config/log-settings.ts";
import { createLog, type Log } from "../../foundation/log/log.ts";

export interface Terminal {
  /** The environment variables. */
  env: Readonly<Record<string, string | undefined>>;
  /** Writes one line, at once and in full: the command may end after it. */
  printLine(text: string): void;
  /** As `printLine`, to standard error. */
  noteLine(text: string): void;
  output: Pick<Writable, "write">;
  errors: Pick<Writable, "write">;
}

const own: Terminal = {
  env: process.env,
  printLine: (text) => console.log(text),
  noteLine: (text) => console.error(text),
  output: process.stdout,
  errors: process.stderr,
};
const terminals = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that runs. */
export const terminal = (): Terminal => terminals.getStore() ?? own;

/** Runs a command at a terminal of the caller's. */
export const atTerminal = <T>(given: Terminal, command: () => Promise<T>): Promise<T> => terminals.run(given, command);

/** The log of a command, on its standard error. */
export function commandLog(level: LogLevel): Log {
  return createLog(level, undefined, (line) => void terminal().errors.write(line));
}
