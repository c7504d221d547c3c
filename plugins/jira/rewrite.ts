// Markdown that was read from a document, changed and written back: what Markdown cannot say stays as the document has it.
import { InvalidInput } from "gateway/plugin";
import { lostTypes } from "./lost-formatting.ts";
import { mergedNode, pairsOf } from "./rewrite-block.ts";
import type { Node } from "./spans.ts";
import { toAdf } from "./to-adf.ts";
import { isBox, isDoc, markdownOf, titleOf, toMarkdown } from "./to-markdown.ts";

export interface Rewritten {
  doc: Node;
  /** Types of Jira's nodes and marks that the text had, that Markdown cannot say and that it no longer has. */
  lost: string[];
}

/** A block as Markdown shows it; what a box holds stands among the others. */
interface Unit {
  node: Node;
  /** What its Markdown becomes when it is written; none where Markdown does not show it. */
  pieces: Node[];
  /** The boxes around it, the outermost first. */
  boxes: readonly Node[];
  /** Whether it is the title of the innermost box. */
  isTitle: boolean;
}

/** A block of the new document within its boxes. */
type Placed = Omit<Unit, "pieces">;

/**
 * The document for `markdown` in place of the one that stands. A block whose Markdown is unchanged stays as it is, and so does
 * one that Markdown does not show; of a changed one all stays that Markdown does not say otherwise.
 */
export function rewritten(current: unknown, markdown: string): Rewritten {
  if (!isDoc(current)) return { doc: toAdf(markdown), lost: [] };
  if (trimmed(toMarkdown(current) ?? "") === trimmed(markdown)) return { doc: current, lost: [] };
  const units = (current.content ?? []).flatMap((node) => unitsOf(node, []));
  const { content = [] } = toAdf(markdown, idsIn(current));
  const doc = { ...current, content: rebuilt(placed(units, content), 0) };
  const written = units.flatMap(({ pieces }) => pieces);
  return { doc, lost: lostTypes(current, written, doc) };
}

const trimmed = (text: string) => text.replaceAll("\r\n", "\n").trim();

function unitsOf(node: Node, boxes: readonly Node[]): Unit[] {
  if (!BOXES.has(node.type) || !isBox(node) || !node.content?.length || boxes.length === MAX_BOXES)
    return [{ node, pieces: piecesOf(node), boxes, isTitle: false }];
  const inner = [...boxes, node];
  const title = titleOf(node);
  return [
    ...(title ? [{ node: title, pieces: [title], boxes: inner, isTitle: true }] : []),
    ...node.content.flatMap((one) => unitsOf(one, inner)),
  ];
}
/** Boxes that may hold any block; the columns of a section and their section. */
const BOXES = new Set(["expand", "layoutSection", "layoutColumn", "bodiedExtension"]);
const MAX_BOXES = 10;

function piecesOf(node: Node): Node[] {
  try {
    return toAdf(markdownOf([node])).content ?? [];
  } catch (error) {
    // Longer or deeper than what can be written: nothing that is written equals it.
    if (error instanceof InvalidInput) return [{ type: "unwritable" }];
    throw error;
  }
}

/** The ids that the nodes of a document have within it. */
function idsIn(root: Node): Set<unknown> {
  const ids = new Set<unknown>();
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    ids.add(node.attrs?.localId);
    for (const inner of node.content ?? []) open.push(inner);
  }
  return ids;
}

/** The new blocks in their order, each in the boxes of the block that it was, or of those around it. */
function placed(units: readonly Unit[], next: readonly Node[]): Placed[] {
  const visible = units.flatMap((unit) => unit.pieces.map((piece, i) => ({ unit, piece, i })));
  const pairs = pairsOf(
    visible.map(({ piece }) => piece),
    next,
  );
  const origins = new Map<number, Unit>();
  const rest = new Set<number>();
  const found: (Placed | null)[] = next.map(() => null);
  for (const [x, { unit, piece, i }] of visible.entries()) {
    const y = pairs.get(x)?.at;
    const isWhole = unit.pieces.every((_, j) => pairs.get(x - i + j)?.at === (y ?? 0) - i + j);
    if (y === undefined || (unit.pieces.length > 1 && !isWhole)) continue;
    const isEqual = unit.pieces.every((_, j) => pairs.get(x - i + j)?.isEqual);
    if (unit.pieces.length > 1 && !isEqual) continue;
    origins.set(y, unit);
    if (i > 0) rest.add(y);
    found[y] = { ...unit, node: isEqual ? unit.node : mergedNode(unit.node, piece, next[y] as Node) };
  }
  const blocks = withBoxes(next, found).filter((_, y) => !rest.has(y));
  const places = [...next.keys()].filter((y) => !rest.has(y));
  return withHidden(units, blocks, new Map(places.map((y, at) => [origins.get(y) ?? null, at])));
}

