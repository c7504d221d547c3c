// The command line of this program, for running it once more.

/** Whether the runtime and the program are one file. On Windows Bun's own folder has another name. */
export const isBinary = (): boolean => /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/.test(process.argv[1] ?? "");

/** The words between the executable and the arguments: none in a binary, which contains the runtime and the program. */
export function ownProgram(): string[] {
  return isBinary() ? [] : [...process.execArgv, process.argv[1] as string];
}
