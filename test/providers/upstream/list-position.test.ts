// Positions in a list: how they are written, and which page is requested where a caller changes the limit.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { pages } from "../../../src/plugin/index.ts";
import {
  pageReadOf,
  positionAfter,
  readPosition,
  writePosition,
} from "../../../src/providers/upstream/list-position.ts";

describe("a position in a list", () => {
  const positions = fc.oneof(fc.string(), fc.constantFrom(null, "", "~", "~1.2.3", "~1.2.3~x", "~.0.0~", "page=2\n~"));
  const counts = fc.integer({ min: 0, max: 1_000_000 });

  test("is read as it was written, for any position of the provider", () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: 1, max: 1_000 }), counts, counts, (position, size, skip, delivered) => {
        const written = { position, size, skip, delivered };
        expect(readPosition(writePosition(written))).toEqual(written);
      }),
    );
  });

  test("that is only the provider's is written unchanged", () => {
    expect(writePosition({ position: "page=2", size: null, skip: 0, delivered: 0 })).toBe("page=2");
    expect(readPosition("page=2")).toMatchObject({ position: "page=2", size: null, skip: 0 });
  });

  const numbered = pages.link({ size: "per_page", max: 100 });
  const after = (limit: number, position: string | null, count: number) => {
    const read = pageReadOf(numbered, { limit, position });
    const end = Math.min(count, read.skip + limit);
    return { first: read, next: positionAfter(numbered, read, { end, count }, () => "page=2") };
  };

  test("keeps the size that its page was requested with", () => {
    const { next } = after(25, null, 25);
    expect(pageReadOf(numbered, { limit: 10, position: next })).toMatchObject({
      page: { limit: 25, position: "page=2" },
      skip: 0,
      limit: 10,
    });
  });

  test("is read again from the list's start where a larger page holds all delivered items", () => {
    const { next } = after(3, null, 3);
    expect(pageReadOf(numbered, { limit: 100, position: next })).toMatchObject({
      page: { limit: 100, position: null },
      skip: 3,
    });
  });

  test("of an unknown size is never read again from the start", () => {
    const { first, next } = after(3, "page=2", 3);
    expect(first.page).toEqual({ limit: 3, position: "page=2" });
    expect(pageReadOf(numbered, { limit: 100, position: next }).page).toEqual({ limit: 3, position: "page=2" });
  });

  test("behind a page smaller than its limit is on the next one", () => {
    const behind = writePosition({ position: "page=5", size: 3, skip: 0, delivered: 12 });
    const read = pageReadOf(numbered, { limit: 100, position: behind });
    expect(read).toMatchObject({ page: { limit: 100, position: null }, skip: 12 });
    const next = positionAfter(numbered, read, { end: 12, count: 10 }, () => "page=2");
    expect(readPosition(next)).toEqual({ position: "page=2", size: 100, skip: 2, delivered: 12 });
  });

  test("behind the end of a list that has shrunk ends the list", () => {
    const behind = writePosition({ position: "page=2", size: 10, skip: 7, delivered: 17 });
    const read = pageReadOf(pages.whole(), { limit: 5, position: "~5.7.7" });
    expect(positionAfter(pages.whole(), read, { end: 7, count: 2 }, () => null)).toBeNull();
    const shrunk = pageReadOf(numbered, { limit: 5, position: behind });
    expect(positionAfter(numbered, shrunk, { end: 7, count: 4 }, () => null)).toBeNull();
  });
});
