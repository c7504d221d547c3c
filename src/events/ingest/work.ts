// Works stored deliveries: finds whose each item is, fetches what it leaves out, publishes events, wakes sources.

import { isServiceOn } from "../../connections/integrations/access.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { endIntegrationIn, noteEnded } from "../../connections/integrations/service.ts";
import { deliveryContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Delivery, Provider, UpstreamRequest, UpstreamResponse, Webhook } from "../../plugin/index.ts";
import { callIdentity, failureOf, withUpstream } from "../../providers/exchange/with-upstream.ts";
import { type DeliveredItem, itemsIn, mapEvent } from "../../providers/upstream/events.ts";
import type { Deps } from "../../server/deps.ts";
import type { NewEvent } from "../log/event.ts";
import { eventKey } from "../log/event-key.ts";
import { type PublishedTo, publishEvents } from "../log/publish.ts";
import { dropSubscription, wakeSources } from "../subscriptions/store.ts";
import type { DeliveryCounts } from "./counts.ts";
import { unpackDelivery } from "./delivery.ts";
import { loadOwners, type Opened, type OwnerDirectory } from "./owners.ts";
import { hashOf } from "./receive.ts";
import { type DueDelivery, endDeliveries, NO_SOURCE, postponeDelivery } from "./store.ts";

export interface WorkDeps extends Omit<Deps, "deliveries"> {
  counts: DeliveryCounts;
}

/** What a delivery does once it is understood. */
interface Outcome {
  row: DueDelivery;
  events: NewEvent[];
  wakes: { integrationId: string; name: string }[];
  /** The source whose subscription the provider has dropped. */
  dropped: string | null;
  /** Integrations whose grant is gone. */
  revoked: IntegrationRow[];
  /** Why a part must be tried again; the rest counts, since an event is stored once. */
  retry: { error: string; afterS: number } | null;
}

/** Seconds before each further attempt; after the last the delivery is failed. */
const RETRY_DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 7_200];

/** Works the deliveries of one claim: together where all is at hand, each by itself where a provider must add something. */
export async function workDeliveries(deps: WorkDeps, rows: readonly DueDelivery[]): Promise<void> {
  const opened: Opened[] = [];
  for (const row of rows) {
    const one = await attempt(deps, row, async () => open(deps, row));
    if (one) opened.push(one);
  }
  const directory = await loadOwners(deps.database, opened);
  const ready: Outcome[] = [];
  const slow: Promise<void>[] = [];
  for (const one of opened) {
    const planned = await attempt(deps, one.row, () => plan(deps, one, directory));
    if (planned?.fetches.length === 0) ready.push(planned.outcome);
    else if (planned) slow.push(workByFetching(deps, one.row, planned));
  }
  await finishTogether(deps, ready);
  await Promise.all(slow);
}

/** Postpones the delivery where the work throws. */
async function attempt<T>(deps: WorkDeps, row: DueDelivery, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    await postpone(deps, row, error);
    return null;
  }
}

async function workByFetching(deps: WorkDeps, row: DueDelivery, { outcome, fetches }: Planned): Promise<void> {
  await attempt(deps, row, async () => {
    await Promise.all(fetches.map((fetch) => fetch()));
    await finish(deps, [outcome]);
  });
}

/** One of them may hold what the database refuses: the others must not wait for it. */
async function finishTogether(deps: WorkDeps, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await finish(deps, outcomes);
  } catch (error) {
    deps.log.debug("deliveries_apart", { deliveries: outcomes.length, error });
    for (const outcome of outcomes) await attempt(deps, outcome.row, () => finish(deps, [outcome]));
  }
}

const REVOKED = { status: "revoked", reason: "revoked_at_provider" } as const;

/** Commits what the deliveries do and ends them. */
async function finish(deps: WorkDeps, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const now = deps.clock.now();
  const ended: (() => void)[] = [];
  const published: PublishedTo = await deps.database.transaction(async (tx) => {
    const users = new Set(
      await publishEvents(
        tx,
        outcomes.flatMap(({ events }) => events),
      ),
    );
    ended.length = 0;
    for (const row of outcomes.flatMap(({ revoked }) => revoked)) {
      const end = await endIntegrationIn(tx, deps, row, REVOKED);
      if (!end) continue;
      for (const user of end.published) users.add(user);
      ended.push(() => noteEnded(deps, row, end));
    }
    await wakeSources(
      tx,
      outcomes.flatMap(({ wakes }) => wakes),
      now,
    );
    for (const { dropped } of outcomes) if (dropped !== null) await dropSubscription(tx, dropped, now);
    await endDeliveries(
      tx,
      outcomes.flatMap(({ row, retry }) => (retry ? [] : row.id)),
    );
    return users;
  });
  deps.events.published(published);
  for (const note of ended) note();
  if (outcomes.some(({ wakes, dropped }) => wakes.length > 0 || dropped !== null)) deps.sources.wake();
  for (const { row, retry } of outcomes) {
    if (retry) await postponeBy(deps, row, retry.error, retry.afterS);
  }
}

function postpone(deps: WorkDeps, row: DueDelivery, error: unknown): Promise<void> {
  deps.log.warn("delivery_failed", { provider: row.provider, delivery_id: row.id, attempts: row.attempts, error });
  return postponeBy(deps, row, error instanceof Error ? error.name : "Error", 0);
}

