// Several connections of one owner with one provider, over real HTTP: made, named, chosen, changed and disconnected by name.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import {
  ADA,
  GRACE,
  HOOK_MS,
  land,
  landAndReplace,
  logged,
  REDIRECT_URL,
  sessionOf,
  startAndConsent,
  TEST_MS,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser, unescaped } from "../../support/page-browser.ts";

setDefaultTimeout(TEST_MS);
const PROFILE = "/api/v1/github/user";
const MINE = "/api/v1/integrations";

interface Connection {
  id: string;
  name: string;
  is_default: boolean;
  identity: { name: string };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`several connections on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const named = (name: string | null) => (name === null ? {} : { headers: { "x-connection": name } });
    const whoami = (key: string, name: string | null = null) => gateway.call("GET", PROFILE, { key, ...named(name) });
    const list = async (key: string): Promise<Connection[]> =>
      (await gateway.call("GET", MINE, { key })).json.data.integrations;
    /** Connects an account of GitHub by a name. */
    const connect = async (key: string, person: string, connection?: string) => {
      const { callback } = await startAndConsent(gateway, key, "github", { person, ...(connection && { connection }) });
      return (await land(callback)).outcome;
    };
    /** Somebody with ada's account as `work`, and grace's as `private`. */
    const withTwo = async () => {
      gateway.clock.move(60_000);
      const user = await gateway.user();
      for (const [person, name] of [
        [ADA.github, "work"],
        [GRACE.github, "private"],
      ] as const)
        expect(await connect(user.key, person, name)).toMatchObject({ status: "success" });
      const connections = await list(user.key);
      const idOf = (name: string) => connections.find((one) => one.name === name)?.id as string;
      return { ...user, connections, idOf };
    };

    test("the first is called default, and everything is as with one", async () => {
      const { key } = await gateway.user();
      await connect(key, ADA.github);
      expect((await list(key)).map(({ name, is_default }) => [name, is_default])).toEqual([["default", false]]);
      const response = await whoami(key);
      expect([response.json.data.login, response.headers.get("x-connection")]).toEqual([ADA.github, null]);
      expect((await whoami(key, "default")).json.data.login).toBe(ADA.github);
    });

    test("N-1: a call acts as the connection that it names, by header and by a tool's argument", async () => {
      const { key } = await withTwo();
      const byTool = (connection: string) =>
        gateway.call("POST", "/api/v1/tools/github_get_user/execute", { key, body: { arguments: { connection } } });
      for (const [name, person] of [
        ["work", ADA.github],
        ["private", GRACE.github],
      ] as const) {
        expect((await whoami(key, name)).json.data.login).toBe(person);
        expect((await byTool(name)).json.data.login).toBe(person);
      }
    });

    test("without a name nothing is guessed: 400 that lists them", async () => {
      const { key } = await withTwo();
      const response = await whoami(key);
      expect([response.status, response.json.code]).toEqual([400, "CONNECTION_AMBIGUOUS"]);
      expect(response.json.details).toMatchObject({
        provider: "github",
        reason: "connection_unnamed",
        connections: [
          { name: "private", identity: { name: GRACE.github }, status: "active" },
          { name: "work", identity: { name: ADA.github }, status: "active" },
        ],
      });
      for (const [method, path] of [
        ["DELETE", `${MINE}/github`],
        ["PUT", `${MINE}/github`],
        ["GET", "/api/v1/sources/github"],
      ] as const) {
        const body = method === "PUT" ? { body: { name: "other" } } : {};
        expect((await gateway.call(method, path, { key, ...body })).json.code).toBe("CONNECTION_AMBIGUOUS");
      }
    });

    test("a name that is not there is refused with those that are, one of another form too", async () => {
      const { key } = await withTwo();
      const response = await whoami(key, "school");
      expect([response.status, response.json.code]).toEqual([403, "PERMISSION_DENIED"]);
      expect(response.json.details).toMatchObject({ reason: "not_connected", connections: ["private", "work"] });
      for (const name of ["Work", "wörk", "work ", "a".repeat(65)])
        expect([name, (await whoami(key, encodeURIComponent(name))).status]).toEqual([name, 400]);
    });

    test("a cursor is of one connection: no list goes on with another one's pages", async () => {
      const { key, idOf } = await withTwo();
      const page = (name: string | null, cursor?: string) =>
        gateway.call("GET", `/api/v1/github/repos?limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, {
          key,
          ...named(name),
        });
      const cursorOf = async (name: string | null) => (await page(name)).json.data.next_cursor as string;
      const ofWork = await cursorOf("work");
      expect((await page("work", ofWork)).status).toBe(200);
      const others = await page("private", ofWork);
      expect([others.status, others.json.details.errors[0].path]).toEqual([400, "/cursor"]);
      // A default that changes between two pages changes whose list it would be.
      const choose = (name: string) =>
        gateway.call("PUT", `${MINE}/${idOf(name)}`, { key, body: { is_default: true } });
      await choose("work");
      const unnamed = await cursorOf(null);
      expect((await page(null, unnamed)).status).toBe(200);
      await choose("private");
      expect((await page(null, unnamed)).status).toBe(400);
      await gateway.call("PUT", `${MINE}/${idOf("private")}`, { key, body: { name: "default" } });
      expect((await page("default", ofWork)).status).toBe(400);
    });

    test("of two choices of a default at once one holds, whichever it is", async () => {
      const { key, idOf } = await withTwo();
      const choose = (name: string) =>
        gateway.call("PUT", `${MINE}/${idOf(name)}`, { key, body: { is_default: true } });
      for (let round = 0; round < 5; round++) {
        for (const { id } of await list(key))
          await gateway.call("PUT", `${MINE}/${id}`, { key, body: { is_default: false } });
        const both = await Promise.all([choose("work"), choose("private"), choose("work")]);
        expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
        expect((await list(key)).filter(({ is_default }) => is_default)).toHaveLength(1);
      }
    });

    test("an explicit default is used without a name, and the response says so; it moves and goes", async () => {
      const { key, idOf } = await withTwo();
      const choose = (name: string, is_default: boolean) =>
        gateway.call("PUT", `${MINE}/${idOf(name)}`, { key, body: { is_default } });
      const used = async () => {
        const response = await whoami(key);
        return [response.json.data?.login ?? response.json.code, response.headers.get("x-connection")];
      };
      expect((await choose("work", true)).json.data).toMatchObject({ name: "work", is_default: true });
      expect(await used()).toEqual([ADA.github, "work"]);
      expect((await choose("private", true)).status).toBe(200);
      expect((await list(key)).map(({ name, is_default }) => [name, is_default])).toEqual([
        ["private", true],
        ["work", false],
      ]);
      expect(await used()).toEqual([GRACE.github, "private"]);
      // What is chosen for calls says nothing of what is to be deleted.
      expect((await gateway.call("DELETE", `${MINE}/github`, { key })).json.code).toBe("CONNECTION_AMBIGUOUS");
      await choose("private", false);
      expect(await used()).toEqual(["CONNECTION_AMBIGUOUS", null]);
    });

    test("a rename is followed at once; a name that another one has is refused", async () => {
      const { key, idOf } = await withTwo();
      const rename = (name: string) => gateway.call("PUT", `${MINE}/${idOf("work")}`, { key, body: { name } });
      const taken = await rename("private");
      expect([taken.status, taken.json.code]).toEqual([409, "CONFLICT"]);
      expect((await rename("office")).json.data.name).toBe("office");
      expect((await whoami(key, "work")).status).toBe(403);
      expect((await whoami(key, "office")).json.data.login).toBe(ADA.github);
      for (const name of ["Office", "", "bü", "a/b"]) expect((await rename(name)).status).toBe(400);
      expect(logged(gateway, "integration_changed").at(-1)).toMatchObject({ connection: "office", old_name: "work" });
    });

    test("one is disconnected by its id or name; the other goes on, and is the only one then", async () => {
      const { key, idOf } = await withTwo();
      const gone = await gateway.call("DELETE", `${MINE}/${idOf("work")}`, { key });
      expect(gone.json.data).toEqual({ deleted: true, provider: "github" });
      expect((await whoami(key)).json.data.login).toBe(GRACE.github);
      expect((await gateway.call("DELETE", `${MINE}/github`, { key, ...named("work") })).status).toBe(404);
      expect((await gateway.call("DELETE", `${MINE}/github`, { key, ...named("private") })).status).toBe(200);
      expect(await list(key)).toEqual([]);
    });

    test("connecting without a name renews the identity's own connection", async () => {
      const { key, connections } = await withTwo();
      expect(await connect(key, GRACE.github)).toMatchObject({ status: "success" });
      expect((await list(key)).map(({ id, name }) => [id, name])).toEqual(
        connections.map(({ id, name }) => [id, name]),
      );
    });

    test("another identity under a taken name is a choice: to keep, to replace or to add by a further name", async () => {
      const { key, idOf } = await withTwo();
      const begin = () => startAndConsent(gateway, key, "github", { person: GRACE.github, connection: "work" });
      const open = async (callback: URL) => {
        const browser = pageBrowser();
        const page = await browser.open(callback.href);
        expect(unescaped(page.text).replace(/<[^>]*>/g, "")).toContain("You signed in as grace.");
        return { browser, page };
      };
      const first = await begin();
      const { browser, page } = await open(first.callback);
      expect(page.text).toContain('value="grace"');
      for (const [name, text] of [
        ["No name!", "Use 1 to 64"],
        ["private2", ""],
      ] as const) {
        const answer = await browser.send(page, { action: "add", connection: name });
        if (text === "") continue;
        expect([answer.status, unescaped(answer.text).includes(text)]).toEqual([400, true]);
        expect(answer.text).toContain('value="no name!"');
      }
      expect((await whoami(key, "private2")).json.data.login).toBe(GRACE.github);
      expect(await sessionOf(gateway, key, first.sessionId)).toMatchObject({
        status: "completed",
        connection: "private2",
      });
      // What was there under the name is as it was.
      expect((await whoami(key, "work")).json.data.login).toBe(ADA.github);
      const second = await begin();
      expect((await landAndReplace(second.callback)).outcome).toMatchObject({ status: "success" });
      expect((await whoami(key, "work")).json.data.login).toBe(GRACE.github);
      expect((await list(key)).find(({ name }) => name === "work")?.id).toBe(idOf("work"));
    });

    test("the page takes no name that another connection has", async () => {
      const { key } = await withTwo();
      const { callback } = await startAndConsent(gateway, key, "github", { person: GRACE.github, connection: "work" });
      const browser = pageBrowser();
      const page = await browser.open(callback.href);
      // The identity's own connection has the name: it is renewed, as by a connect without a name.
      const taken = await browser.send(page, { action: "add", connection: "work" });
      expect([taken.status, unescaped(taken.text).includes("Another connection has this name.")]).toEqual([400, true]);
      await browser.send(taken, { action: "add", connection: "third" });
      expect((await list(key)).map(({ name }) => name)).toEqual(["private", "third", "work"]);
    });

    test("of several, none of whom signs in and none chosen, none can be replaced: the new one is added or not", async () => {
      const { key, userId } = await withTwo();
      const query = `update connections set identity_id = 'carol', identity = '{"id":"carol","name":"carol"}'::text::jsonb
        where user_id = $1::uuid and name = 'private'`;
      await gateway.database.database.query(query, [userId]);
      await gateway.heard();
      const open = async () => {
        const { callback } = await startAndConsent(gateway, key, "github", { person: GRACE.github });
        const browser = pageBrowser();
        return { browser, page: await browser.open(callback.href) };
      };
      const first = await open();
      expect(first.page.text).toContain("Add another GitHub account?");
      expect(first.page.text).not.toContain('value="replace"');
      await first.browser.send(first.page, { action: "replace", replaces: "carol" });
      await first.browser.send(first.page, { action: "keep" });
      const names = async () => (await list(key)).map(({ name, identity }) => [name, identity.name]);
      expect(await names()).toEqual([
        ["private", "carol"],
        ["work", ADA.github],
      ]);
      const second = await open();
      await second.browser.send(second.page, { action: "add", connection: "third" });
      expect(await names()).toEqual([
        ["private", "carol"],
        ["third", GRACE.github],
        ["work", ADA.github],
      ]);
    });

    test("two connects of one name at once make one connection", async () => {
      gateway.clock.move(60_000);
      const { key } = await gateway.user();
      const started = await Promise.all(
        [1, 2].map(() => startAndConsent(gateway, key, "github", { person: ADA.github, connection: "work" })),
      );
      const landed = await Promise.all(started.map(({ callback }) => land(callback)));
      expect(landed.map(({ outcome }) => outcome?.status)).toEqual(["success", "success"]);
      expect((await list(key)).map(({ name }) => name)).toEqual(["work"]);
    });

    test("an account's pending grants are confirmed each by its token", async () => {
      gateway.clock.move(60_000);
      const { key } = await gateway.partner({ tier: "enterprise" });
      const accountId = await gateway.account(key);
      const tokens: string[] = [];
      for (const [person, connection] of [
        [ADA.github, "work"],
        [GRACE.github, "private"],
      ] as const) {
        const options = { accountId, person, connection, confirm: true };
        const { callback } = await startAndConsent(gateway, key, "github", options);
        tokens.push((await land(callback)).outcome?.confirm_token as string);
      }
      const path = `/api/v1/accounts/${accountId}/integrations`;
      const confirm = (confirm_token: string) =>
        gateway.call("POST", `${path}/github/confirm`, { key, body: { confirm_token } });
      // A token confirms the one that the request names, or none.
      const misnamed = await gateway.call("POST", `${path}/github/confirm`, {
        key,
        body: { confirm_token: tokens[1] },
        headers: { "x-connection": "work" },
      });
      expect(misnamed.status).toBe(400);
      expect((await confirm(tokens[1] as string)).json.data).toMatchObject({ name: "private", status: "active" });
      const statuses = async () =>
        (await gateway.call("GET", path, { key })).json.data.integrations.map(
          (one: { name: string; status: string }) => [one.name, one.status],
        );
      expect(await statuses()).toEqual([
        ["private", "active"],
        ["work", "pending"],
      ]);
      expect((await confirm(tokens[1] as string)).status).toBe(400);
      expect((await confirm(tokens[0] as string)).json.data).toMatchObject({ name: "work", status: "active" });
      // One that has ended is confirmed by its own id, as the list gives it.
      await gateway.database.database.query("update connections set status = 'revoked' where account_id = $1::uuid", [
        accountId,
      ]);
      await gateway.heard();
      const again = { accountId, person: ADA.github, connection: "work", confirm: true };
      const token = (await land((await startAndConsent(gateway, key, "github", again)).callback)).outcome
        ?.confirm_token;
      const { integrations } = (await gateway.call("GET", path, { key })).json.data;
      const pending = integrations.find((one: { status: string }) => one.status === "pending");
      const renewed = await gateway.call("POST", `${path}/${pending.id}/confirm`, {
        key,
        body: { confirm_token: token },
      });
      expect(renewed.json.data).toMatchObject({ id: pending.id, name: "work", status: "active" });
    });

    test("tools say among which connections a call chooses, and only where there are several", async () => {
      const { key, idOf } = await withTwo();
      const definition = async () => {
        const { tools } = (await gateway.call("GET", "/api/v1/tools/provider/github", { key })).json.data;
        const { function: of, metadata } = tools.find(
          (one: { function: { name: string } }) => one.function.name === "github_get_user",
        );
        return { ...of.parameters, connections: metadata.connections };
      };
      expect(await definition()).toMatchObject({
        properties: { connection: { enum: ["private", "work"], description: expect.stringContaining("work is ada") } },
        required: expect.arrayContaining(["connection"]),
        connections: [
          { name: "private", identity: GRACE.github, is_default: false },
          { name: "work", identity: ADA.github, is_default: false },
        ],
      });
      await gateway.call("PUT", `${MINE}/${idOf("work")}`, { key, body: { is_default: true } });
      expect((await definition()).required).not.toContain("connection");
      await gateway.call("DELETE", `${MINE}/${idOf("private")}`, { key });
      const { properties, connections } = await definition();
      expect([Object.keys(properties), connections]).toEqual([[], undefined]);
    });

    test("a switched service is off in one connection alone", async () => {
      gateway.clock.move(60_000);
      const { key } = await gateway.partner({ tier: "enterprise" });
      const accountId = await gateway.account(key, "agency");
      for (const [person, connection] of [
        [ADA.github, "work"],
        [GRACE.github, "private"],
      ] as const) {
        const { callback } = await startAndConsent(gateway, key, "github", { accountId, person, connection });
        await land(callback);
      }
      const path = `/api/v1/accounts/${accountId}/integrations/github`;
      const body = { services: { "users.read": false } };
      const unnamed = await gateway.call("PATCH", path, { key, body });
      expect([unnamed.status, unnamed.headers.get("x-error-code")]).toEqual([400, "CONNECTION_AMBIGUOUS"]);
      expect((await gateway.call("PATCH", path, { key, body, headers: { "x-connection": "work" } })).status).toBe(200);
      const statusOf = async (name: string) =>
        (await gateway.call("GET", PROFILE, { key, headers: { "x-account-id": "agency", "x-connection": name } }))
          .status;
      expect([await statusOf("work"), await statusOf("private")]).toEqual([403, 200]);
    });

    test("at the page of a session the person may name a further account, on a first question too", async () => {
      gateway.clock.move(60_000);
      const { key } = await gateway.user();
      await connect(key, ADA.github);
      const body = { provider: "github", page: true, redirect_url: REDIRECT_URL };
      const started = await gateway.call("POST", `${MINE}/connect`, { key, body });
      const browser = pageBrowser();
      const onward = await browser.send(await browser.open(started.json.data.connect_url), { action: "continue" });
      const page = await browser.open((await consent(new URL(onward.onTo as string), GRACE.github)).href);
      await browser.send(page, { action: "add", connection: "grace" });
      expect((await list(key)).map(({ name, identity }) => [name, identity.name])).toEqual([
        ["default", ADA.github],
        ["grace", GRACE.github],
      ]);
    });
  });
}
