// Polls of HubSpot's records by last change, for apps without webhooks. Their events are those of the webhook, as far as a search shows them.
import {
  changesSince,
  joinPaths,
  type PolledEventDef,
  path,
  polledEvent,
  pollSince,
  type SincePage,
  type Source,
  t,
  type Upstream,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { companies } from "./companies.ts";
import { contacts } from "./contacts.ts";
import { deals } from "./deals.ts";
import { type ObjectType, webUrl } from "./record.ts";
import { crmPath } from "./requests.ts";
import { tickets } from "./tickets.ts";
import { changeShape } from "./webhook.ts";

/** The most that a search returns. */
const PAGE = 200;
/** A search shows changes some seconds late. The rest of the overlap covers clocks that differ. */
const OVERLAP_S = 120;

interface Found {
  id: string;
  createdAt: number;
  changedAt: number;
}

function foundIn(record: unknown, { modified }: ObjectType): Found[] {
  const [id, createdAt, changedAt] = [
    valueAt(record, "id"),
    Date.parse(String(valueAt(record, "createdAt"))),
    Date.parse(String(valueAt(record, `properties.${modified}`) ?? valueAt(record, "updatedAt"))),
  ];
  // Without both times nothing says what happened, or where the next page starts.
  if (typeof id !== "string" || !Number.isFinite(createdAt) || !Number.isFinite(changedAt)) return [];
  return [{ id, createdAt, changedAt }];
}

/**
 * A search has one sort order, and its offsets shift with every change. So each page starts at the last one's time; records
 * of one millisecond that fill a page are read on by id.
 */
function searchFor(type: ObjectType, from: number, afterId: string | null): UpstreamRequest {
  const { name, modified } = type;
  const filters =
    afterId === null
      ? [{ propertyName: modified, operator: "GTE", value: String(from) }]
      : [
          { propertyName: modified, operator: "EQ", value: String(from) },
          { propertyName: "hs_object_id", operator: "GT", value: afterId },
        ];
  return {
    method: "POST",
    safe: true,
    path: joinPaths(crmPath(path`/objects/${name}`), path`/search`),
    json: {
      filterGroups: [{ filters }],
      sorts: [{ propertyName: afterId === null ? modified : "hs_object_id", direction: "ASCENDING" }],
      properties: [modified],
      limit: PAGE,
    },
  };
}

/** The cursor is a time, or `<time> <id>` within the records of one millisecond. */
async function readPage(
  type: ObjectType,
  since: number,
  cursor: string | null,
  upstream: Upstream,
): Promise<SincePage> {
  const [time = String(since), afterId = null] = cursor?.split(" ") ?? [];
  const from = Number(time);
  const { json } = await upstream.request(searchFor(type, from, afterId));
  const results = valueAt(json, "results");
  const list = Array.isArray(results) ? results : [];
  const found = list.flatMap((record) => foundIn(record, type));
  const items = found.flatMap(({ id, createdAt, changedAt }) =>
    changesSince(since, createdAt, changedAt).map((change) => ({ change, id, createdAt, changedAt })),
  );
  return { items, cursor: cursorAfter(found, list.length >= PAGE, from, afterId) };
}

function cursorAfter(found: readonly Found[], isFull: boolean, from: number, afterId: string | null): string | null {
  const last = found.at(-1);
  if (afterId !== null) return isFull && last ? `${from} ${last.id}` : String(from + 1);
  if (!isFull || !last) return null;
  // All of one millisecond: by id from the start, since this page was in no order among them.
  return last.changedAt > from ? String(last.changedAt) : `${from} 0`;
}

const raw = t.Object({ change: t.String(), id: t.String(), createdAt: t.Number(), changedAt: t.Number() });

function changeEvent({ name, typeId }: ObjectType, word: string, change: "created" | "updated"): PolledEventDef {
  const what = change === "created" ? "created" : "changed";
  return polledEvent({
    description: `A HubSpot ${word} was ${what}.`,
    match: (item) => valueAt(item, "change") === change,
    id: ({ id, changedAt }) => (change === "created" ? `${name}/${id}/created` : `${name}/${id}/${changedAt}`),
    raw,
    shape: changeShape,
    map: ({ id, createdAt, changedAt }, { identity }) => ({
      id,
      portal_id: identity.workspace?.id ?? identity.id,
      property: null,
      value: null,
      merged_ids: [],
      source: null,
      source_id: null,
      occurred_at: new Date(change === "created" ? createdAt : changedAt).toISOString(),
    }),
    view: ({ id, portal_id, occurred_at }) => ({
      title: `A HubSpot ${word} was ${what}`,
      url: webUrl(portal_id, typeId, id),
      occurredAt: occurred_at,
    }),
  });
}

type Service = "contacts" | "companies" | "deals" | "tickets";

function recordSource<S extends Service>(service: S, word: string, type: ObjectType): Source<`${S}.read`> {
  return {
    description: `New and changed ${service}, if the app has no webhooks.`,
    permission: `${service}.read`,
    poll: pollSince({
      everyS: 60,
      overlapS: OVERLAP_S,
      read: (since, cursor, _, upstream) => readPage(type, since, cursor, upstream),
    }),
    events: {
      [`${service}.created`]: changeEvent(type, word, "created"),
      [`${service}.updated`]: changeEvent(type, word, "updated"),
    },
  };
}

export const sources = {
  contacts: recordSource("contacts", "contact", contacts),
  companies: recordSource("companies", "company", companies),
  deals: recordSource("deals", "deal", deals),
  tickets: recordSource("tickets", "ticket", tickets),
};
