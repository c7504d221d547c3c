// Plants recognisable texts in every table that has rows of a user, as the API and providers would.

import { insertPendingGrant } from "../../../src/connections/integrations/pending-grant-store.ts";
import { sealTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import { partitionOf } from "../../../src/events/ingest/receive.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import { pendingTokenContext } from "../../../src/foundation/vault/sealing-contexts.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { testEvent } from "../../support/test-events.ts";

export interface Planted {
  userId: string;
  email: string;
  key: string;
  /** In all that is the user's; those of the account contain it too. */
  canary: string;
  accountId: string;
  accountCanary: string;
}

/** Google's test people: a grant of one is not another's. */
export const PEOPLE = { own: "grace@example.com", account: "ada@example.com" };

/** A partner with an account, both connected to Google, and with rows in every table. */
export async function plantOwner(gateway: TestGateway, person: Partial<typeof PEOPLE> = PEOPLE): Promise<Planted> {
  const canary = `canary-${crypto.randomUUID().slice(0, 8)}`;
  const accountCanary = `${canary}-of-account`;
  const email = `${canary}@example.com`;
  const { json } = await gateway.admin("POST", "/users", { email, tier: "team" });
  const userId = json.data.id as string;
  await gateway.admin("POST", "/partners", { user: email, name: canary, tier: "enterprise" });
  const made = await gateway.admin("POST", "/keys", {
    user: email,
    name: canary,
    permissions: ["*", "gateway:partner.manage", "gateway:shares.manage", "gateway:export.read"],
    record_evidence: true,
  });
  const key = made.json.data.key as string;
  const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const response = await gateway.call(method, `/api/v1${path}`, { key, body, headers });
    if (response.status !== 200) throw new Error(`${method} ${path} gives ${response.text}`);
    return response.json.data;
  };
  const accountId = await gateway.account(key, accountCanary);
  await call("PATCH", `/accounts/${accountId}`, { display_name: accountCanary, metadata: { note: accountCanary } });
  await call("PUT", "/oauth-apps/github", { client_id: canary, client_secret: canary });
  await call("PUT", "/brand", { name: canary });
  await call("PUT", "/redirect-origins", { origins: [`https://${canary}.example.com`, "http://localhost"] });
  await call("POST", "/webhook-endpoints", { url: `https://93.184.215.14/${canary}`, description: canary });
  await call("POST", "/webhook-endpoints", {
    url: `https://93.184.215.14/${canary}`,
    account_ids: [accountId],
  });
  const connect = { provider: "google", redirect_url: `http://localhost/${canary}` };
  await call("POST", "/integrations/connect", connect);
  await call("POST", `/accounts/${accountId}/connect`, {
    ...connect,
    redirect_url: `http://localhost/${accountCanary}`,
  });
  if (person.own) await gateway.connect(key, "google", { person: person.own });
  if (person.account) await gateway.connect(key, "google", { person: person.account, accountId });
  if (person.own) {
    const to = { account: accountId };
    await call("POST", "/integrations/google/shares", { to, name: canary, permissions: ["gmail.read"] });
  }
  const asAccount = { "x-account-id": accountCanary, "x-request-id": accountCanary };
  const mail = { to: "a@example.com", subject: canary, text: canary };
  for (const headers of [{ "x-request-id": canary }, asAccount]) {
    await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key, headers });
    // Refused, since nobody has connected it.
    await gateway.call("GET", "/api/v1/github/user", { key, headers });
    const once = { ...headers, "idempotency-key": headers["x-request-id"] };
    await gateway.call("POST", "/api/v1/google/gmail/send", { key, headers: once, body: mail });
  }
  for (const accountOf of [null, accountId]) {
    await plantRows(gateway, { userId, accountId: accountOf }, accountOf === null ? canary : accountCanary);
  }
  return { userId, email, key, canary, accountId, accountCanary };
}

