// Globs: compared with a reference that tries everything, and timed by how their work grows.
import { describe, expect, test } from "bun:test";
import { compileGlob, globError, MAX_GLOB } from "../../../src/agents/policies/glob.ts";
import { growthsOfSquare } from "../../support/processor-time.ts";
import { random } from "../../support/random.ts";

/** Tries every way to split the text: a table over characters of the glob and of the text. */
function reference(glob: string, text: string): boolean {
  const parts = [...glob.matchAll(/\\(.)|(\*)|(\?)|(.)/gsu)].map(([, escaped, run, one, plain]) => ({
    kind: run ? "run" : one ? "one" : "is",
    is: escaped ?? plain,
  }));
  const characters = [...text];
  let row = [true, ...characters.map(() => false)];
  for (const { kind, is } of parts) {
    const next = [kind === "run" && (row[0] as boolean)];
    characters.forEach((character, at) => {
      const takes = kind === "one" || character === is;
      next.push(kind === "run" ? (row[at + 1] as boolean) || (next[at] as boolean) : takes && (row[at] as boolean));
    });
    row = next;
  }
  return row.at(-1) as boolean;
}

const ALPHABET = ["a", "b", "A", "@", ".", "/", "😀", "é", "\n", "\\*", "\\?", "\\\\"];

describe("a glob", () => {
  test("matches what a reference matches, over 100,000 cases", () => {
    const { below, oneOf, listOf } = random(1);
    let matched = 0;
    for (let i = 0; i < 100_000; i++) {
      const characters = oneOf([ALPHABET, ["a", "b"]]);
      const wildcards = oneOf([["*", "?"], ["*"]]);
      const glob = listOf(7, () => oneOf(below(3) === 0 ? wildcards : characters)).join("") || "*";
      // Half of the texts are made of the glob, so that many match.
      const made = glob.replace(
        /\\(.)|\*|\?/gsu,
        (_, escaped) => escaped ?? listOf(2, () => oneOf(["a", "b", "😀"])).join(""),
      );
      const text = below(2) === 0 ? made : listOf(7, () => oneOf(characters).slice(-2)).join("");
      const isMatch = compileGlob(glob)(text);
      if (isMatch !== reference(glob, text)) expect({ glob, text, isMatch }).toEqual({ glob, text, isMatch: !isMatch });
      if (isMatch) matched++;
    }
    expect(matched).toBeGreaterThan(20_000);
    expect(matched).toBeLessThan(80_000);
  });

  test("a long one with ? matches over the bounds of its words", () => {
    for (const length of [29, 30, 31, 32, 61, 62, 63, 93, MAX_GLOB - 1]) {
      const glob = `${"?a".repeat(length).slice(0, length)}*`;
      const text = "ba".repeat(length).slice(0, length);
      expect([compileGlob(glob)(text), compileGlob(glob)(`${text}tail`), compileGlob(glob)(text.slice(1))]).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  test("takes time in proportion to the text", async () => {
    const growths: string[] = [];
    for (const glob of [`*${"a".repeat(98)}b`, `*${"a?".repeat(49)}b*`, `${"*a".repeat(90)}*b`, "*a*b*?*c"]) {
      const matches = compileGlob(glob);
      const workOf = (length: number) => {
        const text = "a".repeat(length);
        return () => expect(matches(text)).toBe(false);
      };
      growths.push(...(await growthsOfSquare(workOf, 100_000)));
    }
    expect(growths).toEqual([]);
  });

  test("a text that is not a glob is an error", () => {
    expect(["", "a\\", "\0", "\ud800", "a".repeat(MAX_GLOB + 1)].map((glob) => globError(glob) !== null)).toEqual(
      Array(5).fill(true),
    );
    expect(["*", "acme/*", "\\\\", "a".repeat(MAX_GLOB)].map(globError)).toEqual([null, null, null, null]);
  });
});
