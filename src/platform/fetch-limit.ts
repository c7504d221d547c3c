// Lifts the runtime's own limit of requests under way, which knows no owners: one user's open downloads would hold everybody.

/** The runtime reads it at its own start, from the environment alone. Unless set it is 256, open bodies included. */
const VARIABLE = "BUN_CONFIG_MAX_HTTP_REQUESTS";
const LIMIT = "10000";
/** Commands that call providers for many. */
const SERVING = ["serve", "demo"];

/** Begins the process anew with the limit lifted, as the same process; where that cannot be done, or is done, nothing. */
export function liftFetchLimit(words: readonly string[]): void {
  if (process.env[VARIABLE] || !SERVING.includes(words[0] ?? "") || typeof process.execve !== "function") return;
  // In a binary the program is the runtime itself.
  const isBinary = process.argv[1]?.startsWith("/$bunfs/");
  const program = isBinary ? [] : [...process.execArgv, process.argv[1] as string];
  process.execve(process.execPath, [process.execPath, ...program, ...words], { ...process.env, [VARIABLE]: LIMIT });
}
