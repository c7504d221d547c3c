// A plugin is compiled without the types of any runtime: what a plugin must not touch, the compiler does not know.
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../support/sources.ts";

const PROBE = join(ROOT, "plugins/probe/index.ts");

/** Statements of a plugin, and the name that the compiler must not find in each. */
const REFUSED: readonly [string, string][] = [
  ["Bun.env.HOME;", "Bun"],
  ["process.env.HOME;", "process"],
  ['Buffer.from("text");', "Buffer"],
  ["Deno.env;", "Deno"],
  ['require("fs");', "require"],
  ['import { readFileSync } from "node:fs"; readFileSync("/");', "node:fs"],
  ['import { file } from "bun"; file("/");', "bun"],
];
const ALLOWED =
  'import { path, t } from "gateway/plugin"; path`/a/${1}`; t.String(); new TextEncoder().encode(""); btoa("");';

/** What the compiler says of each line of a plugin that holds `lines`, by plugins/tsconfig.json. */
function complaints(lines: readonly string[]): string[][] {
  const file = join(ROOT, "plugins/tsconfig.json");
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, ts.sys.readFile).config,
    ts.sys,
    join(ROOT, "plugins"),
  );
  const host = ts.createCompilerHost(config.options);
  const { readFile, fileExists, getSourceFile } = host;
  const text = lines.join("\n");
  host.fileExists = (name) => name === PROBE || fileExists(name);
  host.readFile = (name) => (name === PROBE ? text : readFile(name));
  host.getSourceFile = (name, language) =>
    name === PROBE ? ts.createSourceFile(name, text, language) : getSourceFile.call(host, name, language);
  const program = ts.createProgram([PROBE], config.options, host);
  const source = program.getSourceFile(PROBE) as ts.SourceFile;
  const said: string[][] = lines.map(() => []);
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    said[source.getLineAndCharacterOfPosition(start).line]?.push(ts.flattenDiagnosticMessageText(messageText, "\n"));
  }
  return said;
}

describe("the compiler", () => {
  let said: string[][];
  beforeAll(() => {
    said = complaints([ALLOWED, ...REFUSED.map(([line]) => line)]);
  });

  test("takes the contract and the web's own functions in a plugin", () => {
    expect(said[0]).toEqual([]);
  });

  REFUSED.forEach(([line, name], i) => {
    test(`refuses ${line} in a plugin`, () => {
      expect(said[i + 1]?.join("\n")).toMatch(new RegExp(`Cannot find (name|module) '${name}'`));
    });
  });
});
