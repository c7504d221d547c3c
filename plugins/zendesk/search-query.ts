// Builds searches in Zendesk's language from filters; every value is a quoted literal that it cannot break out of.
import { asUtc, InvalidInput } from "gateway/plugin";

const CONTROL = /[\u0000-\u001f\u007f]/;

/** A literal in double quotes. The language has no escapes: support.zendesk.com, "Zendesk Support search reference". */
export function quoted(text: string): string {
  if (/["\\]/.test(text) || CONTROL.test(text) || !text.isWellFormed())
    throw new InvalidInput("A value to search for cannot hold quotes, backslashes or control characters.");
  return `"${text}"`;
}

export interface Filters {
  /** A search in Zendesk's own language. */
  q?: string;
  /** By the property's name in Zendesk; undefined for none. */
  is?: Readonly<Record<string, string | undefined>>;
  /** Times from which on, by the property's name. */
  since?: Readonly<Record<string, string | undefined>>;
}

/** The query, all terms of which must hold. The caller's own comes last: what it leaves open can swallow nothing. */
export function searchQuery({ q, is = {}, since = {} }: Filters): string {
  const given = <V>(values: Readonly<Record<string, V | undefined>>) =>
    Object.entries(values).filter((entry): entry is [string, V] => entry[1] !== undefined);
  const terms = [
    ...given(is).map(([name, value]) => `${name}:${quoted(value)}`),
    ...given(since).map(([name, time]) => `${name}>=${utcOf(time)}`),
    ...(q === undefined ? [] : [own(q)]),
  ];
  if (terms.length === 0) throw new InvalidInput("Say what to search for: q, or one of the filters.");
  return terms.join(" ");
}

function own(q: string): string {
  if (CONTROL.test(q) || !q.isWellFormed()) throw new InvalidInput("A search cannot contain control characters.");
  if ((q.match(/"/g) ?? []).length % 2 === 1) throw new InvalidInput("A quotation mark of the search is left open.");
  return q;
}

function utcOf(time: string): string {
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput("The start time of the search is not a valid time.");
  return utc.replace(/\.\d+Z$/, "Z");
}
