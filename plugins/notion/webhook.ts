// What Notion pushes: thin events that name a page, a database or a comment, signed with the verification token.
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

/** One of our kinds from Notion's types; `title` says it to a person. The events hold ids alone, so there is no name to show. */
function kind(types: readonly string[], title: string): EventDef {
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
      url: addressOf(payload),
      occurredAt: payload.occurred_at,
    }),
  });
}

function addressOf({ id, type, page_id }: { id: string; type: string; page_id: string | null }): string | null {
  const opens = type === "comment" ? page_id : id;
  return opens === null ? null : `https://www.notion.so/${opens.replaceAll("-", "")}`;
}

/**
 * Whose event it is: `accessible_by` names the grantors who may see the thing. Without it nobody: the whole workspace would
 * show it to those who may not.
 */
function subject({ json }: Delivery): EventSubject[] | null {
  const workspace = textAt(json, "workspace_id");
  if (workspace === null) return null;
  return idsIn(valueAt(json, "accessible_by")).map((id) => ({ matches: "identity", id: grantorId(workspace, id) }));
}

export const webhook: Webhook = {
  // developers.notion.com/reference/webhooks: HMAC-SHA-256 of the raw body, keyed with the verification token.
  verify: hmacSha256({ header: "x-notion-signature", prefix: "sha256=" }),
  // Once a token is set, an unsigned question is no more than that: it is refused, and the token stays.
  handshake: ({ json }, secrets) =>
    typeof valueAt(json, "verification_token") === "string" && secrets.webhook === null
      ? { type: "application/json", body: "{}" }
      : null,
  deliveryId: ({ json }) => textAt(json, "id"),
  subject,
  events: {
    "pages.created": kind(["page.created"], "A Notion page was created"),
    "pages.content_updated": kind(["page.content_updated"], "The content of a Notion page was changed"),
    "pages.properties_updated": kind(["page.properties_updated"], "The properties of a Notion page were changed"),
    "pages.moved": kind(["page.moved"], "A Notion page was moved"),
    "pages.deleted": kind(["page.deleted"], "A Notion page was moved to the trash"),
    "pages.restored": kind(["page.undeleted"], "A Notion page was taken out of the trash"),
    "databases.created": kind(["database.created"], "A Notion database was created"),
    // Since 2025-09-03 they come of the data source; older subscriptions name the database.
    "databases.content_updated": kind(
      ["data_source.content_updated", "database.content_updated"],
      "The rows of a Notion database were changed",
    ),
    "databases.schema_updated": kind(
      ["data_source.schema_updated", "database.schema_updated"],
      "The properties of a Notion database were changed",
    ),
    "databases.deleted": kind(["database.deleted"], "A Notion database was moved to the trash"),
    "comments.created": kind(["comment.created"], "Somebody commented in Notion"),
    "comments.updated": kind(["comment.updated"], "A comment in Notion was changed"),
    "comments.deleted": kind(["comment.deleted"], "A comment in Notion was deleted"),
  },
};
