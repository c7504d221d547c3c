// Jira's issues: search by filters or JQL, read, create, change, delete.
import {
  deleted,
  endpoint,
  InvalidInput,
  many,
  nullable,
  one,
  oneOf,
  path,
  resource,
  t,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { accountId, ifUpdatedAt, issueKey, projectKey, refuseIfChanged, webUrl } from "./fields.ts";
import { changedIssue, fieldsWith, issue, issueSummary } from "./issue.ts";
import { inTimeZone, jqlOf } from "./jql.ts";
import { searchPagination } from "./pagination.ts";
import { type Rewritten, rewritten } from "./rewrite.ts";
import { toAdf } from "./to-adf.ts";

const text = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 255, description }));
const customFields = t.Optional(
  t.Array(t.String({ pattern: "^customfield_[0-9]{1,10}$", description: "Id of a custom field." }), {
    maxItems: 50,
    description: "Custom fields to return as well, such as customfield_10016; jira_list_issue_fields returns the ids.",
  }),
);
const personFilter = (what: string) =>
  t.Optional(
    t.String({
      pattern: "^[A-Za-z0-9:_-]{1,128}$",
      description: `${what}: an account id (from jira_find_users), me, or none for issues without one.`,
    }),
  );
const label = t.String({ pattern: "^\\S{1,255}$", description: "A label, without spaces." });
const labels = (description: string) => t.Optional(t.Array(label, { maxItems: 100, description }));
const MARKDOWN = "as Markdown; a person is mentioned as [@Name](accountid:ID)";

/** The body fields of create_issue and update_issue. */
const writable = {
  priority: text("Name of the priority, such as High, or its id."),
  labels: labels("Its labels; they replace all existing ones."),
  components: t.Optional(
    t.Array(t.String({ minLength: 1, description: "Name of a component, or its id." }), {
      maxItems: 100,
      description: "Its components; they replace all existing ones.",
    }),
  ),
  assignee_id: t.Optional(nullable(accountId("Account id of the assignee, from jira_find_users; null for no one."))),
  parent: t.Optional(t.String({ ...issueKey, description: "Key or id of its epic or parent." })),
  due_date: t.Optional(
    nullable(t.String({ format: "date", description: "A day, such as 2026-01-31; null for none." })),
  ),
  custom: t.Optional(
    t.Record(t.String({ pattern: "^customfield_[0-9]{1,10}$" }), t.Unknown(), {
      additionalProperties: false,
      description:
        'Custom fields by id, as Jira takes them: {"value": "Red"} for a choice, a number, a list; {"markdown": "…"} for rich text.',
    }),
  ),
};

interface Writable {
  title?: string;
  body?: string | null;
  type?: string;
  priority?: string;
  labels?: string[];
  components?: string[];
  assignee_id?: string | null;
  parent?: string;
  due_date?: string | null;
  custom?: Record<string, unknown>;
}

const isId = (text: string) => /^[0-9]+$/.test(text);
const byIdOrName = (text: string) => (isId(text) ? { id: text } : { name: text });
const byIdOrKey = (text: string) => (isId(text) ? { id: text } : { key: text });
/** Passes on null, which empties a field, and undefined, which leaves it alone. */
const mapPresent = <T, U>(value: T | null | undefined, write: (value: T) => U) =>
  value === undefined || value === null ? (value as null | undefined) : write(value);

/** `write` makes the rich text of a field. */
function fieldsOf(
  input: Writable,
  write: (field: string, markdown: string) => unknown = (_, markdown) => toAdf(markdown),
): Record<string, unknown> {
  return {
    summary: input.title,
    description: mapPresent(input.body, (body) => write("description", body)),
    issuetype: mapPresent(input.type, byIdOrName),
    priority: mapPresent(input.priority, byIdOrName),
    labels: input.labels,
    components: input.components?.map(byIdOrName),
    assignee: mapPresent(input.assignee_id, (accountId) => ({ accountId })),
    parent: mapPresent(input.parent, byIdOrKey),
    duedate: input.due_date,
    ...Object.fromEntries(
      Object.entries(input.custom ?? {}).map(([id, value]) => {
        const markdown = markdownOf(value);
        return [id, markdown === null ? value : write(id, markdown)];
      }),
    ),
  };
}

