// The form of a webhook's fixtures, `fixtures/webhooks/<event type>[.<case>].json`, and the delivery that one describes.
import type { CallIdentity, Delivery, EventView, Handshake, Provider, WebhookSecrets } from "../../plugin/index.ts";
import { FIXTURE_NOW, type RecordedExchange } from "./fixture.ts";
import { unknownFixtureKeys, WEBHOOK_FIXTURE } from "./fixture-keys.ts";

/**
 * Also `handshake[.<case>].json`, `wakes.<source>[.<case>].json` and `drops[.<case>].json`. Each has one of `events`,
 * `handshake` and `refused`.
 */
export interface WebhookFixture {
  delivery: FixtureDelivery;
  secrets?: Partial<WebhookSecrets>;
  /** When it came, ISO 8601. */
  now?: string;
  /** True where it comes to a source's own address. */
  own?: true;
  /** What the delivery holds. */
  events?: FixtureEvent[];
  /** Who granted the integration that events are fetched for; `{ id: "1", name: "ada" }` by default. */
  identity?: Partial<CallIdentity>;
  /** What `fetch` of the events sends, in their order. */
  upstream?: RecordedExchange[];
  /** Names of the sources that the delivery wakes; none by default. */
  wakes?: string[];
  /** Whose sources it wakes, or whose subscription it drops, where the fixture shows it; a list where it is several. */
  subject?: unknown;
  /** Whether it says that the subscription is gone. */
  drops?: true;
  handshake?: Handshake;
  /** The delivery must be refused. */
  refused?: true;
}

export interface FixtureDelivery {
  method?: "GET" | "POST";
  url?: string;
  headers?: Record<string, string>;
  json?: unknown;
  /** The body byte for byte, in place of `json`. */
  text?: string;
}

export interface FixtureEvent {
  type: string;
  deliveryId: string | null;
  /** A list where the event has several. */
  subject: unknown;
  view: EventView;
  payload: unknown;
}

export const ADDRESS = "https://gateway.example.com/api/v1/webhooks";
/** The last segment of a source's own address. */
export const SOURCE_ID = "5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10";

/** Parts that say more of a delivery with `events`. */
const OF_EVENTS = ["identity", "upstream", "wakes", "subject", "drops"];

/** The fixture, or a sentence that says why the text is none. */
export function parseWebhookFixture(text: string): WebhookFixture | string {
  const form = "is not { delivery, secrets, events, handshake or refused } in JSON";
  const value = jsonOf(text) as WebhookFixture | null;
  if (typeof value !== "object" || value === null) return `${form}.`;
  const names = Object.keys(value);
  const unknown = unknownFixtureKeys(value, WEBHOOK_FIXTURE);
  if (unknown !== null) return unknown;
  if (typeof value.delivery !== "object" || value.delivery === null) return `${form}.`;
  const outcomes = [value.events, value.handshake, value.refused].filter((outcome) => outcome !== undefined);
  if (outcomes.length !== 1) return `${form}.`;
  const lone = names.find((name) => OF_EVENTS.includes(name));
  if (value.events === undefined && lone !== undefined) return `${form}: "${lone}" is allowed only with events.`;
  const { url } = value.delivery;
  if (url !== undefined && !URL.canParse(url)) return `${form}: the delivery's url is not a URL.`;
  const isSent = (exchange: RecordedExchange) => URL.canParse(exchange?.request?.url) && exchange.response;
  return (value.upstream ?? []).every(isSent)
    ? value
    : `${form}: each of upstream is { request: { url, … }, response }.`;
}

export function bodyOf({ json, text }: FixtureDelivery): string {
  return text ?? (json === undefined ? "" : JSON.stringify(json));
}

export function addressOf(plugin: Provider, { own }: WebhookFixture): string {
  return own ? `${ADDRESS}/${plugin.id}/${SOURCE_ID}` : `${ADDRESS}/${plugin.id}`;
}

/** The delivery as the gateway would receive it; `address` counts where the fixture has no url. */
export function deliveryOf(address: string, input: FixtureDelivery, text = bodyOf(input)): Delivery {
  const url = new URL(input.url ?? address);
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

export function secretsOf({ secrets }: WebhookFixture): WebhookSecrets {
  return { webhook: null, client: null, subscription: null, keys: [], ...secrets };
}

export function nowOf({ now }: WebhookFixture): number {
  return now === undefined ? FIXTURE_NOW : Date.parse(now);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports a body that is not JSON.
    return null;
  }
}
