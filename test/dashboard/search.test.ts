// The search over everything: what each person finds, that every result opens for them, and nothing of anybody else.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import type { TeamRole } from "../../src/identity/people/team-roles.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { random } from "../support/random.ts";
import { type Acting, acting } from "./acting.ts";
import { type Browser, type PageResponse, type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PART = { "hx-request": "true" };
const searchPath = (text: string) => `/search?${new URLSearchParams({ q: text })}`;

/** The results of the page by their groups. */
function groupsIn({ text }: PageResponse): Record<string, string[]> {
  const [, results = ""] = text.split('id="search-results">');
  return Object.fromEntries(
    results
      .split('<section class="section">')
      .slice(1)
      .map((section) => [/<h2>([^<]*)/.exec(section)?.[1] ?? "", titlesIn(section)]),
  );
}
const titlesIn = (html: string) =>
  [...html.matchAll(/<a class="search-result"[^>]*><bdi>([^<]*)/g)].map(([, title = ""]) => unescaped(title));
const hrefsIn = (html: string) =>
  [...(html.split('id="search-results">')[1] ?? "").matchAll(/<a (?:class="search-result" )?href="([^"]*)"/g)].map(
    ([, href = ""]) => unescaped(href),
  );

describe("the search", () => {
  let gateway: TestGateway;
  /** Two partners, a user without a profile, and operators. */
  let ada: Acting;
  let bob: Acting;
  let cleo: Acting;
  let operator: SignedIn;
  let member: SignedIn;

  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    ada = await acting(gateway, { partner: true });
    bob = await acting(gateway, { partner: true });
    cleo = await acting(gateway);
    operator = await signedIn(gateway, { role: "viewer" });
    member = await signedIn(gateway);
    await addUserOf(gateway.database.database, member.personId, ada.userId, "viewer");
    await gateway.database.database.query(
      "delete from people_users where person_id = $1::text::uuid and user_id = $2::text::uuid",
      [member.personId, member.userId],
    );
    for (const [{ key }, name] of [
      [ada, "Engines of Ada"],
      [bob, "Engines of Bob"],
    ] as const) {
      await gateway.call("POST", "/api/v1/accounts", {
        key,
        body: { external_id: `engine-${name}`, display_name: name },
      });
    }
    for (const { userId, name } of [
      { userId: ada.userId, name: "Analytical" },
      { userId: bob.userId, name: "analytic Bob" },
    ])
      await gateway.admin("PATCH", `/partners/${userId}`, { name });
    for (const { userId } of [ada, bob, cleo])
      await gateway.admin("POST", "/keys", { user: userId, name: "engine room" });
  });
  afterAll(() => gateway.close());

  const groups = async (who: Browser, text: string) => groupsIn(await who.get(searchPath(text)));
  const failedCall = async ({ key }: Acting) => {
    const refused = await gateway.call("GET", "/api/v1/accounts/unknown", { key });
    expect(refused.status).toBe(404);
    return refused.headers.get("x-request-id") ?? "";
  };

  test("each person finds what their pages have, in the groups of their roles", async () => {
    const table: [string, Browser, string, Record<string, string[]>][] = [
      ["a partner", ada, "engine", { Accounts: ["Engines of Ada"], "API keys": ["engine room"] }],
      ["the other partner", bob, "engine", { Accounts: ["Engines of Bob"], "API keys": ["engine room"] }],
      ["a viewer of the first team", member, "engine", { Accounts: ["Engines of Ada"], "API keys": ["engine room"] }],
      ["a user without a profile", cleo, "engine", { "API keys": ["engine room"] }],
      ["an operator", operator, "analytic", { Partners: ["analytic Bob", "Analytical"] }],
      ["a partner", ada, "analytic", {}],
      ["a partner", ada, "webhooks", { Pages: ["Webhooks"] }],
      ["a viewer of a team", member, "inbox", {}],
      ["a member of a team", ada, "inbox", { Pages: ["Inbox"] }],
      ["a user without a profile", cleo, "audit", {}],
      ["an operator", operator, "audit", { Pages: ["Audit log"] }],
    ];
    for (const [who, person, text, expected] of table) {
      const { Tools: _, Guides: __, Integrations: ___, ...found } = await groups(person, text);
      expect([who, text, found]).toEqual([who, text, expected]);
    }
  });

  test("tools, integrations and guides are found by everybody who acts for a user", async () => {
    expect((await groups(cleo, "send an email")).Tools).toContain("google_gmail_send_message");
    expect((await groups(cleo, "github")).Integrations).toEqual(["GitHub"]);
    expect((await groups(cleo, "backups")).Guides?.length).toBeGreaterThan(0);
  });

  test("the people of a team are found by its own people", async () => {
    for (const who of [ada, member]) expect((await groups(who, ada.email)).Team).toHaveLength(1);
    for (const who of [bob, operator]) expect(await groups(who, ada.email)).not.toHaveProperty("Team");
  });

  test("users and people are found by operators alone", async () => {
    expect((await groups(operator, cleo.email)).People).toHaveLength(1);
    expect((await groups(operator, "user-")).Users?.length).toBeGreaterThan(0);
    expect(await groups(ada, cleo.email)).not.toHaveProperty("People");
    expect(await groups(ada, "user-")).not.toHaveProperty("Users");
  });

  test("a partner whose profile is suspended finds no accounts, which their pages refuse", async () => {
    await gateway.admin("PATCH", `/partners/${bob.userId}`, { status: "suspended" });
    await gateway.heard();
    expect(await groups(bob, "engine")).not.toHaveProperty("Accounts");
    await gateway.admin("PATCH", `/partners/${bob.userId}`, { status: "active" });
    await gateway.heard();
  });

  test("the whole id of a request leads to its page, a part of it nowhere, and another user's is unknown", async () => {
    const id = await failedCall(ada);
    const page = await ada.get(searchPath(` ${id} `));
    expect([page.status, page.headers.get("location")]).toEqual([303, `/requests/${id}`]);
    const part = await ada.get(searchPath(id), PART);
    const [first = ""] = part.text.split('id="search-results">')[1]?.match(/<a [^>]*role="option"[\s\S]*?<\/a>/) ?? [];
    expect(first).toContain(`href="/requests/${id}"`);
    expect(first).toContain("404 Not found");
    expect(await groups(ada, id.slice(0, -1))).not.toHaveProperty("Requests");
    const foreign = await bob.get(searchPath(id));
    const unknown = await bob.get(searchPath(id.replace(/.$/, (last) => (last === "0" ? "1" : "0"))));
    expect([foreign.status, groupsIn(foreign)]).toEqual([200, groupsIn(unknown)]);
  });

  test("a key is found by its name and by its beginning, and a whole key is not repeated", async () => {
    const shown = ada.key.slice(0, 12);
    for (const text of [shown, ada.key]) {
      const page = await ada.get(searchPath(text));
      expect(groupsIn(page)["API keys"]).toHaveLength(1);
      expect(page.text).not.toContain(ada.key);
      expect(groupsIn(await bob.get(searchPath(text)))).not.toHaveProperty("API keys");
    }
  });

  test("whatever is searched for is text, and no line of the log has it", async () => {
    const before = gateway.logLines.length;
    for (const text of [
      "<script>alert(1)</script>",
      "\u0000\u0007engine",
      "%_\\'\"",
      "\u{10ffff}",
      "a".repeat(5_000),
      "' or 1=1 --",
      "%",
    ]) {
      for (const who of [ada, operator]) {
        const page = await who.get(searchPath(text));
        expect([text, page.status]).toEqual([text, 200]);
        expect(page.text).not.toContain("<script>alert");
      }
    }
    await ada.get(searchPath("find-me-in-no-log"));
    expect(gateway.logLines.slice(before).filter((line) => /find-me-in-no-log|or 1=1|alert/.test(line))).toEqual([]);
  });

  test("without a session it leads to the sign-in, and a part of it says so", async () => {
    const page = await fetch(gateway.url + searchPath("engine"), { redirect: "manual" });
    expect(page.status).toBe(303);
    const part = await fetch(gateway.url + searchPath("engine"), { headers: PART, redirect: "manual" });
    expect([part.status, await part.text()]).toEqual([401, ""]);
  });

  test("every result opens, and has nothing of another tenant", async () => {
    const { below, oneOf } = random(1815);
    const letters = [..."abcdeéß ÅжЖ日-_.@%"];
    const word = () => Array.from({ length: 1 + below(6) }, () => oneOf(letters)).join("");
    const owned = new Map<Acting, string[]>([ada, bob].map((one) => [one, []]));
    for (const one of [ada, bob])
      for (let i = 0; i < 12; i++) {
        const body = { external_id: `${word()}${i}`.trim(), display_name: `${word()}x`.trim() };
        const made = await gateway.call("POST", "/api/v1/accounts", { key: one.key, body });
        if (made.status === 200) owned.get(one)?.push(made.json.data.id);
        await gateway.admin("POST", "/keys", { user: one.userId, name: `${word()}x`.trim() });
      }
    const roles: TeamRole[] = ["viewer", "member", "admin", "owner"];
    const people: [Browser, Acting | null][] = [
      [ada, ada],
      [bob, bob],
      [member, ada],
      [cleo, null],
      [operator, null],
    ];
    const opened = new Set<string>();
    for (let run = 0; run < 24; run++) {
      const role = oneOf(roles);
      await addUserOf(gateway.database.database, member.personId, ada.userId, role);
      const text = oneOf([word(), oneOf(letters), "engine", "e", "user", "per"]);
      for (const [at, [person, tenant]] of people.entries()) {
        const page = await person.get(searchPath(text));
        const foreign = [ada, bob].filter((one) => one !== tenant).flatMap((one) => owned.get(one) ?? []);
        expect(foreign.filter((id) => page.text.includes(id))).toEqual([]);
        for (const href of hrefsIn(page.text)) {
          const visit = `${at} ${person === member ? role : ""} ${href}`;
          if (opened.has(visit)) continue;
          opened.add(visit);
          const [path = "", anchor] = href.split("#");
          const found = await person.get(path);
          const has = anchor === undefined || found.text.includes(`id="${decodeURIComponent(anchor)}"`);
          expect([text, href, found.status, has]).toEqual([text, href, 200, true]);
        }
      }
    }
  });

  test("who acts for several users finds what the address's user has, at its addresses", async () => {
    await addUserOf(gateway.database.database, cleo.personId, ada.userId, "owner");
    const of = async (userId: string) => cleo.get(`/u/${userId}${searchPath("Engines of")}`);
    const asAda = await of(ada.userId);
    expect(groupsIn(asAda).Accounts).toEqual(["Engines of Ada"]);
    expect(hrefsIn(asAda.text).filter((href) => !/^\/(?:u\/|docs\/)/.test(href))).toEqual([]);
    expect(groupsIn(await of(cleo.userId))).not.toHaveProperty("Accounts");
    expect((await of(bob.userId)).status).toBe(403);
  });
});
