// Slack's webhook events: docs.slack.dev/reference/events.
import {
  type EventDef,
  event,
  field,
  type InboundWebhook,
  maybe,
  maybeNumber,
  maybeText,
  record,
  type Static,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { messageShape, rawMessage, toMessage } from "./message.ts";
import { rawUser, toUser, userShape } from "./users.ts";
import { isoFromSeconds, isoFromTs, rawTs, timeOrNull } from "./web-api.ts";

function isOf(type: string, also?: (item: unknown) => boolean) {
  return (_: InboundWebhook, item: unknown): boolean =>
    valueAt(item, "type") === "event_callback" &&
    valueAt(item, "event.type") === type &&
    (also === undefined || also(item));
}

/** Opens a conversation (docs.slack.dev/interactivity/deep-linking); events have neither names nor permalinks. */
const channelUrl = (channel: string, team: string | null | undefined) =>
  team ? `https://slack.com/app_redirect?channel=${channel}&team=${team}` : null;
const truncate = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 200) || null;

const rawEnvelope = t.Object({
  team_id: maybeText,
  context_team_id: maybeText,
  authorizations: maybe(t.Array(t.Object({ team_id: maybeText }))),
});
/** The workspace that sees the event; in a shared channel, `team_id` can be the other company's. */
const teamOf = (raw: Static<typeof rawEnvelope>) =>
  raw.authorizations?.[0]?.team_id ?? raw.context_team_id ?? raw.team_id ?? null;
const team = field.derived({ reads: rawEnvelope, shape: shapes.nullableText("Id of the workspace."), map: teamOf });
const occurredAt = timeOrNull("When it happened.");
const eventTime = field.of({ from: "event_time", raw: maybeNumber, shape: occurredAt, map: isoFromSeconds });
const origin = { team_id: team, occurred_at: eventTime };

/** Subtypes of messages that a person or an app wrote; the others report changes of a channel or a message. */
const WRITTEN = [undefined, "file_share", "thread_broadcast", "bot_message", "me_message"];
const isWritten = (item: unknown) => WRITTEN.includes(valueAt(item, "event.subtype") as string | undefined);

/** Whether the app itself wrote the message: replying to its own messages would loop. */
function isOwn(item: unknown): boolean {
  const [app, own] = [
    valueAt(item, "event.app_id") ?? valueAt(item, "event.bot_profile.app_id"),
    valueAt(item, "api_app_id"),
  ];
  const [user, bot] = [valueAt(item, "event.user"), valueAt(item, "authorizations.0")];
  return (app !== undefined && app === own) || (valueAt(bot, "is_bot") === true && user === valueAt(bot, "user_id"));
}

function messageEvent(channelTypes: readonly string[], title: string): EventDef {
  const isHere = (item: unknown) => channelTypes.includes(String(valueAt(item, "event.channel_type")));
  return event({
    description: `${title}. What the app itself writes is left out.`,
    match: isOf("message", (item) => isHere(item) && isWritten(item) && !isOwn(item)),
    raw: t.Object({
      ...rawEnvelope.properties,
      event: t.Object({ ...rawMessage.properties, channel: t.String(), channel_type: t.String() }),
    }),
    shape: t.Object({
      ...messageShape.properties,
      channel_type: t.String({ description: "channel, group (private), im or mpim." }),
      team_id: team.shape,
    }),
    map: ({ event: { channel, channel_type, ...message }, ...raw }) => ({
      ...toMessage(message, channel),
      channel_type,
      team_id: teamOf(raw),
    }),
    view: (message) => ({
      title,
      summary: truncate(message.plain_text),
      actor: message.username ?? message.user_id ?? message.bot_id,
      url: channelUrl(message.channel_id, message.team_id),
      occurredAt: message.created_at,
    }),
  });
}

function reactionEvent(type: string, title: string): EventDef {
  return event({
    description: `${title}.`,
    match: isOf(type, (item) => valueAt(item, "event.item.type") === "message"),
    payload: record({
      name: field.text({ from: "event.reaction", description: "Name of the emoji, without colons." }),
      user_id: field.text({ from: "event.user", description: "User id of the person who reacted." }),
      channel_id: field.text({ from: "event.item.channel" }),
      ts: field.of({
        from: "event.item.ts",
        raw: rawTs,
        shape: t.String({ description: "The message's ts." }),
        map: (ts) => ts,
      }),
      message_user_id: field.nullableText({
        from: "event.item_user",
        description: "User id of the message's author.",
      }),
      team_id: team,
      occurred_at: field.of({ from: "event.event_ts", raw: rawTs, shape: occurredAt, map: isoFromTs }),
    }),
    view: ({ name, user_id, channel_id, team_id, occurred_at }) => ({
      title: `${title}: ${name}`,
      actor: user_id,
      url: channelUrl(channel_id, team_id),
      occurredAt: occurred_at,
    }),
  });
}

