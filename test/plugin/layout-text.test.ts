// Tests how the words of a tree come into one text.
import { describe, expect, test } from "bun:test";
import { type LayoutReader, layoutText, textWithLayout } from "../../src/plugin/index.ts";
import { random, SEEDS } from "../support/random.ts";

const reader: LayoutReader = {
  keys: ["title", "text", "items", "footer"],
  wordless: ["picture"],
  plain: (text) => text,
  read: ({ type, text }) => (type === "rule" ? [] : type === "inline" ? [String(text)] : null),
};
const read = (root: unknown) => layoutText(root, reader);

describe("the words of a layout", () => {
  test("each is there once and in order, whatever the tree", () => {
    for (const seed of SEEDS) {
      const { oneOf, listOf } = random(seed);
      let count = 0;
      const word = () => `w${++count}.`;
      const node = (depth: number): unknown =>
        depth > 6
          ? word()
          : oneOf([
              () => word(),
              () => ({ type: "inline", text: word() }),
              () => ({ type: "rule" }),
              () => listOf(4, () => node(depth + 1)),
              () => ({ title: word(), text: node(depth + 1), items: listOf(4, () => node(depth + 1)), footer: word() }),
            ])();
      const root = listOf(5, () => node(0));
      const words = Array.from({ length: count }, (_, i) => `w${i + 1}.`);
      expect([
        seed,
        read(root)
          .text.split(/\s+/)
          .filter((text) => text !== ""),
      ]).toEqual([seed, words]);
    }
  });

  test("a tree may be deep or broad: the time grows with its size alone", () => {
    const deep = (levels: number) => {
      let node: unknown = { text: "innermost" };
      for (let i = 0; i < levels; i++) node = { title: `t${i}`, items: [node] };
      return node;
    };
    const msOf = (levels: number) => {
      const root = deep(levels);
      const start = performance.now();
      expect(read(root).text.split("\n")).toHaveLength(levels + 1);
      return performance.now() - start;
    };
    msOf(20_000);
    const few = Math.min(msOf(20_000), msOf(20_000), msOf(20_000));
    expect(msOf(200_000)).toBeLessThan(100 * Math.max(few, 1));
    expect(read(Array.from({ length: 100_000 }, () => "a")).text).toHaveLength(199_999);
  });

  test("what has no words is reported: a picture, and a root of an unknown kind; a rule is not", () => {
    const cases: [unknown, boolean][] = [
      [{ text: "a" }, false],
      [{ text: "a", items: [{ items: [{ picture: "https://p.example" }] }] }, true],
      [{ type: "hologram" }, true],
      [{ type: "rule" }, false],
    ];
    for (const [root, hasWordless] of cases) expect([root, read(root).hasWordless]).toEqual([root, hasWordless]);
  });

  test("a fallback is said where nothing else is", () => {
    const withFallback = (items: unknown): LayoutReader => ({
      ...reader,
      read: (node) => (node.type === "card" ? [{ inside: { items }, orElse: "fallback" }] : null),
    });
    expect(layoutText({ type: "card" }, withFallback([])).text).toBe("fallback");
    expect(layoutText({ type: "card" }, withFallback([{ text: "more" }])).text).toBe("more");
  });
});

describe("a text above its layout", () => {
  const cases: [what: string, text: string, layout: string[], said: string][] = [
    ["the layout alone, where there is no text", "", ["a", "b"], "a\nb"],
    ["the text alone, where it says all", "Deploy *7* failed", ["Deploy 7", "failed"], "Deploy *7* failed"],
    ["both, where they differ", "Alert", ["CPU 90%", "db1"], "Alert\nCPU 90%\ndb1"],
    [
      "the layout, where it begins with the text",
      "Deploy failed",
      ["Deploy failed\nstep 2", "now"],
      "Deploy failed\nstep 2\nnow",
    ],
    ["the layout, where it has the text in the middle", "failed", ["build", "failed", "again"], "build\nfailed\nagain"],
    ["a line once", "Alert\nCPU 90%", ["CPU 90%\ndb1"], "Alert\nCPU 90%\ndb1"],
    [
      "a text without the layout's address once",
      "Build 7 failed",
      ["Build 7 (https://ci.example/7) failed"],
      "Build 7 (https://ci.example/7) failed",
    ],
    [
      "an address of the text, where the layout has another",
      "Build 7 (https://a.example)",
      ["Build 7 (https://b.example)"],
      "Build 7 (https://a.example)\nBuild 7 (https://b.example)",
    ],
    ["a part that only looks like one", "Alert", ["Alerts"], "Alert\nAlerts"],
    ["a sign that makes a difference", "Balance 5", ["Balance -5"], "Balance 5\nBalance -5"],
    ["a text once that differs in punctuation", "Alert: CPU 90%.", ["Alert", "CPU 90%"], "Alert: CPU 90%."],
    ["a text of signs alone", "?", ["!"], "?\n!"],
    ["equal parts of a layout", "", ["a", "a"], "a\na"],
    ["a text whose signs are marks", "***", ["a"], "a"],
    [
      "the order of the layout, where the text repeats its ends",
      "intro\noutro",
      ["intro", "middle", "outro"],
      "intro\nmiddle\noutro",
    ],
  ];
  for (const [what, text, layout, said] of cases) {
    test(what, () => {
      expect(textWithLayout(text, layout)).toBe(said);
    });
  }
});