async function postponeBy(deps: WorkDeps, row: DueDelivery, error: string, afterS: number): Promise<void> {
  const delayS = RETRY_DELAYS_S[row.attempts - 1];
  const nextAt = delayS === undefined ? null : deps.clock.now() + Math.max(delayS, afterS) * 1_000;
  if (nextAt === null) deps.counts.add(row.provider, "failed");
  await postponeDelivery(deps.database, row.id, { nextAt, error });
}

interface Planned {
  outcome: Outcome;
  /** Each adds one owner's event to the outcome once the provider has responded. */
  fetches: (() => Promise<void>)[];
}

/** Empty where the plugin is gone since the delivery came. */
function open(deps: WorkDeps, row: DueDelivery): Opened {
  const provider = deps.registry.provider(row.provider);
  const content = deps.vault.open(row.content, deliveryContext(row.provider, row.sourceId, row.key));
  const delivery = unpackDelivery(content);
  return { row, delivery, items: provider?.webhook ? itemsIn(provider.webhook, delivery) : [] };
}

async function plan(deps: WorkDeps, { row, delivery, items }: Opened, directory: OwnerDirectory): Promise<Planned> {
  const outcome: Outcome = { row, events: [], wakes: [], dropped: null, revoked: [], retry: null };
  const planned: Planned = { outcome, fetches: [] };
  const provider = deps.registry.provider(row.provider);
  if (!provider) return planned;
  for (const item of items) {
    const owners = await directory.of(row, item);
    if (item.drops && row.sourceId !== NO_SOURCE) outcome.dropped = row.sourceId;
    for (const name of item.wakes) outcome.wakes.push(...owners.map(({ id }) => ({ integrationId: id, name })));
    if (item.event) planEvent(deps, { provider, delivery, item, owners }, item.event, planned);
    if (owners.length === 0) deps.counts.add(row.provider, "no_owner");
  }
  return planned;
}

interface EventContext {
  provider: Provider;
  delivery: Delivery;
  item: DeliveredItem;
  owners: readonly IntegrationRow[];
}

function planEvent(
  deps: WorkDeps,
  context: EventContext,
  { type, def }: NonNullable<DeliveredItem["event"]>,
  { outcome, fetches }: Planned,
): void {
  const { provider, item, owners } = context;
  for (const owner of owners) {
    // At the provider's address it is the operator's OAuth client that was removed, not a credential that somebody typed.
    if (def.revokes && outcome.row.sourceId === NO_SOURCE && owner.auth !== "oauth2") continue;
    if (!def.revokes && !isServiceOn(owner, provider, type.split(".")[0] as string)) continue;
    const add = (fetched: UpstreamResponse | null) => {
      const event = eventFor(context, owner, { type, def }, fetched, outcome.row);
      if (!event) return;
      // A late one is about the grant before: the owner has connected again since.
      const endedAt = event.view.occurredAt === null ? event.receivedAt : Date.parse(event.view.occurredAt);
      if (def.revokes && endedAt < owner.connectedAt.getTime()) return;
      if (def.revokes) outcome.revoked.push(owner);
      outcome.events.push(event);
    };
    const request = def.fetch?.(item.item as never, callIdentity(owner)) ?? null;
    if (!request) {
      add(null);
      continue;
    }
    fetches.push(async () => {
      const fetched = await fetchFor(deps, owner, type, request);
      if (fetched === "later") outcome.retry = { error: "provider_unavailable", afterS: 0 };
      else if (fetched !== "never") add(fetched);
    });
  }
}

/** The event as one owner sees it; null where the plugin finds that it is none. */
function eventFor(
  { provider, delivery, item }: EventContext,
  owner: IntegrationRow,
  { type, def }: NonNullable<DeliveredItem["event"]>,
  fetched: UpstreamResponse | null,
  { receivedAt }: DueDelivery,
): NewEvent | null {
  const mapped = mapEvent(def, item.item, delivery, fetched);
  if (!mapped) return null;
  return {
    owner: { userId: owner.userId, accountId: owner.accountId },
    integrationId: owner.id,
    provider: provider.id,
    type,
    key: eventKey(type, idOf(provider.webhook as Webhook, delivery, item)),
    ...mapped,
    receivedAt: Date.parse(receivedAt),
  };
}

/** The provider's id of the event; without one the body's hash, and the item's place in it. */
function idOf({ items }: Webhook, { body }: Delivery, { deliveryId, index }: DeliveredItem): string {
  if (deliveryId !== null) return deliveryId;
  return items === undefined ? hashOf(body) : `${hashOf(body)}:${index}`;
}

/** Null where the grantor may not see the thing; `later` for a failure that passes, `never` where the grant has ended. */
async function fetchFor(
  deps: WorkDeps,
  owner: IntegrationRow,
  type: string,
  request: UpstreamRequest,
): Promise<UpstreamResponse | null | "later" | "never"> {
  try {
    const purpose = { name: `events/${type}`, service: type.split(".")[0] };
    return await withUpstream(
      deps,
      owner,
      (upstream) => upstream.attempt(request, ["not_found", "forbidden"]),
      purpose,
    );
  } catch (error) {
    const failure = failureOf(error)?.failure;
    if (failure === undefined) throw error;
    if (failure === "expired" || failure === "revoked") return "never";
    return failure === "unavailable" || failure === "rate_limited" ? "later" : null;
  }
}
