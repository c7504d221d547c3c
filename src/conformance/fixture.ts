// Runs one fixture of an endpoint through the real call path, and compares its requests and its result or failure.
import { isDeepStrictEqual } from "node:util";
import type { TSchema } from "@sinclair/typebox";
import type { AnyCall, CallIdentity, Page, Provider, UpstreamRequest } from "../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { checkerOf, checkValue } from "../schema/check.ts";
import { type ExecuteContext, execute, type Result } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { readPosition, writePosition } from "../upstream/list-position.ts";
import type { Fetch } from "../upstream/send.ts";
import { resolveTarget } from "../upstream/target.ts";
import { confined } from "./confine.ts";
import { FIXTURE_BOT_TOKEN, FIXTURE_TOKEN, fixtureAuth, sentCredential } from "./fixture-credential.ts";

/** `fixtures/<endpoint>[.<case>].json`, and `fixtures/identity[.<case>].json` without `call`. */
export interface Fixture {
  call?: {
    params?: Record<string, string>;
    query?: object;
    body?: object;
    limit?: number;
    position?: string | null;
    /** How many items of that page the caller has already. */
    skip?: number;
    /** Who granted; `{ id: "1", name: "ada" }` by default. */
    identity?: Partial<CallIdentity>;
  };
  /** In the order sent; requests of one batch may come in any order. */
  upstream: Exchange[];
  /**
   * `one`: the shape. `many`: `{ items, next }`, next being a position, or `{ position, skip }` where the page was cut.
   * `file`: `{ id, name, mimeType, size, text }`. `deleted`: true.
   */
  result?: unknown;
  /** In place of `result`: the failure, with the details that matter. */
  failure?:
    | string
    | {
        failure: string;
        message?: string;
        code?: string;
        retryAfter?: number;
        reason?: string;
        missingScopes?: string[];
        limits?: string;
      };
}

export interface Exchange {
  request: {
    method?: string;
    url: string;
    headers?: Record<string, string>;
    json?: unknown;
    form?: Record<string, string>;
    text?: string;
    /** Whose credential it must carry: "bot" is the operator's, "none" nobody's; the integration's or a named token's by default. */
    credential?: "bot" | "none";
  };
  response: { status?: number; headers?: Record<string, string>; json?: unknown; text?: string };
}

/** Called for every request that the plugin sends, with the response that the fixture has for it. */
export type OnRequest = (url: string, init: RequestInit, response?: Exchange["response"]) => void;

/** The name of the identity's fixtures, which no endpoint may have. */
export const IDENTITY = "identity";
export const FIXTURE_IDEMPOTENCY_KEY = "idempotency-key-of-the-fixture";
/** The present in every fixture, in Unix milliseconds. */
export const FIXTURE_NOW = Date.parse("2026-01-01T00:00:00Z");

/** One sentence for each violation; an empty list means that the fixture passes. */
export async function fixtureViolations(
  provider: Provider,
  endpoint: RegisteredEndpoint,
  fixture: Fixture,
  onRequest?: OnRequest,
): Promise<string[]> {
  const call: AnyCall = {
    params: fixture.call?.params ?? {},
    query: (fixture.call?.query ?? {}) as Record<string, unknown>,
    body: (fixture.call?.body ?? {}) as Record<string, unknown>,
    page: pageOf(fixture.call),
    identity: { id: "1", name: "ada", tenant: {}, ...fixture.call?.identity },
    idempotencyKey: FIXTURE_IDEMPOTENCY_KEY,
  };
  const replay = async (page: Page) => {
    const violations: string[] = [];
    const pending = [...fixture.upstream];
    const context: ExecuteContext = {
      target: resolveTarget(provider, { botToken: FIXTURE_BOT_TOKEN }),
      tokens: {
        access: FIXTURE_TOKEN,
        others: { [endpoint.def.credential ?? "other"]: FIXTURE_TOKEN },
        auth: fixtureAuth(provider),
      },
      fetch: recordedFetch(provider, pending, violations, onRequest),
      signal: AbortSignal.timeout(5_000),
      now: () => FIXTURE_NOW,
      countRequest: (req) => void violations.push(...fieldViolations(req), ...readViolations(endpoint, req)),
    };
    const onUse = (name: string) => void violations.push(`The plugin uses ${name}, which it must not.`);
    const work = () => execute(endpoint, { ...call, page }, context);
    const outcome = await confined(onUse, work).catch((error: unknown) => error);
    violations.push(...unsentViolations(pending));
    return { outcome, violations };
  };
  const { outcome, violations: replayViolations } = await replay(call.page);
  const violations = [...inputViolations(endpoint, call), ...replayViolations];
  if (violations.length === 0 && isUnpaged(endpoint)) {
    const { limit, position } = call.page;
    const withOtherLimit = await replay({ limit: limit === 1 ? 2 : 1, position });
    if (withOtherLimit.violations.length > 0) violations.push(FOLLOWS_LIMIT);
  }
  if (outcome instanceof Error) violations.push(...failureViolations(outcome, fixture));
  else violations.push(...(await resultViolations(endpoint, outcome as Result, fixture)));
  return violations;
}

