// The keys of fixtures: one that is mistyped would be left out in silence, with what it should compare.
import type { CallIdentity, EventSubject, EventView, Handshake, Subscribed, Subscription } from "../../plugin/index.ts";
import { each, known, type Rule, unknownKeys } from "../../providers/registry/unknown-keys.ts";
import type { Fixture, RecordedExchange } from "./fixture.ts";
import type { SourceFixture, SourceFixtureEvent } from "./source-fixture.ts";
import type { FixtureEvent, FixtureRequest, WebhookFixture } from "./webhook-fixture.ts";

const IDENTITY = known<CallIdentity>({
  id: null,
  name: null,
  workspace: { keys: { id: null, name: null } },
  tenant: null,
});
const UPSTREAM = each(
  known<RecordedExchange>({
    request: known<RecordedExchange["request"]>({
      method: null,
      url: null,
      headers: null,
      json: null,
      form: null,
      text: null,
      credential: null,
    }),
    response: known<RecordedExchange["response"]>({ status: null, headers: null, json: null, text: null }),
  }),
);
const FAILURE = known<Exclude<NonNullable<Fixture["failure"]>, string>>({
  failure: null,
  message: null,
  code: null,
  retryAfter: null,
  reason: null,
  missingScopes: null,
  limits: null,
});

const ENDPOINT_KEYS = {
  call: known<NonNullable<Fixture["call"]>>({
    params: null,
    query: null,
    body: null,
    limit: null,
    position: null,
    skip: null,
    identity: IDENTITY,
    upload: known<NonNullable<NonNullable<Fixture["call"]>["upload"]>>({ text: null, mimeType: null, size: null }),
  }),
  upstream: UPSTREAM,
  result: null,
  failure: FAILURE,
} as const;
export const ENDPOINT_FIXTURE = known<Omit<Fixture, "auth">>(ENDPOINT_KEYS);
export const IDENTITY_FIXTURE = known<Fixture>({ ...ENDPOINT_KEYS, auth: null });

const VIEW = known<EventView>({ title: null, summary: null, actor: null, url: null, occurredAt: null });
const SUBJECT = known<EventSubject>({ matches: null, id: null });

export const WEBHOOK_FIXTURE = known<WebhookFixture>({
  inbound: known<FixtureRequest>({ method: null, url: null, headers: null, json: null, text: null }),
  secrets: known<NonNullable<WebhookFixture["secrets"]>>({
    webhook: null,
    client: null,
    subscription: null,
    keys: null,
  }),
  now: null,
  own: null,
  events: each(known<FixtureEvent>({ type: null, eventId: null, subject: null, view: VIEW, payload: null })),
  identity: IDENTITY,
  upstream: UPSTREAM,
  triggersPoll: null,
  subject: null,
  endsSubscription: null,
  handshake: known<Handshake>({ status: null, type: null, body: null, headers: null, keepSecret: null }),
  refused: null,
});

export const SOURCE_FIXTURE = known<SourceFixture>({
  context: known<NonNullable<SourceFixture["context"]>>({
    identity: IDENTITY,
    resource: null,
    settings: null,
    now: null,
    id: null,
    address: null,
    secret: null,
    secrets: { keys: { webhook: null, client: null } },
  }),
  subscription: known<Subscription>({ id: null, expiresAt: null, data: null }),
  position: null,
  upstream: UPSTREAM,
  subscribed: known<Subscribed>({ id: null, expiresAt: null, secret: null, data: null }),
  isActive: null,
  page: {
    keys: {
      position: null,
      more: null,
      events: each(known<SourceFixtureEvent>({ type: null, id: null, view: VIEW, payload: null })),
    },
  },
  failure: FAILURE,
});

/** Keys that had another name: what compares the requests says which they have now. */
const RENAMED = ["as"];

/** One sentence for all unknown keys of a fixture; null without any. */
export function unknownFixtureKeys(fixture: unknown, rule: Rule): string | null {
  const unknown = unknownKeys(fixture, rule).filter(({ key }) => !RENAMED.includes(key));
  const unknownSubjects = subjectsOf(fixture).flatMap(([within, subject]) => unknownKeys(subject, SUBJECT, within));
  const sentences = [...unknown, ...unknownSubjects].map(({ within, message }) =>
    within === "" ? message : `${within}: ${message}`,
  );
  return sentences.length === 0 ? null : sentences.join(" ");
}

/** The subjects of a webhook's fixture, each one or a list of them, with their paths. */
function subjectsOf(fixture: unknown): [within: string, subject: unknown][] {
  const { subject, events } = fixture as { subject?: unknown; events?: unknown };
  const holders: [string, unknown][] = [
    ["subject", subject],
    ...(Array.isArray(events) ? events : []).map((event: { subject?: unknown } | null, index): [string, unknown] => [
      `events.${index}.subject`,
      event?.subject,
    ]),
  ];
  return holders.flatMap(([within, one]): [string, unknown][] =>
    Array.isArray(one) ? one.map((inner, index) => [`${within}.${index}`, inner]) : [[within, one]],
  );
}
