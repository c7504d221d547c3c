// Comments on Asana tasks, which are stories of one kind, and the files attached to a task.
import {
  asTime,
  endpoint,
  field,
  many,
  maybeFlag,
  maybeText,
  one,
  path,
  record,
  resource,
  shapes,
  t,
} from "gateway/plugin";
import { only, pagination, REF, ref, within, write } from "./fields.ts";
import { taskId } from "./tasks.ts";

/** A task's stories are what people wrote, and what Asana notes of each change. */
const comment = resource({
  raw: t.Object({
    gid: t.String({ minLength: 1 }),
    type: maybeText,
    text: maybeText,
    created_by: t.Optional(t.Union([ref.raw, t.Null()])),
    created_at: maybeText,
    is_edited: maybeFlag,
    is_pinned: maybeFlag,
  }),
  shape: t.Object({
    id: t.String(),
    text: t.String(),
    author: t.Union([ref.shape, t.Null()]),
    is_edited: t.Boolean(),
    is_pinned: t.Boolean(),
    created_at: shapes.nullableTime(),
  }),
  map: (story, call) =>
    story.type === "comment"
      ? {
          id: story.gid,
          text: story.text ?? "",
          author: story.created_by ? ref.map(story.created_by, call) : null,
          is_edited: story.is_edited === true,
          is_pinned: story.is_pinned === true,
          created_at: asTime(story.created_at),
        }
      : null,
});
const COMMENT = ["type", "text", "created_at", "is_edited", "is_pinned", ...within("created_by", REF)];

const attachment = record({
  id: field.id({ from: "gid" }),
  name: field.nullableText(),
  kind: field.nullableText({
    from: "resource_subtype",
    description: "Where it is stored: asana, gdrive, dropbox, onedrive, box, external …",
  }),
  size: field.nullableInteger({ description: "Size in bytes; null for files stored outside Asana." }),
  url: field.nullableText({ from: "permanent_url", description: "URL to open in a browser." }),
  created_at: field.nullableTime(),
});

export const commentEndpoints = {
  list_comments: endpoint({
    method: "GET",
    path: "/tasks/{id}/comments",
    permission: "comments.read",
    description: "List the comments on an Asana task, the oldest first.",
    keywords: ["discussion", "replies", "conversation", "notes"],
    params: { id: taskId },
    upstream: ({ params }) => ({ path: path`/tasks/${params.id}/stories`, query: only(COMMENT) }),
    returns: many("comments", comment, { at: "data", pagination }),
  }),
  create_comment: endpoint({
    method: "POST",
    recipients: ["id"],
    reaches: true,
    path: "/tasks/{id}/comments",
    permission: "comments.write",
    description: "Comment on an Asana task, as plain text.",
    keywords: ["reply", "answer", "note", "discuss"],
    params: { id: taskId },
    body: t.Object({ text: t.String({ minLength: 1, maxLength: 65_535, description: "The comment as plain text." }) }),
    upstream: ({ params, body }) => write("POST", path`/tasks/${params.id}/stories`, body, COMMENT),
    returns: one(comment, { at: "data" }),
  }),
  list_attachments: endpoint({
    method: "GET",
    path: "/tasks/{id}/attachments",
    permission: "attachments.read",
    description: "List the files attached to an Asana task.",
    keywords: ["files", "documents", "images"],
    params: { id: taskId },
    upstream: ({ params }) => ({
      path: path`/attachments`,
      query: { parent: params.id, ...only(["name", "resource_subtype", "size", "permanent_url", "created_at"]) },
    }),
    returns: many("attachments", attachment, { at: "data", pagination }),
  }),
};
