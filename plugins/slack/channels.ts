// Endpoints of Slack channels: find, read, join and manage them.
import { endpoint, many, one, resource, t, type Upstream, type UpstreamResponse, valueAt } from "gateway/plugin";
import { channel } from "./channel.ts";
import { teamField, teamFor } from "./teams.ts";
import { byCursor, channelId, matches, method, readMethod, skipEmptyPages, userId } from "./web-api.ts";

const member = resource({
  raw: t.String(),
  shape: t.Object({ user_id: t.String() }),
  map: (id) => ({ user_id: id }),
});
/** Slack's response is only `ok`, so the result repeats the call's input. */
const topicSet = resource({
  raw: t.Object({}),
  shape: t.Object({ channel_id: t.String(), topic: t.String() }),
  map: (_, call) => ({ channel_id: call.params.id ?? "", topic: String(call.body.topic) }),
});
const archived = resource({
  raw: t.Object({}),
  shape: t.Object({ channel_id: t.String(), is_archived: t.Boolean() }),
  map: (_, call) => ({ channel_id: call.params.id ?? "", is_archived: true }),
});

const listQuery = {
  q: t.Optional(t.String({ maxLength: 80, description: "Only channels whose name contains this text." })),
  exclude_archived: t.Optional(t.Boolean({ description: "Leave out archived channels; default false." })),
  ...teamField,
};
interface ListCall {
  query: { q?: string; exclude_archived?: boolean; member_only?: boolean; team_id?: string };
  identity: { id: string };
  page: { limit: number; position: string | null };
}

/** Lists one page of conversations of these types. */
export async function listConversations(call: ListCall, upstream: Upstream, types: string): Promise<UpstreamResponse> {
  const form = { types, team_id: await teamFor(call.query.team_id, call.identity, upstream) };
  return (await tryConversations(call, upstream, form, false)) as UpstreamResponse;
}

interface ListForm {
  types: string;
  team_id: string | undefined;
}

async function tryConversations(call: ListCall, upstream: Upstream, form: ListForm, mayLackScope: boolean) {
  const { q, exclude_archived, member_only } = call.query;
  const name = member_only ? "users.conversations" : "conversations.list";
  const request = readMethod(name, { ...form, exclude_archived });
  const pageRequest = byCursor.apply(request, call.page);
  const first = mayLackScope ? await upstream.attempt(pageRequest, ["forbidden"]) : await upstream.request(pageRequest);
  const list = { at: "channels", isListed: (item: unknown) => matches(q, [valueAt(item, "name")]) };
  return first && skipEmptyPages(upstream, request, call.page, first, list);
}

