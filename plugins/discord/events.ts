// Endpoints of a Discord server's scheduled events: discord.com/developers/docs/resources/guild-scheduled-event.
import {
  type AnyCall,
  endpoint,
  field,
  InvalidInput,
  many,
  maybe,
  maybeText,
  one,
  pages,
  path,
  Refusal,
  record,
  type Static,
  shapes,
  t,
  type Upstream,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { guildChannels, visibleChannels } from "./channels.ts";
import { asBot, assertRights, attemptAsBot, authorizeServer, HIDDEN, type Server } from "./guard.ts";
import { guildParam, snowflake, utc } from "./ids.ts";
import { pageResponse } from "./paging.ts";
import { notVisible } from "./refusal.ts";
import { type Right, rightsInServer } from "./rights.ts";

const [STAGE_EVENT, VOICE_EVENT, EXTERNAL_EVENT] = [1, 2, 3];
const [VOICE_CHANNEL, STAGE_CHANNEL] = [2, 13];
const [GUILD_ONLY, SCHEDULED, CANCELLED] = [2, 1, 4];
const TYPES: Record<number, string> = { [STAGE_EVENT]: "stage", [VOICE_EVENT]: "voice", [EXTERNAL_EVENT]: "external" };
const STATUSES: Record<number, string> = {
  [SCHEDULED]: "scheduled",
  2: "active",
  3: "completed",
  [CANCELLED]: "cancelled",
};

/** A number for a kind, as a word. */
const word = (from: string, words: Record<number, string>, description: string) => {
  const unknown = from.replace(/^entity_/, "");
  return field.of({
    from,
    raw: t.Integer(),
    shape: t.String({ description }),
    map: (kind) => words[kind] ?? `${unknown}_${kind}`,
  });
};

const event = record({
  id: field.text(),
  guild_id: field.text({ description: "Id of the server." }),
  name: field.text(),
  description: field.nullableText(),
  type: word("entity_type", TYPES, "voice, stage, or external (outside Discord's channels)."),
  channel_id: field.nullableText({ description: "Id of the voice or stage channel where it takes place." }),
  location: field.nullableText({ from: "entity_metadata.location", description: "Location of an external event." }),
  status: word("status", STATUSES, "scheduled, active, completed or cancelled."),
  starts_at: field.of({
    from: "scheduled_start_time",
    raw: t.String({ format: "date-time" }),
    shape: t.String({ format: "date-time" }),
    map: (time) => utc(time) ?? time,
  }),
  ends_at: field.of({ from: "scheduled_end_time", raw: maybeText, shape: shapes.nullableTime(), map: utc }),
  is_recurring: field.of({
    from: "recurrence_rule",
    raw: maybe(t.Unknown()),
    shape: t.Boolean(),
    map: Boolean,
  }),
  interested_count: field.nullableInteger({
    from: "user_count",
    description: "How many people are interested; null if Discord does not say.",
  }),
  creator_id: field.nullableText({ description: "User id; the app's bot if the gateway scheduled it." }),
  url: field.derived({
    reads: t.Object({ id: t.String(), guild_id: t.String() }),
    shape: t.String({ description: "URL to open in Discord." }),
    map: ({ id, guild_id }) => `https://discord.com/events/${guild_id}/${id}`,
  }),
});

/** Where an event is, and the person's rights there. */
interface Place {
  type: number;
  rights: bigint;
}
const OUTSIDE = -1;

/** The place of an event that the person can see: a channel that they see, or outside of all channels; else null. */
function placeOf(json: unknown, server: Server, visible: ReturnType<typeof visibleChannels>): Place | null {
  if (valueAt(json, "guild_id") !== server.guildId) return null;
  const channelId = valueAt(json, "channel_id");
  if (channelId === null || channelId === undefined) {
    const isOutside = valueAt(json, "entity_type") === EXTERNAL_EVENT;
    return isOutside ? { type: OUTSIDE, rights: rightsInServer(server) } : null;
  }
  const channel = visible.get(String(channelId));
  return channel ? { type: Number(channel.json.type), rights: channel.rights } : null;
}

async function fetchVisibleChannels(server: Server, upstream: Upstream) {
  return visibleChannels(server, await asBot(upstream, guildChannels(server.guildId)));
}

/** Reads an event of the call's path; a hidden one fails like an unknown one, after the same number of requests. */
async function fetchEvent(call: Pick<AnyCall, "params">, server: Server, upstream: Upstream) {
  const visible = await fetchVisibleChannels(server, upstream);
  const eventPath = path`/guilds/${server.guildId}/scheduled-events/${call.params.event_id ?? ""}`;
  const response = await attemptAsBot(upstream, { path: eventPath, query: { with_user_count: true } }, HIDDEN);
  const place = response && placeOf(response.json, server, visible);
  if (!response || !place) throw new Refusal("not_found", "No event of that id that the person can see.", "unknown");
  return { response, place, eventPath };
}

const assertMay = (place: Place, needed: readonly Right[]) =>
  assertRights(place, needed, place.type === OUTSIDE ? "server" : "channel");

const newEvent = t.Object({
  name: t.String({ minLength: 1, maxLength: 100, description: "Title." }),
  starts_at: t.String({ format: "date-time", description: "When it starts, ISO 8601 with an offset." }),
  ends_at: t.Optional(t.String({ format: "date-time", description: "When it ends; needed with location." })),
  channel_id: t.Optional(
    snowflake("Id of the voice or stage channel where it takes place; required without location."),
  ),
  location: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 100,
      description: "Its location outside Discord: a place or an address.",
    }),
  ),
  description: t.Optional(t.String({ minLength: 1, maxLength: 1000, description: "What it is about." })),
});

