// The JSX runtime of the pages: what stands between tags is always text, and only `Raw` adds markup.
import { attributesToString, escapeHtml, isVoidElement } from "@kitajs/html";
import { visibleText } from "./visible-text.ts";

/** Finished HTML. Made only here: a text never passes for markup. */
export class Markup {
  constructor(readonly html: string) {}
}

/** For a part that has nothing to show. */
export const NOTHING = new Markup("");

export type Child = Markup | string | number | boolean | null | undefined | readonly Child[];
type Props = { readonly [name: string]: unknown; readonly children?: Child };
type Component = (props: Props) => Markup;

/** Kita's attributes for each tag; children are ours, and there is no inline code, inline style or escaping to choose. */
type KitaTags = globalThis.JSX.IntrinsicElements;
type Tags = {
  [Name in keyof KitaTags as string extends Name ? never : Name]: Omit<
    KitaTags[Name],
    "children" | "style" | "safe" | `on${string}`
  > & { children?: Child };
};

export namespace JSX {
  export type Element = Markup;
  export interface ElementChildrenAttribute {
    children: unknown;
  }
  export interface IntrinsicElements extends Tags {}
}

/** What people copy or edit stands there as it is; every other text is shown without unseen characters. */
const EXACT_TAGS = new Set(["pre", "textarea"]);
const READ_ATTRIBUTES = new Set(["title", "alt", "placeholder", "label", "aria-label", "aria-description"]);
const URL_ATTRIBUTES = new Set(["href", "src", "action", "formaction"]);
/** A path of this site, a query, a place on the page, the web, an image within the page. */
const SAFE_URL = /^(?:\/(?![/\\])|[?#]|https?:\/\/|data:image\/(?:png|webp);base64,)/i;

export function jsx(type: string | Component, props: Props): Markup {
  if (typeof type === "function") return type(props);
  const { children, ...attributes } = props;
  const start = `<${type}${attributesToString(escapedAttributes(attributes))}>`;
  const contents = EXACT_TAGS.has(type) ? exactly(children) : contentsOf(children);
  return new Markup(isVoidElement(type) ? start : `${start}${contents}</${type}>`);
}
export const jsxs = jsx;
/** What runtimes call outside production. */
export const jsxDEV = jsx;

export function Fragment({ children }: { children?: Child }): Markup {
  return new Markup(contentsOf(children));
}

/** Markup out of our own files; never out of a request or the database. */
export function Raw({ html }: { html: string }): Markup {
  return new Markup(html);
}

/**
 * The addresses that pages link to and load, as `jsx` writes them. A text cannot look like one: its quotes are escaped.
 */
const ADDRESS = / (href|src|action|formaction|data-hx-get|data-hx-post|data-passkey|data-passkey-action)="(\/[^"]*)"/g;

/** The markup with every path of this site as `to` says. */
export function readdressed({ html }: Markup, to: (path: string) => string): Markup {
  return new Markup(html.replace(ADDRESS, (_, name: string, path: string) => ` ${name}="${to(path)}"`));
}

/** Kita escapes only quotes. What the page's policy would block in a browser fails here, in the first test. */
function escapedAttributes(attributes: Record<string, unknown>): Record<string, unknown> {
  const escaped: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!/^[a-z][a-z0-9-]*$/i.test(name)) throw new Error("An attribute has a name that HTML does not have.");
    if (/^on|^style$/i.test(name)) throw new Error(`${name} is not possible: pages have no inline code or style.`);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean" && value !== undefined)
      throw new Error(`${name} must be a text, a number or a boolean.`);
    if (URL_ATTRIBUTES.has(name.toLowerCase()) && !SAFE_URL.test(String(value)))
      throw new Error(`${name} has an address that pages do not lead to.`);
    const text = typeof value === "string" && READ_ATTRIBUTES.has(name) ? visibleText(value) : value;
    escaped[name] = typeof text === "string" ? escapeHtml(text) : text;
  }
  return escaped;
}

function contentsOf(child: Child): string {
  if (child instanceof Markup) return child.html;
  if (Array.isArray(child)) return child.map(contentsOf).join("");
  if (child === null || child === undefined || typeof child === "boolean") return "";
  return escapeHtml(visibleText(String(child)));
}

const exactly = (child: Child): string => (typeof child === "string" ? escapeHtml(child) : contentsOf(child));
