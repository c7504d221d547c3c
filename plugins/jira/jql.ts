// Builds JQL (Jira's query language) from filters; every value is a quoted literal that it cannot break out of.
import { InvalidInput, Refusal } from "gateway/plugin";

/** A JQL text literal: in double quotes, with quotes and backslashes escaped by a backslash. */
export function quoted(text: string): string {
  if (/[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed())
    throw new InvalidInput("A value to search for cannot contain control characters.");
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/**
 * The literal of a text search, with its operators escaped. AND, OR and NOT are operators only in capitals, and search
 * ignores case otherwise, so they are written small: support.atlassian.com, "Search syntax for text fields".
 */
export function searchText(words: string): string {
  const lowered = words.replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase());
  return quoted(lowered.replace(/[-+&|!(){}[\]^"~*?:\\/]/g, "\\$&"));
}

const CATEGORIES = { to_do: "To Do", in_progress: "In Progress", done: "Done" } as const;
type Category = keyof typeof CATEGORIES;

interface Filters {
  q?: string;
  project?: string;
  status?: string;
  status_category?: Category;
  type?: string;
  assignee?: string;
  reporter?: string;
  label?: string;
  updated_since?: string;
  jql?: string;
}

/** A time as JQL reads it: to the minute, in the user's time zone; throws `Refusal` if that is unknown. */
export function inTimeZone(time: string, timeZone: string | null): string {
  return jqlTimeFormat(timeZone).format(new Date(time));
}

/** Swedish formatting is JQL's: 2026-01-31 14:30. */
function jqlTimeFormat(timeZone: string | null): Intl.DateTimeFormat {
  try {
    if (timeZone !== null)
      return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  } catch {
    // The runtime does not know this time zone.
  }
  // A search in another time zone would silently miss issues.
  throw new Refusal("error", "Jira does not return the user's time zone; send a day, or -12h.", "unknown_time_zone");
}

function personClause(field: string, who: string | undefined): string | false {
  if (who === "none") return `${field} is EMPTY`;
  return who !== undefined && `${field} = ${who === "me" ? "currentUser()" : quoted(who)}`;
}

/** The JQL of the filters. Jira refuses unbounded searches, so without filters it covers the last 30 days. */
export function jqlOf({ jql, ...filters }: Filters): string {
  const hasFilters = Object.values(filters).some((value) => value !== undefined);
  if (jql !== undefined) {
    if (hasFilters) throw new InvalidInput("jql cannot be combined with other filters: put them into it.");
    return jql;
  }
  const is = (field: string, value: string | undefined) => value !== undefined && `${field} = ${quoted(value)}`;
  const clauses = [
    is("project", filters.project),
    is("status", filters.status),
    is("statusCategory", filters.status_category && CATEGORIES[filters.status_category]),
    is("issuetype", filters.type),
    is("labels", filters.label),
    personClause("assignee", filters.assignee),
    personClause("reporter", filters.reporter),
    filters.updated_since !== undefined && `updated >= ${quoted(filters.updated_since)}`,
    filters.q !== undefined && `text ~ ${searchText(filters.q)}`,
  ].filter((clause) => clause !== false);
  return `${clauses.join(" AND ") || "updated >= -30d"} ORDER BY updated DESC`;
}
