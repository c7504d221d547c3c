// A Linear issue: GraphQL selection, schemas and mapping.
import { field, maybeText, record, shapes, t } from "gateway/plugin";
import { namedThing, priority } from "./fields.ts";
import { PERSON, person } from "./person.ts";
import { teamRef } from "./team.ts";

/** Selection on Issue and on IssueSearchResult, which have the same fields. */
export const ISSUE = `id identifier title description url branchName priority priorityLabel estimate dueDate
  createdAt updatedAt startedAt completedAt canceledAt archivedAt trashed
  state { id name type } team { id key name } assignee { ${PERSON} } creator { ${PERSON} }
  project { id name } cycle { id number name } parent { id identifier title }
  labels(first: 20) { nodes { id name color } }`;

/** Types of workflow states, in workflow order. */
export const STATE_TYPES = ["triage", "backlog", "unstarted", "started", "completed", "canceled", "duplicate"] as const;
export const CLOSED = ["completed", "canceled", "duplicate"];

export const issue = record({
  id: field.text(),
  key: field.text({ from: "identifier", description: shapes.issue.key.description }),
  title: field.text(),
  body: field.of({ from: "description", raw: maybeText, shape: shapes.issue.body, map: (text) => text ?? null }),
  state: field.text({ from: "state.name", by: "others", description: shapes.issue.state.description }),
  is_closed: field.of({
    from: "state.type",
    raw: t.String(),
    shape: shapes.issue.is_closed,
    map: (type) => CLOSED.includes(type),
  }),
  labels: field.many(record({ id: field.text(), name: field.text(), color: field.nullableText() }), {
    from: "labels.nodes",
    description: "Labels of the issue, at most 20.",
  }),
  url: field.nullableText({ description: shapes.issue.url.description }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
  state_id: field.text({ from: "state.id" }),
  state_type: field.text({ from: "state.type", description: `${STATE_TYPES.join(", ")}.` }),
  team: field.nullableOne(teamRef),
  assignee: field.nullableOne(person),
  creator: field.nullableOne(person),
  priority,
  priority_label: field.nullableText({ from: "priorityLabel" }),
  estimate: field.nullableNumber({ description: "Estimate, in the team's own scale." }),
  due_date: field.nullableDay({ from: "dueDate", description: "Due day, such as 2026-01-31." }),
  project: field.nullableOne(namedThing),
  cycle: field.nullableOne(record({ id: field.text(), number: field.integer(), name: field.nullableText() })),
  parent: field.nullableOne(record({ id: field.text(), key: field.text({ from: "identifier" }), title: field.text() })),
  branch_name: field.nullableText({
    from: "branchName",
    description: "Linear's suggested name for a Git branch.",
  }),
  started_at: field.nullableTime({ from: "startedAt" }),
  completed_at: field.nullableTime({ from: "completedAt" }),
  canceled_at: field.nullableTime({ from: "canceledAt" }),
  archived_at: field.nullableTime({ from: "archivedAt" }),
  is_trashed: field.flag({ from: "trashed" }),
});
