// Zoom's webhook: signature, challenge, whose an event is, and the kinds of events (developers.zoom.us, "Using webhooks").
import {
  asUtc,
  type EventDef,
  type EventSubject,
  event,
  field,
  type Handshake,
  hmac,
  hmacText,
  type InboundWebhook,
  maybeText,
  record,
  shapes,
  type TSchema,
  t,
  textAt,
  valueAt,
  type Webhook,
  type WebhookSecrets,
} from "gateway/plugin";
import {
  type Happened,
  idAt,
  meetingShape,
  occurredAt,
  personShape,
  rawObject,
  recordingShape,
  summaryShape,
  toMeeting,
  toParticipant,
  toRecording,
  toRegistrant,
  toSummary,
  type Viewed,
  viewOf,
} from "./event.ts";

/** `x-zm-signature` is `v0=<hex>` over the time and the body. */
const verify = hmac({
  read: ({ headers }) => {
    const signature = /^v0=([0-9a-f]{64})$/.exec(headers.get("x-zm-signature") ?? "")?.[1];
    const time = headers.get("x-zm-request-timestamp") ?? "";
    return signature && /^\d{1,12}$/.test(time) ? { signature, time: Number(time) } : null;
  },
  message: ({ body }, { time }) => [`v0:${time}:`, body],
});

/**
 * Answers Zoom's validation of the URL, at saving and every three days. The same key signs inbound webhooks, so a token that could be
 * a signed text (colons, braces) is refused: signing it would sign a forged inbound webhook.
 */
function respondToChallenge({ json }: InboundWebhook, { webhook }: WebhookSecrets): Handshake | null {
  if (textAt(json, "event") !== "endpoint.url_validation") return null;
  const plainToken = textAt(json, "payload.plainToken");
  if (!webhook || plainToken === null || !/^[\w+/=.-]{1,256}$/.test(plainToken)) return null;
  const encryptedToken = hmacText(webhook, plainToken, "hex");
  return { type: "application/json", body: JSON.stringify({ plainToken, encryptedToken }) };
}

/** The host of what it is about, or the person themself; else who did it. Ids of users are Zoom's own in every account. */
function subjectOf(_: InboundWebhook, item: unknown): EventSubject | null {
  const host = idAt(item, "payload.object.host_id", "payload.object.meeting_host_id", "payload.user_id");
  const id = host ?? idAt(item, "payload.operator_id");
  return id === null ? null : { matches: "identity", id };
}

/** Events whose ids a poll finds too. */
function eventId(_: InboundWebhook, item: unknown): string | null {
  const [name, object] = [textAt(item, "event"), valueAt(item, "payload.object")];
  const id =
    name === "recording.completed" ? idAt(object, "uuid") : name === "meeting.created" ? idAt(object, "id") : null;
  return id === null ? null : `${name}/${id}`;
}

/** What an event about something looks like, and how it is read. */
interface Kind {
  shape: TSchema;
  to: (happened: Happened) => Viewed;
}
const MEETING: Kind = { shape: meetingShape, to: toMeeting };
const PARTICIPANT: Kind = { shape: personShape, to: toParticipant };
const REGISTRANT: Kind = { shape: personShape, to: toRegistrant };
const RECORDING: Kind = { shape: recordingShape, to: toRecording };
const SUMMARY: Kind = { shape: summaryShape, to: toSummary };

/** `title` stands in the inbox before the meeting's name. */
function zoomEvent(name: string, description: string, title: string, { shape, to }: Kind): EventDef {
  const view = viewOf(title);
  return event({
    description,
    match: (_, item) => textAt(item, "event") === name,
    raw: t.Object({ payload: t.Object({ object: rawObject, old_object: t.Optional(t.Unknown()) }) }),
    shape,
    map: ({ payload }, { json }) => to({ object: payload.object, old: payload.old_object, at: occurredAt(json) }),
    view: (payload) => view(payload as Viewed),
  });
}

