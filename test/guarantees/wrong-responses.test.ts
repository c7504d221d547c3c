// every field of every recorded answer with a wrong value in its place: what we answer is of the declared shape, or tells of the provider.
import { describe, expect, test } from "bun:test";
import { fileData } from "../../src/calls/file.ts";
import { dataSchema } from "../../src/calls/routes.ts";
import type { Fixture } from "../../src/conformance/fixture.ts";
import { AppError } from "../../src/errors.ts";
import { type Provider, valueAt } from "../../src/plugin/index.ts";
import { checkerOf } from "../../src/schema/check.ts";
import { classify } from "../../src/upstream/classify.ts";
import type { Result } from "../../src/upstream/execute.ts";
import { UpstreamFailure } from "../../src/upstream/failure.ts";
import { callOf, exchangesOf, type Recorded, recordedEndpoints, replay } from "../support/recorded-calls.ts";

const recorded = await recordedEndpoints();
const providers = [...new Set(recorded.map(({ endpoint }) => endpoint.provider))];

/** What may stand in the place of anything. */
const WRONG = [null, 7, {}, [null], "text", [], true, [{}], ["text"], [[]]];
/** What may stand in the place of a text: other texts are what mappings read times, ids, words and encoded bytes out of. */
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
/** What may stand in the place of a number. */
const WRONG_NUMBERS = [1.5, -1, 9e14, 1e300];

/** What is put into a place: every place has its turn with some of each list that fits, neighbours with others. */
function wrongFor(value: unknown, turn: number): unknown[] {
  const some = (from: readonly unknown[]) => [from[turn % from.length], from[(turn + 3) % from.length]];
  if (typeof value === "string")
    return [...some(WRONG), ...some(WRONG_TEXTS), WRONG_TEXTS[(turn + 6) % WRONG_TEXTS.length]];
  return typeof value === "number" ? [...some(WRONG), ...some(WRONG_NUMBERS)] : some(WRONG);
}
/** For the plugins with the most places, on a machine that has much else to do. */
const PATIENCE_MS = 60_000;

/** A place in a fixture: the number of its answer, then the keys down to a value. */
interface Place {
  fixture: Fixture;
  steps: (string | number)[];
}

/** Each place of an endpoint's answers once, whatever item of a list and whatever fixture has it. */
function placesOf({ fixtures }: Recorded): Map<string, Place> {
  const places = new Map<string, Place>();
  const note = (value: unknown, shape: string, place: Place): void => {
    if (!places.has(shape)) places.set(shape, place);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? Number(key) : key;
      const named = Array.isArray(value) ? "*" : key;
      note(inner, `${shape}/${named}`, { ...place, steps: [...place.steps, step] });
    }
  };
  for (const fixture of fixtures) {
    for (const [i, { request, response }] of fixture.upstream.entries()) {
      const address = `${request.method ?? "GET"} ${request.url.split("?")[0]} ${response.status ?? 200}`;
      if (response.json !== undefined) note(response.json, address, { fixture, steps: [i] });
    }
  }
  return places;
}

/** The fixture with another value at the place; what does not lie on the way is shared. */
function changedAt({ fixture, steps }: Place, wrong: unknown): Fixture {
  const put = (value: unknown, [step, ...rest]: Place["steps"]): unknown => {
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

/** What the fixture's answer holds at the place. */
function recordedValue({ fixture, steps: [number = 0, ...inner] }: Place): unknown {
  const { json } = (fixture.upstream[Number(number)] as Fixture["upstream"][number]).response;
  return inner.reduce<unknown>((value, step) => valueAt(value, String(step)), json);
}

/** The data of our answer. */
async function dataOf(outcome: Result | Error): Promise<unknown> {
  if (outcome instanceof Error) throw outcome;
  if (outcome.kind === "file") return fileData(outcome.file, 1_000);
  if (outcome.kind === "deleted") return { deleted: true };
  return outcome.kind === "one" ? outcome.data : { [outcome.collection]: outcome.items, next_cursor: outcome.next };
}

/** What went wrong on our side; null where nothing did. */
async function faultOf({ endpoint }: Recorded, fixture: Fixture): Promise<string | null> {
  const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(fixture));
  try {
    const data: unknown = JSON.parse(JSON.stringify(await dataOf(outcome)));
    const wrong = checkerOf(dataSchema(endpoint)).Errors(data).First();
    return wrong ? `our answer at ${wrong.path}: ${wrong.message}` : null;
  } catch (error) {
    return error instanceof UpstreamFailure || error instanceof AppError ? null : String(error);
  }
}

describe("R-17: an answer with a wrong value in one place", () => {
  test.each(providers.map(({ id }) => id))(
    "of %s becomes one of the declared shape, or is told as the provider's fault",
    async (id) => {
      const faults: string[] = [];
      let turn = 0;
      for (const one of recorded.filter(({ endpoint }) => endpoint.provider.id === id)) {
        for (const [shape, place] of placesOf(one)) {
          for (const wrong of wrongFor(recordedValue(place), turn++)) {
            const fault = await faultOf(one, changedAt(place, wrong));
            if (fault) faults.push(`${one.endpoint.key}: ${shape} = ${JSON.stringify(wrong).slice(0, 40)}: ${fault}`);
          }
        }
      }
      expect(faults).toEqual([]);
      expect(turn).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  test("is all that is wrong with it: as they were recorded, the answers of every success are mapped", async () => {
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

/** Bodies of errors that no provider documents. */
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

describe("R-17: an odd body of an error", () => {
  const statusOf = (provider: Provider, status: number, json: unknown) => {
    const headers = new Headers({ "retry-after": "soon", "x-ratelimit-reset": "never", "x-ratelimit-remaining": "0" });
    return classify(provider, { status, headers, json }, [], 0);
  };
  test.each(providers.map((provider) => [provider.id, provider] as const))(
    "of %s is told in bounded words, with a sound wait",
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
