// Airtable over real HTTP against a strict stand-in: both ways of signing in, free-form records, and pings that lead to a log.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import airtable from "../../../plugins/airtable/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { testClock } from "../../support/clock.ts";
import { connectPath, HOOK_MS, integrationOf, land, start, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { BASE, CLIENT, type Hook, PERSONAL_TOKEN, startAirtable, TABLE } from "./airtable-stand-in.ts";

setDefaultTimeout(TEST_MS);
const DAY_MS = 86_400_000;
const RECORDS = `/api/v1/airtable/bases/${BASE}/tables/${TABLE}/records`;
const SEARCH = `/api/v1/airtable/bases/${BASE}/tables/${TABLE}/search`;

for (const lane of laneOf(import.meta.file)) {
  describe(`Airtable on ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    const provider = startAirtable(() => clock.now());
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        clock,
        plugins: [airtable as unknown as Provider],
        settings: { airtable: CLIENT },
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        fetch: provider.fetch,
      });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const connected = async () => {
      const user = await gateway.user();
      const { connectUrl } = await start(gateway, user.key, "airtable");
      expect((await land(provider.consent(connectUrl))).outcome).toMatchObject({ status: "success" });
      await gateway.heard();
      return user;
    };
    const withToken = async (api_key = PERSONAL_TOKEN) => {
      const user = await gateway.user();
      const body = { provider: "airtable", auth: "api_key", credentials: { api_key } };
      return { ...user, response: await gateway.call("POST", connectPath(), { key: user.key, body }) };
    };
    const send = (method: string, key: string, body: unknown, path = RECORDS) =>
      gateway.call(method, path, { key, body });
    const namesAt = async (key: string, path: string) =>
      (await gateway.call("GET", path, { key })).json.data.records.map(
        ({ fields }: { fields: { Name: string } }) => fields.Name,
      );

    test("OAuth connects with PKCE, and the e-mail address is the name", async () => {
      const { key } = await connected();
      expect(await integrationOf(gateway, key, "airtable")).toMatchObject({ status: "active" });
      const { data } = (await gateway.call("GET", "/api/v1/airtable/me", { key })).json;
      expect(data).toMatchObject({ id: "usrAdaAdaAdaAda01", email: "ada@example.com" });
    });

    test("reads at the same time with an access token that has ended refresh once, since both old tokens die", async () => {
      const { key } = await connected();
      provider.endAccess();
      const before = provider.tokenRequests.length;
      const reads = Array.from({ length: 5 }, () => gateway.call("GET", "/api/v1/airtable/me", { key }));
      expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(provider.tokenRequests.length - before).toBe(1);
      provider.endAccess();
      expect((await gateway.call("GET", "/api/v1/airtable/me", { key })).status).toBe(200);
      const spent = provider.tokenRequests.slice(before).map((form) => form.get("refresh_token"));
      expect(new Set(spent).size).toBe(2);
    });

    test("a personal access token connects, is repeated nowhere, and may do what its scopes say", async () => {
      const { key, response } = await withToken();
      expect([response.status, response.json.data.status]).toEqual([200, "active"]);
      expect(response.text).not.toContain(PERSONAL_TOKEN);
      expect((await gateway.call("GET", RECORDS, { key })).status).toBe(200);
      const body = { records: [{ fields: { Name: "No" } }] };
      const refused = await send("POST", key, body);
      expect(codeOf(refused)).toBe("404 NOT_FOUND");
      expect(refused.text).toContain("not shared with this integration");
    });

    test.each(["keyOldOldOldOldOl", `patUnknownUnknow1.${"f".repeat(64)}`, `${PERSONAL_TOKEN} `])(
      "%j is refused",
      async (text) => {
        const { response } = await withToken(text);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(response.text).not.toContain(text.trim());
      },
    );

    test("records are created, typecast, changed, and listed over pages", async () => {
      const { key } = await connected();
      const records = ["Flour", "Bran", "Oats"].map((Name) => ({ fields: { Name, Status: "Milled" } }));
      expect(codeOf(await send("POST", key, { records }))).toBe("400 VALIDATION_ERROR");
      const made = await send("POST", key, { records, typecast: true });
      expect([made.status, made.json.data.records.length]).toEqual([200, 3]);
      const [{ id }] = made.json.data.records;
      const changed = await send("PATCH", key, { records: [{ id, fields: { Price: 7, Status: null } }] });
      expect(changed.json.data.records[0].fields).toEqual({ Name: "Flour", Price: 7 });
      expect(codeOf(await send("PATCH", key, { records: [{ id, fields: { Colour: "red" } }] }))).toBe(
        "400 VALIDATION_ERROR",
      );
      const names: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const more: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
        const { data } = (await gateway.call("GET", `${RECORDS}?limit=1${more}`, { key })).json;
        names.push(...data.records.map(({ fields }: { fields: { Name: string } }) => fields.Name));
        cursor = data.next_cursor;
      }
      expect(names).toEqual(provider.rows.map(({ fields }) => String(fields.Name)));
    });

    test("an upsert that is repeated changes what it made, and makes nothing more", async () => {
      const { key } = await connected();
      const body = {
        fields_to_merge_on: ["Email"],
        records: [
          { fields: { Name: "Ada", Email: `ada-${lane}@example.com` } },
          { fields: { Name: "Bob", Email: "bob@example.com" } },
        ],
      };
      const first = (await send("PUT", key, body, `${RECORDS}/upsert`)).json.data;
      expect([first.created_ids.length, first.updated_ids.length]).toEqual([2, 0]);
      const count = provider.rows.length;
      const again = (await send("PUT", key, body, `${RECORDS}/upsert`)).json.data;
      expect([again.created_ids, again.updated_ids]).toEqual([[], first.created_ids]);
      expect(provider.rows.length).toBe(count);
    });

    test("a search's words are a value of the formula, whatever they hold", async () => {
      const { key } = await connected();
      const hostile = ["') = '' , TRUE(), ('", 'o\'neil "co" \\', "{Name}", "' & {Email} & '", "a\\'b"];
      for (const Name of hostile) provider.insert({ Name });
      for (const name of hostile) {
        const words = encodeURIComponent(name);
        expect(await namesAt(key, `${SEARCH}?field=Name&equals=${words}`)).toEqual([name]);
        expect(await namesAt(key, `${SEARCH}?field=Name&contains=${words}`)).toEqual([name]);
      }
      const sent = provider.formulas.length;
      const path = `${SEARCH}?field=${encodeURIComponent("Name} = '' , {Name")}&equals=x`;
      expect(codeOf(await gateway.call("GET", path, { key }))).toBe("400 VALIDATION_ERROR");
      expect(provider.formulas.length).toBe(sent);
    });

    describe("a watched base", () => {
      let user: Awaited<ReturnType<typeof connected>>;
      let sourceId = "";
      const watch = (key: string) =>
        gateway.call("POST", "/api/v1/sources/airtable", { key, body: { name: "base", resource: BASE } });
      const drain = () => gateway.app.deps.sources.drain();
      const work = async () => {
        await gateway.app.deps.inboundWebhooks.drain();
        await drain();
      };
      const titles = async () => {
        const found = await gateway.database.database.query<{ type: string; payload: { record_id?: string } }>(
          "select type, payload from inbox_events where user_id = $1::uuid and type <> 'integration.connected' order by seq",
          [user.userId],
        );
        return found.map(({ type, payload }) => `${type} ${payload.record_id ?? ""}`.trim());
      };
      const current = () => [...provider.hooks.values()].at(-1) as Hook;
      beforeAll(async () => {
        user = await connected();
        const made = await watch(user.key);
        expect(made.status).toBe(200);
        sourceId = made.json.data.id;
        await drain();
      }, HOOK_MS);

      test("has a webhook with an address of its own, and nothing of what was there before", async () => {
        expect(provider.hooks.size).toBe(1);
        expect(current().address).toContain(`/api/v1/webhooks/airtable/${sourceId}.`);
        expect(await titles()).toEqual([]);
      });

      test("a ping brings what is in the log, over its pages, in order and once", async () => {
        const [first, second] = [provider.insert({ Name: "Rye" }), provider.insert({ Name: "Spelt" })];
        provider.update(first, { Price: 3 });
        const expected = [`records.created ${first.id}`, `records.created ${second.id}`, `records.updated ${first.id}`];
        expect(await (await provider.ping(current())).text()).toBe("");
        await work();
        expect(await titles()).toEqual(expected);
        expect((await provider.ping(current())).status).toBe(200);
        clock.move(1_000);
        expect((await provider.ping(current())).status).toBe(200);
        await work();
        expect(await titles()).toEqual(expected);
      });

      test("a ping that another key signed triggers no poll", async () => {
        const before = await titles();
        provider.insert({ Name: "Malt" });
        clock.move(1_000);
        expect((await provider.ping({ ...current(), secret: btoa("another") })).status).toBe(401);
        expect((await provider.pingUndecoded(current())).status).toBe(401);
        await work();
        expect(await titles()).toEqual(before);
        await provider.ping(current());
        await work();
        expect(await titles()).toHaveLength(before.length + 1);
      });

      test("a lost ping costs no event: the log is read four times a day all the same", async () => {
        const before = await titles();
        provider.insert({ Name: "Hops" });
        clock.move(DAY_MS / 4 - DAY_MS / 24);
        await work();
        expect(await titles()).toEqual(before);
        clock.move(DAY_MS / 24);
        await work();
        expect(await titles()).toHaveLength(before.length + 1);
      });

      test("a third webhook in the base is refused by Airtable, and its source says why", async () => {
        const [second, third] = [await connected(), await connected()];
        await watch(second.key);
        await drain();
        await watch(third.key);
        await drain();
        const { sources } = (await gateway.call("GET", "/api/v1/sources/airtable", { key: third.key })).json.data;
        expect(sources).toMatchObject([{ state: "failed", error: { code: "invalid" } }]);
        expect(JSON.stringify(sources)).toContain("as many webhooks as Airtable allows");
        expect(provider.hooks.size).toBe(2);
        for (const { key } of [second, third])
          expect((await gateway.call("DELETE", "/api/v1/integrations/airtable", { key })).status).toBe(200);
        await drain();
        expect(provider.hooks.size).toBe(1);
      });

      test("a webhook that Airtable has dropped is made anew, and the gap is told", async () => {
        provider.hooks.clear();
        provider.insert({ Name: "Lost" });
        clock.move(DAY_MS + 1);
        await work();
        expect(provider.hooks.size).toBe(1);
        const found = provider.insert({ Name: "Found" });
        await provider.ping(current());
        await work();
        await work();
        const after = await titles();
        expect(after).toContain(`records.created ${found.id}`);
        expect(after.filter((title) => title === "integration.events_missed")).toHaveLength(1);
      });

      test("deleting the source removes the webhook at Airtable", async () => {
        const ended = await gateway.call("DELETE", `/api/v1/sources/airtable/${sourceId}`, { key: user.key });
        expect(ended.status).toBe(200);
        await drain();
        expect(provider.hooks.size).toBe(0);
      });
    });
  });
}
