// Where GitLab's events come from: a webhook of one project or a poll of its lists, and the person's to-do items.
import {
  asUtc,
  checked,
  idAt,
  maybe,
  maybeText,
  type Poll,
  type PolledEventDef,
  type Push,
  path,
  polledEvent,
  pollSince,
  Refusal,
  rawId,
  type Source,
  type Static,
  t,
  textAt,
  type UpstreamPath,
  valueAt,
} from "gateway/plugin";
import { activityShape, type Kind, SIGNS, viewOfActivity } from "./event.ts";
import { PROJECT } from "./fields.ts";
import { todoRaw, todoShape, toTodo } from "./todos.ts";
import { SIGNING } from "./webhook.ts";

const hooksOf = (project: string | null) => path`/projects/${project ?? ""}/hooks`;

/** Letters of the secret that make the 32 bytes of GitLab's signing key. */
const signingToken = (secret: string) => `${SIGNING}${btoa(secret.slice(0, 32))}`;

/** Needs a maintainer of the project, and the scope `api`: docs.gitlab.com/api/project_webhooks. */
const push: Push = {
  deliversTo: "source",
  subscribe: ({ resource, address, secret }) => ({
    method: "POST",
    path: hooksOf(resource),
    json: {
      url: address,
      token: secret,
      signing_token: signingToken(secret),
      enable_ssl_verification: true,
      push_events: true,
      tag_push_events: true,
      issues_events: true,
      confidential_issues_events: true,
      note_events: true,
      confidential_note_events: true,
      merge_requests_events: true,
      pipeline_events: true,
    },
  }),
  subscribed: ({ json }, { secret }) => {
    const id = idAt(json, "id");
    if (id === null) throw new Refusal("error", "GitLab's response names no webhook.", "unexpected_shape");
    // Instances before 19.0 take no signing token, and do not say so.
    const isSigning = valueAt(json, "signing_token_present") === true;
    return { id, expiresAt: null, ...(isSigning && { secret: signingToken(secret) }) };
  },
  unsubscribe: ({ id }, { resource }) => ({ method: "DELETE", path: hookOf(resource, id) }),
  check: ({ id }, { resource }) => ({ path: hookOf(resource, id) }),
  // GitLab disables a webhook that has failed often.
  isActive: ({ json }) => textAt(json, "alert_status") !== "disabled",
};
const hookOf = (project: string | null, id: string) => path`/projects/${project ?? ""}/hooks/${id}`;

const EVERY_S = 300;
/** For clocks that differ, and for transactions that end late. */
const OVERLAP_S = 120;
const PAGE = 100;

const Things = t.Array(t.Object({ id: rawId, updated_at: t.String(), created_at: t.String() }));
const LISTS: readonly Kind[] = ["issue", "merge_request"];
const pathOf = (kind: Kind, project: string | null): UpstreamPath =>
  kind === "issue" ? path`/projects/${project ?? ""}/issues` : path`/projects/${project ?? ""}/merge_requests`;

/** A cursor is a list, the time that its next page begins at, and a page's number while all of a page have one time. */
function readCursor(cursor: string | null, since: number) {
  const [kind = "issue", from = new Date(since).toISOString(), page = "1"] = cursor?.split(" ") ?? [];
  return { kind: kind as Kind, from, page: Number(page) };
}

function cursorAfter({ kind, from, page }: ReturnType<typeof readCursor>, things: { updated_at: string }[]) {
  if (things.length < PAGE) {
    const next = LISTS[LISTS.indexOf(kind) + 1];
    return next === undefined ? null : next;
  }
  // By time and not by page: what changes meanwhile moves to the end, and what is behind it one place forward.
  const last = asUtc(things.at(-1)?.updated_at) ?? from;
  return last > from ? `${kind} ${last} 1` : `${kind} ${from} ${page + 1}`;
}

/** What happened to a thing since a time, and when. A change within a second is part of what it followed. */
function happened(thing: unknown, since: number): { what: string; at: string }[] {
  const timeAt = (name: string) => asUtc(textAt(thing, name));
  const [created, updated, merged] = [timeAt("created_at"), timeAt("updated_at"), timeAt("merged_at")];
  const closed = merged === null && textAt(thing, "state") === "closed" ? timeAt("closed_at") : null;
  const found = [
    { what: "opened", at: created },
    { what: "merged", at: merged },
    { what: "closed", at: closed },
  ].filter((one): one is { what: string; at: string } => one.at !== null && Date.parse(one.at) >= since);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...found.map(({ at }) => Date.parse(at)));
  const isLater = updated !== null && Date.parse(updated) - last >= 1_000;
  return [...found, ...(isLater ? [{ what: "updated", at: updated }] : [])];
}

const activityPoll: Poll = pollSince({
  everyS: EVERY_S,
  overlapS: OVERLAP_S,
  read: async (since, cursor, { resource }, upstream) => {
    const position = readCursor(cursor, since);
    const { kind, from, page } = position;
    const sorting = { state: "all", scope: "all", order_by: "updated_at", sort: "asc" };
    const response = await upstream.attempt(
      { path: pathOf(kind, resource), query: { ...sorting, updated_after: from, per_page: PAGE, page } },
      ["forbidden"],
    );
    // A project can do without issues or merge requests; one that may not be read at all refuses this as well.
    if (!response) await upstream.request({ path: path`/projects/${resource ?? ""}` });
    const things = response ? checked(Things, response.json) : [];
    return {
      items: things.flatMap((thing) => happened(thing, since).map((one) => ({ kind, ...one, thing }))),
      cursor: cursorAfter(position, things),
    };
  },
});

