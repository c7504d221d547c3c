// Lists of the client: every item once and in order, however pages are cut.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { itemsOf, type PageQuery, pagesOf } from "../../client/src/paging.ts";
import { rejection } from "../support/rejection.ts";

async function collect(read: (query: PageQuery) => Promise<Record<string, unknown>>, first?: PageQuery) {
  const items: unknown[] = [];
  for await (const page of pagesOf(read, first)) items.push(...itemsOf(page));
  return items;
}

describe("paging", () => {
  test("by cursor: every item once, over empty pages too, one request a page", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.integer(), { maxLength: 4 }), { minLength: 1 }), async (cut) => {
        let requests = 0;
        const read = async ({ cursor }: PageQuery) => {
          requests++;
          const at = Number(cursor ?? 0);
          return { things: cut[at] ?? [], next_cursor: at + 1 < cut.length ? String(at + 1) : null };
        };
        expect(await collect(read)).toEqual(cut.flat());
        expect(requests).toBe(cut.length);
      }),
    ));

  test("by offset: every item once, whatever the limit and the first offset", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer()),
        fc.integer({ min: 1, max: 5 }),
        fc.nat({ max: 12 }),
        async (all, limit, first) => {
          const read = async ({ offset = 0 }: PageQuery) => ({
            accounts: all.slice(offset, offset + limit),
            total: all.length,
            limit,
            offset,
          });
          expect(await collect(read, { offset: first })).toEqual(all.slice(first));
        },
      ),
    ));

  test("a list that shrinks meanwhile, and a cursor that repeats, end", async () => {
    expect(await collect(async ({ offset = 0 }) => ({ a: offset ? [] : [1], total: 9, offset }))).toEqual([1]);
    expect(await rejection(collect(async () => ({ a: [1], next_cursor: "same" })))).toHaveProperty(
      "message",
      expect.stringContaining("the cursor that it was"),
    );
  });

  test("pages are requested as the iteration comes to them", async () => {
    let requests = 0;
    const read = async () => ({ a: [1], next_cursor: String(++requests) });
    for await (const _ of pagesOf(read)) if (requests === 2) break;
    expect(requests).toBe(2);
  });
});
