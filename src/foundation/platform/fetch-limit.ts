// Lifts Bun's limit of 256 fetches in flight, open bodies included: one user's downloads would block everybody's calls.

import { ownProgram } from "./own-program.ts";

/** Bun reads it from the environment when it starts. */
const VARIABLE = "BUN_CONFIG_MAX_HTTP_REQUESTS";
const LIMIT = "10000";
/** Commands that serve calls of many users. */
const SERVING = ["serve", "demo"];

/** Replaces the process by itself with the limit lifted (execve); does nothing where that is done or not supported. */
export function liftFetchLimit(words: readonly string[]): void {
  if (process.env[VARIABLE] || !SERVING.includes(words[0] ?? "") || typeof process.execve !== "function") return;
  process.execve(process.execPath, [process.execPath, ...ownProgram(), ...words], {
    ...process.env,
    [VARIABLE]: LIMIT,
  });
}
