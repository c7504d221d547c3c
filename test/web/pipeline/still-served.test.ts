// The right that something long-lived runs under: it ends with the key or token, and a person's with the session's own checks.
import { expect, test } from "bun:test";
import type { Caller } from "../../../src/identity/keys/model.ts";
import type { Deps } from "../../../src/server/deps.ts";
import { authorizationOf } from "../../../src/web/pipeline/still-served.ts";

type Served = Parameters<typeof authorizationOf>[1];

test.each([
  ["key", new Date(5_000), 5_000],
  ["key", null, null],
  ["person", new Date(5_000), null],
])("a %s that expires at %p has a right until %p", (kind, expiresAt, end) => {
  const caller = { kind, expiresAt } as Caller;
  expect(authorizationOf({} as Deps, { caller } as Served, () => {}).expiresAt).toBe(end);
});
