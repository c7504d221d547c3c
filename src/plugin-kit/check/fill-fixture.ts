// Fills in what a fixture leaves out: the requests that its call sends, and the result or the failure that it ends in.
import { fetchIdentity } from "../../connections/oauth/identity.ts";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { type Fetch, USER_AGENT } from "../../providers/upstream/send.ts";
import { resolveTarget } from "../../providers/upstream/target.ts";
import { confined } from "./confine.ts";
import { FIXTURE_NOW, type Fixture, type RecordedExchange } from "./fixture.ts";
import { FIXTURE_BOT_TOKEN, FIXTURE_TOKEN, fixtureAuth, sentCredential, withFirstKind } from "./fixture-credential.ts";
import { responseOf, sameUrl } from "./recorded-fetch.ts";
import { callOf, recordedResult, replayCall } from "./replay-call.ts";

/** A fixture before it is filled: exchanges without requests, or without a response, and neither result nor failure. */
export interface PartialFixture extends Omit<Fixture, "upstream"> {
  upstream?: Partial<RecordedExchange>[];
}

export interface Filled {
  fixture: PartialFixture;
  /** The parts that were written: `upstream[0].request`, `result`. */
  wrote: string[];
  /** Why something is still missing; null where nothing is. */
  missing: string | null;
}

/** Ends a call whose next response the fixture does not have. */
class NoResponse extends Error {}

/** More requests than a call may send. */
const MAX_EXCHANGES = 50;

/**
 * Runs the call with the fixture's responses. What is there stays, unless `isOverwriting`: then requests, and the result or
 * the failure, are those of this run. `endpoint` is null for the identity.
 */
export async function fillFixture(
  plugin: Provider,
  endpoint: RegisteredEndpoint | null,
  partial: PartialFixture,
  isOverwriting: boolean,
): Promise<Filled> {
  const fixture = structuredClone(partial);
  const provider = withFirstKind(plugin, fixture.auth);
  const recorder = recordRequests(provider, fixture, isOverwriting);
  const outcome = await outcomeOf(provider, endpoint, fixture, recorder.fetch);
  const wrote = recorder.wrote.sort();
  const unused = (fixture.upstream ?? []).findIndex(({ request }) => request === undefined);
  const hasEnd = fixture.result !== undefined || fixture.failure !== undefined;
  let missing = recorder.unanswered();
  if (missing === null && "error" in outcome && !isExpected(outcome.error, fixture))
    missing = explanation(outcome.error, fixture);
  if (missing === null && unused >= 0)
    missing = `upstream[${unused}] was never requested: remove it, or change the call.`;
  if (missing === null && (!hasEnd || isOverwriting)) wrote.push(...setEnd(fixture, outcome));
  return { fixture: inOrder(fixture), wrote, missing };
}

type Outcome = { value: unknown } | { error: Error };

async function outcomeOf(
  provider: Provider,
  endpoint: RegisteredEndpoint | null,
  fixture: PartialFixture,
  fetch: Fetch,
): Promise<Outcome> {
  const used: string[] = [];
  const work = async (): Promise<unknown> => {
    if (endpoint) return recordedResult(await replayCall(endpoint, callOf(fixture), fetch));
    const deps = { fetch, clock: { now: () => FIXTURE_NOW } };
    const tokens = { access: FIXTURE_TOKEN, others: {}, auth: fixtureAuth(provider) };
    return fetchIdentity(deps, resolveTarget(provider), tokens, fixture.call?.identity?.tenant);
  };
  const outcome = await confined((name) => void used.push(name), work).then(
    (value): Outcome => ({ value }),
    (error: unknown): Outcome => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  );
  return used.length > 0 ? { error: new Error(`it uses ${used[0]}, which it must not`) } : outcome;
}

interface Recorder {
  fetch: Fetch;
  wrote: string[];
  /** What to add where a request has no response; null where each has one. */
  unanswered(): string | null;
}

