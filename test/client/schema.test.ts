// The client's generated types and its version are those of the gateway.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import about from "../../client/package.json";
import { dependencies, devDependencies, version } from "../../package.json";
import { generatedFiles } from "../../scripts/client-types.ts";

test("the client's generated files are those of the API document; bun scripts/client-types.ts writes them anew", async () => {
  for (const [file, text] of Object.entries(await generatedFiles())) {
    const [committed, generated] = [readFileSync(file, "utf8").split("\n"), text.split("\n")];
    const stale = generated.findIndex((line, i) => line !== committed[i]);
    expect(stale === -1 ? null : `${file}, line ${stale + 1}: ${generated[stale]}`).toBeNull();
    expect(committed.length).toBe(generated.length);
  }
}, 60_000);

test("the package has the gateway's version, and the versions of its dependencies that are tested here", () => {
  expect(about.version).toBe(version);
  const tested: Record<string, string> = { ...devDependencies, ...dependencies };
  for (const [name, pinned] of Object.entries(about.dependencies)) {
    if (name in tested) expect(`${name} ${tested[name]}`).toBe(`${name} ${pinned}`);
  }
});
