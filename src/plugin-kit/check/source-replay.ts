// Runs one fixture of a source through the real call path, twice, and compares its requests and its result or failure.
import { isDeepStrictEqual } from "node:util";
import type {
  Poll,
  Provider,
  Push,
  Source,
  SourceContext,
  SubscribeContext,
  Subscribed,
  Upstream,
} from "../../plugin/index.ts";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { makeSubscription } from "../../providers/upstream/make-subscription.ts";
import { kindsOf, polledEvents } from "../../providers/upstream/polled-events.ts";
import { differenceFrom } from "./differences.ts";
import { viewViolations } from "./event-view.ts";
import { failureViolations } from "./fixture.ts";
import { type Replayed, type ReplayOptions, replayed } from "./replay-upstream.ts";
import { shapeViolations } from "./shape-violations.ts";
import { contextOf, contextViolations, type SourceFixture, subscriptionOf, type What } from "./source-fixture.ts";

type Page = NonNullable<SourceFixture["page"]> & { items: readonly unknown[] };
/** What a function of the source led to; `undefined` where it leads to nothing. */
type Result = Subscribed | boolean | string | Page | undefined;
type Run = (source: Source, fixture: SourceFixture, context: SubscribeContext, upstream: Upstream) => Promise<Result>;

const pushOf = ({ push }: Source) => push as Push;
const pollOf = ({ poll }: Source) => poll as Poll;

export const RUNS: Record<What, Run> = {
  subscribe: (source, _, context, upstream) => makeSubscription(pushOf(source), upstream, context),
  renew: async (source, fixture, context, upstream) => {
    const push = pushOf(source);
    const subscription = subscriptionOf(fixture);
    const response = await upstream.request((push.renew as NonNullable<Push["renew"]>)(subscription, context));
    return push.renewed ? push.renewed(response, subscription, context) : push.subscribed(response, context);
  },
  unsubscribe: async (source, fixture, context, upstream) => {
    const unsubscribe = pushOf(source).unsubscribe as NonNullable<Push["unsubscribe"]>;
    await upstream.request(unsubscribe(subscriptionOf(fixture), plain(context)));
    return undefined;
  },
  check: async (source, fixture, context, upstream) => {
    const push = pushOf(source);
    const subscription = subscriptionOf(fixture);
    const request = (push.check as NonNullable<Push["check"]>)(subscription, plain(context));
    const response = await upstream.attempt(request, ["not_found"]);
    return response !== null && (push.isActive?.(response, subscription) ?? true);
  },
  start: (source, fixture, context, upstream) => pollOf(source).start(polling(fixture, context), upstream),
  poll: async (source, fixture, context, upstream) => {
    const page = await pollOf(source).next(fixture.position ?? "", polling(fixture, context), upstream);
    const events = polledEvents(source, page.items, plain(context));
    return { position: page.position, more: page.more, items: page.items, events };
  },
};

/** What all functions know: no secret and no address. */
const plain = ({ identity, resource, settings, now }: SubscribeContext): SourceContext => ({
  identity,
  resource,
  settings,
  now,
});

/** What a start and a poll know beside. */
export const polling = (fixture: SourceFixture, context: SubscribeContext): SourceContext => ({
  ...plain(context),
  ...(fixture.subscription && { subscription: subscriptionOf(fixture) }),
});

/** Functions that may send reads only. */
export const READS: readonly What[] = ["check", "start", "poll"];

/** One sentence for each violation; an empty list means that the fixture passes. */
export async function sourceFixtureViolations(
  provider: Provider,
  source: Source,
  what: What,
  fixture: SourceFixture,
): Promise<string[]> {
  const context = contextOf(provider, source, fixture);
  const options: ReplayOptions = {
    provider,
    service: source.permission.split(".")[0] as string,
    identity: context.identity,
    exchanges: fixture.upstream,
    onlyReads: READS.includes(what),
  };
  const run = () => replayed(options, (upstream) => RUNS[what](source, fixture, context, upstream));
  const first = await run();
  const violations = [...contextViolations(provider, source, fixture), ...first.violations];
  if ("error" in first.outcome) return [...violations, ...failureViolations(first.outcome.error, fixture)];
  const { value } = first.outcome;
  if (fixture.failure !== undefined) return [...violations, `The ${what} succeeded; the fixture expects a failure.`];
  const again = await run();
  if (violations.length === 0) violations.push(...otherwise(what, first, again));
  violations.push(...mismatches(what, resultOf(value), expectedOf(what, fixture)));
  if (what === "subscribe" || what === "renew") return [...violations, ...misshapen(value as Subscribed, context)];
  if (what === "poll") violations.push(...pageViolations(source, value as Page, fixture));
  if (what !== "poll" && what !== "start") return violations;
  const position = what === "poll" ? (value as Page).position : value;
  const unusable = positionViolations(position);
  if (unusable.length > 0) return [...violations, ...unusable];
  return [...violations, ...(await goesOn(options, source, polling(fixture, context), position as string))];
}

