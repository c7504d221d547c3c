// A plugin whose module cannot be loaded: the file, the line and the reason are said.
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadViolations, type Violation } from "../../../src/plugin-kit/check/check-plugin.ts";
import { copyOfExample, removeExamples } from "./mistakes.ts";

afterAll(removeExamples);

async function violationsWith(files: Readonly<Record<string, string>>): Promise<Violation[]> {
  const { folder, read, write } = copyOfExample();
  for (const [file, head] of Object.entries(files)) write(file, head + (file === "index.ts" ? read(file) : ""));
  const error = await import(pathToFileURL(join(folder, "index.ts")).href).then(
    () => new Error("It was loaded."),
    (thrown: unknown) => thrown,
  );
  return loadViolations(error, folder);
}

test.each<[what: string, files: Record<string, string>, violations: Violation[]]>([
  [
    "a package",
    { "index.ts": '// One.\nimport { pad } from "acme-padding";\nvoid pad;\n' },
    [
      { where: "index.ts:2", message: "cannot be loaded: Cannot find package 'acme-padding' imported from index.ts." },
      {
        where: "index.ts:2",
        message: 'imports "acme-padding"; a plugin can import only gateway/plugin and its own files.',
      },
    ],
  ],
  [
    "a file that is not there",
    { "index.ts": 'import "./shape.ts";\n', "shape.ts": '\n\nimport "./tasks.ts";\n' },
    [{ where: "shape.ts:3", message: "cannot be loaded: Cannot find module './tasks.ts' imported from shape.ts." }],
  ],
  [
    "a name that the contract does not export",
    {
      "index.ts": 'import "./shape.ts";\n',
      "shape.ts":
        'import {\n  endpoint,\n  endpiont,\n} from "gateway/plugin";\nexport const all = [endpoint, endpiont];\n',
    },
    [
      {
        where: "shape.ts:3",
        message: "cannot be loaded: SyntaxError: Export named 'endpiont' not found in module 'gateway/plugin'.",
      },
    ],
  ],
  [
    "a syntax error in another file",
    { "index.ts": 'import "./shape.ts";\n', "shape.ts": "export const a = 1;\nexport const b = ;\n" },
    [{ where: "shape.ts:2", message: "cannot be loaded: Unexpected ;." }],
  ],
  [
    "code that throws",
    { "index.ts": 'import "./shape.ts";\n', "shape.ts": '// One.\nthrow new Error("no such thing");\n' },
    [{ where: "shape.ts:2", message: "cannot be loaded: no such thing." }],
  ],
  [
    "code that throws no error",
    { "index.ts": 'import "./shape.ts";\n', "shape.ts": "throw null;\n" },
    [{ where: "index.ts", message: "cannot be loaded: an object that is not an Error." }],
  ],
])("%s", async (_, files, violations) => {
  expect(await violationsWith(files)).toEqual(violations);
});
