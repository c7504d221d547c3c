// An endpoint that takes large bodies has a text for them: a text with a pattern is short unless its schema says how long it may be.
import { expect, test } from "bun:test";
import { withTextBounds } from "../../src/foundation/schema/text-bounds.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../support/built-in.ts";

const DEFAULT_BYTES = 1024 * 1024;

/** The most characters of any text within a schema. */
function longestText(schema: unknown): number {
  if (typeof schema !== "object" || schema === null) return 0;
  const { type, maxLength = Number.POSITIVE_INFINITY, ...parts } = schema as { type?: unknown; maxLength?: number };
  if ("const" in parts || "enum" in parts) return 0;
  return type === "string" ? maxLength : Math.max(0, ...Object.values(parts).map(longestText));
}

test("each large body has a text that takes most of it", async () => {
  const { endpoints } = buildRegistry(await builtInPlugins());
  const large = endpoints.filter(({ maxBodyBytes }) => maxBodyBytes > DEFAULT_BYTES);
  expect(large.length).toBeGreaterThan(10);
  const short = large.filter(
    ({ maxBodyBytes, input }) => longestText(input.body && withTextBounds(input.body)) < maxBodyBytes / 2,
  );
  expect(short.map(({ tool }) => tool)).toEqual([]);
});
