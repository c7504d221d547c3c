// Webhook endpoints over the API: validated, bounded, of their user alone, their secrets shown once.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { disableEndpoint, findEndpoint, updateEndpoint } from "../../../src/events/webhooks/endpoint-store.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { dump, secretsIn, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { createEndpoint, endpointOf, PATH, startHooksGateway, storeTypes } from "./hooks.ts";

setDefaultTimeout(TEST_MS);
const URL_ = "https://hooks.example.com/in";

for (const lane of LANES) {
  describe(`webhook endpoints on ${lane}`, () => {
    let gateway: TestGateway;
    let addresses: string[];
    beforeAll(async () => {
      const webhooks = { resolve: async () => addresses };
      gateway = await startHooksGateway(lane, { env: {}, plugins: await builtInPlugins(), webhooks });
      addresses = ["93.184.215.14"];
    });
    afterAll(() => gateway.close());
    const create = (key: string, body: object) => gateway.call("POST", PATH, { key, body });

    test("an endpoint gets everything unless filters say less, and shows its secret at its creation alone", async () => {
      const { key } = await gateway.partner();
      const made = (await create(key, { url: URL_ })).json.data;
      const { secret, ...view } = made;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(view).toEqual({
        id: expect.any(String),
        url: URL_,
        description: null,
        event_types: ["*"],
        unknown_event_types: [],
        providers: null,
        scope: "all",
        account_ids: null,
        decides: false,
        enabled: true,
        disabled_reason: null,
        disabled_at: null,
        failures: 0,
        last_success_at: null,
        is_full: false,
        dropped: 0,
        previous_secret_expires_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      expect(await endpointOf(gateway, key, view.id)).toEqual(view);
      const list = await gateway.call("GET", PATH, { key });
      expect(list.json.data).toEqual({ webhook_endpoints: [view] });
    });

    test("PUT of a URL changes the endpoint that has it, whose secret stays, or creates it", async () => {
      const { key } = await gateway.partner();
      const put = (body: object, as = key) => gateway.call("PUT", PATH, { key: as, body });
      const first = (await put({ url: URL_, event_types: ["gmail.*"] })).json.data;
      expect([first.created, first.secret, first.event_types]).toEqual([
        true,
        expect.stringMatching(/^whsec_/),
        ["gmail.*"],
      ]);
      const secretOf = async () => {
        const text = "select secret from webhook_endpoints where id = $1";
        const [row] = await gateway.database.database.query<{ secret: string }>(text, [first.id]);
        return row?.secret;
      };
      const sealed = await secretOf();
      const again = (await put({ url: "https://HOOKS.example.com/in", description: "again" })).json.data;
      expect(again).toMatchObject({ id: first.id, created: false, description: "again", event_types: ["gmail.*"] });
      expect([again.secret, await secretOf()]).toEqual([undefined, sealed]);
      const unchanged = (await put({ url: URL_ })).json.data;
      expect([unchanged.id, unchanged.updated_at]).toEqual([first.id, again.updated_at]);
      expect((await put({ url: `${URL_}/2` })).json.data.created).toBe(true);
      const stranger = await gateway.partner();
      expect((await put({ url: URL_ }, stranger.key)).json.data.created).toBe(true);
      expect(codeOf(await put({ url: URL_, event_types: ["nothing.there"] }))).toBe("400 VALIDATION_ERROR");
      expect(codeOf(await put({ url: "http://nowhere" }))).toBe("400 VALIDATION_ERROR");
    });

    test("of several PUTs of a URL at once, one creates the endpoint", async () => {
      const { key } = await gateway.partner();
      const all = await Promise.all(
        Array.from({ length: 6 }, () => gateway.call("PUT", PATH, { key, body: { url: URL_ } })),
      );
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(all.filter(({ json }) => json.data.created)).toHaveLength(1);
      expect(new Set(all.map(({ json }) => json.data.id)).size).toBe(1);
      const list = await gateway.call("GET", PATH, { key });
      expect(list.json.data.webhook_endpoints).toHaveLength(1);
    });

    test("a PUT of a URL beside a deletion of its endpoint has one", async () => {
      const { key } = await gateway.partner();
      const put = () => gateway.call("PUT", PATH, { key, body: { url: URL_, description: crypto.randomUUID() } });
      for (let round = 0; round < 10; round++) {
        gateway.clock.nextMinute();
        const { id } = (await put()).json.data;
        const all = await Promise.all([put(), gateway.call("DELETE", `${PATH}/${id}`, { key }), put()]);
        expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
    });

    const LIST = "GET /api/v1/inbox/event-types lists all types.";
    const WHY: [unknown: string, instead: string][] = [
      ["issues.openedd", 'There is no event type "issues.openedd". Did you mean issues.opened?'],
      ["gmial.*", 'No event type begins with "gmial.". Did you mean gmail.*?'],
      ["github.issues.opened", 'There is no event type "github.issues.opened". Did you mean issues.opened?'],
      ["gmail.nothing_like_it", 'There is no event type "gmail.nothing_like_it". There is gmail.message_received.'],
      ["issues.opened.*", 'No event type begins with "issues.opened.". Did you mean issues.opened?'],
      ["github.*", 'No event type begins with "github.". For only the events of github, name it in providers.'],
      ["webhooks.never_seen_before", "There is webhooks.endpoint_disabled."],
      ["webhook.test", 'There is no event type "webhook.test".'],
      ["nothing.at_all", 'There is no event type "nothing.at_all".'],
    ];

    test("a type that no event has is refused, with the closest ones and where all are, and nothing is stored", async () => {
      const { key } = await gateway.partner();
      const { id } = await createEndpoint(gateway, key, { url: URL_, event_types: ["gmail.*"] });
      for (const [unknown, instead] of WHY) {
        const body = { url: URL_, event_types: ["issues.opened", unknown] };
        for (const refused of [await create(key, body), await gateway.call("PATCH", `${PATH}/${id}`, { key, body })]) {
          expect([unknown, codeOf(refused)]).toEqual([unknown, "400 VALIDATION_ERROR"]);
          expect(refused.json.details.errors).toEqual([
            { in: "body", path: "/event_types/1", message: expect.stringContaining(instead) },
          ]);
          expect(refused.json.error).toEndWith(LIST);
        }
      }
      const list = (await gateway.call("GET", PATH, { key })).json.data.webhook_endpoints;
      expect(list.map((one: { event_types: string[] }) => one.event_types)).toEqual([["gmail.*"]]);
    });

    test("many unknown types are refused with twenty errors, beside those of other fields", async () => {
      const { key } = await gateway.partner();
      const types = Array.from({ length: 100 }, (_, i) => `${"a".repeat(60)}.b${i}`);
      const refused = await create(key, { url: URL_, event_types: types, providers: ["nobody"] });
      const paths = refused.json.details.errors.map(({ path }: { path: string }) => path);
      expect([paths[0], paths[1], paths.length]).toEqual(["/providers", "/event_types/0", 20]);
    });

    test("every type of the list is taken, and all of each service", async () => {
      const { key } = await gateway.partner();
      const { event_types: list } = (await gateway.call("GET", "/api/v1/inbox/event-types", { key })).json.data;
      const types = new Set<string>(list.map(({ type }: { type: string }) => type));
      const patterns = [...types, ...new Set([...types].map((type) => `${type.split(".")[0]}.*`))];
      expect(patterns.length).toBeGreaterThan(200);
      const { id } = await createEndpoint(gateway, key, { url: URL_ });
      for (let at = 0; at < patterns.length; at += 100) {
        const body = { event_types: patterns.slice(at, at + 100) };
        const changed = await gateway.call("PATCH", `${PATH}/${id}`, { key, body });
        expect([changed.status, changed.json.data?.event_types]).toEqual([200, body.event_types]);
      }
    });

    test("stored types that no plugin has any more stay, are named, and are no reason to refuse a change", async () => {
      const { key } = await gateway.partner();
      const { id } = await createEndpoint(gateway, key, { url: URL_, event_types: ["gmail.*"] });
      const gone = ["gone.made", "gone.*"];
      await storeTypes(gateway, id, ["gmail.*", ...gone]);
      const stored = { event_types: ["gmail.*", ...gone], unknown_event_types: gone };
      expect(await endpointOf(gateway, key, id)).toMatchObject(stored);
      const change = (body: object) => gateway.call("PATCH", `${PATH}/${id}`, { key, body });
      expect((await change({ description: "changed" })).json.data).toMatchObject(stored);
      expect((await change({ event_types: stored.event_types })).json.data).toMatchObject(stored);
      expect(codeOf(await change({ event_types: ["gone.made", "gone.again"] }))).toBe("400 VALIDATION_ERROR");
      const fewer = { event_types: ["gone.made", "issues.opened"], unknown_event_types: ["gone.made"] };
      expect((await change({ event_types: fewer.event_types })).json.data).toMatchObject(fewer);
      expect(codeOf(await change({ event_types: ["gone.*"] }))).toBe("400 VALIDATION_ERROR");
      expect((await change({ event_types: ["*"] })).json.data).toMatchObject({ unknown_event_types: [] });
    });

    test("S-55: no table and no log line holds a secret, before and after its rotation", async () => {
      const { key } = await gateway.partner();
      const { id, secret } = await createEndpoint(gateway, key, { url: `${URL_}?token=in-the-url` });
      const rotated = (await gateway.call("POST", `${PATH}/${id}/secret/rotate`, { key })).json.data.secret;
      const secrets = [secret, rotated].map((text: string) => text.slice("whsec_".length));
      expect(secretsIn(await dump(gateway), secrets)).toEqual([]);
      expect(secretsIn(gateway.logLines.join("\n"), [...secrets, "token=in-the-url"])).toEqual([]);
    });

    test("every field is validated", async () => {
      const { key } = await gateway.partner();
      const bad: object[] = [
        {},
        { url: "http://hooks.example.com/" },
        { url: "https://ada@hooks.example.com/" },
        { url: URL_, event_types: [] },
        { url: URL_, event_types: ["gmail*"] },
        { url: URL_, event_types: ["*.opened"] },
        { url: URL_, event_types: Array.from({ length: 101 }, (_, i) => `a.b${i}`) },
        { url: URL_, providers: ["nobody"] },
        { url: URL_, scope: "user", account_ids: [crypto.randomUUID()] },
        { url: URL_, scope: "nobody" },
        { url: URL_, secret: "whsec_x" },
      ];
      for (const body of bad) expect(codeOf(await create(key, body))).toBe("400 VALIDATION_ERROR");
      expect((await create(key, { url: URL_, event_types: ["gmail*"] })).json.error).toBe(
        '"event_types.0" does not have its form: *, a type such as issues.opened, or all types with the same prefix, such as gmail.*.',
      );
    });

    test("a change does not enable an endpoint that the gateway has stopped meanwhile", async () => {
      const { key, userId } = await gateway.partner();
      const { id } = await createEndpoint(gateway, key, { url: URL_ });
      const { database } = gateway.app.deps;
      const visible = { userId, accountsOnly: false };
      const read = await findEndpoint(database, visible, id);
      if (!read) throw new Error("The endpoint is missing.");
      await database.transaction((tx) => disableEndpoint(tx, id, "gone", gateway.clock.now()));
      const changed = { ...read, description: "changed", enabled: null, decider: null, mayMove: false };
      expect(await updateEndpoint(database, visible, changed, gateway.clock.now())).toMatchObject({
        description: "changed",
        enabled: false,
        disabled_reason: "gone",
      });
    });

    test("S-33: a host with a forbidden address is refused at creation and at a change", async () => {
      const { key } = await gateway.partner();
      const { id } = await createEndpoint(gateway, key, { url: URL_ });
      for (const bad of [["127.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["169.254.169.254"], ["::1"], ["fe80::1"], []]) {
        addresses = bad;
        for (const response of [
          await create(key, { url: URL_ }),
          await gateway.call("PATCH", `${PATH}/${id}`, { key, body: { url: "https://other.example.com/" } }),
        ]) {
          expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
          expect(response.json.details).toMatchObject({ reason: "address_refused", errors: [{ path: "/url" }] });
        }
      }
      addresses = ["93.184.215.14"];
      for (const url of ["https://127.0.0.1/", "https://[::1]/", "https://0x7f.1/", "https://[::ffff:10.0.0.1]/"])
        expect((await create(key, { url })).json.details.reason).toBe("address_refused");
      expect((await endpointOf(gateway, key, id)).url).toBe(URL_);
    });

    test("a change leaves what it does not name, and can disable and enable", async () => {
      const { key } = await gateway.partner();
      const body = { url: URL_, description: "one", event_types: ["gmail.*"], providers: ["google"], scope: "user" };
      const { id, secret: _, ...made } = (await create(key, body)).json.data;
      const change = async (changed: object) =>
        (await gateway.call("PATCH", `${PATH}/${id}`, { key, body: changed })).json.data;
      const { updated_at: _at, ...same } = made;
      expect(await change({ description: null })).toMatchObject({ ...same, description: null });
      expect(await change({ event_types: ["*"], providers: null })).toMatchObject({
        event_types: ["*"],
        providers: null,
      });
      expect(await change({ enabled: false })).toMatchObject({ enabled: false, disabled_reason: "manual" });
      expect(await change({ description: "two" })).toMatchObject({ enabled: false, disabled_reason: "manual" });
      expect(await change({ enabled: true })).toMatchObject({
        enabled: true,
        disabled_reason: null,
        disabled_at: null,
      });
      const deleted = await gateway.call("DELETE", `${PATH}/${id}`, { key });
      expect(deleted.json.data).toEqual({ deleted: true });
      expect(codeOf(await gateway.call("GET", `${PATH}/${id}`, { key }))).toBe("404 NOT_FOUND");
    });

    test("a user has 50 endpoints at most, also when they are created at once", async () => {
      const { key, userId } = await gateway.partner();
      for (let i = 0; i < 48; i++) await createEndpoint(gateway, key, { url: URL_ });
      const codes = (await Promise.all([1, 2, 3, 4].map(() => create(key, { url: URL_ })))).map(({ status }) => status);
      expect(codes.sort()).toEqual([200, 200, 409, 409]);
      const rows = await gateway.app.deps.database.query<{ n: number }>(
        "select count(*)::int as n from webhook_endpoints where user_id = $1::uuid",
        [userId],
      );
      expect(rows).toEqual([{ n: 50 }]);
    });

    test("gateway:partner.manage must be named in a key's list", async () => {
      const named = await gateway.user({ permissions: ["gateway:partner.manage"] });
      const all = await gateway.user();
      expect((await create(named.key, { url: URL_ })).status).toBe(200);
      expect((await create(all.key, { url: URL_ })).status).toBe(403);
    });

    test("S-48: a key for partner use reaches only endpoints of connected accounts, and makes no others", async () => {
      const { key, email } = await gateway.partner();
      const own = await createEndpoint(gateway, key, { url: URL_ });
      const ofAccounts = await createEndpoint(gateway, key, { url: URL_, scope: "accounts" });
      const made = await gateway.admin("POST", "/keys", {
        user: email,
        partner_only: true,
        permissions: ["*", "gateway:partner.manage"],
      });
      const only = made.json.data.key as string;
      const list = (await gateway.call("GET", PATH, { key: only })).json.data.webhook_endpoints;
      expect(list.map(({ id }: { id: string }) => id)).toEqual([ofAccounts.id]);
      for (const [method, path] of [
        ["GET", ""],
        ["PATCH", ""],
        ["POST", "/secret/rotate"],
        ["GET", "/deliveries"],
        ["GET", `/deliveries/${crypto.randomUUID()}`],
        ["POST", "/test"],
        ["DELETE", ""],
      ] as const) {
        const body = method === "PATCH" ? { description: "mine" } : undefined;
        const response = await gateway.call(method, `${PATH}/${own.id}${path}`, { key: only, body });
        expect(codeOf(response)).toBe("404 NOT_FOUND");
      }
      for (const scope of ["all", "user"]) {
        expect((await create(only, { url: URL_, scope })).status).toBe(403);
        const path = `${PATH}/${ofAccounts.id}`;
        expect((await gateway.call("PATCH", path, { key: only, body: { scope } })).status).toBe(403);
      }
      expect((await create(only, { url: URL_ })).json.data.scope).toBe("accounts");
    });

    test("S-45: account_ids of another partner are as unknown as made-up ones", async () => {
      const [mine, theirs] = [await gateway.partner(), await gateway.partner()];
      const [own, foreign] = [await gateway.account(mine.key), await gateway.account(theirs.key)];
      const made = await create(mine.key, { url: URL_, account_ids: [own, own.toUpperCase()] });
      expect(made.json.data).toMatchObject({ scope: "accounts", account_ids: [own] });
      for (const id of [foreign, crypto.randomUUID()])
        expect(codeOf(await create(mine.key, { url: URL_, account_ids: [own, id] }))).toBe("404 ACCOUNT_NOT_FOUND");
    });
  });
}
