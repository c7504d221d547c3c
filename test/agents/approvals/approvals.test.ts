// Calls that wait for a person's yes: 202 with an approval, the decision, and the one call after it.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { signedIn } from "../../dashboard/browser.ts";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { type ApiResponse, BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { mcpSender } from "../mcp/message.ts";
import { granted } from "../oauth-server/mcp-client.ts";

setDefaultTimeout(TEST_MS);

const HOUR = 3_600_000;
const DELETE_RULE = { outcome: "ask", reason: "Deleting needs a person.", when: { effect: "destroys" } };

/** One whose items cost money. */
const shop = {
  ...acme,
  id: "shop",
  endpoints: { create_item: { ...acme.endpoints.create_item, spends: true } },
} as unknown as typeof acme;

for (const lane of laneOf(import.meta.file)) {
  describe(`approvals on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, acme, shop],
        settings: {
          acme: { clientId: "client", clientSecret: "secret" },
          shop: { clientId: "client", clientSecret: "secret" },
        },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(async () => {
      gateway.clock.nextMinute();
      await run();
      upstream.requests.length = 0;
    });

    const keyOf = async (user: string, body: object = {}) =>
      (await gateway.admin("POST", "/keys", { user, ...body })).json.data as { id: string; key: string };
    /** A user with acme, a key whose deletions wait, and one that decides. */
    const owner = async () => {
      const user = await gateway.user({ permissions: ["*", "gateway:policies.*"] });
      const grantId = await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      const asker = await keyOf(user.email, { confirm_destructive: true });
      const decider = await keyOf(user.email, { permissions: ["*", "gateway:approvals.decide"] });
      return { ...user, grantId, asker: asker.key, askerId: asker.id, decider: decider.key };
    };
    const remove = (key: string, headers: Record<string, string> = {}, id = "7") =>
      gateway.call("DELETE", `/api/v1/acme/items/${id}`, { key, headers });
    const decide = (key: string, id: string, decision = "approve", note?: string) =>
      gateway.call("POST", `/api/v1/approvals/${id}/decide`, { key, body: { decision, ...(note && { note }) } });
    const read = async (key: string, id: string) =>
      (await gateway.call("GET", `/api/v1/approvals/${id}`, { key })).json.data;
    const run = () => gateway.app.deps.approvals.drain();
    const idOf = (response: ApiResponse): string => {
      expect([response.status, response.json.code]).toEqual([202, "APPROVAL_REQUIRED"]);
      return response.json.approval.id;
    };
    /** Approves the call of the asker and makes it; gives what became of it. */
    const approved = async (
      who: { asker: string; decider: string },
      meanwhile: () => Promise<unknown> = async () => {},
    ) => {
      const id = idOf(await remove(who.asker));
      expect((await decide(who.decider, id)).status).toBe(200);
      await meanwhile();
      await run();
      return id;
    };

    test("a key that asks before it destroys also asks before it spends, and before nothing else", async () => {
      const { userId, asker } = await owner();
      await insertGrant(gateway, { userId, accountId: null }, "shop");
      const create = (provider: string) =>
        gateway.call("POST", `/api/v1/${provider}/items`, { key: asker, body: { title: "A book" } });
      idOf(await create("shop"));
      expect(upstream.requests).toEqual([]);
      expect((await create("acme")).status).toBe(200);
    });

    test("the call waits with the same body on both APIs, by path and by name, and nothing is sent", async () => {
      const partner = await gateway.partner({ permissions: null });
      const externalId = "customer 'É' 1";
      const accountId = await gateway.account(partner.key, externalId);
      for (const one of [accountId, null])
        await insertGrant(gateway, { userId: partner.userId, accountId: one }, "acme");
      const { key } = await keyOf(partner.email, { confirm_destructive: true });
      const byName = { key, body: { arguments: { id: "7" } } };
      const ofAccount = { "x-account-id*": `UTF-8''${encodeURIComponent(externalId).replaceAll("'", "%27")}` };
      const waiting = [
        await remove(key, { "idempotency-key": "a" }),
        await remove(key, { ...ofAccount, "idempotency-key": "b" }),
        await gateway.call("POST", "/api/v1/tools/acme_delete_item/execute", byName),
      ];
      for (const response of waiting) {
        const id = idOf(response);
        expect(response.headers.get("x-error-code")).toBe("APPROVAL_REQUIRED");
        expect(response.json).toEqual({
          ok: false,
          error: expect.stringContaining("A person must approve this call first."),
          code: "APPROVAL_REQUIRED",
          approval: {
            id,
            status: "pending",
            url: `${gateway.url}/approvals/${id}`,
            expires_at: new Date(gateway.clock.now() + 24 * HOUR).toISOString(),
          },
          details: { reason: "approval_required", next_step: expect.any(String) },
        });
      }
      expect(upstream.requests).toEqual([]);
      const decider = await keyOf(partner.email, { permissions: ["*", "gateway:approvals.decide"] });
      for (const response of waiting) await decide(decider.key, response.json.approval.id);
      await run();
      expect(upstream.requests.map(({ method, token }) => `${method} ${token}`).sort()).toEqual(
        [
          ...Array(2).fill(`DELETE token.${partner.userId}.own.acme`),
          `DELETE token.${partner.userId}.${accountId}.acme`,
        ].sort(),
      );
    });

    test("a call that is not valid, not allowed or not connected is refused at once", async () => {
      const { asker, email } = await owner();
      const status = async (key: string, body: object) =>
        (await gateway.call("POST", "/api/v1/tools/acme_delete_item/execute", { key, body: { arguments: body } }))
          .status;
      expect(await status(asker, { id: "7", more: 1 })).toBe(400);
      const lesser = await keyOf(email, { confirm_destructive: true, permissions: ["acme:items.read"] });
      expect(await status(lesser.key, { id: "7" })).toBe(403);
      const stranger = await gateway.user();
      const unconnected = await keyOf(stranger.email, { confirm_destructive: true });
      const refused = await remove(unconnected.key);
      expect([refused.status, refused.json.details.reason]).toEqual([403, "not_connected"]);
    });

    test("a yes makes the call once, with its response, its rows in both logs, and events without arguments", async () => {
      const who = await owner();
      const id = idOf(await remove(who.asker, {}, "secret-item"));
      const seen = await read(who.decider, id);
      expect(seen).toMatchObject({
        status: "pending",
        tool: "acme_delete_item",
        title: "Delete item (Acme)",
        arguments: { id: "secret-item" },
        requested_by: { kind: "key", id: who.askerId },
        response: null,
      });
      expect((await decide(who.decider, id, "approve", "Go on.")).json.data).toMatchObject({
        status: "approved",
        note: "Go on.",
      });
      await run();
      await run();
      expect(upstream.requests.map(({ method }) => method)).toEqual(["DELETE"]);
      expect(await read(who.asker, id)).toMatchObject({
        status: "done",
        response: { status: 200, body: { data: { deleted: true } } },
        decided_by: { kind: "key" },
      });
      const usage = (await gateway.call("GET", "/api/v1/usage?limit=10", { key: who.decider })).json.data.entries;
      const calls = usage.filter((one: { provider: string }) => one.provider === "acme");
      // Both are of the same moment.
      const rows = calls.map(({ status, units }: { status: number; units: number }) => `${status} with ${units}`);
      expect(rows.sort()).toEqual(["200 with 1", "202 with 0"]);
      const { entries } = (await gateway.call("GET", "/api/v1/audit?limit=20", { key: who.decider })).json.data;
      const events = entries
        .map((one: { event: string }) => one.event)
        .filter((one: string) => one.startsWith("approval_"));
      expect(events).toEqual(["approval_finished", "approval_decided", "approval_requested"]);
      const inbox = (await gateway.call("GET", "/api/v1/inbox/events", { key: who.decider })).json.data.events;
      expect(inbox.map((one: { type: string }) => one.type).sort()).toEqual(["approval.decided", "approval.requested"]);
      const stored = JSON.stringify([await gateway.database.database.query("select * from approvals"), inbox, entries]);
      expect(`${stored}${gateway.logLines.join("")}`).not.toContain("secret-item");
    });

    test("whoever made the call, agents, and keys without the permission do not decide", async () => {
      const who = await owner();
      const both = await keyOf(who.email, {
        confirm_destructive: true,
        permissions: ["*", "gateway:approvals.decide"],
      });
      const own = idOf(await remove(both.key));
      const self = await decide(both.key, own);
      expect([self.status, self.headers.get("x-error-reason")]).toEqual([403, "key_bounds"]);
      expect((await decide(who.asker, own)).status).toBe(403);
      const session = (
        await gateway.call("POST", "/api/v1/agent-sessions", { key: both.key, body: { name: "s", allow: ["acme"] } })
      ).json.data;
      expect((await decide(session.token, own)).status).toBe(403);
      const stranger = await gateway.user({ permissions: ["*", "gateway:approvals.decide"] });
      expect((await decide(stranger.key, own)).status).toBe(404);
      expect((await decide(who.decider, "none")).status).toBe(404);
      // A session sees what it asked for itself.
      const ofSession = idOf(await remove(session.token));
      expect((await read(session.token, ofSession)).requested_by).toMatchObject({
        kind: "agent_session",
        id: session.id,
      });
      expect((await gateway.call("GET", `/api/v1/approvals/${own}`, { key: session.token })).status).toBe(404);
      expect((await gateway.call("GET", "/api/v1/approvals", { key: session.token })).status).toBe(403);
      await run();
      expect(upstream.requests).toEqual([]);
    });

    test("a decision is for good, and comes too late after a day", async () => {
      const who = await owner();
      const denied = idOf(await remove(who.asker, { "idempotency-key": "one" }));
      expect((await decide(who.decider, denied, "deny", "Not this one.")).status).toBe(200);
      const again = await decide(who.decider, denied);
      expect([again.status, again.json.details.approval_status]).toEqual([409, "denied"]);
      const repeated = await remove(who.asker, { "idempotency-key": "one" });
      expect([repeated.status, repeated.json.details.reason]).toEqual([403, "approval_denied"]);
      expect(repeated.json.error).toContain("Not this one.");
      const late = idOf(await remove(who.asker));
      gateway.clock.move(24 * HOUR);
      const tooLate = await decide(who.decider, late);
      expect([tooLate.status, tooLate.json.details.approval_status]).toEqual([409, "expired"]);
      await run();
      expect(await read(who.decider, late)).toMatchObject({ status: "expired", finished_at: expect.any(String) });
      const types = (await gateway.call("GET", "/api/v1/inbox/events", { key: who.decider })).json.data.events;
      expect(types.map((one: { type: string }) => one.type)).toContain("approval.expired");
      expect(upstream.requests).toEqual([]);
    });

    test("two decisions at once are one", async () => {
      const who = await owner();
      const id = idOf(await remove(who.asker));
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, i) => (await decide(who.decider, id, i % 2 ? "deny" : "approve")).status),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(7);
    });

    test("Prefer: wait gives the call's own response once it is made, and 202 where the time is over", async () => {
      const who = await owner();
      const waiting = remove(who.asker, { prefer: "respond-async, wait=25", "idempotency-key": "w" });
      const id = await pendingId(who.decider);
      await decide(who.decider, id);
      await run();
      const response = await waiting;
      expect([response.status, response.json]).toEqual([200, { data: { deleted: true } }]);
      expect(response.headers.get("preference-applied")).toBe("wait=25");
      // The key stands for the approval, decided or not: whichever of the two requests comes first.
      const again = { "idempotency-key": "again" };
      const over = await remove(who.asker, { prefer: "wait=1", ...again }, "8");
      expect([over.status, over.headers.get("preference-applied")]).toEqual([202, "wait=1"]);
      const denied = remove(who.asker, { prefer: "wait=25", ...again }, "8");
      await decide(who.decider, over.json.approval.id, "deny");
      expect((await denied).status).toBe(403);
      expect(upstream.requests).toHaveLength(1);
    });
    /** The approval that a waiting request has made. */
    const pendingId = async (key: string): Promise<string> => {
      for (;;) {
        const { approvals } = (await gateway.call("GET", "/api/v1/approvals?status=pending", { key })).json.data;
        if (approvals.length > 0) return approvals[0].id;
      }
    };

    test("an Idempotency-Key stands for its approval and then for its response, and for no other call", async () => {
      const who = await owner();
      const headers = { "idempotency-key": "same" };
      const id = idOf(await remove(who.asker, headers));
      expect(idOf(await remove(who.asker, headers))).toBe(id);
      expect((await remove(who.asker, headers, "8")).status).toBe(422);
      // Without a key the same call is found while it is open.
      const open = idOf(await remove(who.asker));
      expect(idOf(await remove(who.asker))).toBe(open);
      await decide(who.decider, id);
      await run();
      const made = await remove(who.asker, headers);
      expect([made.status, made.json]).toEqual([200, { data: { deleted: true } }]);
      expect(upstream.requests).toHaveLength(1);
    });

    test("the call is not made where something has changed since the yes", async () => {
      const { query } = gateway.database.database;
      const notMade = async (meanwhile: (who: Awaited<ReturnType<typeof owner>>) => Promise<unknown>) => {
        const who = await owner();
        const id = await approved(who, () => meanwhile(who));
        expect(upstream.requests).toEqual([]);
        const [row] = await query<{ state: string; failure: string | null; status: number | null }>(
          "select state, failure, response_status as status from approvals where id = $1::text::uuid",
          [id],
        );
        return [row?.state, row?.failure ?? row?.status];
      };
      expect(await notMade(({ askerId }) => gateway.admin("DELETE", `/keys/${askerId}`))).toEqual([
        "failed",
        "caller_ended",
      ]);
      expect(
        await notMade(({ userId }) =>
          query("update approvals set tool_version = 'other' where user_id = $1::text::uuid", [userId]),
        ),
      ).toEqual(["failed", "tool_changed"]);
      expect(
        await notMade(async ({ grantId }) => {
          await query("update connections set identity_id = 'somebody else' where id = $1::text::uuid", [grantId]);
          await gateway.heard();
        }),
      ).toEqual(["failed", "connection_changed"]);
      expect(
        await notMade(async ({ decider }) => {
          await gateway.call("DELETE", "/api/v1/integrations/acme", { key: decider });
        }),
      ).toEqual(["failed", "connection_changed"]);
      expect(await notMade(async () => gateway.clock.move(25 * HOUR))).toEqual(["failed", "too_late"]);
      expect(
        await notMade(async ({ key }) => {
          const rules = [{ outcome: "deny", reason: "No more.", when: { effect: "destroys" } }];
          const put = await gateway.call("PUT", "/api/v1/policies/user", { key, body: { version: 0, rules } });
          expect(put.status).toBe(200);
        }),
      ).toEqual(["failed", 403]);
      expect(
        await notMade(async ({ email }) => {
          await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
          await gateway.heard();
        }),
      ).toEqual(["failed", 402]);
    });

    test("a session's call is not made once the session has ended, and an account's not for another one", async () => {
      const who = await owner();
      await gateway.call("PUT", "/api/v1/policies/user", { key: who.key, body: { version: 0, rules: [DELETE_RULE] } });
      const session = (
        await gateway.call("POST", "/api/v1/agent-sessions", { key: who.decider, body: { name: "s", allow: ["acme"] } })
      ).json.data;
      const ask = async () => {
        const asked = await remove(session.token, { "idempotency-key": crypto.randomUUID() });
        await decide(who.key, idOf(asked));
        const { status } = await decide(who.decider, idOf(asked));
        expect(status).toBe(200);
        return idOf(asked);
      };
      const first = await ask();
      await run();
      expect(await read(session.token, first)).toMatchObject({
        status: "done",
        reason: expect.stringContaining("Deleting needs a person."),
        rule: { scope: "user" },
      });
      const second = await ask();
      await gateway.call("DELETE", `/api/v1/agent-sessions/${session.id}`, { key: who.decider });
      await run();
      expect(await read(who.decider, second)).toMatchObject({ status: "failed", failure: { code: "caller_ended" } });
      expect(upstream.requests).toHaveLength(1);
    });

    test("an owner has at most a thousand pending ones", async () => {
      const who = await owner();
      const id = idOf(await remove(who.asker));
      await gateway.database.database.query(
        `insert into approvals (id, user_id, caller_kind, caller_id, connection_id, connection, identity_id, identity, provider,
           tool, tool_version, input_mac, reason, created_at, expires_at)
         select gen_random_uuid(), a.user_id, a.caller_kind, a.caller_id, a.connection_id, a.connection, a.identity_id,
           a.identity, a.provider, a.tool, a.tool_version, n::text, a.reason, a.created_at, a.expires_at
         from approvals a, generate_series(1, 999) n where a.id = $1::text::uuid`,
        [id],
      );
      const beyond = await remove(who.asker, {}, "8");
      expect([beyond.status, beyond.json.code]).toEqual([409, "CONFLICT"]);
      expect(beyond.json.details.next_step).toContain("Decide on the pending approvals");
      await decide(who.decider, id, "deny");
      idOf(await remove(who.asker, {}, "8"));
    });

    test("a gateway limit that refuses an approved call puts it off, and it is made later", async () => {
      const who = await owner();
      const id = idOf(await remove(who.asker));
      await decide(who.decider, id);
      await gateway.admin("PATCH", `/users/${who.email}`, { overrides: { minute: 1 } });
      await gateway.heard();
      await run();
      expect([
        (
          await gateway.database.database.query<{ state: string }>(
            "select state from approvals where id = $1::text::uuid",
            [id],
          )
        )[0]?.state,
        upstream.requests.length,
      ]).toEqual(["approved", 0]);
      gateway.clock.nextMinute();
      gateway.clock.move(300_000);
      await run();
      expect(upstream.requests).toHaveLength(1);
    });

    describe("at /mcp", () => {
      const REMOVE = { name: "acme_delete_item", arguments: { id: "7" } };
      const call = async (key: string, params: object, capabilities: object = {}) =>
        (await mcpSender(gateway, { key })("tools/call", params, capabilities)).json.result;

      test("a client without forms gets a link, and the result when it calls again with the approval", async () => {
        const who = await owner();
        const asked = await call(who.asker, REMOVE);
        const { text } = asked.content[0];
        expect([asked.isError, text.split(":")[0]]).toEqual([true, "APPROVAL_REQUIRED"]);
        const id = text.match(/"approval_id": "([0-9a-f-]{36})"/)?.[1] as string;
        expect(text).toContain(`${gateway.url}/approvals/${id}`);
        const again = (args: object, name = REMOVE.name) =>
          call(who.asker, { name, arguments: { ...args, approval_id: id } });
        for (const wrong of [
          await again({ id: "8" }),
          await again({ id: "7" }, "acme_get_item"),
          await again({ id: "7", x: 1 }),
        ]) {
          expect(wrong.content[0].text).toStartWith("VALIDATION_ERROR");
        }
        const foreign = await owner();
        for (const key of [foreign.asker, who.key]) {
          const none = await call(key, { ...REMOVE, arguments: { id: "7", approval_id: id } });
          expect(none.content[0].text).toStartWith("NOT_FOUND");
        }
        expect(upstream.requests).toEqual([]);
        const waiting = again({ id: "7" });
        await decide(who.decider, id);
        await run();
        expect((await waiting).structuredContent).toEqual({ deleted: true });
        const byName = { tool: REMOVE.name, arguments: REMOVE.arguments, approval_id: id };
        expect((await call(who.asker, { name: "change_with_tool", arguments: byName })).structuredContent).toEqual({
          deleted: true,
        });
        expect(upstream.requests).toHaveLength(1);
      });

      test("a sign-in's call is made although its access token is over, and not once the sign-in is revoked", async () => {
        const asked = async () => {
          const person = await signedIn(gateway);
          await insertGrant(gateway, { userId: person.userId, accountId: null }, "acme");
          const { access } = await granted(gateway, person, { fields: { confirm_destructive: "true" } });
          const { text } = (await call(access, REMOVE)).content[0];
          const id = text.match(/"approval_id": "([0-9a-f-]{36})"/)?.[1] as string;
          gateway.clock.move(2 * HOUR);
          const decider = await keyOf(person.userId, { permissions: ["*", "gateway:approvals.decide"] });
          expect((await decide(decider.key, id)).status).toBe(200);
          return { id, key: decider.key, userId: person.userId };
        };
        const made = await asked();
        await run();
        expect(await read(made.key, made.id)).toMatchObject({ status: "done", requested_by: { kind: "mcp_client" } });
        const revoked = await asked();
        await gateway.database.database.query(
          "update mcp_grants set revoked_at = now() where user_id = $1::text::uuid",
          [revoked.userId],
        );
        await run();
        expect(await read(revoked.key, revoked.id)).toMatchObject({
          status: "failed",
          failure: { code: "caller_ended" },
        });
        expect(upstream.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
      });

      test("a client that opens pages is sent to the approval's, and gets the result afterwards", async () => {
        const who = await owner();
        const URLS = { elicitation: { url: {} } };
        const asked = await call(who.asker, REMOVE, URLS);
        expect(asked.resultType).toBe("input_required");
        const { url } = asked.inputRequests.approve.params;
        const id = url.slice(`${gateway.url}/approvals/`.length);
        const round = {
          ...REMOVE,
          requestState: asked.requestState,
          inputResponses: { approve: { action: "accept" } },
        };
        const closed = { ...round, inputResponses: { approve: { action: "decline" } } };
        expect((await call(who.asker, closed, URLS)).content[0].text).toStartWith("APPROVAL_REQUIRED");
        const waiting = call(who.asker, round, URLS);
        await decide(who.decider, id);
        await run();
        expect((await waiting).structuredContent).toEqual({ deleted: true });
        expect(upstream.requests.filter(({ method }) => method === "DELETE")).toHaveLength(1);
      });
    });
  });
}
