// The fixtures of a plugin's webhook: each delivery is verified, forged in several ways, and read as the inbox will.
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
import { eventsIn } from "../upstream/events.ts";
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
  events?: ShownEvent[];
  handshake?: Handshake;
  /** The delivery must be refused. */
  refused?: true;
}

interface ShownEvent {
  type: string;
  deliveryId: string | null;
  /** A list where the event is several subjects'. */
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
  const shown = new Set<string>();
  const findings: Violation[] = [];
  for (const { where, text } of files) {
    const fixture = parsed(text);
    findings.push(...hygieneViolations(where, text));
    if (typeof fixture === "string") {
      findings.push({ where, message: fixture });
      continue;
    }
    for (const { type } of fixture.events ?? []) shown.add(type);
    for (const message of await confinedViolations(plugin, webhook, fixture)) findings.push({ where, message });
  }
  const missing = Object.keys(webhook.events).filter((type) => !shown.has(type));
  return [
    ...findings,
    ...missing.map((type) => ({ where: `${FOLDER}/${type}.json`, message: "is missing: each event needs a fixture." })),
  ];
}

const PARTS = ["delivery", "secrets", "now", "events", "handshake", "refused"];

/** Gives the fixture, or a sentence that says why it is none. */
function parsed(text: string): WebhookFixture | string {
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

function deliveryOf(plugin: Provider, given: WebhookFixture["delivery"], text: string): Delivery {
  const url = new URL(given.url ?? `${ADDRESS}/${plugin.id}`);
  return {
    method: given.method ?? "POST",
    url: url.href,
    headers: new Headers(given.headers),
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

/** The problems that show while the network and timers are taken away; a plugin that throws is one. */
async function confinedViolations(plugin: Provider, webhook: Webhook, fixture: WebhookFixture): Promise<string[]> {
  const reached: string[] = [];
  const note = (name: string) => void reached.push(`The webhook uses ${name}, which a plugin must not.`);
  try {
    return [...(await confined(note, () => fixtureViolations(plugin, webhook, fixture))), ...reached];
  } catch (error) {
    return [...reached, `The plugin threw ${error}`];
  }
}

async function fixtureViolations(plugin: Provider, webhook: Webhook, fixture: WebhookFixture): Promise<string[]> {
  const { delivery: given } = fixture;
  const text = given.text ?? (given.json === undefined ? "" : JSON.stringify(given.json));
  const delivery = deliveryOf(plugin, given, text);
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

/** A flipped byte, another secret and a missing signature must each be refused. */
async function forgeries(plugin: Provider, webhook: Webhook, signed: Signed): Promise<string[]> {
  const { fixture, text, secrets, now } = signed;
  const { delivery: given } = fixture;
  const middle = Math.floor(text.length / 2);
  const flipped = `${text.slice(0, middle)}${text[middle] === "x" ? "y" : "x"}${text.slice(middle + 1)}`;
  const other = (secret: string | null) => secret && `${secret.slice(1)}${secret[0] === "0" ? "1" : "0"}`;
  const own = deliveryOf(plugin, given, text);
  const others = { webhook: other(secrets.webhook), client: other(secrets.client) };
  const forged: [string, Delivery, WebhookSecrets][] = [
    ["A delivery signed with another secret", own, others],
    ["Where no secret is set, a delivery", own, { webhook: null, client: null }],
  ];
  if (webhook.signsBody !== false) {
    forged.push(["A body with one changed character", deliveryOf(plugin, given, flipped), secrets]);
  }
  const problems: string[] = [];
  for (const [what, delivery, by] of forged) {
    if (await webhook.verify(delivery, by, now)) problems.push(`${what} is taken for a good one.`);
  }
  return [...problems, ...(await unproved(plugin, webhook, signed))];
}

/**
 * The delivery without what proves it. A signature of the body stands in the headers. A provider that signs none may repeat
 * its secret in the body: then that is taken away, and the headers prove nothing.
 */
async function unproved(
  plugin: Provider,
  webhook: Webhook,
  { fixture, text, secrets, now }: Signed,
): Promise<string[]> {
  const { delivery: given } = fixture;
  const bare = deliveryOf(plugin, { ...given, headers: {}, url: given.url?.replace(/\?.*$/, "") }, text);
  const bodiless = deliveryOf(plugin, given, "{}");
  const takes = async (delivery: Delivery) => await webhook.verify(delivery, secrets, now);
  const said = (what: string) => [`A delivery without ${what} is taken for a good one.`];
  if (webhook.signsBody !== false) return (await takes(bare)) ? said("headers") : [];
  const isInBody = [secrets.webhook, secrets.client].some((secret) => secret && text.includes(secret));
  if (isInBody) return (await takes(bodiless)) ? said("the secret in its body") : [];
  // Something that the secret made may stand in the body as well, such as a signature of the time alone.
  return (await takes(bare)) && (await takes(bodiless)) ? said("headers, and one without a body,") : [];
}

function readingViolations(webhook: Webhook, delivery: Delivery, fixture: WebhookFixture): string[] {
  const events = eventsIn(webhook, delivery);
  const found = events.map(({ type, deliveryId, subjects, view, payload }): ShownEvent => {
    const subject = subjects.length > 1 ? subjects : (subjects[0] ?? null);
    return { type, deliveryId, subject, view, payload };
  });
  return [
    ...events.flatMap(({ type, subjects }) => subjects.filter(isMisnamed).map((one) => misnamed(type, one))),
    ...same("The events are", found, fixture.events),
    ...ambiguous(webhook, delivery),
    ...found.flatMap(({ type, payload }) => misshapen(webhook, type, payload)),
  ];
}

const isMisnamed = (subject: EventSubject) =>
  !["identity", "workspace"].includes(subject?.matches) || typeof subject.id !== "string" || subject.id === "";

const misnamed = (type: string, subject: unknown) =>
  `A subject of ${type} is ${JSON.stringify(subject)}, not { matches: "identity" or "workspace", id }.`;

function misshapen(webhook: Webhook, type: string, payload: unknown): string[] {
  const fault = checkerOf((webhook.events[type] as EventDef).shape)
    .Errors(payload)
    .First();
  return fault
    ? [`The payload of ${type} is not of the declared shape at ${fault.path || "/"}: ${fault.message}.`]
    : [];
}

/** An item that several kinds claim would be shown as whichever stands first. */
function ambiguous(webhook: Webhook, delivery: Delivery): string[] {
  return eventsIn(webhook, delivery).flatMap(({ item }) => {
    const kinds = Object.entries(webhook.events).filter(([, def]) => def.match(delivery, item));
    return kinds.length > 1 ? [`One event matches ${kinds.map(([type]) => type).join(" and ")}.`] : [];
  });
}

function same(what: string, got: unknown, expected: unknown): string[] {
  const plain: unknown = got === undefined ? undefined : JSON.parse(JSON.stringify(got));
  if (isDeepStrictEqual(plain, expected)) return [];
  return [`${what} ${JSON.stringify(plain)}, the fixture expects ${JSON.stringify(expected)}.`];
}
