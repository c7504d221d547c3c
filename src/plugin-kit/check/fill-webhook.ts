// Fills in what a webhook's fixture leaves out: its events, the requests that they fetch with, or the response to a handshake.
import { declaredReader } from "../../events/ingest/inbound-webhook.ts";
import type { Provider, Webhook } from "../../plugin/index.ts";
import { itemsIn } from "../../providers/upstream/events.ts";
import { confined } from "./confine.ts";
import { explanation, type Filled, recordRequests } from "./fill-fixture.ts";
import { replayed } from "./replay-upstream.ts";
import { inboundWebhookOf, nowOf, secretsOf, urlOf, type WebhookFixture } from "./webhook-fixture.ts";
import { readEvent, single } from "./webhook-fixtures.ts";

const NOT_VERIFIED =
  "The plugin does not accept the signature: sign the body with a secret of the fixture, or write `refused: true`.";
const NOTHING = "The plugin finds no event in it, and it triggers nothing: see `match`, `raw` and `items`.";

/** Like `fillFixture`: what is there stays, unless `isOverwriting`. */
export async function fillWebhook(
  provider: Provider,
  webhook: Webhook,
  partial: object,
  isOverwriting: boolean,
): Promise<Omit<Filled, "fixture"> & { fixture: object }> {
  const fixture = structuredClone(partial) as WebhookFixture;
  const hasEnd = [fixture.events, fixture.handshake, fixture.refused].some((end) => end !== undefined);
  if (fixture.refused || (hasEnd && !isOverwriting)) return { fixture, wrote: [], missing: null };
  const used: string[] = [];
  const found = await confined(
    (name) => void used.push(name),
    () => read(provider, webhook, fixture, isOverwriting),
  ).catch((error: unknown) => without(`The plugin threw ${error instanceof Error ? error.message : "something"}.`));
  if (used.length > 0) return { fixture, wrote: [], missing: `The plugin uses ${used[0]}, which it must not.` };
  const { parts, wrote, missing } = found;
  if (missing !== null) return { fixture, wrote, missing };
  const fresh = JSON.parse(JSON.stringify(parts)) as Record<string, unknown>;
  const given = fixture as unknown as Record<string, unknown>;
  const changed = Object.keys(fresh).filter((name) => JSON.stringify(given[name]) !== JSON.stringify(fresh[name]));
  return { fixture: { ...given, ...fresh }, wrote: [...wrote, ...changed], missing: null };
}

interface Read {
  /** What the fixture says then. */
  parts: object;
  wrote: string[];
  missing: string | null;
}
const without = (missing: string): Read => ({ parts: {}, wrote: [], missing });

async function read(
  provider: Provider,
  webhook: Webhook,
  fixture: WebhookFixture,
  isOverwriting: boolean,
): Promise<Read> {
  const inbound = inboundWebhookOf(urlOf(provider, fixture), fixture.inbound, await declaredReader(webhook));
  const secrets = secretsOf(fixture);
  const handshake = webhook.handshake?.(inbound, secrets) ?? null;
  if (handshake) return { parts: { handshake }, wrote: [], missing: null };
  if ((await webhook.verify(inbound, secrets, nowOf(fixture))) !== true) return without(NOT_VERIFIED);
  const items = itemsIn(webhook, inbound);
  if (items.length === 0) return without(NOTHING);
  const identity = { id: "1", name: "ada", tenant: {}, ...fixture.identity };
  const recorder = recordRequests(provider, fixture, isOverwriting);
  const events: unknown[] = [];
  for (const one of items.filter(({ event }) => event !== null)) {
    const service = (one.event?.type ?? "").split(".")[0] as string;
    const { outcome } = await replayed(
      { provider, service, identity, exchanges: [], onlyReads: true, fetch: recorder.fetch },
      (upstream) => readEvent(one, inbound, identity, upstream),
    );
    const unanswered = recorder.unanswered();
    if ("error" in outcome || unanswered !== null)
      return {
        parts: {},
        wrote: recorder.wrote,
        missing: unanswered ?? reasonOf((outcome as { error: Error }).error, fixture),
      };
    if (outcome.value) events.push(outcome.value);
  }
  const effects = items.filter(({ triggeredPolls, endsSubscription }) => triggeredPolls.length > 0 || endsSubscription);
  const polls = [...new Set(effects.flatMap(({ triggeredPolls }) => triggeredPolls))].sort();
  const parts = {
    events,
    ...(polls.length > 0 && { triggersPoll: polls }),
    ...(effects.some(({ endsSubscription }) => endsSubscription) && { endsSubscription: true }),
    ...(effects.length > 0 && { subject: single(effects.flatMap(({ subjects }) => subjects)) }),
  };
  return { parts, wrote: recorder.wrote, missing: null };
}

const reasonOf = (error: Error, fixture: WebhookFixture) =>
  explanation(error, fixture) ?? `The event's fetch failed: ${error.message}`;
