// Approvals at the dashboard: the address that a caller is given, what a person sees there, and what their press does.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { type Acting, acting } from "./acting.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/approvals";

describe("approvals at the dashboard", () => {
  let isDown = false;
  const upstream = recordingProvider(() =>
    isDown ? Response.json({}, { status: 500 }) : Response.json({ id: 1, title: "one" }),
  );
  let gateway: TestGateway;
  beforeAll(async () => {
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    gateway = await startTestGateway({ lane: "embedded", plugins: [acme], settings, fetch: upstream.fetch });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const mainOf = (html: string) => textOf(html.split("<main")[1] ?? "");
  const connected = async () => {
    const person = await acting(gateway);
    await insertGrant(gateway, { userId: person.userId, accountId: null }, "acme");
    return person;
  };
  /** The approval of a deletion by an agent's session. */
  const asked = async ({ key }: Acting, id = "7") => {
    const session = await gateway.call("POST", "/api/v1/agent-sessions", { key, body: { name: "tidy" } });
    const { token } = session.json.data;
    const { status, json } = await gateway.call("DELETE", `/api/v1/acme/items/${id}`, { key: token });
    expect([status, json.code]).toEqual([202, "APPROVAL_REQUIRED"]);
    return json.approval as { id: string; url: string };
  };
  const deletions = () => upstream.requests.filter(({ method }) => method === "DELETE").length;

  test("the address of a call leads to what it would do, and a yes makes it once", async () => {
    const person = await connected();
    const { id, url } = await asked(person);
    expect(url).toBe(`${gateway.url}${PATH}/${id}`);
    expect(mainOf((await person.get(PATH)).text)).toContain("Delete item (Acme) tidy");
    const page = (await person.get(`${PATH}/${id}`)).text;
    expect(page).toMatch(/<a[^>]*href="\/agents"[^>]*aria-current="page"/);
    for (const part of ["Waiting", "It deletes or overwrites something", "acme_delete_item", '"id": "7"', "Deny it"])
      expect(mainOf(page)).toContain(part);
    const before = deletions();
    await person.submit(`${PATH}/${id}`, { decision: "approve", note: "Fine." });
    await gateway.app.deps.approvals.drain();
    expect(deletions()).toBe(before + 1);
    const after = mainOf((await person.get(`${PATH}/${id}`)).text);
    for (const part of ["Approved. The gateway makes the call now, once.", "Made", "Fine.", "200"])
      expect(after).toContain(part);
    expect(after).not.toContain("Deny it");
    expect(mainOf((await person.get(PATH)).text)).toContain("No call waits");
    expect(mainOf((await person.get(`${PATH}?all=true`)).text)).toContain("Delete item (Acme) tidy");
  });

  test("the page of the call and of its session name the first text of others that the agent has read", async () => {
    const person = await connected();
    const made = await gateway.call("POST", "/api/v1/agent-sessions", { key: person.key, body: { name: "tidy" } });
    const { id: session, token } = made.json.data;
    const pageOf = async (path: string) => mainOf((await person.get(path)).text);
    expect(await pageOf(`/agents/sessions/${session}`)).toContain("The agent has read nothing that others wrote");
    await gateway.call("GET", "/api/v1/acme/items/3", { key: token });
    const { json } = await gateway.call("DELETE", "/api/v1/acme/items/3", { key: token });
    const reading = "The agent has read texts of others, the first in title of acme_get_item";
    expect(await pageOf(`${PATH}/${json.approval.id}`)).toContain(reading);
    expect(await pageOf(`/agents/sessions/${session}`)).toContain(reading);
  });

  test("a no sends nothing, and a second decision is an error that leaves the first", async () => {
    const person = await connected();
    const { id } = await asked(person, "8");
    const before = deletions();
    await person.submit(`${PATH}/${id}`, { decision: "deny" });
    const second = await person.submit(`${PATH}/${id}`, { decision: "approve" });
    expect(second.status).toBe(409);
    expect(mainOf(second.text)).toContain("only a pending one can be decided");
    await gateway.app.deps.approvals.drain();
    expect(deletions()).toBe(before);
    expect(mainOf((await person.get(`${PATH}/${id}`)).text)).toContain("Denied");
  });

  test("the page has what the call is about, as the provider has it, or says that it could not be read", async () => {
    const person = await connected();
    const [first, second] = [await asked(person, "41"), await asked(person, "42")];
    expect(mainOf((await person.get(`${PATH}/${first.id}`)).text)).toContain("What it is about title one");
    isDown = true;
    const page = await person.get(`${PATH}/${second.id}`);
    isDown = false;
    expect([page.status, mainOf(page.text)]).toEqual([
      200,
      expect.stringContaining("It could not be read at the provider."),
    ]);
    expect(mainOf(page.text)).toContain("Deny it");
  });

  const standingOf = async ({ key }: Acting) =>
    (await gateway.call("GET", "/api/v1/standing-approvals", { key })).json.data.standing_approvals;

  test("a yes can stand for later calls, which is listed, and one press ends it", async () => {
    const person = await connected();
    expect(mainOf((await person.get(`${PATH}/always`)).text)).toContain("Nothing is always allowed");
    const { id } = await asked(person, "21");
    const page = mainOf((await person.get(`${PATH}/${id}`)).text);
    for (const part of [
      "approve the same call for the next 30 days too",
      "calls of agent sessions without an agent's name at",
    ])
      expect(page).toContain(part);
    const refused = await person.submit(`${PATH}/${id}`, { decision: "approve", remember: "true", differs: "id" });
    expect([refused.status, mainOf(refused.text)]).toEqual([400, expect.stringContaining('"id" must be the same')]);
    await person.submit(`${PATH}/${id}`, { decision: "approve", remember: "true" });
    await gateway.app.deps.approvals.drain();
    expect(mainOf((await person.get(`${PATH}/${id}`)).text)).toContain("You can end that under Always allowed.");
    const list = (await person.get(`${PATH}/always`)).text;
    for (const part of ["Delete item (Acme)", "In force", "agent sessions without", "id 21", "0 times"])
      expect(mainOf(list)).toContain(part);
    const [standing] = await standingOf(person);
    expect(standing).toMatchObject({ created_by: { kind: "person" }, arguments: { id: "21" } });
    const stranger = await acting(gateway);
    expect((await stranger.submit(`${PATH}/always`, { id: standing.id })).status).toBe(404);
    await person.submit(`${PATH}/always`, { id: standing.id });
    expect(await standingOf(person)).toEqual([]);
    expect(mainOf((await person.get(`${PATH}/always`)).text)).toContain("Ended. The next such call waits");
  });

  test("a denial remembers nothing, whatever the box says", async () => {
    const person = await connected();
    const { id } = await asked(person, "22");
    await person.submit(`${PATH}/${id}`, { decision: "deny", remember: "true" });
    expect(mainOf((await person.get(`${PATH}/${id}`)).text)).toContain("Denied");
    expect(await standingOf(person)).toEqual([]);
  });

  test("selected calls are listed with what each does, and decided together; one decided meanwhile stops no other", async () => {
    const person = await connected();
    const ids: string[] = [];
    for (const item of ["31", "32", "33"]) ids.push((await asked(person, item)).id);
    const list = (await person.get(PATH)).text;
    for (const id of ids) expect(list).toContain(`name="id" value="${id}"`);
    const query = new URLSearchParams([["decision", "approve"], ...ids.map((id) => ["id", id])]);
    const page = (await person.get(`${PATH}/decide?${query}`)).text;
    for (const part of ["Approve 3 calls?", '"id": "31"', '"id": "33"', "It deletes or overwrites"])
      expect(mainOf(page)).toContain(part);
    const before = deletions();
    await person.submit(`${PATH}/${ids[1]}`, { decision: "deny" });
    await person.submit(`${PATH}/decide`, { id: ids, decision: "approve" });
    await gateway.app.deps.approvals.drain();
    expect(deletions()).toBe(before + 2);
    expect(mainOf((await person.get(PATH)).text)).toContain("2 calls approved. 1 call could not be decided");
    expect(mainOf((await person.get(`${PATH}/decide?${query}`)).text)).toContain("Nothing to decide");
    const stranger = await acting(gateway);
    const { id } = await asked(person, "34");
    await stranger.submit(`${PATH}/decide`, { id: [id], decision: "approve" });
    await gateway.app.deps.approvals.drain();
    expect(deletions()).toBe(before + 2);
  });

  test("it is nobody else's: a stranger gets 404, and who is not signed in the sign-in that leads back", async () => {
    const [person, stranger] = [await connected(), await acting(gateway)];
    const { id } = await asked(person, "9");
    expect((await stranger.get(`${PATH}/${id}`)).status).toBe(404);
    const before = deletions();
    expect((await stranger.submit(`${PATH}/${id}`, { decision: "approve" })).status).toBe(404);
    const anonymous = await fetch(`${gateway.url}${PATH}/${id}`, { redirect: "manual" });
    expect(anonymous.headers.get("location")).toBe(`/sign-in?next=${encodeURIComponent(`${PATH}/${id}`)}`);
    await gateway.app.deps.approvals.drain();
    expect(deletions()).toBe(before);
  });
});