const activityRaw = t.Object({
  at: t.String(),
  thing: t.Object({
    id: rawId,
    iid: t.Integer(),
    project_id: rawId,
    title: t.String(),
    state: t.String(),
    labels: maybe(t.Array(t.String())),
    source_branch: maybeText,
    target_branch: maybeText,
    author: maybe(t.Object({ username: maybeText })),
    references: maybe(t.Object({ full: maybeText })),
    web_url: maybeText,
  }),
});

function polledActivity(kind: Kind, what: string, description: string): PolledEventDef {
  return polledEvent({
    description,
    match: (item) => textAt(item, "kind") === kind && textAt(item, "what") === what,
    // An issue that is closed, opened and closed again is closed twice.
    id: ({ thing, at }) => `${kind}/${thing.id}/${what}/${at}`,
    raw: activityRaw,
    shape: activityShape,
    map: ({ thing, at }) => ({
      id: String(thing.id),
      type: kind,
      number: thing.iid,
      key: `${SIGNS[kind]}${thing.iid}`,
      title: thing.title,
      state: thing.state,
      labels: thing.labels ?? [],
      source_branch: thing.source_branch ?? null,
      target_branch: thing.target_branch ?? null,
      changes: [],
      project: thing.references?.full?.split(SIGNS[kind])[0] ?? null,
      project_id: String(thing.project_id),
      actor: what === "opened" ? (thing.author?.username ?? null) : null,
      url: thing.web_url ?? null,
      occurred_at: at,
    }),
    view: (payload) => viewOfActivity(payload, what),
  });
}

const project: Source<"projects.read"> = {
  description:
    "What happens in one project, reported by a webhook that the gateway adds to it; if the user may not add one, the project's issues and merge requests are polled.",
  permission: "projects.read",
  resource: {
    description:
      "The project's id, or its path such as acme/site; for a webhook, the connected user must be a maintainer.",
    pattern: new RegExp(PROJECT),
  },
  push,
  poll: activityPoll,
  events: {
    "issues.opened": polledActivity("issue", "opened", "An issue was opened in the GitLab project."),
    "issues.updated": polledActivity("issue", "updated", "An issue was changed in the GitLab project."),
    "issues.closed": polledActivity("issue", "closed", "An issue was closed in the GitLab project."),
    "merge_requests.opened": polledActivity("merge_request", "opened", "A GitLab merge request was opened."),
    "merge_requests.updated": polledActivity(
      "merge_request",
      "updated",
      "A GitLab merge request was changed, or got new commits.",
    ),
    "merge_requests.merged": polledActivity("merge_request", "merged", "A GitLab merge request was merged."),
    "merge_requests.closed": polledActivity("merge_request", "closed", "A GitLab merge request was closed unmerged."),
  },
};

/** Pages of one poll: more than a thousand new items within five minutes are nobody's. */
const MAX_PAGES = 10;
const Ids = t.Array(t.Object({ id: rawId }));

/** Items come the newest first, and their ids grow: a position is the newest id that was seen. */
const todos: Source<"todos.read"> = {
  description: "New to-do items of the connected user: assignments, mentions, review requests, failed builds.",
  permission: "todos.read",
  poll: {
    everyS: EVERY_S,
    start: async (_, upstream) => {
      const { json } = await upstream.request({ path: path`/todos`, query: { per_page: 1 } });
      return String(checked(Ids, json)[0]?.id ?? 0);
    },
    next: async (position, _, upstream) => {
      const seen = BigInt(position);
      const found: Static<typeof Ids> = [];
      for (let page = 1; page <= MAX_PAGES; page++) {
        const { json } = await upstream.request({ path: path`/todos`, query: { per_page: PAGE, page } });
        const items = checked(Ids, json);
        found.push(...items.filter(({ id }) => BigInt(id) > seen));
        if (items.length < PAGE || BigInt(items.at(-1)?.id ?? 0) <= seen) break;
      }
      const newest = found.reduce((most, { id }) => (BigInt(id) > most ? BigInt(id) : most), seen);
      return { items: found.toReversed(), position: String(newest), more: false };
    },
  },
  events: {
    "todos.received": polledEvent({
      description: "GitLab added an item to the user's to-do list.",
      id: ({ id }) => String(id),
      raw: todoRaw,
      shape: todoShape,
      map: (raw) => toTodo(raw),
      view: ({ action, type, project, title, body, author, url, created_at }) => ({
        title: `${project ?? "GitLab"}: ${title ?? type ?? "to-do"}`,
        summary: [action.replaceAll("_", " "), body === title ? null : body].filter(Boolean).join(": ").slice(0, 200),
        actor: author,
        url,
        occurredAt: created_at,
      }),
    }),
  },
};

export const sources = { project, todos };
