// Connections that are lent, over real HTTP: within the list, until the end, named apart, and said to both.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ADA, GRACE, HOOK_MS, land, landAndReplace, startAndConsent, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const PROFILE = "/api/v1/github/user";
const REPOS = "/api/v1/github/repos";
const MINE = "/api/v1/integrations";
const BORROWED = "/api/v1/borrowed-integrations";
const READS = ["users.read"];
const LENDER = ["*", "gateway:shares.manage", "proxy.use"];

interface Person {
  key: string;
  email: string;
  userId: string;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`lending on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const user = (permissions: string[] = LENDER): Promise<Person> => gateway.user({ tier: "team", permissions });
    const connect = async (key: string, person: string, more: { connection?: string; accountId?: string } = {}) =>
      (await land((await startAndConsent(gateway, key, "github", { person, ...more })).callback)).outcome;
    const connected = async (person = ADA.github) => {
      gateway.clock.move(60_000);
      const one = await user();
      await connect(one.key, person);
      return one;
    };
    const lend = (key: string, body: object, path = `${MINE}/github/shares`) =>
      gateway.call("POST", path, { key, body });
    const borrowedOf = async (key: string) => (await gateway.call("GET", BORROWED, { key })).json.data.borrowed;
    const accept = (key: string, id: string, body: object = {}) =>
      gateway.call("POST", `${BORROWED}/${id}/accept`, { key, body });
    const get = (path: string, key: string, name?: string, account?: string) =>
      gateway.call("GET", path, {
        key,
        headers: { ...(name && { "x-connection": name }), ...(account && { "x-account-id": account }) },
      });
    /** Ada's account of GitHub, lent to another user who has accepted. */
    const lent = async (more: object = {}, person = ADA.github) => {
      const lender = await connected(person);
      const borrower = await user();
      const made = await lend(lender.key, { to: { user: borrower.email }, permissions: READS, ...more });
      expect(made.status).toBe(200);
      const share = made.json.data as { id: string; integration_id: string };
      const accepted = await accept(borrower.key, share.id);
      expect(accepted.status).toBe(200);
      return { lender, borrower, share, name: accepted.json.data.name as string };
    };

    test("a user lends to another, who accepts; its calls act as the lender's identity within the list", async () => {
      const lender = await connected();
      const borrower = await user();
      const { json } = await lend(lender.key, { to: { user: borrower.email.toUpperCase() }, permissions: READS });
      expect(json.data).toMatchObject({ status: "invited", to: { user: borrower.email }, permissions: READS });
      const [invitation] = await borrowedOf(borrower.key);
      expect(invitation).toMatchObject({ status: "invited", lender: lender.email, identity: null, provider: "github" });
      expect((await get(PROFILE, borrower.key, invitation.name)).json.code).toBe("PERMISSION_DENIED");
      const accepted = await accept(borrower.key, invitation.id);
      expect(accepted.json.data).toMatchObject({ name: "shared:ada", status: "active", identity: { name: "ada" } });
      expect((await get(PROFILE, borrower.key, "shared:ada")).json.data.login).toBe("ada");
      const refused = await get(REPOS, borrower.key, "shared:ada");
      expect([refused.status, refused.json.details.reason]).toEqual([403, "not_lent"]);
      expect(refused.json.error).toContain(lender.email);
      const raw = await get("/api/v1/github/proxy/user", borrower.key, "shared:ada");
      expect(raw.json.details?.reason ?? raw.json.code).toBe("not_lent");
      const byTool = await gateway.call("POST", "/api/v1/tools/github_get_user/execute", {
        key: borrower.key,
        body: { arguments: { connection: "shared:ada" } },
      });
      expect(byTool.json.data.login).toBe("ada");
    });

    test("a borrowed connection is used only by its name, whatever becomes of one's own", async () => {
      const { lender, borrower, name } = await lent();
      const unnamed = await get(PROFILE, borrower.key);
      expect([unnamed.status, unnamed.json.code]).toEqual([400, "CONNECTION_AMBIGUOUS"]);
      expect(unnamed.json.details.connections).toEqual([
        expect.objectContaining({ name, lender: expect.stringContaining("@") }),
      ]);
      await connect(borrower.key, GRACE.github);
      expect((await get(PROFILE, borrower.key)).json.data.login).toBe(GRACE.github);
      expect((await get(PROFILE, borrower.key, name)).json.data.login).toBe(ADA.github);
      await gateway.call("DELETE", `${MINE}/github`, { key: borrower.key });
      expect((await get(PROFILE, borrower.key)).json.code).toBe("CONNECTION_AMBIGUOUS");
      const tools = await get("/api/v1/tools/provider/github", borrower.key);
      const tool = tools.json.data.tools.find(
        (one: { function: { name: string } }) => one.function.name === "github_get_user",
      );
      expect(tool.metadata.connections).toEqual([
        { name, identity: `ada, lent by ${lender.email}`, is_default: false },
      ]);
    });

    test("it is listed apart, and can neither be changed, disconnected nor lent on by the borrower", async () => {
      const { borrower, share } = await lent();
      const [one] = await borrowedOf(borrower.key);
      expect(one).toMatchObject({ id: share.id, integration_id: share.integration_id, status: "active" });
      expect((await get(MINE, borrower.key)).json.data.integrations).toEqual([]);
      const other = await user();
      for (const [method, path, body] of [
        ["DELETE", `${MINE}/${share.integration_id}`, undefined],
        ["PUT", `${MINE}/${share.integration_id}`, { name: "mine" }],
        ["POST", `${MINE}/${share.integration_id}/shares`, { to: { user: other.email }, permissions: READS }],
        ["GET", `${MINE}/${share.integration_id}/shares`, undefined],
        ["DELETE", `${MINE}/${share.integration_id}/shares/${share.id}`, undefined],
      ] as const)
        expect([path, (await gateway.call(method, path, { key: borrower.key, ...(body && { body }) })).status]).toEqual(
          [path, 404],
        );
    });

    test("nothing after the end: the time's, the lender's, the borrower's, the connection's", async () => {
      const works = async (key: string, name: string) => (await get(PROFILE, key, name)).status === 200;
      const until = () => new Date(gateway.clock.now() + 3_600_000).toISOString();
      const timed = await lent({ until: until() });
      expect(await works(timed.borrower.key, timed.name)).toBe(true);
      gateway.clock.move(3_600_000);
      expect(await works(timed.borrower.key, timed.name)).toBe(false);
      const [ended] = (await get(`${MINE}/github/shares`, timed.lender.key)).json.data.shares;
      expect(ended).toMatchObject({ status: "ended", ended_by: "time" });

      const byLender = await lent();
      expect(await works(byLender.borrower.key, byLender.name)).toBe(true);
      const path = `${MINE}/github/shares/${byLender.share.id}`;
      expect((await gateway.call("DELETE", path, { key: byLender.lender.key })).status).toBe(200);
      expect(await works(byLender.borrower.key, byLender.name)).toBe(false);

      const byBorrower = await lent();
      expect(await works(byBorrower.borrower.key, byBorrower.name)).toBe(true);
      await gateway.call("DELETE", `${BORROWED}/${byBorrower.share.id}`, { key: byBorrower.borrower.key });
      expect(await works(byBorrower.borrower.key, byBorrower.name)).toBe(false);

      const gone = await lent();
      expect(await works(gone.borrower.key, gone.name)).toBe(true);
      await gateway.call("DELETE", `${MINE}/github`, { key: gone.lender.key });
      await gateway.heard();
      expect(await works(gone.borrower.key, gone.name)).toBe(false);
      await connect(gone.lender.key, ADA.github);
      expect(await borrowedOf(gone.borrower.key)).toEqual([]);
    });

    test("what was lent is one identity: another one's grant in its place ends the loan", async () => {
      const { lender, borrower, name } = await lent();
      const { callback } = await startAndConsent(gateway, lender.key, "github", {
        person: GRACE.github,
        connection: "default",
      });
      expect((await landAndReplace(callback)).outcome).toMatchObject({ status: "success" });
      await gateway.heard();
      expect((await get(PROFILE, lender.key)).json.data.login).toBe(GRACE.github);
      expect((await get(PROFILE, borrower.key, name)).json.code).toBe("PERMISSION_DENIED");
      const [share] = (await get(`${MINE}/github/shares`, lender.key)).json.data.shares;
      expect(share).toMatchObject({ status: "ended", ended_by: "identity" });
    });

    test("the lender's erasure ends it, and the borrower's leaves the lender's connection", async () => {
      const first = await lent();
      await gateway.admin("DELETE", `/users/${first.lender.email}`);
      await gateway.heard();
      expect((await get(PROFILE, first.borrower.key, first.name)).status).toBe(403);
      const second = await lent();
      await gateway.admin("DELETE", `/users/${second.borrower.email}`);
      expect((await get(PROFILE, second.lender.key)).status).toBe(200);
    });

    test("a lender who may make no calls lends nothing meanwhile, and goes on lending afterwards", async () => {
      const { lender, borrower, name } = await lent();
      const paid = (payment_state: string) => gateway.admin("PATCH", `/users/${lender.email}`, { payment_state });
      expect((await get(PROFILE, borrower.key, name)).status).toBe(200);
      await paid("past_due");
      await gateway.heard();
      const refused = await get(PROFILE, borrower.key, name);
      expect([refused.status, refused.json.details.reason]).toEqual([403, "not_lent"]);
      expect((await get(PROFILE, lender.key)).status).toBe(402);
      await paid("ok");
      await gateway.heard();
      expect((await get(PROFILE, borrower.key, name)).status).toBe(200);
    });

    test("accounts of a suspended partner borrow nothing", async () => {
      const partner = await gateway.partner({ permissions: LENDER });
      await gateway.account(partner.key, "borrower");
      await connect(partner.key, ADA.github);
      await lend(partner.key, { to: { account: "external:borrower" }, permissions: READS, name: "team" });
      expect((await get(PROFILE, partner.key, "shared:team", "borrower")).status).toBe(200);
      await gateway.admin("PATCH", `/partners/${partner.email}`, { status: "suspended" });
      await gateway.heard();
      expect((await get(PROFILE, partner.key, "shared:team", "borrower")).json.error_code).toBe("PARTNER_SUSPENDED");
    });

    test("an accepted loan that time ends has ended then, whenever its invitation would have", async () => {
      const ends = () => new Date(gateway.clock.now() + 9 * 86_400_000).toISOString();
      const until = ends();
      const { lender, borrower, name } = await lent({ until });
      gateway.clock.move(8 * 86_400_000);
      await get(PROFILE, borrower.key, name);
      gateway.clock.move(86_400_000);
      // Another loan to the same borrower closes what is over.
      const again = await lend(lender.key, { to: { user: borrower.email }, permissions: READS });
      await accept(borrower.key, again.json.data.id);
      const { shares } = (await get(`${MINE}/github/shares`, lender.key)).json.data;
      const [, over] = shares;
      expect(over).toMatchObject({ status: "ended", ended_by: "time", ended_at: until });
      const { calls } = (await get(`${MINE}/github/shares/${over.id}/calls`, lender.key)).json.data;
      expect(calls).toHaveLength(1);
    });

    test("a partner lends among its accounts and from its own user, and to nobody else", async () => {
      const partner = await gateway.partner({ permissions: LENDER });
      const [first, second] = [
        await gateway.account(partner.key, "first"),
        await gateway.account(partner.key, "second"),
      ];
      const stranger = await gateway.partner({ permissions: LENDER });
      const foreign = await gateway.account(stranger.key, "foreign");
      await connect(partner.key, ADA.github, { accountId: first });
      await connect(partner.key, GRACE.github);
      const path = `/api/v1/accounts/${first}/integrations/github/shares`;
      const made = await lend(
        partner.key,
        { to: { account: "external:second" }, permissions: READS, name: "team" },
        path,
      );
      expect(made.json.data).toMatchObject({ status: "active", name: "shared:team", to: { external_id: "second" } });
      expect((await get(PROFILE, partner.key, "shared:team", "second")).json.data.login).toBe(ADA.github);
      expect((await lend(partner.key, { to: { account: second }, permissions: READS })).json.data.name).toBe(
        "shared:grace",
      );
      expect((await get(PROFILE, partner.key, "shared:grace", "second")).json.data.login).toBe(GRACE.github);
      const list = await get(`/api/v1/accounts/${second}/borrowed-integrations`, partner.key);
      expect(
        list.json.data.borrowed.map(({ name, lender }: { name: string; lender: string }) => [name, lender]),
      ).toEqual([
        ["shared:grace", partner.email],
        ["shared:team", "first"],
      ]);
      const again = await lend(partner.key, { to: { account: second }, permissions: READS });
      expect([again.status, again.json.code]).toEqual([409, "CONFLICT"]);
      expect((await lend(partner.key, { to: { account: first }, permissions: READS }, path)).status).toBe(400);
      expect((await lend(partner.key, { to: { account: foreign }, permissions: READS }, path)).status).toBe(404);
      expect((await lend(partner.key, { to: { user: stranger.email }, permissions: READS }, path)).status).toBe(400);
    });

    test("both logs name lender and borrower, and the lender sees the borrower's calls", async () => {
      const { lender, borrower, share, name } = await lent();
      await get(PROFILE, borrower.key, name);
      await get(REPOS, borrower.key, name);
      const [entry] = (await get(`/api/v1/usage?integration_id=${share.integration_id}`, borrower.key)).json.data
        .entries;
      expect(entry).toMatchObject({ connection: name, lent_by: lender.email, action: "repos.read" });
      const { calls } = (await get(`${MINE}/github/shares/${share.id}/calls`, lender.key)).json.data;
      expect(calls).toEqual([
        expect.objectContaining({ action: "repos.read", status: 403, units: 0 }),
        expect.objectContaining({ action: "users.read", status: 200, units: 1 }),
      ]);
      expect((await get(`/api/v1/usage?integration_id=${share.integration_id}`, lender.key)).json.data.entries).toEqual(
        [],
      );
      for (const { key } of [lender, borrower]) {
        const { entries } = (await get("/api/v1/audit", key)).json.data;
        expect(entries.map(({ event }: { event: string }) => event)).toContain("connection_share_accepted");
      }
    });

    test("nobody lends more than they may do, to themselves, without an end in the future, or what is no permission", async () => {
      const lender = await connected();
      const limited = await gateway.admin("POST", "/keys", {
        user: lender.email,
        permissions: ["github:users.read", "gateway:shares.manage", "gateway:integrations.read"],
      });
      const other = await user();
      const to = { user: other.email };
      const more = await lend(limited.json.data.key, { to, permissions: ["github:*"] });
      expect([more.status, more.headers.get("x-error-reason")]).toEqual([403, "key_permission"]);
      expect((await lend(limited.json.data.key, { to, permissions: READS })).status).toBe(200);
      for (const body of [
        { to: { user: lender.email }, permissions: READS },
        { to, permissions: ["gmail.read"] },
        { to, permissions: ["google:*"] },
        { to, permissions: [] },
        { to, permissions: READS, until: new Date(gateway.clock.now()).toISOString() },
        { to: {}, permissions: READS },
        { to: { ...to, account: "external:x" }, permissions: READS },
        { to: { user: "nobody" }, permissions: READS },
        { to, permissions: READS, name: "shared:x" },
      ])
        expect([body, (await lend(lender.key, body)).status]).toEqual([body, 400]);
      const plain = await gateway.admin("POST", "/keys", { user: lender.email });
      expect((await lend(plain.json.data.key, { to, permissions: READS })).status).toBe(403);
    });

    test("an invitation says nothing of who is there, is for one address, and ends after seven days", async () => {
      const lender = await connected();
      const [invited, other] = [await user(), await user()];
      const toNobody = await lend(lender.key, { to: { user: "nobody@example.com" }, permissions: READS });
      const toSomebody = await lend(lender.key, { to: { user: invited.email }, permissions: READS });
      const shape = ({ json }: typeof toNobody) => Object.keys(json.data).sort();
      expect(shape(toNobody)).toEqual(shape(toSomebody));
      const { id } = toSomebody.json.data;
      expect((await accept(other.key, id)).status).toBe(404);
      expect((await lend(lender.key, { to: { user: invited.email }, permissions: READS })).status).toBe(409);
      gateway.clock.move(7 * 86_400_000);
      expect((await accept(invited.key, id)).status).toBe(404);
      expect((await lend(lender.key, { to: { user: invited.email }, permissions: READS })).status).toBe(200);
      const [again] = await borrowedOf(invited.key);
      expect((await gateway.call("DELETE", `${BORROWED}/${again.id}`, { key: invited.key })).status).toBe(200);
      expect((await accept(invited.key, again.id)).status).toBe(404);
    });

    test("two who lend the same name stand beside each other, and the borrower may choose another", async () => {
      const borrower = await user();
      const names = [];
      for (const wanted of [undefined, undefined, "chosen"]) {
        const lender = await connected();
        const { json } = await lend(lender.key, { to: { user: borrower.email }, permissions: READS });
        const accepted = await accept(borrower.key, json.data.id, wanted === undefined ? {} : { name: wanted });
        names.push(accepted.json.data.name);
      }
      expect(names).toEqual(["shared:ada", "shared:ada-2", "shared:chosen"]);
      const lender = await connected();
      const { json } = await lend(lender.key, { to: { user: borrower.email }, permissions: READS });
      expect((await accept(borrower.key, json.data.id, { name: "chosen" })).status).toBe(409);
    });

    test("a cursor of a borrowed connection is of no other one, and the same list goes on with it", async () => {
      const { borrower, name } = await lent({ permissions: ["repos.read"] });
      await connect(borrower.key, ADA.github);
      const page = (connection: string | undefined, cursor?: string) =>
        get(`${REPOS}?limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, borrower.key, connection);
      const cursor = (await page(name)).json.data.next_cursor;
      expect((await page(name, cursor)).status).toBe(200);
      expect((await page(undefined, cursor)).status).toBe(400);
      expect((await page(name, (await page(undefined)).json.data.next_cursor)).status).toBe(400);
      const [{ id }] = await borrowedOf(borrower.key);
      await gateway.call("DELETE", `${BORROWED}/${id}`, { key: borrower.key });
      expect((await page(name, cursor)).status).toBe(403);
    });
  });
}
