// The types of html-to-text, which brings none: only what is used.
export function compile(options: {
  wordwrap: false;
  limits: { maxDepth: number; maxChildNodes: number; ellipsis: string };
  selectors: { selector: string; format?: string; options?: Record<string, boolean> }[];
}): (html: string) => string;
