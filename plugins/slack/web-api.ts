// Calls of Slack's Web API: requests, paging, and the formats of times and ids.
import {
  type Page,
  type Pagination,
  pages,
  path,
  shapes,
  t,
  timeOfMs,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";

/**
 * The request of a Web API method, always a form by POST: every method takes one, and many ignore JSON bodies
 * (docs.slack.dev/apis/web-api, "POST bodies").
 */
export function method(name: string, form: UpstreamRequest["form"] = {}): UpstreamRequest {
  return { method: "POST", path: path`/${name}`, form };
}

/** The request of a method that only reads. */
export function readMethod(name: string, form: UpstreamRequest["form"] = {}): UpstreamRequest {
  return { ...method(name, form), safe: true };
}

/** Slack recommends at most 200 items a page: docs.slack.dev/apis/web-api/pagination. */
export const byCursor = pages.cursor({
  size: "limit",
  param: "cursor",
  read: "response_metadata.next_cursor",
  in: "form",
  max: 200,
});

/** Pages by number, of at most 100 items; `at` is the path to Slack's count of pages. */
export const byNumber = (at: string): Pagination => ({
  max: 100,
  keepsSize: true,
  apply: (req, page) => ({ ...req, form: { ...req.form, count: page.limit, page: page.position ?? "1" } }),
  next: (res) => {
    const [page, last] = [valueAt(res.json, `${at}.page`), valueAt(res.json, `${at}.pages`)];
    return typeof page === "number" && typeof last === "number" && page < last ? String(page + 1) : null;
  },
});

const MAX_PAGES = 5;

/**
 * Slack and the gateway filter within a page, so a page can be empty although more follow. Reads on from `first` until a
 * page has an item, for at most five pages; a rate limit ends it early.
 */
export async function skipEmptyPages(
  upstream: Upstream,
  request: UpstreamRequest,
  page: Page,
  first: UpstreamResponse,
  list: { at: string; isListed: (item: unknown) => boolean },
): Promise<UpstreamResponse> {
  let res = first;
  for (let read = 1; read < MAX_PAGES; read++) {
    const items = valueAt(res.json, list.at);
    const position = byCursor.next(res, page);
    if (position === null || !Array.isArray(items) || items.some(list.isListed)) break;
    const more = await upstream.attempt(byCursor.apply(request, { ...page, position }), [
      "rate_limited",
      "busy",
      "unavailable",
    ]);
    if (more === null) break;
    res = more;
  }
  return res;
}

/** Whether one of `texts` contains `q`, ignoring case; without `q` everything matches. */
export function matches(q: unknown, texts: readonly unknown[]): boolean {
  if (typeof q !== "string" || q === "") return true;
  const needle = q.replace(/^[@#]/, "").toLowerCase();
  return texts.some((text) => typeof text === "string" && text.toLowerCase().includes(needle));
}

/** Slack's `ts`: a message's id within its channel, and its time. It is text, since a number would lose digits. */
const TS = "^[0-9]{1,12}\\.[0-9]{1,9}$";
export const rawTs = t.String({ pattern: TS });

export const time = (description: string) => t.String({ description: `${description} ISO 8601.` });
export const timeOrNull = (description: string) => shapes.nullableText(`${description} ISO 8601.`);

/** Inputs take a channel's id and not its name, which most methods refuse. */
export const channelId = (description = "Channel id, such as C012AB3CD, from slack_list_channels.") =>
  t.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description });
export const userId = (description = "User id, such as U012AB3CD, from slack_list_users.") =>
  t.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description });
export const messageTs = (description = "The message's ts, such as 1767225600.000100, from slack_list_messages.") =>
  t.String({ pattern: TS, description });
const SECONDS = "[0-9]{1,12}(\\.[0-9]{1,9})?";
const DATE_TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})";
export const moment = (description: string) =>
  t.String({
    pattern: `^(${SECONDS}|${DATE_TIME})$`,
    description: `${description} A message's ts, or an ISO 8601 time with an offset.`,
  });

/** Unix seconds as ISO 8601; null for no time, and for 0, Slack's "never". */
export function isoFromSeconds(seconds: number | null | undefined): string | null {
  return typeof seconds === "number" && seconds !== 0 ? timeOfMs(seconds * 1000) : null;
}

/** The time of a `ts`, as ISO 8601. */
export function isoFromTs(ts: string): string {
  const [seconds = "0", fraction = ""] = ts.split(".");
  return new Date(Number(seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))).toISOString();
}

/** A `moment` as a `ts`; an invalid time passes through for Slack to refuse. */
export function tsFromMoment(value: string | undefined): string | undefined {
  if (value === undefined || !value.includes("T")) return value;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? value : (milliseconds / 1000).toFixed(6);
}
