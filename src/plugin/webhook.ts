// A webhook as a plugin declares it: who sent a request, which events it has, whose they are, and what the inbox shows.
import type { Static, TSchema } from "@sinclair/typebox";
import type { BodyFormat } from "./body-format.ts";
import type { CallIdentity, UpstreamRequest, UpstreamResponse } from "./endpoint.ts";
import { eventOf } from "./event-def.ts";
import type { Verifier, WebhookSecrets } from "./verify.ts";

/** One HTTP request from a provider. */
export interface InboundWebhook {
  /** HEAD and OPTIONS only as `addressChecks` declares. */
  method: "GET" | "POST" | "HEAD" | "OPTIONS";
  /** The webhook's public URL with the request's query; never built from the Host header. */
  url: string;
  headers: Headers;
  query: URLSearchParams;
  body: Uint8Array<ArrayBuffer>;
  /** The body as text. */
  text: string;
  /** The body as JSON, or what the field `payload` of a form holds, or what it is in `bodyFormat`; null for every other body. */
  json: unknown;
}

/** The response to a provider's challenge. */
export interface Handshake {
  status?: number;
  type: "text/plain" | "application/json";
  body: string;
  /** Further headers of the response, such as the provider's own secret repeated to it. */
  headers?: Record<string, string>;
  /**
   * A secret to keep, sealed. At a source's own address it becomes the subscription's, once, while that is being made. At the
   * provider's address it is pending until the operator accepts it, and never replaces one.
   */
  keepSecret?: string;
}

/** Whose event it is: the integration with this identity, or all integrations of this workspace. */
export interface EventSubject {
  matches: "identity" | "workspace";
  id: string;
}

/** An event in the inbox. `url` opens the thing at the provider; `occurredAt` is ISO 8601. What is left out is null. */
export interface EventView {
  title: string;
  summary?: string | null;
  actor?: string | null;
  url?: string | null;
  occurredAt?: string | null;
}

/** One kind of event. `item` is the request's JSON, or one entry of its list (see `items`). */
export interface EventDef {
  description: string;
  match: (inbound: InboundWebhook, item: unknown) => boolean;
  /** The fields that `map` reads; an item without them is not this event. */
  raw: TSchema;
  shape: TSchema;
  /**
   * The request for what the inbound webhook leaves out, sent for each integration with its own credential; null where nothing
   * need be fetched.
   */
  fetch?: (raw: never, identity: CallIdentity) => UpstreamRequest | null;
  /**
   * The event's payload, or null where the item is not this event; `inbound` is for what only headers say. `fetched` is the
   * response to `fetch`, null without one and where the provider says that the grantor may not see the thing. `identity` is
   * that of the integration which gets the event.
   */
  map: (raw: never, inbound: InboundWebhook, fetched: UpstreamResponse | null, identity: CallIdentity) => unknown;
  view: (payload: never) => Required<EventView>;
  /** Whether the event says that the grant is gone: the integrations that it is about are ended as revoked. */
  revokes?: true;
  /** The types that it had before, the oldest first: webhook endpoints and filters that name one get this one. */
  previousNames?: readonly string[];
}

interface EventOptions<Shape extends TSchema> {
  description: string;
  match: (inbound: InboundWebhook, item: unknown) => boolean;
  view: (payload: Static<Shape>) => EventView;
  revokes?: true;
  previousNames?: readonly string[];
}

/** Declares one kind of event; the compiler checks `map` and `view` against the schemas. `payload` is a record of the item. */
export function event<Raw extends TSchema, Shape extends TSchema>(
  def: EventOptions<Shape> & {
    raw: Raw;
    shape: Shape;
    fetch?: (raw: Static<Raw>, identity: CallIdentity) => UpstreamRequest | null;
    map: (
      raw: Static<Raw>,
      inbound: InboundWebhook,
      fetched: UpstreamResponse | null,
      identity: CallIdentity,
    ) => Static<Shape> | null;
  },
): EventDef;
export function event<Shape extends TSchema>(def: EventOptions<Shape> & { payload: Payload<Shape> }): EventDef;
export function event(def: EventOptions<TSchema>): EventDef {
  return eventOf(def) as unknown as EventDef;
}

/** A record, or a resource whose `map` reads no call, as what an event says. */
export interface Payload<Shape extends TSchema> {
  raw: TSchema;
  shape: Shape;
  map: (raw: never) => Static<Shape> | null;
}

export interface Webhook {
  verify: Verifier;
  /** How bodies are read that do not say that they are JSON: JSON by default, also in the field `payload` of a form. */
  bodyFormat?: BodyFormat;
  /** False where the provider signs no body (a shared token, a bare JWT); say why in a comment. */
  signsBody?: false;
  /**
   * The address at which the provider publishes the keys of its signatures (RFC 7517); the gateway fetches and caches
   * them for hours.
   */
  jwksUrl?: `https://${string}`;
  /**
   * Methods, beside GET and POST, with which the provider checks that the address exists. HEAD gets 200 without a body unless
   * `handshake` responds; OPTIONS gets what `handshake` returns, such as the headers of a CloudEvents webhook.
   */
  addressChecks?: readonly ("HEAD" | "OPTIONS")[];
  /** The response to a challenge, or null where the request is none. Runs before `verify`. */
  handshake?: (inbound: InboundWebhook, secrets: WebhookSecrets) => Handshake | null;
  /** Dotted path to the list of events in the JSON, "" where the body is the list. By default the body is one event. */
  items?: string;
  /** The event's unique id, which makes a repeated one the same event; null where there is none, and the body's hash counts. */
  eventId: (inbound: InboundWebhook, item: unknown) => string | null;
  /**
   * Whose event it is, by what the signature covers; null where it is nobody's. Of a request to a source's own address only
   * the source's integration gets it, and a subject that this returns must be its; absent where every request comes to such
   * an address.
   */
  subject?: (inbound: InboundWebhook, item: unknown) => EventSubject | readonly EventSubject[] | null;
  /** Sources by name whose polls it triggers: they are polled at once. For notifications that say no more than "something changed". */
  triggersPoll?: Record<string, (inbound: InboundWebhook, item: unknown) => boolean>;
  /** Whether it says that the provider has ended its subscription: a new one is made, and what was missed is polled. */
  endsSubscription?: (inbound: InboundWebhook, item: unknown) => boolean;
  /** The status that accepts an inbound webhook, with an empty body; 200 unless the provider wants another. */
  acceptedStatus?: 202 | 204;
  /** Keyed by type, `<service>.<what>`, such as `gmail.message_received`. */
  events: Record<string, EventDef>;
}
