// Writes Asana tasks: creating, changing, completing, moving, tagging and deleting.
import { deleted, endpoint, InvalidInput, nullable, one, oneOf, path, resource, type Static, t } from "gateway/plugin";
import { checkedCustomFields, customFieldsInput, day, gid, nullableText, someone, time, utc, write } from "./fields.ts";
import { projectId, workspaceId } from "./places.ts";
import { TASK, task } from "./task.ts";
import { sectionId, taskId } from "./tasks.ts";

const title = t.String({ minLength: 1, maxLength: 1_024, description: "Title of the task." });
const body = t.String({ maxLength: 65_535, description: "Description as plain text." });
const ids = (description: string) =>
  t.Optional(t.Array(t.String({ pattern: "^[0-9]{1,32}$" }), { minItems: 1, maxItems: 50, description }));

const createBody = t.Object({
  title,
  body: t.Optional(body),
  project: t.Optional(projectId),
  section: t.Optional(sectionId),
  workspace: t.Optional(workspaceId),
  parent: t.Optional(gid("Id of the parent task, which makes this a subtask.")),
  assignee: t.Optional(someone("Assignee: an id, an email address, or me.")),
  due_on: t.Optional(day("When it is due.")),
  due_at: t.Optional(time("When it is due, in place of due_on.")),
  start_on: t.Optional(day("When it begins; needs due_on or due_at.")),
  followers: ids("Ids of people who are notified of changes."),
  tags: ids("Ids of tags, from asana_list_tags."),
  type: t.Optional(oneOf(["default_task", "milestone", "approval"], "Type of task; the default is default_task.")),
  custom_fields: customFieldsInput,
});
const updateBody = t.Object(
  {
    title: t.Optional(title),
    body: t.Optional(body),
    is_completed: t.Optional(t.Boolean({ description: "true completes the task, false opens it again." })),
    assignee: t.Optional(nullable(someone("Assignee: an id, an email address, or me; null for no one."))),
    due_on: t.Optional(nullable(day("When it is due; null for no date."))),
    due_at: t.Optional(nullable(time("When it is due, in place of due_on; null for none."))),
    start_on: t.Optional(nullable(day("When it begins; null for no date."))),
    approval_status: t.Optional(
      oneOf(
        ["pending", "approved", "rejected", "changes_requested"],
        "New status of an approval; only for tasks of type approval.",
      ),
    ),
    custom_fields: customFieldsInput,
  },
  { minProperties: 1 },
);

/** Asana takes a day or a time, not both. */
function assertOneDue({ due_on, due_at }: { due_on?: string | null; due_at?: string | null }): void {
  if (due_on === undefined || due_at === undefined) return;
  throw new InvalidInput('A task takes either "due_on" (a day) or "due_at" (a time).');
}

/** Where a task goes cannot be changed by an update, and its workspace never. */
function placeOf({ project, section, workspace, parent }: Static<typeof createBody>) {
  if (project === undefined && workspace === undefined && parent === undefined)
    throw new InvalidInput("A task needs a project, a workspace, or a parent.");
  if (section === undefined) return { projects: project && [project], workspace, parent };
  if (project === undefined) throw new InvalidInput('"section" needs its "project".');
  return { memberships: [{ project, section }], workspace, parent };
}

/** Asana responds with nothing: callers get what they said. */
const placed = resource({
  raw: t.Object({ data: t.Object({}) }),
  shape: t.Object({ id: t.String(), project: t.String(), section: nullableText() }),
  map: (_, { params, body: { project, section } }) => ({
    id: params.id ?? "",
    project: String(project),
    section: typeof section === "string" ? section : null,
  }),
});
const tagged = resource({
  raw: t.Object({ data: t.Object({}) }),
  shape: t.Object({ id: t.String(), tag: t.String() }),
  map: (_, call) => ({ id: call.params.id ?? "", tag: String(call.body.tag) }),
});

