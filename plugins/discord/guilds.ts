// Endpoints of Discord's servers ("guilds"), their roles and members.
import {
  endpoint,
  field,
  many,
  maybeInteger,
  maybeText,
  one,
  pages,
  path,
  Refusal,
  record,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { asBot, authorizeServer } from "./guard.ts";
import { createdAt, guildParam } from "./ids.ts";
import { pageResponse, pluginPages } from "./paging.ts";
import { avatarOf, displayName, noEmail, rawNames } from "./person.ts";
import { pictureUrl } from "./picture-url.ts";
import { failureOf } from "./refusal.ts";

const guildFields = {
  id: field.text(),
  name: field.text(),
  icon_url: field.derived({
    reads: t.Object({ id: t.String(), icon: maybeText }),
    shape: shapes.nullableText(),
    map: ({ id, icon }) => pictureUrl("icons", id, icon),
  }),
  features: field.texts({ description: "The server's features, as Discord names them, such as COMMUNITY." }),
  member_count: field.nullableInteger({
    from: "approximate_member_count",
    description: "Approximate number of members.",
  }),
  online_count: field.nullableInteger({
    from: "approximate_presence_count",
    description: "Approximate number of members who are online.",
  }),
  created_at: createdAt,
  url: field.of({
    from: "id",
    raw: t.String(),
    shape: t.String({ description: "URL to open in Discord." }),
    map: (id) => `https://discord.com/channels/${id}`,
  }),
};

const ownGuild = record({
  ...guildFields,
  is_owner: field.flag({ from: "owner", description: "Whether the connected user owns it." }),
  permissions: field.nullableText({
    description: "The user's permissions in the server, as Discord's bit set in decimal; channels may change them.",
  }),
});
const guild = record({
  ...guildFields,
  description: field.nullableText(),
  owner_id: field.text(),
  boost_level: field.of({
    from: "premium_tier",
    raw: maybeInteger,
    shape: t.Integer({ description: "0 to 3." }),
    map: (tier) => tier ?? 0,
  }),
});

const role = record({
  id: field.text(),
  name: field.text(),
  color: field.of({
    raw: maybeInteger,
    shape: shapes.nullableText("Color as six hex digits."),
    map: (color) => (color ? color.toString(16).padStart(6, "0") : null),
  }),
  position: field.integer({ description: "Position in the list; higher numbers are above lower ones." }),
  is_managed: field.flag({ from: "managed", description: "Whether Discord manages it, for an app or for boosting." }),
  is_mentionable: field.flag({ from: "mentionable" }),
  permissions: field.text({ description: "The role's permissions, as Discord's bit set in decimal." }),
});

const member = record({
  id: field.text({ from: "user.id" }),
  name: field.derived({
    reads: t.Object({ nick: maybeText, user: rawNames }),
    shape: shapes.person.name,
    map: ({ nick, user }) => nick ?? displayName(user),
  }),
  email: noEmail,
  avatar_url: avatarOf("user"),
  username: field.text({ from: "user.username" }),
  nickname: field.nullableText({ from: "nick", description: "Nickname in this server." }),
  role_ids: field.of({ from: "roles", raw: t.Array(t.String()), shape: t.Array(t.String()), map: (roles) => roles }),
  is_bot: field.flag({ from: "user.bot" }),
  joined_at: field.nullableTime(),
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
