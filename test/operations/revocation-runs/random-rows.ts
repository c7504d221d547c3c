// Random rows of everything that a revocation run ends, and a plain reference of which of them fall under it.
import { insertPendingGrant } from "../../../src/connections/integrations/pending-grant-store.ts";
import { insertIntegration } from "../../../src/connections/integrations/store.ts";
import { sealTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import { pendingTokenContext } from "../../../src/foundation/vault/sealing-contexts.ts";
import type { TestGateway } from "../../support/gateway.ts";
import type { Random } from "../../support/random.ts";

export const KINDS = [
  "key",
  "agent_session",
  "mcp_grant",
  "panel_session",
  "connect_session",
  "pending_grant",
  "connection",
] as const;
export type Kind = (typeof KINDS)[number];

export const OF_CHOICE: Record<string, readonly Kind[]> = {
  keys: ["key"],
  sessions: ["agent_session"],
  mcp: ["mcp_grant"],
  panels: ["panel_session"],
  connections: ["connect_session", "pending_grant", "connection"],
};

const PROVIDERS = ["google", "github", "slack"] as const;
const MINUTE_MS = 60_000;

export interface Party {
  userId: string;
  email: string;
  /** Null for a user without a partner profile. */
  accounts: string[] | null;
  keyId: string;
  personId: string;
}

export interface Row {
  kind: Kind;
  id: string;
  userId: string;
  accountId: string | null;
  provider: string | null;
  /** Unix milliseconds. */
  madeAt: number;
  isInForce: boolean;
}

export interface Choice {
  provider?: string;
  partner?: Party;
  user?: Party;
  before?: number;
  what?: string[];
}

/** Whether a row falls under a run, said as plainly as it can be. */
export function falls(row: Row, { provider, partner, user, before, what }: Choice): boolean {
  const kinds = (what ?? (provider ? ["connections"] : Object.keys(OF_CHOICE))).flatMap(
    (name) => OF_CHOICE[name] ?? [],
  );
  if (!row.isInForce || !kinds.includes(row.kind)) return false;
  if (provider !== undefined && row.provider !== provider) return false;
  if (partner && row.userId !== partner.userId) return false;
  if (user && (row.userId !== user.userId || row.accountId !== null)) return false;
  return before === undefined || row.madeAt < before;
}

/** Two users and two partners with two accounts each. */
export async function parties(gateway: TestGateway): Promise<Party[]> {
  const made: Party[] = [];
  for (const isPartner of [false, true, false, true]) {
    const owner = isPartner ? await gateway.partner() : await gateway.user();
    const accounts = isPartner ? [await gateway.account(owner.key), await gateway.account(owner.key)] : null;
    const personId = crypto.randomUUID();
    const { query } = gateway.database.database;
    await query("insert into people (id, email, name, created_at) values ($1::uuid, $2, '', now())", [
      personId,
      owner.email,
    ]);
    await query("insert into people_users (person_id, user_id) values ($1::uuid, $2::uuid)", [personId, owner.userId]);
    made.push({ userId: owner.userId, email: owner.email, keyId: owner.keyId, accounts, personId });
  }
  return made;
}

/** `minutes` ago the oldest was made. */
export function randomRow(of: Random, party: Party, now: number, minutes: number): Row {
  const kind = of.oneOf(KINDS);
  const needsAccount = kind === "pending_grant" || kind === "panel_session";
  const accounts = party.accounts ?? [];
  const isOfAccount = needsAccount || (accounts.length > 0 && kind !== "key" && of.below(2) === 0);
  const hasProvider = kind === "connection" || kind === "pending_grant" || kind === "connect_session";
  return {
    kind,
    id: crypto.randomUUID(),
    userId: party.userId,
    accountId: isOfAccount ? (accounts[of.below(Math.max(1, accounts.length))] as string) : null,
    provider: hasProvider ? of.oneOf(PROVIDERS) : null,
    madeAt: now - of.below(minutes) * MINUTE_MS,
    // A grant that waits is always there to be taken.
    isInForce: kind === "pending_grant" || of.below(4) > 0,
  };
}

export async function plant(gateway: TestGateway, row: Row, party: Party): Promise<void> {
  const { orm, query } = gateway.database.database;
  const { deps } = gateway.app;
  const { kind, id, userId, accountId, provider, isInForce } = row;
  const made = new Date(row.madeAt);
  const at = made.toISOString();
  const ended = isInForce ? null : at;
  const later = new Date(gateway.clock.now() + 1_000 * MINUTE_MS).toISOString();
  const tokens = { accessToken: `access-${id}`, refreshToken: `refresh-${id}` };
  const grant = {
    ...{
      id,
      userId,
      provider: provider ?? "",
      name: `n-${id.slice(0, 8)}`,
      identityId: id,
      identity: { id, name: "Ada" },
    },
    ...{ clientId: "client", scopes: [] },
  };
  if (kind === "connection") {
    const sealed = sealTokens(deps, id, tokens);
    const status = isInForce
      ? ({ status: "active" } as const)
      : ({ status: "revoked", statusReason: "operator_revoked" } as const);
    await insertIntegration(orm, { ...grant, ...sealed, ...status, accountId, connectedAt: made, updatedAt: made });
  } else if (kind === "pending_grant") {
    const sealed = sealTokens(deps, id, tokens, pendingTokenContext);
    await insertPendingGrant(orm as never, {
      ...{ ...grant, ...sealed, accountId: accountId as string, tokenHash: id, grantedAt: made },
    });
  } else if (kind === "key")
    await query(
      "insert into api_keys (id, user_id, hash, prefix, last_four, created_at, revoked_at) values ($1::uuid, $2::uuid, $3, 'sk', 'four', $4::text::timestamptz, $5::text::timestamptz)",
      [id, userId, id, at, ended],
    );
  else if (kind === "agent_session")
    await query(
      "insert into agent_sessions (id, user_id, account_id, key_id, hash, created_at, expires_at, revoked_at) values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::text::timestamptz, $7::text::timestamptz, $8::text::timestamptz)",
      [id, userId, accountId, party.keyId, id, at, later, ended],
    );
  else if (kind === "mcp_grant")
    await query(
      `insert into mcp_grants (id, person_id, user_id, account_id, client_id, client_name, read_only, resource, redirect_uri, code_mac,
         code_challenge, code_expires_at, code_used_at, created_at, expires_at, revoked_at)
       values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, 'c', 'c', false, 'r', 'u', $5, 'x', $6::text::timestamptz, $6::text::timestamptz, $6::text::timestamptz, $7::text::timestamptz, $8::text::timestamptz)`,
      [id, party.personId, userId, accountId, id, at, later, ended],
    );
  else if (kind === "panel_session")
    await query(
      `insert into panel_sessions (id, user_id, account_id, token_hash, origins, redirect_url, created_at, expires_at, revoked_at)
       values ($1::uuid, $2::uuid, $3::uuid, $4, '{}', 'http://localhost', $5::text::timestamptz, now() + interval '9 days', $6::text::timestamptz)`,
      [id, userId, accountId, id, at, ended],
    );
  else
    await query(
      `insert into connect_sessions (id, user_id, account_id, provider, state_hash, redirect_url, scopes, status, created_at, expires_at)
       values ($1::uuid, $2::uuid, $3::uuid, $4, $5, 'http://localhost', '{}', $6, $7::text::timestamptz, now() + interval '9 days')`,
      [id, userId, accountId, provider, id, isInForce ? "pending" : "completed", at],
    );
}

/** The ids of rows that are in force, as the tables have them. */
export async function inForce(gateway: TestGateway): Promise<Set<string>> {
  const now = new Date(gateway.clock.now()).toISOString();
  const rows = await gateway.database.database.query<{ id: string }>(
    `select id from api_keys where revoked_at is null
     union all select id from agent_sessions where revoked_at is null and expires_at > $1::text::timestamptz
     union all select id from mcp_grants where revoked_at is null and expires_at > $1::text::timestamptz
     union all select id from panel_sessions where revoked_at is null
     union all select id from connect_sessions where status = 'pending'
     union all select id from pending_grants
     union all select id from connections where status <> 'revoked'`,
    [now],
  );
  return new Set(rows.map(({ id }) => id));
}
