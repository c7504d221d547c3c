// what the embedded database acknowledged is there after a power cut; power-try.ts makes a thousand cuts.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { random } from "../support/random.ts";
import { cutRecording, recordLoad } from "./power-run.ts";

const CHANGES = 300;
const CUTS = 6;
const TIMEOUT_MS = 120_000;

describe("a power cut at a random moment of a load", () => {
  test(
    "loses no acknowledged row, and the database opens",
    async () => {
      const seed = Math.floor(Math.random() * 2 ** 32);
      const recording = await recordLoad(CHANGES, "full", random(seed));
      const { losses } = await cutRecording(recording, CUTS, random(seed + 1)).finally(recording.stop);
      expect({ seed, losses }).toEqual({ seed, losses: [] });
    },
    TIMEOUT_MS,
  );

  test(
    "loses rows where DURABILITY is relaxed, so the disk of this test forgets",
    async () => {
      const recording = await recordLoad(CHANGES, "relaxed", random(1));
      const { losses } = await cutRecording(recording, 3, random(2)).finally(recording.stop);
      expect(losses.length).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

test("a disk that refuses a flush ends the process: nothing after it is acknowledged", async () => {
  const run = Bun.spawn([process.execPath, join(import.meta.dir, "refused-flush-run.ts")], {
    stderr: "pipe",
    stdout: "pipe",
  });
  const [printed, said, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ]);
  expect({ printed, said, code }).toEqual({
    printed: "acknowledged before\n",
    said: "The disk refused to flush the database (EIO). Nothing more is acknowledged. Look at the disk, then start the gateway again.\n",
    code: 1,
  });
});