/** An unpaged list has one request: if that followed the limit, the items behind it could not be reached. */
const FOLLOWS_LIMIT =
  "A list that comes whole is asked for otherwise with another limit; it must always be asked for whole.";

export function isUnpaged({ def: { returns } }: RegisteredEndpoint): boolean {
  return returns.kind === "many" && returns.pagination.max === Number.MAX_SAFE_INTEGER;
}

/** The page that a fixture's call requests. */
export function pageOf({ limit = 25, position = null, skip = 0 }: NonNullable<Fixture["call"]> = {}): Page {
  return { limit, position: skip === 0 ? position : writePosition({ position, size: null, skip, delivered: skip }) };
}

/** The next page as fixtures write it: the provider's position, with the number of items to skip where the limit cut the page. */
function fixtureNext(next: string | null): unknown {
  if (next === null) return null;
  const { position, skip } = readPosition(next);
  return skip === 0 ? position : { position, skip };
}

/** `safe` is for POSTs alone: a GET is retried anyway, and the other methods change something. */
export function fieldViolations(request: UpstreamRequest): string[] {
  const { method = "GET", path, safe } = request;
  const renamed = Object.entries(RENAMED).filter(([name]) => Object.hasOwn(request, name));
  return [
    ...renamed.map(([was, is]) => `The request ${method} ${path} says \`${was}\`, which is called \`${is}\` now.`),
    ...(safe && method !== "POST" ? [`The request ${method} ${path} says safe, which a POST alone may.`] : []),
  ];
}

/** A call that only reads is offered to agents as one that needs no leave: it must send nothing that may change something. */
function readViolations({ hints }: RegisteredEndpoint, { method = "GET", path, safe }: UpstreamRequest): string[] {
  if (!hints.reads || method === "GET" || safe) return [];
  return [`The endpoint only reads, but sends ${method} ${path} without \`safe\`.`];
}
/** Fields of requests that had another name. */
const RENAMED = { as: "credential", repeatable: "safe" };

function inputViolations(endpoint: RegisteredEndpoint, call: AnyCall): string[] {
  const parts = [
    checkValue(endpoint.input.params, call.params, "path"),
    checkValue(endpoint.input.query, { ...call.query }, "query"),
    ...(endpoint.input.body ? [checkValue(endpoint.input.body, call.body, "body")] : []),
  ];
  return parts.flatMap((part) =>
    "errors" in part ? part.errors.map((error) => `The fixture's call is refused: ${error.in} ${error.message}`) : [],
  );
}

/** A fetch that responds with each of `pending` once, takes it out, and adds unexpected requests to `violations`. */
export function recordedFetch(
  provider: Provider,
  pending: Exchange[],
  violations: string[],
  onRequest?: OnRequest,
): Fetch {
  return async (url, init) => {
    const method = init.method ?? "GET";
    const index = pending.findIndex(({ request }) => methodOf(request) === method && sameUrl(request.url, url));
    const exchange = pending[index];
    onRequest?.(url, init, exchange?.response);
    if (!exchange) {
      const expected = pending[0] ? ` (${methodOf(pending[0].request)} ${pending[0].request.url})` : "";
      violations.push(`${method} ${url} is not the request the fixture expects${expected}.`);
      return Response.json({ error: "unexpected request" }, { status: 599 });
    }
    pending.splice(index, 1);
    violations.push(...requestViolations(provider, exchange.request, init));
    return responseOf(exchange.response);
  };
}

export function unsentViolations(pending: readonly Exchange[]): string[] {
  return pending.map(({ request }) => `The request ${methodOf(request)} ${request.url} was never sent.`);
}

const methodOf = ({ method = "GET" }: Exchange["request"]) => method;

