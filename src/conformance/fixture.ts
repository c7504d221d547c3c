// Runs one recorded exchange of a plugin through the real call path: request equality, mapped result or failure.
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

/** `fixtures/<endpoint>[.<case>].json`, and `fixtures/identity[.<case>].json` without `call`. */
export interface Fixture {
  call?: {
    params?: Record<string, string>;
    query?: object;
    body?: object;
    limit?: number;
    position?: string | null;
    /** How many items of that page were given already. */
    skip?: number;
    /** Who granted; `{ id: "1", name: "ada" }` unless said. */
    identity?: Partial<CallIdentity>;
  };
  /** In the order sent; requests of one batch may come in any order. */
  upstream: {
    request: {
      method?: string;
      url: string;
      headers?: Record<string, string>;
      json?: unknown;
      form?: Record<string, string>;
      text?: string;
      /** Whose credential it must carry: the integration's or a named token's unless said; "bot" is the operator's, "none" nobody's. */
      credential?: "bot" | "none";
    };
    response: { status?: number; headers?: Record<string, string>; json?: unknown; text?: string };
  }[];
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

/** Is told of every request that the plugin sends, and of the answer that the fixture has for it. */
export type Witness = (url: string, init: RequestInit, response?: Fixture["upstream"][number]["response"]) => void;

/** The name of the identity's fixtures, which no endpoint may have. */
export const IDENTITY = "identity";
export const FIXTURE_TOKEN = "token-of-the-fixture";
const FIXTURE_BOT_TOKEN = "app-token-of-the-fixture";
/** The time at which every fixture plays. */
export const FIXTURE_NOW = Date.parse("2026-01-01T00:00:00Z");

/** Gives what does not hold, in sentences; an empty list means that the fixture passes. */
export async function fixtureViolations(
  provider: Provider,
  endpoint: RegisteredEndpoint,
  fixture: Fixture,
  witness?: Witness,
): Promise<string[]> {
  const problems: string[] = [];
  const call: AnyCall = {
    params: fixture.call?.params ?? {},
    query: (fixture.call?.query ?? {}) as Record<string, unknown>,
    body: (fixture.call?.body ?? {}) as Record<string, unknown>,
    page: pageOf(fixture.call),
    identity: { id: "1", name: "ada", tenant: {}, ...fixture.call?.identity },
  };
  problems.push(...inputViolations(endpoint, call));
  const replay = async (asked: AnyCall, found: string[]) => {
    const pending = [...fixture.upstream];
    const context: ExecuteContext = {
      target: resolveTarget(provider, { botToken: FIXTURE_BOT_TOKEN }),
      tokens: { access: FIXTURE_TOKEN, others: { [endpoint.def.credential ?? "other"]: FIXTURE_TOKEN } },
      fetch: answering(pending, found, witness),
      signal: AbortSignal.timeout(5_000),
      now: () => FIXTURE_NOW,
      countRequest: (req) => void found.push(...safePostViolations(req)),
    };
    const reached = (name: string) => void found.push(`The plugin uses ${name}, which it must not.`);
    const outcome = await confined(reached, () => execute(endpoint, asked, context)).catch((error: unknown) => error);
    for (const { request } of pending)
      found.push(`The request ${request.method ?? "GET"} ${request.url} was never sent.`);
    return outcome;
  };
  const outcome = await replay(call, problems);
  if (problems.length === 0 && comesWhole(endpoint)) {
    const { limit, position } = call.page;
    const otherwise: string[] = [];
    await replay({ ...call, page: { limit: limit === 1 ? 2 : 1, position } }, otherwise);
    if (otherwise.length > 0) problems.push(HANGS_ON_LIMIT);
  }
  if (outcome instanceof Error) problems.push(...failureViolations(outcome, fixture));
  else problems.push(...(await resultViolations(endpoint, outcome as Result, fixture)));
  return problems;
}

/** Where the request followed the limit, the list would end after so many items. */
const HANGS_ON_LIMIT =
  "A list that comes whole is asked for otherwise with another limit; it must always be asked for whole.";

export function comesWhole({ def: { returns } }: RegisteredEndpoint): boolean {
  return returns.kind === "many" && returns.pagination.max === Number.MAX_SAFE_INTEGER;
}

/** The page that a fixture's call asks for. */
export function pageOf({ limit = 25, position = null, skip = 0 }: NonNullable<Fixture["call"]> = {}): Page {
  return { limit, position: skip === 0 ? position : writePosition({ position, size: null, skip, given: skip }) };
}

/** The next page as fixtures show it: the provider's own words, and how many of its items were given where it was cut. */
function shownNext(next: string | null): unknown {
  if (next === null) return null;
  const { position, skip } = readPosition(next);
  return skip === 0 ? position : { position, skip };
}

/** A GET is repeated anyway, and what else is not a POST changes something. */
function safePostViolations({ method = "GET", path, safe }: UpstreamRequest): string[] {
  return safe && method !== "POST" ? [`The request ${method} ${path} says safe, which a POST alone may.`] : [];
}

function inputViolations(endpoint: RegisteredEndpoint, call: AnyCall): string[] {
  const parts = [
    checkValue(endpoint.input.params, call.params, "path"),
    checkValue(endpoint.input.query, { ...call.query }, "query"),
    ...(endpoint.input.body ? [checkValue(endpoint.input.body, call.body, "body")] : []),
  ];
  return parts.flatMap((part) =>
    "faults" in part ? part.faults.map((fault) => `The fixture's call is refused: ${fault.in} ${fault.message}`) : [],
  );
}

/** A fetch that answers each of `pending` once, taking it out, and notes what was asked otherwise. */
export function answering(pending: Fixture["upstream"], problems: string[], witness?: Witness): Fetch {
  return async (url, init) => answerFrom(pending, url, init, problems, witness);
}

function answerFrom(
  pending: Fixture["upstream"],
  url: string,
  init: RequestInit,
  problems: string[],
  witness?: Witness,
): Response {
  const method = init.method ?? "GET";
  const index = pending.findIndex(({ request }) => (request.method ?? "GET") === method && sameUrl(request.url, url));
  const exchange = pending[index];
  witness?.(url, init, exchange?.response);
  if (!exchange) {
    problems.push(
      `${method} ${url} is not the request the fixture expects${pending[0] ? ` (${pending[0].request.method ?? "GET"} ${pending[0].request.url})` : ""}.`,
    );
    return Response.json({ error: "unexpected request" }, { status: 599 });
  }
  pending.splice(index, 1);
  problems.push(...requestViolations(exchange.request, init));
  const { status = 200, headers, json, text } = exchange.response;
  const body = [101, 204, 205, 304].includes(status)
    ? null
    : (text ?? (json === undefined ? "" : JSON.stringify(json)));
  return new Response(body, { status, headers: { "content-type": "application/json", ...headers } });
}

function requestViolations(expected: Fixture["upstream"][number]["request"], init: RequestInit): string[] {
  const problems: string[] = [];
  const headers = new Headers(init.headers);
  const [scheme, token] = headers.get("authorization")?.split(" ") ?? [];
  const sent = token === FIXTURE_BOT_TOKEN ? "bot" : scheme === undefined ? "none" : undefined;
  const isOwn = scheme === "Bearer" && token === FIXTURE_TOKEN;
  if (expected.credential === undefined ? !isOwn : sent !== expected.credential) {
    const fault =
      expected.credential === "none" ? "was sent with a credential" : "was not sent with the right credential";
    problems.push(`${expected.url} ${fault}.`);
  }
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (headers.get(name) !== value)
      problems.push(`Header ${name} is "${headers.get(name)}", the fixture expects "${value}".`);
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
      problems.push(`${expected.url} was sent the JSON ${body}, the fixture expects ${JSON.stringify(expected.json)}.`);
  } else if (expected.form !== undefined) {
    const sent = Object.fromEntries(new URLSearchParams(type.includes("form") ? body : ""));
    if (!isDeepStrictEqual(sent, expected.form))
      problems.push(`${expected.url} was sent the form ${body}, the fixture expects ${JSON.stringify(expected.form)}.`);
  } else if (expected.text !== undefined) {
    if (body !== expected.text)
      problems.push(`${expected.url} was sent the text ${body}, the fixture expects ${expected.text}.`);
  } else if (body !== undefined && body !== "") {
    problems.push(`${expected.url} was sent a body that the fixture does not mention: ${body}`);
  }
  return problems;
}

