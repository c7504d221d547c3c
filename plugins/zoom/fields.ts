// What Zoom's endpoints share: ids and their encoding, lists, times, and whom a call acts for.
import { asUtc, type CallIdentity, entryOf, field, InvalidInput, maybeInteger, pages, shapes, t } from "gateway/plugin";

/** A person's own token takes "me" alone, a server-to-server token everything but that. */
export const userOf = ({ tenant }: Pick<CallIdentity, "tenant">) => tenant.user ?? "me";

export const meetingId = (description = "Id of the meeting, from zoom_list_meetings.") =>
  t.String({ pattern: "^[0-9]{9,13}$", description });
/** A meeting's id, or the UUID of one time that it was held: base64, which may have slashes. */
export const heldId = t.String({
  pattern: "^([0-9]{9,13}|[A-Za-z0-9+/_-]{16,62}={0,2})$",
  description: "Id of the meeting for its last occurrence, or the uuid of another occurrence.",
});

/** Zoom wants a UUID encoded twice where a slash begins it or two follow each other; the path encodes it once. */
export const heldSegment = (id: string) => (id.startsWith("/") || id.includes("//") ? encodeURIComponent(id) : id);

/** developers.zoom.us, "Pagination": an empty token on the last page. Lists that cost more take a hundred at most. */
export const listPagination = pages.cursor({
  size: "page_size",
  param: "next_page_token",
  read: "next_page_token",
  max: 100,
});

const day = (description: string) => t.String({ format: "date", description });
export const sinceDay = { ...day("First day of the range in UTC, such as 2026-01-31."), previousNames: ["from"] };
export const untilDay = {
  ...day("Last day of the range in UTC, at most a month after the first."),
  previousNames: ["to"],
};
const MONTH_MS = 30 * 86_400_000;

/** Days of a span, a month by default; throws `InvalidInput` where it is longer, or ends before it begins. */
export function monthOf({ since, until }: { since: string; until?: string }): { from: string; to: string } {
  const start = Date.parse(since);
  const end = until === undefined ? start + MONTH_MS : Date.parse(until);
  if (end < start) throw new InvalidInput('"until" must not lie before "since".');
  // A month of 31 days: from the first to the last.
  if (end - start > MONTH_MS + 86_400_000) throw new InvalidInput("Zoom lists one month at a time.");
  return { from: since, to: new Date(end).toISOString().slice(0, 10) };
}

/** A caller's time as Zoom takes it: UTC in whole seconds, since Zoom reads an offset wrongly. */
export function zoomTime(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput("A time must be ISO 8601 with an offset, such as 2026-01-31T09:00:00Z.");
  return utc.replace(/\.\d+Z$/, "Z");
}

/** A number for a kind, as a word. */
export const kindField = (words: Readonly<Record<string, string>>, description: string) =>
  field.of({
    from: "type",
    raw: maybeInteger,
    shape: shapes.nullableText(description),
    map: (kind) => entryOf(words, String(kind)) ?? null,
  });
