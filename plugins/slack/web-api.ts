// What every Slack method shares: how it is called, how lists page, and how times and ids are written.
import {
  type Page,
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
 * A call of a Web API method. Always a form by POST, reads too: every method takes one, while many ignore JSON bodies
 * (docs.slack.dev/apis/web-api, "POST bodies").
 */
export function method(name: string, form: UpstreamRequest["form"] = {}): UpstreamRequest {
  return { method: "POST", path: path`/${name}`, form };
}

/** A call of a method that changes nothing. */
export function readMethod(name: string, form: UpstreamRequest["form"] = {}): UpstreamRequest {
  return { ...method(name, form), safe: true };
}

/** Slack advises pages of at most 200: docs.slack.dev/apis/web-api/pagination. */
export const byCursor = pages.cursor({
  size: "limit",
  param: "cursor",
  read: "response_metadata.next_cursor",
  in: "form",
  max: 200,
});

const MAX_PAGES = 5;

/**
 * Slack filters after it has cut a page, and so do we, so that a page can come out empty although more follow. Reads on
 * from `first` until a page holds something, for a bounded number of pages; a rate limit on the way ends it early.
 */
export async function fillPage(
  upstream: Upstream,
  request: UpstreamRequest,
  page: Page,
  first: UpstreamResponse,
  list: { at: string; wanted: (item: unknown) => boolean },
): Promise<UpstreamResponse> {
  let res = first;
  for (let read = 1; read < MAX_PAGES; read++) {
    const items = valueAt(res.json, list.at);
    const position = byCursor.next(res, page);
    if (position === null || !Array.isArray(items) || items.some(list.wanted)) break;
    const more = await upstream.attempt(byCursor.apply(request, { ...page, position }), [
      "rate_limited",
      "unavailable",
    ]);
    if (more === null) break;
    res = more;
  }
  return res;
}

/** Tells whether one of `texts` holds `q`, whatever the case; without `q` everything matches. */
export function matches(q: unknown, texts: readonly unknown[]): boolean {
  if (typeof q !== "string" || q === "") return true;
  const sought = q.replace(/^[@#]/, "").toLowerCase();
  return texts.some((text) => typeof text === "string" && text.toLowerCase().includes(sought));
}

/** Slack's `ts`: a message's id within its channel, and its time. A number would lose its last digits. */
const TS = "^[0-9]{1,12}\\.[0-9]{1,9}$";
export const rawTs = t.String({ pattern: TS });

export const time = (description: string) => t.String({ description: `${description} ISO 8601.` });
export const timeOrNull = (description: string) => shapes.nullableText(`${description} ISO 8601.`);

/** Inputs. A channel's name does not do: most methods take ids only. */
export const channelId = (description = "Channel id, such as C012AB3CD; list_channels gives it.") =>
  t.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description });
export const userId = (description = "User id, such as U012AB3CD; list_users gives it.") =>
  t.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description });
export const messageTs = (description = "The message's ts, such as 1767225600.000100; list_messages gives it.") =>
  t.String({ pattern: TS, description });
const SECONDS = "[0-9]{1,12}(\\.[0-9]{1,9})?";
const DATE_TIME = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})";
export const moment = (description: string) =>
  t.String({
    pattern: `^(${SECONDS}|${DATE_TIME})$`,
    description: `${description} A message's ts, or an ISO 8601 time with an offset.`,
  });

/** Unix seconds as ISO 8601; null for what is no time, and for 0, which Slack writes for "never". */
export function isoFromSeconds(seconds: number | null | undefined): string | null {
  return typeof seconds === "number" && seconds !== 0 ? timeOfMs(seconds * 1000) : null;
}

/** The time in a `ts`. */
export function isoFromTs(ts: string): string {
  const [seconds = "0", fraction = ""] = ts.split(".");
  return new Date(Number(seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))).toISOString();
}

/** A `moment` as Slack wants it; what cannot be read goes on as it is, for Slack to refuse. */
export function tsFromMoment(value: string | undefined): string | undefined {
  if (value === undefined || !value.includes("T")) return value;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? value : (milliseconds / 1000).toFixed(6);
}
