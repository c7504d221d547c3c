// The connected user: profile, organizations and notifications.
import { asTime, endpoint, many, nullable, one, pages, resource, shapes, t } from "gateway/plugin";
import { paging, person, personRaw, since, time, toPerson } from "./shared.ts";

const profile = resource({
  raw: t.Object({
    ...personRaw.properties,
    name: nullable(t.String()),
    email: nullable(t.String()),
    company: nullable(t.String()),
    location: nullable(t.String()),
    bio: nullable(t.String()),
    html_url: t.String(),
    public_repos: t.Integer(),
    followers: t.Integer(),
    following: t.Integer(),
    created_at: time,
    updated_at: time,
  }),
  shape: t.Object({
    ...shapes.person,
    ...person.properties,
    name: t.String({ description: "As it is shown to others: the login where there is no name." }),
    email: nullable(t.String({ description: "Null where the user does not show it in public." })),
    company: nullable(t.String()),
    location: nullable(t.String()),
    bio: nullable(t.String()),
    html_url: t.String(),
    public_repos: t.Integer(),
    followers: t.Integer(),
    following: t.Integer(),
    created_at: time,
    updated_at: time,
  }),
  map: (raw) => ({
    ...toPerson(raw),
    name: raw.name || raw.login,
    email: raw.email,
    company: raw.company,
    location: raw.location,
    bio: raw.bio,
    html_url: raw.html_url,
    public_repos: raw.public_repos,
    followers: raw.followers,
    following: raw.following,
    created_at: raw.created_at,
    updated_at: raw.updated_at,
  }),
});

const organization = resource({
  raw: t.Object({
    id: t.Integer(),
    login: t.String(),
    description: nullable(t.String()),
    avatar_url: t.String(),
  }),
  shape: t.Object({ id: t.String(), login: t.String(), description: nullable(t.String()), avatar_url: t.String() }),
  map: (raw) => ({ id: String(raw.id), login: raw.login, description: raw.description, avatar_url: raw.avatar_url }),
});

const notification = resource({
  raw: t.Object({
    id: t.String(),
    reason: t.String(),
    unread: t.Boolean(),
    subject: t.Object({ title: t.String(), type: t.String(), url: nullable(t.String()) }),
    repository: t.Object({ full_name: t.String() }),
    updated_at: time,
    last_read_at: nullable(t.String()),
  }),
  shape: t.Object({
    id: t.String(),
    reason: t.String({ description: "Why it came: assign, author, comment, mention, review_requested and so on." }),
    unread: t.Boolean(),
    title: t.String(),
    type: t.String({ description: "Issue, PullRequest, Release, Commit, Discussion and so on." }),
    number: nullable(t.Integer({ description: "Number of the issue or pull request." })),
    repository: t.String({ description: "owner/name." }),
    updated_at: time,
    last_read_at: nullable(time),
  }),
  map: (raw) => {
    const number = raw.subject.url?.match(/\/(?:issues|pulls)\/(\d+)$/)?.[1];
    return {
      id: raw.id,
      reason: raw.reason,
      unread: raw.unread,
      title: raw.subject.title,
      type: raw.subject.type,
      number: number ? Number(number) : null,
      repository: raw.repository.full_name,
      updated_at: raw.updated_at,
      last_read_at: asTime(raw.last_read_at),
    };
  },
});

export const account = {
  get_user: endpoint({
    method: "GET",
    path: "/user",
    permission: "users.read",
    description: "Get the GitHub profile of the connected user.",
    keywords: ["who am I", "my account", "login", "me"],
    upstream: "/user",
    returns: one(profile),
  }),
  list_orgs: endpoint({
    method: "GET",
    path: "/orgs",
    permission: "orgs.read",
    description: "List the GitHub organizations that the connected user belongs to.",
    keywords: ["organisations", "companies", "teams"],
    upstream: "/user/orgs",
    returns: many("orgs", organization, { pagination: paging }),
  }),
  list_notifications: endpoint({
    method: "GET",
    path: "/notifications",
    permission: "notifications.read",
    description:
      "List the GitHub notifications of the connected user, newest first; unread ones unless all are asked for.",
    keywords: ["inbox", "mentions", "alerts", "updates", "review requests"],
    query: t.Object({
      all: t.Optional(t.Boolean({ description: "Return those that were read as well." })),
      participating: t.Optional(t.Boolean({ description: "Only where the user takes part or is mentioned." })),
      since: since("Only notifications updated after this time, such as 2026-01-31T09:00:00Z."),
      before: since("Only notifications updated before this time."),
    }),
    upstream: "/notifications",
    returns: many("notifications", notification, { pagination: pages.link({ size: "per_page", max: 50 }) }),
  }),
};
