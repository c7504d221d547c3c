// Asana projects, their sections (columns of a board) and their custom fields.
import { endpoint, field, InvalidInput, many, nullable, one, oneOf, path, record, t } from "gateway/plugin";
import { day, gid, only, pagination, REF, ref, someone, within, write } from "./fields.ts";
import { projectId, teamId, workspaceId } from "./places.ts";

const project = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  notes: field.nullableText({ description: "Description as plain text." }),
  is_archived: field.flag({ from: "archived" }),
  is_completed: field.flag({ from: "completed" }),
  privacy: field.nullableText({
    from: "privacy_setting",
    description: "public_to_workspace, private_to_team or private.",
  }),
  default_view: field.nullableText({ description: "list, board, calendar or timeline." }),
  owner: field.nullableOne(ref),
  workspace: field.nullableOne(ref),
  team: field.nullableOne(ref, { description: "The project's team; null outside an organization." }),
  due_on: field.nullableDay(),
  start_on: field.nullableDay(),
  url: field.nullableText({ from: "permalink_url", description: "URL to open in a browser." }),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime({ from: "modified_at" }),
});
const PROJECT = [
  ...["name", "notes", "archived", "completed", "privacy_setting", "default_view", "due_on", "start_on"],
  ...[
    "permalink_url",
    "created_at",
    "modified_at",
    ...["owner", "workspace", "team"].flatMap((one) => within(one, REF)),
  ],
];

const section = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  created_at: field.nullableTime(),
});
const SECTION = ["name", "created_at"];

const customField = record({
  id: field.id({ from: "custom_field.gid" }),
  name: field.nullableText({ from: "custom_field.name" }),
  type: field.nullableText({
    from: "custom_field.resource_subtype",
    description: "text, number, enum, multi_enum, date, people …",
  }),
  options: field.many(
    record({ id: field.id({ from: "gid" }), name: field.nullableText(), is_enabled: field.flag({ from: "enabled" }) }),
    {
      from: "custom_field.enum_options",
      description: "The options of an enum or multi_enum field.",
    },
  ),
});
const CUSTOM_FIELD = within("custom_field", [
  ...["name", "resource_subtype"],
  ...within("enum_options", ["name", "enabled"]),
]);

const values = {
  notes: t.Optional(t.String({ maxLength: 65_535, description: "Description as plain text." })),
  start_on: t.Optional(nullable(day("When it begins; null for no date."))),
  due_on: t.Optional(nullable(day("When it is due; null for no date."))),
  default_view: t.Optional(oneOf(["list", "board", "calendar", "timeline"], "View in which the project opens.")),
};
const name = t.String({ minLength: 1, maxLength: 1_024, description: "Name of the project." });

export const projectEndpoints = {
  list_projects: endpoint({
    method: "GET",
    path: "/projects",
    permission: "projects.read",
    description: "List the Asana projects of a workspace or a team.",
    keywords: ["boards"],
    query: t.Object({
      workspace: t.Optional(workspaceId),
      team: t.Optional(teamId),
      archived: t.Optional(
        t.Boolean({ description: "true: only archived projects; false: only active ones. The default is both." }),
      ),
    }),
    upstream: ({ query: { workspace, team, archived } }) => {
      if ((workspace === undefined) === (team === undefined)) throw new InvalidInput('Give "workspace" or "team".');
      const list = team === undefined ? path`/workspaces/${workspace ?? ""}/projects` : path`/teams/${team}/projects`;
      return { path: list, query: { archived, ...only(PROJECT) } };
    },
    returns: many("projects", project, { at: "data", pagination }),
  }),
  get_project: endpoint({
    method: "GET",
    path: "/projects/{id}",
    permission: "projects.read",
    description: "Get one Asana project with description, owner and dates.",
    keywords: ["project details", "board"],
    params: { id: projectId },
    upstream: ({ params }) => ({ path: path`/projects/${params.id}`, query: only(PROJECT) }),
    returns: one(project, { at: "data" }),
  }),
  create_project: endpoint({
    method: "POST",
    reaches: { when: ["team"] },
    path: "/projects",
    permission: "projects.write",
    description: "Create a project in an Asana workspace, or in a team of an organization.",
    keywords: ["new project", "new board"],
    body: t.Object({
      name,
      workspace: t.Optional(workspaceId),
      team: t.Optional(teamId),
      privacy: t.Optional(oneOf(["public_to_workspace", "private"], "Who can see the project.")),
      ...values,
    }),
    upstream: ({ body: { workspace, team, privacy, ...rest } }) => {
      if ((workspace === undefined) === (team === undefined)) throw new InvalidInput('Give "workspace" or "team".');
      const list = team === undefined ? path`/workspaces/${workspace ?? ""}/projects` : path`/teams/${team}/projects`;
      return write("POST", list, { ...rest, privacy_setting: privacy }, PROJECT);
    },
    returns: one(project, { at: "data" }),
  }),
  update_project: endpoint({
    method: "PATCH",
    reaches: { when: ["owner"] },
    // Archiving is one of the changes.
    effect: "destroys",
    idempotent: true,
    path: "/projects/{id}",
    permission: "projects.write",
    description: "Change an Asana project: its name, description, owner or dates, or archive it.",
    keywords: ["archive project", "rename project", "edit project", "unarchive"],
    params: { id: projectId },
    body: t.Object(
      {
        name: t.Optional(name),
        is_archived: t.Optional(t.Boolean({ description: "true archives the project, false restores it." })),
        owner: t.Optional(nullable(someone("Owner: an id, an email address, or me; null for no one."))),
        ...values,
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, body: { is_archived, ...rest } }) =>
      write("PUT", path`/projects/${params.id}`, { ...rest, archived: is_archived }, PROJECT),
    returns: one(project, { at: "data" }),
  }),
  list_sections: endpoint({
    method: "GET",
    path: "/projects/{id}/sections",
    permission: "projects.read",
    description:
      "List the sections of an Asana project, the columns of its board. The Asana app needs full permissions.",
    keywords: ["columns", "stages", "board lanes"],
    params: { id: projectId },
    upstream: ({ params }) => ({ path: path`/projects/${params.id}/sections`, query: only(SECTION) }),
    returns: many("sections", section, { at: "data", pagination }),
  }),
  create_section: endpoint({
    method: "POST",
    path: "/projects/{id}/sections",
    permission: "projects.write",
    reaches: false,
    description: "Add a section, a column of the board, to an Asana project. The Asana app needs full permissions.",
    keywords: ["new column", "add stage"],
    params: { id: projectId },
    body: t.Object({
      name: t.String({ minLength: 1, maxLength: 255, description: "Name of the section." }),
      after: t.Optional(gid("Id of the section to place the new one after.")),
    }),
    readAs: { after: { absent: "The order of the list shows it." } },
    upstream: ({ params, body: { after, ...rest } }) =>
      write("POST", path`/projects/${params.id}/sections`, { ...rest, insert_after: after }, SECTION),
    returns: one(section, { at: "data" }),
  }),
  list_project_fields: endpoint({
    method: "GET",
    path: "/projects/{id}/fields",
    permission: "projects.read",
    description: "List the custom fields of an Asana project with their ids and options, as tasks take them.",
    keywords: ["priority", "status field", "dropdown", "columns"],
    params: { id: projectId },
    upstream: ({ params }) => ({
      path: path`/projects/${params.id}/custom_field_settings`,
      query: only(CUSTOM_FIELD),
    }),
    returns: many("fields", customField, { at: "data", pagination }),
  }),
};
