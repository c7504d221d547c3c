// Endpoints of Discord's servers ("guilds"), their roles and members.
import {
  asTime,
  endpoint,
  many,
  maybe,
  nullable,
  one,
  pages,
  path,
  Refusal,
  resource,
  type Static,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { asBot, authorizeServer } from "./guard.ts";
import { guildParam, timeOfId } from "./ids.ts";
import { pageResponse, pluginPages } from "./paging.ts";
import { pictureUrl } from "./picture-url.ts";
import { failureOf } from "./refusal.ts";

const RawGuild = t.Object({
  id: t.String(),
  name: t.String(),
  icon: maybe(t.String()),
  features: maybe(t.Array(t.String())),
  approximate_member_count: maybe(t.Integer()),
  approximate_presence_count: maybe(t.Integer()),
});
const guildShape = {
  id: t.String(),
  name: t.String(),
  icon_url: shapes.nullableText(),
  features: t.Array(t.String(), { description: "The server's features, as Discord names them, such as COMMUNITY." }),
  member_count: nullable(t.Integer(), "Approximate number of members."),
  online_count: nullable(t.Integer(), "Approximate number of members who are online."),
  created_at: t.String({ format: "date-time" }),
  url: t.String({ description: "URL to open in Discord." }),
};
const toGuild = (raw: Static<typeof RawGuild>) => ({
  id: raw.id,
  name: raw.name,
  icon_url: pictureUrl("icons", raw.id, raw.icon),
  features: raw.features ?? [],
  member_count: raw.approximate_member_count ?? null,
  online_count: raw.approximate_presence_count ?? null,
  created_at: timeOfId(raw.id),
  url: `https://discord.com/channels/${raw.id}`,
});

const ownGuild = resource({
  raw: t.Object({ ...RawGuild.properties, owner: maybe(t.Boolean()), permissions: maybe(t.String()) }),
  shape: t.Object({
    ...guildShape,
    is_owner: t.Boolean({ description: "Whether the connected user owns it." }),
    permissions: shapes.nullableText(
      "The user's permissions in the server, as Discord's bit set in decimal; channels may change them.",
    ),
  }),
  map: (raw) => ({ ...toGuild(raw), is_owner: raw.owner === true, permissions: raw.permissions ?? null }),
});
const guild = resource({
  raw: t.Object({
    ...RawGuild.properties,
    description: maybe(t.String()),
    owner_id: t.String(),
    premium_tier: maybe(t.Integer()),
  }),
  shape: t.Object({
    ...guildShape,
    description: shapes.nullableText(),
    owner_id: t.String(),
    boost_level: t.Integer({ description: "0 to 3." }),
  }),
  map: (raw) => ({
    ...toGuild(raw),
    description: raw.description ?? null,
    owner_id: raw.owner_id,
    boost_level: raw.premium_tier ?? 0,
  }),
});

const role = resource({
  raw: t.Object({
    id: t.String(),
    name: t.String(),
    color: maybe(t.Integer()),
    position: t.Integer(),
    managed: maybe(t.Boolean()),
    mentionable: maybe(t.Boolean()),
    permissions: t.String(),
  }),
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    color: shapes.nullableText("Color as six hex digits."),
    position: t.Integer({ description: "Position in the list; higher numbers are above lower ones." }),
    is_managed: t.Boolean({ description: "Whether Discord manages it, for an app or for boosting." }),
    is_mentionable: t.Boolean(),
    permissions: t.String({ description: "The role's permissions, as Discord's bit set in decimal." }),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.name,
    color: raw.color ? raw.color.toString(16).padStart(6, "0") : null,
    position: raw.position,
    is_managed: raw.managed === true,
    is_mentionable: raw.mentionable === true,
    permissions: raw.permissions,
  }),
});