/** Rights that Discord wants for a new event in a channel of this type: a stage's are its moderators'. */
const RIGHTS_TO_CREATE: Record<number, readonly Right[]> = {
  [OUTSIDE]: ["createEvents"],
  [VOICE_CHANNEL]: ["createEvents", "connect"],
  [STAGE_CHANNEL]: ["createEvents", "manageChannels", "muteMembers", "moveMembers"],
};

/** Proves that the person may schedule this event there. */
async function authorizeNew(body: Static<typeof newEvent>, server: Server, upstream: Upstream): Promise<Place> {
  if (body.channel_id === undefined) {
    const place = { type: OUTSIDE, rights: rightsInServer(server) };
    assertMay(place, RIGHTS_TO_CREATE[OUTSIDE] ?? []);
    return place;
  }
  const channel = (await fetchVisibleChannels(server, upstream)).get(body.channel_id);
  if (!channel) throw notVisible();
  const place = { type: Number(channel.json.type), rights: channel.rights };
  const needed = RIGHTS_TO_CREATE[place.type];
  if (!needed) throw new InvalidInput("channel_id must be that of a voice or stage channel.");
  assertMay(place, needed);
  return place;
}

function assertComplete({ channel_id, location, ends_at }: Static<typeof newEvent>): void {
  if ((channel_id === undefined) === (location === undefined))
    throw new InvalidInput("An event needs channel_id or location, and not both.");
  if (location !== undefined && ends_at === undefined) throw new InvalidInput("An event with location needs ends_at.");
}

async function createEvent(
  server: Server,
  body: Static<typeof newEvent>,
  upstream: Upstream,
): Promise<UpstreamResponse> {
  const { type } = await authorizeNew(body, server, upstream);
  const json = {
    name: body.name,
    description: body.description,
    privacy_level: GUILD_ONLY,
    scheduled_start_time: body.starts_at,
    scheduled_end_time: body.ends_at,
    entity_type: type === OUTSIDE ? EXTERNAL_EVENT : type === STAGE_CHANNEL ? STAGE_EVENT : VOICE_EVENT,
    channel_id: body.channel_id,
    ...(body.location !== undefined && { entity_metadata: { location: body.location } }),
  };
  return asBot(upstream, { method: "POST", path: path`/guilds/${server.guildId}/scheduled-events`, json });
}

const eventParam = snowflake("Event id, from discord_list_events.");

export const eventEndpoints = {
  list_events: endpoint({
    method: "GET",
    path: "/guilds/{id}/events",
    permission: "events.read",
    description: "List the scheduled events of a Discord server that the connected user can see.",
    keywords: ["upcoming", "guild"],
    credential: "bot",
    params: { id: guildParam },
    run: async (call, upstream) => {
      const server = await authorizeServer(call, upstream);
      const query = { with_user_count: true };
      const res = await asBot(upstream, { path: path`/guilds/${server.guildId}/scheduled-events`, query });
      const visible = await fetchVisibleChannels(server, upstream);
      if (!Array.isArray(res.json)) return pageResponse(res, null);
      return pageResponse(
        res,
        res.json.filter((json) => placeOf(json, server, visible) !== null),
      );
    },
    returns: many("events", event, { at: "items", pagination: pages.whole() }),
  }),
  get_event: endpoint({
    method: "GET",
    path: "/guilds/{id}/events/{event_id}",
    permission: "events.read",
    description: "Get one scheduled event of a Discord server: time, place and how many people are interested.",
    keywords: ["details", "when", "guild"],
    credential: "bot",
    params: { id: guildParam, event_id: eventParam },
    run: async (call, upstream) => (await fetchEvent(call, await authorizeServer(call, upstream), upstream)).response,
    returns: one(event),
  }),
  create_event: endpoint({
    method: "POST",
    reaches: true,
    path: "/guilds/{id}/events",
    permission: "events.write",
    description:
      "Schedule (create) an event in a Discord server, in a voice or stage channel or at a place outside. The app's bot is its creator.",
    keywords: ["new", "plan", "organize", "meetup", "guild"],
    credential: "bot",
    params: { id: guildParam },
    body: newEvent,
    run: async (call, upstream) => {
      assertComplete(call.body);
      return createEvent(await authorizeServer(call, upstream), call.body, upstream);
    },
    returns: one(event),
  }),
  cancel_event: endpoint({
    method: "POST",
    effect: "destroys",
    reaches: true,
    path: "/guilds/{id}/events/{event_id}/cancel",
    permission: "events.write",
    description:
      "Cancel a scheduled event of a Discord server before it starts, for people who may manage events there.",
    keywords: ["call off", "delete", "remove", "guild"],
    credential: "bot",
    params: { id: guildParam, event_id: eventParam },
    run: async (call, upstream) => {
      const server = await authorizeServer(call, upstream);
      const { response, place, eventPath } = await fetchEvent(call, server, upstream);
      // The bot's events are everybody's, so the right to manage others' is needed.
      assertMay(place, ["manageEvents"]);
      if (valueAt(response.json, "status") !== SCHEDULED)
        throw new InvalidInput("Only an event that has not started yet can be cancelled.");
      return asBot(upstream, { method: "PATCH", path: eventPath, json: { status: CANCELLED } });
    },
    returns: one(event),
  }),
};
