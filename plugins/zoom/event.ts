// What happens at Zoom as the inbox shows it, whether it was delivered or polled: developers.zoom.us, "Events".
import {
  asTime,
  type EventView,
  maybe,
  maybeText,
  nullable,
  rawId,
  type Static,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
} from "gateway/plugin";
import { mediaTypeOf } from "./recording.ts";

const id = rawId;

/** The fields of an event's object that every kind may have; what a kind adds is read by path. */
export const rawObject = t.Object({ id: maybe(id), uuid: maybeText, topic: maybeText });

/** A meeting or a webinar. */
export const meetingShape = t.Object({
  meeting_id: shapes.nullableText(),
  meeting_uuid: shapes.nullableText("Id of this occurrence of the meeting."),
  topic: shapes.nullableText(),
  host_id: shapes.nullableText(),
  start_time: shapes.nullableTime(),
  end_time: shapes.nullableTime(),
  join_url: shapes.nullableText(),
  changed: t.Array(t.String(), { description: "Zoom's names of the changed fields." }),
  occurred_at: shapes.nullableTime(),
});

/** Somebody in a meeting, or registered for it. */
export const personShape = t.Object({
  ...meetingShape.properties,
  registrant_id: shapes.nullableText(),
  name: shapes.nullableText(),
  email: shapes.nullableText("Email address; null for guests who did not register or sign in."),
  joined_at: shapes.nullableTime(),
  left_at: shapes.nullableTime(),
});

export const recordingShape = t.Object({
  ...meetingShape.properties,
  share_url: shapes.nullableText("URL to open in a browser."),
  size: nullable(t.Integer(), "Total size of all files in bytes."),
  files: t.Array(
    t.Object({
      id: shapes.nullableText("Id of the file, for zoom_download_recording."),
      kind: shapes.nullableText("MP4, M4A, CHAT, TRANSCRIPT …"),
      mime_type: t.String(),
      size: nullable(t.Integer(), "Size in bytes."),
    }),
  ),
});

export const summaryShape = t.Object({
  ...meetingShape.properties,
  title: shapes.nullableText(),
  content: shapes.nullableText("The complete summary as Markdown."),
});

/** What an event is about: the object, what it was before, and when it happened. */
export interface Happened {
  object: unknown;
  old?: unknown;
  at: string | null;
}
type Meeting = Static<typeof meetingShape>;

/** A text; null where Zoom has an empty one. */
const textOf = (json: unknown, ...names: string[]) =>
  names.map((name) => textAt(json, name)).find((text) => text !== null && text !== "") ?? null;
const timeIn = (json: unknown, ...names: string[]) => asTime(textOf(json, ...names));
const integerAt = (json: unknown, name: string) => {
  const value = valueAt(json, name);
  return Number.isSafeInteger(value) ? (value as number) : null;
};

/** An id as text: Zoom sends some as numbers. */
export function idAt(json: unknown, ...names: string[]): string | null {
  const found = names.map((name) => valueAt(json, name)).find((value) => value !== undefined && value !== null);
  return typeof found === "string" || typeof found === "number" ? String(found) || null : null;
}

export function toMeeting({ object, old, at }: Happened): Meeting {
  return {
    meeting_id: idAt(object, "id", "meeting_id"),
    meeting_uuid: textOf(object, "uuid", "meeting_uuid"),
    topic: textOf(object, "topic", "meeting_topic"),
    host_id: textOf(object, "host_id", "meeting_host_id"),
    start_time: timeIn(object, "start_time", "meeting_start_time"),
    end_time: timeIn(object, "end_time", "meeting_end_time"),
    join_url: textOf(object, "join_url"),
    changed: Object.keys(Object(old ?? {})).filter((name) => name !== "id" && name !== "uuid"),
    occurred_at: at,
  };
}

export function toParticipant(happened: Happened): Static<typeof personShape> {
  const person = valueAt(happened.object, "participant");
  return {
    ...toMeeting(happened),
    registrant_id: textOf(person, "registrant_id"),
    name: textOf(person, "user_name"),
    email: textOf(person, "email"),
    joined_at: timeIn(person, "join_time"),
    left_at: timeIn(person, "leave_time"),
  };
}

export function toRegistrant(happened: Happened): Static<typeof personShape> {
  const person = valueAt(happened.object, "registrant");
  const name = [textOf(person, "first_name"), textOf(person, "last_name")].filter(Boolean).join(" ");
  return {
    ...toMeeting(happened),
    registrant_id: textOf(person, "id"),
    name: name || null,
    email: textOf(person, "email"),
    joined_at: null,
    left_at: null,
  };
}

export function toRecording(happened: Happened): Static<typeof recordingShape> {
  const { object } = happened;
  const files = valueAt(object, "recording_files");
  return {
    ...toMeeting(happened),
    share_url: textOf(object, "share_url"),
    size: integerAt(object, "total_size"),
    files: (Array.isArray(files) ? files : []).map((one) => ({
      id: textOf(one, "id"),
      kind: textOf(one, "file_type"),
      mime_type: mediaTypeOf(textOf(one, "file_type")),
      size: integerAt(one, "file_size"),
    })),
  };
}

export function toSummary(happened: Happened): Static<typeof summaryShape> {
  const { object } = happened;
  return { ...toMeeting(happened), title: textOf(object, "summary_title"), content: textOf(object, "summary_content") };
}

/** Any payload, by what the inbox shows of it. */
export type Viewed = Meeting & { share_url?: string | null; name?: string | null; email?: string | null };

/** An event in the inbox: what happened and the meeting's name. A leading "…" stands for the person. */
export const viewOf =
  (what: string) =>
  (payload: Viewed): EventView => ({
    title: `${what.replace("…", payload.name ?? payload.email ?? "Someone")}: ${payload.topic ?? "a meeting"}`,
    summary: payload.start_time,
    actor: payload.email ?? payload.name ?? null,
    url: payload.share_url ?? payload.join_url,
    occurredAt: payload.occurred_at,
  });

/** Unix milliseconds of an inbound webhook as ISO 8601. */
export const occurredAt = (json: unknown) => timeOfMs(valueAt(json, "event_ts"));
