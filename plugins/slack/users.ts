// Endpoints of a Slack workspace and its members.
import {
  endpoint,
  field,
  many,
  maybeFlag,
  maybeNumber,
  maybeText,
  one,
  record,
  resource,
  type Static,
  shapes,
  t,
  valueAt,
} from "gateway/plugin";
import { listTeams, teamField, teamFor } from "./teams.ts";
import { byCursor, isoFromSeconds, matches, readMethod, skipEmptyPages, timeOrNull, userId } from "./web-api.ts";

const rawProfile = t.Object({
  display_name: maybeText,
  real_name: maybeText,
  email: maybeText,
  title: maybeText,
  phone: maybeText,
  pronouns: maybeText,
  image_192: maybeText,
  status_text: maybeText,
  status_emoji: maybeText,
  status_expiration: maybeNumber,
});
export const rawUser = t.Object({
  id: t.String(),
  name: maybeText,
  real_name: maybeText,
  team_id: maybeText,
  tz: maybeText,
  deleted: maybeFlag,
  is_bot: maybeFlag,
  is_admin: maybeFlag,
  is_owner: maybeFlag,
  is_restricted: maybeFlag,
  is_ultra_restricted: maybeFlag,
  profile: t.Optional(rawProfile),
});
const profileShape = {
  ...shapes.person,
  email: shapes.nullableText("Email address; null without the scope users:read.email."),
  display_name: shapes.nullableText("The person's display name in Slack."),
  real_name: shapes.nullableText(),
  title: shapes.nullableText("Job title."),
  status: t.Object({ text: t.String(), emoji: t.String(), expires_at: timeOrNull("When the status ends.") }),
};
export const userShape = t.Object({
  ...profileShape,
  username: shapes.nullableText("Slack's old handle; not what people see."),
  timezone: shapes.nullableText("IANA name."),
  is_bot: t.Boolean(),
  is_admin: t.Boolean(),
  is_owner: t.Boolean(),
  is_guest: t.Boolean(),
  is_deleted: t.Boolean({ description: "Whether the account is deactivated." }),
  team_id: shapes.nullableText("Id of the workspace."),
});

/** Slack sends "" for unset texts. */
const nonEmpty = (text: string | null | undefined) => text || null;

function toProfile(raw: Static<typeof rawProfile>, id: string) {
  const [display_name, real_name] = [nonEmpty(raw.display_name), nonEmpty(raw.real_name)];
  return {
    id,
    name: display_name ?? real_name,
    email: nonEmpty(raw.email),
    avatar_url: nonEmpty(raw.image_192),
    display_name,
    real_name,
    title: nonEmpty(raw.title),
    status: {
      text: raw.status_text ?? "",
      emoji: raw.status_emoji ?? "",
      expires_at: isoFromSeconds(raw.status_expiration),
    },
  };
}

export function toUser(raw: Static<typeof rawUser>): Static<typeof userShape> {
  const profile = toProfile({ ...raw.profile, real_name: raw.profile?.real_name || raw.real_name }, raw.id);
  return {
    ...profile,
    name: profile.name ?? nonEmpty(raw.name),
    username: nonEmpty(raw.name),
    timezone: nonEmpty(raw.tz),
    is_bot: isBot(raw),
    is_admin: raw.is_admin ?? false,
    is_owner: raw.is_owner ?? false,
    is_guest: (raw.is_restricted ?? false) || (raw.is_ultra_restricted ?? false),
    is_deleted: raw.deleted ?? false,
    team_id: nonEmpty(raw.team_id),
  };
}

/** Slackbot itself has no `is_bot`. */
function isBot(member: unknown): boolean {
  return valueAt(member, "is_bot") === true || valueAt(member, "id") === "USLACKBOT";
}

/** Whether list_users returns this member: its filters `q`, `include_bots` and `include_deleted`. */
function isListed(member: unknown, query: Record<string, unknown>): boolean {
  if (valueAt(member, "deleted") === true && query.include_deleted !== true) return false;
  if (isBot(member) && query.include_bots !== true) return false;
  return matches(
    query.q,
    ["name", "real_name", "profile.real_name", "profile.display_name"].map((field) => valueAt(member, field)),
  );
}