/** A fetch that writes each request into the fixture, and responds with the response beside it. */
export function recordRequests(
  provider: Provider,
  fixture: Pick<PartialFixture, "upstream">,
  isOverwriting: boolean,
): Recorder {
  const wrote: string[] = [];
  const used = new Set<Partial<RecordedExchange>>();
  let unanswered: string | null = null;
  return {
    wrote,
    unanswered: () => unanswered,
    async fetch(url, init) {
      const request = requestOf(provider, url, init);
      fixture.upstream ??= [];
      const free = fixture.upstream.filter((exchange) => !used.has(exchange));
      const same = free.find((one) => one.request && isSame(one.request, request));
      let exchange = same ?? free.find((one) => isOverwriting || one.request === undefined);
      if (!exchange) {
        if (fixture.upstream.length >= MAX_EXCHANGES) throw new NoResponse("too many requests");
        exchange = {};
        fixture.upstream.push(exchange);
      }
      used.add(exchange);
      const where = `upstream[${fixture.upstream.indexOf(exchange)}]`;
      if (exchange.request === undefined || isOverwriting) {
        if (JSON.stringify(exchange.request) !== JSON.stringify(request)) wrote.push(`${where}.request`);
        exchange.request = request;
      }
      if (exchange.response) return responseOf(exchange.response);
      unanswered ??= `${where} needs the response to ${request.method ?? "GET"} ${request.url}: add it, and run --fill again.`;
      throw new NoResponse("no response");
    },
  };
}

const isSame = (a: RecordedExchange["request"], b: RecordedExchange["request"]) =>
  (a.method ?? "GET") === (b.method ?? "GET") && sameUrl(a.url, b.url);

/** Headers that every request has, or that follow from its body. */
const USUAL_HEADERS: Record<string, string> = { accept: "application/json", "user-agent": USER_AGENT };
const OWN_HEADERS = ["accept-encoding", "content-type", "cookie"];

/** A request as fixtures write it, without its credential. */
function requestOf(provider: Provider, url: string, init: RequestInit): RecordedExchange["request"] {
  const headers = new Headers(init.headers);
  const credential = sentCredential(provider, headers);
  const ownHeaders = [...headers].filter(
    ([name, value]) =>
      !OWN_HEADERS.includes(name) &&
      USUAL_HEADERS[name] !== value &&
      provider.headers?.[name] !== value &&
      !value.includes(FIXTURE_TOKEN) &&
      !value.includes(FIXTURE_BOT_TOKEN) &&
      name !== "authorization",
  );
  return {
    ...(init.method && init.method !== "GET" && { method: init.method }),
    url,
    ...(ownHeaders.length > 0 && { headers: Object.fromEntries(ownHeaders) }),
    ...bodyOf(init, headers.get("content-type") ?? ""),
    ...((credential === "bot" || credential === "none") && { credential }),
  };
}

function bodyOf({ body }: RequestInit, type: string): Pick<RecordedExchange["request"], "json" | "form" | "text"> {
  if (body === undefined || body === null || body === "") return {};
  const text = typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
  if (type.includes("json")) return { json: JSON.parse(text) };
  return type.includes("form-urlencoded") ? { form: Object.fromEntries(new URLSearchParams(text)) } : { text };
}

/** Whether the fixture declares the failure. */
function isExpected(error: Error, { failure }: PartialFixture): boolean {
  const name = typeof failure === "string" ? failure : failure?.failure;
  return error instanceof UpstreamFailure && error.detail.failure === name;
}

/** Why an error is not what a fixture should expect; null for a provider's refusal. */
export function explanation(error: Error, { upstream = [] }: Pick<PartialFixture, "upstream">): string | null {
  if (!(error instanceof UpstreamFailure)) return `The call threw ${error.name}: ${error.message}`;
  const statuses = upstream.map(({ response }) => response?.status ?? 200);
  if (statuses.some((status) => status >= 300)) return null;
  // A mistake in the plugin looks the same as a provider that refuses with 200: only a person can tell.
  return `The call failed with "${error.detail.failure}" (${error.message}): fix the plugin, or write the failure yourself.`;
}

/** Writes the result or the failure; returns which. */
function setEnd(fixture: PartialFixture, outcome: Outcome): string[] {
  const before = JSON.stringify([fixture.result, fixture.failure]);
  delete fixture.result;
  delete fixture.failure;
  if ("value" in outcome) fixture.result = JSON.parse(JSON.stringify(outcome.value));
  else fixture.failure = (outcome.error as UpstreamFailure).detail.failure;
  const isNew = before !== JSON.stringify([fixture.result, fixture.failure]);
  return isNew ? ["value" in outcome ? "result" : "failure"] : [];
}

/** The parts in the order of the documents. */
function inOrder({ call, upstream, result, failure, ...rest }: PartialFixture): PartialFixture {
  return {
    ...rest,
    ...(call !== undefined && { call }),
    upstream: (upstream ?? []).map(({ request, response, ...more }) => ({
      ...more,
      ...(request && { request }),
      ...(response && { response }),
    })),
    ...(result !== undefined && { result }),
    ...(failure !== undefined && { failure }),
  };
}
