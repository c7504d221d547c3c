// The kit's rule for inputs of lists: callers and models find the same words in every plugin.
import type { TSchema } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Violation } from "./violation.ts";

/** Names that lists do not use, by the name that stands for them. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  q: ["query", "search", "search_term", "search_text", "search_query", "term", "keyword", "keywords"],
  since: ["after", "oldest", "from_date", "start_date", "start_time", "date_from", "time_min"],
  until: ["before", "latest", "to_date", "end_date", "end_time", "date_to", "time_max"],
  limit: ["per_page", "page_size", "page_limit", "max_results"],
  cursor: ["page", "page_token", "next_page_token", "next_token", "offset", "starting_after"],
  order: ["sort", "sorts", "sort_order", "sort_dir", "sort_direction", "direction"],
  order_by: ["sort_by", "orderby"],
};
const WORDS = new Map(Object.entries(REFUSED).flatMap(([word, names]) => names.map((name) => [name, word] as const)));
/** Names that mean a period only where they take a time or a day. */
const PERIODS: readonly [RegExp, string][] = [
  [/^(?:(.+)_)?(?:from|start|after)$/, "since"],
  [/^(?:(.+)_)?(?:to|end|before)$/, "until"],
];
const ADDED = ["limit", "cursor"];

/** The word that stands for an input's name in a list; null where the name is fine. */
export function wordOfLists(name: string, isTime: boolean): string | null {
  const word = WORDS.get(name);
  if (word !== undefined) return word;
  const changed = /^(?:modified|changed)_(since|until|after|before|from|to)$/.exec(name);
  const side = changed && (/since|after|from/.test(changed[1] as string) ? "since" : "until");
  if (side) return `updated_${side}`;
  for (const [pattern, period] of isTime ? PERIODS : []) {
    const found = pattern.exec(name);
    if (found) return found[1] === undefined ? period : `${found[1]}_${period}`;
  }
  return null;
}

export function listInputViolations({ key, def }: RegisteredEndpoint): Violation[] {
  if (def.returns.kind !== "many") return [];
  return (["query", "body"] as const).flatMap((part) => {
    const fields: Record<string, TSchema> = def[part]?.properties ?? {};
    return Object.entries(fields).flatMap(([name, field]) => {
      // A language of the provider's own can stand beside the words.
      if (field.deprecated === true || (name === "query" && Object.hasOwn(fields, "q"))) return [];
      const message = nameMessage(name, field) ?? timeMessage(name, field);
      return message === null ? [] : [{ where: `endpoints.${key}.${part}.${name}`, message }];
    });
  });
}

function nameMessage(name: string, field: TSchema): string | null {
  const word = wordOfLists(name, formatsOf(field).length > 0);
  if (word === null) return null;
  if (ADDED.includes(word))
    return `is \`${word}\` in lists, which the gateway adds: remove it, and declare \`pagination\`.`;
  return `is \`${word}\` in lists; rename it, with \`previousNames: ["${name}"]\` where callers know it.`;
}

/** A day without a zone cuts a caller's time, and a text in a form that nobody knows is no time at all. */
function timeMessage(name: string, field: TSchema): string | null {
  if (!/(?:^|_)(?:since|until)$/.test(name)) return null;
  const formats = formatsOf(field);
  if (formats.length === 0 && field.pattern === undefined)
    return 'takes no time: declare `format: "date-time"`, or `"date"` where the provider knows only days.';
  const isZoned = /\bUTC\b|\bzone\b/.test(descriptionsOf(field).join(" "));
  return formats.includes("date") && !isZoned ? "takes a day: say in its description in whose time zone." : null;
}

const branchesOf = (field: TSchema): TSchema[] => [field, ...((field.anyOf ?? []) as TSchema[])];
const formatsOf = (field: TSchema): string[] =>
  branchesOf(field).flatMap(({ format }) => (format === "date" || format === "date-time" ? [format] : []));
const descriptionsOf = (field: TSchema) => branchesOf(field).map(({ description = "" }) => description);
