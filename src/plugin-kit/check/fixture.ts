// Runs one fixture of an endpoint through the real call path, and compares its requests and its result or failure.
import { isDeepStrictEqual } from "node:util";
import { Type as t } from "@sinclair/typebox";
import { checkValue } from "../../foundation/schema/check.ts";
import type { AnyCall, AuthKind, CallIdentity, Page, Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { fileErrors } from "../../providers/upstream/sent-files.ts";
import { confined } from "./confine.ts";
import { differenceFrom } from "./differences.ts";
import { withWatchedMap } from "./raw-reads.ts";
import { isUnexpected, recordedFetch, unsentViolations } from "./recorded-fetch.ts";
import { callOf, type ReadResult, recordedResult, replayCall, uploadOf } from "./replay-call.ts";
import { fieldViolations, readViolations } from "./request-violations.ts";
import { shapeViolations } from "./shape-violations.ts";
import { isPromised } from "./with-deadline.ts";

/** `fixtures/<endpoint>[.<case>].json`, and `fixtures/identity[.<case>].json` without `call`. */
export interface Fixture {
  /** Only of the identity: the kind of sign-in whose identity it shows, the provider's first one by default. */
  auth?: AuthKind;
  call?: {
    params?: Record<string, string>;
    query?: object;
    body?: object;
    /** The file that is sent in place of JSON; `size` is null where the caller does not say it. */
    upload?: { text: string; mimeType?: string; size?: null };
    limit?: number;
    position?: string | null;
    /** How many items of that page the caller has already. */
    skip?: number;
    /** Who granted; `{ id: "1", name: "ada" }` by default. */
    identity?: Partial<CallIdentity>;
  };
  /** In the order sent; requests of one batch may come in any order. */
  upstream: RecordedExchange[];
  /**
   * `one`: the shape. `many`: `{ items, next }`, next being a position, or `{ position, skip }` where the page was cut.
   * `stream`: `{ items }`. `file`: `{ id, name, mimeType, size, text }`. `deleted`: true.
   */
  result?: unknown;
  /** Replaces `result`: the failure, with the details that matter. */
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

export interface RecordedExchange {
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
export type OnRequest = (url: string, init: RequestInit, response?: RecordedExchange["response"]) => void;

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
  const call = callOf(fixture);
  const replay = async (page: Page, replayed = endpoint) => {
    const violations: string[] = [];
    const pending = [...fixture.upstream];
    const fetch = recordedFetch(provider, pending, violations, onRequest);
    const onUse = (name: string) => void violations.push(`The plugin uses ${name}, which it must not.`);
    const upload = uploadOf(fixture.call?.upload);
    const work = () =>
      replayCall(
        replayed,
        { ...call, page, upload },
        fetch,
        (req) => void violations.push(...fieldViolations(req), ...readViolations(endpoint, req)),
      );
    const outcome = await resolved(confined(onUse, work));
    violations.push(...unsentViolations(pending));
    return { outcome, violations };
  };
  const { outcome, violations: replayViolations } = await replay(call.page);
  const violations = [...inputViolations(endpoint, call, fixture.call?.upload !== undefined), ...replayViolations];
  if (violations.length === 0 && isUnpaged(endpoint)) {
    const { limit, position } = call.page;
    const withOtherLimit = await replay({ limit: limit === 1 ? 2 : 1, position });
    if (withOtherLimit.violations.length > 0) violations.push(FOLLOWS_LIMIT);
  }
  if ("value" in outcome)
    await replay(
      call.page,
      withWatchedMap(endpoint, (message) => void violations.push(message)),
    );
  if ("thrown" in outcome) violations.push(...failureViolations(outcome.thrown, fixture));
  else violations.push(...(await resultViolations(endpoint, outcome.value, fixture)));
  return violations;
}

/** What a plugin's work resolved to, or whatever it threw. */
export const resolved = <T>(work: Promise<T>): Promise<{ value: T } | { thrown: unknown }> =>
  work.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );

/** An unpaged list has one request: if that followed the limit, the items behind it could not be reached. */
const FOLLOWS_LIMIT = "The request for an unpaged list depends on the limit; it must always request the complete list.";

export function isUnpaged({ def: { returns } }: RegisteredEndpoint): boolean {
  return returns.kind === "many" && returns.pagination.max === Number.MAX_SAFE_INTEGER;
}

/** What is invalid in the call by the endpoint's schemas. */
export function inputViolations(endpoint: RegisteredEndpoint, call: AnyCall, isUpload: boolean): string[] {
  const { body, fileFields = [] } = { ...endpoint.input, fileFields: endpoint.def.fileFields };
  const schema = body && isUpload ? t.Omit(body, [...fileFields]) : body;
  const parts = [
    checkValue(endpoint.input.params, call.params, "path"),
    checkValue(endpoint.input.query, { ...call.query }, "query"),
    ...(schema ? [checkValue(schema, call.body, "body")] : []),
  ];
  const errors = parts.flatMap((part) => ("errors" in part ? part.errors : []));
  errors.push(...fileErrors(endpoint, call.body, { isFile: isUpload, errors }));
  return errors.map((error) => `The fixture's call is not valid: ${error.in} ${error.message}`);
}

export function failureViolations(error: unknown, fixture: Pick<Fixture, "failure">): string[] {
  if (!(error instanceof UpstreamFailure)) return [`The plugin ${thrownBy(error)}.`];
  if (isUnexpected(error)) return [];
  if (fixture.failure === undefined)
    return [`The call failed with "${error.detail.failure}" (${error.message}); the fixture expects a result.`];
  const expected = typeof fixture.failure === "string" ? { failure: fixture.failure } : fixture.failure;
  return Object.entries(expected).flatMap(([name, value]) => {
    const actual = error.detail[name as keyof typeof error.detail];
    return isDeepStrictEqual(actual, value)
      ? []
      : [`The failure's ${name} is ${JSON.stringify(actual)}; the fixture expects ${JSON.stringify(value)}.`];
  });
}

async function resultViolations(endpoint: RegisteredEndpoint, result: ReadResult, fixture: Fixture): Promise<string[]> {
  if (fixture.failure !== undefined) return ["The call succeeded; the fixture expects a failure."];
  const actual = await recordedResult(result);
  const things = "items" in result ? result.items : [actual];
  if (things.some(isPromised)) return ["The map returns a promise; its result is used at once."];
  const violations = mismatchOf(actual, fixture);
  const { returns } = endpoint.def;
  if ("resource" in returns) {
    for (const thing of things) violations.push(...shapeViolations("The result", returns.resource.shape, thing));
  }
  return violations;
}

/** Empty where the result, as JSON, is what the fixture expects. */
export const mismatchOf = (actual: unknown, fixture: Pick<Fixture, "result">): string[] =>
  differenceFrom("The result", actual, fixture.result);
