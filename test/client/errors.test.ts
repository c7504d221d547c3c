// What the client reads of a refusal, with the gateway's headers and without them, as a mock or a proxy may send it.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { errorOf } from "../../client/src/error-response.ts";
import {
  AuthenticationError,
  GatewayError,
  IntegrationRevokedError,
  PermissionDeniedError,
  RateLimitedError,
} from "../../client/src/errors.ts";
import { AppError, type ErrorCode, lacksPermissions } from "../../src/foundation/errors.ts";
import { errorResponse, STATUS } from "../../src/web/http/errors.ts";

const CODES = Object.keys(STATUS) as ErrorCode[];
const withoutHeaders = async (response: Response) => new Response(await response.text(), { status: response.status });

describe("an error of the gateway", () => {
  const surface = fc.constantFrom("user" as const, "partner" as const);
  test("has its code, reason and wait, also where only the body came through", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CODES),
        surface,
        fc.integer({ min: 1, max: 9_999 }),
        async (code, of, wait) => {
          const made = () => errorResponse(new AppError(code, "A sentence.", {}, wait), of);
          const whole = await errorOf(made());
          expect([whole.code, whole.message, whole.retryAfter]).toEqual([
            made().headers.get("x-error-code") as typeof whole.code,
            "A sentence.",
            wait,
          ]);
          expect(whole.reason).toBe(made().headers.get("x-error-reason") as typeof whole.reason);
          const bare = await errorOf(await withoutHeaders(made()));
          expect([bare.code, bare.name]).toEqual([whole.code, whole.name]);
          if (whole.nextStep !== null) expect([bare.reason, bare.nextStep]).toEqual([whole.reason, whole.nextStep]);
        },
      ),
    );
  });

  test("says which provider it is about, where the gateway does", async () => {
    const of = async (details: object) =>
      (
        await errorOf(
          errorResponse(new AppError("PERMISSION_DENIED", "No.", { ...details, reason: "not_connected" }), "partner"),
        )
      ).provider;
    expect([await of({ provider: "google" }), await of({})]).toEqual(["google", null]);
  });

  test("names the permissions that a key lacks, on both APIs", async () => {
    for (const of of ["user", "partner"] as const) {
      const error = await errorOf(errorResponse(lacksPermissions(["google:gmail.send", "gateway:inbox.read"]), of));
      expect(error).toBeInstanceOf(PermissionDeniedError);
      expect([error.reason, error.details.missing_permissions]).toEqual([
        "key_permission",
        ["google:gmail.send", "gateway:inbox.read"],
      ]);
    }
  });
});

describe("a body as the guides show it, without any header", () => {
  test.each([
    [401, { ok: false, error: "Revoked.", error_code: "INTEGRATION_REVOKED" }, IntegrationRevokedError],
    [401, { error: "Invalid API key" }, AuthenticationError],
    [403, { error: "Permission denied" }, PermissionDeniedError],
    [429, { error: "Too many requests.", code: "RATE_LIMITED", retry_after: 7 }, RateLimitedError],
  ] as const)("%i %j", async (status, body, kind) => {
    const error = await errorOf(Response.json(body, { status }));
    expect(error).toBeInstanceOf(kind);
    if ("retry_after" in body) expect(error.retryAfter).toBe(7);
  });

  test("a code that this client does not know stays as it is, and a page of a proxy is HTTP_ERROR", async () => {
    const newer = await errorOf(Response.json({ error: "New.", code: "WHAT_COMES_LATER" }, { status: 400 }));
    expect([newer.name, String(newer.code)]).toEqual(["GatewayError", "WHAT_COMES_LATER"]);
    for (const body of ["<h1>Bad gateway</h1>", "", "[]", "null", '{"error":7}', '{"code":7}']) {
      const error = await errorOf(new Response(body, { status: 502 }));
      expect([error.constructor, error.code, error.reason]).toEqual([GatewayError, "HTTP_ERROR", null]);
    }
  });
});