const me = record({
  id: field.text({ from: "user_id" }),
  name: field.nullableText({ from: "user" }),
  is_bot: field.of({ from: "bot_id", raw: maybeText, shape: t.Boolean(), map: Boolean }),
  team_id: field.nullableText({
    description: "Id of the workspace; null for an installation in an entire organization.",
  }),
  team: field.nullableText(),
  url: field.nullableText({ description: "URL of the workspace." }),
});
const user = resource({ raw: rawUser, shape: userShape, map: toUser });
const listedUser = resource({
  raw: rawUser,
  shape: userShape,
  map: (raw, call) => (isListed(raw, call.query) ? toUser(raw) : null),
});
const profile = resource({
  raw: rawProfile,
  shape: t.Object({
    user_id: t.String(),
    ...profileShape,
    phone: shapes.nullableText(),
    pronouns: shapes.nullableText(),
  }),
  map: (raw, call) => ({
    user_id: call.params.id ?? "",
    ...toProfile(raw, call.params.id ?? ""),
    phone: nonEmpty(raw.phone),
    pronouns: nonEmpty(raw.pronouns),
  }),
});
const team = record({
  id: field.text(),
  name: field.text(),
  domain: field.nonEmptyText({ description: "First part of <domain>.slack.com." }),
  email_domain: field.nonEmptyText({ description: "Email domain whose users may join without an invitation." }),
  url: field.nonEmptyText(),
  icon_url: field.nonEmptyText({ from: "icon.image_132" }),
});

export const userEndpoints = {
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description:
      "List or find the users (members) of the Slack workspace. " +
      "A page can be short or empty although next_cursor is set.",
    keywords: ["people", "members", "colleagues", "team", "staff", "directory", "contacts", "who", "search"],
    query: t.Object({
      q: t.Optional(
        t.String({
          maxLength: 80,
          description: "Only users whose user name, full name or display name contains this text.",
        }),
      ),
      include_bots: t.Optional(t.Boolean({ description: "Whether to include bots; default false." })),
      include_deleted: t.Optional(t.Boolean({ description: "Whether to include deactivated users; default false." })),
      ...teamField,
    }),
    run: async (call, upstream) => {
      const request = readMethod("users.list", {
        team_id: await teamFor(call.query.team_id, call.identity, upstream),
      });
      const first = await upstream.request(byCursor.apply(request, call.page));
      const list = { at: "members", isListed: (member: unknown) => isListed(member, call.query) };
      return skipEmptyPages(upstream, request, call.page, first, list);
    },
    returns: many("users", listedUser, { at: "members", pagination: byCursor }),
  }),
  get_user: endpoint({
    method: "GET",
    path: "/users/{id}",
    permission: "users.read",
    description: "Get one Slack user: names, title, time zone, status and role in the workspace.",
    keywords: ["person", "member", "details", "who is", "colleague", "contact"],
    params: { id: userId() },
    upstream: ({ params }) => readMethod("users.info", { user: params.id }),
    returns: one(user, { at: "user" }),
  }),
  get_user_profile: endpoint({
    method: "GET",
    path: "/users/{id}/profile",
    permission: "users.profile",
    description: "Get a Slack user's profile: status, title, phone and pronouns.",
    keywords: ["person", "status", "contact", "about", "phone number", "out of office", "away"],
    params: { id: userId() },
    upstream: ({ params }) => readMethod("users.profile.get", { user: params.id }),
    returns: one(profile, { at: "profile" }),
  }),
  find_user_by_email: endpoint({
    method: "GET",
    path: "/user-by-email",
    permission: "users.read_email",
    description: "Find a Slack user (a person) by email address.",
    keywords: ["lookup", "search", "person", "member", "mail", "address"],
    query: t.Object({ email: t.String({ format: "email", maxLength: 320, description: "The email address." }) }),
    upstream: ({ query }) => readMethod("users.lookupByEmail", { email: query.email }),
    returns: one(user, { at: "user" }),
  }),
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the account that calls to Slack are made as, the app or the connected user, and its workspace.",
    keywords: ["who am I", "my account", "auth test", "bot user"],
    upstream: () => readMethod("auth.test"),
    returns: one(me, { by: "owner" }),
  }),
  get_team: endpoint({
    method: "GET",
    path: "/team",
    permission: "team.read",
    description: "Get the Slack workspace (team) itself: name, domain and icon.",
    keywords: ["organisation", "organization", "company", "info"],
    query: t.Object(teamField),
    run: async ({ query, identity }, upstream) =>
      upstream.request(readMethod("team.info", { team: await teamFor(query.team_id, identity, upstream) })),
    returns: one(team, { at: "team" }),
  }),
  list_teams: listTeams,
};
