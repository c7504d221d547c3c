// Runs the fixtures of a plugin's webhook: verifies each delivery, forges it in several ways, and reads its events.
import { isDeepStrictEqual } from "node:util";
import type {
  Delivery,
  EventDef,
  EventSubject,
  EventView,
  Handshake,
  Provider,
  Webhook,
  WebhookSecrets,
} from "../plugin/index.ts";
import { checkerOf } from "../schema/check.ts";
import { itemsIn, mapEvent } from "../upstream/events.ts";
import { confined } from "./confine.ts";
import { FIXTURE_NOW } from "./fixture.ts";
import { readFixtures } from "./fixture-files.ts";
import { hygieneViolations } from "./hygiene.ts";
import type { Violation } from "./violation.ts";

/** `fixtures/webhooks/<event type>[.<case>].json`, and `fixtures/webhooks/handshake[.<case>].json`. */
interface WebhookFixture {
  delivery: {
    method?: "GET" | "POST";
    url?: string;
    headers?: Record<string, string>;
    json?: unknown;
    /** The body byte for byte, in place of `json`. */
    text?: string;
  };
  secrets?: Partial<WebhookSecrets>;
  /** When it came, ISO 8601. */
  now?: string;
  /** What the delivery holds. */
  events?: FixtureEvent[];
  handshake?: Handshake;
  /** The delivery must be refused. */
  refused?: true;
}

interface FixtureEvent {
  type: string;
  deliveryId: string | null;
  /** A list where the event has several. */
  subject: unknown;
  view: EventView;
  payload: unknown;
}

const FOLDER = "fixtures/webhooks";
const ADDRESS = "https://gateway.example.com/api/v1/webhooks";

export async function webhookFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const { webhook } = plugin;
  const files = readFixtures(folder, FOLDER);
  if (!webhook)
    return files.map(({ where }) => ({ where, message: "stands there, but the plugin declares no webhook." }));
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
    for (const message of await confinedViolations(plugin, webhook, fixture)) violations.push({ where, message });
  }
  const missing = Object.keys(webhook.events).filter((type) => !covered.has(type));
  return [
    ...violations,
    ...missing.map((type) => ({ where: `${FOLDER}/${type}.json`, message: "is missing: each event needs a fixture." })),
  ];
}

const PARTS = ["delivery", "secrets", "now", "events", "handshake", "refused"];

/** The fixture, or a sentence that says why the text is none. */
function parseWebhookFixture(text: string): WebhookFixture | string {
  const form = "is not { delivery, secrets, events, handshake or refused } in JSON";
  const value = jsonOf(text) as WebhookFixture | null;
  if (typeof value?.delivery !== "object" || value.delivery === null) return `${form}.`;
  const unknown = Object.keys(value).find((name) => !PARTS.includes(name));
  if (unknown !== undefined) return `${form}: it has no "${unknown}".`;
  const outcomes = [value.events, value.handshake, value.refused].filter((outcome) => outcome !== undefined);
  if (outcomes.length !== 1) return `${form}.`;
  const { url } = value.delivery;
  return url === undefined || URL.canParse(url) ? value : `${form}: the delivery's url is none.`;
}

