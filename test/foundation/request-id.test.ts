// Ids of requests say when they came, in the form of RFC 9562; an id that somebody else has made says nothing.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { newRequestId, timeOfRequestId } from "../../src/foundation/request-id.ts";

describe("a request's id", () => {
  test("says its time to the millisecond, in version 7, and is another each time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (now) => {
        const id = newRequestId(now);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(timeOfRequestId(id)).toBe(now);
        expect(newRequestId(now)).not.toBe(id);
      }),
    );
  });

  test("of another kind says no time", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uuid({ version: [1, 2, 3, 4, 5, 6, 8] })), (id) => {
        expect(timeOfRequestId(id)).toBeNull();
      }),
    );
  });
});