function sameUrl(a: string, b: string): boolean {
  const sorted = (url: string) => {
    const parsed = new URL(url);
    parsed.searchParams.sort();
    return parsed.href;
  };
  return sorted(a) === sorted(b);
}

export function failureViolations(error: Error, fixture: Fixture): string[] {
  if (!(error instanceof UpstreamFailure)) return [`The plugin threw ${error.name}: ${error.message}`];
  if (fixture.failure === undefined)
    return [`The call failed with "${error.detail.failure}" (${error.message}), the fixture expects a result.`];
  const expected = typeof fixture.failure === "string" ? { failure: fixture.failure } : fixture.failure;
  return Object.entries(expected).flatMap(([name, value]) => {
    const got = error.detail[name as keyof typeof error.detail];
    return isDeepStrictEqual(got, value)
      ? []
      : [`The failure's ${name} is ${JSON.stringify(got)}, the fixture expects ${JSON.stringify(value)}.`];
  });
}

async function resultViolations(endpoint: RegisteredEndpoint, result: Result, fixture: Fixture): Promise<string[]> {
  if (fixture.failure !== undefined) return ["The call succeeded, the fixture expects a failure."];
  const problems: string[] = [];
  let got: unknown = true;
  if (result.kind === "one") got = result.data;
  if (result.kind === "many") got = { items: result.items, next: shownNext(result.next) };
  if (result.kind === "file") {
    const { body, ...rest } = result.file;
    got = { ...rest, text: await new Response(body).text() };
  }
  problems.push(...sameResult(got, fixture));
  const { returns } = endpoint.def;
  if (returns.kind === "one" || returns.kind === "many") {
    const things = result.kind === "many" ? result.items : [got];
    const checker = checkerOf(returns.resource.shape as TSchema);
    for (const thing of things) {
      const fault = checker.Errors(thing).First();
      if (fault) problems.push(`The result is not of the declared shape at ${fault.path || "/"}: ${fault.message}.`);
    }
  }
  return problems;
}

/** Nothing where a result is, as JSON, what the fixture expects. */
export function sameResult(got: unknown, fixture: Fixture): string[] {
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(got)), fixture.result)) return [];
  return [`The result is ${JSON.stringify(got)}, the fixture expects ${JSON.stringify(fixture.result)}.`];
}
