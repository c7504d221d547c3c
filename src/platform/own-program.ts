// The command line of this program, for running it once more.

/** The words between the executable and the arguments: none in a binary, which contains the runtime and the program. */
export function ownProgram(): string[] {
  const isBinary = process.argv[1]?.startsWith("/$bunfs/");
  return isBinary ? [] : [...process.execArgv, process.argv[1] as string];
}