export const taskChangeEndpoints = {
  create_task: endpoint({
    method: "POST",
    reaches: true,
    path: "/tasks",
    permission: "tasks.write",
    description: "Create an Asana task in a project, a section or a workspace, or as a subtask.",
    keywords: ["new task", "add to-do", "milestone", "assign"],
    body: createBody,
    readAs: {
      project: "projects",
      section: { absent: "No app can register project_sections:read, without which Asana refuses the whole task." },
      tags: "labels",
    },
    upstream: ({ body: input }) => {
      assertOneDue(input);
      const { title: name, body: notes, type, due_at, custom_fields, ...rest } = input;
      const { assignee, due_on, start_on, followers, tags } = rest;
      const values = { name, notes, assignee, due_on, start_on, followers, tags, resource_subtype: type };
      return write(
        "POST",
        path`/tasks`,
        {
          ...values,
          ...placeOf(input),
          due_at: utc("due_at", due_at),
          custom_fields: checkedCustomFields(custom_fields),
        },
        TASK,
      );
    },
    returns: one(task, { at: "data" }),
  }),
  update_task: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["id"],
    reaches: { when: ["title", "body", "assignee"] },
    path: "/tasks/{id}",
    permission: "tasks.write",
    description:
      "Change an Asana task: complete or reopen it, assign it, set its title, description, dates or custom fields.",
    keywords: ["complete", "mark done", "give to", "finish", "reassign", "reschedule", "due date", "rename", "edit"],
    params: { id: taskId },
    body: updateBody,
    readAs: { is_completed: "is_closed" },
    upstream: ({ params, body: input }) => {
      assertOneDue(input);
      const { title: name, body: notes, is_completed: completed, due_at, custom_fields, ...same } = input;
      const changes = { name, notes, completed, ...same, due_at: utc("due_at", due_at) };
      return write(
        "PUT",
        path`/tasks/${params.id}`,
        { ...changes, custom_fields: checkedCustomFields(custom_fields) },
        TASK,
      );
    },
    returns: one(task, { at: "data" }),
  }),
  move_task: endpoint({
    method: "POST",
    idempotent: true,
    path: "/tasks/{id}/move",
    permission: "tasks.write",
    reaches: false,
    description: "Move an Asana task to another section, or add it to another project as well.",
    keywords: ["column", "board", "drag card", "change section"],
    params: { id: taskId },
    body: t.Object({
      project: projectId,
      section: t.Optional(sectionId),
      after: t.Optional(gid("Id of the task to place this one after.")),
      before: t.Optional(gid("Id of the task to place this one before.")),
    }),
    upstream: ({ params, body: { project, section, after, before } }) => {
      if (after !== undefined && before !== undefined) throw new InvalidInput('Send "after" or "before", not both.');
      const data = { project, section, insert_after: after, insert_before: before };
      return write("POST", path`/tasks/${params.id}/addProject`, data);
    },
    returns: one(placed),
  }),
  tag_task: endpoint({
    method: "POST",
    idempotent: true,
    path: "/tasks/{id}/tags",
    permission: "tasks.write",
    reaches: false,
    description: "Put a tag on an Asana task.",
    keywords: ["label", "categorize"],
    params: { id: taskId },
    body: t.Object({ tag: gid("Id of the tag, from asana_list_tags.") }),
    upstream: ({ params, body: { tag } }) => write("POST", path`/tasks/${params.id}/addTag`, { tag }),
    returns: one(tagged),
  }),
  delete_task: endpoint({
    method: "DELETE",
    path: "/tasks/{id}",
    permission: "tasks.delete",
    reaches: false,
    description: "Delete an Asana task; it stays in the trash for 30 days.",
    keywords: ["remove task", "trash"],
    params: { id: taskId },
    upstream: ({ params }) => ({ method: "DELETE", path: path`/tasks/${params.id}` }),
    returns: deleted(),
  }),
};
