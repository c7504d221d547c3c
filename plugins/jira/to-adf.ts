// Markdown → Jira's document format, within what each of its nodes may hold.
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

/** Items and quotes take fewer kinds of blocks than a document: the `full` JSON schema of @atlaskit/adf-schema. */
type Container = "doc" | "item" | "quote";

/** The document that shows the Markdown. */
export function toAdf(markdown: string): Node & { version: 1 } {
  try {
    const writer = new Writer();
    return { version: 1, type: "doc", content: writer.blocks(markdownTokens(markdown), "doc") };
  } catch (error) {
    // The parser goes as deep as the text nests, and has no bound of its own.
    if (error instanceof RangeError) throw new InvalidInput("The Markdown nests too deeply.");
    throw error;
  }
}

const paragraph = (spans: readonly Span[]): Node => ({ type: "paragraph", content: nodesOf(spans) });
const inline = (tokens: readonly MarkdownToken[]) => normalSpans(spansOfMarkdown(tokens));
const innerOf = (token: MarkdownTokens.Generic): MarkdownToken[] => token.tokens ?? [token as MarkdownToken];

class Writer {
  #tasks = 0;

  blocks(tokens: readonly MarkdownToken[], place: Container): Node[] {
    return tokens.flatMap((token) => this.#block(token as MarkdownTokens.Generic, place));
  }

  #block(token: MarkdownTokens.Generic, place: Container): Node[] {
    switch (token.type) {
      case "heading":
        return headingOf(token, place);
      case "paragraph":
      case "text":
      case "html":
        return paragraphs(inline(innerOf(token)));
      case "list":
        return this.#list(token as MarkdownTokens.List, place);
      case "blockquote":
        return this.#quote(token, place);
      case "code":
        return [codeBlock(place === "item" ? withoutTabs(token.text) : token.text, token.lang)];
      case "table":
        return tableOf(token as MarkdownTokens.Table, place);
      case "hr":
        return place === "doc" ? [{ type: "rule" }] : [];
      default:
        return [];
    }
  }

  #quote(token: MarkdownTokens.Generic, place: Container): Node[] {
    if (place !== "doc") return this.blocks(token.tokens ?? [], place);
    const content = this.blocks(token.tokens ?? [], "quote");
    return [{ type: "blockquote", content: content.length > 0 ? content : [paragraph([])] }];
  }

  #list(list: MarkdownTokens.List, place: Container): Node[] {
    if (place !== "quote" && isTaskList(list)) return [this.#tasksOf(list)];
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
    // An item begins with a paragraph, or with code.
    const isBare = own.length === 0 && blocks[0] !== undefined && ["paragraph", "codeBlock"].includes(blocks[0].type);
    return { type: "listItem", content: isBare ? blocks : [paragraph(own), ...blocks] };
  }

  #tasksOf(list: MarkdownTokens.List): Node {
    // Names need only be unique within the document.
    const attrs = { localId: `task-list-${++this.#tasks}` };
    const content = list.items.flatMap((item): Node[] => {
      const [first, ...lists] = contentOf(item);
      const state = item.checked ? "DONE" : "TODO";
      const own = nodesOf(inline(first ? innerOf(first as MarkdownTokens.Generic) : []));
      return [
        { type: "taskItem", attrs: { localId: `task-${++this.#tasks}`, state }, content: own },
        ...lists.map((inner) => this.#tasksOf(inner as MarkdownTokens.List)),
      ];
    });
    return { type: "taskList", attrs, content };
  }
}

const paragraphs = (spans: readonly Span[]) => (spans.length > 0 ? [paragraph(spans)] : []);
const contentOf = (item: MarkdownTokens.ListItem) =>
  item.tokens.filter(({ type }) => type !== "checkbox" && type !== "space");

/** Whether every item is a task of one line, with nothing within but such lists: a task holds no blocks. */
function isTaskList(list: MarkdownTokens.List): boolean {
  return list.items.every((item) => {
    const [first, ...rest] = contentOf(item);
    const isLine = first === undefined || first.type === "text" || first.type === "paragraph";
    return item.task && isLine && rest.every((one) => one.type === "list" && isTaskList(one as MarkdownTokens.List));
  });
}

function headingOf(token: MarkdownTokens.Generic, place: Container): Node[] {
  const spans = normalSpans(spansOfMarkdown(token.tokens ?? []), { oneLine: true });
  if (place === "doc") return [{ type: "heading", attrs: { level: token.depth }, content: nodesOf(spans) }];
  const strong = spans.map((span) => ({ ...span, marks: withMark(span.marks, "bold") }));
  return paragraphs(normalSpans(strong));
}

/** The parser makes blanks of tabs within items, so they must be blanks from the start to stay alike. */
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

/** A table; within an item or a quote its rows are lines of text. */
function tableOf(table: MarkdownTokens.Table, place: Container): Node[] {
  const rows = [table.header, ...table.rows].map((cells) => cells.map(({ tokens }) => inline(tokens)));
  if (place !== "doc") {
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
