// Notion's webhook: signed thin events, which name a page, a database or a comment by id. What the inbox shows is fetched.
import {
  type EventDef,
  type EventSubject,
  event,
  hmacSha256,
  type InboundWebhook,
  maybeText,
  path,
  t,
  textAt,
  type UpstreamRequest,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { type Change, changeShape, contentOf, idsIn, titled, viewOf } from "./change.ts";
import { resourceOwnerId } from "./oauth.ts";

const raw = t.Object({
  type: t.String(),
  timestamp: maybeText,
  workspace_id: maybeText,
  workspace_name: maybeText,
  authors: t.Optional(t.Unknown()),
  accessible_by: t.Optional(t.Unknown()),
  entity: t.Object({ id: t.String(), type: t.String() }),
  data: t.Optional(t.Unknown()),
});

/** The request for the thing itself, by the type of the entity. */
function contentRequest({ id, type }: { id: string; type: string }): UpstreamRequest | null {
  switch (type) {
    case "page":
      return { path: path`/pages/${id}` };
    case "database":
      return { path: path`/databases/${id}` };
    case "data_source":
      return { path: path`/data_sources/${id}` };
    case "comment":
      return { path: path`/comments/${id}` };
    default:
      return null;
  }
}

/** What is deleted cannot be read any more. */
const isDeletion = (type: string) => type.endsWith(".deleted");

/**
 * An event of one of Notion's `types`. `accessible_by` names who may see the thing; without it only a resource owner whose token
 * reads the thing gets the event.
 */
function thinEvent(types: readonly string[], title: string): EventDef {
  return event({
    description: `${title}.`,
    match: (_, item) => types.includes(String(valueAt(item, "type"))),
    raw,
    shape: changeShape,
    fetch: ({ type, entity }) => (isDeletion(type) ? null : contentRequest(entity)),
    map: ({ entity, data, authors, accessible_by, workspace_name, timestamp }, _, fetched): Change | null => {
      if (fetched === null && !Array.isArray(accessible_by)) return null;
      return {
        id: entity.id,
        type: entity.type,
        ...contentOf(fetched?.json),
        parent_id: textAt(data, "parent.id"),
        page_id: textAt(data, "page_id"),
        author_ids: idsIn(authors),
        updated_ids: [...idsIn(valueAt(data, "updated_blocks")), ...idsIn(valueAt(data, "updated_properties"))],
        workspace_name: workspace_name ?? null,
        occurred_at: timestamp ?? null,
      };
    },
    view: (payload) => viewOf(payload, titled(title, payload.workspace_name)),
  });
}

/**
 * The resource owners in `accessible_by`, who may see the thing. Without it, those of the workspace, whose tokens decide what they
 * may see: see `map`.
 */
function subject({ json }: InboundWebhook): EventSubject | EventSubject[] | null {
  const [workspace, owners] = [textAt(json, "workspace_id"), valueAt(json, "accessible_by")];
  if (workspace === null) return null;
  if (!Array.isArray(owners)) return { matches: "workspace", id: workspace };
  return idsIn(owners).map((id) => ({ matches: "identity", id: resourceOwnerId(workspace, id) }));
}

/** Notion's tokens have some fifty characters. */
const TOKEN = /^[\x21-\x7e]{8,256}$/;

export const webhook: Webhook = {
  // developers.notion.com/reference/webhooks: HMAC-SHA-256 of the raw body, keyed with the verification token.
  verify: hmacSha256({ header: "x-notion-signature", prefix: "sha256=" }),
  // Once a token is set, a new one is refused: nothing proves who sent the handshake.
  handshake: ({ json }, secrets) => {
    const token = textAt(json, "verification_token");
    if (token === null || !TOKEN.test(token) || secrets.webhook !== null) return null;
    return { type: "application/json", body: "{}", keepSecret: token };
  },
  eventId: ({ json }) => textAt(json, "id"),
  subject,
  events: {
    "pages.created": thinEvent(["page.created"], "A Notion page was created"),
    "pages.content_updated": thinEvent(["page.content_updated"], "The content of a Notion page was changed"),
    "pages.properties_updated": thinEvent(["page.properties_updated"], "The properties of a Notion page were changed"),
    "pages.moved": thinEvent(["page.moved"], "A Notion page was moved"),
    "pages.deleted": thinEvent(["page.deleted"], "A Notion page was moved to the trash"),
    "pages.restored": thinEvent(["page.undeleted"], "A Notion page was restored from the trash"),
    "databases.created": thinEvent(["database.created"], "A Notion database was created"),
    // Since 2025-09-03 these are events of the data source; older subscriptions name the database.
    "databases.content_updated": thinEvent(
      ["data_source.content_updated", "database.content_updated"],
      "The rows of a Notion database were changed",
    ),
    "databases.schema_updated": thinEvent(
      ["data_source.schema_updated", "database.schema_updated"],
      "The properties of a Notion database were changed",
    ),
    "databases.deleted": thinEvent(["database.deleted"], "A Notion database was moved to the trash"),
    "comments.created": thinEvent(["comment.created"], "Someone commented in Notion"),
    "comments.updated": thinEvent(["comment.updated"], "A comment in Notion was changed"),
    "comments.deleted": thinEvent(["comment.deleted"], "A comment in Notion was deleted"),
  },
};