export function responseOf({ status = 200, headers, json, text }: Exchange["response"]): Response {
  const isBodiless = [101, 204, 205, 304].includes(status);
  const body = isBodiless ? null : (text ?? (json === undefined ? "" : JSON.stringify(json)));
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}

function requestViolations(provider: Provider, expected: Exchange["request"], init: RequestInit): string[] {
  const violations: string[] = [];
  const headers = new Headers(init.headers);
  if (sentCredential(provider, headers) !== (expected.credential ?? "own")) {
    const breach =
      expected.credential === "none" ? "was sent with a credential" : "was not sent with the right credential";
    violations.push(`${expected.url} ${breach}.`);
  }
  if (Object.hasOwn(expected, "as")) violations.push("The fixture says `as`, which is called `credential` now.");
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (headers.get(name) !== value)
      violations.push(`Header ${name} is "${headers.get(name)}", the fixture expects "${value}".`);
  }
  const body =
    typeof init.body === "string"
      ? init.body
      : init.body
        ? new TextDecoder().decode(init.body as Uint8Array)
        : undefined;
  const type = headers.get("content-type") ?? "";
  if (expected.json !== undefined) {
    const sent = type.includes("json") && body !== undefined ? JSON.parse(body) : undefined;
    if (!isDeepStrictEqual(sent, expected.json))
      violations.push(
        `${expected.url} was sent the JSON ${body}, the fixture expects ${JSON.stringify(expected.json)}.`,
      );
  } else if (expected.form !== undefined) {
    const sent = Object.fromEntries(new URLSearchParams(type.includes("form") ? body : ""));
    if (!isDeepStrictEqual(sent, expected.form))
      violations.push(
        `${expected.url} was sent the form ${body}, the fixture expects ${JSON.stringify(expected.form)}.`,
      );
  } else if (expected.text !== undefined) {
    if (body !== expected.text)
      violations.push(`${expected.url} was sent the text ${body}, the fixture expects ${expected.text}.`);
  } else if (body !== undefined && body !== "") {
    violations.push(`${expected.url} was sent a body that the fixture does not mention: ${body}`);
  }
  return violations;
}

export function sameUrl(a: string, b: string): boolean {
  const sorted = (url: string) => {
    const parsed = new URL(url);
    parsed.searchParams.sort();
    return parsed.href;
  };
  return sorted(a) === sorted(b);
}

export function failureViolations(error: Error, fixture: Pick<Fixture, "failure">): string[] {
  if (!(error instanceof UpstreamFailure)) return [`The plugin threw ${error.name}: ${error.message}`];
  if (fixture.failure === undefined)
    return [`The call failed with "${error.detail.failure}" (${error.message}), the fixture expects a result.`];
  const expected = typeof fixture.failure === "string" ? { failure: fixture.failure } : fixture.failure;
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = error.detail[name as keyof typeof error.detail];
    return isDeepStrictEqual(actual, value)
      ? []
      : [`The failure's ${name} is ${JSON.stringify(actual)}, the fixture expects ${JSON.stringify(value)}.`];
  });
}

/** A result as fixtures write it; a file is read to its end. */
export async function recordedResult(result: Result): Promise<unknown> {
  if (result.kind === "one") return result.data;
  if (result.kind === "many") return { items: result.items, next: fixtureNext(result.next) };
  if (result.kind === "deleted") return true;
  const { body, ...rest } = result.file;
  return { ...rest, text: await new Response(body).text() };
}

async function resultViolations(endpoint: RegisteredEndpoint, result: Result, fixture: Fixture): Promise<string[]> {
  if (fixture.failure !== undefined) return ["The call succeeded, the fixture expects a failure."];
  const actual = await recordedResult(result);
  const violations = mismatchOf(actual, fixture);
  const { returns } = endpoint.def;
  if (returns.kind === "one" || returns.kind === "many") {
    const things = result.kind === "many" ? result.items : [actual];
    const checker = checkerOf(returns.resource.shape as TSchema);
    for (const thing of things) {
      const error = checker.Errors(thing).First();
      if (error) violations.push(`The result is not of the declared shape at ${error.path || "/"}: ${error.message}.`);
    }
  }
  return violations;
}

/** Empty where the result, as JSON, is what the fixture expects. */
export function mismatchOf(actual: unknown, fixture: Fixture): string[] {
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(actual)), fixture.result)) return [];
  return [`The result is ${JSON.stringify(actual)}, the fixture expects ${JSON.stringify(fixture.result)}.`];
}
