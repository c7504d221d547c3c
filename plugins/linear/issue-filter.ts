// Filters of the issue lists, converted to Linear's: linear.app/developers/filtering.
import { entryOf, oneOf, type Static, t } from "gateway/plugin";
import { uuid } from "./fields.ts";
import { CLOSED, STATE_TYPES } from "./issue.ts";
import { teamFilter, teamQuery } from "./team.ts";

const text = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 255, description }));
const moment = (description: string) => t.Optional(t.String({ format: "date-time", description }));

export const issueFilters = {
  team: teamQuery,
  state: text("Name of a workflow state, such as In Progress."),
  state_type: t.Optional(
    oneOf(["open", "closed", ...STATE_TYPES], "Kind of state; open and closed each include several."),
  ),
  assignee: text("Assignee: me, none for unassigned issues, or the id or email address of a person."),
  label: text("Name of a label."),
  project: t.Optional(uuid("Id of a project, from linear_list_projects.")),
  cycle: t.Optional(
    t.String({ pattern: "^(current|[0-9a-fA-F-]{36})$", description: "current, or the id of a cycle." }),
  ),
  priority: t.Optional(
    t.Integer({ minimum: 0, maximum: 4, description: "Priority: 0 none, 1 urgent, 2 high, 3 medium, 4 low." }),
  ),
  created_since: moment("Only issues created at or after this time, such as 2026-01-31T09:00:00Z."),
  updated_since: moment("Only issues changed at or after this time, such as 2026-01-31T09:00:00Z."),
  due_until: t.Optional(
    t.String({
      format: "date",
      previousNames: ["due_before"],
      description: "Only issues due on or before this calendar day (no time zone), such as 2026-01-31.",
    }),
  ),
};
const query = t.Object(issueFilters);

const STATES: Readonly<Record<string, object>> = { open: { nin: CLOSED }, closed: { in: CLOSED } };

/** `{ [operator]: value }`, or undefined where the value is. */
const comparison = (operator: string, value: unknown) => (value === undefined ? undefined : { [operator]: value });

function assigneeFilter(assignee: string | undefined) {
  if (assignee === "me") return { isMe: { eq: true } };
  if (assignee === "none") return { null: true };
  return assignee?.includes("@") ? { email: { eqIgnoreCase: assignee } } : comparison("id", comparison("eq", assignee));
}

function stateFilter(name: string | undefined, type: string | undefined) {
  if (name === undefined && type === undefined) return undefined;
  return { name: comparison("eqIgnoreCase", name), type: entryOf(STATES, type) ?? comparison("eq", type) };
}

/** Linear's filter; JSON omits the undefined fields. */
export function toFilter(filters: Static<typeof query>) {
  return {
    team: teamFilter(filters.team),
    state: stateFilter(filters.state, filters.state_type),
    assignee: assigneeFilter(filters.assignee),
    labels: comparison("name", comparison("eqIgnoreCase", filters.label)),
    project: comparison("id", comparison("eq", filters.project)),
    cycle: filters.cycle === "current" ? { isActive: { eq: true } } : comparison("id", comparison("eq", filters.cycle)),
    priority: comparison("eq", filters.priority),
    createdAt: comparison("gte", filters.created_since),
    updatedAt: comparison("gte", filters.updated_since),
    dueDate: comparison("lte", filters.due_until),
  };
}
