// The log's file: rotated by its size, opened again after somebody renamed it, and replaced by standard error where it takes nothing.
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LogFileOptions, logFileError, openLogFile } from "../../../src/foundation/log/log-file.ts";

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

const MINUTE_MS = 60_000;

describe("the log's file", () => {
  let root: string;
  let path: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "log-file-"));
    roots.push(root);
    path = join(root, "gateway.log");
  });
  const open = (options: Partial<LogFileOptions> = {}) =>
    openLogFile({ path, maxBytes: Number.POSITIVE_INFINITY, keep: 2, ...options });
  const textOf = (name: string) => readFileSync(join(root, name), "utf8");

  test("gets each line at once, behind those of an earlier process, readable by its owner only", () => {
    const first = open();
    first.write("one\n");
    first.close();
    open().write("two\n");
    expect(textOf("gateway.log")).toBe("one\ntwo\n");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("no file is larger than the bound, no line is cut or lost, and so many old files stay", () => {
    const file = open({ maxBytes: 100, keep: 3 });
    const lines = Array.from({ length: 30 }, (_, i) => `${String(i).padStart(3, "0")}${"x".repeat(26)}\n`);
    for (const line of lines) file.write(line);
    const names = readdirSync(root).sort();
    expect(names).toEqual(["gateway.log", "gateway.log.1", "gateway.log.2", "gateway.log.3"]);
    for (const name of names) expect(statSync(join(root, name)).size).toBeLessThanOrEqual(100);
    const written = ["gateway.log.3", "gateway.log.2", "gateway.log.1", "gateway.log"].map(textOf).join("");
    expect(written).toBe(lines.slice(-12).join(""));
  });

  test("a line longer than the bound has a file of its own, and without old files only the newest stays", () => {
    const file = open({ maxBytes: 100, keep: 0 });
    const long = `${"y".repeat(300)}\n`;
    for (const line of ["short\n", long]) file.write(line);
    expect([readdirSync(root), textOf("gateway.log")]).toEqual([["gateway.log"], long]);
  });

  test("two processes lose no line to each other's rotation", () => {
    const [one, other] = [open({ maxBytes: 100, keep: 50 }), open({ maxBytes: 100, keep: 50 })];
    const lines = Array.from({ length: 40 }, (_, i) => `${String(i).padStart(3, "0")}${"z".repeat(26)}\n`);
    for (const [i, line] of lines.entries()) (i % 2 === 0 ? one : other).write(line);
    const written = readdirSync(root).flatMap((name) => textOf(name).split("\n").filter(Boolean));
    expect(written.sort()).toEqual(lines.map((line) => line.trimEnd()));
  });

  test("reopened after it was renamed, further lines go to the path", () => {
    const file = open();
    file.write("before\n");
    renameSync(path, `${path}.old`);
    file.write("to the renamed one\n");
    file.reopen();
    file.write("after\n");
    expect([textOf("gateway.log.old"), textOf("gateway.log")]).toEqual(["before\nto the renamed one\n", "after\n"]);
  });

  test("what the file does not take goes to standard error, with the cause once a minute, and back to the file", () => {
    const errors: string[] = [];
    let now = 0;
    const file = open({ otherwise: (line) => void (line && errors.push(line)), now: () => now });
    rmSync(path);
    mkdirSync(path);
    file.reopen();
    file.write("first\n");
    file.write("second\n");
    expect(errors.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))).toEqual([
      { time: "1970-01-01T00:00:00.000Z", level: "error", event: "log_file_unwritable", file: path, code: "EISDIR" },
    ]);
    expect(errors).toContain("first\n");
    expect(errors).toContain("second\n");
    rmSync(path, { recursive: true });
    now += MINUTE_MS;
    file.write("third\n");
    expect(textOf("gateway.log")).toBe("third\n");
  });

  test("a file that cannot be opened is a sentence, before and at the start, and the look makes nothing", () => {
    const missing = join(root, "no", "folder", "gateway.log");
    expect(logFileError(missing)).toMatch(/^LOG_FILE .* cannot be written \(ENOENT\): its folder does not exist/);
    expect(logFileError(root)).toMatch(/\(EISDIR\)/);
    expect(() => open({ path: missing })).toThrow("cannot be written (ENOENT)");
    expect([logFileError(path), existsSync(path)]).toEqual([null, false]);
  });
});
