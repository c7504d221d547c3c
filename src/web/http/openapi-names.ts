// Names of the API document's component schemas, taken from the operations and fields that have the shape.

/** What names of the operator's operations begin with. */
const ADMIN = "Admin";

/** The words of an operation that names are made of. */
export interface OperationWords {
  /** `GithubListIssues`. */
  full: string;
  /** `Github`, `GoogleGmail`, `Admin`, or nothing. */
  prefix: string;
  /** `Github`, `Google`, `Admin`, or nothing. */
  provider: string;
  verb: string;
  /** `Issue`. */
  noun: string;
}

/** One place where a shape stands. */
export interface Site {
  operation: OperationWords;
  isInput: boolean;
  /** Names of the fields from `data` or the body down to it; empty for the whole. */
  keys: readonly string[];
  /** Whether it is an item of the last key's list. */
  isItem: boolean;
  /** The key of the items in a page of a list. */
  collection: string | null;
  /** Whether the operation returns a list, so that its items are things of their own. */
  inList: boolean;
  /** Whether it is in an event's payload. */
  isEvent?: true;
}

export function operationWords(id: string, provider: string | undefined, service: string | undefined): OperationWords {
  const words = id.split("_");
  const owner = provider !== undefined || words[0] === "admin" ? words.shift() : undefined;
  const within = owner !== undefined && words[0] === service && words.length > 2 ? words.shift() : undefined;
  const [verb = "", ...noun] = words;
  const ofOwner = owner === undefined ? "" : pascal(owner);
  return {
    full: pascal(id),
    prefix: ofOwner + (within === undefined ? "" : pascal(within)),
    provider: ofOwner,
    verb,
    noun: pascal(singular(noun.join("_"))),
  };
}

/** Names for a shape, the best first. A name that another shape has is passed over. */
export function candidates(all: readonly Site[]): { rank: number; names: string[] } {
  // An event has what operations return, under the name that they give it.
  const ofOperations = all.filter(({ isEvent }) => !isEvent);
  const sites = ofOperations.length > 0 ? ofOperations : all;
  const ranked = sites.map((site) => ({ rank: rankOf(site), name: nameOf(site, sites) }));
  const rank = Math.min(...ranked.map((one) => one.rank));
  const best = mostFrequent(ranked.filter((one) => one.rank === rank).map(({ name }) => name));
  const further = sites.flatMap((site) => furtherNames(site));
  return { rank, names: [...new Set([...best, ...further])].filter((name) => /^[A-Z]/.test(name)) };
}

/** Items of a list know best what a thing is called, then what reads or writes one; a field's name says least. */
function rankOf(site: Site): number {
  const { keys, isInput, collection, operation } = site;
  if (site.isEvent) return 7;
  if (isInput) return keys.length === 0 ? 3 : 6;
  if (collection !== null) return 4;
  if (isListItem(site)) return 0;
  if (keys.length > 0) return 5;
  return operation.verb === "get" ? 1 : 2;
}

const isListItem = ({ keys, isItem, isInput, inList }: Site) => inList && keys.length === 1 && isItem && !isInput;

function nameOf(site: Site, sites: readonly Site[]): string {
  const { operation, keys, isItem, isInput, collection } = site;
  const { provider, noun } = operation;
  // What several providers have is named after none of them.
  const isOfSeveral = providersOf(sites).size > 1;
  const prefix = isOfSeveral ? "" : operation.prefix;
  const full = operation.full.slice(isOfSeveral ? operation.prefix.length : 0);
  const last = keys.at(-1);
  if (collection !== null) return `${prefix}${pascal(singular(collection))}List`;
  if (last === undefined) {
    // `reply_to_message` names what it is sent to, not what it returns.
    const isOther = /^To[A-Z]/.test(noun) || noun === "";
    return isInput ? `${full}Input` : isOther ? `${full}Result` : prefix + noun;
  }
  const isShared = sites.some((site) => site.operation.provider !== provider);
  const of = isListItem(site) ? prefix : isShared ? "" : provider;
  return `${of}${pascal(isItem ? singular(last) : last)}${isInput ? "Input" : ""}`;
}

const providersOf = (sites: readonly Site[]) =>
  new Set(sites.map(({ operation }) => operation.provider).filter((one) => one !== "" && one !== ADMIN));

function furtherNames(site: Site): string[] {
  const { operation, keys, isInput, isItem } = site;
  const suffix = isInput ? "Input" : "";
  const last = keys.at(-1);
  if (last === undefined)
    return isInput ? [] : [`${operation.prefix}${operation.noun}Details`, `${operation.full}Result`];
  const parent = keys.length > 1 ? pascal(singular(keys.at(-2) as string)) : operation.noun;
  const own = pascal(isItem ? singular(last) : last);
  const within = parent === own ? `${own}Summary` : parent + own;
  return [`${operation.prefix}${within}${suffix}`, `${operation.full}${own}${suffix}`];
}

function mostFrequent(names: readonly string[]): string[] {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts.keys()].sort((a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0));
}

export function pascal(words: string): string {
  return words.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9]?)/g, (_, first: string) => first.toUpperCase());
}

export function singular(word: string): string {
  if (/(ss|us|is|series)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|us|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
}
