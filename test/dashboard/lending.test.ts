// Lending at the dashboard: to another user who accepts, among a partner's accounts, and how each side ends it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { TEAM_ROLES } from "../../src/identity/people/team-roles.ts";
import { createUsageWriter } from "../../src/metering/usage/writer.ts";
import { ADA, HOOK_MS, land, startAndConsent } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { insertGrant } from "../support/test-partners.ts";
import { usageRow } from "../support/usage-row.ts";
import { type Acting, acting } from "./acting.ts";
import { signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/integrations";
const LEND = `${PATH}/github/lend`;
const BORROWED = "/api/v1/borrowed-integrations";
const READS = { permission: "users.read" };

describe("lending at the dashboard", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github"] });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const attributesOf = (html: string, name: string) => new RegExp(`<input id="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  /** The address of the user, whom others invite. */
  const addressOf = async ({ userId }: { userId: string }) => {
    const sql = "select email from users where id = $1::uuid";
    return (await gateway.database.database.query<{ email: string }>(sql, [userId]))[0]?.email as string;
  };
  const connected = async (options: { partner?: boolean } = {}): Promise<Acting> => {
    const person = await acting(gateway, options);
    await land((await startAndConsent(gateway, person.key, "github", { person: ADA.github })).callback);
    return person;
  };
  const partOf = (html: string, id: string) => html.split(`id="${id}"`)[1]?.split("</section>")[0] ?? "";
  const hrefIn = (html: string, ending: string) =>
    unescaped(new RegExp(`href="([^"]*${ending})"`).exec(html)?.[1] ?? "");
  /** The first one's GitHub, lent to the second one who has accepted. */
  const lent = async () => {
    const [lender, borrower] = [await connected(), await acting(gateway)];
    const address = await addressOf(borrower);
    const made = await lender.submit(`${LEND}/new`, { user: address, ...READS });
    expect([made.status, made.headers.get("location")]).toEqual([303, LEND]);
    const accept = hrefIn((await borrower.get(PATH)).text, "/accept");
    const accepted = await borrower.submit(accept, { name: "adas" });
    expect([accepted.status, accepted.headers.get("location")]).toEqual([303, PATH]);
    return { lender, borrower, address };
  };

  test("a user is invited, accepts under a name, and calls a tool with it from the form that fills the name in", async () => {
    const [lender, borrower] = [await connected(), await acting(gateway)];
    const address = await addressOf(borrower);
    expect((await lender.get(PATH)).text).toContain(`href="${LEND}"`);
    expect(textOf((await lender.get(LEND)).text)).toContain("Lent to nobody");
    const form = (await lender.get(`${LEND}/new`)).text;
    expect(form).toContain('name="permission" value="users.read"');
    expect(form).not.toMatch(/checked/);
    expect(form).not.toContain("proxy.use");
    await lender.submit(`${LEND}/new`, { user: address.toUpperCase(), ...READS, events: "true", expiry: "30" });
    const listed = textOf((await lender.get(LEND)).text);
    expect(listed).toContain(`${address} is invited, and finds the invitation under Integrations.`);
    expect(listed).toMatch(new RegExp(`${address} shared:ada users.read .* Invited`));

    const [share] = (await gateway.call("GET", "/api/v1/integrations/github/shares", { key: lender.key })).json.data
      .shares;
    const days = (Date.parse(share.until) - gateway.clock.now()) / 86_400_000;
    expect([share.events, Math.round(days)]).toEqual([true, 30]);

    const page = (await borrower.get(PATH)).text;
    const invitations = textOf(partOf(page, "borrowed"));
    expect(invitations).toContain(`GitHub by ${await addressOf(lender)} users.read`);
    const accept = hrefIn(page, "/accept");
    const question = (await borrower.get(accept)).text;
    expect(attributesOf(question, "name")).toContain('value="ada"');
    expect(textOf(question)).toContain("Also in your inbox");
    await borrower.submit(accept, { name: "adas" });
    const section = textOf(partOf((await borrower.get(PATH)).text, "borrowed"));
    expect(section).toMatch(new RegExp(`shared:adas ada ${await addressOf(lender)} users.read .* Connected`));
    expect(section).not.toContain("Accept");
    for (const [q, isThere] of [
      ["git", true],
      ["slack", false],
    ] as const)
      expect((await borrower.get(`${PATH}?q=${q}`)).text.includes('id="borrowed"')).toBe(isThere);
    expect(textOf((await borrower.get(accept)).text)).toContain("This invitation is accepted already.");
    expect(textOf((await lender.get(LEND)).text)).toMatch(/shared:adas users.read .* Lent Calls/);

    const tool = (await borrower.get("/tools/github_get_user")).text;
    expect(attributesOf(tool, "connection")).toMatch(/value="shared:adas".* maxlength="71"/);
    expect(textOf(tool.split('id="call-curl"')[1] ?? "").slice(0, 200)).toContain("X-Connection: shared:adas");
    const facts = textOf(tool.split('class="card tool-facts"')[1]?.split("</dl>")[0] ?? "");
    expect([facts.includes("Borrowed"), facts.includes("Not connected")]).toEqual([true, false]);
    const tried = await borrower.submit("/tools/github_get_user", { connection: "shared:adas" });
    expect(textOf(tried.text.split('id="response"')[1]?.split("</pre>")[0] ?? "")).toContain('"login": "ada"');
  });

  test("a call with a borrowed connection says who lent it, is repeated by its name, and is listed for the lender", async () => {
    const { lender, borrower, address } = await lent();
    const headers = { "x-connection": "shared:adas" };
    const recording = { user: borrower.userId, permissions: ["*"], record_evidence: true };
    const { key } = (await gateway.admin("POST", "/keys", recording)).json.data;
    const call = (path: string) => gateway.call("GET", path, { key, headers });
    const { headers: answered } = await call("/api/v1/github/user");
    const page = (await borrower.get(`/requests/${answered.get("x-request-id")}`)).text;
    expect(textOf(page)).toContain(`Connection shared:adas Lent by ${await addressOf(lender)}`);
    expect(textOf(partOf(page, "again"))).toContain("X-Connection: shared:adas");
    // With a connection of the borrower's own, only the recorded call says which one it was.
    await insertGrant(gateway, { userId: borrower.userId, accountId: null }, "github");
    await gateway.heard();
    const again = (await borrower.get(hrefIn(page, '/tools/github_get_user\\?call=[^"]*'))).text;
    expect(attributesOf(again, "connection")).toContain('value="shared:adas"');
    const refused = await call("/api/v1/github/repos");
    expect(refused.json.details.reason).toBe("not_lent");
    const why = (await borrower.get(`/requests/${refused.headers.get("x-request-id")}`)).text;
    expect(textOf(partOf(why, "reason"))).toContain(`ask ${await addressOf(lender)} for it Error code`);
    const { integration_id: integrationId } = (await gateway.call("GET", BORROWED, { key: borrower.key })).json.data
      .borrowed[0];
    const failure = { code: "INTEGRATION_EXPIRED", message: "Expired.", reason: null, fields: [], provider: null };
    const row = { requestId: "expired", occurredAt: gateway.clock.now(), integrationId, status: 403, failure };
    await createUsageWriter(gateway.database.database.requests).write(usageRow(borrower.userId, row));
    expect(textOf(partOf((await borrower.get("/requests/expired")).text, "reason"))).toContain(
      `Ask ${await addressOf(lender)}, who lends the connection, to connect it again.`,
    );
    const tool = await borrower.submit("/tools/github_list_repos", { connection: "shared:adas" });
    expect(textOf(partOf(tool.text, "result"))).toContain("only its lender can lend more of it");

    const share = hrefIn((await lender.get(LEND)).text, "lend/[0-9a-f-]{36}");
    const calls = textOf((await lender.get(share)).text);
    expect(calls).toContain(`Lent to ${address}`);
    expect(calls).toMatch(/GET \/api\/v1\/github\/user users.read 200 OK/);
  });

  test("what is wrong with a loan is said at its field, and what was typed stays", async () => {
    const lender = await connected();
    const sent = async (fields: Record<string, string>) => {
      const { status, text } = await lender.submit(`${LEND}/new`, fields);
      return {
        status,
        text,
        errors: [...text.matchAll(/class="field-error"[^>]*>(.*?)<\/p>/g)].map(([, one]) =>
          textOf(one as string).trim(),
        ),
      };
    };
    const empty = await sent({ user: "" });
    expect([empty.status, empty.errors]).toEqual([
      400,
      ["Enter an e-mail address.", "Choose at least one permission."],
    ]);
    const wrong = await sent({ user: "nobody", ...READS, name: "My Name", expiry: "date", expires_on: "2020-01-01" });
    expect([wrong.status, wrong.errors]).toEqual([
      400,
      ["Enter a valid e-mail address.", expect.stringContaining("name")],
    ]);
    expect([attributesOf(wrong.text, "user"), attributesOf(wrong.text, "name")]).toEqual([
      expect.stringContaining('value="nobody"'),
      expect.stringContaining('value="My Name"'),
    ]);
    expect(wrong.text).toMatch(/value="users.read" checked/);
    const past = await sent({ user: "you@example.com", ...READS, expiry: "date", expires_on: "2020-01-01" });
    expect(past.errors).toEqual(["The day is in the past."]);
    const noAddress = await sent({ user: "nobody", ...READS });
    expect(noAddress.errors).toEqual(["Enter a valid e-mail address."]);
    const self = await sent({ user: await addressOf(lender), ...READS });
    expect(self.errors).toEqual(["A connection cannot be lent to its own owner."]);
    expect(textOf((await lender.get(LEND)).text)).toContain("Lent to nobody");
  });

  test("the lender ends it, the borrower gives it back or declines; each is asked first, and another person is refused", async () => {
    const { lender, borrower, address } = await lent();
    const works = async () =>
      (
        await gateway.call("GET", "/api/v1/github/user", {
          key: borrower.key,
          headers: { "x-connection": "shared:adas" },
        })
      ).status === 200;
    const end = hrefIn((await lender.get(LEND)).text, "/end");
    expect(textOf((await lender.get(end)).text)).toContain(`Calls of ${address} as ada ( default ) are refused`);
    const stranger = await connected();
    for (const path of [end, end.replace("/end", "")]) expect((await stranger.get(path)).status).toBe(404);
    await stranger.submit(end, {});
    expect(await works()).toBe(true);
    await lender.submit(end, {});
    await gateway.heard();
    expect(await works()).toBe(false);
    expect(textOf((await lender.get(LEND)).text)).toMatch(/Ended in the last 90 days \(1\) .*Ended by the lender/);
    expect((await lender.get(end)).status).toBe(409);
    expect((await borrower.get(PATH)).text).not.toContain('id="borrowed"');

    for (const [accepts, left] of [
      [true, "Given back"],
      [false, "Declined"],
    ] as const) {
      await lender.submit(`${LEND}/new`, { user: address, ...READS });
      const { text } = await borrower.get(PATH);
      if (accepts) await borrower.submit(hrefIn(text, "/accept"), { name: "again" });
      const back = hrefIn((await borrower.get(PATH)).text, "/end");
      expect((await stranger.get(back)).status).toBe(404);
      expect(textOf((await borrower.get(back)).text)).toContain(
        accepts ? "Give shared:again back?" : "Decline the invitation?",
      );
      await borrower.submit(back, {});
      expect((await borrower.get(PATH)).text).not.toContain('id="borrowed"');
      expect(textOf((await lender.get(LEND)).text)).toContain(left);
    }
  });

  test("a partner lends to its accounts and among them, and an account's page has both with their ends", async () => {
    const partner = await connected({ partner: true });
    const account = async (external_id: string) => {
      const made = await partner.submit("/partner/accounts/new", { external_id, metadata: "" });
      return made.headers.get("location") as string;
    };
    const [first, second] = [await account("first"), await account("second")];
    const id = first.split("/").at(-1) as string;
    await insertGrant(gateway, { userId: partner.userId, accountId: id }, "google");
    const missing = await partner.submit(`${LEND}/new`, { borrower: "account", account: "third", ...READS });
    expect(textOf(missing.text.split('id="account-error"')[1]?.split("</p>")[0] ?? "")).toContain("third");
    await partner.submit(`${LEND}/new`, { borrower: "account", account: "first", ...READS });
    const lend = `${first}/integrations/google/lend`;
    expect((await partner.get(first)).text).toContain(`href="${lend}"`);
    const form = (await partner.get(`${lend}/new`)).text;
    expect([form.includes('name="account"'), form.includes('name="user"')]).toEqual([true, false]);
    const made = await partner.submit(`${lend}/new`, { account: "second", permission: ["gmail.read", "gmail.send"] });
    expect([made.status, made.headers.get("location")]).toEqual([303, lend]);

    const page = (await partner.get(first)).text;
    const tables = (html: string) =>
      [...html.matchAll(/aria-label="(What the account \w+)".*?<\/section>/gs)].map(([table, name]) => [
        name,
        textOf(table),
      ]);
    expect(tables(page)).toEqual([
      [
        "What the account lends",
        expect.stringMatching(/Google default second shared:\S+ gmail.read gmail.send .* Lent/),
      ],
      ["What the account borrows", expect.stringContaining("shared:ada ada")],
    ]);
    const [end] = [...page.matchAll(/href="([^"]*\/lend\/[^"]*\/end)"/g)].map(([, href]) => href as string);
    expect((await partner.get((end as string).replace("/end", ""))).status).toBe(200);
    const other = await connected({ partner: true });
    expect((await other.get(end as string)).status).toBe(404);
    for (const path of [first, second]) {
      const back = hrefIn((await partner.get(path)).text, '/borrowed/[^"]*/end');
      expect((await other.get(back)).status).toBe(404);
      expect((await partner.submit(back, {})).status).toBe(303);
      expect((await partner.get(path)).text).not.toContain("What the account borrows");
    }
    expect(tables((await partner.get(first)).text)).toEqual([]);
    expect(textOf((await partner.get(LEND)).text)).toContain("Ended by the lender");
  });

  test("viewers and members see what is lent, and neither lend, end nor accept", async () => {
    const { lender, borrower } = await lent();
    await lender.submit(`${LEND}/new`, { user: "you@example.com", ...READS });
    const share = hrefIn((await lender.get(LEND)).text, "lend/[0-9a-f-]{36}");
    const back = hrefIn((await borrower.get(PATH)).text, "/end");
    for (const role of TEAM_ROLES) {
      const isAllowed = role === "admin" || role === "owner";
      for (const { personId, userId } of [lender, borrower])
        await addUserOf(gateway.database.database, personId, userId, role);
      const list = (await lender.get(LEND)).text;
      expect([
        role,
        textOf(list).includes("users.read"),
        list.includes(`href="${LEND}/new"`),
        /href="[^"]*\/end"/.test(list),
      ]).toEqual([...[role, true], ...[isAllowed, isAllowed]]);
      expect((await lender.get(share)).status).toBe(200);
      const statuses = [
        await lender.get(`${LEND}/new`),
        await lender.submit(`${LEND}/new`, { user: `${role}@example.com`, ...READS }),
        await lender.get(`${share}/end`),
        await borrower.get(back),
      ].map(({ status }) => status);
      expect([role, statuses]).toEqual([role, isAllowed ? [200, 303, 200, 200] : [403, 403, 403, 403]]);
    }
  });

  test("a sign-in of long ago is repeated before anything is lent", async () => {
    const lender = await connected();
    gateway.clock.move(16 * 60_000);
    const refused = await lender.submit(`${LEND}/new`, { user: "you@example.com", ...READS });
    expect([refused.status, refused.headers.get("location")]).toEqual([
      303,
      `/sign-in/again?next=${encodeURIComponent(`${LEND}/new`)}`,
    ]);
    expect(textOf((await lender.get(LEND)).text)).toContain("Lent to nobody");
  });

  test("of several connections each is lent by its id, and the provider's address is its first card", async () => {
    const lender = await acting(gateway);
    const owner = { userId: lender.userId, accountId: null };
    const [work, home] = [
      await insertGrant(gateway, owner, "google", { name: "work" }),
      await insertGrant(gateway, owner, "google", { name: "home" }),
    ];
    const { text } = await lender.get(PATH);
    const cards = text.split('<li class="card"').slice(1);
    expect(cards.map((card) => card.includes('id="google"'))).toEqual([true, false]);
    expect(text.match(/id="google"/g)?.length).toBe(1);
    expect(textOf((await lender.get(`${PATH}/google/lend`)).text)).toContain("There are several connections");
    await lender.submit(`${PATH}/${home}/lend/new`, { user: "you@example.com", permission: "gmail.read" });
    expect(textOf((await lender.get(`${PATH}/${home}/lend`)).text)).toContain("Invited");
    expect(textOf((await lender.get(`${PATH}/${work}/lend`)).text)).toContain("Lent to nobody");
  });

  test("the name of an invitation has a number where the borrower has another one of that name", async () => {
    const { borrower, address } = await lent();
    const other = await connected();
    await other.submit(`${LEND}/new`, { user: address, ...READS, name: "adas" });
    const question = (await borrower.get(hrefIn((await borrower.get(PATH)).text, "/accept"))).text;
    expect(attributesOf(question, "name")).toContain('value="adas-2"');
  });

  test("the form offers every permission, and says which of them the connection lacks", async () => {
    const lender = await acting(gateway);
    const scopes = ["https://www.googleapis.com/auth/gmail.readonly"];
    await insertGrant(gateway, { userId: lender.userId, accountId: null }, "google", { scopes });
    const { text } = await lender.get(`${PATH}/google/lend/new`);
    const checks = text.split("<label").map(textOf);
    const lacks = (permission: string) => checks.find((one) => one.includes(permission))?.includes("not granted now");
    expect([lacks("gmail.read"), lacks("calendar.write")]).toEqual([false, true]);
  });

  test("the operator's audit log has each step of a loan", async () => {
    const { lender } = await lent();
    await lender.submit(hrefIn((await lender.get(LEND)).text, "/end"), {});
    const operator = await signedIn(gateway, { role: "operator" });
    const log = textOf((await operator.get(`/operator/audit?user=${lender.userId}`)).text);
    for (const event of ["connection_lent", "connection_share_accepted", "connection_share_ended"])
      expect(log).toContain(event);
  });
});
