// The activity log holds nobody up: a disk that is full or hangs costs events, which are counted, and never a wait.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createActivity } from "../../../src/foundation/log/activity.ts";
import { type ActivityFileOptions, openActivityFile } from "../../../src/foundation/log/activity-file.ts";
import { createLog } from "../../../src/foundation/log/log.ts";

const event = (id: number, more: object = {}) => ({ kind: "call" as const, at: id, fields: { id, ...more } });

describe("the file of the activity log", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "activity-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const opened = (options: Partial<ActivityFileOptions> = {}) => {
    const lines: Record<string, unknown>[] = [];
    const counts = { written: 0, dropped: 0 };
    const activityEvents = (_: string, outcome: keyof typeof counts, events: number) => {
      counts[outcome] += events;
    };
    const path = join(folder, `${crypto.randomUUID()}.jsonl`);
    const activity = createActivity(
      [{ name: "file", open: (report) => openActivityFile({ path, maxBytes: 1e9, ...options }, report) }],
      {
        log: createLog("info", Date.now, (line) => void lines.push(JSON.parse(line))),
        metrics: { activityEvents },
      },
    );
    const idsIn = (file = path) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line).id as number]));
    return { activity, lines, counts, path, idsIn };
  };
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

  test("has each event as one line, in order, whatever is in it", async () => {
    const { activity, counts, path, idsIn } = opened();
    for (const id of numbers(0, 5_000)) activity.write(() => event(id, { text: "a\nb\u2028\u0085\u007f" }));
    await activity.close();
    expect(idsIn()).toEqual(numbers(0, 5_000));
    expect(counts).toEqual({ written: 5_000, dropped: 0 });
    expect(readFileSync(path, "utf8")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028]/);
  });

  test("is renamed by whoever rotates it: the next event begins a new one", async () => {
    const first = opened();
    first.activity.write(() => event(1));
    await first.activity.close();
    renameSync(first.path, `${first.path}.1`);
    first.activity.write(() => event(2));
    await first.activity.close();
    expect([first.idsIn(`${first.path}.1`), first.idsIn()]).toEqual([[1], [2]]);
  });

  test("is not written beyond its bound, and again once it is rotated", async () => {
    const { activity, counts, lines, path, idsIn } = opened({ maxBytes: 1_000 });
    writeFileSync(path, "x".repeat(990));
    activity.write(() => event(1));
    await activity.close();
    expect(counts).toEqual({ written: 0, dropped: 1 });
    expect(lines).toMatchObject([{ event: "activity_events_dropped", target: "file", events: 1, reason: "file_full" }]);
    rmSync(path);
    activity.write(() => event(2));
    await activity.close();
    expect(idsIn()).toEqual([2]);
  });

  test("drops what a disk refuses, names it in one line a minute, and begins a line of its own afterwards", async () => {
    const written: string[] = [];
    let isFull = true;
    const append = async (_: string, text: string) => {
      if (!isFull) return void written.push(text);
      written.push(text.slice(0, 10));
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    };
    const { activity, counts, lines } = opened({ append });
    for (const id of numbers(0, 10)) {
      activity.write(() => event(id));
      await activity.close();
    }
    isFull = false;
    activity.write(() => event(10));
    await activity.close();
    expect(counts).toEqual({ written: 1, dropped: 10 });
    expect(JSON.parse(written.join("").split("\n").at(-2) as string).id).toBe(10);
    expect(lines[0]).toMatchObject({ event: "activity_events_dropped", reason: "ENOSPC", events: 1 });
    expect(lines.reduce((sum, { events }) => sum + (events as number), 0)).toBe(10);
  });

  test("holds at most some megabytes for a disk that hangs, and nobody waits for it", async () => {
    const hanging = Promise.withResolvers<void>();
    let appends = 0;
    const { activity, counts } = opened({ append: () => (appends++ === 0 ? hanging.promise : Promise.resolve()) });
    const text = "x".repeat(10_000);
    for (const id of numbers(0, 2_000)) activity.write(() => event(id, { text }));
    expect(counts.dropped).toBeGreaterThan(1_000);
    hanging.resolve();
    await activity.close();
    expect(counts.written + counts.dropped).toBe(2_000);
    expect(counts.written).toBeGreaterThan(500);
  });
});
