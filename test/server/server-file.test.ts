// server.json names the gateway that started last, and the one before it again when that one stops.
import { afterAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sharedFolder } from "../../src/operations/cli/doctor.ts";
import { readServerFile, removeServerFile, writeServerFile } from "../../src/server/server-file.ts";
import { endProcesses, newFolder } from "../support/gateway-process.ts";

const others: ChildProcess[] = [];
afterAll(async () => {
  for (const other of others) other.kill("SIGKILL");
  await endProcesses();
});

const aliveProgram = (): number => {
  const other = spawn("sleep", ["600"]);
  others.push(other);
  return other.pid as number;
};

function stage() {
  const dataDir = newFolder();
  const file = join(dataDir, "server.json");
  const warnings: unknown[] = [];
  const log = { warn: (_: string, fields?: object) => void warnings.push(fields) };
  return {
    ...{ file, warnings },
    has: (url: string, pid: number) => {
      const other = { url, admin_token: "adm_other", pid };
      writeFileSync(file, JSON.stringify(other));
      return other;
    },
    write: () => writeServerFile({ dataDir }, "http://127.0.0.1:3000", { adminToken: "adm_own", log }),
  };
}

test("a second gateway of the folder warns, and its stop leaves the first one its file", () => {
  const { file, warnings, has, write } = stage();
  const other = has("http://127.0.0.1:4000", aliveProgram());
  const written = write();
  expect(readServerFile(file)).toMatchObject({ url: "http://127.0.0.1:3000", pid: process.pid });
  expect(warnings).toEqual([
    { warning: "data_folder_shared", message: expect.stringMatching(/127\.0\.0\.1:4000 .* set another DATA_DIR/) },
  ]);
  const dataDir = dirname(file);
  expect(sharedFolder({ dataDir })).toMatchObject([
    { warning: true, message: expect.stringMatching(/127\.0\.0\.1:4000 and .*:3000 share/) },
  ]);
  removeServerFile(written);
  expect(readServerFile(file)).toEqual(other);
  expect(sharedFolder({ dataDir })).toEqual([]);
});

test("the first one's stop leaves the second one its file", () => {
  const { file, has, write } = stage();
  const written = write();
  const other = has("http://127.0.0.1:4000", aliveProgram());
  removeServerFile(written);
  expect(readServerFile(file)).toEqual(other);
});

test("a file of a dead gateway, or of this address, is no other gateway's", () => {
  for (const [url, pid] of [
    ["http://127.0.0.1:4000", 2 ** 22 + 1],
    ["http://127.0.0.1:3000", aliveProgram()],
  ] as const) {
    const { file, warnings, has, write } = stage();
    has(url, pid);
    removeServerFile(write());
    expect([existsSync(file), warnings]).toEqual([false, []]);
  }
});
