// Where Calendly's events come from: a webhook subscription of the user, or on free plans a poll of the booked meetings.
import {
  maybeText,
  type PolledEventDef,
  type Push,
  path,
  polledEvent,
  pollSince,
  type SincePage,
  type Source,
  type SourceContext,
  t,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { idOf, listAt, uriOf } from "./fields.ts";
import { invitee } from "./invitee.ts";
import { bookedTitle, canceledTitle, inviteeShape, toPayload, viewOf } from "./webhook.ts";

/** developer.calendly.com, "Create Webhook Subscription". */
const push: Push = {
  deliversTo: "source",
  subscribe: ({ identity, address, secret, now }) => ({
    method: "POST",
    path: path`/webhook_subscriptions`,
    json: {
      // Calendly takes a URL once, even where it has disabled that subscription.
      url: `${address}?made=${now}`,
      events: ["invitee.created", "invitee.canceled", "invitee_no_show.created", "invitee_no_show.deleted"],
      organization: identity.workspace ? uriOf("organizations", identity.workspace.id) : undefined,
      user: uriOf("users", identity.id),
      scope: "user",
      signing_key: secret,
    },
  }),
  subscribed: ({ json }) => ({ id: idOf(textAt(json, "resource.uri")) ?? "", expiresAt: null }),
  unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/webhook_subscriptions/${id}` }),
  check: ({ id }) => ({ path: path`/webhook_subscriptions/${id}` }),
  // After a day of failures Calendly disables it for good.
  isActive: ({ json }) => textAt(json, "resource.state") === "active",
};

const EVERY_S = 300;
/** For clocks that differ, and for changes that show late. */
const OVERLAP_S = 300;
const MEETINGS = 50;
/** Meetings whose invitees are read at a time, with two requests each. */
const MEETINGS_AT_ONCE = 5;
const INVITEES = 100;
/** Of one meeting; Calendly's group meetings have a thousand invitees at most. */
const MAX_INVITEE_PAGES = 10;
/** Meetings that began up to so long ago can still be cancelled. */
const PAST_MS = 86_400_000;

/** Where a span's reading stands: the changed meetings whose invitees are to be read, and the list's next page. */
interface Cursor {
  meetings: string[];
  page: string | null;
}

const writeCursor = ({ meetings, page }: Cursor) =>
  meetings.length === 0 && page === null ? null : `${meetings.join(",")} ${page ?? ""}`;
function readCursor(text: string): Cursor {
  const [, meetings = "", page = ""] = /^(\S*) (.*)$/s.exec(text) ?? [];
  return { meetings: meetings === "" ? [] : meetings.split(","), page: page || null };
}

async function readSpan(
  since: number,
  text: string | null,
  context: SourceContext,
  upstream: Upstream,
): Promise<SincePage> {
  const cursor = text === null ? null : readCursor(text);
  if (cursor === null || cursor.meetings.length === 0) {
    return { items: [], cursor: writeCursor(await changedMeetings(since, cursor?.page ?? null, context, upstream)) };
  }
  const [now, later] = [cursor.meetings.slice(0, MEETINGS_AT_ONCE), cursor.meetings.slice(MEETINGS_AT_ONCE)];
  const items: object[] = [];
  for (const id of now) items.push(...(await changesOf(id, since, upstream)));
  return { items, cursor: writeCursor({ ...cursor, meetings: later }) };
}

/** An id as Calendly writes it; anything else could not be kept in a cursor. */
const isId = (id: string) => /^[A-Za-z0-9_-]{1,64}$/.test(id);
const isSince = (since: number, time: string | null) => Date.parse(time ?? "") >= since;

/** A page of all meetings: Calendly has no filter for what has changed. */
async function changedMeetings(
  since: number,
  page: string | null,
  { identity }: SourceContext,
  upstream: Upstream,
): Promise<Cursor> {
  const query = {
    user: uriOf("users", identity.id),
    min_start_time: new Date(since - PAST_MS).toISOString(),
    sort: "start_time:asc",
    count: MEETINGS,
  };
  const requestFor = (page_token: string | undefined) => ({
    path: path`/scheduled_events`,
    query: { ...query, page_token },
  });
  // A token that Calendly takes no more: the list is read again from its start.
  const continued = page === null ? null : await upstream.attempt(requestFor(page), ["invalid"]);
  const { json } = continued ?? (await upstream.request(requestFor(undefined)));
  const meetings = listAt(json, "collection").flatMap((meeting) => {
    const id = idOf(textAt(meeting, "uri"));
    return id !== null && isId(id) && isSince(since, textAt(meeting, "updated_at")) ? [id] : [];
  });
  return { meetings, page: textAt(json, "pagination.next_page_token") };
}

/** Who booked or cancelled a meeting since then. */
async function changesOf(id: string, since: number, upstream: Upstream): Promise<object[]> {
  const meeting = await upstream.attempt({ path: path`/scheduled_events/${id}` }, ["not_found"]);
  if (meeting === null) return [];
  const scheduled_event = valueAt(meeting.json, "resource");
  return (await inviteesOf(id, upstream)).flatMap((invitee) => {
    const [bookedAt, changedAt] = [textAt(invitee, "created_at"), textAt(invitee, "updated_at")];
    const canceledAt = textAt(invitee, "cancellation.created_at") ?? changedAt;
    const isCanceled = textAt(invitee, "status") === "canceled";
    return [
      ...(isSince(since, bookedAt) ? [{ change: "booked", invitee, scheduled_event, at: bookedAt }] : []),
      ...(isCanceled && isSince(since, canceledAt)
        ? [{ change: "canceled", invitee, scheduled_event, at: canceledAt }]
        : []),
    ];
  });
}

async function inviteesOf(id: string, upstream: Upstream): Promise<unknown[]> {
  const invitees: unknown[] = [];
  let page_token: string | undefined;
  for (let i = 0; i < MAX_INVITEE_PAGES; i++) {
    const query = { count: INVITEES, sort: "created_at:desc", page_token };
    const { json } = await upstream.request({ path: path`/scheduled_events/${id}/invitees`, query });
    invitees.push(...listAt(json, "collection"));
    page_token = textAt(json, "pagination.next_page_token") ?? undefined;
    if (page_token === undefined) break;
  }
  return invitees;
}

const raw = t.Object({
  change: t.String(),
  invitee: invitee.raw,
  scheduled_event: t.Optional(t.Unknown()),
  at: maybeText,
});

/** The id is that of the webhook's event, so that a change of ways repeats none. */
function changeEvent(change: "booked" | "canceled", description: string, titleOf: typeof bookedTitle): PolledEventDef {
  return polledEvent({
    description,
    match: (item) => valueAt(item, "change") === change,
    id: ({ invitee }) => `${change}/${idOf(textAt(invitee, "uri"))}`,
    raw,
    shape: inviteeShape,
    map: ({ invitee, scheduled_event, at }) => toPayload(invitee, scheduled_event, at ?? null),
    view: (payload) => viewOf(payload, titleOf),
  });
}

export const sources = {
  bookings: {
    description: "Meetings that were booked or cancelled, and no-shows, which only the webhook reports.",
    permission: "events.read",
    push,
    poll: { ...pollSince({ everyS: EVERY_S, overlapS: OVERLAP_S, read: readSpan }), sharesEventIds: true },
    events: {
      "events.booked": changeEvent("booked", "Someone booked a Calendly meeting.", bookedTitle),
      "events.canceled": changeEvent("canceled", "A Calendly meeting was cancelled or moved.", canceledTitle),
    },
  } satisfies Source<"events.read">,
};
