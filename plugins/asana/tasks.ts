// Reads Asana tasks: lists, search, one task and its subtasks.
import { endpoint, InvalidInput, many, one, pages, path, t } from "gateway/plugin";
import { day, gid, only, pagination, someone, time, utc } from "./fields.ts";
import { projectId, workspaceId } from "./places.ts";
import { TASK, task } from "./task.ts";

export const taskId = gid("Id of the task, from asana_list_tasks.");
export const sectionId = gid("Id of the section, from asana_list_sections.");

interface Where {
  project?: string;
  section?: string;
  assignee?: string;
  workspace?: string;
}

/** Asana takes one place, or a person within a workspace. */
function checkedWhere({ project, section, assignee, workspace }: Where): Where {
  const given = [project, section, assignee].filter((value) => value !== undefined).length;
  if (given === 1 && (assignee === undefined) === (workspace === undefined))
    return { project, section, assignee, workspace };
  throw new InvalidInput(
    "Tasks are listed of one project, one section, or one assignee together with a workspace; asana_search_tasks takes more.",
  );
}

/** Asana's search is not paged, and each request would have another order: the one page is always the same size. */
const SEARCH_MAX = 100;

const searchQuery = t.Object({
  workspace: workspaceId,
  q: t.Optional(t.String({ minLength: 1, maxLength: 500, description: "Words in the title or description." })),
  completed: t.Optional(t.Boolean({ description: "true: only completed tasks; false: only open ones." })),
  assignee: t.Optional(someone("Assigned to this person: an id, an email address, or me.")),
  created_by: t.Optional(someone("Created by this person: an id, an email address, or me.")),
  project: t.Optional(projectId),
  section: t.Optional(sectionId),
  tag: t.Optional(gid("Only tasks with this tag; asana_list_tags returns its id.")),
  due_since: t.Optional({
    ...day("Due after this day, a calendar day in no time zone."),
    previousNames: ["due_after"],
  }),
  due_until: t.Optional({
    ...day("Due before this day, a calendar day in no time zone."),
    previousNames: ["due_before"],
  }),
  updated_since: t.Optional({ ...time("Changed after this time."), previousNames: ["modified_since"] }),
  is_subtask: t.Optional(t.Boolean({ description: "true: only subtasks; false: no subtasks." })),
  order: t.Optional(
    t.Union(
      ["due_date", "created_at", "completed_at", "modified_at"].map((name) => t.Literal(name)),
      { previousNames: ["sort"], description: "What to sort by, the latest first; the default is modified_at." },
    ),
  ),
});

export const taskEndpoints = {
  list_tasks: endpoint({
    method: "GET",
    path: "/tasks",
    permission: "tasks.read",
    description:
      "List the Asana tasks of a project, a section, or of a person in a workspace (assignee=me for the connected user).",
    keywords: ["my tasks", "to-do", "assigned to me", "board", "cards"],
    query: t.Object({
      project: t.Optional(projectId),
      section: t.Optional(sectionId),
      assignee: t.Optional(someone("Assigned to this person: an id, an email address, or me; needs workspace.")),
      workspace: t.Optional(workspaceId),
      open_only: t.Optional(t.Boolean({ description: "Whether to leave out completed tasks." })),
      updated_since: t.Optional({
        ...time("Only tasks that have changed since this time."),
        previousNames: ["modified_since"],
      }),
    }),
    upstream: ({ query }) => ({
      path: path`/tasks`,
      query: {
        ...checkedWhere(query),
        completed_since: query.open_only === true ? "now" : undefined,
        modified_since: utc("updated_since", query.updated_since) ?? undefined,
        ...only(TASK),
      },
    }),
    returns: many("tasks", task, { at: "data", pagination }),
  }),
  search_tasks: endpoint({
    method: "GET",
    path: "/search/tasks",
    permission: "tasks.read",
    description:
      "Search the Asana tasks of a workspace by words, person, project, tag or due date: at most 100 results; only in paid plans.",
    keywords: ["find task", "overdue", "due this week", "to-do"],
    query: searchQuery,
    upstream: ({ query }) => ({
      path: path`/workspaces/${query.workspace}/tasks/search`,
      query: {
        text: query.q,
        completed: query.completed,
        "assignee.any": query.assignee,
        "created_by.any": query.created_by,
        "projects.any": query.project,
        "sections.any": query.section,
        "tags.any": query.tag,
        "due_on.before": query.due_until,
        "due_on.after": query.due_since,
        "modified_at.after": utc("updated_since", query.updated_since) ?? undefined,
        is_subtask: query.is_subtask,
        sort_by: query.order ?? "modified_at",
        limit: SEARCH_MAX,
        ...only(TASK),
      },
    }),
    returns: many("tasks", task, { at: "data", pagination: pages.whole() }),
  }),
  get_task: endpoint({
    method: "GET",
    path: "/tasks/{id}",
    permission: "tasks.read",
    description: "Get one Asana task with description, assignee, dates, projects, tags and custom fields.",
    keywords: ["task details", "to-do"],
    params: { id: taskId },
    upstream: ({ params }) => ({ path: path`/tasks/${params.id}`, query: only(TASK) }),
    returns: one(task, { at: "data" }),
  }),
  list_subtasks: endpoint({
    method: "GET",
    path: "/tasks/{id}/subtasks",
    permission: "tasks.read",
    description: "List the subtasks of an Asana task.",
    keywords: ["checklist", "children", "steps"],
    params: { id: taskId },
    upstream: ({ params }) => ({ path: path`/tasks/${params.id}/subtasks`, query: only(TASK) }),
    returns: many("tasks", task, { at: "data", pagination }),
  }),
};
