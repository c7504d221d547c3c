// every field of every recorded answer with a wrong type in its place: the call works or tells of the provider, never of us.
import { describe, expect, test } from "bun:test";
import { fileData } from "../src/calls/file.ts";
import type { Fixture } from "../src/conformance/fixture.ts";
import { AppError } from "../src/errors.ts";
import { at, type Provider } from "../src/plugin/index.ts";
import { classify } from "../src/upstream/classify.ts";
import { UpstreamFailure } from "../src/upstream/failure.ts";
import { callOf, exchangesOf, type Recorded, recordedEndpoints, replay } from "./support/recorded-calls.ts";

const recorded = await recordedEndpoints();
const providers = [...new Set(recorded.map(({ endpoint }) => endpoint.provider))];

const WRONG = [null, 7, {}, [null], "text", []];

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
    const inner = put(at(value, String(step)), rest);
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

/** What went wrong on our side; null where nothing did. */
async function faultOf({ endpoint }: Recorded, fixture: Fixture): Promise<string | null> {
  const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(fixture));
  const read = async () => {
    if (outcome instanceof Error) throw outcome;
    if (outcome.kind === "file") await fileData(outcome.file, 1_000);
  };
  const error: unknown = await read().catch((thrown: unknown) => thrown);
  if (error === undefined || error instanceof UpstreamFailure || error instanceof AppError) return null;
  return String(error);
}

describe("R-17: an answer with a wrong type in one place", () => {
  test.each(providers.map(({ id }) => id))("of %s is mapped, or told as the provider's fault", async (id) => {
    const faults: string[] = [];
    let turn = 0;
    for (const one of recorded.filter(({ endpoint }) => endpoint.provider.id === id)) {
      for (const [shape, place] of placesOf(one)) {
        // Every place has its turn with two of them, neighbours with others.
        for (const wrong of [WRONG[turn % WRONG.length], WRONG[(turn + 3) % WRONG.length]]) {
          const fault = await faultOf(one, changedAt(place, wrong));
          if (fault) faults.push(`${one.endpoint.key}: ${shape} = ${JSON.stringify(wrong)}: ${fault}`);
        }
        turn++;
      }
    }
    expect(faults).toEqual([]);
    expect(turn).toBeGreaterThan(0);
  });

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
