// Events of a lent connection reach the borrower only where the share says so, of services that it has, until its end.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { NewEvent } from "../../../src/events/log/event.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import { acme } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { testEvent } from "../../support/test-events.ts";
import { insertGrant } from "../../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const SHARES = "/api/v1/integrations/acme/shares";

for (const lane of laneOf(import.meta.file)) {
  describe(`events of lent connections on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    let integrationId: string;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings });
      ({ key, userId } = await gateway.partner({
        tier: "enterprise",
        permissions: ["*", "gateway:shares.manage", "gateway:partner.manage"],
      }));
      integrationId = await insertGrant(gateway, { userId, accountId: null }, "acme");
    });
    afterAll(() => gateway.close());

    const publish = (more: Partial<NewEvent>) => {
      const { database, clock, events } = gateway.app.deps;
      const event = testEvent({ userId, accountId: null }, clock.now(), {
        integrationId,
        type: "items.changed",
        ...more,
      });
      return database.transaction((tx) => publishEvents(tx, [event])).then((users) => events.published(users));
    };
    const lend = async (more: object) => {
      const externalId = crypto.randomUUID();
      const id = await gateway.account(key, externalId);
      const body = { to: { account: id }, permissions: ["items.read"], ...more };
      const { status, json } = await gateway.call("POST", SHARES, { key, body });
      expect(status).toBe(200);
      return { id, externalId, share: json.data.id as string };
    };
    const inboxOf = async (externalId: string): Promise<{ type: string; connection: string | null }[]> => {
      const headers = { "x-account-id": externalId };
      const { json } = await gateway.call("GET", "/api/v1/inbox/events", { key, headers });
      return json.data.events;
    };
    const typesOf = async (externalId: string) => (await inboxOf(externalId)).map(({ type }) => type);

    test("to those whose share has events, and to nobody else; twice published, once there", async () => {
      const [told, untold] = [await lend({ events: true }), await lend({})];
      const once = crypto.randomUUID();
      await publish({ key: once });
      await publish({ key: once });
      expect(await inboxOf(told.externalId)).toEqual([
        expect.objectContaining({ type: "items.changed", connection: expect.stringMatching(/^shared:/) }),
      ]);
      expect(await typesOf(untold.externalId)).toEqual([]);
    });

    test("of services that it was lent alone, and none about the connection itself", async () => {
      const { externalId } = await lend({ events: true });
      await publish({ type: "other.changed" });
      await publish({ type: "integration.expired" });
      expect(await typesOf(externalId)).toEqual([]);
    });

    test("a webhook of the borrower's gets it as its own event", async () => {
      const { id, externalId } = await lend({ events: true });
      const url = "https://93.184.215.14/hook";
      const body = { url, account_ids: [id] };
      const made = await gateway.call("POST", "/api/v1/webhook-endpoints", { key, body });
      await publish({});
      const [event] = (await inboxOf(externalId)) as unknown as [{ id: string }];
      const rows = await gateway.app.deps.database.query<{ event_id: string }>(
        "select event_id from webhook_messages where endpoint_id = $1::uuid",
        [made.json.data.id],
      );
      expect(rows.map(({ event_id }) => event_id)).toEqual([event.id]);
    });

    test("not after its end, by time or by its lender", async () => {
      const until = new Date(gateway.clock.now() + 3_600_000).toISOString();
      const [timed, ended] = [await lend({ events: true, until }), await lend({ events: true })];
      await gateway.call("DELETE", `${SHARES}/${ended.share}`, { key });
      await publish({});
      expect([(await typesOf(timed.externalId)).length, await typesOf(ended.externalId)]).toEqual([1, []]);
      gateway.clock.move(3_600_000);
      await publish({});
      expect((await typesOf(timed.externalId)).length).toBe(1);
    });
  });
}
