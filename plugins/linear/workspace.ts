// A Linear workspace's teams, labels, projects and people: resources and endpoints.
import {
  asDay,
  asTime,
  endpoint,
  many,
  maybe,
  maybeFlag,
  maybeInteger,
  maybeText,
  nullable,
  one,
  oneOf,
  resource,
  shapes,
  t,
  writtenBy,
} from "gateway/plugin";
import { connection, PAGE_INFO, queryRequest } from "./graphql.ts";
import { PERSON, personRaw, personShape, toPerson } from "./person.ts";
import { teamFilter, teamQuery, teamRef } from "./team.ts";

const listDocument = (name: string, field: string, filter: string, selection: string) =>
  `query ${name}($first: Int!, $after: String, $filter: ${filter}) {
  ${field}(first: $first, after: $after, filter: $filter) { nodes { ${selection} } ${PAGE_INFO} } }`;
const TEAMS = listDocument(
  "Teams",
  "teams",
  "TeamFilter",
  `id key name description
    states(first: 50) { nodes { id name type position } } activeCycle { id number name startsAt endsAt }`,
);
const LABELS = listDocument(
  "Labels",
  "issueLabels",
  "IssueLabelFilter",
  "id name color description isGroup team { id key name }",
);
const PROJECTS = listDocument(
  "Projects",
  "projects",
  "ProjectFilter",
  `id name description url priority progress health startDate targetDate createdAt updatedAt
    status { name type } lead { ${PERSON} } teams(first: 10) { nodes { id key name } }`,
);
const USER = `${PERSON} active admin guest isMe`;
const USERS = listDocument("Users", "users", "UserFilter", USER);
const ME = `query Me { viewer { ${USER} } }`;

const q = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 255, description }));
const contains = (text: string | undefined) => (text === undefined ? undefined : { containsIgnoreCase: text });

const state = t.Object({ id: t.String(), name: t.String(), type: t.String(), position: t.Number() });
const team = resource({
  raw: t.Object({
    ...teamRef.properties,
    description: maybeText,
    states: t.Object({ nodes: t.Array(state) }),
    activeCycle: maybe(
      t.Object({ id: t.String(), number: t.Integer(), name: maybeText, startsAt: maybeText, endsAt: maybeText }),
    ),
  }),
  shape: t.Object({
    ...teamRef.properties,
    description: shapes.nullableText(),
    states: t.Array(t.Object({ id: t.String(), name: t.String(), type: t.String() }), {
      description: "The team's workflow states, in order.",
    }),
    active_cycle: nullable(
      t.Object({
        id: t.String(),
        number: t.Integer(),
        name: shapes.nullableText(),
        starts_at: shapes.nullableTime(),
        ends_at: shapes.nullableTime(),
      }),
    ),
  }),
  map: ({ id, key, name, description, states, activeCycle: cycle }) => ({
    id,
    key,
    name,
    description: description ?? null,
    states: states.nodes.toSorted((a, b) => a.position - b.position).map(({ position: _, ...rest }) => rest),
    active_cycle: cycle
      ? {
          id: cycle.id,
          number: cycle.number,
          name: cycle.name ?? null,
          starts_at: asTime(cycle.startsAt),
          ends_at: asTime(cycle.endsAt),
        }
      : null,
  }),
});

const label = resource({
  raw: t.Object({
    id: t.String(),
    name: t.String(),
    color: maybeText,
    description: maybeText,
    isGroup: maybeFlag,
    team: maybe(teamRef),
  }),
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    color: shapes.nullableText(),
    description: shapes.nullableText(),
    is_group: t.Boolean({ description: "Whether it is a group of labels: only its labels can be put on issues." }),
    team: nullable(teamRef, "The label's team; null for a label of the entire workspace."),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.name,
    color: raw.color ?? null,
    description: raw.description ?? null,
    is_group: raw.isGroup === true,
    team: raw.team ?? null,
  }),
});

