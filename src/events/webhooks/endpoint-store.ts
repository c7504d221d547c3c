// Rows of webhook endpoints. Every query names the user, so that nobody reaches another's endpoint.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { serialized } from "../../foundation/db/serialized.ts";

export type Scope = "all" | "user" | "accounts";
export type DisabledReason = "manual" | "gone" | "failing";

/** With whose right an endpoint decides. */
export interface Decider {
  kind: "key" | "person";
  id: string;
  name: string | null;
}

/** Times in Unix milliseconds; `null` filters pass all. */
export interface EndpointRow {
  id: string;
  user_id: string;
  url: string;
  description: string | null;
  event_types: string[] | null;
  providers: string[] | null;
  scope: Scope;
  account_ids: string[] | null;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: number | null;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  disabled_at: number | null;
  failures: number;
  failing_since: number | null;
  last_success_at: number | null;
  is_full: boolean;
  dropped: number;
  decider_kind: Decider["kind"] | null;
  created_at: number;
  updated_at: number;
}

/** Whose endpoints: a user's, for a key for partner use only those of connected accounts. */
export interface Visible {
  userId: string;
  accountsOnly: boolean;
}

const msOf = (column: string) => `(extract(epoch from ${column}) * 1000)::float8 as ${column}`;
const COLUMNS = `id, user_id, url, description, event_types, providers, scope, account_ids, secret, previous_secret,
  ${msOf("previous_secret_until")}, enabled, disabled_reason, ${msOf("disabled_at")}, failures, ${msOf("failing_since")},
  ${msOf("last_success_at")}, is_full, dropped::float8 as dropped, decider_kind, ${msOf("created_at")}, ${msOf("updated_at")}`;
/** Endpoints of the user $1; with $2 only those for accounts. */
const VISIBLE = "user_id = $1::uuid and (not $2::boolean or scope = 'accounts')";

const isoOf = (time: number) => new Date(time).toISOString();
const jsonOf = (list: readonly string[] | null) => (list === null ? null : JSON.stringify(list));

export function listEndpoints(database: Database, { userId, accountsOnly }: Visible): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(
    `select ${COLUMNS} from webhook_endpoints where ${VISIBLE} order by webhook_endpoints.created_at, id`,
    [userId, accountsOnly],
  );
}

export async function findEndpoint(database: Database, { userId, accountsOnly }: Visible, id: string) {
  const [row] = await database.query<EndpointRow>(
    `select ${COLUMNS} from webhook_endpoints where ${VISIBLE} and id = $3::uuid`,
    [userId, accountsOnly, id],
  );
  return row ?? null;
}

export type NewEndpoint = Pick<
  EndpointRow,
  "id" | "user_id" | "url" | "description" | "event_types" | "providers" | "scope" | "account_ids" | "secret"
> & { decider: Decider | null };

const deciderOf = (decider: Decider | null) => [decider?.kind ?? null, decider?.id ?? null, decider?.name ?? null];

/** The oldest of those that deliver to this URL. */
export async function findEndpointByUrl(database: Database, { userId, accountsOnly }: Visible, url: string) {
  const [row] = await database.query<EndpointRow>(
    `select ${COLUMNS} from webhook_endpoints where ${VISIBLE} and url = $3
     order by webhook_endpoints.created_at, id limit 1`,
    [userId, accountsOnly, url],
  );
  return row ?? null;
}

/** Null where the user would then have more than `most`, and with `onlyIn` where these have the URL already. */
export function insertEndpoint(
  database: Database,
  row: NewEndpoint,
  now: number,
  { most, onlyIn }: { most: number; onlyIn: Visible | null },
): Promise<EndpointRow | null> {
  return serialized(database, `webhooks of ${row.user_id}`, async (tx) => {
    const [inserted] = await queryIn<EndpointRow>(
      tx,
      `insert into webhook_endpoints (id, user_id, url, description, event_types, providers, scope, account_ids, secret,
         created_at, updated_at, decider_kind, decider_id, decider_name)
       select $1::uuid, $2::uuid, $3::text, $4::text, $5::text::jsonb, $6::text::jsonb, $7::text, $8::text::jsonb, $9::text,
         $10::timestamptz, $10::timestamptz, $14::text, $15::text::uuid, $16::text
       where (select count(*) from webhook_endpoints where user_id = $2::uuid) < $11::integer
         and not ($12::boolean and exists (
           select 1 from webhook_endpoints
           where user_id = $2::uuid and url = $3::text and (not $13::boolean or scope = 'accounts')
         ))
       returning ${COLUMNS}`,
      [
        ...[row.id, row.user_id, row.url, row.description, ...filtersOf(row), row.secret, isoOf(now), most],
        ...[onlyIn !== null, onlyIn?.accountsOnly ?? false, ...deciderOf(row.decider)],
      ],
    );
    return inserted ?? null;
  });
}

const filtersOf = (row: Pick<EndpointRow, "event_types" | "providers" | "scope" | "account_ids">) =>
  [jsonOf(row.event_types), jsonOf(row.providers), row.scope, jsonOf(row.account_ids)] as const;

export type ChangedEndpoint = Pick<
  EndpointRow,
  "id" | "url" | "description" | "event_types" | "providers" | "scope" | "account_ids"