const channelCreated = event({
  description: "A public channel was created in Slack.",
  match: isOf("channel_created"),
  payload: record({
    id: field.text({ from: "event.channel.id" }),
    name: field.text({ from: "event.channel.name" }),
    creator: field.nullableText({ from: "event.channel.creator", description: "User id." }),
    ...origin,
  }),
  view: ({ id, name, creator, team_id, occurred_at }) => ({
    title: `Slack channel #${name} was created`,
    actor: creator,
    url: channelUrl(id, team_id),
    occurredAt: occurred_at,
  }),
});

const memberJoined = event({
  description: "Someone joined a Slack channel that the app is in.",
  match: isOf("member_joined_channel"),
  payload: record({
    channel_id: field.text({ from: "event.channel" }),
    user_id: field.text({ from: "event.user" }),
    invited_by: field.nullableText({ from: "event.inviter", description: "User id." }),
    ...origin,
  }),
  view: ({ channel_id, user_id, team_id, occurred_at }) => ({
    title: "Someone joined a Slack channel",
    actor: user_id,
    url: channelUrl(channel_id, team_id),
    occurredAt: occurred_at,
  }),
});

const userJoined = event({
  description: "Someone joined the Slack workspace.",
  match: isOf("team_join"),
  raw: t.Object({ event: t.Object({ user: rawUser }), event_time: maybeNumber }),
  shape: t.Object({ ...userShape.properties, occurred_at: occurredAt }),
  map: ({ event: { user }, event_time }) => ({ ...toUser(user), occurred_at: isoFromSeconds(event_time) }),
  view: (user) => ({
    title: `${user.name ?? user.id} joined the Slack workspace`,
    summary: user.title,
    actor: user.name,
    occurredAt: user.occurred_at,
  }),
});

/** The ids in a list of tokens; Slack names people and bots, not the tokens themselves. */
export const idsAt = (item: unknown, path: string) => {
  const list = valueAt(item, path);
  return (Array.isArray(list) ? list : []).filter((id) => typeof id === "string");
};
export const revokesBot = (item: unknown) => idsAt(item, "event.tokens.bot").length > 0;

/** An event that ends an installation, or some of its tokens. */
function accessEnded(match: EventDef["match"], title: string, ends: { revokes?: true }): EventDef {
  return event({
    description: `${title}.`,
    match,
    payload: record(origin),
    view: ({ occurred_at }) => ({ title, occurredAt: occurred_at }),
    ...ends,
  });
}
const uninstalled = accessEnded(isOf("app_uninstalled"), "The app was removed from the Slack workspace", {
  revokes: true,
});
const botRevoked = accessEnded(isOf("tokens_revoked", revokesBot), "Access to Slack was revoked", { revokes: true });
/**
 * Ends nothing by itself: a grant has the bot's token too, which goes on working, unless it was of the person alone. Then
 * the next call learns it.
 */
const personRevoked = accessEnded(
  isOf("tokens_revoked", (item) => !revokesBot(item)),
  "A person revoked the app's access to their Slack account",
  {},
);

export const events: Record<string, EventDef> = {
  "messages.received": messageEvent(["channel"], "New message in a Slack channel"),
  "private_channels.message_received": messageEvent(["group"], "New message in a private Slack channel"),
  "dms.message_received": messageEvent(["im", "mpim"], "New direct message in Slack"),
  "reactions.added": reactionEvent("reaction_added", "Emoji reaction in Slack"),
  "reactions.removed": reactionEvent("reaction_removed", "Emoji reaction removed in Slack"),
  "channels.created": channelCreated,
  "channels.member_joined": memberJoined,
  "users.joined": userJoined,
  "team.app_uninstalled": uninstalled,
  "team.tokens_revoked": botRevoked,
  "team.person_revoked": personRevoked,
};
