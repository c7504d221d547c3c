// What a plugin says about the events that its provider pushes: who signed, which event, whose, and what the inbox shows.
import type { Static, TSchema } from "@sinclair/typebox";
import type { Verifier, WebhookSecrets } from "./verify.ts";

/** One HTTP request from a provider, as it came. */
export interface Delivery {
  method: "GET" | "POST";
  /** The webhook's public address with the request's query; never made from the Host header. */
  url: string;
  headers: Headers;
  query: URLSearchParams;
  body: Uint8Array<ArrayBuffer>;
  /** The body as text. */
  text: string;
  /** The body as JSON, or null. */
  json: unknown;
}

/** What answers a provider that asks whether the address is ours. */
export interface Handshake {
  status?: number;
  type: "text/plain" | "application/json";
  body: string;
}

/** Whose event it is: the integration with this identity, or every integration of this workspace. */
export interface EventSubject {
  matches: "identity" | "workspace";
  id: string;
}

/** What the inbox shows of an event. `url` opens the thing at the provider; `occurredAt` is ISO 8601. */
export interface EventView {
  title: string;
  summary: string | null;
  actor: string | null;
  url: string | null;
  occurredAt: string | null;
}

/** One kind of event. `item` is the delivery's JSON, or one entry of its list where a delivery carries several. */
export interface EventDef {
  description: string;
  match: (delivery: Delivery, item: unknown) => boolean;
  /** What is read of the item; one without it is no such event. */
  raw: TSchema;
  shape: TSchema;
  /** The event's payload, or null where it is none after all. What a delivery says in headers alone is read of it. */
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
  /** False where the provider signs no body (a shared token, a bare JWT): say why in a comment. */
  signsBody?: false;
  /** Answers a provider's question about the address; null where the request is none. Asked before `verify`. */
  handshake?: (delivery: Delivery, secrets: WebhookSecrets) => Handshake | null;
  /** Dotted path to the list of events in one delivery; the whole body is one event unless said, "" is a body that is a list. */
  items?: string;
  /** Names the event for ever, so that a repeated delivery is one; null where the provider gives no name (the body's hash counts). */
  deliveryId: (delivery: Delivery, item: unknown) => string | null;
  /** Whose event it is: one, several, or null where it is nobody's. */
  subject: (delivery: Delivery, item: unknown) => EventSubject | readonly EventSubject[] | null;
  /** By type, `<service>.<what>`, such as `gmail.message_received`. */
  events: Record<string, EventDef>;
}
