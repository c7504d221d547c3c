// What every Microsoft Graph endpoint shares: paging, Prefer headers, and literals that a caller's text cannot leave.
import { InvalidInput, pages, t } from "gateway/plugin";

/** Pages of at most `max`; `@odata.nextLink` holds the whole query of the next page: learn.microsoft.com/graph/paging. */
export const paged = (max: number) => pages.nextLink({ size: "$top", read: "@odata.nextLink", max });

/** Ids that stay the same when an item moves; both kinds do not mix: learn.microsoft.com/graph/outlook-immutable-id. */
const IMMUTABLE = 'IdType="ImmutableId"';

interface Wishes {
  timeZone?: string;
  body?: "text" | "html";
}

/** The Prefer header; its values stand in quotes, and a time zone's name can hold none. */
export function prefer({ timeZone, body }: Wishes = {}): Record<string, string> {
  const values = [
    IMMUTABLE,
    timeZone !== undefined && `outlook.timezone="${timeZone}"`,
    body !== undefined && `outlook.body-content-type="${body}"`,
  ];
  return { prefer: values.filter((value) => value !== false).join(", ") };
}

export const timeZone = (description: string) =>
  t.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+/()-]{0,63}$", description });

/** An OData string: a quote is doubled, everything else stands for itself (OData 4.01, URL Conventions, 5.1.1.6.1). */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * The value of `$search`, whose words stand in double quotes. Graph documents no way to write a quote or a backslash within
 * them for mail, so both become blanks: learn.microsoft.com/graph/search-query-parameter.
 */
export function searchValue(text: string): string {
  return `"${wordsOf(text, /["\\\u0000-\u001f\u007f]+/g)}"`;
}

/** The literal within OneDrive's `search(q='…')`; it stands in the path, where slashes would end it. */
export function pathLiteral(text: string): string {
  return wordsOf(text, /[/\\\u0000-\u001f\u007f]+/g).replaceAll("'", "''");
}

function wordsOf(text: string, blanks: RegExp): string {
  const words = text.replace(blanks, " ").trim();
  if (words === "" || !words.isWellFormed()) throw new InvalidInput('"q" holds no words to search for.');
  return words;
}

/** A time as Graph's filters take it: in UTC and unquoted. */
export function instant(text: string): string {
  return new Date(text).toISOString();
}

/** What Graph answers with 202 or 204: nothing. */
export const Nothing = t.Null();
