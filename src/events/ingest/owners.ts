// Whose each item is: the active integrations of the identity or workspace that the signed inbound webhook names.

import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { findActiveIntegration, findIntegrationsOf, MAX_RECIPIENTS } from "../../connections/integrations/store.ts";
import type { Database } from "../../foundation/db/database.ts";
import type { EventSubject, InboundWebhook } from "../../plugin/index.ts";
import type { WebhookItem } from "../../providers/upstream/events.ts";
import { type DueInboundWebhook, findSourceAddress, NO_SOURCE } from "./store.ts";

/** An inbound webhook whose content has been read. */
export interface Opened {
  row: DueInboundWebhook;
  inbound: InboundWebhook;
  items: readonly WebhookItem[];
}

export interface OwnerDirectory {
  of(row: DueInboundWebhook, item: WebhookItem): Promise<IntegrationRow[]>;
}

type Reader = Pick<Database, "orm" | "query">;

/** Finds the owners of many inbound webhooks by one query for each provider. */
export async function loadOwners(database: Reader, opened: readonly Opened[]): Promise<OwnerDirectory> {
  const byProvider = new Map<string, Map<string, IntegrationRow[]>>();
  const atProviders = opened.filter(({ row }) => row.sourceId === NO_SOURCE);
  for (const [provider, inboundWebhooks] of Map.groupBy(atProviders, ({ row }) => row.provider)) {
    const subjects = inboundWebhooks.flatMap(({ items }) => items.flatMap((item) => item.subjects));
    const rows = await findIntegrationsOf(database, provider, subjects);
    // Else some subject's integrations may have been cut off.
    if (rows.length < MAX_RECIPIENTS) byProvider.set(provider, indexOf(rows));
  }
  return {
    async of(row, { subjects }) {
      if (row.sourceId !== NO_SOURCE) return ownerAtSource(database, row, subjects);
      const index = byProvider.get(row.provider);
      if (!index) return findIntegrationsOf(database, row.provider, subjects);
      return [...new Set(subjects.flatMap(({ matches, id }) => index.get(`${matches} ${id}`) ?? []))];
    },
  };
}

/** Integrations by what an event can name. */
function indexOf(rows: readonly IntegrationRow[]): Map<string, IntegrationRow[]> {
  const index = new Map<string, IntegrationRow[]>();
  const add = (key: string, row: IntegrationRow) => {
    const rows = index.get(key);
    if (rows) rows.push(row);
    else index.set(key, [row]);
  };
  for (const row of rows) {
    add(`identity ${row.identityId}`, row);
    if (row.identity.workspace) add(`workspace ${row.identity.workspace.id}`, row);
  }
  return index;
}

function isOf({ identityId, identity }: IntegrationRow, { matches, id }: EventSubject): boolean {
  return (matches === "identity" ? identityId : identity.workspace?.id) === id;
}

/** The source's integration alone, and only if a subject that the plugin reads is its. */
async function ownerAtSource(
  database: Reader,
  { provider, sourceId }: DueInboundWebhook,
  subjects: readonly EventSubject[],
): Promise<IntegrationRow[]> {
  const source = await findSourceAddress(database, provider, sourceId);
  const own = source && (await findActiveIntegration(database, source.integrationId));
  return own && (subjects.length === 0 || subjects.some((subject) => isOf(own, subject))) ? [own] : [];
}
