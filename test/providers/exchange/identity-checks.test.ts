// What an identity request says of a token: only the provider's own answers count.
import { expect, test } from "bun:test";
import { databaseUnavailable } from "../../../src/foundation/db/timeouts.ts";
import { createIdentityChecks, isRefused } from "../../../src/providers/exchange/identity-checks.ts";
import { UpstreamFailure } from "../../../src/providers/upstream/failure.ts";
import { rejection } from "../../support/rejection.ts";

const failing = (error: unknown) => () => Promise.reject(error);
const ended = failing(new UpstreamFailure({ failure: "revoked", status: 401, code: null, message: "Ended." }));

test("R-47: a failure of ours is no answer: it is thrown, and the token does not count as good for a minute", async () => {
  const checks = createIdentityChecks();
  const ours = failing(databaseUnavailable());
  expect(await rejection(checks.isRefused("k", 1, 0, ours))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await rejection(isRefused(ours))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await checks.isRefused("k", 1, 0, ended)).toBe(true);
});

test("R-47: what a provider says apart from a refusal counts as good for a minute", async () => {
  const checks = createIdentityChecks();
  const down = failing(new UpstreamFailure({ failure: "unavailable", status: 503, code: null, message: "Down." }));
  expect(await checks.isRefused("k", 1, 0, down)).toBe(false);
  expect(await checks.isRefused("k", 1, 59_999, ended)).toBe(false);
  expect(await checks.isRefused("k", 1, 60_000, ended)).toBe(true);
});
