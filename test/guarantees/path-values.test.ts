// a value that is unsafe in a path is the caller's error where it is in the input, else the provider's.
import { describe, expect, test } from "bun:test";
import { type AnyCall, UnsafePathValue, valueAt } from "../../src/plugin/index.ts";
import type { Fixture } from "../../src/plugin-kit/check/fixture.ts";
import { UpstreamFailure } from "../../src/providers/upstream/failure.ts";
import { callOf, endpointFixtures, exchangesOf, replay } from "../support/fixture-replay.ts";

const recorded = await endpointFixtures();
const BAD = ["", ".", "..", "a\\b", "\ud800"];

/** Each endpoint's recorded successes, one per fixture. */
const successes = recorded.flatMap(({ endpoint, fixtures }) =>
  fixtures.filter(({ result }) => result !== undefined).map((fixture) => ({ endpoint, fixture })),
);

/** The call with each of its texts replaced, one at a time. */
function changedCalls(fixture: Fixture, bad: string): AnyCall[] {
  const call = callOf(fixture);
  return (["params", "query", "body"] as const).flatMap((part) =>
    Object.entries(call[part])
      .filter(([, value]) => typeof value === "string")
      .map(([name]) => ({ ...call, [part]: { ...call[part], [name]: bad } }) as AnyCall),
  );
}

/** The fixture with each id of its first response replaced. */
function withIds(fixture: Fixture, id: string): Fixture {
  const text = JSON.stringify(fixture.upstream[0]?.response.json ?? null);
  const json: unknown = JSON.parse(text, (key, value) =>
    /^(id|guild_id|parent_id|attachmentId|targetId|database_id|data_source_id)$/.test(key) && typeof value === "string"
      ? id
      : value,
  );
  const [first, ...rest] = fixture.upstream;
  return { ...fixture, upstream: first ? [{ ...first, response: { ...first.response, json } }, ...rest] : [] };
}

describe("R-17: a value that is unsafe in a path", () => {
  test.each(BAD)("is the caller's error where it is in a path, query or body of any endpoint: %j", async (bad) => {
    const blamed: string[] = [];
    let refused = 0;
    for (const { endpoint, fixture } of successes) {
      for (const call of changedCalls(fixture, bad)) {
        const { outcome } = await replay(endpoint, call, exchangesOf(fixture));
        if (outcome instanceof UnsafePathValue) refused++;
        if (valueAt(outcome, "detail.code") === "unusable_id") blamed.push(`${endpoint.tool} ${JSON.stringify(call)}`);
      }
    }
    expect(blamed).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });

  test.each(BAD)("is the provider's error where a response has it: %j", async (bad) => {
    const outcomes = new Map<string, string>();
    const blamed: string[] = [];
    for (const { endpoint, fixture } of successes.filter(({ fixture: { upstream } }) => upstream.length > 1)) {
      const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(withIds(fixture, bad)));
      if (outcome instanceof UnsafePathValue) blamed.push(endpoint.tool);
      if (outcome instanceof UpstreamFailure && outcome.detail.code === "unusable_id") {
        outcomes.set(endpoint.tool, outcome.detail.failure);
      }
    }
    expect(blamed).toEqual([]);
    expect([...new Set(outcomes.values())]).toEqual(["error"]);
    const providers = [...outcomes.keys()].map((tool) => tool.split("_")[0]);
    expect(providers).toEqual(expect.arrayContaining(["discord", "google", "notion"]));
  });
});
