// The one place that says which OAuth client serves a owner, a session or a grant: the partner's own or the operator's.

import type { Cache } from "../db/changes.ts";
import type { Orm } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { listApps, lockApp, type OAuthAppRow } from "../oauth-apps/store.ts";
import type { Owner } from "../owner.ts";
import { clientSecretContext } from "../vault/sealing-contexts.ts";
import { DecryptionError } from "../vault/vault.ts";
import type { OAuthClient } from "./client.ts";

/** A session or an integration: what was begun or granted with one client. */
export interface MadeWithClient extends Owner {
  provider: string;
  /** Null: the operator's. */
  clientId: string | null;
}

export interface ClientRegistry {
  /** What a new session uses: for an account its partner's own client, where there is one, else the operator's. */
  forConnect(owner: Owner, provider: string): Promise<OAuthClient | null>;
  /** The very client that something was made with, with its secret of today; null where it is not known any more. */
  madeWith(made: MadeWithClient): Promise<OAuthClient | null>;
  /** Keeps a client from being removed until the transaction ends; false where it is gone: nothing could renew its grant. */
  lock(tx: Orm, owner: Owner & { provider: string }, clientId: string): Promise<boolean>;
}

interface CachedApps {
  userId: string;
  apps: readonly OAuthAppRow[];
}

/** Keeps sealed rows in memory; NOTIFY empties them. */
export function createClientRegistry(
  deps: Pick<Deps, "database" | "changes" | "vault" | "log" | "registry" | "target">,
): ClientRegistry {
  const cache: Cache<CachedApps> = deps.changes.cache<CachedApps>(["oauth_apps"]);
  /** A partner's own clients serve its accounts alone, never the users' own integrations. */
  const appsOf = async ({ userId, accountId }: Owner, provider: string) => {
    if (accountId === null) return [];
    const load = async () => ({ userId, apps: await listApps(deps.database, userId) });
    return ((await cache.get(userId, load))?.apps ?? []).filter((app) => app.provider === provider);
  };
  const operators = (provider: string) => (deps.registry.provider(provider) ? deps.target(provider).client : null);
  return {
    async forConnect(owner, provider) {
      const own = (await appsOf(owner, provider)).find((app) => app.replacedAt === null);
      return own ? openApp(deps, own) : operators(provider);
    },
    async madeWith(made) {
      const own = (await appsOf(made, made.provider)).find((app) => app.clientId === made.clientId);
      if (own) return openApp(deps, own);
      const client = operators(made.provider);
      return made.clientId === null || client?.id === made.clientId ? client : null;
    },
    async lock(tx, { userId, accountId, provider }, clientId) {
      const isOwn = accountId !== null && (await lockApp(tx, userId, provider, clientId));
      return isOwn || operators(provider)?.id === clientId;
    },
  };
}

/** Null where the secret cannot be opened: another client must not take its place. */
function openApp(deps: Pick<Deps, "vault" | "log">, app: OAuthAppRow): OAuthClient | null {
  const { userId, provider, clientId } = app;
  try {
    return { id: clientId, secret: deps.vault.open(app.clientSecret, clientSecretContext(userId, provider, clientId)) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    deps.log.error("oauth_app_cannot_be_opened", { user_id: userId, provider, client_id: clientId });
    return null;
  }
}
