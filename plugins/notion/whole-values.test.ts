// Values that Notion cuts at 25 entries come out whole, or say that they are not; and no list is written back from a cut one.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Upstream, UpstreamRequest } from "gateway/plugin";
import { appliedChanges } from "./list-changes.ts";
import { page } from "./page.ts";
import { wholeProperties } from "./whole-values.ts";

const TYPES = ["relation", "people", "rich_text", "title", "rollup"] as const;
type Type = (typeof TYPES)[number];
const PAGE = "a0000000-0000-4000-8000-000000000001";
const idOf = (index: number) => `a00000000000400080000000${String(index).padStart(8, "0")}`;

/** Entry `index` of a value, as a page and a property item have it. */
function entryOf(type: Type, index: number): unknown {
  if (type === "rollup") return { type: "number", number: index };
  return type === "rich_text" || type === "title" ? { plain_text: `${index},` } : { id: idOf(index) };
}
const entries = (type: Type, count: number) => Array.from({ length: count }, (_, index) => entryOf(type, index));

/** The property of a page with `count` entries, cut as Notion cuts it. */
function cutProperty(type: Type, count: number): Record<string, unknown> {
  const list = entries(type, count).slice(0, 25);
  if (type === "rollup") return { id: "p", type, rollup: { type: "array", array: list, function: "show_original" } };
  return { id: "p", type, [type]: list, ...(type === "relation" && { has_more: count > 25 }) };
}

/** Notion's paged property, which fails from the `failsAt`th request on. */
function notionWith(type: Type, count: number, failsAt = Infinity) {
  let requests = 0;
  const attempt = async ({ query }: UpstreamRequest) => {
    if (++requests >= failsAt) return null;
    const from = Number((query as { start_cursor?: string }).start_cursor ?? 0);
    const items = entries(type, count).slice(from, from + 100);
    const results = items.map((entry) => (type === "rollup" ? entry : { type, [type]: entry }));
    const next_cursor = from + 100 < count ? String(from + 100) : null;
    return { status: 200, headers: new Headers(), json: { results, next_cursor } };
  };
  return { upstream: { attempt } as unknown as Upstream, requests: () => requests };
}

const shown = (property: unknown) =>
  page.map({ id: PAGE, properties: { Own: property } }).properties.Own as { value: unknown; has_more?: true };

const types = fc.constantFrom(...TYPES);
const counts = fc.integer({ min: 0, max: 120 });

describe("a value of a page", () => {
  test("comes out whole or marked, whatever Notion answers; and is read at all only where it may be cut", async () => {
    const cases = fc.asyncProperty(types, counts, fc.integer({ min: 1, max: 4 }), async (type, count, failsAt) => {
      const { upstream, requests } = notionWith(type, count, failsAt);
      const { Own } = await wholeProperties(upstream, PAGE, { Own: cutProperty(type, count) });
      const whole = shown({
        id: "p",
        type,
        [type]: type === "rollup" ? { type: "array", array: entries(type, count) } : entries(type, count),
        has_more: false,
      });
      const { value, has_more } = shown(Own);
      if (has_more !== true) expect(value).toEqual(whole.value);
      if (requests() < failsAt) expect(has_more).toBeUndefined();
      if (count < 25) expect(requests()).toBe(0);
    });
    await fc.assert(cases, { numRuns: 300 });
  });

  test("is whole or marked in a list, where nothing is read", () => {
    fc.assert(
      fc.property(types, counts, (type, count) => {
        const { has_more } = shown(cutProperty(type, count));
        if (count > 25) expect(has_more).toBe(true);
        if (count < 25) expect(has_more).toBeUndefined();
      }),
    );
  });

  test("is marked where a page has more of them than its requests reach", async () => {
    const { upstream, requests } = notionWith("people", 5_000);
    const { Own } = await wholeProperties(upstream, PAGE, { Own: cutProperty("people", 5_000) });
    expect([requests(), shown(Own).has_more]).toEqual([20, true]);
  });
});

describe("a list that is written", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 140 }), { maxLength: 12 });
  const types = fc.constantFrom("relation" as const, "people" as const);
  const apply = (type: Type, count: number, value: unknown) =>
    appliedChanges(notionWith(type, count).upstream, PAGE, { Own: value }, { Own: cutProperty(type, count) }).then(
      ({ Own }) => Own as unknown,
      ({ message }: Error) => message,
    );

  test("as { add, remove } keeps all else, also what Notion does not show", async () => {
    const cases = fc.asyncProperty(types, counts, ids, ids, async (type, count, add, remove) => {
      const applied = await apply(type, count, { add: add.map(idOf), remove: remove.map(idOf) });
      const expected = new Set(
        [...Array.from({ length: count }, (_, index) => index), ...add].filter((one) => !remove.includes(one)),
      );
      if (expected.size > 100) expect(applied).toContain("100 at most");
      else expect(applied).toEqual([...expected].map(idOf));
    });
    await fc.assert(cases, { numRuns: 200 });
  });

  test("back from a cut value is refused; one of the whole value, a new one and an empty one are not", async () => {
    const cases = fc.asyncProperty(types, counts, ids, async (type, count, more) => {
      const cut = Array.from({ length: Math.min(count, 25) }, (_, index) => idOf(index));
      const fresh = more.map((one) => idOf(one + 500));
      const back = await apply(type, count, [...cut, ...fresh]);
      if (count > 25) expect(back).toContain(`${count - 25} more entries`);
      else expect(back).toEqual([...cut, ...fresh]);
      const whole = Array.from({ length: count }, (_, index) => idOf(index));
      for (const list of [[...whole, ...fresh], fresh, []]) expect(await apply(type, count, list)).toEqual(list);
      expect(await apply(type, count, null)).toBeNull();
    });
    await fc.assert(cases, { numRuns: 200 });
  });
});
