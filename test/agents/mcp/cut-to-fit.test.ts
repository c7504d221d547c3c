// What a result too long for a model keeps: all that is short, a fair share of what is long, and where the rest is.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Cut, cutToFit, valueAtPointer } from "../../../src/agents/mcp/cut-to-fit.ts";

const sizeOf = (value: unknown) => JSON.stringify(value).length;
const ROOM = 10_000;
/** A value of a megabyte is neither shrunk in the time of a test nor read. */
const UNSHRUNK = { endOnFailure: true };

/** Values of JSON, many of them far longer than the room. */
const long = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.string({ unit: "grapheme" })),
    fc
      .tuple(fc.string({ minLength: 1, unit: "grapheme" }), fc.integer({ min: 1, max: 9_000 }))
      .map(([text, n]) => text.repeat(n)),
    fc.array(tie("value"), { maxLength: 12 }),
    fc.tuple(tie("value"), fc.integer({ min: 1, max: 40 })).map(([item, n]) => Array.from({ length: n }, () => item)),
    fc.dictionary(fc.string({ maxLength: 20 }), tie("value"), { maxKeys: 8 }),
  ),
})).value;

/** How much of the whole is left, by what a cut counts. */
const lengthOf = (value: unknown) =>
  typeof value === "string" || Array.isArray(value) ? value.length : Object.keys(value as object).length;

describe("a value that is cut to fit", () => {
  test("is in its room, and every cut in it is told with what is included and of how much", () => {
    fc.assert(
      fc.property(long, (whole) => {
        const { value, cuts } = cutToFit(whole, ROOM);
        expect(sizeOf(value)).toBeLessThanOrEqual(ROOM);
        if (sizeOf(whole) <= ROOM) expect([value, cuts]).toEqual([whole, []]);
        else expect(cuts.length).toBeGreaterThan(0);
        for (const { field, included, total } of cuts) {
          expect(lengthOf(valueAtPointer(value, field))).toBe(included);
          expect(lengthOf(valueAtPointer(whole, field))).toBe(total);
          expect(included).toBeLessThan(total);
        }
      }),
      UNSHRUNK,
    );
  });

  test("differs from the whole in what is told, and nowhere else", () => {
    /** The value with what was cut put back from the whole. */
    const restored = (value: unknown, whole: unknown, cuts: readonly Cut[], field = ""): unknown => {
      if (cuts.some((cut) => cut.field === field && cut.unit === "characters")) return whole;
      if (typeof value !== "object" || value === null) return value;
      const names = Object.keys(cuts.some((cut) => cut.field === field) ? (whole as object) : value);
      const step = (name: string) => `${field}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const part = (name: string) =>
        Object.hasOwn(value, name)
          ? restored((value as never)[name], (whole as never)[name], cuts, step(name))
          : (whole as never)[name];
      return Array.isArray(value) ? names.map(part) : Object.fromEntries(names.map((name) => [name, part(name)]));
    };
    fc.assert(
      fc.property(long, (whole) => {
        const { value, cuts } = cutToFit(whole, ROOM);
        expect(restored(value, whole, cuts)).toEqual(whole);
      }),
      UNSHRUNK,
    );
  });

  test("keeps short fields whole beside a long one", () => {
    const mail = { id: "7", subject: "s".repeat(900), html: "<p>".repeat(240_000), to: ["a", "b"] };
    const { value, cuts } = cutToFit(mail, ROOM);
    const { html, ...short } = value as typeof mail;
    expect(short).toEqual({ id: mail.id, subject: mail.subject, to: mail.to });
    expect(cuts).toEqual([{ field: "/html", included: html.length, total: 720_000, unit: "characters" }]);
    expect(html.length).toBeGreaterThan(ROOM - 1_200);
  });

  test("keeps fewer items rather than a little of each", () => {
    const thread = { messages: Array.from({ length: 100 }, (_, id) => ({ id, text: "t".repeat(5_000) })) };
    const { messages } = cutToFit(thread, ROOM).value as typeof thread;
    expect(messages.length).toBeGreaterThan(2);
    for (const { text } of messages) expect(text.length).toBeGreaterThan(1_500);
  });

  test("takes time in proportion to its size, however deep it is", () => {
    let deep: unknown = "x".repeat(1_000_000);
    for (let level = 0; level < 900; level++) deep = { inner: deep };
    const started = performance.now();
    cutToFit(deep, ROOM);
    const deepMs = performance.now() - started;
    const again = performance.now();
    for (let i = 0; i < 20; i++) JSON.stringify(deep);
    // Written anew at each level it would take hundreds of times as long as once.
    expect(deepMs).toBeLessThan(10 * Math.max(performance.now() - again, 10));
  });
});

test("a pointer names a part, whatever its name", () => {
  const value = { "a/b": [{ "~": "x" }], "": 1 };
  expect(valueAtPointer(value, "/a~1b/0/~0")).toBe("x");
  expect(valueAtPointer(value, "")).toBe(value);
  expect(valueAtPointer(value, "/")).toBe(1);
  for (const wrong of ["/c", "/a~1b/1", "/constructor", "a", "/a~1b/0/~0/length"])
    expect(valueAtPointer(value, wrong)).toBeUndefined();
});
