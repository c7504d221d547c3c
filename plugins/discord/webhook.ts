// Discord's webhook: apps authorized and deauthorized. Messages come over its socket alone; `sources.ts` polls them.
import {
  type EventDef,
  ed25519,
  event,
  type InboundWebhook,
  maybe,
  nullable,
  shapes,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { utc } from "./ids.ts";

/** discord.com/developers/docs/events/webhook-events#payload-structure; 0 is a ping without an event. */
const EVENT = 1;

const person = { id: t.String(), username: t.String(), global_name: maybe(t.String()) };
const guild = t.Object({ id: t.String(), name: t.String() });
const nameOf = (user: { username: string; global_name?: string | null }) => user.global_name ?? user.username;
const isOf = (type: string) => (_: InboundWebhook, item: unknown) =>
  valueAt(item, "type") === EVENT && valueAt(item, "event.type") === type;

const userShape = t.Object({ id: t.String(), name: t.String() });

const events: Record<string, EventDef> = {
  "guilds.app_authorized": event({
    description: "A person authorized the app, or added its bot to a Discord server.",
    match: isOf("APPLICATION_AUTHORIZED"),
    raw: t.Object({
      event: t.Object({
        timestamp: t.String(),
        data: t.Object({ user: t.Object(person), scopes: t.Array(t.String()), guild: maybe(guild) }),
      }),
    }),
    shape: t.Object({
      user: userShape,
      guild: nullable(guild),
      scopes: t.Array(t.String()),
      occurred_at: shapes.nullableTime(),
    }),
    map: ({ event: { timestamp, data } }) => ({
      user: { id: data.user.id, name: nameOf(data.user) },
      guild: data.guild ? { id: data.guild.id, name: data.guild.name } : null,
      scopes: data.scopes,
      occurred_at: utc(timestamp),
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
    raw: t.Object({ event: t.Object({ timestamp: t.String(), data: t.Object({ user: t.Object(person) }) }) }),
    shape: t.Object({ user: userShape, occurred_at: shapes.nullableTime() }),
    map: ({ event: { timestamp, data } }) => ({
      user: { id: data.user.id, name: nameOf(data.user) },
      occurred_at: utc(timestamp),
    }),
    view: (payload) => ({
      title: "The app's access was taken away",
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
