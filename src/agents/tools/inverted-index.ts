// The inverted index of the tool search, over names, keywords and descriptions.
import type { SearchableTool } from "./search.ts";
import { normalizedTokens, verbStems } from "./text.ts";
import { WEIGHTS } from "./weights.ts";
import { GENERIC_VERBS, STOP_WORDS, SYNONYMS } from "./word-lists.ts";

/** Words of names for all that a provider holds. */
const CONTAINERS: ReadonlySet<string> = new Set(["workspace", "item"]);
const VERB_OF_METHOD: Record<string, string> = { POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" };

interface Posting {
  tool: number;
  weight: number;
  /** Index into `nameParts`, or -1 for a word from outside the name. */
  namePart: number;
}
/** The postings of one term, field by field: scans over ten thousands of them are what a search takes its time for. */
export interface PostingList {
  tools: Int32Array;
  weights: Float64Array;
  nameParts: Int32Array;
}
export interface InvertedIndex {
  /** Keyed by term; `@<provider>` is the term of a provider. */
  postings: Map<string, PostingList>;
  /** The weight of each word of every name. */
  nameParts: Float64Array;
  /** The start of each tool's name in `nameParts`; one more at the end. */
  nameStarts: Int32Array;
}

export function buildInvertedIndex(tools: readonly SearchableTool[], withAllFields: boolean): InvertedIndex {
  const postings = new Map<string, Posting[]>();
  const nameParts: number[] = [];
  const nameStarts: number[] = [];
  for (const [position, tool] of tools.entries()) {
    nameStarts.push(nameParts.length);
    for (const [term, posting] of postingsOf(tool, position, nameParts, withAllFields)) {
      const list = postings.get(term);
      if (list) list.push(posting);
      else postings.set(term, [posting]);
    }
  }
  nameStarts.push(nameParts.length);
  const lists = Array.from(postings, ([term, list]) => [term, postingList(list)] as const);
  return {
    postings: new Map(lists),
    nameParts: Float64Array.from(nameParts),
    nameStarts: Int32Array.from(nameStarts),
  };
}

function postingList(postings: readonly Posting[]): PostingList {
  return {
    tools: Int32Array.from(postings, ({ tool }) => tool),
    weights: Float64Array.from(postings, ({ weight }) => weight),
    nameParts: Int32Array.from(postings, ({ namePart }) => namePart),
  };
}

/** Each term of a tool with its best field; appends the parts of the name to `nameParts`. */
function postingsOf(
  tool: SearchableTool,
  position: number,
  nameParts: number[],
  withAllFields: boolean,
): Map<string, Posting> {
  const postings = new Map<string, Posting>();
  const add = (term: string, weight: number, namePart = -1) => {
    const known = postings.get(term);
    if (known) known.weight = Math.max(known.weight, weight);
    else postings.set(term, { tool: position, weight, namePart });
  };
  add(`@${tool.provider}`, 1, nameParts.push(WEIGHTS.namePart.provider) - 1);
  let weight = WEIGHTS.field.name;
  /** A container stands for what the tool's keywords name: "search workspace" searches pages. */
  let container = -1;
  const words = wordsOfName(tool);
  for (const word of words) {
    if (postings.has(word)) continue;
    const isService = word === words[0] && isServicePrefix(tool, words);
    const namePart = nameParts.push(isService ? WEIGHTS.namePart.provider : namePartWeight(word)) - 1;
    if (CONTAINERS.has(word)) container = namePart;
    add(word, weight, namePart);
    // A word with an entry of its own means something else: a recording is no record.
    for (const stem of SYNONYMS.has(word) ? [] : verbStems(word)) if (SYNONYMS.has(stem)) add(stem, weight, namePart);
    if (word === "by" || word === "with" || word === "from") weight = WEIGHTS.field.qualifier;
  }
  const keywords = tool.keywords.join(" ");
  for (const [text, fieldWeight] of withAllFields ? fieldsOf(tool) : []) {
    for (const word of normalizedTokens(text))
      if (!STOP_WORDS.has(word)) add(word, fieldWeight, text === keywords ? container : -1);
  }
  return postings;
}

function namePartWeight(word: string): number {
  const { stopWord, container, verb, word: other } = WEIGHTS.namePart;
  return STOP_WORDS.has(word) ? stopWord : CONTAINERS.has(word) ? container : GENERIC_VERBS.has(word) ? verb : other;
}

/** "Drive" in `drive_list_files`, but not in `list_drives`: it tells where the object is, as the provider does. */
function isServicePrefix({ service }: SearchableTool, words: readonly string[]): boolean {
  return words.length > 2 && words[0] === service && !words.includes(words[0], 1);
}

/** Without the provider. */
function wordsOfName(tool: SearchableTool): string[] {
  const prefix = `${tool.provider}_`;
  return normalizedTokens(tool.name.startsWith(prefix) ? tool.name.slice(prefix.length) : tool.name);
}

function fieldsOf(tool: SearchableTool): [text: string, weight: number][] {
  const { field } = WEIGHTS;
  const path = tool.path.replace(/^\/api\/v1\/[^/]*|\{[^{}]*\}/g, " ");
  const hasVerb = wordsOfName(tool).some((word) => GENERIC_VERBS.has(word));
  return [
    [tool.keywords.join(" "), field.keywords],
    [tool.service, field.service],
    [tool.serviceKeywords.join(" "), field.serviceKeywords],
    [path, field.path],
    [tool.description, field.description],
    [tool.parameters.join(" "), field.parameters],
    [hasVerb ? "" : (VERB_OF_METHOD[tool.method] ?? ""), field.method],
  ];
}
