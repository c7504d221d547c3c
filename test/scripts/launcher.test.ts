// The launcher behind the npm scripts: which packages it installs, and its errors.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endProcesses, newFolder, START_MS, startProcess, type Variables } from "../support/gateway-process.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const LAUNCHER = fileURLToPath(new URL("../../scripts/run.mjs", import.meta.url));
const CERTIFICATE = fileURLToPath(new URL("../providers/upstream/self-signed/certificate.pem", import.meta.url));
const LIST = `import { readdirSync } from "node:fs";
console.log(readdirSync(new URL("../node_modules", import.meta.url)).filter((name) => !name.startsWith(".")).sort().join());`;

/** A project whose program and build print the installed packages. */
function project(packages: object): string {
  const root = newFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package.json", JSON.stringify({ name: "project", ...packages }));
  for (const name of ["to-run", "to-test"]) write(`${name}/package.json`, JSON.stringify({ name, version: "1.0.0" }));
  write("src/main.ts", LIST);
  write("scripts/build.ts", LIST);
  copyFileSync(LAUNCHER, join(root, "scripts/run.mjs"));
  return root;
}

const bun = (root: string, words: string[], env: Variables = {}) =>
  startProcess(words, { BUN_INSTALL_CACHE_DIR: join(root, "cache"), ...env }, root, [process.execPath]).ended;
const launch = (root: string, word: string, env?: Variables) => bun(root, ["scripts/run.mjs", word], env);

describe("the launcher", () => {
  test("installs the packages of the program, the others on demand, and removes none", async () => {
    const root = project({ dependencies: { "to-run": "file:to-run" }, devDependencies: { "to-test": "file:to-test" } });
    expect((await bun(root, ["install"])).code).toBe(0);
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(await launch(root, "demo")).toEqual({ code: 0, stdout: "to-run\n", stderr: "" });
    expect(await launch(root, "serve")).toEqual({ code: 0, stdout: "to-run\n", stderr: "" });
    expect(await launch(root, "--build")).toEqual({ code: 0, stdout: "to-run,to-test\n", stderr: "" });
    // As after a pull with another lock file.
    appendFileSync(join(root, "bun.lock"), "\n");
    rmSync(join(root, "node_modules", "to-test"), { recursive: true });
    expect(await launch(root, "demo")).toEqual({ code: 0, stdout: "to-run,to-test\n", stderr: "" });
  });

  test("prints what to do about an unusable registry before the installer's output", async () => {
    const root = project({ dependencies: { nothing: "1.0.0" } });
    const key = CERTIFICATE.replace("certificate", "key");
    const registry = createServer({
      key: await Bun.file(key).text(),
      cert: await Bun.file(CERTIFICATE).text(),
    });
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    const { port } = registry.address() as AddressInfo;
    // The lock file names the package, so the installer fetches it.
    writeFileSync(
      join(root, "bun.lock"),
      JSON.stringify({
        lockfileVersion: 1,
        workspaces: { "": { name: "project", dependencies: { nothing: "1.0.0" } } },
        packages: { nothing: ["nothing@1.0.0", "", {}, `sha512-${Buffer.alloc(64).toString("base64")}`] },
      }),
    );
    const untrusted = await launch(root, "demo", { npm_config_registry: `https://127.0.0.1:${port}` });
    registry.close();
    expect([untrusted.code, untrusted.stderr.split("\n").slice(0, 2)]).toEqual([
      1,
      [
        "The packages could not be installed.",
        "The package registry's certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT): set NODE_EXTRA_CA_CERTS to the file of the authority that issued it.",
      ],
    ]);
    const gone = await launch(root, "demo", { npm_config_registry: `http://127.0.0.1:${port}` });
    expect(gone.stderr).toContain("The package registry cannot be reached (ConnectionRefused)");
  });
});
