// Plain text of chat messages that are trees: blocks, cards, embeds, forwards, polls.

export type LayoutNode = Readonly<Record<string, unknown>>;

/** Begins a new line, unless the current one is still empty. */
export const NEW_LINE = { newLine: true } as const;

/** Text as it is read, a new line, or a value whose words follow; `orElse` is said where that value has no words. */
export type LayoutPart = string | typeof NEW_LINE | { inside: unknown; orElse?: string };

/** How the nodes of a provider's layout are read. */
export interface LayoutReader {
  /** The keys that hold text or further nodes, in the order in which the provider shows them. */
  keys: readonly string[];
  /** The keys of what has no words, such as the address of a picture. */
  wordless: readonly string[];
  /** The plain text of a text in the provider's markup. */
  plain: (text: string) => string;
  /** The parts of a node that is not read key by key; null for any other node, an empty list for one without content. */
  read: (node: LayoutNode) => readonly LayoutPart[] | null;
}

/** What a layout says, and whether it holds anything that has no words. */
export interface LayoutText {
  text: string;
  hasWordless: boolean;
}

/** The words of a node and of all nodes within it, in order; at any depth, in time that grows with their number. */
export function layoutText(root: unknown, reader: LayoutReader): LayoutText {
  const out: string[] = [];
  let wordCount = 0;
  let isLineEmpty = true;
  let hasWordless = false;
  let isBare = false;
  const stack: (LayoutPart | { silentSince: number; text: string })[] = [{ inside: root }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (part === NEW_LINE) {
      if (!isLineEmpty) out.push("\n");
      isLineEmpty = true;
    } else if (typeof part === "string") {
      if (part === "") continue;
      out.push(part);
      if (/\S/.test(part)) wordCount++;
      isLineEmpty = part.endsWith("\n");
    } else if ("silentSince" in part) {
      if (part.silentSince === wordCount) stack.push(NEW_LINE, part.text, NEW_LINE);
    } else if ("inside" in part) {
      const { inside, orElse } = part;
      hasWordless ||= isNode(inside) && reader.wordless.some((key) => Boolean(inside[key]));
      const parts = partsOf(inside, reader);
      if (inside === root) isBare = parts.length === 0;
      if (orElse) stack.push({ silentSince: wordCount, text: orElse });
      for (const each of parts.toReversed()) stack.push(each);
    }
  }
  return { text: out.join("").trim(), hasWordless: hasWordless || (wordCount === 0 && !isBare) };
}

const isNode = (value: unknown): value is LayoutNode =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function partsOf(value: unknown, reader: LayoutReader): readonly LayoutPart[] {
  if (typeof value === "string") return [NEW_LINE, reader.plain(value), NEW_LINE];
  if (Array.isArray(value)) return onLines(value);
  if (!isNode(value)) return [];
  return reader.read(value) ?? onLines(reader.keys.map((key) => value[key]).filter((inner) => inner !== undefined));
}

/** Values on lines of their own. */
export const onLines = (values: readonly unknown[]): LayoutPart[] => [
  ...values.flatMap((inside) => [NEW_LINE, { inside }]),
  NEW_LINE,
];

/**
 * A message's text with the texts of its layout below, in order and without what one says of the other: many apps write the same
 * words in both, as a notification.
 */
export function textWithLayout(text: string, layout: readonly string[]): string {
  const parts = layout.slice(saidParts(comparable(text), layout));
  if (parts.length === 0) return text;
  const below = parts.join("\n");
  const repeats = says(below);
  const above = repeats(text) ? [] : text.split("\n").filter((line, i) => i >= MAX_COMPARED_LINES || !repeats(line));
  return [...above, below].join("\n").trim();
}

/** Lines of a text that are looked for in its layout: each is one search. */
const MAX_COMPARED_LINES = 50;

/** How many parts of a layout, from the first, a text says in their order. */
function saidParts(said: string, layout: readonly string[]): number {
  let position = 0;
  const first = layout.findIndex((part) => {
    const words = comparable(part);
    const at = said.indexOf(words, position);
    // The last space of the words is the first of those that follow.
    position = at + words.length - 1;
    return at < 0;
  });
  return first < 0 ? layout.length : first;
}

/** The words with a space on each side, without the marks and list numbers that only one of two forms of a text has. */
function comparable(text: string): string {
  const words = text.replace(/^ {0,20}\d{1,6}\. /gm, "").split(/[\s*_~`•|>]+/);
  const bare = words.map((word) => word.replace(/^["'([{]{1,3}|[)"'\]}:;,.!?]{1,3}$/g, "") || word);
  return ["", ...bare.filter((word) => word !== ""), ""].join(" ");
}

/** The address after a link's label. */
const ADDRESS = / \((?:https?|mailto|tel):[^\s()]{1,2000}\)/g;

/** Whether a text has all words of another in a row; links may have lost their address there. */
function says(text: string): (other: string) => boolean {
  const forms = [comparable(text), comparable(text.replace(ADDRESS, ""))];
  return (other) => forms.some((form) => form.includes(comparable(other)));
}
