// To-do items: what GitLab wants the connected user to look at.
import {
  asTime,
  endpoint,
  many,
  maybe,
  maybeInteger,
  maybeText,
  one,
  oneOf,
  path,
  rawId,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { idParam, paging } from "./fields.ts";

export const todoRaw = t.Object({
  id: rawId,
  project: maybe(t.Object({ path_with_namespace: t.String() })),
  author: maybe(t.Object({ username: t.String() })),
  action_name: t.String(),
  target_type: maybeText,
  target: maybe(t.Object({ iid: maybeInteger, title: maybeText })),
  target_url: maybeText,
  body: maybeText,
  state: t.String(),
  created_at: maybeText,
});
export const todoShape = t.Object({
  id: t.String(),
  action: t.String({
    description:
      "Reason for the to-do item, such as assigned, mentioned, directly_addressed, review_requested, build_failed or approval_required.",
  }),
  type: shapes.nullableText("Issue, MergeRequest, Commit and so on."),
  project: shapes.nullableText("Path of the project."),
  number: t.Union([t.Integer(), t.Null()], { description: "Number of the issue or merge request." }),
  title: shapes.nullableText(),
  body: shapes.nullableText("The text that mentions the user, or the title."),
  state: t.String({ description: "pending or done." }),
  author: shapes.nullableText("Username of the person who caused it."),
  url: shapes.nullableText(),
  created_at: shapes.nullableTime(),
});
export function toTodo(raw: Static<typeof todoRaw>): Static<typeof todoShape> {
  return {
    id: String(raw.id),
    action: raw.action_name,
    type: raw.target_type ?? null,
    project: raw.project?.path_with_namespace ?? null,
    number: raw.target?.iid ?? null,
    title: raw.target?.title ?? null,
    body: raw.body ?? null,
    state: raw.state,
    author: raw.author?.username ?? null,
    url: raw.target_url ?? null,
    created_at: asTime(raw.created_at),
  };
}
const todo = resource({ raw: todoRaw, shape: todoShape, map: toTodo });

export const todoEndpoints = {
  list_todos: endpoint({
    method: "GET",
    path: "/todos",
    permission: "todos.read",
    description: "List the GitLab to-do items of the connected user, newest first: mentions, assignments, reviews.",
    keywords: ["to-do list", "notifications", "inbox", "mentions", "what should I look at"],
    query: t.Object({
      state: t.Optional(oneOf(["pending", "done"], "State of the to-do items to return; the default is pending.")),
      type: t.Optional(
        oneOf(["Issue", "MergeRequest", "Commit", "Epic"], "Only to-do items about things of this type."),
      ),
    }),
    upstream: "/todos",
    returns: many("todos", todo, { pagination: paging }),
  }),
  finish_todo: endpoint({
    method: "POST",
    idempotent: true,
    path: "/todos/{todo}/finish",
    permission: "todos.write",
    reaches: false,
    description: "Mark a GitLab to-do item as done.",
    keywords: ["clear notification", "dismiss", "mark as read", "complete"],
    params: { todo: idParam("Id of the item, from gitlab_list_todos.") },
    upstream: ({ params }) => ({ path: path`/todos/${params.todo}/mark_as_done` }),
    returns: one(todo),
  }),
};
