// Every regular expression of the gateway and of its plugins takes time that grows with the text alone.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Glob } from "bun";
import ts from "typescript";
import { parseAddresses } from "../../plugins/google/mail-addresses.ts";
import { htmlToText } from "../../src/plugin/index.ts";
import { unsafePattern } from "../../src/providers/registry/pattern-safety.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** They read files of whoever runs the command, and nothing that anybody sends. */
const OF_OWN_FILES = ["src/plugin-kit/check/", "src/plugin-kit/new/"];

interface Literal {
  at: string;
  source: string;
  flags: string;
}

function literalsIn(file: string): Literal[] {
  const text = readFileSync(ROOT + file, "utf8");
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Literal[] = [];
  const visit = (node: ts.Node) => {
    const [, source = "", flags = ""] = ts.isRegularExpressionLiteral(node)
      ? (/^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [])
      : [];
    const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (source !== "") found.push({ at: `${file}:${line}`, source, flags });
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

describe("S-108: patterns are linear:", () => {
  test("every regular expression in src/ and plugins/", () => {
    const files = [...new Glob("{src,plugins,demo,emulators}/**/*.{ts,tsx}").scanSync(ROOT)]
      .filter((file) => !/\.(test|d)\.tsx?$/.test(file) && !OF_OWN_FILES.some((own) => file.startsWith(own)))
      .sort();
    const literals = files.flatMap(literalsIn);
    expect(literals.length).toBeGreaterThan(600);
    const unsafe = literals.flatMap(({ at, ...pattern }) => {
      const reason = unsafePattern(pattern);
      return reason === null ? [] : [`${at} /${pattern.source}/ ${reason}`];
    });
    expect(unsafe).toEqual([]);
  });

  test.each<[string, (size: number) => unknown]>([
    ["a From header of signs", (size) => parseAddresses("@".repeat(size))],
    ["a From header of commas", (size) => parseAddresses("a,".repeat(size / 2))],
    ["a From header of brackets", (size) => parseAddresses("<(".repeat(size / 2))],
    ["HTML of tags", (size) => htmlToText("<b>".repeat(size / 3))],
    ["HTML of brackets", (size) => htmlToText("<".repeat(size))],
  ])("%s, twice as long, takes about twice the time", (_, scan) => {
    const cpuOf = (size: number) => {
      const times = Array.from({ length: 7 }, () => {
        const before = process.cpuUsage();
        scan(size);
        return process.cpuUsage(before).user;
      });
      return Math.min(...times);
    };
    cpuOf(2_000);
    // Sixteen times the time of the square of four; what takes no time at all is none.
    expect(cpuOf(160_000)).toBeLessThan(Math.max(cpuOf(40_000) * 10, 40_000));
  });
});
