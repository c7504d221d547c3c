// What a document had that Markdown cannot say, and no longer has.
import type { Node } from "./spans.ts";

/** Ids within the document, and what Jira adds to a mention itself. */
const NO_LOSS = new Set(["localId", "accessLevel", "userType"]);
/** Whose title is a line of the Markdown. */
const TITLED = new Set(["expand", "nestedExpand"]);
const DEFAULTS: Readonly<Record<string, unknown>> = {
  order: 1,
  colspan: 1,
  rowspan: 1,
  layout: "default",
  isNumberColumnEnabled: false,
};
const PLAIN = new Set(["text", "paragraph", "hardBreak"]);

/** The types of nodes and marks of `before` that its Markdown, `written`, lacks and of which `after` has fewer. */
export function lostTypes(before: Node, written: readonly Node[], after: Node): string[] {
  const [had, sayable, has] = [inventory([before]), inventory(written), inventory([after])];
  const lost = [...had].filter(([what, count]) => count > (sayable.get(what) ?? 0) && count > (has.get(what) ?? 0));
  return [...new Set(lost.map(([what]) => what.split("\n", 1)[0] ?? ""))].sort();
}

/** How many nodes of each type and attributes there are, and one of each mark. It does not recurse: depth has no bound. */
function inventory(roots: readonly Node[]): Map<string, number> {
  const found = new Map<string, number>();
  const open = [...roots];
  for (let node = open.pop(); node; node = open.pop()) {
    const { type, attrs, marks = [], content = [] } = node;
    const what = nameOf(type, attrs);
    if (!PLAIN.has(type) || what !== type) found.set(what, (found.get(what) ?? 0) + 1);
    for (const mark of marks) found.set(nameOf(mark.type, mark.attrs), 1);
    for (const inner of content) open.push(inner);
  }
  return found;
}

function nameOf(type: string, attrs: Node["attrs"]): string {
  const own = Object.entries(attrs ?? {}).filter(
    ([name, value]) =>
      !NO_LOSS.has(name) &&
      !(name === "title" && TITLED.has(type)) &&
      value !== null &&
      value !== "" &&
      DEFAULTS[name] !== value,
  );
  return [type, ...own.map((entry) => JSON.stringify(entry)).sort()].join("\n");
}
