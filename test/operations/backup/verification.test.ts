// The trial of a backup is made by this very version: what another one at the same path says is no result.
import { expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runningProgram } from "../../../src/foundation/platform/own-program.ts";
import { type Verification, verifyByCommand } from "../../../src/operations/backup/verification.ts";
import { newFolder } from "../../support/gateway-process.ts";

const NEVER = new AbortController().signal;
const DAMAGED = '{"error": "It is no whole backup: damaged or cut off."}';

/** A program whose `--version` prints each of the versions in turn, and whose trial ends with a code. */
function trialOf(versions: readonly string[], trial: { code: number; prints: string }): Promise<Verification> {
  const folder = newFolder();
  const [program, calls] = [join(folder, "gateway"), join(folder, "calls")];
  const cases = versions.map((version, i) => `${i + 1}) echo "${version}";;`).join("\n");
  const script = `
if [ "$1" = --version ]; then
  echo >> ${calls}
  case $(wc -l < ${calls} | tr -d ' ') in
    ${cases}
  esac
else
  echo '${trial.prints}'
  exit ${trial.code}
fi
`;
  writeFileSync(program, script);
  return verifyByCommand(["/bin/sh", program], "1.1.0")(join(folder, "a.backup"), NEVER);
}

const well = { code: 0, prints: "{}" };
const damaged = { code: 1, prints: DAMAGED };

test("R-46: the program's own version says that a backup is good, or broken", async () => {
  expect(await trialOf(["1.1.0", "1.1.0"], well)).toEqual({ verified: true, reason: null });
  expect(await trialOf(["1.1.0", "1.1.0"], damaged)).toEqual({
    verified: false,
    reason: "It is no whole backup: damaged or cut off.",
  });
});

test.each([
  ["before the trial", ["1.0.0", "1.0.0"]],
  ["before the trial, and that an upgrade put back since,", ["1.0.0", "1.1.0"]],
  ["during the trial", ["1.1.0", "1.0.0"]],
])("R-46: a program that another version replaced %s gives no result", async (_, versions) => {
  for (const trial of [well, damaged]) {
    const { verified, reason } = await trialOf(versions, trial);
    expect(verified).toBeNull();
    expect(reason).toContain("has version 1.0.0, while the gateway that runs is 1.1.0: restart the gateway");
  }
});

test("R-46: a path without a program, or with another one, gives no result", async () => {
  const missing = await verifyByCommand([join(newFolder(), "gateway")])("a.backup", NEVER);
  expect(missing).toEqual({ verified: null, reason: expect.stringContaining("did not say its version") });
  expect((await trialOf(["something else"], damaged)).verified).toBeNull();
});

test("R-46: a binary starts itself by the link of its process, where the system has one; from source the runtime is started", () => {
  const link = `/proc/${process.pid}/exe`;
  expect(runningProgram(true, () => true)).toBe(link);
  expect(runningProgram(true, () => false)).toBe(process.execPath);
  expect(runningProgram(false)).toBe(process.execPath);
  if (process.platform === "linux") expect(existsSync(runningProgram(true))).toBe(true);
});
