// The limit of fetches is lifted by a process that replaces itself: what it has loaded until then is loaded twice.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/sources.ts";

const importsOf = (file: string) =>
  new Bun.Transpiler({ loader: "ts" })
    .scanImports(readFileSync(join(ROOT, file), "utf8"))
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => path);

test("the entry point loads nothing else before", () => {
  expect(importsOf("src/main.ts")).toEqual(["./foundation/platform/fetch-limit.ts"]);
  expect(importsOf("src/foundation/platform/fetch-limit.ts")).toEqual(["./own-program.ts"]);
  expect(importsOf("src/foundation/platform/own-program.ts")).toEqual(["node:fs"]);
});
