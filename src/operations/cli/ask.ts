// A question at the terminal that only a person answers.
import { createInterface } from "node:readline/promises";

/** Null where there is no terminal to answer at. */
export async function askYesOrNo(question: string): Promise<boolean | null> {
  if (process.stdin.isTTY !== true) return null;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
