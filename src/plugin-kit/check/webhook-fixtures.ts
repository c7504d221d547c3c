// Runs the fixtures of a plugin's webhook: verifies each inbound webhook, forges it in several ways, and reads its events.
import { declaredReader } from "../../events/ingest/inbound-webhook.ts";
import { checkerOf } from "../../foundation/schema/check.ts";
import type {
  CallIdentity,
  EventDef,
  EventSubject,
  InboundWebhook,
  Provider,
  Upstream,
  Webhook,
} from "../../plugin/index.ts";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { itemsIn, mapEvent, type WebhookItem } from "../../providers/upstream/events.ts";
import { confined } from "./confine.ts";
import { differenceFrom } from "./differences.ts";
import { viewViolations } from "./event-view.ts";
import { readFixtures } from "./fixture-files.ts";
import { hygieneViolations } from "./hygiene.ts";
import { longEventIdViolations } from "./long-ids.ts";
import { isUnexpected } from "./recorded-fetch.ts";
import { replayed } from "./replay-upstream.ts";
import { shapeViolations } from "./shape-violations.ts";
import type { Violation } from "./violation.ts";
import {
  type FixtureEvent,
  inboundWebhookOf,
  nowOf,
  parseWebhookFixture,
  secretsOf,
  urlOf,
  type WebhookFixture,
} from "./webhook-fixture.ts";
import { forgeryViolations } from "./webhook-forgeries.ts";
import { withDeadline } from "./with-deadline.ts";

export const FOLDER = "fixtures/webhooks";

export async function webhookFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const { webhook } = plugin;
  const files = readFixtures(folder, FOLDER);
  if (!webhook) return files.map(({ where }) => ({ where, message: "exists, but the plugin declares no webhook." }));
  const covered = new Set<string>();
  const violations: Violation[] = [];
  for (const { where, text } of files) {
    const fixture = parseWebhookFixture(text);
    violations.push(...hygieneViolations(where, text));
    if (typeof fixture === "string") {
      violations.push({ where, message: fixture });
      continue;
    }
    for (const { type } of fixture.events ?? []) covered.add(type);
    for (const source of fixture.triggersPoll ?? []) covered.add(`triggersPoll.${source}`);
    if (fixture.endsSubscription) covered.add("endsSubscription");
    for (const message of await confinedViolations(plugin, webhook, fixture)) violations.push({ where, message });
  }
  const names = new Set(files.map(({ where }) => where));
  const broken = new Set(violations.map(({ where }) => where));
  // What is wrong with a fixture comes first.
  const missing = missingFixtures(webhook, covered, names).filter(({ where }) => !broken.has(where));
  return [...violations, ...missing];
}

function missingFixtures(webhook: Webhook, covered: ReadonlySet<string>, names: ReadonlySet<string>): Violation[] {
  const needed: [name: string, what: string][] = [
    ...Object.keys(webhook.events).map((type): [string, string] => [type, "each event"]),
    ...Object.keys(webhook.triggersPoll ?? {}).map((name): [string, string] => [
      `triggersPoll.${name}`,
      "each source whose poll it triggers",
    ]),
    ...(webhook.endsSubscription ? [["endsSubscription", "a dropped subscription"] as [string, string]] : []),
  ];
  return needed
    .filter(([name]) => !covered.has(name))
    .map(([name, what]) => {
      const where = `${FOLDER}/${name}.json`;
      const part = Object.hasOwn(webhook.events, name) ? "`events`" : `\`${name.split(".")[0]}\``;
      const message = names.has(where)
        ? `does not have ${name} in its ${part}: ${what} needs a fixture that has it.`
        : `is missing: ${what} needs a fixture.`;
      return { where, message };
    });
}

/** Violations without network and timers; their use and a thrown error are violations, too. */
async function confinedViolations(plugin: Provider, webhook: Webhook, fixture: WebhookFixture): Promise<string[]> {
  const uses: string[] = [];
  const onUse = (name: string) => void uses.push(`The webhook uses ${name}, which a plugin must not.`);
  const violations = await withDeadline(() => confined(onUse, () => fixtureViolations(plugin, webhook, fixture)));
  return [...violations, ...uses];
}

async function fixtureViolations(plugin: Provider, webhook: Webhook, fixture: WebhookFixture): Promise<string[]> {
  const inbound = inboundWebhookOf(urlOf(plugin, fixture), fixture.inbound, await declaredReader(webhook));
  const secrets = secretsOf(fixture);
  const handshake = webhook.handshake?.(inbound, secrets) ?? null;
  if (fixture.handshake) return differenceFrom("The handshake", handshake, fixture.handshake);
  if (handshake) return ["The plugin treats the request as a handshake."];
  const isGood = await webhook.verify(inbound, secrets, nowOf(fixture));
  if (typeof isGood !== "boolean") return ["`verify` must return true or false."];
  if (fixture.refused) return isGood ? ["The plugin accepts the request."] : [];
  if (!isGood) return ["The plugin does not accept the request's signature."];
  const items = itemsIn(webhook, inbound);
  return [
    ...(await forgeryViolations(plugin, webhook, fixture)),
    ...(await readingViolations(plugin, webhook, inbound, fixture)),
    ...(await longEventIdViolations(plugin, webhook, fixture)),
    ...effectViolations(webhook, items, fixture),
    ...unprovenViolations(webhook, items, fixture),
  ];
}

export const single = (subjects: readonly EventSubject[]) => (subjects.length > 1 ? subjects : (subjects[0] ?? null));

