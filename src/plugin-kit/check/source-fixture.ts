// The form of a source's fixtures, `fixtures/sources/<source>.<what>[.<case>].json`, and what the source knows in them.
import type { TObject, TSchema } from "@sinclair/typebox";
import { checkerOf } from "../../foundation/schema/check.ts";
import {
  type CallIdentity,
  type EventView,
  type Provider,
  type Source,
  type SubscribeContext,
  type Subscribed,
  type Subscription,
  t,
} from "../../plugin/index.ts";
import { FIXTURE_NOW, type Fixture, type RecordedExchange } from "./fixture.ts";
import { unknownFailure } from "./fixture-files.ts";
import { SOURCE_FIXTURE, unknownFixtureKeys } from "./fixture-keys.ts";
import { isObject } from "./like.ts";
import { unfilledSentence } from "./unfilled.ts";

export interface SourceFixture {
  context?: {
    identity?: Partial<CallIdentity>;
    resource?: string;
    settings?: Record<string, string>;
    /** ISO 8601. */
    now?: string;
    id?: string;
    address?: string;
    secret?: string;
    secrets?: { webhook?: string; client?: string };
  };
  /** The stored subscription for renew, unsubscribe and check; for start and poll too, if there is one. */
  subscription?: { id: string; expiresAt: number | null; data?: Record<string, string> };
  /** The position that `start` must resolve to, or that a poll starts from. */
  position?: string;
  upstream: RecordedExchange[];
  /** The result of subscribe and renew. */
  subscribed?: Subscribed;
  /** The result of check. */
  isActive?: boolean;
  /** The result of a poll. */
  page?: { position: string; more: boolean; events: SourceFixtureEvent[] };
  /** Replaces the result. */
  failure?: Fixture["failure"];
}

export interface SourceFixtureEvent {
  type: string;
  id: string;
  view: Required<EventView>;
  payload: unknown;
}

export const WHATS = ["subscribe", "renew", "unsubscribe", "check", "start", "poll"] as const;
export type What = (typeof WHATS)[number];

const texts = t.Record(t.String(), t.String());
const context = t.Object(
  {
    identity: t.Optional(t.Object({})),
    resource: t.Optional(t.String()),
    settings: t.Optional(texts),
    now: t.Optional(t.String()),
    id: t.Optional(t.String()),
    address: t.Optional(t.String()),
    secret: t.Optional(t.String()),
    secrets: t.Optional(t.Object({ webhook: t.Optional(t.String()), client: t.Optional(t.String()) })),
  },
  { additionalProperties: false },
);
const expiresAt = t.Union([t.Integer(), t.Null()]);
const subscription = t.Object({ id: t.String(), expiresAt, data: t.Optional(texts) }, { additionalProperties: false });
const subscribed = t.Object(
  { id: t.String(), expiresAt, secret: t.Optional(t.String()), data: t.Optional(texts) },
  { additionalProperties: false },
);
const event = t.Object(
  { type: t.String(), id: t.String(), view: t.Object({}), payload: t.Unknown() },
  { additionalProperties: false },
);
const page = t.Object(
  { position: t.String(), more: t.Boolean(), events: t.Array(event) },
  { additionalProperties: false },
);

/** What each fixture has beside `context`, `upstream` and `failure`: its input, and its result. */
const PARTS: Record<What, { input: Record<string, TSchema>; result: Record<string, TSchema> }> = {
  subscribe: { input: {}, result: { subscribed } },
  renew: { input: { subscription }, result: { subscribed } },
  unsubscribe: { input: { subscription }, result: {} },
  check: { input: { subscription }, result: { isActive: t.Boolean() } },
  start: { input: { subscription: t.Optional(subscription) }, result: { position: t.String() } },
  poll: { input: { position: t.String(), subscription: t.Optional(subscription) }, result: { page } },
};

