// Where Asana's events come from: a webhook of a chosen project, which triggers a poll of its tasks, and a poll of the person's own.
import {
  checked,
  maybe,
  type Push,
  path,
  pollSince,
  type SincePage,
  type Source,
  t,
  timeOfMs,
  type Upstream,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { CHANGED, changeEvents, changesOf } from "./change.ts";
import { GID, only } from "./fields.ts";

/** What a webhook reports; `changed` without fields would also report likes and followers. */
const FILTERS = [
  { resource_type: "task", action: "added" },
  {
    resource_type: "task",
    action: "changed",
    fields: ["name", "notes", "completed", "assignee", "due_on", "due_at", "start_on", "custom_fields"],
  },
  ...["removed", "deleted", "undeleted"].map((action) => ({ resource_type: "task", action })),
  { resource_type: "story", action: "added", resource_subtype: "comment_added" },
];

const Made = t.Object({
  data: t.Object({ gid: t.String({ pattern: GID.source }) }),
  "X-Hook-Secret": t.Optional(t.String({ minLength: 16 })),
});

/** developers.asana.com/docs/webhooks-guide: the handshake comes while the request is open. */
const push: Push = {
  deliversTo: "source",
  subscribe: ({ resource, address }) => ({
    method: "POST",
    path: path`/webhooks`,
    json: { data: { resource, target: address, filters: FILTERS } },
  }),
  subscribed: ({ json }) => {
    const made = checked(Made, json);
    const secret = made["X-Hook-Secret"];
    // The same as the handshake's, and that of nobody who was faster.
    return { id: made.data.gid, expiresAt: null, ...(secret !== undefined && { secret }) };
  },
  unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/webhooks/${id}` }),
  // After a day of failures Asana deletes it.
  check: ({ id }) => ({ path: path`/webhooks/${id}`, query: only(["active"]) }),
};

const EVERY_S = 300;
/** For clocks that differ, and for changes that show late. */
const OVERLAP_S = 120;
const PAGE = 100;
/** Of one person. */
const MAX_WORKSPACES = 50;

const Page = t.Object({
  data: t.Array(t.Object({ gid: t.String() })),
  next_page: maybe(t.Object({ offset: t.String({ minLength: 1 }) })),
});

/** A page of the tasks that have changed. An offset that Asana takes no more begins the list again. */
async function readChanges(
  where: UpstreamRequest["query"],
  since: number,
  offset: string | null,
  upstream: Upstream,
): Promise<SincePage> {
  const requestFor = (offset?: string): UpstreamRequest => ({
    path: path`/tasks`,
    query: { ...where, modified_since: timeOfMs(since) ?? undefined, limit: PAGE, offset, ...only(CHANGED) },
  });
  const continued = offset === null ? null : await upstream.attempt(requestFor(offset), ["invalid"]);
  const { data, next_page } = checked(Page, (continued ?? (await upstream.request(requestFor()))).json);
  return { items: data.flatMap((task) => changesOf(task, since)), cursor: next_page?.offset ?? null };
}

/** A cursor is `<workspaces that are left, the present one first> <offset>`. */
function cursorOf(workspaces: readonly string[], offset: string | null): string | null {
  return workspaces.length === 0 ? null : `${workspaces.join(",")} ${offset ?? ""}`;
}

async function workspacesOf(upstream: Upstream): Promise<string[]> {
  const { json } = await upstream.request({ path: path`/users/me`, query: only(["workspaces"]) });
  const list = valueAt(json, "data.workspaces");
  return (Array.isArray(list) ? list : [])
    .map((one: unknown) => String(valueAt(one, "gid")))
    .filter((id) => GID.test(id))
    .slice(0, MAX_WORKSPACES);
}

/** A person's tasks are listed for each workspace. */
async function readAssigned(since: number, cursor: string | null, upstream: Upstream): Promise<SincePage> {
  if (cursor === null) return { items: [], cursor: cursorOf(await workspacesOf(upstream), null) };
  const [, list = "", offset = ""] = /^(\S*) (.*)$/s.exec(cursor) ?? [];
  const [workspace = "", ...others] = list.split(",");
  const page = await readChanges({ assignee: "me", workspace }, since, offset || null, upstream);
  return {
    items: page.items,
    cursor: page.cursor === null ? cursorOf(others, null) : cursorOf([workspace, ...others], page.cursor),
  };
}

export const sources = {
  project: {
    description: "Changes of the tasks in one project, and comments on them.",
    permission: "tasks.watch",
    resource: { description: "Id of the project, from asana_list_projects.", pattern: GID },
    push,
    poll: pollSince({
      everyS: EVERY_S,
      overlapS: OVERLAP_S,
      read: (since, cursor, { resource }, upstream) =>
        readChanges({ project: resource ?? "" }, since, cursor, upstream),
    }),
    events: changeEvents("", "of a watched project"),
  } satisfies Source<"tasks.watch">,
  assigned: {
    description: "New, changed and completed tasks that are assigned to the person, in all workspaces.",
    permission: "tasks.read",
    poll: pollSince({
      everyS: EVERY_S,
      overlapS: OVERLAP_S,
      read: (since, cursor, _, upstream) => readAssigned(since, cursor, upstream),
    }),
    events: changeEvents("assigned_", "of the person"),
  } satisfies Source<"tasks.read">,
};
