// OData for Microsoft Graph: paging, Prefer headers, and literals that a caller's text cannot break out of.
import { InvalidInput, pages, t } from "gateway/plugin";

/** Pages of at most `max` items; `@odata.nextLink` has the next page's whole query: learn.microsoft.com/graph/paging. */
export const paged = (max: number) => pages.nextLink({ size: "$top", read: "@odata.nextLink", max });

/** Ids that survive a move; the two kinds of id do not mix: learn.microsoft.com/graph/outlook-immutable-id. */
const IMMUTABLE = 'IdType="ImmutableId"';

interface Preferences {
  timeZone?: string;
  body?: "text" | "html";
  /** Items per page of a delta query. */
  pageSize?: number;
}

/** The Prefer header. Its values are quoted; the schema of `timeZone` excludes quotes. */
export function prefer({ timeZone, body, pageSize }: Preferences = {}): Record<string, string> {
  const values = [
    IMMUTABLE,
    timeZone !== undefined && `outlook.timezone="${timeZone}"`,
    body !== undefined && `outlook.body-content-type="${body}"`,
    pageSize !== undefined && `odata.maxpagesize=${pageSize}`,
  ];
  return { prefer: values.filter((value) => value !== false).join(", ") };
}

export const timeZone = (description: string) =>
  t.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9 ._+/()-]{0,63}$", description });

/** An OData string; only quotes are escaped, by doubling (OData 4.01, URL Conventions, 5.1.1.6.1). */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * The value of `$search`, in double quotes. For mail Graph documents no escape for quotes and backslashes, so they become
 * spaces: learn.microsoft.com/graph/search-query-parameter.
 */
export function searchValue(text: string): string {
  return `"${wordsOf(text, /["\\\u0000-\u001f\u007f]+/g)}"`;
}

/** The literal in OneDrive's `search(q='…')`, which is part of the path: a slash would end the segment. */
export function pathLiteral(text: string): string {
  return wordsOf(text, /[/\\\u0000-\u001f\u007f]+/g).replaceAll("'", "''");
}

function wordsOf(text: string, blanks: RegExp): string {
  const words = text.replace(blanks, " ").trim();
  if (words === "" || !words.isWellFormed()) throw new InvalidInput('"q" contains no words to search for.');
  return words;
}

/** A time for Graph's filters: UTC, unquoted. */
export function instant(text: string): string {
  return new Date(text).toISOString();
}

/** The empty body of a 202 or 204. */
export const Nothing = t.Null();
