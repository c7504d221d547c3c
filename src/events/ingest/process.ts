// Processes stored inbound webhooks: finds whose each item is, fetches what it leaves out, publishes events, triggers polls.

import { isServiceOn } from "../../connections/integrations/access.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { endIntegrationIn, noteEnded } from "../../connections/integrations/service.ts";
import { inboundWebhookContext } from "../../foundation/vault/sealing-contexts.ts";
import type { InboundWebhook, Provider, UpstreamRequest, UpstreamResponse, Webhook } from "../../plugin/index.ts";
import { callIdentity, failureOf, withUpstream } from "../../providers/exchange/with-upstream.ts";
import { unavailablePlugin } from "../../providers/guard/plugin-error.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { itemsIn, mapEvent, type WebhookItem } from "../../providers/upstream/events.ts";
import type { Deps } from "../../server/deps.ts";
import type { NewEvent } from "../log/event.ts";
import { eventKey } from "../log/event-key.ts";
import { type PublishedTo, publishEvents } from "../log/publish.ts";
import { restartSubscription, triggerPolls } from "../subscriptions/store.ts";
import type { InboundCounts } from "./counts.ts";
import { declaredReader, unpackInboundWebhook } from "./inbound-webhook.ts";
import { loadOwners, type Opened, type OwnerDirectory } from "./owners.ts";
import { hashOf } from "./receive.ts";
import { type DueInboundWebhook, endInboundWebhooks, NO_SOURCE, postponeInboundWebhook } from "./store.ts";

export interface ProcessDeps extends Omit<Deps, "inboundWebhooks" | "approvals"> {
  counts: InboundCounts;
}

/** What an inbound webhook does once it is understood. */
interface Outcome {
  row: DueInboundWebhook;
  events: NewEvent[];
  polls: { integrationId: string; name: string }[];
  /** The source whose subscription the provider has dropped. */
  endedSubscription: string | null;
  /** Integrations whose grant is gone. */
  revoked: IntegrationRow[];
  /** Why a part must be tried again; the rest counts, since an event is stored once. */
  retry: { error: string; afterS: number } | null;
}

/** Seconds before each further attempt; after the last the inbound webhook is failed. */
const RETRY_DELAYS_S = [5, 30, 120, 600, 1_800, 3_600, 7_200];

/** Processes the inbound webhooks of one claim: together where all is at hand, each by itself where a provider must add something. */
export async function processInboundWebhooks(deps: ProcessDeps, rows: readonly DueInboundWebhook[]): Promise<void> {
  const opened: Opened[] = [];
  for (const row of rows) {
    const one = await attempt(deps, row, () => open(deps, row));
    if (one) opened.push(one);
  }
  const directory = await loadOwners(deps.database, opened);
  const ready: Outcome[] = [];
  const slow: Promise<void>[] = [];
  for (const one of opened) {
    const planned = await attempt(deps, one.row, () => plan(deps, one, directory));
    if (planned?.fetches.length === 0) ready.push(planned.outcome);
    else if (planned) slow.push(processByFetching(deps, one.row, planned));
  }
  await finishTogether(deps, ready);
  await Promise.all(slow);
}

/** Postpones the inbound webhook where the work throws. */
async function attempt<T>(deps: ProcessDeps, row: DueInboundWebhook, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    await postpone(deps, row, error);
    return null;
  }
}

async function processByFetching(
  deps: ProcessDeps,
  row: DueInboundWebhook,
  { outcome, fetches }: Planned,
): Promise<void> {
  await attempt(deps, row, async () => {
    await Promise.all(fetches.map((fetch) => fetch()));
    await finish(deps, [outcome]);
  });
}

/** One of them may hold what the database refuses: the others must not wait for it. */
async function finishTogether(deps: ProcessDeps, outcomes: readonly Outcome[]): Promise<void> {
  try {
    await finish(deps, outcomes);
  } catch (error) {
    deps.log.debug("inbound_webhooks_apart", { inbound_webhooks: outcomes.length, error });
    for (const outcome of outcomes) await attempt(deps, outcome.row, () => finish(deps, [outcome]));
  }
}

const REVOKED = { status: "revoked", reason: "revoked_at_provider" } as const;

/** Commits what the inbound webhooks do and ends them. */
async function finish(deps: ProcessDeps, outcomes: readonly Outcome[]): Promise<void> {
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
    await triggerPolls(
      tx,
      outcomes.flatMap(({ polls }) => polls),
      now,
    );
    for (const { endedSubscription } of outcomes)
      if (endedSubscription !== null) await restartSubscription(tx, endedSubscription, now);
    await endInboundWebhooks(
      tx,
      outcomes.flatMap(({ row, retry }) => (retry ? [] : row.id)),
    );
    return users;
  });
  deps.events.published(published);
  for (const note of ended) note();
  if (outcomes.some(({ polls, endedSubscription }) => polls.length > 0 || endedSubscription !== null))
    deps.sources.notify();
  for (const { row, retry } of outcomes) {
    if (retry) await postponeBy(deps, row, retry.error, retry.afterS);
  }
}

