// Keys, admin tokens and MCP clients that wait for a use under an older key of the ring, across all users.
import type { Database } from "../../foundation/db/database.ts";
import { keyIdOf } from "./store.ts";

export interface PendingKey {
  kind: "api_key" | "admin_token" | "mcp_client";
  id: string;
  name: string | null;
  userId: string | null;
  email: string | null;
  prefix: string | null;
  lastFour: string | null;
  /** ISO 8601. */
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

export type PendingPosition = Pick<PendingKey, "kind" | "id">;

const ISO = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const TIMES = (row: string) =>
  `${ISO(`${row}.created_at`)} as "createdAt", ${ISO(`${row}.last_used_at`)} as "lastUsedAt", ${ISO(`${row}.expires_at`)} as "expiresAt"`;
const isValid = (row: string) =>
  `${row}.revoked_at is null and (${row}.expires_at is null or ${row}.expires_at > $1::text::timestamptz)`;

/** In the order of kind and id, after a position. The conditions are those of the rooms' declared MACs. */
export function listPendingKeys(
  database: Pick<Database, "query">,
  ringKey: string,
  { now, after, limit }: { now: Date; after: PendingPosition | null; limit: number },
): Promise<PendingKey[]> {
  const isBehind = (kind: PendingKey["kind"], id: string) =>
    `($3::text is null or ('${kind}', ${id}::text) > ($3::text, $4::text))`;
  return database.query<PendingKey>(
    `select * from (
       (select 'api_key' as kind, k.id::text as id, k.name, u.id::text as "userId", u.email, k.prefix, k.last_four as "lastFour", ${TIMES("k")}
        from api_keys k join users u on u.id = k.user_id
        where ${isValid("k")} and ${keyIdOf("k.hash")} = $2 and ${isBehind("api_key", "k.id")}
        order by 2 limit ${limit})
       union all
       (select 'admin_token', a.id::text, a.name, null, null, null, a.last_four, ${TIMES("a")} from admin_tokens a
        where ${isValid("a")} and ${keyIdOf("a.hash")} = $2 and ${isBehind("admin_token", "a.id")}
        order by 2 limit ${limit})
       union all
       (select 'mcp_client', g.id::text, g.client_name, u.id::text, u.email, null, null, ${TIMES("g")}
        from mcp_grants g join users u on u.id = g.user_id
        where ${isValid("g")} and ${isBehind("mcp_client", "g.id")} and exists (
          select 1 from mcp_tokens t where t.grant_id = g.id and t.used_at is null
            and t.expires_at > $1::text::timestamptz and ${keyIdOf("t.mac")} = $2)
        order by 2 limit ${limit})
     ) pending order by kind, id limit ${limit}`,
    [now.toISOString(), ringKey, after?.kind ?? null, after?.id ?? null],
  );
}