export const channelEndpoints = {
  list_channels: endpoint({
    method: "GET",
    path: "/channels",
    permission: "channels.read",
    description:
      "List or find Slack channels: public ones, and private ones that the app is in. " +
      "With q, a page can be short or empty although next_cursor is set.",
    keywords: ["rooms", "groups", "conversations", "search", "look up", "find by name"],
    query: t.Object({
      ...listQuery,
      types: t.Optional(
        t.Array(t.Union([t.Literal("public_channel"), t.Literal("private_channel")]), {
          minItems: 1,
          maxItems: 2,
          description: "Types of channel; by default both, if the granted scopes allow it.",
        }),
      ),
      member_only: t.Optional(t.Boolean({ description: "Only channels that the app is in; much faster." })),
    }),
    run: async (call, upstream) => {
      if (call.query.types) return listConversations(call, upstream, call.query.types.join(","));
      // Slack refuses the whole list if the scope of one kind is missing; public channels need no groups:read.
      const team_id = await teamFor(call.query.team_id, call.identity, upstream);
      const both = await tryConversations(call, upstream, { types: "public_channel,private_channel", team_id }, true);
      return both ?? listConversations({ ...call, query: { ...call.query, team_id } }, upstream, "public_channel");
    },
    returns: many("channels", channel, { at: "channels", pagination: byCursor }),
  }),
  list_private_channels: endpoint({
    method: "GET",
    path: "/private-channels",
    permission: "private_channels.read",
    description: "List the private Slack channels that the app has been invited to.",
    keywords: ["secret", "closed", "groups", "rooms"],
    query: t.Object(listQuery),
    run: (call, upstream) => listConversations(call, upstream, "private_channel"),
    returns: many("channels", channel, { at: "channels", pagination: byCursor }),
  }),
  get_channel: endpoint({
    method: "GET",
    path: "/channels/{id}",
    permission: "channels.read",
    description: "Get one Slack channel or conversation: name, topic, purpose and number of members.",
    keywords: ["details", "info", "room", "group", "conversation"],
    params: { id: channelId() },
    upstream: ({ params }) => readMethod("conversations.info", { channel: params.id, include_num_members: true }),
    returns: one(channel, { at: "channel" }),
  }),
  list_channel_members: endpoint({
    method: "GET",
    path: "/channels/{id}/members",
    permission: "channels.read",
    description: "List the members of a Slack channel: the ids of the users who are in it.",
    keywords: ["who", "people", "participants", "users"],
    params: { id: channelId() },
    upstream: ({ params }) => readMethod("conversations.members", { channel: params.id }),
    returns: many("members", member, { at: "members", pagination: byCursor }),
  }),
  join_channel: endpoint({
    method: "POST",
    idempotent: true,
    path: "/channels/{id}/join",
    permission: "channels.join",
    recipients: ["id"],
    reaches: true,
    description: "Join a public Slack channel as the app, which lets it read the channel's messages.",
    keywords: ["enter", "add bot", "room"],
    params: { id: channelId() },
    upstream: ({ params }) => method("conversations.join", { channel: params.id }),
    returns: one(channel, { at: "channel" }),
  }),
  create_channel: endpoint({
    method: "POST",
    path: "/channels",
    permission: "channels.manage",
    reaches: false,
    description: "Create a Slack channel, public or private. The app becomes its first member.",
    keywords: ["new", "make", "open", "room", "group"],
    body: t.Object({
      name: t.String({
        minLength: 1,
        maxLength: 80,
        description: "Name of the channel: lower-case letters, digits, hyphens and underscores.",
      }),
      is_private: t.Optional(t.Boolean({ description: "true creates a private channel." })),
      ...teamField,
    }),
    readAs: {
      is_private: "type",
      team_id: { absent: "It chooses the workspace for an app of the whole organization." },
    },
    run: async ({ body, identity }, upstream) => {
      const { name, is_private } = body;
      const team_id = await teamFor(body.team_id, identity, upstream);
      return upstream.request(method("conversations.create", { name, is_private, team_id }));
    },
    returns: one(channel, { at: "channel" }),
  }),
  invite_to_channel: endpoint({
    method: "POST",
    recipients: ["user_ids"],
    reaches: true,
    path: "/channels/{id}/invite",
    permission: "channels.manage",
    description: "Invite (add) users to a Slack channel that the app is in.",
    keywords: ["add people", "add member", "bring in", "room"],
    params: { id: channelId() },
    body: t.Object({
      user_ids: t.Array(userId(), {
        minItems: 1,
        maxItems: 100,
        description: "Ids of the users to invite, from slack_list_users.",
      }),
    }),
    upstream: ({ params, body }) =>
      method("conversations.invite", { channel: params.id, users: body.user_ids.join(",") }),
    returns: one(channel, { at: "channel" }),
  }),
  set_channel_topic: endpoint({
    method: "PUT",
    recipients: ["id"],
    reaches: true,
    path: "/channels/{id}/topic",
    permission: "channels.manage",
    description: "Set (change) the topic of a Slack channel that the app is in.",
    keywords: ["subject", "headline", "update", "edit"],
    params: { id: channelId() },
    body: t.Object({ topic: t.String({ maxLength: 250, description: "The new topic; empty removes it." }) }),
    upstream: ({ params, body }) => method("conversations.setTopic", { channel: params.id, topic: body.topic }),
    returns: one(topicSet),
  }),
  archive_channel: endpoint({
    method: "POST",
    effect: "destroys",
    idempotent: true,
    reaches: false,
    path: "/channels/{id}/archive",
    permission: "channels.manage",
    description: "Archive (close) a Slack channel: its messages stay readable, nothing new can be posted.",
    keywords: ["close", "delete", "remove", "shut down"],
    params: { id: channelId() },
    upstream: ({ params }) => method("conversations.archive", { channel: params.id }),
    returns: one(archived),
  }),
};
