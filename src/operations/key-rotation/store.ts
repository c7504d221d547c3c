// Sealed columns: listed and replaced in batches, and counted by the key of the ring that they need.
import type { Database } from "../../foundation/db/database.ts";
import {
  clientSecretContext,
  connectConfirmContext,
  deliveryContext,
  endpointSecretContext,
  importedTokensContext,
  mcpReplyContext,
  operatorClientContext,
  pendingTokenContext,
  replacementContext,
  revocationContext,
  sourceSecretContext,
  storedResponseContext,
  submissionPageContext,
  type TokenField,
  tokenContext,
  totpContext,
  verifierContext,
  webhookSecretContext,
} from "../../foundation/vault/sealing-contexts.ts";

export interface SealedColumn {
  table: string;
  column: string;
  /** The primary key's columns with their types. */
  keys: readonly { name: string; type: "uuid" | "text" }[];
  /** Rows in one batch; a stored response may have a megabyte. */
  batch: number;
  aad(rowKey: readonly string[]): string;
}

const ID = [{ name: "id", type: "uuid" }] as const;
const part = (rowKey: readonly string[], index: number) => rowKey[index] as string;
const TOKEN_FIELDS: readonly TokenField[] = ["access_token", "refresh_token", "other_tokens"];
const tokenColumns = (table: string, aad: (id: string, field: TokenField) => string): SealedColumn[] =>
  TOKEN_FIELDS.map((column) => ({
    table,
    column,
    keys: ID,
    batch: 200,
    aad: (rowKey) => aad(part(rowKey, 0), column),
  }));

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ...tokenColumns("integrations", tokenContext),
  ...tokenColumns("pending_grants", pendingTokenContext),
  ...tokenColumns("revocations", revocationContext),
  {
    table: "imported_grants",
    column: "tokens",
    keys: ID,
    batch: 200,
    aad: (rowKey) => importedTokensContext(part(rowKey, 0)),
  },
  {
    table: "connect_sessions",
    column: "verifier",
    keys: ID,
    batch: 200,
    aad: (rowKey) => verifierContext(part(rowKey, 0)),
  },
  {
    table: "connect_sessions",
    column: "confirm_token",
    keys: ID,
    batch: 200,
    aad: (rowKey) => connectConfirmContext(part(rowKey, 0)),
  },
  {
    table: "connect_sessions",
    column: "replacement",
    keys: ID,
    batch: 200,
    aad: (rowKey) => replacementContext(part(rowKey, 0)),
  },
  {
    table: "totp_secrets",
    column: "secret",
    keys: [{ name: "person_id", type: "uuid" }],
    batch: 200,
    aad: (rowKey) => totpContext(part(rowKey, 0)),
  },
  {
    table: "form_submissions",
    column: "sealed_page",
    keys: [
      { name: "session_id", type: "uuid" },
      { name: "nonce", type: "uuid" },
    ],
    batch: 100,
    aad: (rowKey) => submissionPageContext(part(rowKey, 0), part(rowKey, 1)),
  },
  {
    table: "mcp_tokens",
    column: "reply",
    keys: [{ name: "mac", type: "text" }],
    batch: 200,
    aad: (rowKey) => mcpReplyContext(part(rowKey, 0)),
  },
  {
    table: "oauth_apps",
    column: "client_secret",
    keys: [
      { name: "user_id", type: "uuid" },
      { name: "provider", type: "text" },
      { name: "client_id", type: "text" },
    ],
    batch: 200,
    aad: (rowKey) => clientSecretContext(part(rowKey, 0), part(rowKey, 1), part(rowKey, 2)),
  },
  {
    table: "operator_clients",
    column: "client_secret",
    keys: [{ name: "provider", type: "text" }],
    batch: 200,
    aad: (rowKey) => operatorClientContext(part(rowKey, 0)),
  },
  {
    table: "idempotency_keys",
    column: "body",
    keys: [
      { name: "user_id", type: "uuid" },
      { name: "key", type: "text" },
    ],
    batch: 10,
    aad: (rowKey) => storedResponseContext(part(rowKey, 0), part(rowKey, 1)),
  },
  {
    table: "deliveries",
    column: "content",
    keys: [
      { name: "provider", type: "text" },
      { name: "source_id", type: "uuid" },
      { name: "delivery_key", type: "text" },
    ],
    batch: 10,
    aad: (rowKey) => deliveryContext(part(rowKey, 0), part(rowKey, 1), part(rowKey, 2)),
  },
  {
    table: "webhook_secrets",
    column: "secret",
    keys: [{ name: "provider", type: "text" }],
    batch: 200,
    aad: (rowKey) => webhookSecretContext(part(rowKey, 0)),
  },
  { table: "sources", column: "secret", keys: ID, batch: 200, aad: (rowKey) => sourceSecretContext(part(rowKey, 0)) },
  ...(["secret", "previous_secret"] as const).map(
    (column): SealedColumn => ({
      table: "webhook_endpoints",
      column,
      keys: ID,
      batch: 200,
      aad: (rowKey) => endpointSecretContext(part(rowKey, 0), column),
    }),
  ),
];

