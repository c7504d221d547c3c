// What a partner's Home and accounts page say of accounts that need reconnecting, and to whom.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { storeConnection } from "../support/ended-connections.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const ACCOUNTS = "/partner/accounts";
const FILTERED = `${ACCOUNTS}?needs_reconnecting=true`;
const HOSTILE = `Bakery "><script>alert(1)</script>`;

describe("accounts that need reconnecting", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const home = async (person: SignedIn) => unescaped((await person.get("/")).text);
  /** A partner, with one account whose connection works and these whose connection expired. */
  const partnerWith = async (names: readonly string[]) => {
    const person = await signedIn(gateway, { partner: true });
    for (const [minute, name] of ["works", ...names].entries()) {
      const made = await person.submit(`${ACCOUNTS}/new`, { external_id: name, display_name: name, metadata: "" });
      await storeConnection(gateway.database.database, person.userId, {
        accountId: made.headers.get("location")?.split("/").at(-1) as string,
        status: name === "works" ? "active" : "expired",
        at: new Date(gateway.clock.now() - minute * 60_000).toISOString(),
      });
    }
    return person;
  };

  test("Home says how many and leads to them; without any, neither Home nor the list claims one", async () => {
    const none = await partnerWith([]);
    expect(await home(none)).not.toContain(FILTERED);
    expect((await none.get(FILTERED)).text).toContain("No account needs reconnecting");
    const one = await partnerWith([HOSTILE]);
    expect(await home(one)).toContain("One of your accounts needs reconnecting");
    const two = await partnerWith([HOSTILE, "Older"]);
    const page = await home(two);
    expect(page).toContain("2 of your accounts need reconnecting");
    expect(page).toContain(`href="${FILTERED}"`);
    const list = (await two.get(FILTERED)).text;
    expect(list).not.toContain("<script>alert");
    expect(textOf(list)).toMatch(/All 3 Needs reconnecting 2 .*Bakery .*1 ended.*Older.*1 ended/);
    expect(textOf(list)).not.toContain("works");
    expect(unescaped(list)).toContain("/api/v1/accounts?needs_reconnecting=true&include=integrations");
    expect(textOf((await two.get(ACCOUNTS)).text)).toContain("All 3 Needs reconnecting 2");
  });

  test("the filter goes along from page to page, and a bounded count says so", async () => {
    const person = await signedIn(gateway, { partner: true });
    await gateway.database.database.script(`
      insert into accounts (id, user_id, external_id)
      select gen_random_uuid(), '${person.userId}', 'shop-' || i from generate_series(1, 1200) i;
      insert into integrations (id, user_id, account_id, provider, status, identity_id, identity, client_id, scopes,
        access_token, connected_at, updated_at)
      select gen_random_uuid(), user_id, id, 'google', 'revoked', 'sub', '{"id":"sub","name":"x"}', 'client', '{}', '',
        now(), now() from accounts where user_id = '${person.userId}' and external_id < 'shop-99'`);
    expect(await home(person)).toContain("999+ of your accounts need reconnecting");
    const first = (await person.get(FILTERED)).text;
    const next = unescaped(/href="([^"]*cursor=[^"]*)"/.exec(first)?.[1] ?? "");
    expect(next).toContain("needs_reconnecting=true");
    const idsOf = (html: string) =>
      [...html.matchAll(/href="\/partner\/accounts\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
    const second = (await person.get(next)).text;
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(100);
  });

  test("every role of the team sees it, and nobody who acts for another user does", async () => {
    const owner = await partnerWith(["Secret customer"]);
    for (const role of ["admin", "member", "viewer"] as const) {
      const member = await signedIn(gateway);
      const { database } = gateway.database;
      await database.query("delete from people_users where person_id = $1::uuid", [member.personId]);
      await addUserOf(database, member.personId, owner.userId, role);
      expect([role, (await home(member)).includes("One of your accounts needs reconnecting")]).toEqual([role, true]);
      expect([role, textOf((await member.get(FILTERED)).text).includes("Secret customer")]).toEqual([role, true]);
    }
    const stranger = await partnerWith([]);
    const user = await signedIn(gateway);
    for (const other of [stranger, user]) {
      expect(await home(other)).not.toContain("needs reconnecting");
      expect((await other.get(FILTERED)).text).not.toContain("Secret customer");
    }
    expect((await user.get(FILTERED)).status).toBe(403);
    expect((await gateway.call("GET", "/api/v1/accounts?needs_reconnecting=true", {})).status).toBe(401);
  });

  test("Home of a suspended partner still opens", async () => {
    const person = await partnerWith(["Waiting"]);
    await gateway.database.database.query("update partners set status = 'suspended' where user_id = $1::uuid", [
      person.userId,
    ]);
    const { status, text } = await person.get("/");
    expect([status, text.includes("needs reconnecting")]).toEqual([200, false]);
  });
});
