// Verifies a backup by `gateway backup verify` in a process of its own: a restore takes the thread and memory that calls need.
import { execFile } from "node:child_process";

export interface Verification {
  /** Null where it could not be tried. */
  verified: boolean | null;
  reason: string | null;
}

export type Verify = (file: string, signal: AbortSignal) => Promise<Verification>;

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** With the environment of this process, which has its key ring. */
export const verifyByCommand =
  ([program = "", ...words]: readonly string[]): Verify =>
  (file, signal) =>
    new Promise((resolve, reject) => {
      execFile(
        program,
        [...words, "backup", "verify", file, "--json"],
        { signal, maxBuffer: MAX_OUTPUT_BYTES },
        (error, stdout) => {
          if (signal.aborted) reject(signal.reason);
          else if (!error) resolve({ verified: true, reason: null });
          else resolve(failureOf(stdout));
        },
      );
    });

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