function formOf(what: What, hasFailed: boolean): TObject {
  const { input, result } = PARTS[what];
  const outcome = hasFailed ? { failure: t.Union([t.String(), t.Object({ failure: t.String() })]) } : result;
  const upstream = t.Array(t.Object({ request: t.Object({ url: t.String() }), response: t.Object({}) }));
  return t.Object({ context: t.Optional(context), upstream, ...input, ...outcome }, { additionalProperties: false });
}

/** The fixture, or a sentence that says why the text is none. */
export function parseSourceFixture(what: What, text: string): SourceFixture | string {
  const { input, result } = PARTS[what];
  const parts = ["context", ...Object.keys(input), "upstream", ...Object.keys(result)].join(", ");
  const form = `is not { ${parts}${parts.endsWith("upstream") ? "" : " or failure"} } in JSON`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The violation tells it.
    return `${form}.`;
  }
  const unknown = isObject(value) ? unknownFixtureKeys(value, SOURCE_FIXTURE) : null;
  if (unknown !== null) return unknown;
  const hasFailed = isObject(value) && Object.hasOwn(value, "failure");
  const results = Object.keys(result);
  const unfilled = isObject(value)
    ? unfilledSentence(value, results.length === 0 ? [] : [...results, "failure"])
    : null;
  if (unfilled !== null) return unfilled;
  const error = checkerOf(formOf(what, hasFailed)).Errors(value).First();
  if (error) return `${form}, at ${error.path || "/"}: ${error.message}.`;
  const fixture = value as SourceFixture;
  const invalid = fixture.upstream.find(({ request }) => !URL.canParse(request.url));
  if (invalid) return `${form}: "${invalid.request.url}" is not a URL.`;
  const noFailure = unknownFailure(fixture);
  if (noFailure !== null) return noFailure;
  return Number.isFinite(nowOf(fixture)) ? fixture : `${form}: context.now is not a time.`;
}

const nowOf = ({ context }: SourceFixture) => (context?.now === undefined ? FIXTURE_NOW : Date.parse(context.now));

const ADDRESS = "https://gateway.example.com/api/v1/webhooks";
const ID = "5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10";
/** As long as the gateway's own. */
const SECRET = "fixture-secret-of-43-url-safe-characters-aaaa";

/** What the source's functions know in this fixture. */
export function contextOf({ id: provider }: Provider, { push }: Source, fixture: SourceFixture): SubscribeContext {
  const { identity, resource = null, settings = {}, id = ID, secret = SECRET, secrets } = fixture.context ?? {};
  const ownAddress = push?.deliversTo === "provider" ? `${ADDRESS}/${provider}` : `${ADDRESS}/${provider}/${id}`;
  return {
    identity: { id: "1", name: "ada", tenant: {}, ...identity },
    resource,
    settings,
    now: nowOf(fixture),
    id,
    address: fixture.context?.address ?? ownAddress,
    secret,
    secrets: { webhook: null, client: null, ...secrets },
  };
}

/** The stored subscription of a fixture that has one. */
export function subscriptionOf({ subscription }: SourceFixture): Subscription {
  return { id: "", expiresAt: null, ...subscription, data: { ...subscription?.data } };
}

/** What the fixture says of the operator's settings and of the thing to watch that the plugin's declarations refuse. */
export function contextViolations({ settings: declared = {} }: Provider, source: Source, fixture: SourceFixture) {
  const { settings = {}, resource } = fixture.context ?? {};
  const violations = Object.entries(settings).flatMap(([name, value]) => {
    const setting = declared[name];
    if (!setting) return [`The fixture has the setting ${name}, which the plugin does not declare.`];
    return setting.pattern.test(value) ? [] : [`The fixture's setting ${name} does not match its pattern.`];
  });
  if (source.resource === undefined)
    return resource === undefined ? violations : [...violations, "The fixture has a resource; the source has none."];
  if (resource !== undefined && source.resource.pattern.test(resource)) return violations;
  return [...violations, "The fixture's context.resource does not match the source's pattern."];
}
