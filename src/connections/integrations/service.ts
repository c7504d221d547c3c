// An owner's integrations: lists them, finds them for calls, switches their services, marks them as ended.

import { integrationEvent } from "../../events/log/integration-events.ts";
import { type PublishedTo, publishEvents } from "../../events/log/publish.ts";
import type { Cache } from "../../foundation/db/cache.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { accountNotFound, invalidInput } from "../../foundation/errors.ts";
import { together } from "../../foundation/tick.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { noteConnectionEnded } from "../../identity/notifications/events.ts";
import { type AccountRef, isWithin, type Owner } from "../../identity/owner.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "./access.ts";
import { findAccountsWithIntegrations } from "./account-store.ts";
import { listBorrowed } from "./borrowed-store.ts";
import { updateDisabledServices } from "./change-store.ts";
import { type Connection, type IntegrationRow, integrationView, statusOf } from "./model.ts";
import { type IntegrationRef, refText } from "./reference.ts";
import {
  findIntegration,
  GRANT_TABLES,
  listIntegrations,
  listIntegrationsOf,
  markTokenDead,
  updateStatus,
} from "./store.ts";
import { withinOwner } from "./within.ts";

/** At most so many unknown services are named in an error. */
const MAX_NAMED = 20;

export interface Integrations {
  /** The connections that an owner's calls may use by provider, with those that others lend it; from the cache if possible. */
  listByOwner(owner: Owner): Promise<ReadonlyMap<string, readonly Connection[]>>;
  /** Reads an account by its external_id, and brings its integrations into the cache: a call needs both. */
  findAccount(userId: string, externalId: string): Promise<AccountRef | null>;
}

interface CachedIntegrations {
  userId: string;
  byProvider: ReadonlyMap<string, readonly Connection[]>;
  /** When the first of the borrowed ones ends, in Unix milliseconds. */
  endsAt: number;
}

/** Caches sealed rows; NOTIFY invalidates them. */
export function createIntegrations(deps: Pick<Deps, "database" | "changes" | "clock">): Integrations {
  const cache: Cache<CachedIntegrations> = deps.changes.cache<CachedIntegrations>(GRANT_TABLES);
  const keyOf = ({ userId, accountId }: Owner) => `${userId}/${accountId ?? ""}`;
  const cachedOf = ({ userId }: Owner, rows: readonly Connection[]): CachedIntegrations => ({
    userId,
    byProvider: Map.groupBy(rows, ({ provider }) => provider),
    endsAt: Math.min(...rows.map(({ share }) => share?.endsAt?.getTime() ?? Infinity)),
  });
  const lookUp = together((named: readonly { userId: string; externalId: string }[]) =>
    findAccountsWithIntegrations(deps.database, named),
  );
  return {
    async listByOwner(owner) {
      const load = async () => cachedOf(owner, await listConnections(deps, owner));
      const cached = await cache.get(keyOf(owner), load);
      if (cached && cached.endsAt <= deps.clock.now()) {
        deps.changes.invalidate(owner.userId, ["shares"]);
        return withinOwner(owner, (await cache.get(keyOf(owner), load))?.byProvider ?? new Map());
      }
      return withinOwner(owner, cached?.byProvider ?? new Map());
    },
    findAccount: (userId, externalId) =>
      cache.alongside(async (bring) => {
        const found = await lookUp({ userId, externalId });
        if (!found) return null;
        const owner = { userId, accountId: found.accountId };
        if (found.integrations) bring(keyOf(owner), cachedOf(owner, found.integrations));
        return { id: found.accountId, userId, externalId };
      }),
  };
}

/** What an owner's calls may use: its own integrations, and what is lent to it. */
async function listConnections(deps: Pick<Deps, "database" | "clock">, owner: Owner): Promise<Connection[]> {
  const [own, borrowed] = await Promise.all([
    requireIntegrations(deps, owner),
    listBorrowed(deps.database, owner, deps.clock.now()),
  ]);
  return [...own, ...borrowed];
}

async function requireIntegrations(deps: Pick<Deps, "database">, owner: Owner): Promise<IntegrationRow[]> {
  const rows = await listIntegrations(deps.database, owner);
  if (!rows) throw accountNotFound();
  return rows;
}

/** The integrations as they appear within their account. */
export async function summarizeIntegrations(deps: Deps, owner: Owner) {
  const views = await viewIntegrations(deps, owner);
  return views.map(({ id, provider, name, status, connected_at }) => ({ id, provider, name, status, connected_at }));
}

/** The same of several accounts at once, by account. */
export async function summarizeIntegrationsOf(
  { database, registry }: Pick<Deps, "database" | "registry">,
  userId: string,
  accounts: readonly { id: string }[],
) {
  const ids = accounts.map(({ id }) => id);
  const byAccount = new Map<string, ReturnType<typeof summaryOf>[]>(ids.map((id) => [id, []]));
  for (const row of await listIntegrationsOf(database, userId, ids))
    if (row.accountId !== null) byAccount.get(row.accountId)?.push(summaryOf(row, registry.provider(row.provider)));
  return byAccount;
}

const summaryOf = (row: IntegrationRow, provider: Provider | undefined) => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  status: statusOf(row, provider).status,
  connected_at: row.connectedAt.toISOString(),
});

