// A backup's file: whole or absent, and refused when a byte of it is not what was written.
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TarError, textEntry } from "../../../src/foundation/db/tar.ts";
import { inspectArchive, readArchive, writeArchive } from "../../../src/operations/backup/archive.ts";
import { fileSource } from "../../../src/operations/backup/source.ts";
import { endProcesses, newFolder } from "../../support/gateway-process.ts";
import { rejection } from "../../support/rejection.ts";
import { sampleBackup } from "./sample.ts";

afterAll(endProcesses);

const FLIPS = 60;
const sample = (secrets: string | null = null) => ({ entries: sampleBackup(), secrets, checkHead: () => {} });

async function writtenSample(secrets: string | null = null): Promise<string> {
  const file = join(newFolder(), "sample.backup");
  await writeArchive(file, sample(secrets));
  return file;
}

describe("R-46: the file of a backup", () => {
  test("comes back as it was written, readable by its owner only, with secrets where they were asked for", async () => {
    const file = await writtenSample();
    const { head, secrets } = await inspectArchive(fileSource(file));
    expect([head.gateway, secrets, statSync(file).mode & 0o777]).toEqual(["0.1.0", null, 0o600]);
    expect((await inspectArchive(fileSource(await writtenSample('{"secret_keys":"k1"}')))).secrets).toBe(
      '{"secret_keys":"k1"}',
    );
  });

  test("is refused when it is cut off anywhere or any of its bytes is changed", async () => {
    const file = await writtenSample();
    const bytes = readFileSync(file);
    const step = Math.floor(bytes.length / FLIPS);
    const accepted: string[] = [];
    const isRefused = async (name: string, content: Uint8Array) => {
      writeFileSync(file, content);
      const message = await inspectArchive(fileSource(file)).then(
        () => "accepted",
        (error: Error) => error.message,
      );
      if (!message.includes("is not a complete backup")) accepted.push(`${name}: ${message}`);
    };
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 0x10;
      await isRefused(`byte ${at}`, changed);
      await isRefused(`${at} bytes`, bytes.subarray(0, at));
    }
    await isRefused("all but the last", bytes.subarray(0, -1));
    await isRefused("text", Buffer.from("no backup"));
    expect(accepted).toEqual([]);
  });

  test("is not there when its source ends early, lies or breaks, nor does it replace another file", async () => {
    const file = join(newFolder(), "sample.backup");
    async function* cut() {
      for await (const entry of sampleBackup()) if (entry.name !== "manifest.json") yield entry;
    }
    async function* altered() {
      for await (const entry of sampleBackup()) {
        yield entry.name === "pglite/PG_VERSION" ? textEntry(entry.name, "17\n") : entry;
      }
    }
    async function* broken() {
      yield* cut();
      throw new TarError("The gateway stopped sending.");
    }
    for (const [entries, why] of [
      [cut(), "ends early"],
      [altered(), '"pglite/PG_VERSION" in the file differs from what was backed up'],
      [broken(), "the gateway stopped during the backup"],
    ] as const) {
      expect(String(await rejection(writeArchive(file, { ...sample(), entries })))).toContain(why);
    }
    const refuse = () => {
      throw new Error("refused");
    };
    expect(String(await rejection(writeArchive(file, { ...sample(), checkHead: refuse })))).toContain("refused");
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
    writeFileSync(`${file}.partial`, "of a process that was killed");
    await writeArchive(file, sample());
    expect(existsSync(`${file}.partial`)).toBe(false);
    expect(String(await rejection(writeArchive(file, sample())))).toContain("already exists");
  });

  test("that an earlier release wrote is read", async () => {
    const { head } = await inspectArchive(fileSource(join(import.meta.dir, "of-0.2.backup")));
    expect([head.id, head.gateway]).toEqual(["6a0dca5e-0000-4000-8000-000000000001", "0.1.0"]);
    const names = await Array.fromAsync(
      readArchive(fileSource(join(import.meta.dir, "of-0.2.backup"))),
      ({ name }) => name,
    );
    expect(names).toEqual(["pglite/base/", "backup.json", "pglite/PG_VERSION", "pglite/base/1/1259", "manifest.json"]);
  });
});