const PROJECT_STATUSES = ["backlog", "planned", "started", "paused", "completed", "canceled"] as const;
const project = resource({
  raw: t.Object({
    id: t.String(),
    name: t.String(),
    description: maybeText,
    url: maybeText,
    priority: maybeInteger,
    progress: maybe(t.Number()),
    health: maybeText,
    startDate: maybeText,
    targetDate: maybeText,
    createdAt: maybeText,
    updatedAt: maybeText,
    status: maybe(t.Object({ name: t.String(), type: t.String() })),
    lead: maybe(personRaw),
    teams: maybe(t.Object({ nodes: t.Array(teamRef) })),
  }),
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    description: shapes.nullableText(),
    url: shapes.nullableText("URL to open in a browser."),
    status: writtenBy("others", shapes.nullableText("The project's status, as the workspace names it.")),
    status_type: shapes.nullableText(`${PROJECT_STATUSES.join(", ")}.`),
    health: shapes.nullableText("onTrack, atRisk or offTrack."),
    priority: t.Integer({ description: "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low." }),
    progress: nullable(t.Number(), "Progress from 0 to 1."),
    lead: nullable(personShape),
    teams: t.Array(teamRef, { description: "Teams of the project, at most 10." }),
    start_date: shapes.nullableDay("A calendar day, such as 2026-01-31."),
    target_date: shapes.nullableDay("A calendar day, such as 2026-01-31."),
    created_at: shapes.nullableTime(),
    updated_at: shapes.nullableTime(),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.name,
    description: raw.description ?? null,
    url: raw.url ?? null,
    status: raw.status?.name ?? null,
    status_type: raw.status?.type ?? null,
    health: raw.health ?? null,
    priority: raw.priority ?? 0,
    progress: raw.progress ?? null,
    lead: raw.lead ? toPerson(raw.lead) : null,
    teams: raw.teams?.nodes ?? [],
    start_date: asDay(raw.startDate),
    target_date: asDay(raw.targetDate),
    created_at: asTime(raw.createdAt),
    updated_at: asTime(raw.updatedAt),
  }),
});

const user = resource({
  raw: t.Object({ ...personRaw.properties, active: maybeFlag, admin: maybeFlag, guest: maybeFlag, isMe: maybeFlag }),
  shape: t.Object({
    ...personShape.properties,
    is_me: t.Boolean({ description: "Whether this is the connected user." }),
    is_active: t.Boolean(),
    is_admin: t.Boolean(),
    is_guest: t.Boolean(),
  }),
  map: (raw) => ({
    ...toPerson(raw),
    is_me: raw.isMe === true,
    is_active: raw.active !== false,
    is_admin: raw.admin === true,
    is_guest: raw.guest === true,
  }),
});

export const workspaceEndpoints = {
  list_teams: endpoint({
    method: "GET",
    path: "/teams",
    permission: "teams.read",
    description: "List the teams of the Linear workspace, each with its workflow states and its current cycle.",
    keywords: ["groups", "statuses", "columns", "board", "sprint", "ids", "keys"],
    query: t.Object({ q: q("Words in the team's name.") }),
    upstream: ({ query }) => queryRequest(TEAMS, { filter: { name: contains(query.q) } }),
    returns: many("teams", team, { at: "data.teams.nodes", pagination: connection("teams") }),
  }),
  list_labels: endpoint({
    method: "GET",
    path: "/labels",
    permission: "teams.read",
    description: "List the labels for Linear issues: those of the workspace and those of its teams.",
    keywords: ["tags", "categories", "ids"],
    query: t.Object({ q: q("Words in the label's name."), team: teamQuery }),
    upstream: ({ query }) => {
      const team = teamFilter(query.team);
      return queryRequest(LABELS, {
        filter: { name: contains(query.q), or: team && [{ team: { null: true } }, { team }] },
      });
    },
    returns: many("labels", label, { at: "data.issueLabels.nodes", pagination: connection("issueLabels") }),
  }),
  list_projects: endpoint({
    method: "GET",
    path: "/projects",
    permission: "projects.read",
    description: "List the projects of the Linear workspace with their status, progress, lead and dates.",
    keywords: ["roadmap", "initiatives", "milestones", "deadline", "plan"],
    query: t.Object({
      q: q("Words in the project's name."),
      team: teamQuery,
      status_type: t.Optional(oneOf(PROJECT_STATUSES, "Only projects with this status.")),
    }),
    upstream: ({ query: { q: text, team, status_type } }) =>
      queryRequest(PROJECTS, {
        filter: {
          name: contains(text),
          accessibleTeams: team && { some: teamFilter(team) },
          status: status_type && { type: { eq: status_type } },
        },
      }),
    returns: many("projects", project, { at: "data.projects.nodes", pagination: connection("projects") }),
  }),
  get_me: endpoint({
    method: "GET",
    path: "/me",
    permission: "users.read",
    description: "Get the connected Linear user: name, email address, whether they administer the workspace.",
    keywords: ["who am I", "my account", "profile"],
    upstream: () => queryRequest(ME, {}),
    returns: one(user, { at: "data.viewer", by: "owner" }),
  }),
  list_users: endpoint({
    method: "GET",
    path: "/users",
    permission: "users.read",
    description: "List the people of the Linear workspace, or find one by name or email address.",
    keywords: ["members", "colleagues", "assignees", "who", "me"],
    query: t.Object({ q: q("Part of a name or of an email address.") }),
    upstream: ({ query }) => {
      const text = contains(query.q);
      return queryRequest(USERS, { filter: text && { or: [{ name: text }, { displayName: text }, { email: text }] } });
    },
    returns: many("users", user, { at: "data.users.nodes", pagination: connection("users") }),
  }),
};
