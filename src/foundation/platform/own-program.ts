// The command line of this program, for running it once more.
import { existsSync } from "node:fs";

/** Whether the runtime and the program are one file. On Windows Bun's own folder has another name. */
export const isBinary = (): boolean => /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/.test(process.argv[1] ?? "");

/** The words between the executable and the arguments: none in a binary, which contains the runtime and the program. */
export function ownProgram(): string[] {
  return isBinary() ? [] : [...process.execArgv, process.argv[1] as string];
}

/**
 * What runs this very program once more. An upgrade puts another file at the path of a binary; Linux has the running one by a
 * link in /proc also then.
 */
export function runningProgram(isOneFile = isBinary(), exists: (file: string) => boolean = existsSync): string {
  const link = `/proc/${process.pid}/exe`;
  return isOneFile && exists(link) ? link : process.execPath;
}
