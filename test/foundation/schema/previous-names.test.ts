// Former names of inputs, at any depth.
import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { underTodaysNames, withoutPreviousNames } from "../../../src/foundation/schema/previous-names.ts";

test("a former name deep in an input is today's, though no field above it has one", () => {
  const line = t.Object({ title: t.String({ previousNames: ["name"] }) });
  const clean = withoutPreviousNames(t.Object({ order: t.Object({ lines: t.Array(line) }) }));
  const given = { order: { lines: [{ name: "a" }, { title: "b" }] } };
  expect(underTodaysNames(clean, given)).toEqual({ order: { lines: [{ title: "a" }, { title: "b" }] } });
  expect(JSON.stringify(clean)).not.toContain("previousNames");
});

test("an input without former names stays itself", () => {
  const plain = t.Object({ lines: t.Array(t.Object({ title: t.String() })) });
  expect(withoutPreviousNames(plain)).toBe(plain);
});
