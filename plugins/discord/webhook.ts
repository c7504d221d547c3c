// Discord's webhook: apps authorized and deauthorized. Messages come over its socket alone; `sources.ts` polls them.
import {
  type EventDef,
  ed25519,
  event,
  field,
  type InboundWebhook,
  record,
  shapes,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { utc } from "./ids.ts";
import { displayName, rawNames } from "./person.ts";

/** discord.com/developers/docs/events/webhook-events#payload-structure; 0 is a ping without an event. */
const EVENT = 1;

const person = record({
  id: field.text(),
  name: field.derived({ reads: rawNames, shape: t.String(), map: displayName }),
});
const origin = {
  user: field.one(person, { from: "event.data.user" }),
  occurred_at: field.of({ from: "event.timestamp", raw: t.String(), shape: shapes.nullableTime(), map: utc }),
};
const isOf = (type: string) => (_: InboundWebhook, item: unknown) =>
  valueAt(item, "type") === EVENT && valueAt(item, "event.type") === type;

const events: Record<string, EventDef> = {
  "guilds.app_authorized": event({
    description: "A person authorized the app, or added its bot to a Discord server.",
    match: isOf("APPLICATION_AUTHORIZED"),
    payload: record({
      user: origin.user,
      guild: field.nullableOne(record({ id: field.text(), name: field.text() }), { from: "event.data.guild" }),
      scopes: field.of({
        from: "event.data.scopes",
        raw: t.Array(t.String()),
        shape: t.Array(t.String()),
        map: (scopes) => scopes,
      }),
      occurred_at: origin.occurred_at,
    }),
    view: (payload) => ({
      title: payload.guild ? `The app was added to ${payload.guild.name}` : "The app was authorized",
      summary: payload.scopes.join(", ") || null,
      actor: payload.user.name,
      url: payload.guild && `https://discord.com/channels/${payload.guild.id}`,
      occurredAt: payload.occurred_at,
    }),
  }),
  "guilds.app_deauthorized": event({
    description: "A person revoked the app's access to their Discord account.",
    match: isOf("APPLICATION_DEAUTHORIZED"),
    payload: record(origin),
    view: (payload) => ({
      title: "The app's access was revoked",
      actor: payload.user.name,
      occurredAt: payload.occurred_at,
    }),
    revokes: true,
  }),
};

/** The secret is the application's public key. A ping is a signed inbound webhook without events. */
export const webhook: Webhook = {
  // Discord retries for ten minutes, and does not say whether it renews the time.
  verify: ed25519({ signature: "x-signature-ed25519", time: "x-signature-timestamp", toleranceS: 900 }),
  // Discord's inbound webhooks have no id, so type, time, user and server identify an event.
  eventId: (_, item) => {
    const parts = ["event.type", "event.timestamp", "event.data.user.id", "event.data.guild.id"];
    const [type, time, user, guildId] = parts.map((name) => valueAt(item, name));
    return typeof time === "string" ? [type, time, user, guildId ?? ""].join("/") : null;
  },
  subject: (_, item) => {
    const id = valueAt(item, "event.data.user.id");
    return typeof id === "string" ? { matches: "identity", id } : null;
  },
  acceptedStatus: 204,
  events,
};
