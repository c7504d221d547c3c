// Endpoints of scheduled Slack messages.
import { deleted, endpoint, many, maybe, maybeText, one, resource, t } from "gateway/plugin";
import { contentFields, contentForm, threadField, unfurlFields } from "./messages.ts";
import { teamField, teamFor } from "./teams.ts";
import { byCursor, channelId, isoFromSeconds, method, readMethod, time, timeOrNull } from "./web-api.ts";

const scheduledShape = t.Object({
  id: t.String(),
  channel_id: t.String(),
  text: t.String({ description: "Text in Slack's markup." }),
  send_at: time("When Slack will send it."),
  created_at: timeOrNull("When it was scheduled; null if Slack does not say."),
});
/** Numbers or text: Slack's documentation and responses have both. */
const rawId = t.Union([t.String({ minLength: 1 }), t.Integer()]);
const rawTime = t.Union([t.Integer({ minimum: 1, maximum: 2.5e11 }), t.String({ pattern: "^[1-9][0-9]{0,10}$" })]);

/** The response to scheduling. */
const accepted = resource({
  raw: t.Object({
    channel: t.String(),
    scheduled_message_id: rawId,
    post_at: rawTime,
    message: t.Optional(t.Object({ text: maybeText })),
  }),
  shape: scheduledShape,
  map: (raw) => ({
    id: String(raw.scheduled_message_id),
    channel_id: raw.channel,
    text: raw.message?.text ?? "",
    send_at: isoFromSeconds(Number(raw.post_at)) ?? "",
    created_at: null,
  }),
});
const scheduled = resource({
  raw: t.Object({
    id: rawId,
    channel_id: t.String(),
    post_at: rawTime,
    date_created: maybe(t.Union([t.Number(), t.String()])),
    text: maybeText,
  }),
  shape: scheduledShape,
  map: (raw) => ({
    id: String(raw.id),
    channel_id: raw.channel_id,
    text: raw.text ?? "",
    send_at: isoFromSeconds(Number(raw.post_at)) ?? "",
    created_at: isoFromSeconds(Number(raw.date_created ?? 0)),
  }),
});

export const scheduledEndpoints = {
  schedule_message: endpoint({
    method: "POST",
    recipients: ["channel"],
    reaches: true,
    path: "/scheduled-messages",
    permission: "messages.write",
    description: "Schedule a message that Slack sends to a channel later, at most 120 days ahead.",
    keywords: ["later", "delay", "remind", "reminder", "timed", "tomorrow", "post"],
    body: t.Object({
      channel: channelId(),
      send_at: t.String({ format: "date-time", description: "When to send it, ISO 8601 with an offset." }),
      ...contentFields,
      ...threadField,
      ...unfurlFields,
    }),
    upstream: ({ body }) =>
      method("chat.scheduleMessage", {
        ...contentForm(body),
        channel: body.channel,
        post_at: Math.floor(Date.parse(body.send_at) / 1000),
        thread_ts: body.thread_ts,
        unfurl_links: body.unfurl_links,
        unfurl_media: body.unfurl_media,
      }),
    returns: one(accepted),
  }),
  list_scheduled_messages: endpoint({
    method: "GET",
    path: "/scheduled-messages",
    permission: "messages.write",
    description: "List the Slack messages that the app has scheduled and that are still to be sent.",
    keywords: ["later", "pending", "planned", "queue", "upcoming"],
    query: t.Object({
      channel: t.Optional(channelId("Only messages scheduled for this channel, by id.")),
      ...teamField,
    }),
    run: async ({ query, identity, page }, upstream) => {
      const team_id = await teamFor(query.team_id, identity, upstream);
      const request = readMethod("chat.scheduledMessages.list", { channel: query.channel, team_id });
      return upstream.request(byCursor.apply(request, page));
    },
    returns: many("scheduled_messages", scheduled, { at: "scheduled_messages", pagination: byCursor }),
  }),
  cancel_scheduled_message: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/scheduled-messages/{id}",
    permission: "messages.write",
    description: "Cancel (delete) a scheduled Slack message before it is sent.",
    keywords: ["remove", "unschedule", "stop", "abort"],
    params: { id: "Id of the scheduled message, from slack_list_scheduled_messages." },
    query: t.Object({ channel: channelId() }),
    upstream: ({ params, query }) =>
      method("chat.deleteScheduledMessage", { channel: query.channel, scheduled_message_id: params.id }),
    returns: deleted(),
  }),
};
