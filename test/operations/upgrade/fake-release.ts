// Releases whose programs are shell scripts, and a place where one of them is installed.
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { textEntry, writeTar } from "../../../src/foundation/db/tar.ts";
import type { Running, UpgradeRequest } from "../../../src/operations/upgrade/upgrade.ts";

export const TARGET = "linux-x64";

export interface Key {
  privateKey: KeyObject;
  /** As a build has it. */
  publicKey: string;
}

export function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64") };
}

/** A program that says its version and plans its migrations; `health` is what a gateway of it reports. */
export const programOf = (version: string, health = "ready", plan = "echo No migration is pending.") => `#!/bin/sh
case "$1" in
  --version) echo ${version} ;;
  migrate) ${plan} ;;
  health) echo ${health} ;;
esac
`;

async function packed(files: Record<string, string>): Promise<Buffer> {
  const entries = async function* () {
    for (const [name, text] of Object.entries(files)) yield textEntry(name, text);
  };
  const parts: Uint8Array[] = [];
  for await (const part of writeTar(entries())) parts.push(part);
  return gzipSync(Buffer.concat(parts));
}

export type Release = Map<string, Buffer>;

export async function releaseOf(
  version: string,
  key: Key,
  program = programOf(version),
  target = TARGET,
): Promise<Release> {
  const name = `gateway-${version}-${target}.tar.gz`;
  const archive = await packed({ LICENSE: "A license.\n", gateway: program });
  const release: Release = new Map([[name, archive]]);
  const digest = createHash("sha256").update(archive).digest("hex");
  signInto(release, key, `${digest}  ${name}\n${"0".repeat(64)}  gateway-${version}-darwin-arm64.tar.gz\n`);
  return release;
}

export function signInto(release: Release, key: Key, sums: string): void {
  release.set("SHA256SUMS", Buffer.from(sums));
  release.set("SHA256SUMS.sig", Buffer.from(`${sign(null, Buffer.from(sums), key.privateKey).toString("base64")}\n`));
}

export interface Place {
  folder: string;
  program: string;
  /** The version in place, as the program itself says it. */
  text(): string;
  files(): string[];
  remove(): void;
}

/** A folder with the program of version 1.0.0. */
export function newPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "gateway-place-"));
  chmodSync(folder, 0o755);
  const program = join(folder, "gateway");
  writeFileSync(program, programOf("1.0.0"), { mode: 0o755 });
  return {
    folder,
    program,
    text: () => readFileSync(program, "utf8"),
    files: () => readdirSync(folder).sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a gateway of the program in place, which writes down what it is: a new process each time. */
export const restartAt = (program: string) => `printf '%s %s' "$$" "$('${program}' health)" > '${program}.running'`;

/** What `restartAt` has started. */
export function runningAt(program: string): Running | null {
  const file = `${program}.running`;
  if (!existsSync(file)) return null;
  const [pid, health] = readFileSync(file, "utf8").split(" ");
  return { pid: Number(pid), isReady: health === "ready" };
}

export type Given = Partial<UpgradeRequest> & Pick<UpgradeRequest, "from" | "program">;

export const requestOf = (given: Given): UpgradeRequest => ({
  current: "1.0.0",
  target: TARGET,
  version: null,
  keys: [],
  isUnsigned: false,
  allowsOlder: false,
  restartCommand: null,
  waitMs: 0,
  env: { PATH: process.env.PATH },
  database: "free",
  running: async () => runningAt(given.program),
  confirm: async () => true,
  say: () => {},
  ...given,
});
