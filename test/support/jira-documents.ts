// Random documents of Jira's rich text (the Atlassian Document Format).
import fc from "fast-check";
import type { Node } from "../../plugins/jira/spans.ts";

let words = 0;
const word = fc.constantFrom("mill", "stone", "river", "wheel", "grain", "sack").map((text) => `${text}${++words}`);
/** A node of Jira's rich text. */
export const node = (type: string, content?: Node[], attrs?: Record<string, unknown>, marks?: Node["marks"]): Node => ({
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
/** Any block, with nodes and marks that nobody knows among the others; every word occurs once. */
export const { block } = fc.letrec<{ block: Node }>((tie) => ({
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
export const doc = (content: Node[]): Node => ({ type: "doc", version: 1, content }) as Node;
/** A paragraph of these texts. */
export const said = (...texts: string[]) =>
  node(
    "paragraph",
    texts.map((one) => ({ type: "text", text: one })),
  );
