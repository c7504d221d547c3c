// The workflow of a release: its steps as far as this machine can run them, and what `gateway upgrade` makes of the result.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { findArchive } from "../../src/operations/upgrade/release.ts";
import { releaseFiles } from "../../src/operations/upgrade/release-files.ts";
import { newKey, programOf, releaseOf } from "../operations/upgrade/fake-release.ts";
import { ROOT } from "../support/sources.ts";

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  on: { push: { tags: string[] } };
  permissions: Record<string, string>;
  jobs: { release: { env: Record<string, string>; steps: Step[] } };
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const text = read(".github/workflows/release.yml");
const workflow = parse(text, { uniqueKeys: true }) as Workflow;
const { steps, env } = workflow.jobs.release;
const stepWith = (words: string) => {
  const found = steps.filter(({ run }) => run?.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} steps run ${words}.`);
  return found[0] as Step & { run: string };
};
const place = (words: string) => steps.indexOf(stepWith(words));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-workflow-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Archives of both platforms in `dist/release`, as `npm run release` leaves them. */
async function layOutRelease(version: string): Promise<string> {
  const release = join(folder, "dist/release");
  mkdirSync(release, { recursive: true });
  for (const target of ["linux-x64", "linux-arm64"]) {
    const name = `gateway-${version}-${target}.tar.gz`;
    const made = await releaseOf(version, newKey(), programOf(version, target), target);
    writeFileSync(join(release, name), made.get(name) as Buffer);
  }
  return release;
}

const signed = (release: string, variables: Record<string, string>) =>
  spawnSync(process.execPath, ["--no-install", join(ROOT, "scripts/sign-release.ts"), release], {
    env: { PATH: process.env.PATH, ...variables },
    encoding: "utf8",
  });

describe("the workflow", () => {
  test("runs for version tags, and may write releases only", () => {
    expect(workflow.on).toEqual({ push: { tags: ["v*"] } });
    expect(workflow.permissions).toEqual({ contents: "write" });
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@v\d+$/.test(uses))).toEqual([]);
  });

  test("tests, builds, makes the image, and signs all of it before it is published", () => {
    const order = [".ci/run", "npm run release", "docker buildx", "npm run sign-release", "gh release create"].map(
      place,
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test("names scripts and files that are there", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    for (const file of [".ci/run", "client/package.json", "CHANGELOG.md"])
      expect(existsSync(join(ROOT, file))).toBe(true);
  });

  test("gives the public keys to the build, and the private one to the step that signs alone", () => {
    expect(env).toEqual({ RELEASE_PUBLIC_KEYS: "${{ vars.RELEASE_PUBLIC_KEYS }}" });
    const secret = "${{ secrets.RELEASE_SIGNING_KEY }}";
    expect(stepWith("sign-release").env).toEqual({ RELEASE_SIGNING_KEY: secret });
    expect(text.split("secrets.").length).toBe(2);
  });

  test("makes the image of both platforms out of the built binaries, without an emulator", () => {
    const { run } = stepWith("docker buildx");
    expect(run).toContain("--platform linux/amd64,linux/arm64");
    expect(text).not.toContain("qemu");
    const [, stage] = /--build-context (\w+)=dist\/image /.exec(run) ?? [];
    const stages = read("Dockerfile")
      .split(/^FROM /m)
      .slice(1);
    expect(stages[0]).toStartWith(`oven/bun:1.4.4-slim AS ${stage}\n`);
    // What runs in the final stage would run emulated.
    expect(stages.at(-1)).not.toMatch(/^RUN /m);
  });

  test("lays out what the image's final stage copies, by platform", async () => {
    await layOutRelease("1.2.3");
    const { run } = stepWith("dist/image/out/data");
    const variables = { PATH: process.env.PATH, GITHUB_REF_NAME: "v1.2.3" };
    const { status, stderr } = spawnSync("bash", ["-e", "-c", run], { cwd: folder, env: variables, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const copied = [...read("Dockerfile").matchAll(/^COPY --from=build (?:--chown=\S+ )?(\S+) /gm)].map(
      ([, from = ""]) => from,
    );
    expect(copied.length).toBe(2);
    for (const [docker, ours] of [
      ["amd64", "linux-x64"],
      ["arm64", "linux-arm64"],
    ] as const) {
      for (const from of copied)
        expect(existsSync(join(folder, "dist/image", from.replace("$TARGETARCH", docker)))).toBe(true);
      expect(readFileSync(join(folder, "dist/image/out", docker, "gateway"), "utf8")).toBe(programOf("1.2.3", ours));
    }
    expect(statSync(join(folder, "dist/image/out/data")).isDirectory()).toBe(true);
  });
});

describe("the signed sums", () => {
  const key = newKey();
  const privateKey = key.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const takes = (release: string, keys: string[]) =>
    findArchive(releaseFiles(release, null), { target: "linux-arm64", version: null, keys, isUnsigned: false });

  test("are taken by gateway upgrade, sum every file, and sha256sum agrees", async () => {
    const release = await layOutRelease("1.2.3");
    writeFileSync(join(release, "gateway-1.2.3-image.tar"), "An image.");
    writeFileSync(join(release, "SHA256SUMS"), "Sums before the image.");
    const keys = `${newKey().publicKey} ${key.publicKey}`;
    const { status, stdout } = signed(release, { RELEASE_PUBLIC_KEYS: keys, RELEASE_SIGNING_KEY: privateKey });
    expect([status, stdout]).toEqual([0, "SHA256SUMS is signed.\n"]);
    expect((await takes(release, [key.publicKey])).version).toBe("1.2.3");
    const checked = spawnSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: release, encoding: "utf8" });
    expect(checked.stdout.trim().split("\n").sort()).toEqual([
      "gateway-1.2.3-image.tar: OK",
      "gateway-1.2.3-linux-arm64.tar.gz: OK",
      "gateway-1.2.3-linux-x64.tar.gz: OK",
    ]);
  });

  test("can be verified as docs/operate/binary.md says", async () => {
    const release = await layOutRelease("1.2.3");
    signed(release, { RELEASE_PUBLIC_KEYS: key.publicKey, RELEASE_SIGNING_KEY: privateKey });
    const pem = `-----BEGIN PUBLIC KEY-----\n${key.publicKey}\n-----END PUBLIC KEY-----\n`;
    writeFileSync(join(release, "release.pem"), pem);
    const [, commands = ""] = /```\n(base64 --decode[\s\S]+?)```/.exec(read("docs/operate/binary.md")) ?? [];
    const { status, stdout } = spawnSync("sh", ["-ec", commands], { cwd: release, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Signature Verified Successfully")]);
  });

  test("fail, where no binary could verify them", async () => {
    const release = await layOutRelease("1.2.3");
    const other = signed(release, { RELEASE_PUBLIC_KEYS: newKey().publicKey, RELEASE_SIGNING_KEY: privateKey });
    expect([other.status === 0, other.stderr.includes("nobody could verify it")]).toEqual([false, true]);
    const without = signed(release, { RELEASE_PUBLIC_KEYS: key.publicKey });
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining("without RELEASE_SIGNING_KEY")]);
  });

  test("stay unsigned without keys", async () => {
    const release = await layOutRelease("1.2.3");
    expect(signed(release, {}).stdout).toContain("is not signed");
    expect(existsSync(join(release, "SHA256SUMS.sig"))).toBe(false);
  });
});
