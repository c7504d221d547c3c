// A plugin's folder type-checks on its own: the contract's types in it, with nothing installed but TypeScript.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractTypes, TYPES_FILE } from "../../../scripts/contract-types.ts";
import { endProcesses, newFolder, run, START_MS } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";
import { compile } from "../../support/type-check.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

/** The folder of a copy of an example, with the types beside it. */
async function typedExample(name: string): Promise<string> {
  const folder = join(newFolder(), name);
  cpSync(join(ROOT, "docs/examples", name), folder, { recursive: true });
  expect((await run(["plugin", "types", folder], {})).code).toBe(0);
  return folder;
}

function change(folder: string, from: string, to: string): void {
  const file = join(folder, "index.ts");
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

test("the types are those of the contract: bun scripts/contract-types.ts writes them", () => {
  expect(readFileSync(TYPES_FILE, "utf8") === contractTypes()).toBe(true);
});

describe("tsc -p in a folder outside of the repository", () => {
  test("takes a new plugin with its test, and names a wrong permission, a missing description and a wrong map", async () => {
    const dir = newFolder();
    expect((await run(["plugin", "new", "acme", "--dir", dir], {})).code).toBe(0);
    const folder = join(dir, "acme");
    expect(await compile(folder)).toEqual([]);
    change(folder, 'permission: "items.read"', 'permission: "items.raed"');
    change(folder, `params: { id: "The item's id." },`, "params: {},");
    change(folder, "id: String(raw.id)", "id: raw.id");
    const errors = await compile(folder);
    expect(errors.map(({ file }) => file)).toEqual(errors.map(() => "index.ts"));
    const texts = errors.map(({ text }) => text).join("\n");
    for (const part of ["items.raed", "'id'", "Type 'number' is not assignable to type 'string'"]) {
      expect(texts).toContain(part);
    }
  });

  for (const name of ["acme", "notes"]) {
    test(`takes docs/examples/${name} after plugin types`, async () => {
      expect(await compile(await typedExample(name))).toEqual([]);
    });
  }
});

test("plugin types keeps a tsconfig.json, and replaces the types", async () => {
  const folder = await typedExample("notes");
  const at = (name: string) => join(folder, name);
  const types = readFileSync(at(".gateway/types.d.ts"), "utf8");
  writeFileSync(at("tsconfig.json"), "{}");
  writeFileSync(at(".gateway/types.d.ts"), "");
  const { code, stdout } = await run(["plugin", "types", folder], {});
  expect([code, stdout]).toEqual([
    0,
    `Wrote .gateway/types.d.ts into ${folder}: \`tsc -p ${folder}\` checks its types.\n`,
  ]);
  expect(readFileSync(at("tsconfig.json"), "utf8")).toBe("{}");
  expect(readFileSync(at(".gateway/types.d.ts"), "utf8")).toBe(types);
  expect(await run(["plugin", "types", join(folder, "none")], {})).toEqual({
    code: 1,
    stdout: "",
    stderr: `${join(folder, "none")} is not a folder.\n`,
  });
});
