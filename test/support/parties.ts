// Partners with everything that isolation is about: accounts, integrations, sessions, cursors; and a provider that notes whose token came.
import { confirmTokenHash } from "../../src/connect/save-grant.ts";
import { insertPendingGrant } from "../../src/integrations/pending-grant-store.ts";
import { insertIntegration } from "../../src/integrations/store.ts";
import { defaultScopes } from "../../src/registry/scopes.ts";
import { sealTokens } from "../../src/tokens/sealed-tokens.ts";
import type { Fetch } from "../../src/upstream/send.ts";
import { pendingTokenContext } from "../../src/vault/sealing-contexts.ts";
import type { TestGateway } from "./gateway.ts";

export interface Subject {
  userId: string;
  accountId: string | null;
}

/** One access token for each subject and provider, so that a request tells whom it was made for. */
export const tokenOf = ({ userId, accountId }: Subject, provider: string) =>
  `token.${userId}.${accountId ?? "own"}.${provider}`;

export interface NotedRequest {
  url: URL;
  method: string;
  token: string;
  body: string;
}

/** A provider in place of the network: notes each request with its token and answers what `answer` gives. */
export function noting(answer: (request: NotedRequest) => Response) {
  const requests: NotedRequest[] = [];
  const fetch: Fetch = async (input, init) => {
    const authorization = new Headers(init.headers).get("authorization") ?? "";
    const noted: NotedRequest = {
      url: new URL(input),
      method: init.method ?? "GET",
      token: authorization.replace(/^\w+ /, ""),
      body: typeof init.body === "string" ? init.body : "",
    };
    requests.push(noted);
    return answer(noted);
  };
  return { requests, fetch };
}

/** Connects a subject by writing the grant straight into the database; the token does not expire unless said. */
export async function grant(
  gateway: TestGateway,
  subject: Subject,
  provider: string,
  given: {
    refreshToken?: string;
    accessExpiresAt?: Date;
    scopes?: string[];
    status?: "active" | "expired" | "revoked";
  } = {},
): Promise<string> {
  const { deps } = gateway.app;
  const id = crypto.randomUUID();
  const now = new Date(gateway.clock.now());
  const plugin = deps.registry.provider(provider);
  if (!plugin) throw new Error(`There is no plugin "${provider}".`);
  const set = {
    accessToken: tokenOf(subject, provider),
    ...(given.refreshToken && { refreshToken: given.refreshToken }),
  };
  const row = {
    id,
    ...subject,
    provider,
    status: given.status ?? ("active" as const),
    statusReason: null,
    identityId: id,
    identity: { id, name: `identity of ${subject.accountId ?? subject.userId}` },
    clientId: "client",
    scopes: given.scopes ?? defaultScopes(plugin),
    ...sealTokens(deps, id, set),
    accessExpiresAt: given.accessExpiresAt ?? null,
    refreshExpiresAt: null,
    connectedAt: now,
    updatedAt: now,
  };
  await insertIntegration(gateway.database.database.orm, row);
  return id;
}

/** Puts a grant of acme aside for an account; gives the text that confirms it. */
async function grantWaiting(gateway: TestGateway, userId: string, accountId: string): Promise<string> {
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

export interface PartyAccount {
  id: string;
  /** Confirms the account's waiting grant of acme; empty where none waits. */
  confirmToken: string;
  externalId: string;
  sessionId: string;
}
export interface Party {
  userId: string;
  key: string;
  keyId: string;
  account: PartyAccount;
  other: PartyAccount;
  /** A connect session of area A. */
  sessionId: string;
  /** Leads on in the usage log. */
  usageCursor: string;
}
/** Which providers each subject is connected to. */
export interface Connections {
  account: readonly string[];
  other: readonly string[];
  own: readonly string[];
}

/** A partner with two accounts, a connect session each and one of its own, and a few calls in its log. */
export async function makeParty(gateway: TestGateway, connections: Connections): Promise<Party> {
  const { userId, key, keyId, email } = await gateway.partner({ tier: "enterprise" });
  await gateway.admin("PATCH", `/users/${email}`, { tier: "team" });
  const connect = { provider: "acme", redirect_url: "https://partner.example.com/done" };
  const started = async (path: string) => {
    const answer = await gateway.call("POST", path, { key, body: connect });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.json.data.session_id as string;
  };
  const makeAccount = async (providers: readonly string[], isWaiting: boolean): Promise<PartyAccount> => {
    const externalId = `customer-${crypto.randomUUID()}`;
    const id = await gateway.account(key, externalId);
    for (const provider of providers) await grant(gateway, { userId, accountId: id }, provider);
    const confirmToken = isWaiting ? await grantWaiting(gateway, userId, id) : "";
    return { id, confirmToken, externalId, sessionId: await started(`/api/v1/accounts/${id}/connect`) };
  };
  for (const provider of connections.own) await grant(gateway, { userId, accountId: null }, provider);
  const account = await makeAccount(connections.account, true);
  const other = await makeAccount(connections.other, false);
  const sessionId = await started("/api/v1/integrations/connect");
  const usage = await gateway.call("GET", "/api/v1/usage?limit=1", { key });
  return { userId, key, keyId, account, other, sessionId, usageCursor: usage.json.data.next_cursor };
}

/** Every row of every table that names one of the texts, sorted. */
export async function rowsWith(gateway: TestGateway, text: string, tables?: readonly string[]): Promise<string[]> {
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
