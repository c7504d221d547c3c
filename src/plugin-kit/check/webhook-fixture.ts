// The form of a webhook's fixtures, `fixtures/webhooks/<event type>[.<case>].json`, and the request that one describes.
import { inboundWebhookOf as receivedWebhook } from "../../events/ingest/inbound-webhook.ts";
import type {
  CallIdentity,
  EventView,
  Handshake,
  InboundWebhook,
  Provider,
  WebhookSecrets,
} from "../../plugin/index.ts";
import type { ReadBody } from "../../providers/bodies/read.ts";
import { FIXTURE_NOW, type RecordedExchange } from "./fixture.ts";
import { unknownFixtureKeys, WEBHOOK_FIXTURE } from "./fixture-keys.ts";
import { unfilledSentence } from "./unfilled.ts";

/**
 * Also `handshake[.<case>].json`, `triggersPoll.<source>[.<case>].json` and `endsSubscription[.<case>].json`. Each has one of `events`,
 * `handshake` and `refused`.
 */
export interface WebhookFixture {
  inbound: FixtureRequest;
  secrets?: Partial<WebhookSecrets>;
  /** When it came, ISO 8601. */
  now?: string;
  /** True where it comes to a source's own address. */
  own?: true;
  /** The events in the request. */
  events?: FixtureEvent[];
  /** Who granted the integration that events are fetched for; `{ id: "1", name: "ada" }` by default. */
  identity?: Partial<CallIdentity>;
  /** What `fetch` of the events sends, in their order. */
  upstream?: RecordedExchange[];
  /** Names of the sources whose polls the request triggers; none by default. */
  triggersPoll?: string[];
  /** Whose polls it triggers, or whose subscription it ends, where the fixture shows it; a list where it is several. */
  subject?: unknown;
  /** Whether it says that the subscription is gone. */
  endsSubscription?: true;
  handshake?: Handshake;
  /** The request must be refused. */
  refused?: true;
}

export interface FixtureRequest {
  method?: InboundWebhook["method"];
  url?: string;
  headers?: Record<string, string>;
  json?: unknown;
  /** The body byte for byte, in place of `json`. */
  text?: string;
}

export interface FixtureEvent {
  type: string;
  eventId: string | null;
  /** A list where the event has several. */
  subject: unknown;
  view: Required<EventView>;
  payload: unknown;
}

export const ADDRESS = "https://gateway.example.com/api/v1/webhooks";
/** The last segment of a source's own address. */
export const SOURCE_ID = "5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10";

/** Parts that say more of a request with `events`. */
const OF_EVENTS = ["identity", "upstream", "triggersPoll", "subject", "endsSubscription"];

/** A fixture has one of them. */
const ENDS = ["events", "handshake", "refused"] as const;

/** The fixture, or a sentence that says why the text is none. */
export function parseWebhookFixture(text: string): WebhookFixture | string {
  const form = "is not { inbound, secrets, events, handshake or refused } in JSON";
  const value = jsonOf(text) as WebhookFixture | null;
  if (typeof value !== "object" || value === null) return `${form}.`;
  const names = Object.keys(value);
  const unknown = unknownFixtureKeys(value, WEBHOOK_FIXTURE);
  if (unknown !== null) return unknown;
  if (typeof value.inbound !== "object" || value.inbound === null) return `${form}.`;
  const outcomes = ENDS.filter((name) => value[name] !== undefined);
  const unfilled = outcomes.length === 0 ? unfilledSentence(value, ENDS) : null;
  if (unfilled !== null) return unfilled;
  if (outcomes.length !== 1) return `${form}.`;
  const lone = names.find((name) => OF_EVENTS.includes(name));
  if (value.events === undefined && lone !== undefined) return `${form}: "${lone}" is allowed only with events.`;
  const { url } = value.inbound;
  if (url !== undefined && !URL.canParse(url)) return `${form}: the url of inbound is not a URL.`;
  const isSent = (exchange: RecordedExchange) => URL.canParse(exchange?.request?.url) && exchange.response;
  return (value.upstream ?? []).every(isSent)
    ? value
    : `${form}: each of upstream is { request: { url, … }, response }.`;
}

export function bodyOf({ json, text }: FixtureRequest): string {
  return text ?? (json === undefined ? "" : JSON.stringify(json));
}

export function urlOf(plugin: Provider, { own }: WebhookFixture): string {
  return own ? `${ADDRESS}/${plugin.id}/${SOURCE_ID}` : `${ADDRESS}/${plugin.id}`;
}

/** The request as the gateway would receive it; `address` counts where the fixture has no url. */
export function inboundWebhookOf(
  address: string,
  input: FixtureRequest,
  read: ReadBody | null,
  text = bodyOf(input),
): InboundWebhook {
  const url = new URL(input.url ?? address);
  const bytes = new TextEncoder().encode(text);
  return receivedWebhook(input.method ?? "POST", url, new Headers(input.headers), bytes, read);
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
