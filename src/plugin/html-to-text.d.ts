// Types of what we use of html-to-text, which has none.
/** A node: one without a name is text or a comment. */
export interface Element {
  name?: string;
  data?: string;
  prev?: Element | null;
  children?: Element[];
}
interface Builder {
  addInline(text: string): void;
}
type Walk = (children: Element[] | undefined, builder: Builder) => void;
export function compile(options: {
  wordwrap: false;
  limits: { maxDepth: number; maxChildNodes: number; ellipsis: string };
  formatters: Record<string, (element: Element, walk: Walk, builder: Builder) => void>;
  selectors: { selector: string; format?: string; options?: Record<string, boolean | number> }[];
}): (html: string) => string;