/** An id has 32 characters at most, so the database need not read the rest of a long text. */
const keyIdOf = (column: string) => `split_part(substr(${column}, 1, 33), '.', 1)`;

export interface SealedRow {
  row_key: string[];
  sealed: string;
}

/** The next batch of rows that `keyId` did not seal, in the order of the primary key. */
export function listOtherSealed(
  database: Pick<Database, "query">,
  { table, column, keys, batch }: SealedColumn,
  keyId: string,
  after: readonly string[] | null,
): Promise<SealedRow[]> {
  const names = keys.map((key) => key.name).join(", ");
  const bounds = keys.map((key, i) => `$${i + 2}::${key.type}`).join(", ");
  return database.query<SealedRow>(
    `select array[${keys.map((key) => `${key.name}::text`).join(", ")}] as row_key, ${column} as sealed from ${table}
     where ${column} is not null and ${keyIdOf(column)} <> $1 ${after ? `and (${names}) > (${bounds})` : ""}
     order by ${names} limit ${batch}`,
    [keyId, ...(after ?? [])],
  );
}

export interface ResealedRow extends SealedRow {
  fresh: string;
}

/** Replaces each sealed text unless it has changed meanwhile; returns how many were replaced. */
export async function replaceSealed(
  database: Pick<Database, "query">,
  { table, column, keys }: SealedColumn,
  rows: readonly ResealedRow[],
): Promise<number> {
  const fields = rows.map(({ row_key, sealed, fresh }) => ({
    ...Object.fromEntries(row_key.map((value, i) => [`k${i}`, value])),
    sealed,
    fresh,
  }));
  const replaced = await database.query(
    `update ${table} t set ${column} = f.fresh
     from jsonb_to_recordset($1::text::jsonb)
       as f (${keys.map((key, i) => `k${i} ${key.type}`).join(", ")}, sealed text, fresh text)
     where ${keys.map((key, i) => `t.${key.name} = f.k${i}`).join(" and ")} and t.${column} = f.sealed
     returning 1 as one`,
    [JSON.stringify(fields)],
  );
  return replaced.length;
}

export interface KeyCount {
  key_id: string;
  kind: "sealed" | "api_keys" | "sessions";
  count: number;
}

/** Counts the sealed texts, valid API keys, admin tokens and tokens of MCP clients, and pending connect sessions that need each key. */
export function countByKey(database: Pick<Database, "query">, now: Date): Promise<KeyCount[]> {
  const counted = (column: string, kind: string, from: string) =>
    `select ${keyIdOf(column)} as key_id, '${kind}' as kind, count(*)::int as count from ${from} group by 1`;
  const sealed = SEALED_COLUMNS.map(({ table, column }) =>
    counted(column, "sealed", `${table} where ${column} is not null`),
  );
  const isValid = "revoked_at is null and (expires_at is null or expires_at > $1::timestamptz)";
  const validKeys = ["api_keys", "admin_tokens"].map((table) =>
    counted("hash", "api_keys", `${table} where ${isValid}`),
  );
  const mcpTokens = "mcp_tokens where used_at is null and expires_at > $1::timestamptz";
  const pendingSessions = "connect_sessions where status = 'pending' and claimed_at is null and expires_at > now()";
  return database.query<KeyCount>(
    [
      ...sealed,
      ...validKeys,
      counted("mac", "api_keys", mcpTokens),
      counted("state_hash", "sessions", pendingSessions),
    ].join(" union all "),
    [now.toISOString()],
  );
}

/** The ids of the keys that the gateway needs to start. */
export async function listCheckedKeyIds(database: Pick<Database, "query">): Promise<string[]> {
  return (await database.query<{ key_id: string }>("select key_id from key_ring_checks")).map((row) => row.key_id);
}

/** Lets the gateway start without this key. */
export async function deleteKeyRingCheck(database: Pick<Database, "query">, keyId: string): Promise<void> {
  await database.query("delete from key_ring_checks where key_id = $1", [keyId]);
}
