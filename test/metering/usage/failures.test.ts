// Why calls failed: what the caller was answered is in the log, with what the provider said, and goes with its owner.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "../../../src/foundation/errors.ts";
import { failureOf } from "../../../src/metering/usage/failures.ts";
import { sweepAll } from "../../../src/server/retention.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const REPO = "/api/v1/github/repos/ada/engine";

for (const lane of LANES) {
  describe(`why calls failed on ${lane}`, () => {
    let gateway: TestGateway;
    /** What the provider answers in place of its own response. */
    let answer: (() => Response) | null = null;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        emulate: ["github"],
        fetch: async (url, init) => (answer && !String(url).includes("login/oauth") ? answer() : fetch(url, init)),
      });
    }, 60_000);
    afterAll(() => gateway.close());

    const connected = async () => {
      const user = await gateway.user();
      await gateway.connect(user.key, "github");
      return user;
    };
    const answered = async <T>(response: () => Response, work: () => Promise<T>): Promise<T> => {
      answer = response;
      try {
        return await work();
      } finally {
        answer = null;
      }
    };
    const errors = async (key: string) => {
      const { json } = await gateway.call("GET", "/api/v1/usage?errors=true", { key });
      return json.data.entries.map(({ endpoint, error }: { endpoint: string; error: unknown }) => ({
        endpoint,
        error,
      }));
    };

    test("a provider's refusal has the caller's sentence, the provider's status, code and request id", async () => {
      const { key } = await connected();
      const headers = { "x-github-request-id": "C0DE:1A2B:3C4D", "content-type": "application/json" };
      const body = JSON.stringify({ message: "Validation Failed", code: "custom" });
      const response = await answered(
        () => new Response(body, { status: 422, headers }),
        () => gateway.call("GET", `${REPO}/issues`, { key }),
      );
      expect(response.status).toBe(400);
      const [only, ...others] = await errors(key);
      expect(others).toEqual([]);
      expect(only).toEqual({
        endpoint: "/api/v1/github/repos/{owner}/{repo}/issues",
        error: {
          code: response.json.code,
          message: response.json.error,
          reason: "provider_input",
          fields: response.json.details.errors,
          provider: { status: 422, code: "custom", request_id: "C0DE:1A2B:3C4D" },
        },
      });
    });

    test("a refusal of our own has its fields without their values; a call that succeeded has no error", async () => {
      const { key } = await connected();
      await gateway.call("GET", `${REPO}/issues?limit=secret-value`, { key });
      await gateway.call("GET", `${REPO}/issues?limit=1`, { key });
      const { json } = await gateway.call("GET", "/api/v1/usage", { key });
      const [succeeded, refused] = json.data.entries;
      expect(succeeded.error).toBeNull();
      expect(refused.error).toMatchObject({ code: "VALIDATION_ERROR", provider: null, reason: "invalid_input" });
      expect(refused.error.fields).toMatchObject([{ in: "query", path: "/limit" }]);
      expect(JSON.stringify(refused)).not.toContain("secret-value");
    });

    test("a partner's and a provider that is down keep their codes and reasons", async () => {
      const { key } = await connected();
      await gateway.call("GET", "/api/v1/accounts/none/integrations", { key });
      await answered(
        () => new Response("", { status: 503 }),
        () => gateway.call("GET", `${REPO}/issues`, { key }),
      );
      const [down, ofPartner] = await errors(key);
      expect(down.error).toMatchObject({
        code: "PROVIDER_UNAVAILABLE",
        reason: "server_error",
        provider: { status: 503, request_id: null },
      });
      expect(ofPartner.error.code).toBe("PARTNER_REQUIRED");
    });

    test("it stands at one entry too, stays 30 days, and goes with its user", async () => {
      const { key, userId } = await connected();
      await gateway.call("GET", "/api/v1/slack/channels", { key });
      const { json } = await gateway.call("GET", "/api/v1/usage?errors=true", { key });
      const [{ id, timestamp, error }] = json.data.entries;
      const one = await gateway.call("GET", `/api/v1/usage/entries/${timestamp}/${id}`, { key });
      expect(one.json.data.error).toEqual(error);
      const rows = () =>
        gateway.database.database.query<{ id: string }>("select id from call_failures where user_id = $1", [userId]);
      expect(await rows()).toEqual([{ id }]);
      const other = await connected();
      await gateway.call("GET", "/api/v1/slack/channels", { key: other.key });
      await gateway.database.database.query("delete from users where id = $1", [other.userId]);
      const left = "select 1 as found from call_failures where user_id = $1";
      expect(await gateway.database.database.query(left, [other.userId])).toEqual([]);
      const sweptAt = (time: number) =>
        sweepAll({ ...gateway.app.deps, clock: { ...gateway.clock, now: () => time } }, new AbortController().signal);
      await sweptAt(Date.parse(timestamp) + 29 * 86_400_000);
      expect(await rows()).toHaveLength(1);
      await sweptAt(Date.parse(timestamp) + 31 * 86_400_000);
      expect(await rows()).toEqual([]);
      expect(
        (await gateway.call("GET", `/api/v1/usage/entries/${timestamp}/${id}`, { key })).json.data.error,
      ).toBeNull();
    });
  });
}

test("what is stored of any error is bounded, and every database takes it", () => {
  const anything = fc.string({ unit: "binary", maxLength: 2_000 });
  const errors = fc.array(fc.record({ in: fc.constant("body"), path: anything, message: anything }), { maxLength: 30 });
  fc.assert(
    fc.property(anything, anything, errors, (message, code, list) => {
      const error = new AppError("PROVIDER_ERROR", message, { errors: list });
      error.provider = { status: 500, code, requestId: code };
      const text = JSON.stringify(failureOf(error, "PROVIDER_ERROR"));
      expect(text.length).toBeLessThan(60_000);
      expect(text).not.toContain("\\u0000");
      expect(text.isWellFormed() && !/\\ud[89a-f]/.test(text)).toBe(true);
    }),
  );
});
