// Guarantees of rich text that is read as Markdown, changed and written back: what Markdown cannot say stays.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rewritten } from "./rewrite.ts";
import type { Node } from "./spans.ts";
import { toMarkdown } from "./to-markdown.ts";

let words = 0;
const word = fc.constantFrom("mill", "stone", "river", "wheel", "grain", "sack").map((text) => `${text}${++words}`);
const node = (type: string, content?: Node[], attrs?: Record<string, unknown>, marks?: Node["marks"]): Node => ({
  type,
  ...(attrs && { attrs }),
  ...(content && { content }),
  ...(marks && { marks }),
});
const mark = fc.constantFrom<NonNullable<Node["marks"]>>(
  [],
  [{ type: "strong" }],
  [{ type: "code" }],
  [{ type: "textColor", attrs: { color: "#ff0000" } }],
  [{ type: "subsup", attrs: { type: "sub" } }],
  [{ type: "annotation", attrs: { id: "a-1", annotationType: "inlineComment" } }, { type: "em" }],
  [{ type: "glow" }],
  [{ type: "link", attrs: { href: "https://example.com/a b", title: "t" } }],
);
const text = fc
  .tuple(word, mark)
  .map(([one, marks]): Node => ({ type: "text", text: `${one} `, ...(marks.length > 0 && { marks }) }));
const atom = fc.oneof(
  word.map((one) => node("status", undefined, { text: one, color: "green", localId: one })),
  word.map((one) => node("mention", undefined, { id: `5b:${one}`, text: `@${one}`, accessLevel: "" })),
  fc.constant(node("emoji", undefined, { shortName: ":mill:", id: "1f3ed", text: "" })),
  fc.constant(node("date", undefined, { timestamp: "1767225600000" })),
  word.map((one) => node("inlineCard", undefined, { url: `https://example.com/${one}` })),
  word.map((one) => node("mediaInline", undefined, { id: one, collection: "c", alt: one })),
  fc.constant(node("hardBreak")),
  fc.constant(node("inlineExtension", undefined, { extensionKey: "k", extensionType: "e" })),
  word.map((one) => node("unheardOf", undefined, { text: one, odd: [1] })),
);
const line = fc.array(fc.oneof({ weight: 3, arbitrary: text }, atom), { minLength: 1, maxLength: 6 });
const paragraph = line.map((content) => node("paragraph", content));
const leaf = fc.oneof(
  paragraph,
  fc.tuple(line, fc.integer({ min: 1, max: 6 })).map(([content, level]) => node("heading", content, { level })),
  word.map((one) => node("codeBlock", [{ type: "text", text: `${one}\n${one}` }], { language: "js", uniqueId: one })),
  fc.constant(node("rule")),
  fc.constant(node("paragraph", [])),
  word.map((one) =>
    node("mediaSingle", [node("media", undefined, { type: "file", id: one, alt: one })], { layout: "wide" }),
  ),
  word.map((one) => node("blockCard", undefined, { url: `https://example.com/${one}` })),
  fc.constant(node("extension", undefined, { extensionKey: "toc", extensionType: "macro" })),
  word.map((one) =>
    node("paragraph", [{ type: "text", text: one }], undefined, [{ type: "alignment", attrs: { align: "end" } }]),
  ),
);
const some = <T>(block: fc.Arbitrary<T>) => fc.array(block, { minLength: 1, maxLength: 3 });
const cell = fc
  .tuple(some(leaf), fc.constantFrom({}, { colspan: 2, background: "#fff" }))
  .map(([content, attrs]) => node("tableCell", content, attrs));
const { block } = fc.letrec<{ block: Node }>((tie) => ({
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    some(tie("block")).map((content) => node("panel", content, { panelType: "warning" })),
    some(tie("block")).map((content) => node("blockquote", content)),
    fc.tuple(word, some(tie("block"))).map(([title, content]) => node("expand", content, { title })),
    some(some(tie("block"))).map((columns) =>
      node(
        "layoutSection",
        columns.map((content) => node("layoutColumn", content, { width: 50 })),
      ),
    ),
    some(some(tie("block"))).map((items) =>
      node(
        "bulletList",
        items.map((content) => node("listItem", content)),
      ),
    ),
    some(some(tie("block"))).map((items) =>
      node(
        "orderedList",
        items.map((content) => node("listItem", content)),
        { order: 3 },
      ),
    ),
    some(line).map((items) =>
      node(
        "taskList",
        items.map((content, i) => node("taskItem", content, { localId: `t${i}`, state: i % 2 ? "DONE" : "TODO" })),
        { localId: "l" },
      ),
    ),
    some(line).map((items) =>
      node(
        "decisionList",
        items.map((content, i) => node("decisionItem", content, { localId: `d${i}`, state: "DECIDED" })),
        { localId: "l" },
      ),
    ),
    some(some(cell)).map((rows) =>
      node(
        "table",
        rows.map((cells) => node("tableRow", cells)),
        { layout: "wide" },
      ),
    ),
    some(tie("block")).map((content) => node("somethingNew", content, { odd: true })),
  ),
}));
const doc = (content: Node[]): Node => ({ type: "doc", version: 1, content }) as Node;
const markdownOf = (...content: Node[]) => toMarkdown(doc(content)) ?? "";
const textsOf = (one: Node): string[] => [
  ...(one.text ? [one.text.trim()] : []),
  ...(one.content ?? []).flatMap(textsOf),
];
const short = (value: unknown) => String(JSON.stringify(value)).slice(0, 200);
const said = (...texts: string[]) =>
  node(
    "paragraph",
    texts.map((one) => ({ type: "text", text: one })),
  );