/** `{ markdown }` is this plugin's own form; Jira takes any other value as it is. */
const markdownOf = (value: unknown) => textAt(value, "markdown");

/** The fields that are written as Markdown. */
const markdownFields = ({ body, custom = {} }: Writable): string[] => [
  ...(typeof body === "string" ? ["description"] : []),
  ...Object.keys(custom).filter((id) => markdownOf(custom[id]) !== null),
];

/** The changed fields, rich text as a change of what stands; what that loses goes into `lost`. */
async function changedFields(
  { params, expected, input }: { params: { key: string }; expected: string | undefined; input: Writable },
  upstream: Upstream,
) {
  const lost: { field: string; types: string[] }[] = [];
  const read = [...markdownFields(input), ...(expected === undefined ? [] : ["updated"])];
  if (read.length === 0) return { fields: fieldsOf(input), lost };
  const { json } = await upstream.request({ path: path`/issue/${params.key}`, query: { fields: read.join(",") } });
  const current = valueAt(json, "fields");
  refuseIfChanged(expected, current);
  const fields = fieldsOf(input, (field, markdown) => {
    const text: Rewritten = rewritten(valueAt(current, field), markdown);
    if (text.lost.length > 0) lost.push({ field: field === "description" ? "body" : field, types: text.lost });
    return text.doc;
  });
  return { fields, lost };
}

const createdIssue = resource({
  raw: t.Object({ id: t.String(), key: t.String() }),
  shape: t.Object({
    id: t.String(),
    key: t.String(),
    url: nullable(t.String({ description: "URL to open in a browser." })),
  }),
  map: ({ id, key }, { identity }) => ({ id, key, url: webUrl(identity, key) }),
});

/** JQL knows days and spans. A time with an offset is converted to the user's time zone, which costs a request. */
async function toJqlTime(time: string | undefined, upstream: Upstream): Promise<string | undefined> {
  if (!time?.includes(":")) return time;
  const me = await upstream.attempt({ path: path`/myself` }, ["forbidden"]);
  if (me === null) throw new InvalidInput("A time of day also needs the permission users.read; send a day, or -12h.");
  return inTimeZone(time, textAt(me.json, "timeZone"));
}

