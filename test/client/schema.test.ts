// The client's generated types and its version are those of the gateway.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import about from "../../client/package.json";
import { dependencies, devDependencies, version } from "../../package.json";
import { SCHEMA_FILE, schemaText } from "../../scripts/client-types.ts";

test("client/src/schema.ts is what the API document gives; bun scripts/client-types.ts writes it anew", async () => {
  const [committed, generated] = [readFileSync(SCHEMA_FILE, "utf8").split("\n"), (await schemaText()).split("\n")];
  const stale = generated.findIndex((line, i) => line !== committed[i]);
  expect(stale === -1 ? null : `line ${stale + 1}: ${generated[stale]}`).toBeNull();
  expect(committed.length).toBe(generated.length);
}, 60_000);

test("the package has the gateway's version, and the versions of its dependencies that are tested here", () => {
  expect(about.version).toBe(version);
  const tested: Record<string, string> = { ...devDependencies, ...dependencies };
  for (const [name, pinned] of Object.entries(about.dependencies)) {
    if (name in tested) expect(`${name} ${tested[name]}`).toBe(`${name} ${pinned}`);
  }
});
