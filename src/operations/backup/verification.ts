// Verifies a backup by `gateway backup verify` in a process of its own: a restore takes the thread and memory that calls need.
import { execFile } from "node:child_process";
import { isVersion, VERSION } from "../../foundation/version.ts";

export interface Verification {
  /** Null where it could not be tried. */
  verified: boolean | null;
  reason: string | null;
}

export type Verify = (file: string, signal: AbortSignal) => Promise<Verification>;

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/**
 * With the environment of this process, which has its key ring. Another version, which an upgrade has put at the path, may not
 * know the backup's form: its result says nothing of the backup.
 */
export const verifyByCommand =
  (commandLine: readonly string[], version = VERSION): Verify =>
  async (file, signal) => {
    const before = await otherProgram(commandLine, version, signal);
    if (before !== null) return { verified: null, reason: before };
    const { isWell, stdout } = await run(commandLine, ["backup", "verify", file, "--json"], signal);
    // The path is looked up twice, and the upgrade may have come between.
    const after = await otherProgram(commandLine, version, signal);
    if (after !== null) return { verified: null, reason: after };
    return isWell ? { verified: true, reason: null } : failureOf(stdout);
  };

/** Why the program at the path is not the one of this process, as a sentence; null where it is. */
async function otherProgram(
  commandLine: readonly string[],
  version: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { isWell, stdout } = await run(commandLine, ["--version"], signal);
  const found = stdout.trim();
  if (isWell && found === version) return null;
  const what = isVersion(found) ? `has version ${found}` : "did not say its version";
  return `The program at ${commandLine[0]} ${what}, while the gateway that runs is ${version}: restart the gateway, and the next backup is verified.`;
}

interface Ended {
  isWell: boolean;
  stdout: string;
}

function run(
  [program = "", ...words]: readonly string[],
  more: readonly string[],
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(program, [...words, ...more], { signal, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout) => {
      if (signal.aborted) reject(signal.reason);
      else resolve({ isWell: !error, stdout });
    });
  });
}

/** What the command printed; a disk without space says nothing of the backup. */
function failureOf(stdout: string): Verification {
  const { error, unreadable } = parsed(stdout);
  if (unreadable)
    return { verified: false, reason: `${unreadable} of the secrets that were tried cannot be decrypted.` };
  if (error === undefined)
    return {
      verified: null,
      reason: "The verification ended without a result: see that the machine has memory for it.",
    };
  const isUntried = error.includes("free some space") || error.includes("set TMPDIR");
  return { verified: isUntried ? null : false, reason: error };
}

function parsed(stdout: string): { error?: string; unreadable?: number } {
  try {
    return JSON.parse(stdout) as object;
  } catch {
    // A process that was killed has printed nothing, or half of it.
    return {};
  }
}
