// A webhook as a plugin declares it: who sent a delivery, which events it has, whose they are, and what the inbox shows.
import type { Static, TSchema } from "@sinclair/typebox";
import type { Verifier, WebhookSecrets } from "./verify.ts";

/** One HTTP request from a provider. */
export interface Delivery {
  method: "GET" | "POST";
  /** The webhook's public URL with the request's query; never built from the Host header. */
  url: string;
  headers: Headers;
  query: URLSearchParams;
  body: Uint8Array<ArrayBuffer>;
  /** The body as text. */
  text: string;
  /** The body as JSON, or null. */
  json: unknown;
}

/** The response to a provider's challenge. */
export interface Handshake {
  status?: number;
  type: "text/plain" | "application/json";
  body: string;
}

/** Whose event it is: the integration with this identity, or all integrations of this workspace. */
export interface EventSubject {
  matches: "identity" | "workspace";
  id: string;
}

/** An event in the inbox. `url` opens the thing at the provider; `occurredAt` is ISO 8601. */
export interface EventView {
  title: string;
  summary: string | null;
  actor: string | null;
  url: string | null;
  occurredAt: string | null;
}

/** One kind of event. `item` is the delivery's JSON, or one entry of its list (see `items`). */
export interface EventDef {
  description: string;
  match: (delivery: Delivery, item: unknown) => boolean;
  /** The fields that `map` reads; an item without them is not this event. */
  raw: TSchema;
  shape: TSchema;
  /** The event's payload, or null where the item is not this event; `delivery` is for what only headers say. */
  map: (raw: never, delivery: Delivery) => unknown;
  view: (payload: never) => EventView;
}

/** Declares one kind of event; the compiler checks `map` and `view` against the schemas. */
export function event<Raw extends TSchema, Shape extends TSchema>(def: {
  description: string;
  match: (delivery: Delivery, item: unknown) => boolean;
  raw: Raw;
  shape: Shape;
  map: (raw: Static<Raw>, delivery: Delivery) => Static<Shape> | null;
  view: (payload: Static<Shape>) => EventView;
}): EventDef {
  return def as unknown as EventDef;
}

export interface Webhook {
  verify: Verifier;
  /** False where the provider signs no body (a shared token, a bare JWT); say why in a comment. */
  signsBody?: false;
  /** The response to a challenge, or null where the request is none. Runs before `verify`. */
  handshake?: (delivery: Delivery, secrets: WebhookSecrets) => Handshake | null;
  /** Dotted path to a delivery's list of events, "" where the body is the list. By default the body is one event. */
  items?: string;
  /** The event's unique id, which makes a repeated delivery one; null where there is none, and the body's hash counts. */
  deliveryId: (delivery: Delivery, item: unknown) => string | null;
  /** Whose event it is; null where it is nobody's. */
  subject: (delivery: Delivery, item: unknown) => EventSubject | readonly EventSubject[] | null;
  /** By type, `<service>.<what>`, such as `gmail.message_received`. */
  events: Record<string, EventDef>;
}
