// Rows of grants and of the tokens that MCP clients hold.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { mcpReplyContext } from "../../foundation/vault/sealing-contexts.ts";

const iso = (at: number) => new Date(at).toISOString();
const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export interface NewGrant {
  id: string;
  personId: string;
  userId: string;
  clientId: string;
  clientName: string;
  accountId: string | null;
  /** Null: all. */
  providers: readonly string[] | null;
  isReadOnly: boolean;
  confirmDestructive: boolean;
  resource: string;
  redirectUri: string;
  codeMac: string;
  codeChallenge: string;
  codeExpiresAt: number;
  now: number;
  expiresAt: number;
}

/** False where the user has `most` grants in force already, or the person no longer acts for the user. */
export async function insertGrant(tx: Orm, grant: NewGrant, most: number): Promise<boolean> {
  const rows = await queryIn(
    tx,
    `insert into mcp_grants (id, person_id, user_id, client_id, client_name, account_id, providers, read_only, resource,
      redirect_uri, code_mac, code_challenge, code_expires_at, created_at, expires_at, confirm_destructive)
    select $1::text::uuid, $2::text::uuid, $3::text::uuid, $4, $5, $6::text::uuid,
      case when $7::text is null then null else array(select jsonb_array_elements_text($7::text::jsonb)) end,
      $8, $9, $10, $11, $12, $13::text::timestamptz, $14::text::timestamptz, $15::text::timestamptz, $17
    where (select count(*) from mcp_grants where user_id = $3::text::uuid and revoked_at is null
      and expires_at > $14::text::timestamptz) < $16
      and exists (select 1 from people_users where person_id = $2::text::uuid and user_id = $3::text::uuid
        and role <> 'viewer' for share)
    returning 1`,
    [
      ...[grant.id, grant.personId, grant.userId, grant.clientId, grant.clientName, grant.accountId],
      grant.providers && JSON.stringify(grant.providers),
      ...[grant.isReadOnly, grant.resource, grant.redirectUri, grant.codeMac, grant.codeChallenge],
      ...[iso(grant.codeExpiresAt), iso(grant.now), iso(grant.expiresAt), most, grant.confirmDestructive],
    ],
  );
  return rows.length > 0;
}

/** A grant while its row is locked. */
export interface LockedGrant {
  id: string;
  userId: string;
  personId: string;
  accountId: string | null;
  clientId: string;
  clientName: string;
  isReadOnly: boolean;
  resource: string;
  redirectUri: string;
  codeChallenge: string;
  codeExpiresAt: number;
  isCodeUsed: boolean;
  expiresAt: number;
  isRevoked: boolean;
  /** Whether its person and user, and its account, may still do anything. */
  isUsable: boolean;
}

const LOCKED = `select g.id, g.user_id as "userId", g.person_id as "personId", g.account_id as "accountId", g.client_id as "clientId",
  g.client_name as "clientName", g.read_only as "isReadOnly", g.resource, g.redirect_uri as "redirectUri",
  g.code_challenge as "codeChallenge", ${ms("g.code_expires_at")} as "codeExpiresAt", g.code_used_at is not null as "isCodeUsed",
  ${ms("g.expires_at")} as "expiresAt", g.revoked_at is not null as "isRevoked",
  exists (select 1 from people as p, users as u where p.id = g.person_id and p.disabled_at is null and u.id = g.user_id
    and u.erased_at is null)
    and (g.account_id is null or exists (select 1 from accounts as a where a.id = g.account_id and a.erased_at is null))
    as "isUsable"
  from mcp_grants as g`;

/** Locks the grant with this code until the transaction ends. */
export async function lockGrantOfCode(tx: Orm, macs: readonly string[]): Promise<LockedGrant | null> {
  const [row] = await queryIn<LockedGrant>(
    tx,
    `${LOCKED} where g.code_mac in (select jsonb_array_elements_text($1::text::jsonb)) for update`,
    [JSON.stringify(macs)],
  );
  return row ?? null;
}

/** A code or token that somebody has. */
export interface KnownSecret {
  mac: string;
}

/** Which of these MACs are of codes and tokens that are stored. */
export function findSecrets(database: Pick<Database, "query">, macs: readonly string[]): Promise<KnownSecret[]> {
  const list = "(select jsonb_array_elements_text($1::text::jsonb))";
  return database.query<KnownSecret>(
    `select mac from mcp_tokens where mac in ${list} union all select code_mac from mcp_grants where code_mac in ${list}`,
    [JSON.stringify(macs)],
  );
}

export interface StoredToken {
  mac: string;
  grantId: string;
  kind: "access" | "refresh";
  /** Milliseconds since 1970; null for one that was not used. */
  usedAt: number | null;
  reply: string | null;
}

/** Locks the token's grant, and then reads the token: what another request has changed meanwhile is in it. */
export async function lockGrantOfToken(
  tx: Orm,
  macs: readonly string[],
): Promise<{ grant: LockedGrant; token: StoredToken } | null> {
  const list = JSON.stringify(macs);
  const isToken = "mac in (select jsonb_array_elements_text($1::text::jsonb))";
  const [grant] = await queryIn<LockedGrant>(
    tx,
    `${LOCKED} where g.id = (select grant_id from mcp_tokens where ${isToken}) for update`,
    [list],
  );
  if (!grant) return null;
  const [token] = await queryIn<StoredToken>(
    tx,
    `select mac, grant_id as "grantId", kind, ${ms("used_at")} as "usedAt", reply from mcp_tokens where ${isToken}`,
    [list],
  );
  return token ? { grant, token } : null;
}

