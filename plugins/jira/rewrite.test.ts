// Guarantees of rich text that is read as Markdown, changed and written back: what Markdown cannot say stays.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { block, doc, node, said } from "../../test/support/jira-documents.ts";
import { rewritten } from "./rewrite.ts";
import type { Node } from "./spans.ts";
import { toMarkdown } from "./to-markdown.ts";

const markdownOf = (...content: Node[]) => toMarkdown(doc(content)) ?? "";
const textsOf = (one: Node): string[] => [
  ...(one.text ? [one.text.trim()] : []),
  ...(one.content ?? []).flatMap(textsOf),
];
const short = (value: unknown) => String(JSON.stringify(value)).slice(0, 200);

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
