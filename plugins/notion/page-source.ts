// The source of edited pages and databases, for gateways that Notion cannot reach: a search by the time of the last edit.
import {
  asTime,
  checked,
  maybeText,
  nullable,
  type Poll,
  type PolledEventDef,
  path,
  polledEvent,
  type Source,
  type Static,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { type Change, changeShape, contentOf, viewOf } from "./change.ts";
import { inBody } from "./paging.ts";

const MINUTE_MS = 60_000;
/** The search lags behind by seconds to minutes, so each poll reads so much again. */
const OVERLAP_MS = 5 * MINUTE_MS;
const PAGE_SIZE = 50;

const Position = t.Object({
  /** Unix milliseconds: when the source was made, and the newest edit of the last complete reading. */
  from: t.Integer(),
  newest: t.Integer(),
  /** The newest edit of this reading, and its next page; null before the first page. */
  reading: nullable(t.Object({ newest: t.Integer(), cursor: t.String() })),
});
type Position = Static<typeof Position>;

/** Notion cuts the seconds off the times of edits. */
const toMinute = (ms: number) => ms - (ms % MINUTE_MS);
const timeAt = (item: unknown, name: string) => Date.parse(asTime(textAt(item, name)) ?? "");
const since = ({ from, newest }: Position) => Math.max(from, newest - OVERLAP_MS);

/** Search does not say what was done: a thing is new where it was created since the last reading, else it was edited. */
function changesIn(item: unknown, sinceMs: number) {
  const [created, edited] = [timeAt(item, "created_time"), timeAt(item, "last_edited_time")];
  const id = textAt(item, "id");
  const isNew = created >= sinceMs;
  return [
    ...(isNew ? [{ change: "created", key: `${id}:created`, thing: item }] : []),
    ...(!isNew || edited > created ? [{ change: "edited", key: `${id}:${edited}`, thing: item }] : []),
  ];
}

const poll: Poll = {
  everyS: 120,
  start: async ({ now }) => JSON.stringify({ from: toMinute(now), newest: toMinute(now), reading: null }),
  next: async (text, _, upstream) => {
    const position = checked(Position, JSON.parse(text));
    const { reading } = position;
    const sort = { timestamp: "last_edited_time", direction: "descending" };
    const request = { method: "POST", path: path`/search`, json: { sort }, safe: true } as const;
    const page = { limit: PAGE_SIZE, position: reading?.cursor ?? null };
    const response = await upstream.request(inBody.apply(request, page));
    const results = valueAt(response.json, "results");
    // The last edited come first, so the list is read down to what was there before.
    const edited = (Array.isArray(results) ? results : []).filter(
      (item) => timeAt(item, "last_edited_time") >= since(position),
    );
    const cursor = inBody.next(response, page);
    const newest =
      reading?.newest ?? Math.max(position.newest, ...edited.map((item) => timeAt(item, "last_edited_time")));
    const more = cursor !== null && Array.isArray(results) && edited.length === results.length;
    const after: Position = more
      ? { ...position, reading: { newest, cursor } }
      : { ...position, newest, reading: null };
    return {
      items: edited.toReversed().flatMap((item) => changesIn(item, since(position))),
      position: JSON.stringify(after),
      more,
    };
  },
};

const RawThing = t.Object({
  object: t.String(),
  id: t.String(),
  last_edited_time: maybeText,
});

function toChange(thing: Static<typeof RawThing>): Change {
  const author = textAt(valueAt(thing, "last_edited_by"), "id");
  const parent = valueAt(thing, "parent");
  return {
    id: thing.id,
    type: thing.object,
    ...contentOf(thing),
    parent_id: textAt(parent, textAt(parent, "type") ?? "type_of_none"),
    page_id: null,
    author_ids: author === null ? [] : [author],
    updated_ids: [],
    workspace_name: null,
    occurred_at: thing.last_edited_time ?? null,
  };
}

function change(kind: "page" | "database", what: "created" | "edited", title: string): PolledEventDef {
  return polledEvent({
    description: `${title}.`,
    match: (item) =>
      textAt(item, "change") === what && (textAt(valueAt(item, "thing"), "object") === "page") === (kind === "page"),
    id: ({ key }) => key,
    raw: t.Object({ key: t.String(), thing: RawThing }),
    shape: changeShape,
    map: ({ thing }) => toChange(thing),
    view: (payload) => viewOf(payload, title),
  });
}

export const pageSource: Source<"pages.read"> = {
  description: "New and edited pages and databases that are shared with the connection.",
  permission: "pages.read",
  poll,
  events: {
    "pages.created": change("page", "created", "A Notion page was created"),
    "pages.edited": change("page", "edited", "A Notion page was edited"),
    "databases.created": change("database", "created", "A Notion database was created"),
    "databases.edited": change("database", "edited", "A Notion database was edited"),
  },
};
