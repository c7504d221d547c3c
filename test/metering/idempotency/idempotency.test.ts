// Idempotency-Key: the first response to a write is replayed, on both databases and over replicas.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const PATH = "/api/v1/slack/messages";

for (const lane of LANES) {
  describe(`Idempotency-Key on ${lane}`, () => {
    let gateway: TestGateway;
    let replica: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["slack"] });
      const settings = { slack: gateway.providers.slack.settings };
      replica = await startTestGateway({ lane, database: gateway.database, settings });
      key = (await gateway.user()).key;
      await gateway.connect(key, "slack");
    }, 30_000);
    afterAll(async () => {
      await replica.close();
      await gateway.close();
    });

    const post = (on: TestGateway, idempotencyKey: string, text: string) =>
      on.call("POST", PATH, {
        key,
        body: { channel: "C000000001", text },
        headers: { "idempotency-key": idempotencyKey },
      });
    const posted = (text: string) =>
      gateway.providers.slack.log.filter(({ path, body }) => path.includes("chat.postMessage") && body?.includes(text));

    test("a repetition gets the first response byte for byte, and the provider one request", async () => {
      const first = await post(gateway, "key-1", "greeting-one");
      const second = await post(gateway, "key-1", "greeting-one");
      expect(first.status).toBe(200);
      expect(second.text).toBe(first.text);
      expect(second.status).toBe(first.status);
      expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect(second.headers.get("idempotency-replayed")).toBe("true");
      expect(first.headers.get("idempotency-replayed")).toBeNull();
      expect(posted("greeting-one")).toHaveLength(1);
    });

    test("a repetition on another replica gets the first response", async () => {
      const first = await post(gateway, "key-2", "greeting-two");
      const second = await post(replica, "key-2", "greeting-two");
      expect(second.text).toBe(first.text);
      expect(posted("greeting-two")).toHaveLength(1);
    });

    test("the same key with another body is 422 and changes nothing", async () => {
      await post(gateway, "key-3", "greeting-three");
      const other = await post(gateway, "key-3", "something-else");
      expect(other.status).toBe(422);
      expect(other.headers.get("x-error-code")).toBe("IDEMPOTENCY_CONFLICT");
      expect(other.json.code).toBe("IDEMPOTENCY_CONFLICT");
      expect(posted("something-else")).toHaveLength(0);
    });

    test("a concurrent repetition is 409", async () => {
      const gate = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      gateway.providers.slack.setFailureInjector(async ({ path }) => {
        if (!path.includes("chat.postMessage")) return undefined;
        arrived.resolve();
        await gate.promise;
        return undefined;
      });
      const first = post(gateway, "key-4", "greeting-four");
      await arrived.promise;
      const twin = await post(replica, "key-4", "greeting-four");
      gate.resolve();
      gateway.providers.slack.setFailureInjector(undefined);
      expect(twin.status).toBe(409);
      expect(twin.json.code).toBe("IDEMPOTENCY_CONFLICT");
      expect((await first).status).toBe(200);
      expect(posted("greeting-four")).toHaveLength(1);
    });

    test("a request that is refused before the provider is called releases its key", async () => {
      const refused = await gateway.call("POST", PATH, {
        key,
        body: { channel: 7 },
        headers: { "idempotency-key": "key-5" },
      });
      expect(refused.status).toBe(400);
      expect((await post(gateway, "key-5", "greeting-five")).status).toBe(200);
    });

    test("a provider's error is replayed like any other response", async () => {
      const response = () =>
        gateway.call("POST", PATH, {
          key,
          body: { channel: "C404", text: "x" },
          headers: { "idempotency-key": "key-6" },
        });
      const first = await response();
      const second = await response();
      expect(first.status).toBe(404);
      expect(second.text).toBe(first.text);
      expect(second.headers.get("x-error-code")).toBe("NOT_FOUND");
    });

    test("R-02: a claim whose process died is never run again, and says so", async () => {
      await post(gateway, "key-7", "greeting-seven");
      await gateway.database.database.query(
        "update idempotency_keys set status = null, body = null where key = 'key-7'",
      );
      const again = await post(gateway, "key-7", "greeting-seven");
      expect(again.status).toBe(409);
      expect(posted("greeting-seven")).toHaveLength(1);
    });

    test("a key is free again after 24 hours", async () => {
      await post(gateway, "key-8", "greeting-eight");
      await gateway.database.database.query(
        "update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'key-8'",
      );
      expect((await post(gateway, "key-8", "another-day")).status).toBe(200);
      expect(posted("another-day")).toHaveLength(1);
    });

    test("another user's same key is another key", async () => {
      const other = await gateway.user();
      await post(gateway, "key-9", "greeting-nine");
      const theirs = await gateway.call("POST", PATH, {
        key: other.key,
        body: { channel: "C000000001", text: "greeting-nine" },
        headers: { "idempotency-key": "key-9" },
      });
      expect(theirs.status).toBe(403);
    });

    test("a malformed key is 400, and GET ignores the header", async () => {
      expect((await post(gateway, "k".repeat(256), "x")).status).toBe(400);
      const read = await gateway.call("GET", "/api/v1/integrations", { key, headers: { "idempotency-key": "a b" } });
      expect(read.status).toBe(200);
    });

    test("the stored response is sealed: the database holds none of its text", async () => {
      await post(gateway, "key-10", "very-secret-words");
      const rows = await gateway.database.database.query<{ body: string }>(
        "select body from idempotency_keys where key = 'key-10'",
      );
      expect(rows[0]?.body).toMatch(/^k1\./);
      expect(JSON.stringify(rows)).not.toContain("very-secret-words");
    });
  });
}
