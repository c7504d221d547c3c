// A poll of everything since a time, for providers that list what has changed: overlapping spans, read page by page.
import type { Upstream } from "./endpoint.ts";
import type { Poll, SourceContext } from "./source.ts";

/** A page of the list. `cursor` is where its next page starts, null after the last one. */
export interface SincePage {
  items: readonly unknown[];
  cursor: string | null;
}

/**
 * Reads spans of time, each from a while before the last one's reading began: what the provider shows late, or what its clock
 * dates earlier, is found in the next one. So events need ids that stay the same, and `read` must not end before the present.
 */
export function pollSince(options: {
  everyS: number;
  overlapS: number;
  /** A page of what is at `since` (Unix milliseconds) or later; `cursor` is null for the first. */
  read: (since: number, cursor: string | null, context: SourceContext, upstream: Upstream) => Promise<SincePage>;
}): Poll {
  return {
    everyS: options.everyS,
    start: async ({ now }) => String(now),
    next: async (position, context, upstream) => {
      const span = spanOf(position);
      const following = span.following ?? Math.max(span.since, context.now - options.overlapS * 1_000);
      const { items, cursor } = await options.read(span.since, span.cursor, context, upstream);
      if (cursor === null) return { items, position: String(following), more: false };
      return { items, position: `${span.since} ${following} ${cursor}`, more: true };
    },
  };
}

/** A position is the time to read from; within a list also the time of the next span, and the cursor. */
function spanOf(position: string): { since: number; following: number | null; cursor: string | null } {
  const [, since, following, cursor] = /^(\d+)(?: (\d+) (.+))?$/s.exec(position) ?? [];
  if (since === undefined) throw new Error("This is not a valid position of the poll.");
  return {
    since: Number(since),
    following: following === undefined ? null : Number(following),
    cursor: cursor ?? null,
  };
}

/** A provider that creates a thing stamps it as changed too, up to so long after. */
const CREATION_MS = 1_000;

/**
 * What happened to a thing since a time, by Unix milliseconds: `created` once, and `updated` for a later change. A thing that
 * was created since then and has changed again is both.
 */
export function changesSince(since: number, createdAt: number, changedAt: number): ("created" | "updated")[] {
  const isNew = createdAt >= since;
  const isChanged = !isNew || changedAt - createdAt >= CREATION_MS;
  return [...(isNew ? (["created"] as const) : []), ...(isChanged ? (["updated"] as const) : [])];
}

/**
 * Whether a time in whole seconds can be read for good: until its second is over, a further change could get the same one, and
 * with it the same id. Left out, the thing is read by the next poll.
 */
export const isSecondOver = (ms: number, now: number) => ms + 1_000 <= now;
