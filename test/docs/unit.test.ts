// docs/systemd/gateway.service: systemd itself reads it, every setting passes through, and the program obeys its signals.
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SETTINGS } from "../support/packaging.ts";
import { ROOT } from "../support/sources.ts";

const UNIT = join(ROOT, "docs/systemd/gateway.service");
const lines = readFileSync(UNIT, "utf8")
  .split("\n")
  .filter((line) => /^\w+=/.test(line))
  .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
const valuesOf = (name: string) => lines.filter(([key]) => key === name).map(([, value]) => value);
const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** The unit with a program that is there, since `verify` looks for it. */
function analyze(...words: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "gateway-unit-"));
  const file = join(folder, "gateway.service");
  try {
    writeFileSync(file, readFileSync(UNIT, "utf8").replaceAll("/usr/local/bin/gateway", "/bin/true"));
    const { status, stdout, stderr } = spawnSync("systemd-analyze", [...words, file], { encoding: "utf8" });
    return { status, text: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the unit", () => {
  test.skipIf(!hasAnalyze)("is one that systemd reads without a remark", () => {
    expect(analyze("verify")).toEqual({ status: 0, text: "" });
  });

  test.skipIf(!hasAnalyze)("has the exposure that docs/operate/systemd.md says", () => {
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(analyze("security", "--offline=true").text) ?? [];
    expect(level).toBeDefined();
    expect(readFileSync(join(ROOT, "docs/operate/systemd.md"), "utf8")).toContain(`exposure ${level} of 10`);
  });

  test("takes every setting from its file, which comes before what the unit sets", () => {
    expect(valuesOf("EnvironmentFile")).toEqual(["/etc/gateway/gateway.env"]);
    const own = valuesOf("Environment").map((pair) => pair.split("=")[0] ?? "");
    // The folder that systemd makes and hands over.
    expect(own.filter((name) => SETTINGS.includes(name))).toEqual(["DATA_DIR"]);
    expect(valuesOf("StateDirectory")).toEqual(["gateway"]);
  });

  test("restarts what fails, reloads by SIGHUP, and bounds memory and the time to stop", () => {
    expect(valuesOf("Restart")).toEqual(["on-failure"]);
    expect(valuesOf("ExecReload")).toEqual(["/bin/kill -HUP $MAINPID"]);
    expect(valuesOf("MemoryMax")).toEqual(["1G"]);
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(25);
  });
});
