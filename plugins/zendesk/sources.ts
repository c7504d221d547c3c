// Where Zendesk's events come from: a webhook that an admin may make, and an export of changed tickets for what it lost.
import {
  asUtc,
  changesSince,
  checked,
  isSecondOver,
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
  type SincePage,
  type Source,
  type Static,
  t,
  textAt,
  type Upstream,
  valueAt,
} from "gateway/plugin";
import { changeId, DESCRIPTIONS, onceId, ticketEventShape, viewOf } from "./event.ts";
import { agentUrl } from "./fields.ts";
import { searchRequest } from "./search.ts";
import { ZENDESK_TYPES } from "./webhook.ts";

/** Signs test requests of webhooks that are not stored, and is published: no proof of anything. */
const TEST_SECRET = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";

/** developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks */
const push: Push = {
  deliversTo: "source",
  subscribe: ({ id, address }) => ({
    method: "POST",
    path: path`/api/v2/webhooks`,
    json: {
      webhook: {
        name: `Integration gateway ${id.slice(0, 8)}`,
        endpoint: address,
        http_method: "POST",
        request_format: "json",
        status: "active",
        subscriptions: ZENDESK_TYPES,
      },
    },
  }),
  subscribed: ({ json }) => {
    const { webhook } = checked(t.Object({ webhook: t.Object({ id: t.String({ minLength: 1 }) }) }), json);
    return { id: webhook.id, expiresAt: null };
  },
  // Zendesk chooses the secret, and shows it here only.
  readSecret: ({ id }) => ({ path: path`/api/v2/webhooks/${id}/signing_secret` }),
  secretIn: ({ json }) => {
    const { signing_secret } = checked(
      t.Object({ signing_secret: t.Object({ secret: t.String({ minLength: 16 }) }) }),
      json,
    );
    if (signing_secret.secret === TEST_SECRET) throw new Refusal("error", "Zendesk names a secret that is public.");
    return signing_secret.secret;
  },
  unsubscribe: ({ id }) => ({ method: "DELETE", path: path`/api/v2/webhooks/${id}` }),
  check: ({ id }) => ({ path: path`/api/v2/webhooks/${id}` }),
  isActive: ({ json }) => textAt(json, "webhook.status") === "active",
};

const Exported = t.Object({
  tickets: t.Array(t.Unknown()),
  after_cursor: maybeText,
  end_of_stream: t.Boolean(),
});
const Found = t.Object({
  results: t.Array(t.Unknown()),
  meta: t.Object({ has_more: t.Boolean(), after_cursor: maybeText }),
});

/** Zendesk refuses to export what is younger than a minute. */
const YOUNGEST_S = 61;
const PAGE = 250;

/** The export, which admins may read: developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports. */
async function exported(
  query: { start_time: number } | { cursor: string },
  upstream: Upstream,
): Promise<SincePage | null> {
  const request = { path: path`/api/v2/incremental/tickets/cursor`, query: { ...query, per_page: PAGE } };
  const response = await upstream.attempt(request, "start_time" in query ? ["forbidden"] : []);
  if (response === null) return null;
  const { tickets, after_cursor, end_of_stream } = checked(Exported, response.json);
  return { items: tickets, cursor: end_of_stream || !after_cursor ? null : `export ${after_cursor}` };
}

/** What an agent may see of the changed tickets; deleted ones are not found. */
async function searched(since: string, cursor: string | undefined, upstream: Upstream): Promise<SincePage> {
  const { path: at, query } = searchRequest("ticket", { since: { updated: since } });
  const { json } = await upstream.request({ path: at, query: { ...query, "page[size]": 100, "page[after]": cursor } });
  const { results, meta } = checked(Found, json);
  return { items: results, cursor: meta.has_more && meta.after_cursor ? `search ${meta.after_cursor}` : null };
}

async function readPage(since: number, cursor: string | null, now: number, upstream: Upstream): Promise<SincePage> {
  const [, way, own = ""] = /^(export|search) (.+)$/s.exec(cursor ?? "") ?? [];
  const from = new Date(since).toISOString();
  if (way === "search") return searched(from, own, upstream);
  const youngest = Math.floor(now / 1_000) - YOUNGEST_S;
  const query = way === "export" ? { cursor: own } : { start_time: Math.min(Math.floor(since / 1_000), youngest) };
  return (await exported(query, upstream)) ?? (await searched(from, undefined, upstream));
}

const raw = t.Object({
  change: t.String(),
  ticket: t.Object({
    id: rawId,
    subject: maybeText,
    status: maybeText,
    priority: maybeText,
    type: maybeText,
    requester_id: maybe(rawId),
    assignee_id: maybe(rawId),
    group_id: maybe(rawId),
    organization_id: maybe(rawId),
    tags: maybe(t.Array(t.String())),
    created_at: t.String({ format: "date-time" }),
    updated_at: t.String({ format: "date-time" }),
  }),
});

function changesOf(ticket: unknown, since: number, now: number): object[] {
  const [createdAt = Number.NaN, changedAt = Number.NaN] = ["created_at", "updated_at"].map((name) =>
    Date.parse(asUtc(textAt(ticket, name)) ?? ""),
  );
  // Times are cut to whole seconds; the export also shows what no person changed, with an old time.
  const from = Math.floor(since / 1_000) * 1_000;
  if (!(changedAt >= from) || !isSecondOver(changedAt, now)) return [];
  if (valueAt(ticket, "status") === "deleted") return [{ change: "deleted", ticket }];
  return changesSince(from, createdAt, changedAt).map((change) => ({ change, ticket }));
}

const poll: Poll = {
  ...pollSince({
    everyS: 300,
    // The export leaves out the last minute, and the search lags some more.
    overlapS: 600,
    read: async (since, cursor, { now }, upstream) => {
      const { items, cursor: next } = await readPage(since, cursor, now, upstream);
      return { items: items.flatMap((ticket) => changesOf(ticket, since, now)), cursor: next };
    },
  }),
  sharesEventIds: true,
};

const idText = (id: Static<typeof rawId> | null | undefined) => (id === null || id === undefined ? null : String(id));

const polled = (what: "created" | "updated" | "deleted"): PolledEventDef =>
  polledEvent({
    description: DESCRIPTIONS[what],
    match: (item) => textAt(item, "change") === what,
    id: ({ ticket: { id, updated_at } }) =>
      what === "updated" ? changeId(String(id), asUtc(updated_at) ?? updated_at) : onceId(String(id), what),
    raw,
    shape: ticketEventShape,
    map: ({ ticket }, { identity }) => ({
      id: String(ticket.id),
      subject: ticket.subject || null,
      status: ticket.status ?? null,
      priority: ticket.priority ?? null,
      type: ticket.type ?? null,
      requester_id: idText(ticket.requester_id),
      assignee_id: idText(ticket.assignee_id),
      group_id: idText(ticket.group_id),
      organization_id: idText(ticket.organization_id),
      tags: ticket.tags ?? [],
      previous: null,
      current: null,
      comment: null,
      actor_id: null,
      url: what === "deleted" ? null : agentUrl(identity, "tickets", String(ticket.id)),
      occurred_at: asUtc(what === "created" ? ticket.created_at : ticket.updated_at),
    }),
    view: (payload) => viewOf(payload, what),
  });

export const sources = {
  tickets: {
    description: "Tickets that are new, answered or changed, and new customers and organizations.",
    permission: "events.read",
    push,
    poll,
    events: {
      "tickets.created": polled("created"),
      "tickets.updated": polled("updated"),
      "tickets.deleted": polled("deleted"),
    },
  } satisfies Source<"events.read">,
};
