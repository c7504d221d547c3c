// A line of text that was read as Markdown, changed and written back: what stayed of it keeps its nodes.
import { aligned } from "./align.ts";
import { type Node, nodesOf, spansOf } from "./spans.ts";

/** A word, a space or a character of a text, or a part of what another node is written as. */
interface Piece {
  text: string;
  /** The marks that Markdown has. */
  marks: string;
  key: string;
  from: Node;
  /** How many pieces the node has and which one this is, where it stays only as a whole, such as a status. */
  whole: { length: number; index: number } | null;
}

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|./gsu) ?? [];
const keyOf = (text: string, marks: string) => (/^\s/.test(text) ? " " : text + marks);

/** The pieces of an inline node as Markdown brings it back; none where Markdown does not show it. */
function piecesOf(from: Node): Piece[] {
  const written = nodesOf(spansOf([from]));
  const pieces = written.flatMap((node) => {
    const marks = JSON.stringify(node.marks ?? []);
    if (node.type !== "text") return [{ text: "", marks, key: JSON.stringify([node.type, node.attrs]) }];
    const words = wordsOf((from.type === "text" ? from.text : node.text) ?? "");
    return words.map((text) => ({ text, marks, key: keyOf(text, marks) }));
  });
  const { length } = pieces;
  return pieces.map((piece, index) => ({ ...piece, from, whole: from.type === "text" ? null : { length, index } }));
}

/** The inline nodes `next`, with the nodes of `old` wherever their text is unchanged. */
export function rewrittenLine(old: readonly Node[], next: readonly Node[]): Node[] {
  const before = old.flatMap(piecesOf);
  const after = next.flatMap(piecesOf);
  const pairs = aligned(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  const origins = new Map<number, Piece>();
  for (const [x, y] of pairs) {
    const piece = before[x] as Piece;
    if (!piece.whole) origins.set(y, piece);
    else if (piece.whole.index === 0 && isRun(pairs, x, y, piece.whole.length))
      for (let i = 0; i < piece.whole.length; i++) origins.set(y + i, before[x + i] as Piece);
  }
  return withHidden(old, joined(after, origins));
}

const isRun = (pairs: ReadonlyMap<number, number>, x: number, y: number, length: number) =>
  Array.from({ length }, (_, i) => pairs.get(x + i) === y + i).every(Boolean);

/** A node with the one that it comes from. */
interface Joined {
  node: Node;
  from: Node;
}

/** Whether two texts look the same; two that were apart stay so. */
const isOneText = (a: Node, b: Node, old: ReadonlySet<Node>) =>
  a === b || (a.type === b.type && JSON.stringify(a.marks) === JSON.stringify(b.marks) && !(old.has(a) && old.has(b)));

/** The nodes of the pieces; neighbours of one text node are one again. */
function joined(after: readonly Piece[], origins: ReadonlyMap<number, Piece>): Joined[] {
  const old = new Set([...origins.values()].map(({ from }) => from));
  const content: Joined[] = [];
  const surroundings = surroundingsOf(after, origins);
  for (const [i, piece] of after.entries()) {
    const { text, from, whole } = origins.get(i) ?? { ...piece, from: surroundings[i] ?? piece.from };
    const open = content.at(-1);
    if (whole) {
      if (whole.index === 0) content.push({ node: from, from });
    } else if (open && isOneText(open.from, from, old)) open.node = { ...open.node, text: open.node.text + text };
    else content.push({ node: { ...from, text }, from });
  }
  return content;
}

/** Of each new word the text node that stays on both sides of it, where it has the same marks: a changed word keeps its colour. */
function surroundingsOf(after: readonly Piece[], origins: ReadonlyMap<number, Piece>): (Node | undefined)[] {
  const found: (Node | undefined)[] = [];
  let start = 0;
  for (let i = 0; i <= after.length; i++) {
    const end = origins.get(i);
    if (i < after.length && !end) continue;
    const isSame = end !== undefined && end.from.type === "text" && origins.get(start - 1)?.from === end.from;
    for (let j = start; isSame && j < i; j++) {
      const { whole, text, marks } = after[j] as Piece;
      if (!whole && (marks === end.marks || /^\s/.test(text))) found[j] = end.from;
    }
    start = i + 1;
  }
  return found;
}

/** The content with the nodes of `old` that Markdown does not show, each after the node that it followed. */
function withHidden(old: readonly Node[], content: readonly Joined[]): Node[] {
  const places = new Map(content.map(({ from }, i) => [from, i]));
  const hidden = new Map<number, Node[]>();
  let place = -1;
  for (const node of old) {
    place = places.get(node) ?? place;
    if (piecesOf(node).length === 0) hidden.set(place, [...(hidden.get(place) ?? []), node]);
  }
  return [...(hidden.get(-1) ?? []), ...content.flatMap(({ node }, i) => [node, ...(hidden.get(i) ?? [])])];
}