function postpone(deps: ProcessDeps, row: DueInboundWebhook, error: unknown): Promise<void> {
  deps.log.warn("inbound_webhook_failed", {
    provider: row.provider,
    inbound_webhook_id: row.id,
    attempts: row.attempts,
    error,
  });
  return postponeBy(deps, row, error instanceof Error ? error.name : "Error", 0);
}

async function postponeBy(deps: ProcessDeps, row: DueInboundWebhook, error: string, afterS: number): Promise<void> {
  const delayS = RETRY_DELAYS_S[row.attempts - 1];
  const nextAt = delayS === undefined ? null : deps.clock.now() + Math.max(delayS, afterS) * 1_000;
  if (nextAt === null) deps.counts.add(row.provider, "failed");
  await postponeInboundWebhook(deps.database, row.id, { nextAt, error });
}

interface Planned {
  outcome: Outcome;
  /** Each adds one owner's event to the outcome once the provider has responded. */
  fetches: (() => Promise<void>)[];
}

/** Empty where the plugin is gone since the inbound webhook came. */
async function open(deps: ProcessDeps, row: DueInboundWebhook): Promise<Opened> {
  const provider = deps.registry.provider(row.provider);
  if (deps.registry.broken.has(row.provider)) throw unavailablePlugin(row.provider);
  const content = deps.vault.open(row.content, inboundWebhookContext(row.provider, row.sourceId, row.key));
  const inbound = unpackInboundWebhook(content, await declaredReader(provider?.webhook ?? {}));
  return { row, inbound, items: provider?.webhook ? itemsIn(provider.webhook, inbound) : [] };
}

async function plan(deps: ProcessDeps, { row, inbound, items }: Opened, directory: OwnerDirectory): Promise<Planned> {
  const outcome: Outcome = { row, events: [], polls: [], endedSubscription: null, revoked: [], retry: null };
  const planned: Planned = { outcome, fetches: [] };
  const provider = deps.registry.provider(row.provider);
  if (!provider) return planned;
  for (const item of items) {
    const owners = await directory.of(row, item);
    if (item.endsSubscription && row.sourceId !== NO_SOURCE) outcome.endedSubscription = row.sourceId;
    for (const name of item.triggeredPolls.flatMap(previousNamesOf(provider).sources.all))
      outcome.polls.push(...owners.map(({ id }) => ({ integrationId: id, name })));
    if (item.event) planEvent(deps, { provider, inbound, item, owners }, item.event, planned);
    if (owners.length === 0) deps.counts.add(row.provider, "no_owner");
  }
  return planned;
}

interface EventContext {
  provider: Provider;
  inbound: InboundWebhook;
  item: WebhookItem;
  owners: readonly IntegrationRow[];
}

function planEvent(
  deps: ProcessDeps,
  context: EventContext,
  { type, def }: NonNullable<WebhookItem["event"]>,
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
  { provider, inbound, item }: EventContext,
  owner: IntegrationRow,
  { type, def }: NonNullable<WebhookItem["event"]>,
  fetched: UpstreamResponse | null,
  { receivedAt }: DueInboundWebhook,
): NewEvent | null {
  const mapped = mapEvent(def, item.item, inbound, fetched, callIdentity(owner));
  if (!mapped) return null;
  const { events } = previousNamesOf(provider);
  return {
    owner: { userId: owner.userId, accountId: owner.accountId },
    integrationId: owner.id,
    provider: provider.id,
    type,
    previousTypes: events.before(type),
    key: eventKey(events.first(type), idOf(provider.webhook as Webhook, inbound, item)),
    ...mapped,
    receivedAt: Date.parse(receivedAt),
  };
}

/** The provider's id of the event; without one the body's hash, and the item's place in it. */
function idOf({ items }: Webhook, { body }: InboundWebhook, { eventId, index }: WebhookItem): string {
  if (eventId !== null) return eventId;
  return items === undefined ? hashOf(body) : `${hashOf(body)}:${index}`;
}

/** Null where the grantor may not see the thing; `later` for a failure that passes, `never` where the grant has ended. */
async function fetchFor(
  deps: ProcessDeps,
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
    return ["busy", "unavailable", "rate_limited"].includes(failure) ? "later" : null;
  }
}
