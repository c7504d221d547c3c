// Endpoints that decide: who may make one, what a signed response to approval.requested does, and what an answer that is none leaves.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { signedHeaders } from "../../../src/events/webhooks/signature.ts";
import {
  createEndpoint,
  deliveriesOf,
  drain,
  ENV,
  type Endpoint,
  endpointOf,
  PATH,
} from "../../events/webhooks/hooks.ts";
import { type Received, type Receiver, startReceiver, status } from "../../events/webhooks/receiver.ts";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(TEST_MS);
const DECIDES = { event_types: ["approval.*"], decides: true };
const RIGHTS = ["*", "gateway:partner.manage", "gateway:approvals.decide"];

for (const lane of LANES) {
  describe(`webhooks that decide on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    let receiver: Receiver;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
        env: ENV,
        webhooks: { random: () => 0 },
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(async () => {
      receiver = await startReceiver();
      gateway.clock.nextMinute();
      upstream.requests.length = 0;
    });
    afterEach(() => receiver.close());

    const keyOf = async (user: string, body: object = {}) =>
      (await gateway.admin("POST", "/keys", { user, ...body })).json.data as { id: string; key: string };
    const owner = async () => {
      const partner = await gateway.partner({ permissions: ["*", "gateway:partner.manage"] });
      await insertGrant(gateway, { userId: partner.userId, accountId: null }, "acme");
      const asker = await keyOf(partner.email, { confirm_destructive: true });
      const decider = await keyOf(partner.email, { permissions: RIGHTS });
      return { ...partner, asker, decider };
    };
    type Owner = Awaited<ReturnType<typeof owner>>;
    const decidingEndpoint = (who: Owner, more: object = {}) =>
      createEndpoint(gateway, who.decider.key, { url: receiver.url, ...DECIDES, ...more });
    const ask = async (key: string) => {
      const waits = await gateway.call("DELETE", "/api/v1/acme/items/7", { key });
      expect(waits.status).toBe(202);
      return waits.json.approval.id as string;
    };
    const read = async ({ decider }: Owner, id: string) =>
      (await gateway.call("GET", `/api/v1/approvals/${id}`, { key: decider.key })).json.data;
    const stateOf = async (who: Owner, id: string) => (await read(who, id)).status as string;
    /** Signs as a receiver with this secret does, but for what differs. */
    const signed = ({ headers }: Received, secret: string, body: string, more: { id?: string; at?: number } = {}) =>
      signedHeaders([secret], more.id ?? (headers["webhook-id"] as string), more.at ?? gateway.clock.now(), body);
    const APPROVES = '{"decision":"approve","note":"By rule 7."}';
    const isAsked = ({ body }: Received) => JSON.parse(body).type === "approval.requested";
    /** The receiver answers deliveries of approval.requested with a signed body. */
    const answering = (secret: string, body = APPROVES, more: { id?: string; at?: number } = {}) =>
      receiver.respondWith((received, response) =>
        status(
          200,
          isAsked(received) ? signed(received, secret, body, more) : {},
          isAsked(received) ? body : "ok",
        )(received, response),
      );
    const decisionsOf = async (who: Owner, { id }: Endpoint) =>
      (await deliveriesOf(gateway, who.decider.key, id))
        .filter(({ type }: { type: string }) => type === "approval.requested")
        .map(({ state, attempts }: { state: string; attempts: { decision: unknown }[] }) => [
          state,
          attempts.at(-1)?.decision,
        ]);
    const auditOf = async (who: Owner, event: string) =>
      (await gateway.call("GET", "/api/v1/audit?limit=100", { key: who.decider.key })).json.data.entries.filter(
        (entry: { event: string }) => entry.event === event,
      );
    const ignored = (code: string) => ({ outcome: null, problem: { code, message: expect.any(String) } });

    test("a signed answer decides, once, as the webhook with the right of its key", async () => {
      const who = await owner();
      const endpoint = await decidingEndpoint(who);
      answering(endpoint.secret);
      const id = await ask(who.asker.key);
      await drain(gateway);
      expect(await read(who, id)).toMatchObject({
        status: "approved",
        note: "By rule 7.",
        decided_by: { kind: "webhook", name: new URL(receiver.url).host },
      });
      await gateway.app.deps.approvals.drain();
      expect(upstream.requests.map(({ method }) => method)).toEqual(["DELETE"]);
      expect(await decisionsOf(who, endpoint)).toEqual([["delivered", { outcome: "approve", problem: null }]]);
      const [entry] = await auditOf(who, "approval_decided");
      expect(entry).toMatchObject({
        actor: { kind: "key", id: who.decider.id },
        details: { decision: "approve", endpoint_id: endpoint.id },
      });
      // The same delivery again, as after a lost response: the call is decided, and the delivery received.
      await gateway.call("POST", `${PATH}/${endpoint.id}/replay`, {
        key: who.decider.key,
        body: { event_id: receiver.received.find(isAsked)?.headers["webhook-id"] },
      });
      await drain(gateway);
      await gateway.app.deps.approvals.drain();
      expect(upstream.requests).toHaveLength(1);
      expect(await decisionsOf(who, endpoint)).toEqual([["delivered", ignored("not_pending")]]);
      expect(await auditOf(who, "approval_response_ignored")).toMatchObject([
        { outcome: "refused", resource: { kind: "approval", id }, details: { reason: "not_pending" } },
      ]);
    });

    test("a denial is for good, and a retry after a failure may still answer", async () => {
      const who = await owner();
      const endpoint = await decidingEndpoint(who, { description: "Our rules" });
      receiver.respondWith(status(500));
      const id = await ask(who.asker.key);
      await drain(gateway);
      // What is signed under a status of failure decides nothing.
      expect(await stateOf(who, id)).toBe("pending");
      answering(endpoint.secret, '{"decision":"deny"}');
      gateway.clock.move(6_000);
      await drain(gateway);
      expect(await read(who, id)).toMatchObject({
        status: "denied",
        decided_by: { kind: "webhook", name: "Our rules" },
      });
      expect(upstream.requests).toEqual([]);
    });

    test("an answer that is not right is ignored, marked and noted, and the delivery is received", async () => {
      const who = await owner();
      const endpoint = await decidingEndpoint(who);
      const stranger = await decidingEndpoint(who, {
        url: `${receiver.url}/other`,
        event_types: ["approval.requested"],
      });
      const wrong: [string, () => void][] = [
        ["unsigned", () => receiver.respondWith(status(200, {}, APPROVES))],
        ["bad_signature", () => answering(stranger.secret)],
        ["other_delivery", () => answering(endpoint.secret, APPROVES, { id: crypto.randomUUID() })],
        ["stale", () => answering(endpoint.secret, APPROVES, { at: gateway.clock.now() - 301_000 })],
        ["too_large", () => answering(endpoint.secret, APPROVES + " ".repeat(5_000))],
        ["not_json", () => answering(endpoint.secret, "yes")],
        ["unknown_decision", () => answering(endpoint.secret, '{"decision":"maybe"}')],
      ];
      await gateway.call("DELETE", `${PATH}/${stranger.id}`, { key: who.decider.key });
      for (const [code, respond] of wrong) {
        respond();
        const id = await ask(who.asker.key);
        await drain(gateway);
        expect([code, await stateOf(who, id)]).toEqual([code, "pending"]);
        const [latest] = await decisionsOf(who, endpoint);
        expect(latest).toEqual(["delivered", ignored(code)]);
        await gateway.call("POST", `/api/v1/approvals/${id}/decide`, {
          key: who.decider.key,
          body: { decision: "deny" },
        });
        await drain(gateway);
        gateway.clock.nextMinute();
      }
      const reasons = (await auditOf(who, "approval_response_ignored")).map(
        ({ details }: { details: { reason: string } }) => details.reason,
      );
      expect(reasons.sort()).toEqual(wrong.map(([code]) => code).sort());
      expect((await endpointOf(gateway, who.decider.key, endpoint.id)).failures).toBe(0);
    });

    test("a response that is no answer leaves nothing, and neither does the answer of an endpoint that does not decide", async () => {
      const who = await owner();
      const endpoint = await decidingEndpoint(who);
      receiver.respondWith(status(200, {}, "ok"));
      const id = await ask(who.asker.key);
      await drain(gateway);
      expect(await decisionsOf(who, endpoint)).toEqual([["delivered", null]]);
      const off = await gateway.call("PATCH", `${PATH}/${endpoint.id}`, { key: who.key, body: { decides: false } });
      expect([off.status, off.json.data.decides]).toEqual([200, false]);
      answering(endpoint.secret);
      await gateway.call("POST", `${PATH}/${endpoint.id}/replay`, {
        key: who.key,
        body: { event_id: receiver.received[0]?.headers["webhook-id"] },
      });
      await drain(gateway);
      expect([await stateOf(who, id), await decisionsOf(who, endpoint)]).toEqual(["pending", [["delivered", null]]]);
      expect(await auditOf(who, "approval_response_ignored")).toEqual([]);
    });

    test("it takes the right to decide to make, move and re-key such an endpoint, and the event must reach it", async () => {
      const who = await owner();
      const create = (key: string, body: object) =>
        gateway.call("POST", PATH, { key, body: { url: receiver.url, ...body } });
      for (const method of ["POST", "PUT"]) {
        const refused = await gateway.call(method, PATH, { key: who.key, body: { url: receiver.url, ...DECIDES } });
        expect([refused.status, refused.headers.get("x-error-reason")]).toEqual([403, "key_permission"]);
      }
      for (const more of [{ event_types: ["gmail.*"] }, { event_types: ["*"], providers: ["github"] }]) {
        const useless = await create(who.decider.key, { ...DECIDES, ...more });
        expect([useless.status, useless.json.details.errors[0].path]).toEqual([400, "/decides"]);
      }
      const endpoint = await decidingEndpoint(who, { event_types: ["*"] });
      const one = `${PATH}/${endpoint.id}`;
      for (const body of [{ url: `${receiver.url}/mine` }, { decides: true }, { description: "x" }, { enabled: true }])
        expect((await gateway.call("PATCH", one, { key: who.key, body })).status).toBe(403);
      const put = { url: receiver.url, description: "x" };
      expect((await gateway.call("PUT", PATH, { key: who.key, body: put })).status).toBe(403);
      expect((await gateway.call("POST", `${one}/secret/rotate`, { key: who.key, body: {} })).status).toBe(403);
      const narrowed = await gateway.call("PATCH", one, { key: who.decider.key, body: { event_types: ["gmail.*"] } });
      expect(narrowed.status).toBe(400);
      expect((await endpointOf(gateway, who.key, endpoint.id)).decides).toBe(true);
    });

    test("who moves the endpoint decides by it from then on: not on its own calls, and not once its key has ended", async () => {
      const who = await owner();
      const endpoint = await decidingEndpoint(who);
      const mover = await keyOf(who.email, { permissions: RIGHTS, confirm_destructive: true });
      const rotated = await gateway.call("POST", `${PATH}/${endpoint.id}/secret/rotate`, { key: mover.key, body: {} });
      expect(rotated.status).toBe(200);
      answering(rotated.json.data.secret);
      const own = await ask(mover.key);
      await drain(gateway);
      expect([await stateOf(who, own), (await decisionsOf(who, endpoint))[0]]).toEqual([
        "pending",
        ["delivered", ignored("no_right")],
      ]);
      // Of others it decides, with either secret of the rotation.
      answering(endpoint.secret);
      const others = await ask(who.asker.key);
      await drain(gateway);
      expect(await stateOf(who, others)).toBe("approved");
      await gateway.admin("DELETE", `/keys/${mover.id}`);
      await gateway.app.deps.approvals.drain();
      gateway.clock.nextMinute();
      const late = await ask(who.asker.key);
      await drain(gateway);
      expect([await stateOf(who, late), (await decisionsOf(who, endpoint))[0]]).toEqual([
        "pending",
        ["delivered", ignored("no_right")],
      ]);
    });

    test("a key for connected accounts decides by its endpoint on their calls alone", async () => {
      const who = await owner();
      const externalId = `customer-${crypto.randomUUID()}`;
      const accountId = await gateway.account(who.key, externalId);
      await insertGrant(gateway, { userId: who.userId, accountId }, "acme");
      const narrow = await keyOf(who.email, { permissions: RIGHTS, partner_only: true });
      const endpoint = await createEndpoint(gateway, narrow.key, { url: receiver.url, ...DECIDES, scope: "accounts" });
      // As if it had got the event of the user's own call, by a filter that was wider once.
      await gateway.database.database.query("update webhook_endpoints set scope = 'all' where id = $1::text::uuid", [
        endpoint.id,
      ]);
      answering(endpoint.secret);
      const own = await ask(who.asker.key);
      const ofAccount = await gateway.call("DELETE", "/api/v1/acme/items/7", {
        key: who.asker.key,
        headers: { "x-account-id": externalId },
      });
      await drain(gateway);
      expect([await stateOf(who, own), ofAccount.status]).toEqual(["pending", 202]);
      expect(await stateOf(who, ofAccount.json.approval.id)).toBe("approved");
    });

    test("an answer and a key at once are one decision", async () => {
      for (let round = 0; round < 4; round++) {
        const who = await owner();
        const endpoint = await decidingEndpoint(who, { url: `${receiver.url}/${round}` });
        answering(endpoint.secret);
        const id = await ask(who.asker.key);
        const [, byKey] = await Promise.all([
          drain(gateway),
          gateway.call("POST", `/api/v1/approvals/${id}/decide`, { key: who.decider.key, body: { decision: "deny" } }),
        ]);
        const { status: state, decided_by } = await read(who, id);
        const isWebhook = decided_by.kind === "webhook";
        expect([state !== "denied", byKey.status]).toEqual([isWebhook, isWebhook ? 409 : 200]);
      }
    });
  });
}