export const issueEndpoints = {
  search_issues: endpoint({
    method: "GET",
    path: "/issues",
    permission: "issues.read",
    description: "Search Jira issues by text, project, status, assignee and more, or by JQL; the latest change first.",
    keywords: ["tickets", "bugs", "tasks", "my issues", "backlog", "assigned to me", "find", "list", "query"],
    query: t.Object({
      q: text("Words to search for in the title, description or comments."),
      project: t.Optional(projectKey("Key of the project, such as ENG, or its id.")),
      status: text("Name of the status, such as In Review."),
      status_category: t.Optional(
        oneOf(["to_do", "in_progress", "done"], "Category of the status, whatever its name."),
      ),
      type: text("Name of the issue type, such as Bug."),
      assignee: personFilter("Assignee"),
      reporter: personFilter("Reporter"),
      label: t.Optional(label),
      updated_since: t.Optional(
        t.Union(
          [
            t.String({ format: "date-time", description: "An ISO 8601 time." }),
            t.String({ format: "date", description: "The start of a day, in the user's own time zone." }),
            t.String({ pattern: "^-[1-9][0-9]{0,4}[mhdw]$", description: "A time ago, such as -12h or -7d." }),
          ],
          {
            description:
              "Only issues changed at this time or later: an ISO 8601 time, a day, or a time ago such as -12h or -7d.",
          },
        ),
      ),
      jql: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 10_000,
          description: "A JQL query, instead of all other filters; it must limit the search, such as project = ENG.",
        }),
      ),
      custom_fields: customFields,
    }),
    run: async ({ query: { custom_fields, ...filters }, page }, upstream) => {
      const updated_since = await toJqlTime(filters.updated_since, upstream);
      const json = { jql: jqlOf({ ...filters, updated_since }), fields: fieldsWith(custom_fields) };
      const request = { method: "POST", safe: true, path: path`/search/jql`, json } as const;
      return upstream.request(searchPagination.apply(request, page));
    },
    returns: many("issues", issueSummary, { at: "issues", pagination: searchPagination }),
  }),
  get_issue: endpoint({
    method: "GET",
    path: "/issues/{key}",
    permission: "issues.read",
    description: "Read one Jira issue: its description as Markdown, status, people, labels, dates and parent.",
    keywords: ["ticket", "bug", "task", "story", "epic", "open"],
    params: { key: issueKey },
    query: t.Object({ custom_fields: customFields }),
    upstream: ({ params, query }) => ({
      path: path`/issue/${params.key}`,
      query: { fields: fieldsWith(query.custom_fields).join(",") },
    }),
    returns: one(issue),
  }),
  create_issue: endpoint({
    method: "POST",
    recipients: ["project"],
    reaches: true,
    path: "/issues",
    permission: "issues.write",
    description:
      "Create a Jira issue in a project, with its description as Markdown. jira_list_projects returns the types.",
    keywords: ["new ticket", "report a bug", "add a task", "file", "story", "sub-task"],
    body: t.Object({
      project: projectKey("Key of the project, such as ENG, or its id."),
      type: t.String({ minLength: 1, maxLength: 255, description: "Name of the issue type, such as Task, or its id." }),
      title: t.String({ pattern: "^[^\\r\\n]{1,255}$", description: "Title (summary) of the issue, in one line." }),
      body: t.Optional(t.String({ description: `Its description ${MARKDOWN}.` })),
      ...writable,
    }),
    upstream: ({ body: { project, ...input } }) => ({
      path: path`/issue`,
      json: { fields: { project: byIdOrKey(project), ...fieldsOf(input) } },
    }),
    returns: one(createdIssue),
  }),
  update_issue: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: { when: ["title", "body", "assignee_id", "custom"] },
    path: "/issues/{key}",
    permission: "issues.write",
    alsoNeeds: ["issues.read"],
    description:
      "Change a Jira issue: title, description, assignee, priority, labels, due date, parent or custom fields.",
    keywords: ["edit", "assign", "reassign", "label", "rename", "due date", "ticket"],
    params: { key: issueKey },
    body: t.Object(
      {
        title: t.Optional(
          t.String({ pattern: "^[^\\r\\n]{1,255}$", description: "New title (summary), in one line." }),
        ),
        body: t.Optional(nullable(t.String({ description: `New description ${MARKDOWN}. null empties it.` }))),
        type: text("Name of the new issue type, or its id."),
        ...writable,
        add_labels: labels("Labels to add."),
        remove_labels: labels("Labels to remove."),
        if_updated_at: ifUpdatedAt,
      },
      { minProperties: 1 },
    ),
    readAs: { if_updated_at: { absent: "It is a condition of the change, and not stored." } },
    run: async ({ params, body }, upstream) => {
      const { add_labels = [], remove_labels = [], if_updated_at: expected, ...input } = body;
      const labelChanges = [...add_labels.map((add) => ({ add })), ...remove_labels.map((remove) => ({ remove }))];
      if (input.labels && labelChanges.length > 0)
        throw new InvalidInput("labels cannot be combined with add_labels and remove_labels.");
      const update = labelChanges.length > 0 ? { labels: labelChanges } : undefined;
      const { fields, lost } = await changedFields({ params, expected, input }, upstream);
      await upstream.request({ method: "PUT", path: path`/issue/${params.key}`, json: { fields, update } });
      const request = { path: path`/issue/${params.key}`, query: { fields: fieldsWith().join(",") } };
      const response = await upstream.request(request);
      return { ...response, json: { ...(response.json as object), lost_formatting: lost } };
    },
    returns: one(changedIssue),
  }),
  delete_issue: endpoint({
    method: "DELETE",
    path: "/issues/{key}",
    permission: "issues.write",
    reaches: true,
    description: "Delete a Jira issue permanently. An issue with sub-tasks can only be deleted together with them.",
    keywords: ["remove", "ticket"],
    params: { key: issueKey },
    query: t.Object({
      with_subtasks: t.Boolean({
        default: false,
        description: "Whether to delete its sub-tasks as well; the default is false.",
      }),
    }),
    upstream: ({ params, query }) => ({
      path: path`/issue/${params.key}`,
      query: { deleteSubtasks: query.with_subtasks },
    }),
    returns: deleted(),
  }),
};
