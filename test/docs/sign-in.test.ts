// The kinds of sign-in in docs/add-a-provider/: each example is one that the registry takes.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pluginViolations } from "../../src/providers/registry/plugin-violations.ts";
import { acmePlugin } from "../support/acme-plugin.ts";

const pageOf = (name: string) => readFileSync(join(import.meta.dir, `../../docs/add-a-provider/${name}.md`), "utf8");
const examples = [...pageOf("signing-in").matchAll(/```ts\n(.*?)```/gs)].map(([, text]) => text as string);
const typed = pageOf("tenants").match(/```ts\n(tenant: \{\n {2}shop: .*?)```/s)?.[1] as string;

test("every kind but OAuth has an example", () => {
  const kinds = examples.map((text) => /^auth: \{\n {2}(\w+):/.exec(text)?.[1]);
  expect(kinds).toEqual(["api_key", "basic", "client_credentials"]);
});

test.each([...examples, typed])("is a part of a plugin: %s", (text) => {
  // The example is our own file.
  const part = new Function(`return { ${text} };`)() as object;
  expect(pluginViolations({ ...acmePlugin(), ...part }, [])).toEqual([]);
});
