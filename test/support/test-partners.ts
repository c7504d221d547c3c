// Partners with accounts, integrations, sessions and cursors for isolation tests, and a provider that records each request's token.
import { confirmTokenHash } from "../../src/connections/connect/save-grant.ts";
import { insertPendingGrant } from "../../src/connections/integrations/pending-grant-store.ts";
import { insertIntegration } from "../../src/connections/integrations/store.ts";
import { sealTokens } from "../../src/connections/tokens/sealed-tokens.ts";
import type { NewEvent } from "../../src/events/log/event.ts";
import { publishEvents } from "../../src/events/log/publish.ts";
import { insertSource } from "../../src/events/subscriptions/store.ts";
import { pendingTokenContext, standingApprovalContext } from "../../src/foundation/vault/sealing-contexts.ts";
import { defaultScopes } from "../../src/providers/registry/scopes.ts";
import type { Fetch } from "../../src/providers/upstream/send.ts";
import type { TestGateway } from "./gateway.ts";
import { testEvent } from "./test-events.ts";

export interface TokenOwner {
  userId: string;
  accountId: string | null;
}

/** An access token that identifies its owner and provider. */
export const tokenOf = ({ userId, accountId }: TokenOwner, provider: string) =>
  `token.${userId}.${accountId ?? "own"}.${provider}`;

export interface RecordedRequest {
  url: URL;
  method: string;
  token: string;
  body: string;
}

/** A provider as a `fetch`: records each request with its token and returns a response from the callback. */
export function recordingProvider(response: (request: RecordedRequest) => Response) {
  const requests: RecordedRequest[] = [];
  const fetch: Fetch = async (input, init) => {
    const authorization = new Headers(init.headers).get("authorization") ?? "";
    const noted: RecordedRequest = {
      url: new URL(input),
      method: init.method ?? "GET",
      token: authorization.replace(/^\w+ /, ""),
      body: typeof init.body === "string" ? init.body : "",
    };
    requests.push(noted);
    return response(noted);
  };
  return { requests, fetch };
}

/** Inserts an owner's integration into the database; by default its token does not expire. */
export async function insertGrant(
  gateway: TestGateway,
  owner: TokenOwner,
  provider: string,
  options: {
    refreshToken?: string;
    accessExpiresAt?: Date;
    scopes?: string[];
    status?: "active" | "expired" | "revoked";
    /** The connection's name; its token then says it too. */
    name?: string;
  } = {},
): Promise<string> {
  const { deps } = gateway.app;
  const id = crypto.randomUUID();
  const now = new Date(gateway.clock.now());
  const plugin = deps.registry.provider(provider);
  if (!plugin) throw new Error(`There is no plugin "${provider}".`);
  const set = {
    accessToken: options.name === undefined ? tokenOf(owner, provider) : `${tokenOf(owner, provider)}.${id}`,
    ...(options.refreshToken && { refreshToken: options.refreshToken }),
  };
  const row = {
    id,
    ...owner,
    provider,
    ...(options.name !== undefined && { name: options.name }),
    status: options.status ?? ("active" as const),
    statusReason: null,
    identityId: id,
    identity: { id, name: `identity of ${owner.accountId ?? owner.userId}` },
    clientId: "client",
    scopes: options.scopes ?? defaultScopes(plugin),
    ...sealTokens(deps, id, set),
    accessExpiresAt: options.accessExpiresAt ?? null,
    refreshExpiresAt: null,
    connectedAt: now,
    updatedAt: now,
  };
  await insertIntegration(gateway.database.database.orm, row);
  // The row is written beside the gateway, which hears of it as of another replica's.
  await gateway.heard();
  return id;
}

/** Inserts a source that watches a chosen thing; returns its id. */
async function insertChosenSource(gateway: TestGateway, owner: TokenOwner, integrationId: string): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, integrationId, ...owner, provider: "acme", name: "items", resource: id, mode: "poll" as const };
  await insertSource(gateway.database.database.orm, row);
  return id;
}

