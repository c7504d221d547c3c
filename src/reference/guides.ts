// The guides of docs/ as HTML and as plain Markdown.

import { posix } from "node:path";
import { escapeHtml } from "@kitajs/html";
import { Marked, type Tokens } from "marked";

export const GUIDES_PATH = "/docs/guides";

/** The typed client's README, which its package has too. */
export const CLIENT_GUIDE = "client";

/** The guide's file in the repository, without the ending: `docs/operate/backups` of `operate/backups`. */
export const guideFile = (name: string) => (name === CLIENT_GUIDE ? "client/README" : `docs/${name}`);

export interface Guide {
  /** Its path below docs/, without the ending: `operate`, or `operate/backups`; `client` is the typed client's README. */
  name: string;
  title: string;
  /** What it is for: its first sentence. */
  summary: string;
  markdown: string;
}
export interface Heading {
  depth: number;
  text: string;
  id: string;
}

/** The guides in the order in which people need them; a new one comes last. */
const ORDER = [
  "tutorial-product",
  "tutorial-agent",
  "tutorial-operator",
  "concepts",
  "api",
  CLIENT_GUIDE,
  "agents",
  "providers",
  "add-a-provider",
  "operate",
  "architecture",
  "decisions",
];

export function guidesOf(files: Record<string, string>): Guide[] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return Object.keys(files)
    .filter((name) => !name.includes("/"))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .flatMap((name) => [name, ...pagesOf(name, files)])
    .map((name) => guideOf(name, files[name] ?? ""));
}

/** The pages in a guide's folder, in the order in which the guide links to them. */
function pagesOf(name: string, files: Record<string, string>): string[] {
  const text = files[name] ?? "";
  const rank = (page: string) => {
    const position = text.indexOf(`](${page}.md)`);
    return position < 0 ? text.length : position;
  };
  return Object.keys(files)
    .filter((page) => sectionOf(page) === name)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** The guide whose folder a page is in; null of a guide itself. */
export function sectionOf(name: string): string | null {
  const [section = "", page] = name.split("/");
  return page === undefined ? null : section;
}

function guideOf(name: string, markdown: string): Guide {
  const [heading = "", text = ""] = markdown.split(/\n\n+/, 2);
  const title = heading.startsWith("# ") ? heading.slice(2) : name;
  return { name, title: plainText(title), summary: firstSentence(plainText(text)), markdown };
}

/** `names` are the guides that there are: links to them stay, links to other files of the repository become text. */
export function renderGuide(
  { name, markdown }: Pick<Guide, "name" | "markdown">,
  names: readonly string[],
): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const ids = new Map<string, number>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(ids, text);
        headings.push({ depth, text: plainText(text), id });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = linkTarget(href, name, names);
        return target === null ? inner : `<a href="${escapeHtml(target)}">${inner}</a>`;
      },
      // The guides are ours and trusted; what is HTML in them by oversight, such as <id>, is text.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      // Those who read by keyboard can scroll it.
      code: ({ text }: Tokens.Code) =>
        `<div class="code"><pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre></div>\n`,
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
          `<tr>${cells.map(({ tokens }) => cellOf(tag, this.parser.parseInline(tokens))).join("")}</tr>\n`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return { html: marked.parse(markdown, { async: false }), headings };
}

/** A header without text names no column. */
const cellOf = (tag: "th" | "td", html: string) =>
  tag === "th" && html !== "" ? `<th>${html}</th>` : `<td>${html}</td>`;

/** The target of a guide's link here; null if the gateway does not serve it. */
function linkTarget(href: string, from: string, names: readonly string[]): string | null {
  if (href.startsWith("#") || /^https?:\/\//.test(href)) return href;
  const [, path, hash = ""] = href.match(/^([a-zA-Z0-9./-]+)\.md(#.*)?$/) ?? [];
  const file = path === undefined ? "" : posix.join(posix.dirname(guideFile(from)), path);
  const name = names.find((one) => guideFile(one) === file);
  return name === undefined ? null : `${GUIDES_PATH}/${name}${hash}`;
}

/** As GitHub makes them, so that links between the guides work in both places. */
function uniqueId(ids: Map<string, number>, heading: string): string {
  const base = plainText(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  const times = ids.get(base) ?? 0;
  ids.set(base, times + 1);
  return times === 0 ? base : `${base}-${times}`;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function firstSentence(text: string): string {
  return text.match(/^.*?[.!?:](?=\s|$)/s)?.[0].replace(/:$/, ".") ?? text;
}
