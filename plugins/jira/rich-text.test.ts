// Guarantees of Jira's rich text: Markdown makes valid documents, which survive a round trip.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Node } from "./spans.ts";
import { toAdf } from "./to-adf.ts";
import { toMarkdown } from "./to-markdown.ts";

const again = (markdown: string) => toAdf(toMarkdown(toAdf(markdown)) ?? "");

/** Words and pieces of Markdown syntax, to be joined at random. */
const piece = fc.constantFrom(
  ..."a|b c|Émile|1|12|. |) |-|- |+|=|:|*|**|***|_|__|~|~~|`|``|[|]|(|)|<|>|#|# |!|\\|\\\\|&|&amp;|@|/|  |\t|🎉|\\|".split(
    "|",
  ),
  ..."|,||, http://example.com/a_b(c)*d*,www.example.com,ada@example.com,<u>,</u>,<b>,</b>,<br>,<i>,</i>,<span>".split(
    ",",
  ),
  ..."\\\n,\n,[x](http://example.com),![x](http://example.com/p.png),[x](nowhere),[@Ada](accountid:5b10:a),---,===".split(
    ",",
  ),
);
const line = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
const opening = fc.constantFrom(
  ..."|- |* |1. |2) |- [ ] |- [x] |> |# |### |###### |    |  |> - |- > |  - |  - [x] |    - |   1. |- # |> # |> - [ ] ".split(
    "|",
  ),
  ...["```js\n", "| a | b |\n| - | - |\n| ", "> | a |\n> | - |\n> | ", "- ```\n  ", "* * *\n"],
);
const markdown = fc
  .array(fc.tuple(opening, line, fc.constantFrom("\n", "\n\n")), { maxLength: 8 })
  .map((lines) => lines.map((parts) => parts.join("")).join(""));

/** What each block may contain, by the `full` JSON schema of @atlaskit/adf-schema. */
const INLINE = ["text", "hardBreak", "mention"];
const LISTS = ["bulletList", "orderedList", "taskList"];
const HOLDS: Record<string, string[]> = {
  doc: ["paragraph", "heading", ...LISTS, "codeBlock", "blockquote", "rule", "table"],
  paragraph: INLINE,
  heading: INLINE,
  taskItem: INLINE,
  codeBlock: ["text"],
  blockquote: ["paragraph", "bulletList", "orderedList", "codeBlock"],
  bulletList: ["listItem"],
  orderedList: ["listItem"],
  listItem: ["paragraph", ...LISTS, "codeBlock"],
  taskList: ["taskItem", "taskList"],
  table: ["tableRow"],
  tableRow: ["tableHeader", "tableCell"],
  tableHeader: ["paragraph"],
  tableCell: ["paragraph"],
};
const NEVER_EMPTY = [
  "blockquote",
  "bulletList",
  "orderedList",
  "listItem",
  "taskList",
  "table",
  "tableRow",
  "tableCell",
];

/** Where a document breaks the schema. */
function violations(node: Node): string[] {
  const out: string[] = [];
  if (node.type === "text" && !node.text) out.push("an empty text");
  const marks = (node.marks ?? []).map(({ type }) => type);
  if (marks.includes("code") && marks.some((mark) => mark !== "code" && mark !== "link")) out.push("code with marks");
  if (NEVER_EMPTY.includes(node.type) && !node.content?.length) out.push(`an empty ${node.type}`);
  if (node.type === "listItem" && !["paragraph", "codeBlock"].includes(node.content?.[0]?.type ?? ""))
    out.push(`an item that begins with ${node.content?.[0]?.type}`);
  for (const inner of node.content ?? []) {
    if (!HOLDS[node.type]?.includes(inner.type)) out.push(`${inner.type} within ${node.type}`);
    out.push(...violations(inner));
  }
  return out;
}

describe("Markdown and Jira's documents", () => {
  test("Markdown to document to Markdown to document gives an equal document", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        expect(again(source)).toEqual(toAdf(source));
      }),
      { seed: 1, numRuns: 800 },
    );
  });

  test("any Markdown makes a document that Jira's schema allows", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        expect(violations(toAdf(source))).toEqual([]);
      }),
      { seed: 2, numRuns: 800 },
    );
  });

  test("plain text survives a round trip unchanged", () => {
    fc.assert(
      fc.property(line, (source) => {
        const text = source.replace(/\s+/g, " ").trim();
        fc.pre(text !== "");
        const doc = {
          version: 1 as const,
          type: "doc",
          content: [{ type: "paragraph", content: [{ type: "text", text }] }],
        };
        expect(toAdf(toMarkdown(doc) ?? "")).toEqual(doc);
      }),
      { seed: 3, numRuns: 1_000 },
    );
  });
});
