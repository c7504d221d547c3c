// Markdown → Jira's document format (ADF), nesting only what ADF allows.
import {
  InvalidInput,
  type MarkdownToken,
  type MarkdownTokens,
  markdownTokens,
  normalSpans,
  plainSpan,
  type Span,
  withMark,
} from "gateway/plugin";
import { type Node, nodesOf, spansOfMarkdown } from "./spans.ts";

/** List items and quotes allow fewer blocks than a document: the `full` JSON schema of @atlaskit/adf-schema. */
type Container = "doc" | "item" | "quote";

/** The Markdown as a document without the ids `taken`; throws `InvalidInput` if it nests too deeply. */
export function toAdf(markdown: string, taken: ReadonlySet<unknown> = new Set()): Node & { version: 1 } {
  try {
    const writer = new Writer(taken);
    return { version: 1, type: "doc", content: writer.blocks(markdownTokens(markdown), "doc") };
  } catch (error) {
    // The parser recurses without a bound and overflows the stack.
    if (error instanceof RangeError) throw new InvalidInput("The Markdown nests too deeply.");
    throw error;
  }
}

const paragraph = (spans: readonly Span[]): Node => ({ type: "paragraph", content: nodesOf(spans) });
const inline = (tokens: readonly MarkdownToken[]) => normalSpans(spansOfMarkdown(tokens));
const innerOf = (token: MarkdownTokens.Generic): MarkdownToken[] => token.tokens ?? [token as MarkdownToken];

class Writer {
  #tasks = 0;
  readonly #taken: ReadonlySet<unknown>;

  constructor(taken: ReadonlySet<unknown>) {
    this.#taken = taken;
  }

  /** An id that is unique within the document, which is all that Jira demands. */
  #idOf(what: string): string {
    const id = `${what}-${++this.#tasks}`;
    return this.#taken.has(id) ? this.#idOf(what) : id;
  }

  blocks(tokens: readonly MarkdownToken[], container: Container): Node[] {
    return tokens.flatMap((token) => this.#block(token as MarkdownTokens.Generic, container));
  }

  #block(token: MarkdownTokens.Generic, container: Container): Node[] {
    switch (token.type) {
      case "heading":
        return headingOf(token, container);
      case "paragraph":
      case "text":
      case "html":
        return paragraphs(inline(innerOf(token)));
      case "list":
        return this.#list(token as MarkdownTokens.List, container);
      case "blockquote":
        return this.#quote(token, container);
      case "code":
        return [codeBlock(container === "item" ? withoutTabs(token.text) : token.text, token.lang)];
      case "table":
        return tableOf(token as MarkdownTokens.Table, container);
      case "hr":
        return container === "doc" ? [{ type: "rule" }] : [];
      default:
        return [];
    }
  }

  #quote(token: MarkdownTokens.Generic, container: Container): Node[] {
    if (container !== "doc") return this.blocks(token.tokens ?? [], container);
    const content = this.blocks(token.tokens ?? [], "quote");
    return [{ type: "blockquote", content: content.length > 0 ? content : [paragraph([])] }];
  }

  #list(list: MarkdownTokens.List, container: Container): Node[] {
    if (container !== "quote" && isTaskList(list)) return [this.#tasksOf(list)];
    const content = list.items.map((item) => this.#item(item));
    if (!list.ordered) return [{ type: "bulletList", content }];
    return [{ type: "orderedList", attrs: { order: Number(list.start) }, content }];
  }

  #item(item: MarkdownTokens.ListItem): Node {
    const [first, ...rest] = contentOf(item);
    const box = item.task ? [plainSpan(item.checked ? "[x] " : "[ ] ")] : [];
    const isText = first !== undefined && ["text", "paragraph", "html"].includes(first.type);
    const own = normalSpans([...box, ...(isText ? spansOfMarkdown(innerOf(first as MarkdownTokens.Generic)) : [])]);
    const blocks = this.blocks(isText || !first ? rest : [first, ...rest], "item");
    // An item must begin with a paragraph or code.
    const isBare = own.length === 0 && blocks[0] !== undefined && ["paragraph", "codeBlock"].includes(blocks[0].type);
    return { type: "listItem", content: isBare ? blocks : [paragraph(own), ...blocks] };
  }

  #tasksOf(list: MarkdownTokens.List): Node {
    const attrs = { localId: this.#idOf("task-list") };
    const content = list.items.flatMap((item): Node[] => {
      const [first, ...lists] = contentOf(item);
      const state = item.checked ? "DONE" : "TODO";
      const own = nodesOf(inline(first ? innerOf(first as MarkdownTokens.Generic) : []));
      return [
        { type: "taskItem", attrs: { localId: this.#idOf("task"), state }, content: own },
        ...lists.map((inner) => this.#tasksOf(inner as MarkdownTokens.List)),
      ];
    });
    return { type: "taskList", attrs, content };
  }
}

const paragraphs = (spans: readonly Span[]) => (spans.length > 0 ? [paragraph(spans)] : []);
const contentOf = (item: MarkdownTokens.ListItem) =>
  item.tokens.filter(({ type }) => type !== "checkbox" && type !== "space");

/** Whether every item is a one-line task that nests only such lists: ADF tasks contain no blocks. */
function isTaskList(list: MarkdownTokens.List): boolean {
  return list.items.every((item) => {
    const [first, ...rest] = contentOf(item);
    const isLine = first === undefined || first.type === "text" || first.type === "paragraph";
    return item.task && isLine && rest.every((one) => one.type === "list" && isTaskList(one as MarkdownTokens.List));
  });
}

function headingOf(token: MarkdownTokens.Generic, container: Container): Node[] {
  const spans = normalSpans(spansOfMarkdown(token.tokens ?? []), { oneLine: true });
  if (container === "doc") return [{ type: "heading", attrs: { level: token.depth }, content: nodesOf(spans) }];
  const strong = spans.map((span) => ({ ...span, marks: withMark(span.marks, "bold") }));
  return paragraphs(normalSpans(strong));
}

/** The parser turns tabs in list items into spaces; doing it first keeps a document equal after a round trip. */
const withoutTabs = (text: string) => text.replaceAll("\t", "    ");

function codeBlock(text: string, info: string | undefined): Node {
  const language = info?.match(/^\s*([\w+#.-]+)(?=\s|$)/)?.[1];
  const code = text.trimEnd();
  return {
    type: "codeBlock",
    ...(language && { attrs: { language } }),
    content: code === "" ? [] : [{ type: "text", text: code }],
  };
}

/** A table; in a list item or quote its rows become lines of text. */
function tableOf(table: MarkdownTokens.Table, container: Container): Node[] {
  const rows = [table.header, ...table.rows].map((cells) => cells.map(({ tokens }) => inline(tokens)));
  if (container !== "doc") {
    return rows.flatMap((cells) =>
      paragraphs(normalSpans(cells.flatMap((cell, i) => (i > 0 ? [plainSpan(" | "), ...cell] : cell)))),
    );
  }
  const row = (cells: Span[][], type: string): Node => ({
    type: "tableRow",
    content: cells.map((cell) => ({ type, content: [paragraph(cell)] })),
  });
  return [{ type: "table", content: rows.map((cells, i) => row(cells, i === 0 ? "tableHeader" : "tableCell")) }];
}
