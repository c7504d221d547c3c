// Made-up values of inputs: the first shows most, and all are valid by their schema.
import { expect, test } from "bun:test";
import { t } from "../../../src/plugin/index.ts";
import { samplesFor } from "../../../src/plugin-kit/check/sample-input.ts";

test("a flag is tried as what its default is not, since the default changes no request", () => {
  const values = (schema: ReturnType<typeof t.Boolean>) => samplesFor([]).of(schema, "is_open");
  expect(values(t.Boolean({ default: true }))).toEqual([false]);
  expect(values(t.Boolean({ default: false }))).toEqual([true, false]);
  expect(values(t.Boolean())).toEqual([true, false]);
});