const authorizationRevoked = event({
  description: "The person removed the app at Zoom, which ends the integration.",
  match: (_, item) => textAt(item, "event") === "app_deauthorized",
  payload: record({
    user_id: field.text({ from: "payload.user_id" }),
    account_id: field.text({ from: "payload.account_id" }),
    occurred_at: field.of({
      from: "payload.deauthorization_time",
      raw: maybeText,
      shape: shapes.nullableTime(),
      map: (time) => asUtc(time),
    }),
  }),
  view: ({ occurred_at }) => ({
    title: "Access to Zoom was removed",
    occurredAt: occurred_at,
  }),
  revokes: true,
});

export const webhook: Webhook = {
  verify,
  handshake: respondToChallenge,
  eventId,
  subject: subjectOf,
  events: {
    "meetings.created": zoomEvent("meeting.created", "A Zoom meeting was scheduled.", "Meeting scheduled", MEETING),
    "meetings.updated": zoomEvent("meeting.updated", "A Zoom meeting was changed.", "Meeting changed", MEETING),
    "meetings.deleted": zoomEvent("meeting.deleted", "A Zoom meeting was cancelled.", "Meeting cancelled", MEETING),
    "meetings.started": zoomEvent("meeting.started", "A Zoom meeting began.", "Meeting began", MEETING),
    "meetings.ended": zoomEvent("meeting.ended", "A Zoom meeting ended.", "Meeting ended", MEETING),
    "participants.joined": zoomEvent(
      "meeting.participant_joined",
      "Someone joined a Zoom meeting.",
      "… joined",
      PARTICIPANT,
    ),
    "participants.left": zoomEvent("meeting.participant_left", "Someone left a Zoom meeting.", "… left", PARTICIPANT),
    "registrants.created": zoomEvent(
      "meeting.registration_created",
      "Someone registered for a Zoom meeting.",
      "… registered",
      REGISTRANT,
    ),
    "registrants.approved": zoomEvent(
      "meeting.registration_approved",
      "A registration for a Zoom meeting was approved.",
      "… was approved",
      REGISTRANT,
    ),
    "registrants.cancelled": zoomEvent(
      "meeting.registration_cancelled",
      "A registration for a Zoom meeting was cancelled.",
      "… is not coming",
      REGISTRANT,
    ),
    "registrants.denied": zoomEvent(
      "meeting.registration_denied",
      "A registration for a Zoom meeting was denied.",
      "… was denied",
      REGISTRANT,
    ),
    "recordings.completed": zoomEvent(
      "recording.completed",
      "A Zoom cloud recording is ready.",
      "Recording ready",
      RECORDING,
    ),
    "recordings.trashed": zoomEvent(
      "recording.trashed",
      "A Zoom cloud recording went to the trash.",
      "Recording in the trash",
      RECORDING,
    ),
    "recordings.deleted": zoomEvent(
      "recording.deleted",
      "A Zoom cloud recording was deleted for good.",
      "Recording deleted",
      RECORDING,
    ),
    "transcripts.completed": zoomEvent(
      "recording.transcript_completed",
      "The transcript of a Zoom recording is ready.",
      "Transcript ready",
      RECORDING,
    ),
    "summaries.completed": zoomEvent(
      "meeting.summary_completed",
      "AI Companion's summary of a Zoom meeting is ready.",
      "Summary ready",
      SUMMARY,
    ),
    "summaries.updated": zoomEvent(
      "meeting.summary_updated",
      "The summary of a Zoom meeting was edited.",
      "Summary edited",
      SUMMARY,
    ),
    "webinars.started": zoomEvent("webinar.started", "A Zoom webinar began.", "Webinar began", MEETING),
    "webinars.ended": zoomEvent("webinar.ended", "A Zoom webinar ended.", "Webinar ended", MEETING),
    "profile.authorization_revoked": authorizationRevoked,
  },
};
