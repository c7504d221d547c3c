// Chooses the OAuth client of an owner, a session or a grant: the partner's own or the operator's.

import type { Cache } from "../../foundation/db/cache.ts";
import { ALL_USERS } from "../../foundation/db/changes.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { clientSecretContext, operatorClientContext } from "../../foundation/vault/sealing-contexts.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { listApps, lockApp, type OAuthAppRow } from "../oauth-apps/store.ts";
import type { OAuthClient } from "./client.ts";
import { listOperatorClients, lockOperatorClient, type OperatorClientRow } from "./operator-client-store.ts";

/** A session or a grant: it belongs to the client that it was made with. */
export interface ClientReference extends Owner {
  provider: string;
  /** Null: the operator's. */
  clientId: string | null;
}

export interface ClientRegistry {
  /** The operator's client: of the environment or the providers file, else the one entered at the dashboard. */
  ofOperator(provider: string): Promise<OAuthClient | null>;
  /** The clients entered at the dashboard, in force or not; the secrets are sealed. */
  entered(): Promise<readonly OperatorClientRow[]>;
  /** The client of a new session: for an account its partner's own, if there is one, else the operator's. */
  forConnect(owner: Owner, provider: string): Promise<OAuthClient | null>;
  /** The client that a session or grant was made with, with its current secret; null when it no longer exists. */
  clientOfGrant(made: ClientReference): Promise<OAuthClient | null>;
  /** Locks a client against removal until the transaction ends; false when it is gone and its grant could not be refreshed. */
  lock(tx: Orm, owner: Owner & { provider: string }, clientId: string): Promise<boolean>;
}

interface CachedClients {
  userId: typeof ALL_USERS;
  clients: readonly OperatorClientRow[];
}

interface CachedApps {
  userId: string;
  apps: readonly OAuthAppRow[];
}

/** Caches sealed rows; NOTIFY invalidates them. */
export function createClientRegistry(
  deps: Pick<Deps, "database" | "changes" | "vault" | "log" | "audit" | "registry" | "target">,
): ClientRegistry {
  const cache: Cache<CachedApps> = deps.changes.cache<CachedApps>(["oauth_apps"]);
  /** A partner's own clients serve its accounts only, never its user's own integrations. */
  const appsOf = async ({ userId, accountId }: Owner, provider: string) => {
    if (accountId === null) return [];
    const load = async () => ({ userId, apps: await listApps(deps.database, userId) });
    return ((await cache.get(userId, load))?.apps ?? []).filter((app) => app.provider === provider);
  };
  const { entered, ofOperator } = operatorClients(deps);
  return {
    ofOperator,
    entered,
    async forConnect(owner, provider) {
      const own = (await appsOf(owner, provider)).find((app) => app.replacedAt === null);
      return own ? openApp(deps, own) : ofOperator(provider);
    },
    async clientOfGrant(made) {
      const own = (await appsOf(made, made.provider)).find((app) => app.clientId === made.clientId);
      if (own) return openApp(deps, own);
      const client = await ofOperator(made.provider);
      return made.clientId === null || client?.id === made.clientId ? client : null;
    },
    async lock(tx, { userId, accountId, provider }, clientId) {
      const isOwn = accountId !== null && (await lockApp(tx, userId, provider, clientId));
      if (isOwn) return true;
      const configured = deps.registry.provider(provider) ? deps.target(provider).client : null;
      return configured ? configured.id === clientId : lockOperatorClient(tx, provider, clientId);
    },
  };
}

type OperatorClientDeps = Pick<Deps, "database" | "changes" | "vault" | "log" | "audit" | "registry" | "target">;

/** Caches sealed rows, all together: they are few. */
function operatorClients(deps: OperatorClientDeps): Pick<ClientRegistry, "ofOperator" | "entered"> {
  const cache: Cache<CachedClients> = deps.changes.cache<CachedClients>(["operator_clients"]);
  const load = async () => ({ userId: ALL_USERS, clients: await listOperatorClients(deps.database) }) as CachedClients;
  const entered = async () => (await cache.get("all", load))?.clients ?? [];
  return {
    entered,
    async ofOperator(provider) {
      if (!deps.registry.provider(provider)) return null;
      const configured = deps.target(provider).client;
      if (configured) return configured;
      const row = (await entered()).find((one) => one.provider === provider);
      return row ? openOperatorClient(deps, row) : null;
    },
  };
}

/** Null when the secret cannot be opened, as after a ring without its key. */
function openOperatorClient(
  deps: Pick<Deps, "vault" | "log" | "audit">,
  { provider, clientId, clientSecret }: OperatorClientRow,
): OAuthClient | null {
  try {
    return { id: clientId, secret: deps.vault.open(clientSecret, operatorClientContext(provider)) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    const details = { provider, client_id: clientId };
    deps.log.error("oauth_app_cannot_be_opened", details);
    const facts = { event: "oauth_app_cannot_be_opened", outcome: "failed" as const, details };
    deps.audit.count(`operator ${provider}`, SYSTEM_INITIATOR, facts);
    return null;
  }
}

/** Null when the secret cannot be opened: no other client may replace it. */
function openApp(deps: Pick<Deps, "vault" | "log" | "audit">, app: OAuthAppRow): OAuthClient | null {
  const { userId, provider, clientId } = app;
  try {
    return { id: clientId, secret: deps.vault.open(app.clientSecret, clientSecretContext(userId, provider, clientId)) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    const details = { provider, client_id: clientId };
    deps.log.error("oauth_app_cannot_be_opened", { user_id: userId, ...details });
    const facts = { event: "oauth_app_cannot_be_opened", userId, outcome: "failed" as const, details };
    // Each call of an account meets it: one entry a minute.
    deps.audit.count(`${userId} ${provider} ${clientId}`, SYSTEM_INITIATOR, facts);
    return null;
  }
}