> & {
  /** Null: as it is by then, since the gateway may have stopped it meanwhile. */
  enabled: boolean | null;
  decider: Decider | null;
  /** Whether it may be changed although it decides by then. */
  mayMove: boolean;
};

const ENABLED = "coalesce($10::boolean, enabled)";

/** Changes an endpoint. Enabling one that was disabled forgets its failures. */
export async function updateEndpoint(
  database: Database,
  { userId, accountsOnly }: Visible,
  row: ChangedEndpoint,
  now: number,
) {
  const [updated] = await database.query<EndpointRow>(
    `update webhook_endpoints set url = $4, description = $5, event_types = $6::text::jsonb, providers = $7::text::jsonb,
       scope = $8, account_ids = $9::text::jsonb, enabled = ${ENABLED}, updated_at = $11::timestamptz,
       disabled_reason = case when ${ENABLED} then null else coalesce(disabled_reason, 'manual') end,
       disabled_at = case when ${ENABLED} then null else coalesce(disabled_at, $11::timestamptz) end,
       failures = case when ${ENABLED} and not enabled then 0 else failures end,
       failing_since = case when ${ENABLED} and not enabled then null else failing_since end,
       not_before = case when ${ENABLED} and not enabled then null else not_before end,
       decider_kind = $12::text, decider_id = $13::text::uuid, decider_name = $14::text
     where ${VISIBLE} and id = $3::uuid and ($15::boolean or decider_kind is null) returning ${COLUMNS}`,
    [
      ...[userId, accountsOnly, row.id, row.url, row.description, ...filtersOf(row), row.enabled, isoOf(now)],
      ...[...deciderOf(row.decider), row.mayMove],
    ],
  );
  return updated ?? null;
}

export async function deleteEndpoint(
  database: Database,
  { userId, accountsOnly }: Visible,
  id: string,
): Promise<boolean> {
  const rows = await database.query(
    `delete from webhook_endpoints where ${VISIBLE} and id = $3::uuid returning 1 as one`,
    [userId, accountsOnly, id],
  );
  return rows.length > 0;
}

/** A new secret, and with whose right the endpoint decides from then on. */
export interface Rotation extends Pick<ChangedEndpoint, "decider" | "mayMove"> {
  rotated(secret: string): { secret: string; previousSecret: string; until: number; now: number };
}

/** Replaces the secret: `rotated` gets the sealed current one, and returns both as they are to be stored. */
export function rotateSecret(
  database: Database,
  { userId, accountsOnly }: Visible,
  id: string,
  { decider, mayMove, rotated }: Rotation,
): Promise<EndpointRow | null> {
  return database.transaction(async (tx) => {
    const parameters = [userId, accountsOnly, id];
    const [row] = await queryIn<{ secret: string }>(
      tx,
      `select secret from webhook_endpoints
       where ${VISIBLE} and id = $3::uuid and ($4::boolean or decider_kind is null) for no key update`,
      [...parameters, mayMove],
    );
    if (!row) return null;
    const { secret, previousSecret, until, now } = rotated(row.secret);
    const [updated] = await queryIn<EndpointRow>(
      tx,
      `update webhook_endpoints set secret = $4, previous_secret = $5, previous_secret_until = $6::timestamptz,
         updated_at = $7::timestamptz, decider_kind = $8::text, decider_id = $9::text::uuid, decider_name = $10::text
       where ${VISIBLE} and id = $3::uuid returning ${COLUMNS}`,
      [...parameters, secret, previousSecret, isoOf(until), isoOf(now), ...deciderOf(decider)],
    );
    return updated ?? null;
  });
}

/** Disables an endpoint that is enabled; returns whose and where it is, else null. */
export async function disableEndpoint(tx: Orm, id: string, reason: DisabledReason, now: number) {
  const [row] = await queryIn<{ user_id: string; url: string; description: string | null }>(
    tx,
    `update webhook_endpoints set enabled = false, disabled_reason = $2, disabled_at = $3::timestamptz,
       updated_at = $3::timestamptz
     where id = $1::uuid and enabled returning user_id, url, description`,
    [id, reason, isoOf(now)],
  );
  return row ?? null;
}

/** Drops the secrets before the current ones, once they sign no more. */
export async function dropPreviousSecrets(database: Database, now: number): Promise<void> {
  await database.query(
    `update webhook_endpoints set previous_secret = null, previous_secret_until = null
     where previous_secret_until <= $1::timestamptz`,
    [isoOf(now)],
  );
}

/** Which of these ids are accounts of the user's. */
export async function ownAccounts(database: Database, userId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await database.query<{ id: string }>(
    `select id from accounts where user_id = $1::uuid
       and id in (select value::uuid from jsonb_array_elements_text($2::text::jsonb))`,
    [userId, JSON.stringify(ids)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The ids of the user's accounts by these external_ids. */
export async function accountsByExternalId(
  database: Database,
  userId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await database.query<{ id: string; externalId: string }>(
    `select id, external_id as "externalId" from accounts where user_id = $1::uuid and erased_at is null
       and external_id in (select value from jsonb_array_elements_text($2::text::jsonb))`,
    [userId, JSON.stringify(externalIds)],
  );
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}
