// A block that was read as Markdown, changed and written back: what Markdown does not say of it stays.
import { valueAt } from "gateway/plugin";
import { aligned } from "./align.ts";
import { rewrittenLine } from "./rewrite-line.ts";
import type { Node } from "./spans.ts";
import { holdsText } from "./to-markdown.ts";

/** A text that is equal for equal nodes, whatever their ids within the document. */
const keyOf = (node: Node) => JSON.stringify(node, (name, value) => (name === "localId" ? undefined : value));

/** Where a node stands now, and whether it is unchanged. */
interface Pair {
  at: number;
  isEqual: boolean;
}

/** Nodes as they were written with those as they are: equal ones, and between these what changed, by how many words they share. */
export function pairsOf(before: readonly Node[], after: readonly Node[]): Map<number, Pair> {
  const equal = aligned(before.map(keyOf), after.map(keyOf));
  const pairs = new Map<number, Pair>([...equal].map(([x, at]) => [x, { at, isEqual: true }]));
  const stops = [...equal].sort(([a], [b]) => a - b);
  let [x, y] = [0, 0];
  for (const [endX, endY] of [...stops, [before.length, after.length] as const]) {
    pairChanged(before, after, { x, endX, y, endY }, pairs);
    [x, y] = [endX + 1, endY + 1];
  }
  return pairs;
}

/** How many of the next nodes are compared with one that changed. */
const WINDOW = 8;

function pairChanged(
  before: readonly Node[],
  after: readonly Node[],
  gap: { x: number; endX: number; y: number; endY: number },
  pairs: Map<number, Pair>,
): void {
  let { x, y } = gap;
  const areAsMany = gap.endX - x === gap.endY - y;
  const words = new Map<Node, Set<string>>();
  const wordsOf = (node: Node) => {
    const found = words.get(node) ?? new Set(keyOf(node).match(/[\p{L}\p{N}]+/gu));
    words.set(node, found);
    return found;
  };
  for (; x < gap.endX && y < gap.endY; x++) {
    const old = before[x] as Node;
    const near = Array.from({ length: Math.min(WINDOW, gap.endY - y) }, (_, i) => y + i);
    const own = wordsOf(old);
    const shared = (at: number) => [...wordsOf(after[at] as Node)].filter((word) => own.has(word)).length;
    const best = areAsMany
      ? gap.endY - (gap.endX - x)
      : near.filter((at) => after[at]?.type === old.type).reduce((a, b) => (shared(b) > shared(a) ? b : a), y);
    if (after[best]?.type !== old.type) continue;
    pairs.set(x, { at: best, isEqual: false });
    y = best + 1;
  }
}

/** The changed node `next` in place of `old`, which was written as `base`. */
export function mergedNode(old: Node, base: Node, next: Node): Node {
  if (old.type === base.type || (old.type === "panel" && base.type === "blockquote")) {
    const content = mergedContent(old, base, next);
    return content ? { ...old, ...changedAttrs(old, base, next), content } : next;
  }
  // A cell of the first row is a header in Markdown; so is an item of a list of decisions an item.
  if (old.type === "tableCell" || old.type === "tableHeader") {
    const content = mergedContent(old, base, next);
    return { ...old, content: content ?? next.content ?? [] };
  }
  if (old.type === "decisionList") {
    const content = mergedChildren(old, base, next);
    return content.every(({ type }) => type === "decisionItem") ? { ...old, content } : next;
  }
  if (old.type === "decisionItem" && isLine(next)) {
    return { ...old, content: rewrittenLine(old.content ?? [], next.content?.[0]?.content ?? []) };
  }
  return next;
}

const isLine = ({ content = [] }: Node) => content.length === 1 && content[0]?.type === "paragraph";
/** The attributes with those that the Markdown changed. */
function changedAttrs(old: Node, base: Node, next: Node): Pick<Node, "attrs"> {
  const attrs = { ...old.attrs };
  for (const name of new Set([...Object.keys(base.attrs ?? {}), ...Object.keys(next.attrs ?? {})])) {
    const value = valueAt(next.attrs, name);
    if (name === "localId" || value === valueAt(base.attrs, name)) continue;
    if (value === undefined) delete attrs[name];
    else attrs[name] = value;
  }
  return Object.keys(attrs).length > 0 || old.attrs ? { attrs } : {};
}

/** Null where the children of the old node are not those that it was written with. */
function mergedContent(old: Node, base: Node, next: Node): Node[] | null {
  const [own = [], written = []] = [old.content, base.content];
  if (old.type === "codeBlock") return next.content ?? [];
  if (holdsText(old) || holdsText(next)) return rewrittenLine(own, next.content ?? []);
  if (old.type === "tableRow")
    return mergedChildren(old, withoutPadding(base, own.length), withoutPadding(next, own.length));
  return own.length === written.length ? mergedChildren(old, base, next) : null;
}

/** A row without the empty cells that Markdown adds to rows whose cells are merged. */
function withoutPadding(row: Node, length: number): Node {
  const content = [...(row.content ?? [])];
  while (content.length > length && !content.at(-1)?.content?.some(({ content: words = [] }) => words.length > 0))
    content.pop();
  return { ...row, content };
}

function mergedChildren(old: Node, base: Node, next: Node): Node[] {
  const [own = [], written = [], content = []] = [old.content, base.content, next.content];
  const merged = [...content];
  for (const [x, { at, isEqual }] of pairsOf(written, content)) {
    const node = own[x];
    if (node) merged[at] = isEqual ? node : mergedNode(node, written[x] as Node, content[at] as Node);
  }
  return merged;
}
