// Rules on calls at the dashboard: ready-made ones, the form of one rule, JSON, what they would have done, and versions.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Rule } from "../../src/agents/policies/model.ts";
import { addUserOf } from "../../src/identity/people/store.ts";
import { TEAM_ROLES } from "../../src/identity/people/team-roles.ts";
import { ADA, HOOK_MS, land, startAndConsent } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type Acting, acting } from "./acting.ts";
import { type Fields, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/agents/rules";
const RULE = `${PATH}/rule`;
const TEXT = `${PATH}/text`;
const MINUTE_MS = 60_000;
const CHANGED = "Nothing was saved: the rules were changed after you opened this form.";

describe("rules on calls at the dashboard", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github", "google"] });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const mainOf = (html: string) => textOf(html.split("<main")[1]?.split("</main>")[0] ?? "");
  const errorsOf = (html: string) =>
    [...html.matchAll(/class="field-error"[^>]*>(.*?)<\/(?:p|li)>/gs)].map(([, one]) => textOf(one as string).trim());
  const attributesOf = (html: string, name: string) => new RegExp(`<input id="${name}"[^>]*>`).exec(html)?.[0] ?? "";
  const areaOf = (html: string) => unescaped(/<textarea[^>]*>\n?([^<]*)</.exec(html)?.[1] ?? "");
  const rulesKeys = new Map<string, string>();
  const rulesKey = async ({ userId }: Acting) => {
    const permissions = ["*", "gateway:policies.read", "gateway:policies.write"];
    const made =
      rulesKeys.get(userId) ?? (await gateway.admin("POST", "/keys", { user: userId, permissions })).json.data.key;
    rulesKeys.set(userId, made);
    return made as string;
  };
  const stored = async (person: Acting, scope = "user") =>
    (await gateway.call("GET", `/api/v1/policies/${scope}`, { key: await rulesKey(person) })).json.data;
  const replaced = async (person: Acting, version: number, rules: unknown[]) =>
    (await gateway.call("PUT", "/api/v1/policies/user", { key: await rulesKey(person), body: { version, rules } }))
      .status;
  const saved = async (person: Acting, fields: Fields, path = RULE) => {
    const { status, text, headers } = await person.submit(path, fields);
    return { status, text, location: headers.get("location"), errors: errorsOf(text) };
  };

  test("a ready-made rule is added by one press, holds at once, is not added twice, and is taken back", async () => {
    const person = await acting(gateway);
    await land((await startAndConsent(gateway, person.key, "github", { person: ADA.github })).callback);
    const repo = () => gateway.call("GET", "/api/v1/github/user", { key: person.key });
    const create = () =>
      gateway.call("POST", "/api/v1/github/repos/ada/notes/issues", { key: person.key, body: { title: "x" } });
    expect(mainOf((await person.get(PATH)).text)).toContain("No rules Begin with a ready-made one");
    const added = await saved(person, { set: "read-only", version: "0" }, `${PATH}/add`);
    expect([added.status, added.location]).toEqual([303, PATH]);
    const page = mainOf((await person.get(PATH)).text);
    expect(page).toContain("Added: Read only");
    expect(page).toContain(
      "Calls where: it creates or changes something or deletes or cancels something Only reading is allowed here. Denied Change read only Remove read only",
    );
    expect(page).toContain("Denies every call that creates, changes or deletes something. In force");
    await gateway.heard();
    expect([(await repo()).status, (await create()).json.details.reason]).toEqual([200, "policy_denied"]);
    const again = await saved(person, { set: "read-only", version: "1" }, `${PATH}/add`);
    expect([again.status, mainOf(again.text).includes("The rules have this one already.")]).toEqual([409, true]);
    await saved(person, { set: "leaves", version: "1" }, `${PATH}/add`);
    const undone = await saved(person, { version: "2", to: "1" }, `${PATH}/back`);
    expect([undone.status, (await stored(person)).rules.length, (await stored(person)).version]).toEqual([303, 1, 3]);
    await saved(person, { version: "3", rule: "0" }, `${PATH}/remove`);
    await saved(person, { version: "4", default: "ask" }, `${PATH}/default`);
    expect(await stored(person)).toMatchObject({ version: 5, rules: [], default: "ask" });
    const wrong = await saved(person, { version: "5", default: "maybe" }, `${PATH}/default`);
    expect([wrong.status, (await stored(person)).version]).toEqual([400, 5]);
  });

  test("each ready-made rule passes the check, and each is tried on the last week before it is added", async () => {
    const person = await acting(gateway);
    await land((await startAndConsent(gateway, person.key, "github", { person: ADA.github })).callback);
    await gateway.call("GET", "/api/v1/github/user", { key: person.key });
    await gateway.call("POST", "/api/v1/github/repos/ada/notes/issues", { key: person.key, body: { title: "x" } });
    const tried = mainOf((await person.get(`${PATH}?try=read-only`)).text);
    expect(tried).toContain("2 calls: 1 denied, 0 asked first, 0 that depend");
    expect(tried).toContain("github_create_issue 1 1 0 0");
    expect(mainOf((await person.get(`${PATH}?try=now`)).text)).toContain("2 calls: 0 denied");
    expect(mainOf((await person.get(`${PATH}?of=key:${await keyIdOf(person)}&try=read-only`)).text)).toContain(
      "2 calls: 1",
    );
    const other = (await gateway.admin("POST", "/keys", { user: person.userId })).json.data.id;
    expect(mainOf((await person.get(`${PATH}?of=key:${other}&try=read-only`)).text)).toContain("There were no calls.");
    expect(await stored(person)).toMatchObject({ version: 0, rules: [] });
    for (const [index, set] of ["leaves", "read-only", "money"].entries())
      expect((await saved(person, { set, version: String(index) }, `${PATH}/add`)).status).toBe(303);
    expect((await saved(person, { set: "nothing", version: "3" }, `${PATH}/add`)).status).toBe(404);
  });

  const keyIdOf = async ({ userId, key }: Acting) =>
    (await gateway.admin("GET", `/users/${userId}/keys`)).json.data.keys.find(
      ({ last_four }: { last_four: string }) => last_four === key.slice(-4),
    ).id as string;

  const FIELDS = {
    ...{ version: "0", was: "", outcome: "deny", reason: "Mail stays inside.", name: "inside only" },
    ...{ provider: "google", service: "gmail", tool: "", effect: ["writes", "reaches"] },
    ...{ path_0: "to", operator_0: "not_matches", value_0: "*@acme.example, *@acme.test" },
    ...{ path_1: "subject", operator_1: "absent", value_1: "ignored", path_2: "", operator_2: "matches", value_2: "" },
  };
  const STORED: Rule = {
    name: "inside only",
    when: {
      ...{ provider: "google", service: "gmail", effect: ["writes", "reaches"] },
      arguments: { to: { not_matches: ["*@acme.example", "*@acme.test"] }, subject: { absent: true } },
    },
    outcome: "deny",
    reason: "Mail stays inside.",
  };

  test("a rule of the form is stored as the API has it, read back into the form, and changed in its place", async () => {
    const person = await acting(gateway);
    const checked = await saved(person, { ...FIELDS, check: "true" });
    expect([checked.status, checked.text.includes('id="replay"')]).toEqual([200, true]);
    expect((await stored(person)).version).toBe(0);
    expect((await saved(person, FIELDS)).location).toBe(PATH);
    expect((await stored(person)).rules).toEqual([STORED]);
    expect(mainOf((await person.get(PATH)).text)).toContain(
      "Calls where: the provider is Google; the service is gmail; it creates or changes something or sends or shows something to somebody else; “to” does not fit *@acme.example, *@acme.test; “subject” is missing",
    );
    await saved(person, { ...FIELDS, version: "1", name: "second", path_0: "", path_1: "" });
    const form = (await person.get(`${RULE}?rule=0`)).text;
    expect(attributesOf(form, "value_0")).toContain('value="*@acme.example, *@acme.test"');
    expect([...form.matchAll(/name="(?:effect|provider)" value="(\w+)" checked/g)].map(([, one]) => one)).toEqual([
      ...["writes", "reaches", "google"],
    ]);
    const was = unescaped(/name="was" value="([^"]*)"/.exec(form)?.[1] ?? "");
    expect(JSON.parse(was)).toEqual(STORED);
    await saved(person, { ...FIELDS, version: "2", was, outcome: "ask" });
    const { rules } = await stored(person);
    expect(rules.map(({ name, outcome }: Rule) => [name, outcome])).toEqual([
      ["inside only", "ask"],
      ["second", "deny"],
    ]);
  });

  test("a rule that redacts has its fields, and says what it hides", async () => {
    const person = await acting(gateway);
    await saved(person, { ...FIELDS, outcome: "redact", fields: "snippet, from.email", path_0: "", path_1: "" });
    await saved(person, { ...FIELDS, version: "1", outcome: "redact", name: "all", path_0: "", path_1: "" });
    const { rules } = await stored(person);
    expect(rules.map(({ outcome, fields }: Rule) => [outcome, fields])).toEqual([
      ["redact", ["snippet", "from.email"]],
      ["redact", undefined],
    ]);
    const page = unescaped((await person.get(PATH)).text.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
    expect(page).toContain("Hidden: snippet and from.email");
    expect(page).toContain("Hidden: every text that others may have written");
    const form = (await person.get(`${RULE}?rule=0`)).text;
    expect(attributesOf(form, "fields")).toContain('value="snippet, from.email"');
  });

  test("what is wrong is said at its field with near names, and what was typed stays", async () => {
    const person = await acting(gateway);
    const cases: [Fields, string, RegExp][] = [
      [{ service: "gmial" }, "service", /perhaps you mean "gmail"/],
      [{ service: "", tool: "github_get_usr" }, "tool", /perhaps you mean "github_get_user"/],
      [{ path_1: "tto", operator_1: "equals", value_1: "x" }, "path_1", /to/],
      [{ path_1: "to", operator_1: "at_most", value_1: "ten" }, "path_0", /./],
      [{ outcome: "redact", fields: "snippet, subjet" }, "fields", /perhaps you mean "subject"/],
      [{ reason: "" }, "reason", /./],
      [{ name: "no/slash" }, "name", /./],
    ];
    for (const [fields, field, error] of cases) {
      const { status, errors, text } = await saved(person, { ...FIELDS, ...fields });
      expect([fields, status, errors.length > 0]).toEqual([fields, 400, true]);
      expect(errors.join(" ")).toMatch(error);
      if (field !== "path_0") expect(text).toContain(`id="${field}-error"`);
      expect(text).toContain('value="*@acme.example, *@acme.test"');
    }
    const wrongOutcome = await saved(person, { ...FIELDS, outcome: "hide" });
    expect([wrongOutcome.status, wrongOutcome.errors.length]).toEqual([400, 1]);
    expect((await stored(person)).version).toBe(0);
  });

  test("a form that is older than the rules saves nothing, says so, and saves when it is sent again", async () => {
    const person = await acting(gateway);
    await replaced(person, 0, [STORED]);
    const was = JSON.stringify((await stored(person)).rules[0]);
    await replaced(person, 1, [{ ...STORED, name: "first", outcome: "ask" }, STORED]);
    const refused = await saved(person, { ...FIELDS, version: "1", was, reason: "Changed." });
    expect([refused.status, mainOf(refused.text).includes(CHANGED)]).toEqual([409, true]);
    expect((await stored(person)).version).toBe(2);
    expect(refused.text).toContain('name="version" value="2"');
    await saved(person, { ...FIELDS, version: "2", was, reason: "Changed." });
    expect((await stored(person)).rules.map(({ reason }: Rule) => reason)).toEqual(["Mail stays inside.", "Changed."]);
    const gone = await saved(person, { ...FIELDS, version: "3", was, reason: "Again." });
    expect([gone.status, /name="was" value=""/.test(gone.text)]).toEqual([409, true]);
    for (const [path, fields] of [
      [`${PATH}/remove`, { rule: "0" }],
      [`${PATH}/add`, { set: "leaves" }],
      [`${PATH}/default`, { default: "deny" }],
      [`${PATH}/back`, { to: "1" }],
      [TEXT, { text: '{"rules": []}' }],
    ] as const) {
      const { status, text } = await saved(person, { version: "1", ...fields }, path);
      expect([path, status, mainOf(text).includes(CHANGED)]).toEqual([path, 409, true]);
    }
    expect((await stored(person)).version).toBe(3);
  });

  test("as JSON all rules are replaced at once, with every error at its place in the text", async () => {
    const person = await acting(gateway);
    expect(JSON.parse(areaOf((await person.get(TEXT)).text))).toEqual({
      default: "allow",
      rules: [],
      known_recipients: [],
    });
    for (const [text, error] of [
      ["{", /This is not JSON/],
      ["[]", /The rules are an object/],
      [
        '{"rules": [{"when": {"tool": "github_get_usr"}, "outcome": "ask", "reason": "x"}]}',
        /\/rules\/0\/when\/tool .*"github_get_user"/,
      ],
      ['{"rules": [{"when": {}, "outcome": "hide", "reason": "x"}]}', /\/rules\/0\/outcome/],
      ['{"rulez": []}', /rule/],
    ] as const) {
      const refused = await saved(person, { version: "0", text }, TEXT);
      expect([text, refused.status]).toEqual([text, 400]);
      expect(refused.errors.join(" ")).toMatch(error);
      expect(areaOf(refused.text)).toBe(text);
    }
    const timed = {
      ...STORED,
      when: { time: { zone: "Europe/Berlin", days: ["sat", "sun"], from: "18:00", to: "08:00" } },
    };
    const text = JSON.stringify({ default: "ask", rules: [timed] });
    expect(mainOf((await saved(person, { version: "0", text, check: "true" }, TEXT)).text)).toContain(
      "There were no calls.",
    );
    expect((await stored(person)).version).toBe(0);
    expect((await saved(person, { version: "0", text }, TEXT)).location).toBe(PATH);
    expect(await stored(person)).toMatchObject({ default: "ask", rules: [timed] });
    expect(mainOf((await person.get(PATH)).text)).toContain(
      "Calls where: Sat or Sun, from 18:00 to 08:00 (Europe/Berlin)",
    );
    expect(mainOf((await person.get(`${RULE}?rule=0`)).text)).toContain("This rule says more than the form can.");
    // A rule that never decides is stored, and the page says so.
    const idle = JSON.stringify({ rules: [{ when: {}, outcome: "allow", reason: "x" }] });
    await saved(person, { version: "1", text: idle }, TEXT);
    expect(mainOf((await person.get(PATH)).text)).toContain("allows what the policy's default allows already");
  });

  test("versions say who set them and when, and one of them is in force again by one press", async () => {
    const person = await acting(gateway);
    await replaced(person, 0, [STORED]);
    await saved(person, { version: "1", rule: "0" }, `${PATH}/remove`);
    const page = mainOf((await person.get(`${PATH}/versions`)).text);
    expect(page).toMatch(new RegExp(`2 In force .* ${person.email} 0 1 .* 1 Go back to it 1`));
    expect(page).toContain("the key");
    await saved(person, { version: "2", to: "1" }, `${PATH}/back`);
    expect(await stored(person)).toMatchObject({ version: 3, rules: [STORED] });
    for (const to of ["9", "", "1.5"])
      expect([to, (await saved(person, { version: "3", to }, `${PATH}/back`)).status]).toEqual([to, 404]);
    const stranger = await acting(gateway);
    expect((await saved(stranger, { version: "0", to: "1" }, `${PATH}/back`)).status).toBe(404);
  });

  test("a partner has rules for accounts, everybody for keys, and nobody those of others", async () => {
    const [partner, person] = [await acting(gateway, { partner: true }), await acting(gateway)];
    await gateway.call("POST", "/api/v1/accounts", { key: partner.key, body: { external_id: "a/1" } });
    const add = (of: string) =>
      saved(partner, { set: "leaves", version: "0" }, `${PATH}/add?of=${encodeURIComponent(of)}`);
    for (const of of ["partner", "account:a/1", `key:${await keyIdOf(partner)}`]) {
      expect([of, (await add(of)).location]).toEqual([of, `${PATH}?of=${encodeURIComponent(of)}`]);
      expect(mainOf((await partner.get(`${PATH}?of=${encodeURIComponent(of)}`)).text)).toContain("Added:");
    }
    expect([await stored(partner), await stored(partner, "partner")].map(({ version }) => version)).toEqual([0, 1]);
    expect((await stored(partner, "account?id=external:a/1")).version).toBe(1);
    expect((await partner.get(`${PATH}?account=a%2F1`)).text).toContain(
      "These rules are about every call for this account.",
    );
    for (const [of, status] of [
      ["partner", 403],
      ["account:a/1", 403],
      [`key:${await keyIdOf(partner)}`, 404],
      ["key:", 404],
    ] as const)
      expect([of, (await person.get(`${PATH}?of=${encodeURIComponent(of)}`)).status]).toEqual([of, status]);
    expect((await partner.get(`${PATH}?of=account:nobody`)).status).toBe(404);
  });

  test("everybody of the team reads the rules, admins change them after a recent sign-in", async () => {
    const owner = await acting(gateway);
    await replaced(owner, 0, [STORED]);
    const found = [];
    for (const role of TEAM_ROLES) {
      const person = await signedIn(gateway);
      await addUserOf(gateway.database.database, person.personId, owner.userId, role);
      const base = `/u/${owner.userId}`;
      const { text, status } = await person.get(`${base}${PATH}`);
      const removed = await person.submit(
        `${base}${PATH}/remove`,
        { version: "9", rule: "0" },
        `${base}/tools/github_get_user`,
      );
      found.push([role, status, text.includes("/remove"), removed.status, (await person.get(`${base}${RULE}`)).status]);
    }
    expect(found).toEqual([
      ["viewer", 200, false, 403, 403],
      ["member", 200, false, 403, 403],
      ["admin", 200, true, 409, 200],
      ["owner", 200, true, 409, 200],
    ]);
    gateway.clock.move(16 * MINUTE_MS);
    const late = await saved(owner, { version: "1", rule: "0" }, `${PATH}/remove`);
    expect(late.location).toContain("/sign-in/again");
    expect((await stored(owner)).version).toBe(1);
  });
});
