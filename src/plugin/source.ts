// A source of an integration's events: a subscription that the gateway makes at the provider, a list that it polls, or both.
import type { Static, TSchema } from "@sinclair/typebox";
import type { CallIdentity, Failure, Upstream, UpstreamRequest, UpstreamResponse } from "./endpoint.ts";
import { eventOf } from "./event-def.ts";
import type { WebhookSecrets } from "./verify.ts";
import type { EventDef, EventView, Payload } from "./webhook.ts";

/** What a source's functions know of the integration. */
export interface SourceContext {
  identity: CallIdentity;
  /** The thing to watch, where the source declares `resource`; else null. */
  resource: string | null;
  /** The operator's values of the provider's `settings`. */
  settings: Readonly<Record<string, string>>;
  /** Unix milliseconds. */
  now: number;
  /** The source's subscription during a poll, if there is one. */
  subscription?: Subscription;
}

/** For a subscription: where the provider shall send events, and with which secret. */
export interface SubscribeContext extends SourceContext {
  /** A UUID of the gateway, also the last segment of `address`. */
  id: string;
  /** The public URL for inbound webhooks: the source's own, or the provider's where `deliversTo` is `provider`. */
  address: string;
  /** 43 random URL-safe characters; their `secrets.subscription` unless `subscribed` returns another. */
  secret: string;
  secrets: Pick<WebhookSecrets, "webhook" | "client">;
}

/** A subscription as the provider has made it. */
export interface Subscribed {
  /** The provider's id of it. */
  id: string;
  /** Unix milliseconds; null where it does not expire. */
  expiresAt: number | null;
  /** The secret of its inbound webhooks, where the provider chose it. */
  secret?: string;
  /** What `renew` and `unsubscribe` need beside the id, such as a resource id. Never a secret. */
  data?: Record<string, string>;
}

/** The stored subscription. */
export interface Subscription {
  id: string;
  expiresAt: number | null;
  data: Readonly<Record<string, string>>;
}

/** How a provider is told to push events of one integration. All functions are pure. */
export interface Push {
  /** `source`: each subscription has an address of its own. `provider`: the provider takes one address for all. */
  deliversTo: "source" | "provider";
  /** The provider's `settings` that it needs: a source with a poll is only polled while one of them is not set. */
  needs?: readonly string[];
  subscribe: (context: SubscribeContext) => UpstreamRequest;
  subscribed: (response: UpstreamResponse, context: SubscribeContext) => Subscribed;
  /** The request for the secret that the provider chose, where the response to `subscribe` leaves it out. */
  readSecret?: (made: Subscribed, context: SubscribeContext) => UpstreamRequest;
  /** The inbound webhooks' secret, read from the response to `readSecret`. */
  secretIn?: (response: UpstreamResponse) => string;
  /** Renews a subscription; where it is absent the gateway makes a new one, then ends the old one. */
  renew?: (subscription: Subscription, context: SubscribeContext) => UpstreamRequest;
  /** The renewed subscription, read from the response to `renew`; `subscribed` by default. */
  renewed?: (response: UpstreamResponse, subscription: Subscription, context: SubscribeContext) => Subscribed;
  /** Seconds after which it is renewed in any case; by default at three quarters of its life. */
  renewEveryS?: number;
  unsubscribe?: (subscription: Subscription, context: SourceContext) => UpstreamRequest;
  /** The request of the daily check; a 404 or a false `isActive` means that the provider dropped the subscription. */
  check?: (subscription: Subscription, context: SourceContext) => UpstreamRequest;
  isActive?: (response: UpstreamResponse, subscription: Subscription) => boolean;
}

/** A page of a poll. */
export interface PollPage {
  /** New things, oldest first where the provider's order allows it. */
  items: readonly unknown[];
  /** The start of the next page or the next poll, stored in one transaction with the items' events. At most 8 KB. */
  position: string;
  /** Whether the next page is there already. */
  more: boolean;
}

/** How new things are read from the provider. The functions send only reads. */
export interface Poll {
  /** Seconds between polls, by default 60; doubled up to 15 minutes while nothing comes. Beside a subscription 900 at least. */
  everyS?: number;
  /** The position from which only what is new from now on comes. Emits nothing. */
  start: (context: SourceContext, upstream: Upstream) => Promise<string>;
  next: (position: string, context: SourceContext, upstream: Upstream) => Promise<PollPage>;
  /**
   * What it reads belongs to the subscription, such as a log of what it sent: where nothing can be pushed, and while there is
   * no subscription, it does not run.
   */
  requiresSubscription?: true;
  /**
   * Whether its events have the ids of those that the source's subscription brings. Then it goes on slowly beside it, and finds
   * what was lost; so does a poll that inbound webhooks trigger. Any other rests while a subscription works.
   */
  sharesEventIds?: true;
  /** Failures of `next` that mean that the provider has forgotten the position: the poll starts again, and says so. */
  positionLostOn?: readonly Failure[];
}

/** One kind of event in what a poll reads. `item` is one of `PollPage.items`. */
export interface PolledEventDef {
  description: string;
  match?: (item: unknown) => boolean;
  /** The event's unique id, equal however often the item is read: include a version where one thing changes again. */
  id: (raw: never, payload: never) => string;
  raw: TSchema;
  shape: TSchema;
  /** The event's payload, or null where the item is not this event. */
  map: (raw: never, context: SourceContext) => unknown;
  view: (payload: never) => Required<EventView>;
  /** The types that it had before, the oldest first: webhook endpoints and filters that name one get this one. */
  previousNames?: readonly string[];
}

interface PolledEventOptions<Raw, Shape extends TSchema> {
  description: string;
  match?: (item: unknown) => boolean;
  id: (raw: Raw, payload: Static<Shape>) => string;
  view: (payload: Static<Shape>) => EventView;
  previousNames?: readonly string[];
}

/** Declares one kind of polled event; the compiler checks the functions against the schemas. `payload` is a record of the item. */
export function polledEvent<Raw extends TSchema, Shape extends TSchema>(
  def: PolledEventOptions<Static<Raw>, Shape> & {
    raw: Raw;
    shape: Shape;
    map: (raw: Static<Raw>, context: SourceContext) => Static<Shape> | null;
  },
): PolledEventDef;
export function polledEvent<Shape extends TSchema>(
  def: PolledEventOptions<unknown, Shape> & { payload: Payload<Shape> },
): PolledEventDef;
export function polledEvent(def: PolledEventOptions<never, TSchema>): PolledEventDef {
  return eventOf(def) as unknown as PolledEventDef;
}

/** A source of events, by name in the provider's `sources`. */
export interface Source<Perm extends string = string> {
  description: string;
  /** The names that it had before, the oldest first: their subscriptions and positions are its own. */
  previousNames?: readonly string[];
  /** Its scopes must be granted and its service be on. */
  permission: Perm;
  /** The thing to watch, such as a repository: then the source is made on request. Without it every integration gets one. */
  resource?: { description: string; pattern: RegExp };
  /**
   * False where a source without `resource` is made only when the operator sets `<ID>_EVENTS`, such as polls that the
   * provider bills.
   */
  isDefault?: false;
  /** True where a source without `push` brings what the provider's webhook does not, and so is polled beside it. */
  pollsWithWebhook?: true;
  push?: Push;
  poll?: Poll;
  /** Events of the poll by type; absent for a source that only pushes. */
  events?: Record<string, PolledEventDef>;
}

/** Events that a provider pushes or a poll reads. */
export type AnyEventDef = EventDef | PolledEventDef;
