// with any one field of a recorded response corrupted, the gateway returns the declared shape or a provider error.
import { describe, expect, test } from "bun:test";
import { AppError } from "../../src/foundation/errors.ts";
import { checkerOf } from "../../src/foundation/schema/check.ts";
import { type Provider, valueAt } from "../../src/plugin/index.ts";
import type { Fixture } from "../../src/plugin-kit/check/fixture.ts";
import { dataSchema } from "../../src/providers/registry/response-data.ts";
import { classify } from "../../src/providers/upstream/classify.ts";
import { UpstreamFailure } from "../../src/providers/upstream/failure.ts";
import {
  callOf,
  dataOf,
  type EndpointFixtures,
  endpointFixtures,
  exchangesOf,
  replay,
} from "../support/fixture-replay.ts";

const recorded = await endpointFixtures();
const providers = [...new Set(recorded.map(({ endpoint }) => endpoint.provider))];

/** Wrong values for any field. */
const WRONG = [null, 7, {}, [null], "text", [], true, [{}], ["text"], [[]]];
/** Wrong values for a string, from which mappings parse times, ids, words and encoded bytes. */
const WRONG_TEXTS = [
  "text",
  "",
  ".",
  "7",
  "2026-02-30T00:00:00Z",
  "2026-13-45",
  "\ud800",
  "constructor",
  "__proto__",
  "x".repeat(20_000),
];
/** Wrong values for a number. */
const WRONG_NUMBERS = [1.5, -1, 9e14, 1e300];

/** Wrong values for a field: a few of each fitting list, different ones for neighbouring fields. */
function wrongFor(value: unknown, turn: number): unknown[] {
  const some = (from: readonly unknown[]) => [from[turn % from.length], from[(turn + 3) % from.length]];
  if (typeof value === "string")
    return [...some(WRONG), ...some(WRONG_TEXTS), WRONG_TEXTS[(turn + 6) % WRONG_TEXTS.length]];
  return typeof value === "number" ? [...some(WRONG), ...some(WRONG_NUMBERS)] : some(WRONG);
}
/** Enough for the plugin with the most fields on a busy machine. */
const PATIENCE_MS = 60_000;

/** A position in a fixture: the index of the response, then the keys to a value. */
interface Position {
  fixture: Fixture;
  steps: (string | number)[];
}

/** Each distinct position in an endpoint's responses, over all list items and fixtures. */
function positionsOf({ fixtures }: EndpointFixtures): Map<string, Position> {
  const positions = new Map<string, Position>();
  const note = (value: unknown, shape: string, position: Position): void => {
    if (!positions.has(shape)) positions.set(shape, position);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      const named = Array.isArray(value) ? "*" : key;
      note(inner, `${shape}/${named}`, { ...position, steps: [...position.steps, step] });
    }
  };
  for (const fixture of fixtures) {
    for (const [i, { request, response }] of fixture.upstream.entries()) {
      const address = `${request.method ?? "GET"} ${request.url.split("?")[0]} ${response.status ?? 200}`;
      if (response.json !== undefined) note(response.json, address, { fixture, steps: [i] });
    }
  }
  return positions;
}

/** A copy of the fixture with another value at the position; the rest is shared. */
function changedAt({ fixture, steps }: Position, wrong: unknown): Fixture {
  const put = (value: unknown, [step, ...rest]: Position["steps"]): unknown => {
    if (step === undefined) return wrong;
    const inner = put(valueAt(value, String(step)), rest);
    return Array.isArray(value) ? value.with(Number(step), inner) : { ...(value as object), [step]: inner };
  };
  const [number = 0, ...inner] = steps;
  const upstream = fixture.upstream.map((exchange, i) =>
    i === number
      ? { ...exchange, response: { ...exchange.response, json: put(exchange.response.json, inner) } }
      : exchange,
  );
  return { ...fixture, upstream };
}

/** The fixture's value at the position. */
function recordedValue({ fixture, steps: [number = 0, ...inner] }: Position): unknown {
  const { json } = (fixture.upstream[Number(number)] as Fixture["upstream"][number]).response;
  return inner.reduce<unknown>((value, step) => valueAt(value, String(step)), json);
}

/** The gateway's own error; null if there is none. */
async function errorOf({ endpoint }: EndpointFixtures, fixture: Fixture): Promise<string | null> {
  const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(fixture));
  try {
    const data: unknown = JSON.parse(JSON.stringify(await dataOf(outcome)));
    const wrong = checkerOf(dataSchema(endpoint)).Errors(data).First();
    return wrong ? `response at ${wrong.path}: ${wrong.message}` : null;
  } catch (error) {
    return error instanceof UpstreamFailure || error instanceof AppError ? null : String(error);
  }
}

describe("R-17: a response with one wrong value", () => {
  test.each(providers.map(({ id }) => id))(
    "of %s becomes the declared shape or a provider error",
    async (id) => {
      const errors: string[] = [];
      let turn = 0;
      for (const one of recorded.filter(({ endpoint }) => endpoint.provider.id === id)) {
        for (const [shape, position] of positionsOf(one)) {
          for (const wrong of wrongFor(recordedValue(position), turn++)) {
            const error = await errorOf(one, changedAt(position, wrong));
            if (error) errors.push(`${one.endpoint.key}: ${shape} = ${JSON.stringify(wrong).slice(0, 40)}: ${error}`);
          }
        }
      }
      expect(errors).toEqual([]);
      expect(turn).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  test("control: the recorded response of every success is mapped", async () => {
    const failed: string[] = [];
    for (const { endpoint, fixtures } of recorded) {
      for (const fixture of fixtures.filter(({ result }) => result !== undefined)) {
        const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(fixture));
        if (outcome instanceof Error) failed.push(`${endpoint.key}: ${outcome}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

/** Undocumented error bodies. */
const ODD = [
  null,
  7,
  "text",
  true,
  [],
  [null],
  ["text"],
  {},
  ...[
    "error",
    "errors",
    "message",
    "code",
    "ok",
    "status",
    "reason",
    "category",
    "title",
    "detail",
    "extensions",
    "data",
  ].flatMap((name) =>
    [
      null,
      7,
      "text",
      [],
      {},
      [null],
      [[]],
      { message: {} },
      { errors: [null] },
      { code: [], details: 7, reason: {} },
    ].map((odd) => ({ [name]: odd })),
  ),
];

describe("R-17: an undocumented error body", () => {
  const statusOf = (provider: Provider, status: number, json: unknown) => {
    const headers = new Headers({ "retry-after": "soon", "x-ratelimit-reset": "never", "x-ratelimit-remaining": "0" });
    return classify(provider, { status, headers, json }, [], 0);
  };
  test.each(providers.map((provider) => [provider.id, provider] as const))(
    "of %s becomes a short error message with a valid retry time",
    (_, provider) => {
      for (const status of [200, 204, 400, 401, 403, 404, 409, 429, 500, 503, 599]) {
        for (const json of ODD) {
          const detail = statusOf(provider, status, json);
          if (status >= 400) expect(detail).not.toBeNull();
          if (detail === null) continue;
          expect(typeof detail.message).toBe("string");
          expect(detail.message.length).toBeLessThanOrEqual(300);
          if (detail.code !== null) expect(typeof detail.code).toBe("string");
          if (detail.retryAfter !== undefined) expect(detail.retryAfter).toBeWithin(1, 3_601);
        }
      }
    },
  );
});
