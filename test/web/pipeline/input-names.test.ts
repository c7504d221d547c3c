// The names of inputs in the usage log are those that an endpoint declares: what a caller makes up is not stored, not even a name.
import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import fc from "fast-check";
import { inputNames } from "../../../src/web/pipeline/input-names.ts";

const schemas = {
  params: t.Object({ repo: t.String() }),
  query: t.Object({ limit: t.Integer(), q: t.String() }),
  body: t.Object({ title: t.String() }, { additionalProperties: true }),
};

describe("the names of a call's inputs", () => {
  test("are in the order path, query, body", () => {
    const input = { params: { repo: "a" }, query: { q: "b", limit: 1 }, body: { title: "c" } };
    expect(inputNames(input, schemas)).toBe("path.repo,query.q,query.limit,body.title");
    expect(inputNames({ params: {}, query: {}, body: {} }, schemas)).toBeNull();
  });

  test("have nothing of a name that is not declared", () => {
    const names = fc.oneof(fc.string(), fc.constantFrom("\u0000", ",", "__proto__", "constructor", "sk_live_canary"));
    const values = fc.dictionary(names, fc.string());
    fc.assert(
      fc.property(values, values, values, (params, query, body) => {
        const known = ["path.repo", "query.limit", "query.q", "body.title"];
        const found = inputNames({ params, query, body }, schemas)?.split(",") ?? [];
        expect(found.filter((name) => !known.includes(name))).toEqual([]);
      }),
    );
  });

  test("end with an ellipsis where they are too many", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field_${i}`, t.Optional(t.String())]));
    const query = Object.fromEntries(Object.keys(many).map((name) => [name, "x"]));
    const found = inputNames({ params: {}, query, body: {} }, { query: t.Object(many) }) ?? "";
    expect([found.length <= 502, found.endsWith(",…")]).toEqual([true, true]);
  });
});
