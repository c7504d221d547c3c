// Brings the rows of an integration's sources in line with what its grant and the settings allow, in the caller's transaction.

import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { Orm } from "../../foundation/db/database.ts";
import type { Deps } from "../../server/deps.ts";
import {
  canBePushedTo,
  type EventSettings,
  maySourceRun,
  plannedSources,
  type SourceMode,
  sourceMode,
  sourceOf,
  todaysSource,
} from "./planned.ts";
import {
  deleteSources,
  insertSource,
  listSources,
  type NewSource,
  NO_ERROR,
  type SourceRow,
  updateSource,
} from "./store.ts";

export type PlanDeps = Pick<Deps, "config" | "baseUrl" | "clock" | "target" | "registry">;

export function eventSettings(deps: PlanDeps, provider: string): EventSettings {
  return { target: deps.target(provider), isPublic: canBePushedTo(deps.config, deps.baseUrl) };
}

/** Why the sources are planned. */
export type PlanReason =
  /** A new grant: what failed starts again, and subscriptions are checked. */
  | "new_grant"
  /** The grant is of another identity: positions and subscriptions belong to another account. */
  | "other_identity"
  /** Services were switched, or a plugin or a setting changed: what runs goes on. */
  | "changed";

export interface Planned {
  /** Deleted with a subscription, which needs the former grant: end them at the provider after the commit. */
  lost: SourceRow[];
  /** Whether there are sources whose jobs may be due now: two claims that nobody needs are most of a connect's queries. */
  isDue: boolean;
}
export const NO_SOURCES: Planned = { lost: [], isDue: false };

/** Makes, restarts and ends the sources of an integration whose row is locked or new; those that are not lost end as jobs. */
export async function planSources(tx: Orm, deps: PlanDeps, row: IntegrationRow, reason: PlanReason): Promise<Planned> {
  const provider = deps.registry.provider(row.provider);
  if (!provider) return NO_SOURCES;
  const settings = eventSettings(deps, row.provider);
  // Those of an ended grant stay for the time when it is connected again.
  if (row.status !== "active") return NO_SOURCES;
  const existing = await listSources(tx, [row.id]);
  if (!provider.sources && existing.length === 0) return NO_SOURCES;
  const now = new Date(deps.clock.now());
  const isOther = reason === "other_identity";
  const lost = isOther ? existing : [];
  await deleteSources(
    tx,
    lost.map(({ id }) => id),
  );
  const planned = plannedSources(settings, row);
  const stored = isOther ? [] : existing;
  const continued = new Set<SourceRow>();
  for (const [name, mode] of planned) {
    const old = stored.find((source) => todaysSource(provider, source.name) === name && source.resource === "");
    if (!old) await insertSource(tx, newSource(row, { name, resource: "", mode }, now));
    else {
      continued.add(old);
      await continueSource(tx, old, mode, reason, now);
    }
  }
  for (const old of stored) {
    if (old.resource === "") {
      if (!continued.has(old)) await endSource(tx, old, now);
      continue;
    }
    const source = sourceOf(provider, old.name);
    const mode = source && maySourceRun(provider, source, row) ? sourceMode(settings, old.name) : null;
    if (mode) await continueSource(tx, old, mode, reason, now);
    else if (source) await suspendSource(tx, old, now);
    else await endSource(tx, old, now);
  }
  const isDue = planned.size + stored.length > 0;
  return { lost: lost.filter(({ subscriptionId }) => subscriptionId !== null), isDue };
}

export function newSource(
  row: IntegrationRow,
  { name, resource, mode }: { name: string; resource: string; mode: SourceMode },
  now: Date,
): NewSource {
  return {
    id: crypto.randomUUID(),
    integrationId: row.id,
    userId: row.userId,
    accountId: row.accountId,
    provider: row.provider,
    name,
    resource,
    ...startNow(mode, now),
    createdAt: now,
  };
}

/** The jobs of a source that starts: a pushed one is subscribed to first, and polled from then on. */
const startNow = (mode: SourceMode, now: Date) => ({
  mode,
  state: "pending" as const,
  ...NO_ERROR,
  nextCheckAt: mode === "push" ? now : null,
  checkAttempts: 0,
  nextAt: mode === "poll" ? now : null,
  attempts: 0,
  emptyPolls: 0,
  updatedAt: now,
});

async function continueSource(tx: Orm, old: SourceRow, mode: SourceMode, reason: PlanReason, now: Date): Promise<void> {
  const isIdle = old.nextCheckAt === null && old.nextAt === null;
  const mustStart = old.state !== "active" && (reason === "new_grant" || old.state === "ending" || isIdle);
  if (mustStart || old.mode !== mode) {
    const nextCheckAt = old.mode === "push" && mode === "poll" && old.subscriptionId !== null ? now : undefined;
    return void (await updateSource(tx, old.id, { ...startNow(mode, now), ...(nextCheckAt && { nextCheckAt }) }));
  }
  // The new grant may not own the subscription: it is checked.
  if (reason === "new_grant" && mode === "push") await updateSource(tx, old.id, { checkedAt: null, nextCheckAt: now });
}

/** Its row goes with its subscription; without one at once. */
export async function endSource(tx: Orm, old: SourceRow, now: Date): Promise<void> {
  if (old.subscriptionId === null && old.checkLeaseUntil === null) return deleteSources(tx, [old.id]);
  if (old.state === "ending") return;
  await updateSource(tx, old.id, { state: "ending", nextCheckAt: now, checkAttempts: 0, nextAt: null, updatedAt: now });
}

/** A chosen source stays for the time when its service is on again. */
async function suspendSource(tx: Orm, old: SourceRow, now: Date): Promise<void> {
  const nextCheckAt = old.subscriptionId === null ? null : now;
  await updateSource(tx, old.id, { mode: "poll", state: "pending", nextAt: null, nextCheckAt, updatedAt: now });
}
