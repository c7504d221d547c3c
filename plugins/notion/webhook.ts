// Notion's webhook: signed thin events, which name a page, a database or a comment by id.
import {
  type Delivery,
  type EventDef,
  type EventSubject,
  event,
  hmacSha256,
  maybeText,
  nullable,
  t,
  textAt,
  valueAt,
  type Webhook,
} from "gateway/plugin";
import { grantorId } from "./oauth.ts";

const raw = t.Object({
  type: t.String(),
  timestamp: maybeText,
  workspace_id: maybeText,
  workspace_name: maybeText,
  authors: t.Optional(t.Unknown()),
  entity: t.Object({ id: t.String(), type: t.String() }),
  data: t.Optional(t.Unknown()),
});
const shape = t.Object({
  id: t.String({ description: "The page, database or comment." }),
  type: t.String({ description: "page, database, data_source or comment." }),
  parent_id: nullable(t.String()),
  page_id: nullable(t.String({ description: "The page that a comment is on." })),
  author_ids: t.Array(t.String()),
  updated_ids: t.Array(t.String(), { description: "The blocks or properties that changed." }),
  workspace_name: nullable(t.String()),
  occurred_at: nullable(t.String()),
});

function idsIn(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).flatMap((item) =>
    typeof item === "string" ? item : (textAt(item, "id") ?? []),
  );
}

/** An event of one of Notion's `types`. Notion sends only ids, so the view shows `title` and the workspace. */
function thinEvent(types: readonly string[], title: string): EventDef {
  return event({
    description: `${title}.`,
    match: (_, item) => types.includes(String(valueAt(item, "type"))),
    raw,
    shape,
    map: ({ entity, data, authors, workspace_name, timestamp }) => ({
      id: entity.id,
      type: entity.type,
      parent_id: textAt(data, "parent.id"),
      page_id: textAt(data, "page_id"),
      author_ids: idsIn(authors),
      updated_ids: [...idsIn(valueAt(data, "updated_blocks")), ...idsIn(valueAt(data, "updated_properties"))],
      workspace_name: workspace_name ?? null,
      occurred_at: timestamp ?? null,
    }),
    view: (payload) => ({
      title: payload.workspace_name ? `${title} in ${payload.workspace_name}` : title,
      summary: null,
      actor: payload.author_ids[0] ?? null,
      url: webUrl(payload),
      occurredAt: payload.occurred_at,
    }),
  });
}

function webUrl({ id, type, page_id }: { id: string; type: string; page_id: string | null }): string | null {
  const targetId = type === "comment" ? page_id : id;
  return targetId === null ? null : `https://www.notion.so/${targetId.replaceAll("-", "")}`;
}

/**
 * The grantors in `accessible_by`, who may see the page. Without it the event belongs to nobody, since not everybody in the
 * workspace may see the page.
 */
function subject({ json }: Delivery): EventSubject[] | null {
  const workspace = textAt(json, "workspace_id");
  if (workspace === null) return null;
  return idsIn(valueAt(json, "accessible_by")).map((id) => ({ matches: "identity", id: grantorId(workspace, id) }));
}

export const webhook: Webhook = {
  // developers.notion.com/reference/webhooks: HMAC-SHA-256 of the raw body, keyed with the verification token.
  verify: hmacSha256({ header: "x-notion-signature", prefix: "sha256=" }),
  // Once a token is set, a new one is refused: the handshake is unsigned.
  handshake: ({ json }, secrets) =>
    typeof valueAt(json, "verification_token") === "string" && secrets.webhook === null
      ? { type: "application/json", body: "{}" }
      : null,
  deliveryId: ({ json }) => textAt(json, "id"),
  subject,
  events: {
    "pages.created": thinEvent(["page.created"], "A Notion page was created"),
    "pages.content_updated": thinEvent(["page.content_updated"], "The content of a Notion page was changed"),
    "pages.properties_updated": thinEvent(["page.properties_updated"], "The properties of a Notion page were changed"),
    "pages.moved": thinEvent(["page.moved"], "A Notion page was moved"),
    "pages.deleted": thinEvent(["page.deleted"], "A Notion page was moved to the trash"),
    "pages.restored": thinEvent(["page.undeleted"], "A Notion page was taken out of the trash"),
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
    "comments.created": thinEvent(["comment.created"], "Somebody commented in Notion"),
    "comments.updated": thinEvent(["comment.updated"], "A comment in Notion was changed"),
    "comments.deleted": thinEvent(["comment.deleted"], "A comment in Notion was deleted"),
  },
};