/** An owner's integrations with their services and identities. */
export async function viewIntegrations(deps: Deps, owner: Owner) {
  const rows = (await requireIntegrations(deps, owner)).filter((row) => isWithin(owner, row));
  const sources = await deps.sources.ofIntegrations(rows.map(({ id }) => id));
  const sourcesOf = ({ id }: IntegrationRow) => sources.filter(({ integrationId }) => integrationId === id);
  return rows.map((row) => integrationView(row, deps.registry.provider(row.provider), sourcesOf(row)));
}

/** Switches services of an integration off or on, on every replica within a second; 404 when there is none. */
export async function switchServices(
  deps: Pick<Deps, "database" | "changes" | "audit" | "registry" | "sources">,
  owner: Owner,
  ref: IntegrationRef,
  services: Record<string, boolean>,
  initiator: Initiator,
) {
  const found = await findIntegration(deps.database.orm, owner, ref);
  if (!found) throw integrationNotFound(owner, refText(ref));
  const providerId = found.provider;
  const provider = deps.registry.provider(providerId);
  const known = provider ? permissionsOf(provider) : [];
  const named = (name: string) => (provider ? previousNamesOf(provider).permissions.all(name) : [name]);
  const unknown = Object.keys(services).filter((name) => !known.includes(named(name)[0] as string));
  if (unknown.length > 0) {
    const names = unknown.slice(0, MAX_NAMED).map((name) => `"${name.slice(0, 60)}"`);
    const message = `${providerId} has no service ${names.join(", ")}${unknown.length > MAX_NAMED ? ", …" : ""}.`;
    throw invalidInput([{ in: "body", path: "/services", message }]);
  }
  let announce = () => {};
  // Its former names too: a replica with the plugin's version before finds it off as well.
  const switches = Object.entries(services).map(([name, isOn]) => ({ names: named(name), isOn }));
  const row = await updateDisabledServices(deps.database, owner, { id: found.id }, switches, async (tx, switched) => {
    await deps.sources.plan(tx, switched, "changed");
    announce = await deps.audit.recordIn(tx, initiator, {
      event: "services_switched",
      ...owner,
      resource: { kind: "integration", id: switched.id },
      details: { provider: providerId, connection: switched.name, disabled_services: switched.disabledServices },
    });
  });
  if (!row) throw integrationNotFound(owner, providerId);
  deps.changes.invalidate(row.userId, GRANT_TABLES);
  deps.sources.notify();
  announce();
  return integrationView(row, provider, await deps.sources.ofIntegrations([row.id]));
}

type EndDeps = Pick<Deps, "database" | "changes" | "clock" | "audit" | "events" | "config">;
/** What is to be told once the transaction is committed. */
interface Ended {
  published: PublishedTo;
  announce(): void;
}
type End = { status: "expired" | "revoked"; reason: string };

/** Marks an integration as expired or revoked, with an event of it, unless its tokens were replaced since the row was read. */
export async function endIntegration(
  deps: EndDeps,
  row: IntegrationRow,
  status: End["status"],
  reason: string,
): Promise<void> {
  const ended = await deps.database.transaction((tx) => endIntegrationIn(tx, deps, row, { status, reason }));
  if (!ended) return;
  deps.events.published(ended.published);
  noteEnded(deps, row, ended);
}

/** The same within the caller's transaction, after which `noteEnded` follows; null where nothing changed. */
export async function endIntegrationIn(
  tx: Orm,
  { clock, audit, config }: Pick<Deps, "clock" | "audit" | "config">,
  row: IntegrationRow,
  { status, reason }: End,
): Promise<Ended | null> {
  const now = clock.now();
  await lockOwner(tx, row);
  if (!(await updateStatus(tx, row, status, reason, new Date(now)))) return null;
  const published = await publishEvents(tx, [
    integrationEvent(status, row, { key: String(row.epoch), now, details: { reason } }),
  ]);
  await noteConnectionEnded(tx, { config, clock }, row);
  const announce = await audit.recordIn(tx, SYSTEM_INITIATOR, {
    event: "integration_ended",
    level: "warn",
    userId: row.userId,
    accountId: row.accountId,
    resource: { kind: "integration", id: row.id },
    details: { provider: row.provider, connection: row.name, status, reason },
  });
  return { published, announce };
}

/** Marks one token of an integration as dead: what presents it is refused, everything else goes on. */
export async function endToken(
  deps: Pick<Deps, "database" | "changes" | "clock" | "audit">,
  row: IntegrationRow,
  name: string,
  { status, reason }: End,
): Promise<void> {
  const dead = { status, at: new Date(deps.clock.now()).toISOString() };
  const announce = await deps.database.transaction(async (tx) => {
    if (!(await markTokenDead(tx, row, name, dead))) return null;
    return deps.audit.recordIn(tx, SYSTEM_INITIATOR, {
      event: "integration_token_ended",
      level: "warn",
      userId: row.userId,
      accountId: row.accountId,
      resource: { kind: "integration", id: row.id },
      details: { provider: row.provider, connection: row.name, credential: name, status, reason },
    });
  });
  if (announce) noteEnded(deps, row, { announce });
}

/** Tells the caches and the log of an integration, or a token of it, that has ended. */
export function noteEnded(
  { changes }: Pick<Deps, "changes">,
  row: IntegrationRow,
  { announce }: Pick<Ended, "announce">,
): void {
  changes.invalidate(row.userId, GRANT_TABLES);
  announce();
}