/** What providers, receivers of webhooks and the gateway's own work leave behind. */
async function plantRows(gateway: TestGateway, owner: { userId: string; accountId: string | null }, canary: string) {
  const { deps } = gateway.app;
  const { database } = deps;
  const { userId, accountId } = owner;
  const now = gateway.clock.now();
  const view = { title: canary, summary: canary, actor: canary, url: `https://x.example/${canary}`, occurredAt: null };
  const event = testEvent(owner, now, { key: canary, view, payload: { text: canary } });
  await database.transaction((tx) => publishEvents(tx, [event]));
  await database.query(
    `update webhook_messages set log = jsonb_build_array(jsonb_build_object('response', $1::text))
     where event_id in (select id from inbox_events where event_key = $1::text)`,
    [canary],
  );
  await database.query(
    "insert into webhook_drops select id, 1 from webhook_endpoints where user_id = $1::uuid limit 1",
    [userId],
  );
  const ofOwner = "user_id = $1::uuid and account_id is not distinct from $2::uuid";
  await database.query(
    `update event_sources set resource = $3, error = $3, position = $3, subscription_id = $3, data = jsonb_build_object('d', $3::text),
     secret = $3, mode = 'push' where ${ofOwner} and name = 'gmail'`,
    [userId, accountId, canary],
  );
  await database.query(
    `update integrations set status_reason = $3, tenant = jsonb_build_object('host', $3::text),
       identity = identity || jsonb_build_object('name', $3::text), disabled_services = array[$3::text] where ${ofOwner}`,
    [userId, accountId, canary],
  );
  if (accountId !== null)
    await database.query(
      `insert into panel_sessions (id, user_id, account_id, token_hash, origins, redirect_url, expires_at)
       values (gen_random_uuid(), $1::uuid, $2::uuid, $3, array[$3::text], $3, now())`,
      [userId, accountId, canary],
    );
  await database.query(
    `insert into policies (id, scope, scope_id, user_id, account_id, version, rules, set_by, set_at)
     values (gen_random_uuid(), case when $2::uuid is null then 'user' else 'account' end, coalesce($2::uuid, $1::uuid)::text,
       $1::uuid, $2::uuid, 1, jsonb_build_object('rules', jsonb_build_array(jsonb_build_object('when', '{}'::jsonb,
       'outcome', 'allow', 'reason', $3::text))), 'system', now())`,
    [userId, accountId, canary],
  );
  await database.query(
    `update connect_sessions set error = $3, error_description = $3, identity = jsonb_build_object('id', $3::text)
     where ${ofOwner}`,
    [userId, accountId, canary],
  );
  const [source] = await database.query<{ id: string }>(`select id from event_sources where ${ofOwner} limit 1`, [
    userId,
    accountId,
  ]);
  const [grant] = await database.query<{ id: string }>(
    `select identity_id as id from integrations where ${ofOwner} limit 1`,
    [userId, accountId],
  );
  for (const [id, lane, state] of [
    [source?.id, "none", "due"],
    [null, grant ? partitionOf("google", grant.id) : canary, "failed"],
  ] as const) {
    if (!grant) continue;
    await database.query(
      `insert into inbound_webhooks (provider, source_id, webhook_key, partition_key, content, state, error, next_at, received_at)
       values ('google', coalesce($1::uuid, '00000000-0000-0000-0000-000000000000'), $2, $3, $2, $4, $2, $5, $5)`,
      [id ?? null, canary, lane, state, new Date(now + 3_600_000).toISOString()],
    );
  }
  await database.query(
    `with person as (insert into people (id, email, name) values (gen_random_uuid(), gen_random_uuid()::text, 'Somebody') returning id),
       acting as (insert into people_users select id, $1::uuid from person)
     insert into mcp_grants (id, person_id, user_id, client_id, client_name, account_id, providers, read_only, resource, redirect_uri,
       code_mac, code_challenge, code_expires_at, code_used_at, created_at, expires_at)
     select gen_random_uuid(), id, $1::uuid, $3, $3, $2::uuid, array[$3::text], true, $3, $3, $3, $3, now(), now(), now(),
       now() + interval '1 day' from person`,
    [userId, accountId, canary],
  );
  await database.query(
    `insert into agent_sessions (id, user_id, account_id, key_id, hash, name, agent, allow, deny, pinned, constraints, policy, input,
       created_at, expires_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, id, $3, $3, $3, array[$3::text], array[$3::text], array[$3::text],
       jsonb_build_object('c', $3::text), jsonb_build_object('p', $3::text), to_jsonb($3::text), now(), now() + interval '1 day'
     from api_keys where user_id = $1::uuid limit 1`,
    [userId, accountId, canary],
  );
  await database.query(
    `insert into approvals (id, user_id, account_id, caller_kind, caller_id, caller_name, agent, connection_id, connection,
       identity_id, identity, provider, tool, tool_version, input, input_mac, request_key, reason, created_at, expires_at,
       decided_by, note, response, next_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, 'key', gen_random_uuid(), $3, $3, gen_random_uuid(), 'default', $3, $3, 'google',
       'google_gmail_send', '', $3, $3, $3, $3, now(), now() + interval '90 days', jsonb_build_object('name', $3::text), $3, $3,
       now() + interval '90 days'`,
    [userId, accountId, canary],
  );
  await database.query(
    `insert into standing_approvals (id, user_id, account_id, caller_kind, caller_id, caller_name, agent, connection_id, connection,
       identity_id, identity, provider, tool, tool_version, question, reason, input, may_differ, created_at, created_by, expires_at)
     select gen_random_uuid(), $1::uuid, $2::uuid, 'key', gen_random_uuid(), $3, $3, gen_random_uuid(), 'default', $3, $3, 'google',
       'google_gmail_send', '', $3, $3, $3, jsonb_build_array($3::text), now(), jsonb_build_object('name', $3::text),
       now() + interval '90 days'`,
    [userId, accountId, canary],
  );
  await database.query(
    `insert into approval_links (id, approval_id, user_id, account_id, name, maker_kind, maker_id, maker_name, token_hash,
       created_at, expires_at)
     select gen_random_uuid(), id, user_id, account_id, $3, 'key', gen_random_uuid(), $3, $3 || gen_random_uuid(), now(),
       now() + interval '90 days'
     from approvals where user_id = $1::uuid and account_id is not distinct from $2::uuid`,
    [userId, accountId, canary],
  );
  await database.query(
    `insert into imported_grants (id, mac, user_id, account_id, provider, tokens, created_at)
     values (gen_random_uuid(), $3, $1::uuid, $2::uuid, $3, $3, now())`,
    [userId, accountId, canary],
  );
  if (accountId === null)
    await database.query(
      `with person as (insert into people (id, email, name) values (gen_random_uuid(), gen_random_uuid()::text, 'Somebody') returning id)
     insert into team_invitations (id, user_id, email, role, mac, invited_by, created_at, expires_at)
     select gen_random_uuid(), $1::uuid, $2, 'viewer', $2 || gen_random_uuid(), id, now(), now() from person`,
      [userId, canary],
    );
  if (accountId !== null) await plantPending(gateway, { userId, accountId }, canary);
  const initiator = {
    actor: { kind: "key" as const, id: crypto.randomUUID(), name: canary },
    address: canary,
    requestId: canary,
  };
  const facts = {
    event: "planted",
    userId,
    accountId,
    resource: { kind: "thing", id: canary },
    details: { note: canary },
  };
  await deps.audit.record(initiator, facts);
}

async function plantPending(gateway: TestGateway, owner: { userId: string; accountId: string }, canary: string) {
  const { deps } = gateway.app;
  const id = crypto.randomUUID();
  await insertPendingGrant(gateway.database.database.orm, {
    id,
    ...owner,
    provider: "slack",
    tokenHash: canary,
    identityId: canary,
    identity: { id: canary, name: canary },
    clientId: canary,
    scopes: [canary],
    ...sealTokens(deps, id, { accessToken: canary }, pendingTokenContext),
    grantedAt: new Date(gateway.clock.now()),
  });
}

/** Every row of every table, as text. */
export async function allRows(gateway: TestGateway): Promise<string[]> {
  const { database } = gateway.database;
  const tables = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await database.query<{ text: string }>(`select t::text as text from ${name} t`);
    rows.push(...found.map(({ text }) => `${name} ${text}`));
  }
  return rows.sort();
}

export const tablesWith = (rows: readonly string[], ...texts: readonly string[]): string[] => [
  ...new Set(rows.filter((row) => texts.some((text) => row.includes(text))).map((row) => row.split(" ")[0] as string)),
];
