// What a repeat gets: the first response whole, or 409 where it was not kept. Never a success with another body.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { createIdempotency, type Idempotency, MAX_STORED_BYTES } from "../../../src/metering/idempotency/service.ts";
import { mcpSender } from "../../agents/mcp/message.ts";
import { acme } from "../../support/acme.ts";
import { databaseWithUser, LANES } from "../../support/database.ts";
import { startTestGateway, TEST_KEY_RING, type TestGateway } from "../../support/gateway.ts";
import { codeOf, ownDetails } from "../../support/responses.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);

interface First {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  sent: "whole" | "stream" | "broken" | "none";
}

/** Few sizes far from the bound, since what can go wrong lies beside it. */
const size = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: -2, max: 2 }).map((by) => MAX_STORED_BYTES + by),
);
const body = fc.tuple(size, fc.constantFrom("text", "letters of two bytes", "bytes")).map(([length, kind]) => {
  if (kind === "bytes") return Uint8Array.from({ length }, (_, i) => (i * 7 + 0x80) % 256);
  const text = kind === "text" ? "a".repeat(length) : `\ufeff${"é".repeat(Math.floor(length / 2))}`;
  return new TextEncoder().encode(text).slice();
});
const first: fc.Arbitrary<First> = fc.record({
  status: fc.constantFrom(200, 201, 400, 404, 502),
  headers: fc.record(
    {
      "content-type": fc.constantFrom("application/json; charset=utf-8", "application/octet-stream"),
      "x-error-code": fc.constantFrom("NOT_FOUND", "PROVIDER_ERROR"),
      "retry-after": fc.constantFrom("1", "30"),
      "content-disposition": fc.constant('attachment; filename="notes.html"'),
    },
    { requiredKeys: [] },
  ),
  body,
  sent: fc.constantFrom("whole", "whole", "stream", "broken", "none"),
});

const STEP = 64 * 1024;

function streamOf(bytes: Uint8Array, isBroken: boolean) {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.byteLength) controller.enqueue(bytes.slice(at, at + STEP));
      at += STEP;
      if (at < bytes.byteLength) return;
      if (isBroken) controller.error(new Error("The provider has gone."));
      else controller.close();
    },
  });
}

function responseOf({ status, headers, body, sent }: First): Response {
  if (sent === "none") return new Response(null, { status: 204, headers });
  return new Response(sent === "whole" ? body : streamOf(body, sent === "broken"), { status, headers });
}

for (const lane of LANES) {
  describe(`replays on ${lane}`, () => {
    let opened: Awaited<ReturnType<typeof databaseWithUser>>;
    let replica: Idempotency;
    beforeAll(async () => {
      opened = await databaseWithUser(lane);
      const database = opened.database.requests;
      replica = createIdempotency({ database, vault, replicaId: "a", log: createLog("silent") });
    }, 60_000);
    afterAll(() => opened.opened.close());

    test("R-49: a replay is its first response to the byte, or 409 where it was too large or broke off", async () => {
      const run = async (response: First) => {
        const attempt = () => ({
          userId: opened.user,
          accountId: null,
          key: "one",
          method: "POST",
          target: "/api/v1/acme/items",
          body: new Uint8Array(),
        });
        await opened.database.query("delete from idempotency_keys");
        const running = attempt();
        expect(await replica.begin(running)).toBeNull();
        const sent = responseOf(response);
        const notStored = { status: 409, headers: { "x-error-code": "RESPONSE_NOT_KEPT" } };
        await replica.end(running, sent, () => new Response("not kept", notStored));
        // The caller's own copy is whole, whatever was stored.
        if (response.sent !== "broken") {
          const got = new Uint8Array(await sent.arrayBuffer());
          expect(Buffer.compare(got, response.sent === "none" ? new Uint8Array() : response.body)).toBe(0);
        }

        const replay = (await replica.begin(attempt())) as Response;
        const { "idempotency-replayed": replayed, ...headers } = Object.fromEntries(replay.headers);
        const bytes = new Uint8Array(await replay.arrayBuffer());
        const isKept =
          response.sent === "none" || (response.sent !== "broken" && response.body.byteLength <= MAX_STORED_BYTES);
        if (!isKept) {
          expect([replay.status, replayed, headers["x-error-code"]]).toEqual([409, undefined, "RESPONSE_NOT_KEPT"]);
          return;
        }
        expect(replayed).toBe("true");
        expect(replay.status).toBe(sent.status);
        expect(headers).toEqual(Object.fromEntries(sent.headers));
        expect(Buffer.compare(bytes, response.sent === "none" ? new Uint8Array() : response.body)).toBe(0);
      };
      await fc.assert(fc.asyncProperty(first, run), { numRuns: 80 });
    }, 60_000);
  });

  describe(`a response that was not kept on ${lane}`, () => {
    const LARGE = "x".repeat(MAX_STORED_BYTES);
    const upstream = recordingProvider(() => Response.json({ id: 1, title: LARGE }));
    let gateway: TestGateway;
    let partner: Awaited<ReturnType<TestGateway["partner"]>>;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      partner = await gateway.partner({ tier: "enterprise" });
      await insertGrant(gateway, { userId: partner.userId, accountId: null }, "acme");
      const accountId = await gateway.account(partner.key, "theirs");
      await insertGrant(gateway, { userId: partner.userId, accountId }, "acme");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const ITEMS = "/api/v1/acme/items";
    const input = { title: "x" };
    const ways = {
      "by path": { path: ITEMS, body: input, account: null },
      "by name": { path: "/api/v1/tools/acme_create_item/execute", body: { arguments: input }, account: null },
      "for an account": { path: ITEMS, body: input, account: "theirs" },
    };

    for (const [way, { path, body, account }] of Object.entries(ways)) {
      test(`R-49: ${way} a repeat is 409 with the call's entry in the usage log, and makes no call`, async () => {
        const headers = {
          "idempotency-key": `large ${way}`.replaceAll(" ", "-"),
          ...(account && { "x-account-id": account }),
        };
        const send = () => gateway.call("POST", path, { key: partner.key, body, headers });
        const before = upstream.requests.length;
        const original = await send();
        expect([codeOf(original), original.json.data.title.length]).toEqual(["200 null", LARGE.length]);
        const again = await send();
        expect(codeOf(again)).toBe("409 RESPONSE_NOT_KEPT");
        expect(again.headers.get("idempotency-replayed")).toBeNull();
        expect(again.headers.get("x-request-id")).not.toBe(original.headers.get("x-request-id"));
        const [entry] = await gateway.database.database.query<{ id: string }>(
          "select id from usage_entries where request_id = $1",
          [original.headers.get("x-request-id")],
        );
        expect(again.json.error).toContain(entry?.id as string);
        if (!account) expect(ownDetails(again.json)).toEqual({ usage_entry_id: entry?.id as string });
        expect(upstream.requests.length - before).toBe(1);
      });
    }

    test("R-49: over MCP a repeat is an error that says so, and makes no call", async () => {
      const before = upstream.requests.length;
      const send = mcpSender(gateway, { key: partner.key, headers: { "idempotency-key": "large-mcp" } });
      const call = async () =>
        (await send("tools/call", { name: "acme_create_item", arguments: input })).json.result as {
          isError?: boolean;
          content: { text: string }[];
        };
      expect((await call()).isError ?? false).toBe(false);
      const again = await call();
      expect(again.isError).toBe(true);
      expect(again.content[0]?.text).toContain("too large to store");
      expect(upstream.requests.length - before).toBe(1);
    });
  });
}
