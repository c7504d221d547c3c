// The shape of a grant of an MCP client over HTTP.
import { type Static, Type as t } from "@sinclair/typebox";
import { nullable } from "../../plugin/fields.ts";
import type { GrantRow } from "./grant-store.ts";

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });
const timeOrNull = (description: string) => t.Union([t.String({ format: "date-time" }), t.Null()], { description });

export const McpClientShape = t.Object({
  id,
  user_id: id,
  person: t.String({ description: "Who gave it access." }),
  client_id: t.String(),
  client_name: t.String(),
  redirect_uri: t.String(),
  account_id: t.Union([id, t.Null()], { description: "The connected account; null for the user's own." }),
  external_id: nullable(t.String()),
  providers: t.Union([t.Array(t.String()), t.Null()], { description: "The providers it may use; null: all." }),
  read_only: t.Boolean(),
  confirm_destructive: t.Boolean(),
  created_at: time("When it was given access."),
  expires_at: time("When its access ends."),
  last_used_at: timeOrNull("When it last called."),
});
export const McpClientList = t.Object({ mcp_clients: t.Array(McpClientShape) });
export type McpClientShape = Static<typeof McpClientShape>;

/** A grant without its code and tokens, which nobody is shown. */
export function grantView(userId: string, row: GrantRow): McpClientShape {
  return {
    id: row.id,
    user_id: userId,
    person: row.person,
    client_id: row.clientId,
    client_name: row.clientName,
    redirect_uri: row.redirectUri,
    account_id: row.accountId,
    external_id: row.externalId,
    providers: row.providers,
    read_only: row.isReadOnly,
    confirm_destructive: row.confirmDestructive,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    last_used_at: row.lastUsedAt,
  };
}