/** Inserts a pending grant of acme for an account; returns its confirm_token. */
async function insertPending(gateway: TestGateway, userId: string, accountId: string): Promise<string> {
  const { deps } = gateway.app;
  const [id, confirmToken] = [crypto.randomUUID(), crypto.randomUUID()];
  const set = { accessToken: `waiting.${accountId}` };
  await insertPendingGrant(gateway.database.database.orm, {
    id,
    userId,
    accountId,
    provider: "acme",
    tokenHash: confirmTokenHash(confirmToken),
    identityId: id,
    identity: { id, name: `waiting for ${accountId}` },
    clientId: "client",
    scopes: ["items:read"],
    ...sealTokens(deps, id, set, pendingTokenContext),
    grantedAt: new Date(gateway.clock.now()),
  });
  return confirmToken;
}

/** Publishes an event of acme to an owner; returns its id. */
async function insertEvent(gateway: TestGateway, owner: TokenOwner): Promise<string> {
  const { database } = gateway.app.deps;
  const event = testEvent(owner, gateway.clock.now());
  await database.transaction((tx) => publishEvents(tx, [event]));
  const [row] = await database.query<{ id: string }>("select id from inbox_events where integration_id = $1::uuid", [
    event.integrationId,
  ]);
  if (!row) throw new Error("The event was not stored.");
  return row.id;
}

export interface TestPartnerAccount {
  id: string;
  /** Confirms the account's pending grant of acme; empty if there is none. */
  confirmToken: string;
  externalId: string;
  sessionId: string;
  panelSessionId: string;
  eventId: string;
  /** A chosen source of one of its integrations; empty without one. */
  sourceId: string;
  /** One of its integrations; empty without one. */
  integrationId: string;
  /** What it lends of acme; empty without it. */
  shareId: string;
}
export interface TestPartner {
  userId: string;
  key: string;
  keyId: string;
  account: TestPartnerAccount;
  other: TestPartnerAccount;
  /** A connect session of the user surface. */
  sessionId: string;
  /** An event of the user's own inbox. */
  eventId: string;
  /** A chosen source of one of the user's own integrations. */
  sourceId: string;
  /** One of the user's own integrations. */
  integrationId: string;
  /** What it lends of one of its own integrations. */
  shareId: string;
  /** What another user lends it, and an invitation of theirs that waits. */
  borrowedId: string;
  invitationId: string;
  /** The e-mail address of that user. */
  friend: string;
  /** An account that borrows nothing. */
  third: string;
  /** A cursor of the usage log. */
  usageCursor: string;
  /** An entry of it. */
  usageEntry: { id: string; timestamp: string; request_id: string };
  /** The access of an MCP client. */
  mcpGrantId: string;
  /** An agent session of the user's own. */
  agentSessionId: string;
  /** A call of somebody's that waits for a decision. */
  approvalId: string;
  standingApprovalId: string;
  /** A webhook endpoint, and an event that is queued for it. */
  webhookId: string;
  queuedEventId: string;
}
/** The providers that each owner is connected to. */
export interface Connections {
  account: readonly string[];
  other: readonly string[];
  own: readonly string[];
  /** Whether another user lends acme to the partner's user, and invites it to borrow another connection. */
  borrows?: boolean;
}

