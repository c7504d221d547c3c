// Every regular expression of the gateway and of its plugins takes time that grows with the text alone.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Glob } from "bun";
import ts from "typescript";
import { parseAddresses } from "../../plugins/google/mail-addresses.ts";
import { toMarkdown } from "../../plugins/jira/to-markdown.ts";
import { htmlToText, markdownOfSpans, plainSpan } from "../../src/plugin/index.ts";
import { unsafePattern } from "../../src/providers/registry/pattern-safety.ts";
import { growthsOfSquare } from "../support/processor-time.ts";

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

const boldAndPlain = (size: number) =>
  Array.from({ length: size }, (_, i) => (i % 2 ? plainSpan("|") : { ...plainSpan("word"), marks: ["bold" as const] }));

/** A document of Jira's; its first row has as many cells as the table has rows. */
function raggedTable(size: number) {
  const cell = { type: "tableCell", content: [{ type: "paragraph", content: [{ type: "text", text: "a" }] }] };
  const row = (width: number) => ({ type: "tableRow", content: Array<typeof cell>(width).fill(cell) });
  const rows = Array.from({ length: size }, (_, i) => row(i === 0 ? size : 1));
  return { type: "doc", content: [{ type: "table", content: rows }] };
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
    ["a line of bold words", (size) => markdownOfSpans(boldAndPlain(size / 2))],
    ["a table with a row as wide as the others are many", (size) => toMarkdown(raggedTable(size / 16))],
  ])("%s, twice as long, takes about twice the time", async (_, scan) => {
    expect(await growthsOfSquare((size) => () => scan(size), 40_000)).toEqual([]);
  });
});
