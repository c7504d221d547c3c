// Builds what a release consists of: a binary for each platform, packed, with checksums and a bill of materials.
// bun run release [folder, default dist/release] [target …, default all]
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import about from "../package.json" with { type: "json" };
import { buildBinary, CLIENT_PACKAGE, prepare, root } from "./binary.ts";
import { stageContents } from "./release-contents.ts";
import { SUMS, sumsOf } from "./release-sums.ts";
import { billOfMaterials, lockedIntegrities, packagesOf } from "./sbom.ts";

/** Bun's targets; `baseline` would serve x64 processors from before 2013. */
const TARGETS = [
  "linux-x64",
  "linux-arm64",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
] as const;
type Target = (typeof TARGETS)[number];
/** One time for all files, so that the same commit gives the same archive. */
const EPOCH = "2000-01-01 00:00Z";
const MB = 1e6;

const [folder = join(root, "dist", "release"), ...wanted] = process.argv.slice(2);
const isTarget = (name: string): name is Target => TARGETS.some((target) => target === name);
const targets = wanted.length > 0 ? wanted.filter(isTarget) : TARGETS;
const unknown = wanted.filter((name) => !isTarget(name));
if (unknown.length > 0) {
  console.error(`No target: ${unknown.join(", ")}. There are ${TARGETS.join(", ")}.`);
  process.exit(1);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const scratch = await prepare();
const sources = new Set<string>();
try {
  for (const target of targets) {
    const archive = await packed(target);
    console.log(`${archive}: ${(statSync(join(folder, archive)).size / MB).toFixed(0)} MB`);
  }
  const client = `integration-gateway-client-${about.version}.tgz`;
  copyFileSync(join(scratch, CLIENT_PACKAGE), join(folder, client));
  console.log(client);
  const bill = `gateway-${about.version}.cdx.json`;
  const packages = packagesOf([...sources]);
  writeFileSync(join(folder, bill), billOfMaterials(packages, lockedIntegrities()));
  console.log(`${bill}: ${packages.length} packages`);
  writeFileSync(join(folder, SUMS), sumsOf(folder));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Returns the archive's name. */
async function packed(target: Target): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), "gateway-release-"));
  try {
    const program = target.startsWith("windows") ? "gateway.exe" : "gateway";
    for (const source of await buildBinary(join(stage, program), scratch, `bun-${target}`)) sources.add(source);
    const contents = stageContents(root, stage, target).filter((entry) => entry !== program);
    const name = `gateway-${about.version}-${target}.tar.gz`;
    const owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name", `--mtime=${EPOCH}`];
    const { status, stderr } = spawnSync(
      "tar",
      [
        ...owner,
        "--use-compress-program=gzip -9n",
        "-cf",
        join(folder, name),
        "-C",
        stage,
        program,
        ...contents.sort(),
      ],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`tar failed, GNU tar is needed: ${stderr}`);
    return name;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
