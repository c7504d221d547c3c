// A Linear workspace's teams, labels, projects and people: resources and endpoints.
import { endpoint, field, many, maybeFlag, one, oneOf, record, t } from "gateway/plugin";
import { priority } from "./fields.ts";
import { connection, PAGE_INFO, queryRequest } from "./graphql.ts";
import { PERSON, person, personFields } from "./person.ts";
import { teamFields, teamFilter, teamQuery, teamRef } from "./team.ts";

const listDocument = (name: string, list: string, filter: string, selection: string) =>
  `query ${name}($first: Int!, $after: String, $filter: ${filter}) {
  ${list}(first: $first, after: $after, filter: $filter) { nodes { ${selection} } ${PAGE_INFO} } }`;
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
const cycle = record({
  id: field.text(),
  number: field.integer(),
  name: field.nullableText(),
  starts_at: field.nullableTime({ from: "startsAt" }),
  ends_at: field.nullableTime({ from: "endsAt" }),
});
const team = record({
  ...teamFields,
  description: field.nullableText(),
  states: field.of({
    from: "states.nodes",
    raw: t.Array(state),
    shape: t.Array(t.Object({ id: t.String(), name: t.String(), type: t.String() }), {
      description: "The team's workflow states, in order.",
    }),
    map: (states) => states.toSorted((a, b) => a.position - b.position).map(({ position: _, ...rest }) => rest),
  }),
  active_cycle: field.nullableOne(cycle, { from: "activeCycle" }),
});

const label = record({
  id: field.text(),
  name: field.text(),
  color: field.nullableText(),
  description: field.nullableText(),
  is_group: field.flag({
    from: "isGroup",
    description: "Whether it is a group of labels: only its labels can be put on issues.",
  }),
  team: field.nullableOne(teamRef, { description: "The label's team; null for a label of the entire workspace." }),
});

const PROJECT_STATUSES = ["backlog", "planned", "started", "paused", "completed", "canceled"] as const;
const CALENDAR_DAY = "A calendar day, such as 2026-01-31.";
const project = record({
  id: field.text(),
  name: field.text(),
  description: field.nullableText(),
  url: field.nullableText({ description: "URL to open in a browser." }),
  status: field.nullableText({
    from: "status.name",
    by: "others",
    description: "The project's status, as the workspace names it.",
  }),
  status_type: field.nullableText({ from: "status.type", description: `${PROJECT_STATUSES.join(", ")}.` }),
  health: field.nullableText({ description: "onTrack, atRisk or offTrack." }),
  priority,
  progress: field.nullableNumber({ description: "Progress from 0 to 1." }),
  lead: field.nullableOne(person),
  teams: field.many(teamRef, { from: "teams.nodes", description: "Teams of the project, at most 10." }),
  start_date: field.nullableDay({ from: "startDate", description: CALENDAR_DAY }),
  target_date: field.nullableDay({ from: "targetDate", description: CALENDAR_DAY }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
});

const user = record({
  ...personFields,
  is_me: field.flag({ from: "isMe", description: "Whether this is the connected user." }),
  is_active: field.of({ from: "active", raw: maybeFlag, shape: t.Boolean(), map: (active) => active !== false }),
  is_admin: field.flag({ from: "admin" }),
  is_guest: field.flag({ from: "guest" }),
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