/** The result as fixtures write it. */
export function resultOf(value: Result): unknown {
  if (typeof value !== "object" || !("items" in value)) return value;
  const { position, more, events } = value;
  return { position, more, events };
}

function expectedOf(what: What, { subscribed, isActive, position, page }: SourceFixture): unknown {
  if (what === "poll") return page;
  if (what === "start") return position;
  return what === "check" ? isActive : subscribed;
}

/** As the database stores it. */
const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

const mismatches = (what: What, actual: unknown, expected: unknown): string[] =>
  differenceFrom(`The result of ${what}`, actual, expected);

/** The same responses must lead to the same requests, ids and position again: an event that is read twice is one. */
function otherwise(what: What, first: Replayed<Result>, again: Replayed<Result>): string[] {
  const isSame = again.violations.length === 0 && isDeepStrictEqual(asJson(first.outcome), asJson(again.outcome));
  return isSame ? [] : [`A second ${what} with the same responses has a different result.`];
}

function misshapen({ id, expiresAt, secret, data = {} }: Subscribed, context: SubscribeContext): string[] {
  const violations: string[] = [];
  if (typeof id !== "string" || id === "") violations.push("The subscription has no id.");
  if (expiresAt !== null && !(Number.isSafeInteger(expiresAt) && expiresAt > context.now))
    violations.push("The subscription's expiresAt must be null or a future time in Unix milliseconds.");
  if (secret !== undefined && (typeof secret !== "string" || secret === ""))
    violations.push("The subscription's secret is not a string.");
  const values = Object.values(data);
  if (values.some((value) => typeof value !== "string"))
    violations.push("The subscription's data must all be strings.");
  const { webhook, client } = context.secrets;
  const secrets = [context.secret, secret, webhook, client].filter((one) => typeof one === "string" && one !== "");
  if (secrets.some((one) => `${id} ${values.join(" ")}`.includes(one as string)))
    violations.push("The subscription's id or data contain a secret, but they are stored unencrypted.");
  return violations;
}

function pageViolations(source: Source, { position, more, items, events }: Page, fixture: SourceFixture): string[] {
  const violations: string[] = [];
  for (const { type, id, payload, view } of events) {
    if (typeof id !== "string" || id === "") violations.push(`An event ${type} has no id.`);
    const shape = source.events?.[type]?.shape;
    if (shape) violations.push(...shapeViolations(`The payload of ${type}`, shape, payload));
    violations.push(...viewViolations(type, view));
  }
  for (const item of items) {
    const kinds = kindsOf(source, item).map(([type]) => type);
    if (kinds.length > 1) violations.push(`One item matches ${kinds.join(" and ")}.`);
  }
  const payloads = new Map<string, unknown>();
  for (const { type, id, payload } of events) {
    const key = `${type} ${id}`;
    if (payloads.has(key) && !isDeepStrictEqual(payloads.get(key), payload))
      violations.push(`Two different events have the id ${id}.`);
    payloads.set(key, payload);
  }
  if (more && position === fixture.position)
    violations.push("The poll reports more pages, but its position did not change.");
  return violations;
}

const MAX_POSITION_BYTES = 8 * 1024;

function positionViolations(position: unknown): string[] {
  if (typeof position !== "string" || position === "") return ["The position is not a string."];
  const size = new TextEncoder().encode(position).length;
  if (size > MAX_POSITION_BYTES) return [`The position has ${size} bytes; the maximum is ${MAX_POSITION_BYTES}.`];
  const isStorable = position.isWellFormed() && !position.includes("\u0000");
  return isStorable ? [] : ["The position contains characters that cannot be stored."];
}

/** The next poll starts from the position: it must get as far as its first request, whose response no fixture has. */
async function goesOn(options: ReplayOptions, source: Source, context: SourceContext, position: string) {
  const next = (upstream: Upstream) => pollOf(source).next(position, context, upstream);
  const { outcome, requestCount } = await replayed({ ...options, exchanges: [] }, next);
  if (requestCount > 0 || "value" in outcome) return [];
  return [`The poll cannot continue from its own position: ${reasonOf(outcome.error)}`];
}

const reasonOf = (error: unknown) => (error instanceof UpstreamFailure ? error.message : `it ${thrownBy(error)}.`);
