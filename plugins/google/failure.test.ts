// Tests which failure each of Google's error bodies becomes.
import { describe, expect, test } from "bun:test";
import { googleFailure } from "./failure.ts";

const response = (status: number, error: object | null, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  json: error && { error },
});
const withReason = (status: number, reason: string) => response(status, { message: "No.", errors: [{ reason }] });

describe("Google's failures", () => {
  test("a success is no failure", () => {
    expect(googleFailure(response(200, null))).toBeUndefined();
    expect(googleFailure(response(204, null))).toBeUndefined();
  });

  test.each([
    ["rateLimitExceeded", "rate_limited"],
    ["userRateLimitExceeded", "rate_limited"],
    ["quotaExceeded", "rate_limited"],
    ["dailyLimitExceeded", "rate_limited"],
    ["sharingRateLimitExceeded", "rate_limited"],
    ["insufficientPermissions", "forbidden"],
    ["accessNotConfigured", "error"],
    ["domainPolicy", "error"],
    ["storageQuotaExceeded", "conflict"],
    ["exportSizeLimitExceeded", "invalid"],
    ["fileNotDownloadable", "invalid"],
    ["cannotDownloadAbusiveFile", "invalid"],
  ])("a 403 for %s is %s, and its code is the reason", (reason, failure) => {
    expect(googleFailure(withReason(403, reason))).toMatchObject({ failure, code: reason, message: "No." } as object);
  });

  test("a 403 with any other reason is classified by its status", () => {
    expect(googleFailure(withReason(403, "insufficientFilePermissions"))?.failure).toBeUndefined();
    expect(googleFailure(withReason(403, "constructor"))?.failure).toBeUndefined();
  });

  test("the newer shape's details apply where the older one's reason is unknown", () => {
    const details = [{ reason: "SERVICE_DISABLED" }];
    expect(googleFailure(response(403, { message: "Off.", errors: [{ reason: "forbidden" }], details }))?.failure).toBe(
      "error",
    );
    expect(googleFailure(response(403, { message: "Off.", details }))?.code).toBe("SERVICE_DISABLED");
  });

  test("a 403 whose message names a limit is a rate limit without a reason", () => {
    expect(googleFailure(response(403, { message: "Too many concurrent requests for user" }))?.failure).toBe(
      "rate_limited",
    );
  });

  test("a reason does not change what a 401 or a 5xx means", () => {
    expect(googleFailure(withReason(401, "insufficientPermissions"))?.failure).toBeUndefined();
    expect(googleFailure(withReason(503, "quotaExceeded"))?.failure).toBeUndefined();
  });

  test("a wait in the message counts from the response's Date header", () => {
    const error = { message: "User-rate limit exceeded.  Retry after 2026-01-01T10:00:00.000Z" };
    const date = { date: "Thu, 01 Jan 2026 09:59:30 GMT" };
    expect(googleFailure(response(429, error, date))?.retryAfter).toBe(30);
    expect(googleFailure(response(429, error, { ...date, "retry-after": "5" }))?.retryAfter).toBeUndefined();
    expect(googleFailure(response(429, { message: "Retry after tomorrow" }, date))?.retryAfter).toBeUndefined();
  });

  test("a missing scope is reported only where Google names exactly one", () => {
    const refused = (scope: string) =>
      googleFailure(
        response(
          403,
          { message: "No." },
          { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
        ),
      )?.missingScopes;
    expect(refused("https://www.googleapis.com/auth/drive")).toEqual(["https://www.googleapis.com/auth/drive"]);
    expect(refused("https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.file")).toBeUndefined();
  });

  test.each([[null], [[]], [{ error: "invalid_token" }], [{ error: { errors: [null, { reason: 3 }], details: {} } }]])(
    "a body of another shape, %p, throws nothing",
    (json) => {
      expect(googleFailure({ status: 500, headers: new Headers(), json })).toMatchObject({ failure: undefined });
    },
  );
});
