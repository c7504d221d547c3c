// A Linear issue: GraphQL selection, schemas and mapping.
import {
  asDay,
  asTime,
  maybe,
  maybeFlag,
  maybeInteger,
  maybeNumber,
  maybeText,
  nullable,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { namedThing } from "./fields.ts";
import { PERSON, personRaw, personShape, toPerson } from "./person.ts";
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

const raw = t.Object({
  id: t.String(),
  identifier: t.String(),
  title: t.String(),
  description: maybeText,
  url: maybeText,
  branchName: maybeText,
  priority: maybeInteger,
  priorityLabel: maybeText,
  estimate: maybeNumber,
  dueDate: maybeText,
  createdAt: maybeText,
  updatedAt: maybeText,
  startedAt: maybeText,
  completedAt: maybeText,
  canceledAt: maybeText,
  archivedAt: maybeText,
  trashed: maybeFlag,
  state: t.Object({ id: t.String(), name: t.String(), type: t.String() }),
  team: maybe(teamRef),
  assignee: maybe(personRaw),
  creator: maybe(personRaw),
  project: maybe(namedThing),
  cycle: maybe(t.Object({ id: t.String(), number: t.Integer(), name: maybeText })),
  parent: maybe(t.Object({ id: t.String(), identifier: t.String(), title: t.String() })),
  labels: maybe(t.Object({ nodes: t.Array(t.Object({ id: t.String(), name: t.String(), color: maybeText })) })),
});

const shape = t.Object({
  ...shapes.issue,
  labels: t.Array(t.Object({ id: t.String(), name: t.String(), color: shapes.nullableText() }), {
    description: "Labels of the issue, at most 20.",
  }),
  state_id: t.String(),
  state_type: t.String({ description: `${STATE_TYPES.join(", ")}.` }),
  team: nullable(teamRef),
  assignee: nullable(personShape),
  creator: nullable(personShape),
  priority: t.Integer({ description: "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low." }),
  priority_label: shapes.nullableText(),
  estimate: nullable(t.Number(), "Estimate, in the team's own scale."),
  due_date: shapes.nullableDay("Due day, such as 2026-01-31."),
  project: nullable(namedThing),
  cycle: nullable(t.Object({ id: t.String(), number: t.Integer(), name: shapes.nullableText() })),
  parent: nullable(t.Object({ id: t.String(), key: t.String(), title: t.String() })),
  branch_name: shapes.nullableText("Linear's suggested name for a Git branch."),
  started_at: shapes.nullableTime(),
  completed_at: shapes.nullableTime(),
  canceled_at: shapes.nullableTime(),
  archived_at: shapes.nullableTime(),
  is_trashed: t.Boolean(),
});

function map(issue: Static<typeof raw>): Static<typeof shape> {
  const { state, cycle, parent } = issue;
  return {
    id: issue.id,
    key: issue.identifier,
    title: issue.title,
    body: issue.description ?? null,
    state: state.name,
    is_closed: CLOSED.includes(state.type),
    labels: (issue.labels?.nodes ?? []).map(({ id, name, color }) => ({ id, name, color: color ?? null })),
    url: issue.url ?? null,
    created_at: asTime(issue.createdAt),
    updated_at: asTime(issue.updatedAt),
    state_id: state.id,
    state_type: state.type,
    team: issue.team ?? null,
    assignee: issue.assignee ? toPerson(issue.assignee) : null,
    creator: issue.creator ? toPerson(issue.creator) : null,
    priority: issue.priority ?? 0,
    priority_label: issue.priorityLabel ?? null,
    estimate: issue.estimate ?? null,
    due_date: asDay(issue.dueDate),
    project: issue.project ?? null,
    cycle: cycle ? { id: cycle.id, number: cycle.number, name: cycle.name ?? null } : null,
    parent: parent ? { id: parent.id, key: parent.identifier, title: parent.title } : null,
    branch_name: issue.branchName ?? null,
    started_at: asTime(issue.startedAt),
    completed_at: asTime(issue.completedAt),
    canceled_at: asTime(issue.canceledAt),
    archived_at: asTime(issue.archivedAt),
    is_trashed: issue.trashed === true,
  };
}

export const issue = resource({ raw, shape, map });