/** The item's event, as the inbox would have it, after its `fetch`; null where the plugin finds that it is none. */
export async function readEvent(
  { event, item, eventId, subjects }: WebhookItem,
  inbound: InboundWebhook,
  identity: CallIdentity,
  upstream: Upstream,
): Promise<FixtureEvent | null> {
  if (!event) return null;
  const request = event.def.fetch?.(item as never, identity) ?? null;
  const fetched = request && (await upstream.attempt(request, ["not_found", "forbidden"]));
  const mapped = mapEvent(event.def, item, inbound, fetched, identity);
  if (!mapped) return null;
  const { view, payload } = mapped;
  return { type: event.type, eventId, subject: single(subjects), view, payload };
}

async function readingViolations(
  provider: Provider,
  webhook: Webhook,
  inbound: InboundWebhook,
  fixture: WebhookFixture,
): Promise<string[]> {
  const identity = { id: "1", name: "ada", tenant: {}, ...fixture.identity };
  const exchanges = [...(fixture.upstream ?? [])];
  const violations: string[] = [];
  const events: FixtureEvent[] = [];
  const items = itemsIn(webhook, inbound).filter(({ event }) => event !== null);
  // One replay has the requests of one service: its base URL is the default.
  for (const [index, one] of items.entries()) {
    const service = (one.event?.type ?? "").split(".")[0] as string;
    const hasFetch = one.event?.def.fetch?.(one.item as never, identity) ?? null;
    const isLast = index === items.length - 1;
    const own = isLast ? exchanges.splice(0) : hasFetch ? exchanges.splice(0, 1) : [];
    const replay = await replayed({ provider, service, identity, exchanges: own, onlyReads: true }, (upstream) =>
      readEvent(one, inbound, identity, upstream),
    );
    violations.push(...replay.violations);
    if ("error" in replay.outcome) {
      const { error } = replay.outcome;
      return isUnexpected(error) ? violations : [...violations, `The plugin ${thrownBy(error)}.`];
    }
    if (replay.outcome.value) events.push(replay.outcome.value);
  }
  if (items.length === 0 && exchanges.length > 0) violations.push("The fixture has upstream, but no event is fetched.");
  return [
    ...violations,
    ...items.flatMap(({ event, subjects }) => subjects.filter(isMisnamed).map((one) => misnamed(event?.type, one))),
    ...differenceFrom("The list of events", events, fixture.events),
    ...ambiguous(webhook, inbound, items),
    ...events.flatMap(({ type, payload, view }) => [
      ...shapeViolations(`The payload of ${type}`, (webhook.events[type] as EventDef).shape, payload),
      ...viewViolations(type, view),
    ]),
  ];
}

const isMisnamed = (subject: EventSubject) =>
  !["identity", "workspace"].includes(subject?.matches) || typeof subject.id !== "string" || subject.id === "";

const misnamed = (type: string | undefined, subject: unknown) =>
  `A subject of ${type} is ${JSON.stringify(subject)}, not { matches: "identity" or "workspace", id }.`;

/** An item that several kinds match would become the first of them. */
function ambiguous(webhook: Webhook, inbound: InboundWebhook, items: readonly WebhookItem[]): string[] {
  return items.flatMap(({ item }) => {
    const kinds = Object.entries(webhook.events).filter(
      ([, def]) => def.match(inbound, item) && checkerOf(def.raw).Check(item),
    );
    return kinds.length > 1 ? [`One event matches ${kinds.map(([type]) => type).join(" and ")}.`] : [];
  });
}

/** Whose polls the request triggers, and whose subscription it ends. */
function effectViolations(webhook: Webhook, items: readonly WebhookItem[], fixture: WebhookFixture): string[] {
  const effects = items.filter(({ triggeredPolls, endsSubscription }) => triggeredPolls.length > 0 || endsSubscription);
  const triggeredPolls = [...new Set(effects.flatMap((item) => item.triggeredPolls))].sort();
  const endsSubscription = effects.some((item) => item.endsSubscription);
  const subjects = effects.flatMap((item) => item.subjects);
  const violations = [
    ...differenceFrom(
      "The list of sources whose polls it triggers",
      triggeredPolls,
      [...(fixture.triggersPoll ?? [])].sort(),
    ),
    ...(endsSubscription === (fixture.endsSubscription ?? false)
      ? []
      : [`The request ${endsSubscription ? "ends" : "does not end"} the subscription.`]),
    ...(fixture.subject === undefined ? [] : differenceFrom("The subject", single(subjects), fixture.subject)),
    ...subjects.filter(isMisnamed).map((one) => misnamed("what it triggers", one)),
  ];
  if (effects.length > 0 && !fixture.own && subjects.length === 0 && webhook.subject)
    violations.push("The request triggers a poll or ends a subscription, but it has no subject.");
  return violations;
}

/** At the provider's address a body without a signature names its own owner: only fetched content can be trusted. */
function unprovenViolations(webhook: Webhook, items: readonly WebhookItem[], { own }: WebhookFixture): string[] {
  if (webhook.signsBody !== false || own) return [];
  const events = items.flatMap(({ event }) => event?.type ?? []);
  const violations: string[] = [];
  const rule = "no signature covers the body, so at the provider's address it may only trigger polls.";
  if (events.length > 0) violations.push(`The request has the events ${events.join(", ")}, but ${rule}`);
  if (items.some(({ endsSubscription }) => endsSubscription))
    violations.push(`The request ends a subscription, but ${rule}`);
  return violations;
}