/** Creates a partner with two accounts, a connect session for each owner, and a few usage rows. */
export async function createTestPartner(gateway: TestGateway, connections: Connections): Promise<TestPartner> {
  const { userId, key, keyId, email } = await gateway.partner({
    tier: "enterprise",
    permissions: [
      "*",
      "gateway:partner.manage",
      "gateway:keys.*",
      "gateway:policies.*",
      "gateway:approvals.decide",
      "gateway:export.read",
      "gateway:shares.manage",
      "proxy.use",
    ],
  });
  await gateway.admin("PATCH", `/users/${email}`, { tier: "team" });
  const session = { provider: "acme", redirect_url: "https://partner.example.com/done" };
  const started = async (path: string) => {
    const response = await gateway.call("POST", path, { key, body: session });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${response.text}`);
    return response.json.data.session_id as string;
  };
  // A panel needs a list with the origin of its redirect_url.
  const origins = ["https://partner.example.com"];
  await gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins } });
  const panelOf = async (account: string) => {
    const body = { redirect_url: session.redirect_url };
    const response = await gateway.call("POST", `/api/v1/accounts/${account}/panel-sessions`, { key, body });
    return response.json.data.panel_session_id as string;
  };
  const connect = async (owner: TokenOwner, providers: readonly string[]) => {
    const ids = new Map<string, string>();
    for (const provider of providers) ids.set(provider, await insertGrant(gateway, owner, provider));
    const watching = ids.get("slack") ?? [...ids.values()][0];
    const sourceId = watching === undefined ? "" : await insertChosenSource(gateway, owner, watching);
    return { sourceId, integrationId: watching ?? "" };
  };
  const makeAccount = async (providers: readonly string[], hasPending: boolean): Promise<TestPartnerAccount> => {
    const externalId = `customer-${crypto.randomUUID()}`;
    const id = await gateway.account(key, externalId);
    const connected = await connect({ userId, accountId: id }, providers);
    const confirmToken = hasPending ? await insertPending(gateway, userId, id) : "";
    const eventId = await insertEvent(gateway, { userId, accountId: id });
    return {
      id,
      confirmToken,
      externalId,
      ...connected,
      shareId: "",
      eventId,
      sessionId: await started(`/api/v1/accounts/${id}/connect`),
      panelSessionId: await panelOf(id),
    };
  };
  const connected = await connect({ userId, accountId: null }, connections.own);
  const account = await makeAccount(connections.account, true);
  const other = await makeAccount(connections.other, false);
  const lend = async (path: string, body: object, by = key) => {
    const response = await gateway.call("POST", path, { key: by, body: { permissions: ["*"], ...body } });
    if (response.status !== 200) throw new Error(`lending answered ${response.status}: ${response.text}`);
    return response.json.data.id as string;
  };
  const [borrowed] = connections.own;
  const shareId =
    borrowed === undefined
      ? ""
      : await lend(`/api/v1/integrations/${borrowed}/shares`, { to: { account: `external:${other.externalId}` } });
  if (connections.account.includes("acme"))
    account.shareId = await lend(`/api/v1/accounts/${account.id}/integrations/acme/shares`, {
      to: { account: other.id },
    });
  const { borrowedId, invitationId, friend } = connections.borrows
    ? await borrow(gateway, { key, email })
    : { borrowedId: crypto.randomUUID(), invitationId: crypto.randomUUID(), friend: "" };
  const third = await gateway.account(key);
  const sessionId = await started("/api/v1/integrations/connect");
  const usage = await gateway.call("GET", "/api/v1/usage?limit=1", { key });
  const eventId = await insertEvent(gateway, { userId, accountId: null });
  const webhook = await insertWebhook(gateway, { userId, key });
  return {
    userId,
    key,
    keyId,
    account,
    other,
    sessionId,
    ...connected,
    shareId,
    borrowedId,
    invitationId,
    friend,
    third,
    eventId,
    usageCursor: usage.json.data.next_cursor,
    usageEntry: usage.json.data.entries[0],
    mcpGrantId: await insertMcpGrant(gateway, userId),
    agentSessionId: await createAgentSession(gateway, key),
    approvalId: await insertPendingApproval(gateway, userId),
    standingApprovalId: await insertStandingApproval(gateway, userId),
    ...webhook,
  };
}

/** A call that waits for the user's decision. */
export async function insertPendingApproval(
  { database }: Pick<TestGateway, "database">,
  userId: string,
  { days = 90, callerId = crypto.randomUUID() as string } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await database.database.query(
    `insert into approvals (id, user_id, caller_kind, caller_id, connection_id, connection, identity_id, identity, provider,
       tool, tool_version, input_mac, reason, created_at, expires_at, next_at)
     select $1::text::uuid, $2::text::uuid, 'key', $4::text::uuid, gen_random_uuid(), 'default', '1', 'Somebody', 'acme',
       'acme_delete_item', '', '', 'A rule says so.', now(), now() + make_interval(days => $3::int),
       now() + make_interval(days => $3::int)`,
    [id, userId, days, callerId],
  );
  return id;
}

/** A call that the user has approved for later times too. */
export async function insertStandingApproval(
  { database, app }: TestGateway,
  userId: string,
  { days = 90 } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const input = app.deps.vault.seal('{"params":{"id":"1"},"query":{},"body":{}}', standingApprovalContext(id));
  await database.database.query(
    `insert into standing_approvals (id, user_id, caller_kind, caller_id, connection_id, connection, identity_id, identity,
       provider, tool, tool_version, reason, input, may_differ, created_at, created_by, expires_at)
     select $1::text::uuid, $2::text::uuid, 'key', gen_random_uuid(), gen_random_uuid(), 'default', '1', 'Somebody', 'acme',
       'acme_delete_item', '', 'A rule says so.', $3, '[]', now(), '{"kind": "person", "id": null, "name": null}',
       now() + make_interval(days => $4::int)`,
    [id, userId, input, days],
  );
  return id;
}

async function createAgentSession(gateway: TestGateway, key: string): Promise<string> {
  const made = await gateway.call("POST", "/api/v1/agent-sessions", { key, body: { expires_in: 604_800 } });
  if (made.status !== 200) throw new Error(`creating an agent session answered ${made.status}: ${made.text}`);
  return made.json.data.id;
}

/** What a friend lends: a connection that is accepted, and one that waits. */
async function borrow(gateway: TestGateway, { key, email }: { key: string; email: string }) {
  const friend = await gateway.user({ permissions: ["*", "gateway:shares.manage"] });
  for (const name of ["default", "further"])
    await insertGrant(gateway, { userId: friend.userId, accountId: null }, "acme", { name });
  const invite = (connection: string) =>
    gateway.call("POST", "/api/v1/integrations/acme/shares", {
      key: friend.key,
      headers: { "x-connection": connection },
      body: { to: { user: email }, permissions: ["*"] },
    });
  const borrowedId = (await invite("default")).json.data.id as string;
  await gateway.call("POST", `/api/v1/borrowed-integrations/${borrowedId}/accept`, { key, body: {} });
  const invitationId = (await invite("further")).json.data.id as string;
  return { borrowedId, invitationId, friend: friend.email };
}

async function insertMcpGrant({ database }: TestGateway, userId: string): Promise<string> {
  const id = crypto.randomUUID();
  await database.database.query(
    `with person as (insert into people (id, email, name) values (gen_random_uuid(), gen_random_uuid()::text, 'Somebody') returning id),
       acting as (insert into people_users select id, $2::uuid from person)
     insert into mcp_grants (id, person_id, user_id, client_id, client_name, read_only, resource, redirect_uri,
       code_mac, code_challenge, code_expires_at, code_used_at, created_at, expires_at)
     select $1::uuid, id, $2::uuid, 'client', 'A client', true, 'resource', 'http://127.0.0.1/', $1::text, '', now(), now(), now(),
       now() + interval '90 days' from person`,
    [id, userId],
  );
  return id;
}

/** A webhook endpoint of everything, and an event of the user's own. Nothing is sent: the gateway's sender is not started. */
async function insertWebhook(gateway: TestGateway, { userId, key }: { userId: string; key: string }) {
  const url = "https://93.184.215.14/hook";
  const made = await gateway.call("POST", "/api/v1/webhook-endpoints", { key, body: { url } });
  if (made.status !== 200) throw new Error(`creating a webhook endpoint answered ${made.status}: ${made.text}`);
  const { database, clock } = gateway.app.deps;
  const view = { title: "event", summary: null, actor: null, url: null, occurredAt: null };
  const event: NewEvent = {
    owner: { userId, accountId: null },
    integrationId: crypto.randomUUID(),
    provider: "acme",
    type: "items.created",
    key: "1",
    view,
    payload: {},
    receivedAt: clock.now(),
  };
  await database.transaction((tx) => publishEvents(tx, [event]));
  const [row] = await database.query<{ id: string }>("select id from inbox_events where integration_id = $1::uuid", [
    event.integrationId,
  ]);
  return { webhookId: made.json.data.id as string, queuedEventId: row?.id as string };
}

/** Every row of the tables that contains the text, sorted. */
export async function rowsContaining(
  gateway: TestGateway,
  text: string,
  tables?: readonly string[],
): Promise<string[]> {
  const { database } = gateway.database;
  const names = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found: string[] = [];
  for (const { name } of names.filter((one) => tables?.includes(one.name) ?? true)) {
    const rows = await database.query<{ text: string }>(
      `select t::text as text from "${name}" t where t::text like '%' || $1 || '%' order by 1`,
      [text],
    );
    found.push(...rows.map((row) => `${name} ${row.text}`));
  }
  return found;
}
