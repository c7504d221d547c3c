// A owner's integrations: listed, found for a call, their services switched off and on.

import type { Cache } from "../db/changes.ts";
import type { Deps } from "../deps.ts";
import { AppError, accountNotFound, invalidInput } from "../errors.ts";
import type { Owner } from "../owner.ts";
import { permissionsOf } from "../registry/scopes.ts";
import { type IntegrationRow, integrationView } from "./model.ts";
import { findIntegration, GRANT_TABLES, listIntegrations, updateDisabledServices } from "./store.ts";

/** Unknown services that an answer names at most; its text is all that a partner sees. */
const MAX_NAMED = 20;

export interface Integrations {
  /** All integrations of a owner by provider, from memory where possible. */
  ofOwner(owner: Owner): Promise<ReadonlyMap<string, IntegrationRow>>;
}

interface CachedIntegrations {
  userId: string;
  byProvider: ReadonlyMap<string, IntegrationRow>;
}

/** Keeps sealed rows in memory; NOTIFY empties them. */
export function createIntegrations(deps: Pick<Deps, "database" | "changes">): Integrations {
  const cache: Cache<CachedIntegrations> = deps.changes.cache<CachedIntegrations>(GRANT_TABLES);
  return {
    async ofOwner(owner) {
      const load = async (): Promise<CachedIntegrations> => {
        const rows = await listed(deps, owner);
        return { userId: owner.userId, byProvider: new Map(rows.map((row) => [row.provider, row])) };
      };
      const held = await cache.get(`${owner.userId}/${owner.accountId ?? ""}`, load);
      return held?.byProvider ?? new Map();
    },
  };
}

async function listed(deps: Pick<Deps, "database">, owner: Owner): Promise<IntegrationRow[]> {
  const rows = await listIntegrations(deps.database, owner);
  if (!rows) throw accountNotFound();
  return rows;
}

/** What an account's own answer shows of its integrations. */
export async function integrationsOf(deps: Deps, owner: Owner) {
  const views = await listOf(deps, owner);
  return views.map(({ id, provider, status, connected_at }) => ({ id, provider, status, connected_at }));
}

/** A owner's integrations with their services and who granted. */
export async function listOf(deps: Deps, owner: Owner) {
  const rows = await listed(deps, owner);
  return rows.map((row) => integrationView(row, deps.registry.provider(row.provider)));
}

/** Switches services of an integration off or on; in force on every replica within a second. 404 where there is none. */
export async function switchServices(
  deps: Pick<Deps, "database" | "changes" | "registry" | "log">,
  owner: Owner,
  providerId: string,
  services: Record<string, boolean>,
) {
  const provider = deps.registry.provider(providerId);
  if (!(await findIntegration(deps.database.orm, owner, providerId))) throw integrationNotFound(providerId);
  const known = provider ? permissionsOf(provider) : [];
  const unknown = Object.keys(services).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const names = unknown.slice(0, MAX_NAMED).map((name) => `"${name.slice(0, 60)}"`);
    const message = `${providerId} has no service ${names.join(", ")}${unknown.length > MAX_NAMED ? ", …" : ""}.`;
    throw invalidInput([{ in: "body", path: "/services", message }]);
  }
  const row = await updateDisabledServices(deps.database, owner, providerId, services);
  if (!row) throw integrationNotFound(providerId);
  deps.changes.invalidate(row.userId, GRANT_TABLES);
  deps.log.info("services_switched", {
    integration_id: row.id,
    user_id: row.userId,
    account_id: row.accountId,
    disabled_services: row.disabledServices,
  });
  return integrationView(row, provider);
}

export function integrationNotFound(provider: string): AppError {
  return new AppError("INTEGRATION_NOT_FOUND", `Integration "${provider}" is not connected`);
}
