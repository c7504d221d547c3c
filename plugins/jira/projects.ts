// Jira's projects with their issue types, and the fields of a new issue.
import { endpoint, many, maybe, maybeText, nullable, oneOf, path, resource, shapes, t, textAt } from "gateway/plugin";
import { projectKey, webUrl } from "./fields.ts";
import { offsetPagination } from "./pagination.ts";
import { personShape, rawPerson, toPerson } from "./person.ts";

const project = resource({
  raw: t.Object({
    id: t.String(),
    key: t.String(),
    name: t.String(),
    description: maybeText,
    projectTypeKey: maybeText,
    style: maybeText,
    archived: maybe(t.Boolean()),
    lead: rawPerson,
    issueTypes: maybe(t.Array(t.Object({ id: t.String(), name: t.String(), subtask: maybe(t.Boolean()) }))),
  }),
  shape: t.Object({
    id: t.String(),
    key: t.String(),
    name: t.String(),
    description: shapes.nullableText(),
    type: shapes.nullableText("software, service_desk or business."),
    is_team_managed: t.Boolean(),
    is_archived: t.Boolean(),
    lead: nullable(personShape),
    issue_types: t.Array(t.Object({ id: t.String(), name: t.String(), is_subtask: t.Boolean() })),
    url: shapes.nullableText("URL to open in a browser."),
  }),
  map: (raw, { identity }) => ({
    id: raw.id,
    key: raw.key,
    name: raw.name,
    description: raw.description || null,
    type: raw.projectTypeKey ?? null,
    is_team_managed: raw.style === "next-gen",
    is_archived: raw.archived ?? false,
    lead: toPerson(raw.lead),
    issue_types: (raw.issueTypes ?? []).map(({ id, name, subtask }) => ({ id, name, is_subtask: subtask ?? false })),
    url: webUrl(identity, raw.key),
  }),
});

const field = resource({
  raw: t.Object({
    fieldId: maybeText,
    key: maybeText,
    name: t.String(),
    required: maybe(t.Boolean()),
    hasDefaultValue: maybe(t.Boolean()),
    schema: t.Optional(t.Object({ type: maybeText, items: maybeText, custom: maybeText })),
    allowedValues: maybe(t.Array(t.Unknown())),
  }),
  shape: t.Object({
    id: t.String({ description: "Id of the field, such as duedate or customfield_10016." }),
    name: t.String(),
    is_required: t.Boolean({ description: "Whether a value is required: the field has no default." }),
    type: shapes.nullableText("Type of the value, such as string, number, option, user or array."),
    items: shapes.nullableText("Type of the items of an array; null for other types."),
    kind: shapes.nullableText("Kind of custom field, such as textarea or select."),
    allowed_values: nullable(t.Array(t.Object({ id: shapes.nullableText(), name: shapes.nullableText() }))),
  }),
  map: (raw) => ({
    id: raw.fieldId ?? raw.key ?? raw.name,
    name: raw.name,
    is_required: raw.required === true && raw.hasDefaultValue !== true,
    type: raw.schema?.type ?? null,
    items: raw.schema?.items ?? null,
    kind: raw.schema?.custom?.split(":").at(-1) ?? null,
    allowed_values:
      raw.allowedValues?.map((value) => ({
        id: textAt(value, "id"),
        name: textAt(value, "name") ?? textAt(value, "value") ?? textAt(value, "key"),
      })) ?? null,
  }),
});

export const projectEndpoints = {
  list_projects: endpoint({
    method: "GET",
    path: "/projects",
    permission: "projects.read",
    description: "List the Jira projects that the connected user can see, each with its issue types and lead.",
    keywords: ["boards", "teams", "spaces", "issue types", "find a project"],
    query: t.Object({
      q: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Part of the name or key." })),
      type: t.Optional(oneOf(["software", "service_desk", "business"], "Only projects of this type.")),
    }),
    upstream: ({ query }) => ({
      path: path`/project/search`,
      query: { query: query.q, typeKey: query.type, expand: "description,lead,issueTypes" },
    }),
    returns: many("projects", project, { at: "values", pagination: offsetPagination("values") }),
  }),
  list_issue_fields: endpoint({
    method: "GET",
    path: "/projects/{project}/issue-types/{type}/fields",
    permission: "projects.read",
    description:
      "List the fields that a new Jira issue of a type takes, which of them are required, and their allowed values.",
    keywords: ["required fields", "custom fields", "create metadata", "options", "screen"],
    params: {
      project: projectKey("Key of the project, such as ENG, or its id."),
      type: t.String({ pattern: "^[0-9]{1,18}$", description: "Id of the issue type, from jira_list_projects." }),
    },
    upstream: "/issue/createmeta/{project}/issuetypes/{type}",
    returns: many("fields", field, { at: "fields", pagination: offsetPagination("fields") }),
  }),
};