function deliveryOf(plugin: Provider, input: WebhookFixture["delivery"], text: string): Delivery {
  const url = new URL(input.url ?? `${ADDRESS}/${plugin.id}`);
  return {
    method: input.method ?? "POST",
    url: url.href,
    headers: new Headers(input.headers),
    query: url.searchParams,
    body: new TextEncoder().encode(text),
    text,
    json: jsonOf(text),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Violations without network and timers; their use and a thrown error are violations, too. */
async function confinedViolations(plugin: Provider, webhook: Webhook, fixture: WebhookFixture): Promise<string[]> {
  const uses: string[] = [];
  const onUse = (name: string) => void uses.push(`The webhook uses ${name}, which a plugin must not.`);
  try {
    return [...(await confined(onUse, () => fixtureViolations(plugin, webhook, fixture))), ...uses];
  } catch (error) {
    return [...uses, `The plugin threw ${error}`];
  }
}

async function fixtureViolations(plugin: Provider, webhook: Webhook, fixture: WebhookFixture): Promise<string[]> {
  const { delivery: input } = fixture;
  const text = input.text ?? (input.json === undefined ? "" : JSON.stringify(input.json));
  const delivery = deliveryOf(plugin, input, text);
  const secrets = { webhook: null, client: null, ...fixture.secrets };
  const now = fixture.now === undefined ? FIXTURE_NOW : Date.parse(fixture.now);
  const handshake = webhook.handshake?.(delivery, secrets) ?? null;
  if (fixture.handshake) return same("The handshake is", handshake, fixture.handshake);
  if (handshake) return ["The delivery is taken for a handshake."];
  const isGood = await webhook.verify(delivery, secrets, now);
  if (fixture.refused) return isGood ? ["The delivery is taken for a good one."] : [];
  if (!isGood) return ["The delivery's signature is not taken for a good one."];
  return [
    ...(await forgeries(plugin, webhook, { fixture, text, secrets, now })),
    ...readingViolations(webhook, delivery, fixture),
  ];
}

interface Signed {
  fixture: WebhookFixture;
  text: string;
  secrets: WebhookSecrets;
  now: number;
}

/** A changed character, another secret and a missing signature must each be refused. */
async function forgeries(plugin: Provider, webhook: Webhook, signed: Signed): Promise<string[]> {
  const { fixture, text, secrets, now } = signed;
  const middle = Math.floor(text.length / 2);
  const flipped = `${text.slice(0, middle)}${text[middle] === "x" ? "y" : "x"}${text.slice(middle + 1)}`;
  const other = (secret: string | null) => secret && `${secret.slice(1)}${secret[0] === "0" ? "1" : "0"}`;
  const own = deliveryOf(plugin, fixture.delivery, text);
  const others = { webhook: other(secrets.webhook), client: other(secrets.client) };
  const forged: [string, Delivery, WebhookSecrets][] = [
    ["A delivery signed with another secret", own, others],
    ["Where no secret is set, a delivery", own, { webhook: null, client: null }],
  ];
  if (webhook.signsBody !== false) {
    forged.push(["A body with one changed character", deliveryOf(plugin, fixture.delivery, flipped), secrets]);
  }
  const violations: string[] = [];
  for (const [what, delivery, by] of forged) {
    if (await webhook.verify(delivery, by, now)) violations.push(`${what} is taken for a good one.`);
  }
  return [...violations, ...(await unprovenDeliveries(plugin, webhook, signed))];
}

/**
 * The delivery without its proof: without headers, where a signature of the body stands; where the provider signs no body
 * and repeats its secret in there, without the body.
 */
async function unprovenDeliveries(
  plugin: Provider,
  webhook: Webhook,
  { fixture, text, secrets, now }: Signed,
): Promise<string[]> {
  const { delivery: input } = fixture;
  const bare = deliveryOf(plugin, { ...input, headers: {}, url: input.url?.replace(/\?.*$/, "") }, text);
  const bodiless = deliveryOf(plugin, input, "{}");
  const accepts = async (delivery: Delivery) => await webhook.verify(delivery, secrets, now);
  const violation = (what: string) => [`A delivery without ${what} is taken for a good one.`];
  if (webhook.signsBody !== false) return (await accepts(bare)) ? violation("headers") : [];
  const isInBody = [secrets.webhook, secrets.client].some((secret) => secret && text.includes(secret));
  if (isInBody) return (await accepts(bodiless)) ? violation("the secret in its body") : [];
  // The body may also hold something made from the secret, such as a signature of the time alone.
  return (await accepts(bare)) && (await accepts(bodiless)) ? violation("headers, and one without a body,") : [];
}

function eventsIn(webhook: Webhook, delivery: Delivery) {
  return itemsIn(webhook, delivery).flatMap(({ event, ...item }) => {
    const mapped = event && mapEvent(event.def, item.item, delivery, null);
    return event && mapped ? [{ ...item, type: event.type, ...mapped }] : [];
  });
}

function readingViolations(webhook: Webhook, delivery: Delivery, fixture: WebhookFixture): string[] {
  const events = eventsIn(webhook, delivery);
  const actual = events.map(({ type, deliveryId, subjects, view, payload }): FixtureEvent => {
    const subject = subjects.length > 1 ? subjects : (subjects[0] ?? null);
    return { type, deliveryId, subject, view, payload };
  });
  return [
    ...events.flatMap(({ type, subjects }) => subjects.filter(isMisnamed).map((one) => misnamed(type, one))),
    ...same("The events are", actual, fixture.events),
    ...ambiguous(webhook, delivery),
    ...actual.flatMap(({ type, payload }) => misshapen(webhook, type, payload)),
  ];
}

const isMisnamed = (subject: EventSubject) =>
  !["identity", "workspace"].includes(subject?.matches) || typeof subject.id !== "string" || subject.id === "";

const misnamed = (type: string, subject: unknown) =>
  `A subject of ${type} is ${JSON.stringify(subject)}, not { matches: "identity" or "workspace", id }.`;

function misshapen(webhook: Webhook, type: string, payload: unknown): string[] {
  const error = checkerOf((webhook.events[type] as EventDef).shape)
    .Errors(payload)
    .First();
  return error
    ? [`The payload of ${type} is not of the declared shape at ${error.path || "/"}: ${error.message}.`]
    : [];
}

/** An item that several kinds match would become the first of them. */
function ambiguous(webhook: Webhook, delivery: Delivery): string[] {
  return eventsIn(webhook, delivery).flatMap(({ item }) => {
    const kinds = Object.entries(webhook.events).filter(([, def]) => def.match(delivery, item));
    return kinds.length > 1 ? [`One event matches ${kinds.map(([type]) => type).join(" and ")}.`] : [];
  });
}

function same(what: string, actual: unknown, expected: unknown): string[] {
  const json: unknown = actual === undefined ? undefined : JSON.parse(JSON.stringify(actual));
  if (isDeepStrictEqual(json, expected)) return [];
  return [`${what} ${JSON.stringify(json)}, the fixture expects ${JSON.stringify(expected)}.`];
}