const member = resource({
  raw: t.Object({
    user: t.Object({
      id: t.String(),
      username: t.String(),
      global_name: maybe(t.String()),
      avatar: maybe(t.String()),
      bot: maybe(t.Boolean()),
    }),
    nick: maybe(t.String()),
    roles: t.Array(t.String()),
    joined_at: maybe(t.String()),
  }),
  shape: t.Object({
    ...shapes.person,
    username: t.String(),
    nickname: shapes.nullableText("Nickname in this server."),
    role_ids: t.Array(t.String()),
    is_bot: t.Boolean(),
    joined_at: shapes.nullableTime(),
  }),
  map: ({ user, nick, roles, joined_at }) => ({
    id: user.id,
    name: nick ?? user.global_name ?? user.username,
    email: null,
    avatar_url: pictureUrl("avatars", user.id, user.avatar),
    username: user.username,
    nickname: nick ?? null,
    role_ids: roles,
    is_bot: user.bot === true,
    joined_at: asTime(joined_at),
  }),
});

const NO_LIST = "Discord does not give the list of the connected person's servers. Connect Discord again.";
/** discord.com/developers/docs/resources/user#get-current-user-guilds */
const MAX_GUILDS = 200;
/** Discord returns the first matches only, without further pages. */
const MAX_MATCHES = 100;

export const guildEndpoints = {
  list_guilds: endpoint({
    method: "GET",
    path: "/guilds",
    permission: "guilds.read",
    description: "List or find the Discord servers (guilds) that the connected user is a member of.",
    keywords: ["servers", "communities", "my servers", "groups", "search", "look up"],
    query: t.Object({
      q: t.Optional(t.String({ minLength: 1, maxLength: 100, description: "Only servers whose name contains this." })),
    }),
    run: async ({ query, page }, upstream) => {
      // Discord has no search by name: with q this reads the largest page, which covers every server that one can join.
      const limit = query.q === undefined ? page.limit : MAX_GUILDS;
      const after = page.position ?? undefined;
      const req = { path: path`/users/@me/guilds`, query: { with_counts: true, limit, after } };
      const res = await upstream.request(req).catch((error: unknown) => {
        // The call has no id that could be unknown.
        throw failureOf(error) === "not_found" ? new Refusal("forbidden", NO_LIST) : error;
      });
      if (!Array.isArray(res.json)) return pageResponse(res, null);
      const last = valueAt(res.json.at(-1), "id");
      const next = res.json.length === limit && typeof last === "string" ? last : null;
      const needle = query.q?.toLowerCase() ?? "";
      const matching = res.json.filter((item) => String(valueAt(item, "name")).toLowerCase().includes(needle));
      return pageResponse(res, matching, next);
    },
    returns: many("guilds", ownGuild, { at: "items", pagination: pluginPages(MAX_GUILDS) }),
  }),
  get_guild: endpoint({
    method: "GET",
    path: "/guilds/{id}",
    permission: "guilds.details",
    description: "Get one Discord server: name, description, owner and number of members.",
    keywords: ["server", "guild", "details", "info", "how many members"],
    credential: "bot",
    params: { id: guildParam },
    run: async (call, upstream) => (await authorizeServer(call, upstream)).response,
    returns: one(guild),
  }),
  list_roles: endpoint({
    method: "GET",
    path: "/guilds/{id}/roles",
    permission: "members.read",
    description: "List the roles of a Discord server.",
    keywords: ["ranks", "groups", "moderators", "permissions", "guild"],
    credential: "bot",
    params: { id: guildParam },
    run: async (call, upstream) => (await authorizeServer(call, upstream)).response,
    returns: many("roles", role, { at: "roles", pagination: pages.whole() }),
  }),
  find_members: endpoint({
    method: "GET",
    path: "/guilds/{id}/members",
    permission: "members.read",
    description: "Find members of a Discord server whose user name or nickname starts with a text.",
    keywords: ["people", "users", "who", "search", "look up", "guild"],
    credential: "bot",
    params: { id: guildParam },
    query: t.Object({
      q: t.String({ minLength: 1, maxLength: 100, description: "Start of the user name or nickname." }),
    }),
    run: async (call, upstream) => {
      const { guildId } = await authorizeServer(call, upstream);
      const query = { query: call.query.q, limit: MAX_MATCHES };
      const res = await asBot(upstream, { path: path`/guilds/${guildId}/members/search`, query });
      return pageResponse(res, res.json);
    },
    returns: many("members", member, { at: "items", pagination: pages.whole() }),
  }),
};
