// Where Pipedrive's events come from: a webhook for each kind of object, or a poll of its list where no webhook can be made.
import {
  changesSince,
  isSecondOver,
  type Poll,
  type PolledEventDef,
  type Push,
  path,
  polledEvent,
  pollSince,
  type SincePage,
  type Source,
  t,
  timeOfMs,
  type Upstream,
  type UpstreamPath,
  valueAt,
} from "gateway/plugin";
import { changeId, creationId, idOf, isoTime, utcTime, webUrl } from "./fields.ts";
import { changeShape, nameOf, viewOf } from "./webhook.ts";

const PAGE = 200;
/** A list costs ten tokens of the company's daily budget, which begins at 30,000. */
const EVERY_S = 300;
/** Pipedrive's times have whole seconds; the rest is for clocks that differ and for changes that show late. */
const OVERLAP_S = 120;

/** One webhook for the objects of one kind: pipedrive.readme.io, "Guide for Webhooks v2". */
function pushOf(type: string): Push {
  return {
    deliversTo: "source",
    subscribe: ({ id, address, secret }) => ({
      method: "POST",
      path: path`/v1/webhooks`,
      json: {
        name: `Integration gateway: ${type}`,
        subscription_url: address,
        event_action: "*",
        event_object: type,
        http_auth_user: id,
        http_auth_password: secret,
        version: "2.0",
      },
    }),
    subscribed: ({ json }) => ({ id: idOf(valueAt(json, "data.id")) ?? "", expiresAt: null }),
    unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/v1/webhooks/${id}` }),
    // There is no request for one webhook; a user has forty at most.
    check: () => ({ path: path`/v1/webhooks` }),
    isActive: ({ json }, { id }) => {
      const list = valueAt(json, "data");
      const webhook = Array.isArray(list) ? list.find((entry) => idOf(valueAt(entry, "id")) === id) : undefined;
      const isActive = valueAt(webhook, "is_active");
      return webhook !== undefined && isActive !== false && isActive !== 0;
    },
  };
}

const millisecondsAt = (thing: unknown, field: string) => Date.parse(isoTime(String(valueAt(thing, field))) ?? "");
const changedAtOf = (thing: unknown) => millisecondsAt(thing, "update_time") || millisecondsAt(thing, "add_time");

/**
 * The cursor is `<since> <last change> <Pipedrive's cursor>`. If Pipedrive takes its cursor no more, the list goes on from the
 * last change.
 */
async function readPage(
  list: UpstreamPath,
  type: string,
  since: number,
  cursor: string | null,
  now: number,
  upstream: Upstream,
): Promise<SincePage> {
  const [, from = String(since), last = from, own] = /^(\d+) (\d+) (.+)$/s.exec(cursor ?? "") ?? [];
  const requestFor = (time: string, own?: string) => {
    const updated_since = utcTime(timeOfMs(Number(time)) ?? undefined);
    const sort = { sort_by: "update_time", sort_direction: "asc" };
    return { path: list, query: { updated_since, ...sort, limit: PAGE, cursor: own } };
  };
  const continued = own === undefined ? null : await upstream.attempt(requestFor(from, own), ["invalid"]);
  const base = continued ? from : last;
  const { json } = continued ?? (await upstream.request(requestFor(base)));
  const data = valueAt(json, "data");
  const things: unknown[] = Array.isArray(data) ? data : [];
  const next = valueAt(json, "additional_data.next_cursor");
  const end = changedAtOf(things.at(-1));
  return {
    items: things.flatMap((thing) => changesOf(thing, type, since, now)),
    cursor: typeof next === "string" && next !== "" && end > 0 ? `${base} ${end} ${next}` : null,
  };
}

function changesOf(thing: unknown, type: string, since: number, now: number): object[] {
  const [createdAt, changedAt] = [millisecondsAt(thing, "add_time"), changedAtOf(thing)];
  if (!Number.isFinite(createdAt) || !isSecondOver(changedAt, now)) return [];
  // Both times are cut to whole seconds.
  return changesSince(Math.floor(since / 1_000) * 1_000, createdAt, changedAt).map((change) => ({
    change,
    type,
    id: idOf(valueAt(thing, "id")),
    name: nameOf(thing),
    at: timeOfMs(change === "created" ? createdAt : changedAt),
  }));
}

const raw = t.Object({
  change: t.String(),
  type: t.String(),
  id: t.String(),
  name: t.Union([t.String(), t.Null()]),
  at: t.String(),
});

function changeEvent(type: string, change: "created" | "updated"): PolledEventDef {
  const action = change === "created" ? "create" : "change";
  return polledEvent({
    description: `A Pipedrive ${type} was ${change === "created" ? "created" : "changed"}.`,
    match: (item) => valueAt(item, "change") === change,
    id: ({ id, at }) => (change === "created" ? creationId(type, id) : changeId(type, id, at)),
    raw,
    shape: changeShape,
    map: ({ id, name, at }, { identity }) => ({
      id,
      type,
      name,
      changes: {},
      user_id: null,
      is_by_api: null,
      url: webUrl(identity.tenant.domain, type, id),
      occurred_at: at,
    }),
    view: (payload) => viewOf(payload, action),
  });
}

function pollOf(list: UpstreamPath, type: string): Poll {
  const read: Parameters<typeof pollSince>[0]["read"] = (since, cursor, { now }, upstream) =>
    readPage(list, type, since, cursor, now, upstream);
  return { ...pollSince({ everyS: EVERY_S, overlapS: OVERLAP_S, read }), sharesEventIds: true };
}

/** `prefix` is that of the webhook's types of events. */
function source<P extends string>(
  permission: P,
  type: string,
  list: UpstreamPath,
  prefix: string,
  description: string,
): Source<P> {
  return {
    description,
    permission,
    push: pushOf(type),
    poll: pollOf(list, type),
    events: { [`${prefix}created`]: changeEvent(type, "created"), [`${prefix}updated`]: changeEvent(type, "updated") },
  };
}

export const sources = {
  deals: source("deals.read", "deal", path`/v2/deals`, "deals.", "New, changed and deleted deals."),
  persons: source("contacts.read", "person", path`/v2/persons`, "contacts.person_", "New, changed and deleted people."),
  organizations: source(
    "contacts.read",
    "organization",
    path`/v2/organizations`,
    "contacts.organization_",
    "New, changed and deleted organizations.",
  ),
  activities: source(
    "activities.read",
    "activity",
    path`/v2/activities`,
    "activities.",
    "New, changed and deleted calls, meetings and tasks.",
  ),
  // Their list pages by offset, which changes shift.
  leads: {
    description: "New, changed and deleted leads; only by webhook.",
    permission: "leads.read" as const,
    push: pushOf("lead"),
  },
};