/** What is new gets the boxes that both blocks around it have. */
function withBoxes(next: readonly Node[], found: readonly (Placed | null)[]): Placed[] {
  const following: (readonly Node[])[] = [];
  for (let y = next.length - 1, boxes: readonly Node[] = []; y >= 0; y--) {
    boxes = found[y]?.boxes ?? boxes;
    following[y] = boxes;
  }
  let before: readonly Node[] = [];
  return next.map((node, y) => {
    const own = found[y];
    before = own?.boxes ?? before;
    return own ?? { node, boxes: sharedBoxes(before, following[y] ?? []), isTitle: false };
  });
}

function sharedBoxes(before: readonly Node[], after: readonly Node[]): readonly Node[] {
  let shared = 0;
  while (shared < before.length && before[shared] === after[shared]) shared++;
  // A section holds columns only.
  return before[shared - 1]?.type === "layoutSection" ? before : before.slice(0, shared);
}

/** The blocks with those that Markdown does not show, each after the block that it followed, unless its box is gone. */
function withHidden(
  units: readonly Unit[],
  blocks: readonly Placed[],
  places: ReadonlyMap<Unit | null, number>,
): Placed[] {
  const firsts = new Map<Node, number>();
  for (const [i, { boxes }] of blocks.entries()) for (const box of boxes) if (!firsts.has(box)) firsts.set(box, i);
  const filled = new Set(units.flatMap(({ pieces, boxes }) => (pieces.length > 0 ? boxes : [])));
  const hidden = new Map<number, Placed[]>();
  let place = -1;
  for (const unit of units) {
    place = places.get(unit) ?? place;
    if (unit.pieces.length > 0 || unit.boxes.some((box) => filled.has(box) && !firsts.has(box))) continue;
    // What a box begins with stays in it, also where a new block stands before the box.
    const opened = unit.boxes.map((box) => firsts.get(box) ?? 0).find((first) => first > place);
    const at = opened === undefined ? place : opened - 1;
    const others = hidden.get(at);
    if (others) others.push(unit);
    else hidden.set(at, [unit]);
  }
  return [...(hidden.get(-1) ?? []), ...blocks.flatMap((block, i) => [block, ...(hidden.get(i) ?? [])])];
}

/** The blocks in their boxes, those of one box together. */
function rebuilt(blocks: readonly Placed[], depth: number): Node[] {
  const content: Node[] = [];
  for (let i = 0; i < blocks.length; ) {
    const { node, boxes, isTitle } = blocks[i] as Placed;
    const box = boxes[depth];
    let end = i + 1;
    if (!box) {
      if (!isTitle) content.push(node);
    } else {
      while (end < blocks.length && blocks[end]?.boxes[depth] === box) end++;
      content.push(boxed(box, blocks.slice(i, end), depth));
    }
    i = end;
  }
  return content;
}

function boxed(box: Node, blocks: readonly Placed[], depth: number): Node {
  const content = rebuilt(blocks, depth + 1);
  const node = {
    ...box,
    content: box.type === "layoutSection" ? withAllColumns(box, blocks, content, depth) : content,
  };
  if (titleOf(box) === null) return node;
  const title = blocks.find((one) => one.isTitle && one.boxes.length === depth + 1)?.node;
  return { ...node, attrs: { ...box.attrs, title: (title?.content ?? []).map(({ text = "" }) => text).join("") } };
}

/** A section needs all its columns, also one that is empty now. */
function withAllColumns(section: Node, blocks: readonly Placed[], content: readonly Node[], depth: number): Node[] {
  const columns = [...new Set(blocks.map(({ boxes }) => boxes[depth + 1]))];
  const written = new Map(columns.map((column, i) => [column, content[i] as Node]));
  return (section.content ?? []).map(
    (column) => written.get(column) ?? { ...column, content: [{ type: "paragraph", content: [] }] },
  );
}
