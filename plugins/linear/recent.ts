// Reads what is new in a list that Linear sorts by a time, the newest first.
import {
  asTime,
  checked,
  nullable,
  type Poll,
  type SourceContext,
  type Static,
  t,
  textAt,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { connection } from "./graphql.ts";

/** How far before the newest known thing each poll begins: Linear may show a change after a later one. */
const OVERLAP_MS = 60_000;

const Position = t.Object({
  /** Unix milliseconds: when the source was made, and the newest time of the last complete reading. */
  from: t.Integer(),
  newest: t.Integer(),
  /** The newest time of this reading, and its next page; null before the first page. */
  reading: nullable(t.Object({ newest: t.Integer(), cursor: t.String() })),
});
type Position = Static<typeof Position>;

export const timeAt = (item: unknown, name: string) => Date.parse(asTime(textAt(item, name)) ?? "");

/**
 * A poll of the connection `list`, sorted by `field`. What changes while the pages are read moves to the front, where the
 * next poll finds it: that begins at the newest time of this one's first page.
 */
export function recentPoll(options: {
  list: string;
  field: "createdAt" | "updatedAt";
  request: (since: string) => UpstreamRequest;
  items: (node: unknown, sinceMs: number, context: SourceContext) => unknown[];
}): Poll {
  const paging = connection(options.list);
  return {
    // Linear asks not to poll.
    everyS: 120,
    start: async ({ now }) => JSON.stringify({ from: now, newest: now, reading: null }),
    next: async (text, context, upstream) => {
      const position = checked(Position, JSON.parse(text));
      const { from, reading } = position;
      const since = Math.max(from, position.newest - OVERLAP_MS);
      const page = { limit: paging.max, position: reading?.cursor ?? null };
      const response = await upstream.request(paging.apply(options.request(new Date(since).toISOString()), page));
      const found = valueAt(response.json, `data.${options.list}.nodes`);
      const nodes = Array.isArray(found) ? found : [];
      const times = nodes.map((node) => timeAt(node, options.field)).filter((time) => !Number.isNaN(time));
      const newest = reading?.newest ?? Math.max(position.newest, ...times);
      const cursor = paging.next(response, page);
      const after: Position = {
        from,
        newest: cursor === null ? newest : position.newest,
        reading: cursor === null ? null : { newest, cursor },
      };
      return {
        items: nodes.toReversed().flatMap((node) => options.items(node, since, context)),
        position: JSON.stringify(after),
        more: cursor !== null,
      };
    },
  };
}
