// An Asana task: its fields, and which of them to request.
import { field, maybeFlag, record, t } from "gateway/plugin";
import { REF, ref, within } from "./fields.ts";

const customField = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  type: field.nullableText({ from: "resource_subtype", description: "text, number, enum, multi_enum, date, people …" }),
  value: field.nullableText({ from: "display_value", description: "The value as text, as Asana displays it." }),
});
const CUSTOM_FIELD = ["name", "resource_subtype", "display_value"];

const label = record({ id: field.id({ from: "gid" }), name: field.text() });

export const task = record({
  id: field.id({ from: "gid" }),
  key: field.id({ from: "gid", description: "Same as id: Asana tasks have no shorter key." }),
  title: field.text({ from: "name", description: "Title of the task; may be empty." }),
  body: field.nullableText({ from: "notes", description: "Description as plain text." }),
  state: field.of({
    from: "completed",
    raw: maybeFlag,
    shape: t.String({ description: "open or completed." }),
    map: (isCompleted) => (isCompleted === true ? "completed" : "open"),
  }),
  is_closed: field.flag({ from: "completed" }),
  labels: field.many(label, { from: "tags" }),
  url: field.nullableText({ from: "permalink_url", description: "URL to open in a browser." }),
  type: field.nullableText({ from: "resource_subtype", description: "default_task, milestone, approval or custom." }),
  approval_status: field.nullableText({ description: "pending, approved, rejected or changes_requested." }),
  assignee: field.nullableOne(ref),
  created_by: field.nullableOne(ref),
  due_on: field.nullableDay(),
  due_at: field.nullableTime({ description: "When it is due; null if it is due on a day without a time." }),
  start_on: field.nullableDay(),
  completed_at: field.nullableTime(),
  parent: field.nullableOne(ref, { description: "The task that this is a subtask of; null for others." }),
  projects: field.many(ref),
  followers: field.many(ref),
  subtask_count: field.nullableInteger({ from: "num_subtasks" }),
  custom_fields: field.many(customField),
  workspace: field.nullableOne(ref),
  created_at: field.nullableTime(),
  updated_at: field.nullableTime({ from: "modified_at", description: "Last change; a comment counts as one." }),
});

/** `memberships` is left out: a token without `project_sections:read`, which no app can register yet, may not read it. */
export const TASK = [
  ...["name", "notes", "completed", "completed_at", "resource_subtype", "approval_status", "permalink_url"],
  ...["due_on", "due_at", "start_on", "num_subtasks", "created_at", "modified_at"],
  ...["assignee", "created_by", "parent", "projects", "followers", "tags", "workspace"].flatMap((name) =>
    within(name, REF),
  ),
  ...within("custom_fields", CUSTOM_FIELD),
];