describe("text that is read, changed and written back", () => {
  test("stays byte-equal where nothing was changed", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const before = doc(blocks);
        const { doc: after, lost } = rewritten(before, `${toMarkdown(before)}\r\n`);
        expect(JSON.stringify(after) === JSON.stringify(before)).toBe(true);
        expect(lost).toEqual([]);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  test("stays byte-equal in every block but the one that was changed, replaced or added", () => {
    const change = fc.constantFrom("replace", "add");
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 5 }),
        fc.array(block, { maxLength: 5 }),
        change,
        (before, after, how) => {
          const own = how === "add" ? [] : [said("An old line here.")];
          const changed = [markdownOf(...before, said("OLDMARK"), ...after)]
            .join("")
            .replace("OLDMARK", "A new line here.");
          const { doc: written } = rewritten(doc([...before, ...own, ...after]), changed);
          const content = (written.content ?? []).map((one) => JSON.stringify(one));
          for (const one of [...before, ...after])
            expect(content.includes(JSON.stringify(one)) || short(one)).toBe(true);
          const fresh = said("A new line here.");
          expect(content.length).toBe(before.length + after.length + 1);
          // Whether a new block stands before or after one that Markdown does not show, nothing says.
          if (how === "replace")
            expect(content[before.length] === JSON.stringify(fresh) || short([content[before.length], fresh])).toBe(
              true,
            );
        },
      ),
      { seed: 2, numRuns: 200 },
    );
  });

  test("has every word in the Markdown, in its order", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const markdown = toMarkdown(doc(blocks)) ?? "";
        let at = 0;
        for (const one of blocks.flatMap(textsOf).flatMap((lines) => lines.split("\n"))) {
          at = markdown.indexOf(one, at);
          expect(at >= 0 || `${one} in ${markdown.slice(0, 200)}`).toBe(true);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  const changed = (before: Node, from: string, to: string) => {
    const markdown = markdownOf(before);
    expect(markdown).toContain(from);
    const { doc: after, lost } = rewritten(doc([before]), markdown.replace(from, to));
    return { after: JSON.stringify(after.content?.[0]), expected: JSON.stringify(before).replace(from, to), lost };
  };
  const status = node("status", undefined, { text: "DONE", color: "green", localId: "s-1" });
  const red = { type: "text", text: "red words here", marks: [{ type: "textColor", attrs: { color: "#f00" } }] };
  const mixed = node("paragraph", [{ type: "text", text: "It is " }, status, { type: "text", text: " with " }, red]);
  const cells = (...texts: string[]) =>
    texts.map((one, i) => node("tableCell", [said(one)], i === 0 ? { colspan: 2, background: "#fff" } : {}));

  test.each<[string, Node, string, string]>([
    ["a status in a changed sentence", mixed, "It", "This"],
    ["the colour around a changed word", mixed, "words", "letters"],
    ["a panel", node("panel", [mixed, said("second")], { panelType: "note" }), "second", "third"],
    ["a box that opens", node("expand", [mixed, said("second")], { title: "More" }), "second", "third"],
    ["a box whose title changes", node("expand", [mixed], { title: "More" }), "More", "Less"],
    [
      "a list of decisions",
      node("decisionList", [
        node("decisionItem", [{ type: "text", text: "go" }, status], { localId: "d", state: "DECIDED" }),
      ]),
      "go",
      "stay",
    ],
    [
      "a table with merged cells",
      node("table", [node("tableRow", cells("a", "b")), node("tableRow", cells("third cell"))], { layout: "wide" }),
      "third",
      "last",
    ],
    [
      "an item among others",
      node("bulletList", [
        node("listItem", [mixed]),
        node("listItem", [said("second"), node("bulletList", [node("listItem", [mixed])])]),
      ]),
      "second",
      "third",
    ],
  ])("has after a change within it still %s", (_, before, from, to) => {
    const { after, expected, lost } = changed(before, from, to);
    expect(after).toBe(expected);
    expect(lost).toEqual([]);
  });

  test("has the state of a task as Markdown says it, and its ids", () => {
    const item = (id: string, state: string) =>
      node("taskItem", [{ type: "text", text: id }, status], { localId: id, state });
    const list = (...states: string[]) =>
      node(
        "taskList",
        states.map((state, i) => item(`t${i}`, state)),
        { localId: "l" },
      );
    const before = doc([list("TODO", "TODO", "TODO")]);
    const after = rewritten(before, (toMarkdown(before) ?? "").replace("- [ ] t1", "- [x] t1"));
    expect(after).toEqual({ doc: doc([list("TODO", "DONE", "TODO")]), lost: [] });
  });

  test("says what it lost where a part is gone or becomes another", () => {
    const before = doc([node("panel", [mixed], { panelType: "note" }), said("second")]);
    expect(rewritten(before, "second").lost).toEqual(["panel", "status", "textColor"]);
    expect(rewritten(before, "# It is \\[DONE\\] with red words here\n\nsecond").lost).toEqual([
      "panel",
      "status",
      "textColor",
    ]);
    expect(rewritten(before, "> It is done with red words here\n\nsecond").lost).toEqual(["status"]);
  });

  test("gives new tasks ids that the document does not have", () => {
    const before = doc([
      node("taskList", [node("taskItem", [{ type: "text", text: "a" }], { localId: "task-2", state: "TODO" })], {
        localId: "task-list-1",
      }),
    ]);
    const { doc: after } = rewritten(before, `${toMarkdown(before)}\n- [ ] b\n\nx\n\n- [ ] c`);
    const ids = [...JSON.stringify(after).matchAll(/"localId":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(5);
    expect(new Set(ids).size).toBe(5);
  });
});

describe("a large document", () => {
  const nested = (levels: number, around: (inner: Node[]) => Node) => {
    let inner: Node[] = [said("deepest")];
    for (let i = levels; i > 0; i--) inner = [said(`word${i}`), around(inner)];
    return doc(inner);
  };
  test.each<[string, (inner: Node[]) => Node]>([
    ["quotes", (inner) => node("blockquote", inner)],
    ["panels", (inner) => node("panel", inner)],
    ["boxes", (inner) => node("expand", inner, { title: "t" })],
    ["lists", (inner) => node("bulletList", [node("listItem", inner)])],
    ["unknown nodes", (inner) => node("somethingNew", inner)],
  ])("nests 1,000 %s and has each word in its order", (_, around) => {
    const markdown = toMarkdown(nested(1_000, around)) ?? "";
    const found = [...markdown.matchAll(/word(\d+)|deepest/g)].map(([, number]) => Number(number ?? 1_001));
    expect(found).toEqual(Array.from({ length: 1_001 }, (_, i) => i + 1));
  });

  /** The least of three runs. */
  const timeOf = (run: () => unknown) =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const start = performance.now();
        run();
        return performance.now() - start;
      }),
    );
  const coloured = (length: number) =>
    Array.from({ length }, (_, i) => ({
      type: "text",
      text: `w${i} `,
      marks: [{ type: "textColor", attrs: { color: `#${i}` } }],
    }));
  test.each<[string, (size: number) => Node, number]>([
    ["equal blocks", (size) => doc(Array.from({ length: size }, () => said("a"))), 10_000],
    ["different panels", (size) => doc(Array.from({ length: size }, (_, i) => node("panel", [said(`w${i}`)]))), 10_000],
    ["boxes in boxes", (size) => nested(size, (inner) => node("expand", inner, { title: "t" })), 4_000],
    ["lists in lists", (size) => nested(size, (inner) => node("bulletList", [node("listItem", inner)])), 4_000],
    ["spans of a line", (size) => doc([node("paragraph", coloured(size))]), 5_000],
    [
      "letters of a cell",
      (size) => doc([node("table", [node("tableRow", [node("tableCell", [said("word ".repeat(size / 5))])])])]),
      100_000,
    ],
  ])("takes time in proportion to its %s", (_, make, size) => {
    const [small, large] = [size / 4, size].map((one) => {
      const before = make(one);
      const markdown = toMarkdown(before) ?? "";
      return timeOf(() => rewritten(before, `b\n\n${markdown.slice(0, Math.floor(30_000 * (one / size)))}`));
    }) as [number, number];
    // Four times as much; with a square it would be sixteen times.
    expect(large).toBeLessThan(10 * Math.max(small, 5));
  });
});
