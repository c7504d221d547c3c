// Every reason has one remedy, and the page of reasons has it in that section.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GatewayError, type GatewayErrorCode } from "../../client/src/errors.ts";
import { ERROR_REASONS } from "../../src/foundation/error-reasons.ts";
import { REMEDIES, remedyOf } from "../../src/foundation/error-remedies.ts";
import { ROOT } from "../support/sources.ts";

const listed = Object.values(REMEDIES).flatMap(({ reasons }) => [...reasons]);

test("every reason has exactly one remedy", () => {
  expect(listed.sort()).toEqual([...ERROR_REASONS].sort());
});

test("the operator is only called for what the operator can mend", () => {
  const ofProviders = ERROR_REASONS.filter((reason) => reason.startsWith("provider_"));
  expect(ofProviders.filter((reason) => remedyOf(reason) === "operator")).toEqual([]);
});

test("docs/api/error-reasons.md has each reason below its remedy", () => {
  const sections = readFileSync(join(ROOT, "docs/api/error-reasons.md"), "utf8").split(/^## /m).slice(1);
  const found = sections.flatMap((section) => {
    const remedy = section.match(/remedy `(\w+)`/)?.[1];
    return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => `${reason}: ${remedy}`);
  });
  expect(found.sort()).toEqual(ERROR_REASONS.map((reason) => `${reason}: ${remedyOf(reason)}`).sort());
});

test("the client knows a remedy for every error, also for a reason that it has never heard of", () => {
  const remedyFor = (status: number, reason: string | null) =>
    new GatewayError({
      code: "HTTP_ERROR" as GatewayErrorCode,
      reason: reason as never,
      message: "",
      status,
      requestId: null,
      details: {},
      retryAfter: null,
    }).remedy;
  for (const reason of ERROR_REASONS) expect(remedyFor(400, reason)).toBe(remedyOf(reason));
  expect([remedyFor(0, null), remedyFor(503, "quite_new"), remedyFor(429, null), remedyFor(418, "quite_new")]).toEqual([
    "later",
    "later",
    "later",
    "developer",
  ]);
});
