// Types of what we use of html-to-text, which has none.
export function compile(options: {
  wordwrap: false;
  limits: { maxDepth: number; maxChildNodes: number; ellipsis: string };
  selectors: { selector: string; format?: string; options?: Record<string, boolean> }[];
}): (html: string) => string;
