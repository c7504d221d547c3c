// Runs a fixture once more with its ids beyond 2^53, which come as text: a plugin that refuses, rounds or loses one is named.
import { declaredReader } from "../../events/ingest/inbound-webhook.ts";
import type { CallIdentity, Provider, Webhook } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { itemsIn, mapEvent, type WebhookItem } from "../../providers/upstream/events.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import type { Fixture } from "./fixture.ts";
import { objectIn } from "./fixture-files.ts";
import { isObject } from "./like.ts";
import { recordedFetch } from "./recorded-fetch.ts";
import { callOf, recordedResult, replayCall } from "./replay-call.ts";
import { inboundWebhookOf, urlOf, type WebhookFixture } from "./webhook-fixture.ts";

const IS_ID = /^id$|_id$|[a-z]Id$/;
const IS_LIST = /^ids$|_ids$|[a-z]Ids$/;
const BEYOND = 2n ** 53n;

/** Odd, so that rounding changes it. */
const longOf = (id: number) => String(BEYOND + 2n * BigInt(id) + 1n);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** The value with each number that its name calls an id raised, and written as text. */
function withLongIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLongIds);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    if (IS_ID.test(name) && isId(inner)) return [name, longOf(inner)];
    if (IS_LIST.test(name) && Array.isArray(inner)) return [name, inner.map((one) => (isId(one) ? longOf(one) : one))];
    return [name, withLongIds(inner)];
  });
  return Object.fromEntries(entries);
}

/** Checks a call with one request whose response has ids. */
export async function longIdViolations(
  provider: Provider,
  endpoint: RegisteredEndpoint,
  fixture: Fixture,
): Promise<string[]> {
  const [exchange, ...others] = fixture.upstream;
  const json = exchange?.response.json;
  if (exchange === undefined || others.length > 0 || fixture.result === undefined || json === undefined) return [];
  const raised = withLongIds(json);
  if (JSON.stringify(raised) === JSON.stringify(json)) return [];
  const fetch = recordedFetch(provider, [{ ...exchange, response: { ...exchange.response, json: raised } }], []);
  try {
    const result = await recordedResult(await replayCall(endpoint, callOf(fixture), fetch));
    return changesOf("The result", fixture.result, JSON.parse(JSON.stringify(result)), JSON.stringify(raised));
  } catch (error) {
    const how = error instanceof UpstreamFailure ? `is refused: ${error.message}` : thrownBy(error);
    return [`With its ids beyond 2^53, which come as text, the response ${how}`];
  }
}

/** Checks an inbound webhook with events whose body is JSON. */
export async function longEventIdViolations(
  plugin: Provider,
  webhook: Webhook,
  fixture: WebhookFixture,
): Promise<string[]> {
  const read = await declaredReader(webhook);
  const json = fixture.inbound.json ?? objectIn(fixture.inbound.text ?? "");
  if (fixture.events === undefined || json === null) return [];
  const identity = { id: "1", name: "ada", tenant: {}, ...fixture.identity };
  const raised = withLongIds(json);
  const eventsOf = (body: unknown) => {
    const inbound = inboundWebhookOf(urlOf(plugin, fixture), { ...fixture.inbound, text: JSON.stringify(body) }, read);
    return itemsIn(webhook, inbound).map((item) => readItem(item, inbound, identity));
  };
  return changesOf("The list of events", eventsOf(json), eventsOf(raised), JSON.stringify(raised));
}

/** What needs no request is read to its end. */
function readItem(
  { event, item, eventId, subjects }: WebhookItem,
  inbound: ReturnType<typeof inboundWebhookOf>,
  identity: CallIdentity,
) {
  const needsFetch = event !== null && (event.def.fetch?.(item as never, identity) ?? null) !== null;
  const mapped = event === null || needsFetch ? null : mapEvent(event.def, item, inbound, null, identity);
  return { type: event?.type ?? null, eventId, subjects, payload: mapped?.payload ?? null };
}

/** Names an id of the raised JSON that came out rounded, and a value that is no longer there. */
function changesOf(what: string, before: unknown, after: unknown, raised: string): string[] {
  const wrong: string[] = [];
  const compare = (left: unknown, right: unknown, path: string) => {
    if (wrong.length > 0) return;
    if (Array.isArray(left) || isObject(left)) {
      for (const [name, inner] of Object.entries(left))
        compare(inner, (right as Record<string, unknown> | null | undefined)?.[name], `${path}/${name}`);
    } else if (left !== null && (right === null || right === undefined)) {
      wrong.push(`${what} lacks ${path || "/"} where ids are beyond 2^53 and come as text.`);
    } else if ((`${right}`.match(/\d{16,}|\de\+\d+/g) ?? []).some((id) => !raised.includes(id)) && left !== right) {
      wrong.push(`${what} has a rounded id at ${path || "/"} where ids are beyond 2^53 and come as text.`);
    }
  };
  compare(before, after, "");
  return wrong;
}
