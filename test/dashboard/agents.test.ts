// Agent sessions at the dashboard: what each may and did, making one with a key, and ending one or all.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { TEAM_ROLES } from "../../src/identity/people/team-roles.ts";
import { ADA, HOOK_MS, land, startAndConsent } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type Acting, acting } from "./acting.ts";
import { type Fields, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/agents";
const NEW = `${PATH}/new`;
const SESSIONS = "/api/v1/agent-sessions";
const TOKEN = /as_live_[0-9A-Za-z]{49}/;
const MINUTE_MS = 60_000;

describe("agent sessions at the dashboard", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github"] });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const mainOf = (html: string) => textOf(html.split("<main")[1] ?? "");
  const errorsOf = (html: string) =>
    [...html.matchAll(/class="field-error"[^>]*>(.*?)<\/p>/gs)].map(([, one]) => textOf(one as string).trim());
  const made = async ({ key }: Acting, body: Record<string, unknown>) =>
    (await gateway.call("POST", SESSIONS, { key, body })).json.data as { id: string; token: string };
  const statusOf = async (token: string) => (await gateway.call("GET", "/api/v1/integrations", { key: token })).status;
  const rowOf = (html: string, name: string) =>
    textOf(
      html
        .split("<tbody>")[1]
        ?.split("</tbody>")[0]
        ?.split("<tr>")
        .find((row) => row.includes(name)) ?? "",
    ).trim();
  const keyIdOf = async ({ key }: Acting) =>
    (await gateway.call("GET", "/api/v1/agent-sessions", { key })).json.data.agent_sessions[0]?.key_id as string;
  const account = async ({ key }: Acting, external_id: string) =>
    (await gateway.call("POST", "/api/v1/accounts", { key, body: { external_id } })).json.data.id as string;

  test("the list says what a session may and how many calls it made, and leads to them", async () => {
    const person = await acting(gateway);
    await land((await startAndConsent(gateway, person.key, "github", { person: ADA.github })).callback);
    expect(mainOf((await person.get(PATH)).text)).toContain("No active sessions");
    const { id, token } = await made(person, {
      ...{ name: "ticket 4711", agent: "triage", read_only: true, allow: ["github"], deny: ["github:repos.*"] },
      ...{ limits: { calls: 200 }, constraints: { github_get_issue: { owner: { equals: "acme" } } } },
    });
    for (const path of ["/api/v1/github/user", "/api/v1/github/user", "/api/v1/github/repos"])
      await gateway.call("GET", path, { key: token });
    await gateway.call("GET", "/api/v1/github/user", { key: person.key });
    const list = (await person.get(PATH)).text;
    expect(rowOf(list, "ticket 4711")).toMatch(
      /^ticket 4711 triage Active read only github not github:repos\.\* 2 more 3 1 refused .* End ticket 4711$/,
    );
    expect(list).not.toContain(token);

    const page = (await person.get(`${PATH}/sessions/${id}`)).text;
    expect(mainOf(page)).toContain("Calls that only read Allowed GitHub Denied github:repos.*");
    expect(mainOf(page)).toContain("github_get_issue : “owner” is acme Limits 200 calls in all");
    const calls = (await person.get(`/requests?agent_session_id=${id}`)).text;
    expect(calls.match(/<td class="[^"]*">\s*<a|<tr>/g)?.length).toBe((await rowsOf(person, id)) + 1);
    expect(mainOf(calls)).toContain("403");
    const [entry] = (await gateway.call("GET", "/api/v1/usage?limit=4", { key: person.key })).json.data.entries;
    expect(entry.agent_session_id).toBeNull();
  });

  const rowsOf = async ({ key }: Acting, id: string) =>
    (await gateway.call("GET", `/api/v1/usage?agent_session_id=${id}`, { key })).json.data.entries.length as number;

  test("one is ended after a question that says what stays, and its calls are refused", async () => {
    const person = await acting(gateway);
    const { id, token } = await made(person, { name: "short" });
    const { token: other } = await made(person, { name: "other" });
    const end = `${PATH}/sessions/${id}/end`;
    expect(mainOf((await person.get(end)).text)).toContain("those of the sessions below it");
    expect(await statusOf(token)).toBe(200);
    const ended = await person.submit(end, {});
    expect([ended.status, ended.headers.get("location")]).toEqual([303, PATH]);
    const list = (await person.get(PATH)).text;
    expect(mainOf(list)).toContain("short has ended. Its calls are now refused.");
    expect([await statusOf(token), await statusOf(other)]).toEqual([401, 200]);
    expect([rowOf(list, ">short<"), rowOf(list, "other") !== ""]).toEqual(["", true]);
    expect(rowOf((await person.get(`${PATH}?ended=true`)).text, ">short<")).toMatch(/^short Ended (?!.*End short)/);
    expect(mainOf((await person.get(end)).text)).toContain("The agent session has ended already.");
    const stranger = await acting(gateway);
    for (const path of [end, `${PATH}/sessions/${id}`]) expect((await stranger.get(path)).status).toBe(404);
  });

  test("all end at once, those of one account without the others, and no other user's", async () => {
    const [partner, stranger] = [await acting(gateway, { partner: true }), await acting(gateway)];
    for (const name of ["customer-1", "customer/2"]) await account(partner, name);
    const bodies = [{ name: "own" }, { account: "customer-1" }, { account: "customer/2" }];
    const tokens: string[] = [];
    for (const body of bodies) tokens.push((await made(partner, body)).token);
    tokens.push((await made(stranger, {})).token);
    const statuses = async () => {
      const found = [];
      for (const token of tokens) {
        const route = token === tokens[1] || token === tokens[2] ? "/api/v1/tools" : "/api/v1/integrations";
        found.push((await gateway.call("GET", route, { key: token })).status);
      }
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    const filtered = (await partner.get(`${PATH}?account_id=customer/2`)).text;
    expect(filtered.match(/<tr>/g)?.length).toBe(2);
    expect(filtered).toContain(`href="${PATH}/end-all/customer%2F2"`);
    expect(mainOf((await partner.get(`${PATH}/end-all/customer%2F2`)).text)).toContain("sessions of customer/2");
    await partner.submit(`${PATH}/end-all/customer%2F2`, {});
    expect(await statuses()).toEqual([200, 200, 401, 200]);
    expect(mainOf((await partner.get(PATH)).text)).toContain("1 session has ended.");
    await partner.submit(`${PATH}/end-all`, {});
    expect(mainOf((await partner.get(PATH)).text)).toContain("2 sessions have ended.");
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    const { text, status } = await partner.get(`${PATH}?account_id=nobody`);
    expect([status, errorsOf(text).length]).toEqual([400, 1]);
  });

  const created = async (person: Acting, fields: Fields) => {
    const { status, text, headers } = await person.submit(NEW, fields);
    return { status, text, headers, token: TOKEN.exec(text)?.[0] ?? "", errors: errorsOf(text) };
  };

  test("a person makes one with a key, and sees its token once with the address and how to paste it", async () => {
    const person = await acting(gateway);
    await land((await startAndConsent(gateway, person.key, "github", { person: ADA.github })).callback);
    await made(person, {});
    const key = await keyIdOf(person);
    const form = (await person.get(NEW)).text;
    expect(form).toMatch(/name="read_only" value="true" checked/);
    const permission = ["github:users.read", "github:issues.read"];
    const fields = { key, name: "mine", agent: "claude-code", access: "some", permission, calls: "1" };
    const { text, token, status, headers } = await created(person, { ...fields, expires_in: "28800" });
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(textOf(text)).toContain(`claude mcp add --transport http gateway ${gateway.url}/mcp`);
    expect((await person.get(PATH)).text).not.toContain(token);
    expect(gateway.logLines.join("")).not.toContain(token);
    const list = (await gateway.call("GET", SESSIONS, { key: person.key })).json.data.agent_sessions;
    const stored = list.find(({ name }: { name: string }) => name === "mine");
    expect(stored).toMatchObject({ agent: "claude-code", allow: permission, read_only: false, limits: { calls: 1 } });
    expect(Date.parse(stored.expires_at) - Date.parse(stored.created_at)).toBe(28_800_000);
    const call = (path: string) => gateway.call("GET", path, { key: token });
    expect([(await call("/api/v1/github/user")).status, (await call("/api/v1/github/user")).status]).toEqual([
      200, 429,
    ]);
    const audit = "/audit?event=agent_session_created&limit=10";
    const { entries } = (await gateway.admin("GET", audit)).json.data;
    const entry = entries.find(({ resource }: { resource: { id: string } }) => resource.id === stored.id);
    expect(entry.actor.kind).toBe("person");
  });

  test("what is wrong is said at its field, and another user's or an ended key makes none", async () => {
    const [person, stranger] = [await acting(gateway, { partner: true }), await acting(gateway)];
    await made(person, {});
    await made(stranger, {});
    const [key, foreign] = [await keyIdOf(person), await keyIdOf(stranger)];
    const cases: [Fields, RegExp][] = [
      [{ key: foreign }, /^Choose one of your keys/],
      [{ key: "" }, /^Choose one of your keys/],
      [{ key, account: "nobody" }, /nobody/],
      [{ key, access: "some", permission: "github:issue.read" }, /did you mean github:issues.read\?/],
      [{ key, calls: "many" }, /./],
      [{ key, expires_in: "9999999" }, /./],
    ];
    for (const [fields, error] of cases) {
      const { errors, token, text } = await created(person, { name: "kept as typed", ...fields });
      expect([fields, errors.length, token]).toEqual([fields, 1, ""]);
      expect(errors[0]).toMatch(error);
      expect(text).toContain('value="kept as typed"');
    }
    expect((await created(person, { key, account: "", read_only: "true" })).token).not.toBe("");
    await gateway.admin("DELETE", `/keys/${key}`);
    const ended = await created(person, { key });
    expect([ended.token, ended.errors]).toEqual(["", ["Choose one of your keys that has not ended."]]);
    for (const { id } of (await gateway.admin("GET", `/users/${person.userId}/keys`)).json.data.keys)
      await gateway.admin("DELETE", `/keys/${id}`);
    expect(mainOf((await person.get(NEW)).text)).toContain("No active keys");
  });

  test("everybody of the team sees them, admins end and make them, the latter after a recent sign-in", async () => {
    const owner = await acting(gateway);
    const { id } = await made(owner, { name: "seen" });
    const found = [];
    for (const role of TEAM_ROLES) {
      const person = await signedIn(gateway);
      await addUserOf(gateway.database.database, person.personId, owner.userId, role);
      const base = `/u/${owner.userId}`;
      const list = (await person.get(`${base}${PATH}`)).text;
      const statuses = [];
      for (const path of [`${base}${PATH}/sessions/${id}`, `${base}${PATH}/sessions/${id}/end`, `${base}${NEW}`])
        statuses.push((await person.get(path)).status);
      found.push([role, list.includes("seen"), list.includes("/end"), ...statuses]);
    }
    expect(found).toEqual([
      ["viewer", true, false, 200, 403, 403],
      ["member", true, false, 200, 403, 403],
      ["admin", true, true, 200, 200, 200],
      ["owner", true, true, 200, 200, 200],
    ]);
    gateway.clock.move(16 * MINUTE_MS);
    expect((await owner.get(NEW)).headers.get("location")).toContain("/sign-in/again");
  });
});
