// Retries of the client: what is repeated, how often, how long it waits, and which error ends the call.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { errorOf, retryAfterOf } from "../../client/src/error-response.ts";
import { createClient, GatewayError } from "../../client/src/index.ts";
import { send, waitOnTimer } from "../../client/src/retry.ts";
import type { ErrorCode } from "../../src/foundation/errors.ts";
import { publicCode, STATUS } from "../../src/web/http/errors.ts";
import { rejection } from "../support/rejection.ts";

type Outcome = { status: number; code?: string; retryAfter?: number; replayed?: boolean } | "broken";

const responseOf = ({ status, code, retryAfter, replayed }: Exclude<Outcome, "broken">) =>
  new Response(JSON.stringify({ error: "No.", details: { a: 1 } }), {
    status,
    headers: {
      "x-request-id": "r-1",
      ...(code && { "x-error-code": code }),
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      ...(replayed && { "idempotency-replayed": "true" }),
    },
  });

/** Sends one request against a script of outcomes; 200 after its end. */
async function run(outcomes: readonly Outcome[], { method = "GET", key = "", retries = 2 } = {}) {
  const waits: number[] = [];
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const body = method === "GET" ? undefined : '{"title":"x"}';
  const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
  const result = await send(
    new Request("http://localhost/x", { method, body, headers }),
    { retries },
    {
      fetch: async (request) => {
        keys.push(request.headers.get("idempotency-key"));
        bodies.push(await request.text());
        const outcome = outcomes[keys.length - 1] ?? { status: 200 };
        if (outcome === "broken") throw new TypeError("reset");
        return responseOf(outcome);
      },
      wait: async (ms) => void waits.push(ms),
      random: () => 0.5,
    },
  ).catch((error: unknown) => error as GatewayError);
  return { result, waits, keys, bodies };
}

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>("broken"),
  fc.record(
    {
      status: fc.constantFrom(200, 400, 401, 404, 409, 422, 429, 500, 502, 503, 504),
      code: fc.constantFrom(...Object.keys(STATUS)),
      retryAfter: fc.integer({ min: 0, max: 100 }),
      replayed: fc.boolean(),
    },
    { requiredKeys: ["status"] },
  ),
);
const call = fc.record({
  method: fc.constantFrom("GET", "POST", "DELETE"),
  key: fc.constantFrom("", "key-1"),
  retries: fc.integer({ min: 0, max: 4 }),
});

describe("retries", () => {
  test("never more than asked, the same request each time, and no wait shorter than Retry-After or beyond the bound", () =>
    fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 6 }), call, async (outcomes, options) => {
        const { waits, keys, bodies, result } = await run(outcomes, options);
        expect(keys.length).toBeLessThanOrEqual(options.retries + 1);
        expect(waits.length).toBe(keys.length - 1);
        expect(new Set(keys).size).toBe(1);
        expect(new Set(bodies).size).toBe(1);
        waits.forEach((ms, i) => {
          const before = outcomes[i] as Outcome;
          expect(ms).toBeLessThanOrEqual(30_000);
          if (before !== "broken" && before.retryAfter !== undefined) expect(ms).toBe(before.retryAfter * 1_000);
        });
        if (result instanceof Response) expect(result.ok).toBe(true);
        else expect(result).toBeInstanceOf(GatewayError);
      }),
      { numRuns: 500 },
    ));

  test("a write without a key is repeated only where a limit has refused it", () =>
    fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 6 }), async (outcomes) => {
        const { keys } = await run(outcomes, { method: "POST", retries: 4 });
        for (const one of outcomes.slice(0, keys.length - 1)) {
          expect(one === "broken" ? "" : one.code).toMatch(/^(RATE_LIMITED|QUOTA_EXCEEDED)$/);
        }
      }),
      { numRuns: 500 },
    ));

  test("a keyed write that broke is repeated, and waits for its first request", async () => {
    const { result, keys, waits } = await run(
      ["broken", { status: 409, code: "IDEMPOTENCY_CONFLICT", retryAfter: 1 }],
      { method: "POST", key: "key-1" },
    );
    expect((result as Response).status).toBe(200);
    expect(keys).toEqual(["key-1", "key-1", "key-1"]);
    expect(waits).toEqual([375, 1_000]);
  });

  test.each<[string, Outcome, number]>([
    ["503 with a time", { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: 2 }, 2],
    ["a proxy's 502", { status: 502 }, 2],
    ["a provider's error", { status: 502, code: "PROVIDER_ERROR" }, 1],
    ["a replayed response", { status: 503, code: "PROVIDER_UNAVAILABLE", replayed: true }, 1],
    ["a quota that ends in days", { status: 429, code: "QUOTA_EXCEEDED", retryAfter: 200_000 }, 1],
    ["an internal error", { status: 500, code: "INTERNAL_ERROR" }, 1],
  ])("%s", async (_, first, attempts) => {
    expect((await run([first])).keys.length).toBe(attempts);
  });

  test("an attempt that hangs ends as a ConnectionError; the caller's abort ends the call with its reason", async () => {
    const hang = (request: Request) =>
      new Promise<Response>((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason)),
      );
    const options = { baseUrl: "http://localhost", apiKey: "k", fetch: hang };
    const late = createClient({ ...options, timeoutMs: 1, retries: 0 }).get("/api/v1/integrations");
    expect(await rejection(late)).toMatchObject({ name: "ConnectionError", code: "CONNECTION_FAILED", status: 0 });
    const controller = new AbortController();
    const aborted = createClient(options).get("/api/v1/integrations", { signal: controller.signal });
    controller.abort(new Error("enough"));
    expect(await rejection(aborted)).toHaveProperty("message", "enough");
    expect(await rejection(waitOnTimer(60_000, controller.signal))).toHaveProperty("message", "enough");
  });
});

describe("errors", () => {
  test("every code of the gateway has a class of its own, with code, status, request id and details", async () => {
    const codes = Object.keys(STATUS) as ErrorCode[];
    const seen = new Map<string, string>();
    for (const code of codes) {
      const error = await errorOf(responseOf({ status: STATUS[code], code: publicCode(code), retryAfter: 3 }));
      expect(error).toBeInstanceOf(GatewayError);
      expect(error.name).not.toBe("GatewayError");
      expect(error).toMatchObject({
        code: publicCode(code),
        status: STATUS[code],
        requestId: "r-1",
        details: { a: 1 },
      });
      expect(error.message).toBe("No.");
      seen.set(publicCode(code), error.name);
    }
    expect(new Set(seen.values()).size).toBe(seen.size);
  });

  test("Retry-After is seconds or a date; anything else is none", () => {
    const read = (text: string) => retryAfterOf(new Headers({ "retry-after": text }), Date.UTC(2026, 0, 1));
    expect(read("7")).toBe(7);
    expect(read("Thu, 01 Jan 2026 00:00:09 GMT")).toBe(9);
    expect(read("Wed, 31 Dec 2025 00:00:00 GMT")).toBe(0);
    expect(read("1.5")).toBe(2);
    for (const wrong of ["soon", "-1", ".5", "2026-01-01", ""]) expect(read(wrong)).toBeNull();
  });
});
