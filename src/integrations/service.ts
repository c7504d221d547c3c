// A subject's integrations: listed, found for a call, disconnected.
import { bounded } from "../db/bounded.ts";
import type { Cache } from "../db/changes.ts";
import type { Deps } from "../deps.ts";
import { type IntegrationRow, integrationView, type SubjectKey } from "./model.ts";
import { listIntegrations } from "./store.ts";

export type Subject = SubjectKey;

export interface Integrations {
  /** All integrations of a subject by provider, from memory where possible. */
  ofSubject(subject: Subject): Promise<ReadonlyMap<string, IntegrationRow>>;
}

interface Held {
  userId: string;
  byProvider: ReadonlyMap<string, IntegrationRow>;
}

/** Keeps sealed rows in memory; NOTIFY empties them. */
export function createIntegrations(deps: Pick<Deps, "database" | "changes">): Integrations {
  const cache: Cache<Held> = deps.changes.cache<Held>(["integrations", "waiting_grants"]);
  return {
    async ofSubject(subject) {
      const load = async (): Promise<Held> => {
        const rows = await bounded(listIntegrations(deps.database, subject));
        return { userId: subject.userId, byProvider: new Map(rows.map((row) => [row.provider, row])) };
      };
      const held = await cache.get(`${subject.userId}/${subject.accountId ?? ""}`, load);
      return held?.byProvider ?? new Map();
    },
  };
}

/** What an account's own answer shows of its integrations. */
export async function integrationsOf(deps: Deps, subject: Subject) {
  const views = await listOf(deps, subject);
  return views.map(({ id, provider, status, connected_at }) => ({ id, provider, status, connected_at }));
}

/** A subject's integrations with their services and who granted. */
export async function listOf(deps: Deps, subject: Subject) {
  const rows = await listIntegrations(deps.database, subject);
  return rows.map((row) => integrationView(row, deps.registry.provider(row.provider)));
}
