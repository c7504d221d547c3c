// Polls beside the webhook: a server-to-server app's events come to no address of the gateway, so its lists are read.
import {
  asTime,
  maybe,
  maybeText,
  type Poll,
  path,
  polledEvent,
  pollSince,
  rawId,
  type Source,
  type SourceContext,
  t,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { meetingShape, rawObject, recordingShape, toMeeting, toRecording, viewOf } from "./event.ts";
import { userOf } from "./fields.ts";

const EVERY_S = 300;
const PAGE = 100;
const DAY_MS = 86_400_000;
/** A recording can take longer than a day until it is ready. */
const RECORDINGS_BACK_MS = 4 * DAY_MS;

/** A page of a list of the user's; a token that has ended after its quarter of an hour reads the list from its start. */
async function readList(
  { identity }: SourceContext,
  upstream: Upstream,
  [list, query, token]: [list: string, query: Record<string, string>, token: string | null],
) {
  const requestFor = (next_page_token: string | undefined) => ({
    path: path`/v2/users/${userOf(identity)}/${list}`,
    query: { ...query, page_size: PAGE, next_page_token },
  });
  const continued = token === null ? null : await upstream.attempt(requestFor(token), ["invalid"]);
  const { json } = continued ?? (await upstream.request(requestFor(undefined)));
  const items = valueAt(json, "meetings");
  return { items: Array.isArray(items) ? items : [], cursor: textAt(json, "next_page_token") || null };
}

const meetings: Poll = pollSince({
  everyS: EVERY_S,
  overlapS: 300,
  read: async (since, token, context, upstream) => {
    const { items, cursor } = await readList(context, upstream, ["meetings", { type: "scheduled" }, token]);
    return { items: items.filter((item) => Date.parse(textAt(item, "created_at") ?? "") >= since), cursor };
  },
});

/** Whether no file is still being processed, when neither its kind nor its end is known. */
function isReady(item: unknown): boolean {
  const files = valueAt(item, "recording_files");
  if (!Array.isArray(files) || files.length === 0) return false;
  return files.every((file) => textAt(file, "status") !== "processing" && textAt(file, "file_type") !== "");
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * A recording has no time of its becoming ready. So each poll reads the last days again, and what began before the first poll
 * is left out; ids that do not change make each an event once.
 */
const recordings: Poll = {
  everyS: EVERY_S,
  start: async ({ now }) => String(now),
  next: async (position, context, upstream) => {
    const [, first = "", token = null] = /^(\d+)(?: (.+))?$/s.exec(position) ?? [];
    const [since, { now }] = [Number(first), context];
    const query = { from: day(Math.max(since, now - RECORDINGS_BACK_MS)), to: day(now) };
    const { items, cursor } = await readList(context, upstream, ["recordings", query, token]);
    return {
      items: items.filter((item) => isReady(item) && Date.parse(textAt(item, "start_time") ?? "") >= since),
      position: cursor === null ? first : `${first} ${cursor}`,
      more: cursor !== null,
    };
  },
};

const id = rawId;

export const sources = {
  meetings: {
    description: "Meetings that were scheduled.",
    permission: "meetings.read",
    pollsWithWebhook: true,
    poll: meetings,
    events: {
      "meetings.created": polledEvent({
        description: "A Zoom meeting was scheduled.",
        id: (item) => `meeting.created/${item.id}`,
        raw: t.Object({ ...rawObject.properties, id, created_at: maybeText }),
        shape: meetingShape,
        map: (item) => toMeeting({ object: item, at: asTime(item.created_at) }),
        view: viewOf("Meeting scheduled"),
      }),
    },
  } satisfies Source<"meetings.read">,
  recordings: {
    description: "Cloud recordings that are ready.",
    permission: "recordings.read",
    pollsWithWebhook: true,
    poll: recordings,
    events: {
      "recordings.completed": polledEvent({
        description: "A Zoom cloud recording is ready.",
        id: (item) => `recording.completed/${item.uuid}`,
        raw: t.Object({ ...rawObject.properties, uuid: t.String({ minLength: 1 }), id: maybe(id) }),
        shape: recordingShape,
        map: (item) => toRecording({ object: item, at: null }),
        view: viewOf("Recording ready"),
      }),
    },
  } satisfies Source<"recordings.read">,
};
