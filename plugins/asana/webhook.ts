// Asana's webhook: a handshake that brings its secret, then signed lists of thin events (developers.asana.com/docs/webhooks-guide).
import {
  asTime,
  type EventDef,
  event,
  hmacSha256,
  type InboundWebhook,
  maybe,
  maybeText,
  nullable,
  path,
  shapes,
  t,
  textAt,
  type UpstreamResponse,
  type Webhook,
} from "gateway/plugin";
import { GID, only } from "./fields.ts";

const SECRET = "x-hook-secret";
const SIGNATURE = "x-hook-signature";

const thing = t.Object({ gid: t.String({ pattern: GID.source }), resource_type: maybeText });
const raw = t.Object({
  user: maybe(t.Object({ gid: t.String() })),
  created_at: maybeText,
  resource: thing,
  parent: maybe(thing),
});

const isOf = (item: unknown, type: string, action: string) =>
  textAt(item, "resource.resource_type") === type && textAt(item, "action") === action;

const taskShape = t.Object({
  id: t.String({ description: "Id of the task." }),
  title: shapes.nullableText("Title of the task; null if it can no longer be read."),
  project_id: shapes.nullableText("Id of the project that the task was removed from."),
  user_id: shapes.nullableText("Id of the user who made the change."),
  url: shapes.nullableText("URL to open in a browser."),
  occurred_at: shapes.nullableTime(),
});

const contentAt = (fetched: UpstreamResponse | null, name: string) => textAt(fetched?.json, `data.${name}`);

/** An event about a task; a deleted one cannot be read any more. */
function taskEvent(action: string, what: string, description: string, match = (_: unknown): boolean => true): EventDef {
  return event({
    description,
    match: (_, item) => isOf(item, "task", action) && match(item),
    raw,
    shape: taskShape,
    fetch: ({ resource }) =>
      action === "deleted" ? null : { path: path`/tasks/${resource.gid}`, query: only(["name", "permalink_url"]) },
    map: ({ resource, parent, user, created_at }, _, fetched) => ({
      id: resource.gid,
      title: contentAt(fetched, "name"),
      project_id: parent?.resource_type === "project" ? parent.gid : null,
      user_id: user?.gid ?? null,
      url: contentAt(fetched, "permalink_url"),
      occurred_at: asTime(created_at),
    }),
    view: ({ title, url, occurred_at }) => ({
      title: `${title || "A task"} was ${what}`,
      url,
      occurredAt: occurred_at,
    }),
  });
}

const commentCreated = event({
  description: "Someone commented on an Asana task.",
  match: (_, item) => isOf(item, "story", "added") && textAt(item, "resource.resource_subtype") === "comment_added",
  raw,
  shape: t.Object({
    id: t.String({ description: "Id of the comment." }),
    task_id: shapes.nullableText(),
    task_title: shapes.nullableText(),
    text: shapes.nullableText("Text of the comment; null if it cannot be read."),
    author: nullable(t.Object({ id: t.String(), name: shapes.nullableText() })),
    url: shapes.nullableText("URL of the task, to open in a browser."),
    occurred_at: shapes.nullableTime(),
  }),
  fetch: ({ resource }) => ({
    path: path`/stories/${resource.gid}`,
    query: only(["text", "created_by.name", "target.name", "target.permalink_url"]),
  }),
  map: ({ resource, parent, user, created_at }, _, fetched) => {
    const authorId = contentAt(fetched, "created_by.gid") ?? user?.gid ?? null;
    return {
      id: resource.gid,
      task_id: parent?.gid ?? contentAt(fetched, "target.gid"),
      task_title: contentAt(fetched, "target.name"),
      text: contentAt(fetched, "text"),
      author: authorId === null ? null : { id: authorId, name: contentAt(fetched, "created_by.name") },
      url: contentAt(fetched, "target.permalink_url"),
      occurred_at: asTime(created_at),
    };
  },
  view: ({ task_title, text, author, url, occurred_at }) => ({
    title: `New comment on ${task_title || "a task"}`,
    summary: text?.replace(/\s+/g, " ").trim().slice(0, 200) || null,
    actor: author?.name ?? null,
    url,
    occurredAt: occurred_at,
  }),
});

/** The secret as Asana writes it: 32 or 64 characters in hex so far. */
const KEY = /^[\x21-\x7e]{16,256}$/;

/** Only a source's own address has a secret before the handshake; at the provider's address nobody is expected. */
function handshake({ headers }: InboundWebhook, { subscription }: { subscription?: string | null }) {
  const key = headers.get(SECRET);
  if (key === null || headers.has(SIGNATURE) || !KEY.test(key) || !subscription) return null;
  return { type: "text/plain" as const, body: "", headers: { [SECRET]: key }, keepSecret: key };
}

/** Asana numbers no event: what it says and when is what it is. */
function eventId(item: unknown): string {
  const parts = ["resource.gid", "action", "parent.gid", "user.gid", "change.field", "change.action", "created_at"];
  return parts.map((name) => textAt(item, name) ?? "").join(" ");
}

const ofTask = (action: string) => (_: InboundWebhook, item: unknown) => isOf(item, "task", action);

export const webhook: Webhook = {
  // Keyed with the secret as it is written, not with the bytes that its hex stands for.
  verify: hmacSha256({ header: SIGNATURE, secret: "subscription" }),
  handshake,
  items: "events",
  eventId: (_, item) => eventId(item),
  // The events name a changed task by its id alone: the poll reads what it is now, and what inbound webhooks lost.
  triggersPoll: {
    project: (inbound, item) => ofTask("added")(inbound, item) || ofTask("changed")(inbound, item),
  },
  events: {
    "tasks.removed": taskEvent(
      "removed",
      "removed from a project",
      "A task was removed from a watched Asana project.",
      (item) => textAt(item, "parent.resource_type") === "project",
    ),
    "tasks.deleted": taskEvent("deleted", "deleted", "A task of a watched Asana project was deleted."),
    "tasks.restored": taskEvent("undeleted", "restored", "A deleted task of a watched Asana project was restored."),
    "comments.created": commentCreated,
  },
};