export const markCodeUsed = (tx: Orm, id: string, now: number) =>
  queryIn(tx, "update mcp_grants set code_used_at = $2::text::timestamptz where id = $1::text::uuid", [id, iso(now)]);

export const markGrantRevoked = (tx: Orm, id: string, now: number) =>
  queryIn(
    tx,
    "update mcp_grants set revoked_at = $2::text::timestamptz where id = $1::text::uuid and revoked_at is null",
    [id, iso(now)],
  );

export interface NewToken {
  mac: string;
  expiresAt: number;
}

/** The newest tokens of each kind stay, as many as `most` says. */
export async function insertTokens(
  tx: Orm,
  grantId: string,
  { access, refresh, now }: { access: NewToken; refresh: NewToken; now: number },
  most: Readonly<Record<StoredToken["kind"], number>>,
): Promise<void> {
  const insert = `insert into mcp_tokens (mac, grant_id, kind, created_at, expires_at)
    values ($1, $2::text::uuid, $3, $4::text::timestamptz, $5::text::timestamptz)`;
  for (const [kind, { mac, expiresAt }] of [["access", access] as const, ["refresh", refresh] as const]) {
    await queryIn(tx, insert, [mac, grantId, kind, iso(now), iso(expiresAt)]);
    await queryIn(
      tx,
      `delete from mcp_tokens where mac in (select mac from mcp_tokens where grant_id = $1::text::uuid and kind = $2 and mac <> $3
        order by created_at desc, mac offset ${most[kind] - 1})`,
      [grantId, kind, mac],
    );
  }
}

/** Stores the sealed response that has replaced a refresh token. */
export const markRefreshed = (tx: Orm, mac: string, now: number, reply: string) =>
  queryIn(tx, "update mcp_tokens set used_at = $2::text::timestamptz, reply = $3 where mac = $1", [
    mac,
    iso(now),
    reply,
  ]);

export interface GrantRow {
  id: string;
  clientId: string;
  clientName: string;
  redirectUri: string;
  accountId: string | null;
  externalId: string | null;
  providers: string[] | null;
  isReadOnly: boolean;
  confirmDestructive: boolean;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
  /** Who let it in. */
  person: string;
}

const IN_FORCE = `g.user_id = $1::text::uuid and g.revoked_at is null and g.code_used_at is not null
  and g.expires_at > $2::text::timestamptz`;

/** The user's grants in force, the newest first; one of them with `id`. */
export function listGrantRows(
  database: Pick<Database, "query">,
  userId: string,
  { id, now, most }: { id: string | null; now: number; most: number },
): Promise<GrantRow[]> {
  return database.query<GrantRow>(
    `select g.id, g.client_id as "clientId", g.client_name as "clientName", g.redirect_uri as "redirectUri",
      g.account_id as "accountId", a.external_id as "externalId", to_jsonb(g.providers) as providers,
      g.read_only as "isReadOnly", g.confirm_destructive as "confirmDestructive", ${utc("g.created_at")} as "createdAt", ${utc("g.expires_at")} as "expiresAt",
      ${utc("g.last_used_at")} as "lastUsedAt", p.email as person
    from mcp_grants as g join people as p on p.id = g.person_id left join accounts as a on a.id = g.account_id
    where ${IN_FORCE} and ($3::text is null or g.id = $3::text::uuid)
    order by g.created_at desc, g.id limit ${Math.floor(most)}`,
    [userId, iso(now), id],
  );
}

const GRANT_MS = 30 * DAY_MS;

/** Tokens that a client can use: a refresh token with its next refresh, which replaces it. */
const VALID_TOKEN = `used_at is null and expires_at > $1::timestamptz
  and exists (select 1 from mcp_grants g where g.id = grant_id and g.revoked_at is null and g.expires_at > $1::timestamptz)`;

export const TABLES: readonly Table[] = [
  {
    table: "mcp_grants",
    macs: [
      { column: "code_mac", only: "code_used_at is null and code_expires_at > $1::timestamptz", movedBy: "expiry" },
    ],
    bound: "A client's access is deleted 30 days after its end, and an unused code when it expires.",
    aged: [
      { since: "code_expires_at", stayMs: 0, only: "code_used_at is null" },
      { since: "expires_at", stayMs: GRANT_MS },
      { since: "revoked_at", stayMs: GRANT_MS },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "mcp_grant",
        columns:
          "id user_id client_id client_name account_id providers read_only confirm_destructive resource redirect_uri created_at expires_at revoked_at last_used_at",
        omitted: "person_id code_mac code_challenge code_expires_at code_used_at",
        owner: "user_id = $1::text::uuid and ($2::text is null or account_id = $2::text::uuid)",
        key: BY_ID,
      },
    },
  },
  {
    table: "mcp_tokens",
    macs: [{ column: "mac", only: VALID_TOKEN, movedBy: "use", counts: "api_keys" }],
    bound: "A token is deleted when it expires, or with its grant.",
    aged: [{ since: "expires_at", stayMs: 0 }],
    personal: { erasure: "none", why: "MACs and times, which go with their grant." },
    sealed: [
      {
        column: "reply",
        keys: [{ name: "mac", type: "text" }],
        batch: 200,
        aad: (rowKey) => mcpReplyContext(keyPart(rowKey, 0)),
      },
    ],
  },
];

/** Forgets the sealed responses to refreshes that nobody can have missed any more. */
export async function dropReplies(database: Pick<Database, "query">, before: number): Promise<void> {
  await database.query(
    "update mcp_tokens set reply = null where reply is not null and used_at <= $1::text::timestamptz",
    [iso(before)],
  );
}
