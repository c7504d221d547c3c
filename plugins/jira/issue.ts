// A Jira issue as callers see it: description as Markdown, for a single issue in Jira's own format too.
import {
  type AnyCall,
  asDay,
  entryOf,
  maybe,
  maybeInteger,
  maybeText,
  nullable,
  resource,
  type Static,
  shapes,
  t,
  textAt,
} from "gateway/plugin";
import { isoTime, jiraObject, lostFormatting, webUrl } from "./fields.ts";
import { personShape, rawPerson, toPerson } from "./person.ts";
import { isDoc, toMarkdown } from "./to-markdown.ts";

const reference = t.Object({ id: t.String(), name: t.String() });
/** Jira's status category → ours. */
const CATEGORIES: Readonly<Record<string, string>> = { new: "to_do", indeterminate: "in_progress", done: "done" };

export const rawStatus = t.Object({
  id: t.String(),
  name: t.String(),
  statusCategory: maybe(t.Object({ key: t.String() })),
});
export const statusShape = t.Object({
  id: t.String(),
  name: t.String(),
  category: t.String({ description: "to_do, in_progress or done." }),
});
export function toStatus(raw: Static<typeof rawStatus>) {
  return { id: raw.id, name: raw.name, category: entryOf(CATEGORIES, raw.statusCategory?.key) ?? "to_do" };
}

/** A project without time tracking has an empty object: developer.atlassian.com, "Get issue". */
const timeTracking = t.Object({
  original_seconds: nullable(t.Integer({ description: "The first estimate." })),
  remaining_seconds: nullable(t.Integer()),
  spent_seconds: nullable(t.Integer()),
});
function toTimeTracking(raw: Static<typeof rawFields.timetracking> | undefined) {
  const seconds = [raw?.originalEstimateSeconds, raw?.remainingEstimateSeconds, raw?.timeSpentSeconds];
  if (seconds.every((one) => one === undefined || one === null)) return null;
  const [original_seconds = null, remaining_seconds = null, spent_seconds = null] = seconds;
  return { original_seconds, remaining_seconds, spent_seconds };
}

const rawFields = {
  summary: maybeText,
  description: t.Optional(t.Unknown()),
  status: rawStatus,
  issuetype: t.Object({ id: t.String(), name: t.String(), subtask: maybe(t.Boolean()) }),
  priority: maybe(reference),
  project: t.Object({ id: t.String(), key: t.String(), name: maybeText }),
  assignee: rawPerson,
  reporter: rawPerson,
  creator: rawPerson,
  labels: maybe(t.Array(t.String())),
  components: maybe(t.Array(reference)),
  fixVersions: maybe(t.Array(reference)),
  parent: maybe(t.Object({ id: t.String(), key: t.String(), fields: maybe(t.Object({ summary: maybeText })) })),
  duedate: maybeText,
  resolution: maybe(t.Object({ name: t.String() })),
  resolutiondate: maybeText,
  timetracking: maybe(
    t.Object({
      originalEstimateSeconds: maybeInteger,
      remainingEstimateSeconds: maybeInteger,
      timeSpentSeconds: maybeInteger,
    }),
  ),
  created: maybeText,
  updated: maybeText,
};
const rawIssue = t.Object({
  id: t.String(),
  key: t.String(),
  fields: t.Object(rawFields, { additionalProperties: true }),
});
const summaryShape = t.Object({
  ...shapes.issue,
  status: statusShape,
  type: t.Object({ id: t.String(), name: t.String(), is_subtask: t.Boolean() }),
  priority: nullable(reference),
  project: t.Object({ id: t.String(), key: t.String(), name: shapes.nullableText() }),
  assignee: nullable(personShape),
  reporter: nullable(personShape),
  creator: nullable(personShape),
  components: t.Array(reference),
  fix_versions: t.Array(reference),
  parent: nullable(t.Object({ id: t.String(), key: t.String(), title: shapes.nullableText() })),
  due_date: shapes.nullableDay("A day, such as 2026-01-31."),
  resolution: shapes.nullableText(),
  resolved_at: shapes.nullableTime(),
  time_tracking: nullable(timeTracking, "Null where time is not tracked."),
  custom: jiraObject("Requested custom fields, by id; rich text as Markdown."),
});

function toSummary({ id, key, fields }: Static<typeof rawIssue>, { identity }: Pick<AnyCall, "identity">) {
  const status = toStatus(fields.status);
  return {
    id,
    key,
    title: fields.summary ?? "",
    body: toMarkdown(fields.description),
    state: status.name,
    is_closed: status.category === "done",
    labels: (fields.labels ?? []).map((name) => ({ name })),
    url: webUrl(identity, key),
    created_at: isoTime(fields.created),
    updated_at: isoTime(fields.updated),
    status,
    type: { id: fields.issuetype.id, name: fields.issuetype.name, is_subtask: fields.issuetype.subtask ?? false },
    priority: toReference(fields.priority),
    project: { id: fields.project.id, key: fields.project.key, name: fields.project.name ?? null },
    assignee: toPerson(fields.assignee),
    reporter: toPerson(fields.reporter),
    creator: toPerson(fields.creator),
    components: (fields.components ?? []).map(({ id, name }) => ({ id, name })),
    fix_versions: (fields.fixVersions ?? []).map(({ id, name }) => ({ id, name })),
    parent: fields.parent
      ? { id: fields.parent.id, key: fields.parent.key, title: textAt(fields.parent, "fields.summary") }
      : null,
    due_date: asDay(fields.duedate),
    resolution: fields.resolution?.name ?? null,
    resolved_at: isoTime(fields.resolutiondate),
    time_tracking: toTimeTracking(fields.timetracking),
    custom: customFields(fields),
  };
}

const toReference = (raw: Static<typeof reference> | null | undefined) => (raw ? { id: raw.id, name: raw.name } : null);

function customFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith("customfield_"))
      .map(([name, value]) => [name, toMarkdown(value) ?? value]),
  );
}

/** An issue in a list. */
export const issueSummary = resource({ raw: rawIssue, shape: summaryShape, map: toSummary });

/** One issue, with its description in Jira's own format as well. */
export const issue = resource({
  raw: rawIssue,
  shape: t.Object({
    ...summaryShape.properties,
    body_adf: nullable(jiraObject("The description in Jira's own format.")),
  }),
  map: (raw, call) => {
    const { description } = raw.fields;
    return { ...toSummary(raw, call), body_adf: isDoc(description) ? { ...description } : null };
  },
});

/** An issue after a change. */
export const changedIssue = resource({
  raw: t.Object({ ...rawIssue.properties, lost_formatting: lostFormatting }),
  shape: t.Object({ ...issue.shape.properties, lost_formatting: lostFormatting }),
  map: (raw, call) => ({
    ...(issue.map(raw, call) as Static<typeof issue.shape>),
    lost_formatting: raw.lost_formatting,
  }),
});

/** The fields to request: by default Jira returns ids only, or everything. */
export const fieldsWith = (custom: readonly string[] = []) => [...Object.keys(rawFields), ...custom];
