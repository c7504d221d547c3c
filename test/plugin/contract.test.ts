// Plugins are compiled without the types of any runtime, so that the compiler refuses a runtime's API.
import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../support/sources.ts";

const PROBE = join(ROOT, "plugins/probe/index.ts");

/** Statements, each with the name that the compiler must not find. */
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

/** The compiler's errors for each line of a plugin, by plugins/tsconfig.json. */
function compilerErrors(lines: readonly string[]): string[][] {
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
  const errors: string[][] = lines.map(() => []);
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(source)) {
    errors[source.getLineAndCharacterOfPosition(start).line]?.push(ts.flattenDiagnosticMessageText(messageText, "\n"));
  }
  return errors;
}

describe("the compiler", () => {
  let errors: string[][];
  beforeAll(() => {
    errors = compilerErrors([ALLOWED, ...REFUSED.map(([line]) => line)]);
  });

  test("accepts the contract and the web's functions in a plugin", () => {
    expect(errors[0]).toEqual([]);
  });

  REFUSED.forEach(([line, name], i) => {
    test(`refuses ${line} in a plugin`, () => {
      expect(errors[i + 1]?.join("\n")).toMatch(new RegExp(`Cannot find (name|module) '${name}'`));
    });
  });
});
