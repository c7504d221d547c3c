// Linear's events the whole way: an emulated Linear delivers to the gateway's address, and each event finds its assignee.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHmac } from "node:crypto";
import { consent } from "../../../emulators/consent.ts";
import linear from "../../../plugins/linear/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { type EmulatedLinear, startLinear } from "../../providers/calls/linear.ts";
import { testClock } from "../../support/clock.ts";
import { HOOK_MS, land, start } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type Recorded, type Recorder, sendAgain, startRecorder } from "./recorder.ts";

setDefaultTimeout(HOOK_MS);
const ADA = "ada@example.com";
const GRACE = "grace@example.com";

for (const lane of laneOf(import.meta.file)) {
  describe(`Linear's webhook on ${lane}`, () => {
    // It runs: Linear signs its own time.
    const clock = testClock();
    let gateway: TestGateway;
    let provider: EmulatedLinear;
    let recorder: Recorder;
    let ada = "";
    let grace = "";
    beforeAll(async () => {
      recorder = startRecorder();
      gateway = await startTestGateway({
        lane,
        clock,
        baseUrl: recorder.url,
        plugins: [linear] as unknown as Provider[],
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        settings: async () => {
          const redirectUri = `${recorder.url}/api/v1/connect/callback`;
          provider = await startLinear(redirectUri, () => clock.now(), `${recorder.url}/api/v1/webhooks/linear`);
          return { linear: provider.settings };
        },
      });
      recorder.forwardTo(gateway.url);
      ada = await connect((await gateway.user()).key, ADA);
      grace = await connect((await gateway.user()).key, GRACE);
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await recorder.close();
      await provider.close();
    }, HOOK_MS);

    async function connect(key: string, person: string, accountId?: string): Promise<string> {
      const { connectUrl } = await start(gateway, key, "linear", { accountId });
      expect((await land(await consent(connectUrl, person))).outcome?.status).toBe("success");
      return key;
    }
    const work = async () => {
      await gateway.app.deps.inboundWebhooks.drain();
      await gateway.app.deps.sources.drain();
    };
    const inbox = async (key: string, headers: Record<string, string> = {}) => {
      const query = "provider=linear&service=issues";
      const { json } = await gateway.call("GET", `/api/v1/inbox/events?${query}`, { key, headers });
      return json.data.events as { title: string; type: string; actor: string; payload: { key: string } }[];
    };
    /** The issues of a user's events, oldest first; of an assignee the emulator sends the id alone, so titles lack the name. */
    const issues = async (key: string) => (await inbox(key)).map(({ payload }) => payload.key).reverse();
    /** Changes an issue through the gateway; returns the inbound webhook that it caused. */
    const change = async (key: string, issue: string, body: object): Promise<Recorded> => {
      const from = recorder.inboundWebhooks.length;
      const changed = await gateway.call("PATCH", `/api/v1/linear/issues/${issue}`, { key, body });
      expect(changed.status, changed.text).toBe(200);
      return recorder.awaited(() => true, from);
    };
    const signed = ({ headers }: Recorded, body: string, secret = provider.webhookSecret): Headers => {
      const copy = new Headers(headers);
      copy.set("linear-signature", createHmac("sha256", secret).update(body).digest("hex"));
      return copy;
    };

    test("a changed issue comes to its assignee's inbox once, however often Linear delivers it, and to no other", async () => {
      const inbound = await change(ada, "ENG-4", { priority: 1 });
      expect(inbound.status).toBe(200);
      expect(await Promise.all(Array.from({ length: 5 }, () => sendAgain(recorder, inbound)))).toEqual(
        Array(5).fill(200),
      );
      await work();
      expect(await sendAgain(recorder, inbound)).toBe(200);
      await work();
      // The emulator sends the full issue as what has changed.
      const [event, ...more] = await inbox(grace);
      expect(more).toEqual([]);
      expect(event).toMatchObject({ type: "issues.assigned", actor: "Ada", payload: { key: "ENG-4" } });
      expect(await inbox(ada)).toEqual([]);
    });

    test("who does something is not told of it, and two changes at once are two events", async () => {
      const before = await issues(grace);
      await change(grace, "ENG-4", { priority: 2 });
      await work();
      expect(await issues(grace)).toEqual(before);
      const from = recorder.inboundWebhooks.length;
      await Promise.all([change(ada, "ENG-3", { priority: 3 }), change(ada, "ENG-4", { priority: 3 })]);
      for (const issue of ["ENG-3", "ENG-4"])
        await recorder.awaited(({ body }) => JSON.parse(body).data.identifier === issue, from);
      await work();
      expect((await issues(grace)).slice(before.length).sort()).toEqual(["ENG-3", "ENG-4"]);
    });

    test("S-85, S-86: another secret, a changed byte and an old time are refused, and bring nothing", async () => {
      const before = await issues(grace);
      const inbound = await change(ada, "ENG-4", { priority: 4 });
      await work();
      expect(await issues(grace)).toHaveLength(before.length + 1);
      const told = await issues(grace);
      const bodyOf = (changes: object) => JSON.stringify({ ...JSON.parse(inbound.body), ...changes });
      const fresh = bodyOf({ createdAt: new Date(Date.now() + 1).toISOString() });
      const [past, future] = [-62_000, 62_000].map((by) =>
        bodyOf({ webhookTimestamp: Date.now() + by, createdAt: new Date(Date.now() + 2).toISOString() }),
      ) as [string, string];
      const refused: [string, Partial<Recorded>][] = [
        ["a changed byte", { body: inbound.body.replace("ENG-4", "ENG-5") }],
        ["another secret", { body: fresh, headers: signed(inbound, fresh, "another") }],
        ["a new time under the old signature", { body: bodyOf({ webhookTimestamp: Date.now() + 5 }) }],
        ["an old time", { body: past, headers: signed(inbound, past) }],
        ["a time in the future", { body: future, headers: signed(inbound, future) }],
        ["no signature", { headers: new Headers({ "content-type": "application/json" }) }],
      ];
      for (const [name, changes] of refused) expect(await sendAgain(recorder, inbound, changes), name).toBe(401);
      await work();
      expect(await issues(grace)).toEqual(told);
      expect(await sendAgain(recorder, inbound, { body: fresh, headers: signed(inbound, fresh) })).toBe(200);
      await work();
      expect(await issues(grace)).toHaveLength(told.length + 1);
    });

    test("S-89: of the same member in another workspace nobody gets an event", async () => {
      const inbound = await change(ada, "ENG-4", { priority: 0 });
      await work();
      const before = await issues(grace);
      const foreign = JSON.stringify({ ...JSON.parse(inbound.body), organizationId: crypto.randomUUID() });
      expect(await sendAgain(recorder, inbound, { body: foreign, headers: signed(inbound, foreign) })).toBe(200);
      await work();
      expect(await issues(grace)).toEqual(before);
    });

    test("an account of a partner gets its member's events in its own inbox, and its partner does not", async () => {
      const partner = await gateway.partner();
      await connect(partner.key, GRACE, await gateway.account(partner.key, "customer-1"));
      const before = await issues(grace);
      await change(ada, "ENG-3", { priority: 1 });
      await work();
      expect(await inbox(partner.key, { "x-account-id": "customer-1" })).toEqual([
        expect.objectContaining({ type: "issues.assigned", summary: "Document the cards", external_id: "customer-1" }),
      ]);
      expect(await inbox(partner.key)).toEqual([]);
      expect(await issues(grace)).toHaveLength(before.length + 1);
    });
  });
}
