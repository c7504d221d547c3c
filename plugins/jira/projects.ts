// Jira's projects with their issue types, and the fields of a new issue.
import {
  endpoint,
  field,
  many,
  maybe,
  maybeText,
  nullable,
  oneOf,
  path,
  record,
  shapes,
  t,
  textAt,
} from "gateway/plugin";
import { projectKey, webUrl } from "./fields.ts";
import { offsetPagination } from "./pagination.ts";
import { personShape, rawPerson, toPerson } from "./person.ts";

const issueType = record({
  id: field.text(),
  name: field.text(),
  is_subtask: field.flag({ from: "subtask" }),
});
const project = record({
  id: field.text(),
  key: field.text(),
  name: field.text(),
  description: field.nonEmptyText(),
  type: field.nullableText({ from: "projectTypeKey", description: "software, service_desk or business." }),
  is_team_managed: field.of({
    from: "style",
    raw: maybeText,
    shape: t.Boolean(),
    map: (style) => style === "next-gen",
  }),
  is_archived: field.flag({ from: "archived" }),
  lead: field.of({ raw: rawPerson, shape: nullable(personShape), map: toPerson }),
  issue_types: field.many(issueType, { from: "issueTypes" }),
  url: field.of({
    from: "key",
    raw: t.String(),
    shape: shapes.nullableText("URL to open in a browser."),
    map: (key, { identity }) => webUrl(identity, key),
  }),
});

const issueField = record({
  id: field.derived({
    reads: t.Object({ fieldId: maybeText, key: maybeText, name: t.String() }),
    shape: t.String({ description: "Id of the field, such as duedate or customfield_10016." }),
    map: ({ fieldId, key, name }) => fieldId ?? key ?? name,
  }),
  name: field.text(),
  is_required: field.derived({
    reads: t.Object({ required: maybe(t.Boolean()), hasDefaultValue: maybe(t.Boolean()) }),
    shape: t.Boolean({ description: "Whether a value is required: the field has no default." }),
    map: ({ required, hasDefaultValue }) => required === true && hasDefaultValue !== true,
  }),
  type: field.nullableText({
    from: "schema.type",
    description: "Type of the value, such as string, number, option, user or array.",
  }),
  items: field.nullableText({
    from: "schema.items",
    description: "Type of the items of an array; null for other types.",
  }),
  kind: field.of({
    from: "schema.custom",
    raw: maybeText,
    shape: shapes.nullableText("Kind of custom field, such as textarea or select."),
    map: (custom) => custom?.split(":").at(-1) ?? null,
  }),
  allowed_values: field.of({
    from: "allowedValues",
    raw: maybe(t.Array(t.Unknown())),
    shape: nullable(t.Array(t.Object({ id: shapes.nullableText(), name: shapes.nullableText() }))),
    map: (values) =>
      values?.map((value) => ({
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
    returns: many("fields", issueField, { at: "fields", pagination: offsetPagination("fields") }),
  }),
};
