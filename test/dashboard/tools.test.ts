// Tools at the dashboard: the API's search, forms out of schemas, and real calls with limits, usage rows and no repeats.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { curlOf, typeScriptOf } from "../../src/dashboard/same-as-call.tsx";
import { fieldsOf, inputOf } from "../../src/dashboard/tools/tool-input.ts";
import { addUserOf } from "../../src/identity/people/store.ts";
import { accountHeader } from "../../src/web/http/account-header.ts";
import { fixtureOf } from "../support/fixture-replay.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { type Acting, acting } from "./acting.ts";
import { signedIn } from "./browser.ts";

const recorded = fixtureOf("github", "get_user");
const issue = fixtureOf("github", "create_issue");
const EVIL = `</pre><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe("tools at the dashboard", () => {
  let gateway: TestGateway;
  let ada: Acting;
  let bob: Acting;
  let reply: () => Response;
  const provider = recordingProvider(() => reply());

  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "embedded",
      fetch: provider.fetch,
      settings: { github: { clientId: "client", clientSecret: "secret" } },
    });
    ada = await acting(gateway, { partner: true });
    bob = await acting(gateway);
    await insertGrant(gateway, { userId: ada.userId, accountId: null }, "github");
  });
  afterAll(() => gateway.close());

  const usageOf = ({ userId }: Acting) =>
    gateway.database.database.query("select id from usage_entries where user_id = $1::text::uuid", [userId]);
  const user = (name: string) => ({ ...(recorded.upstream[0]?.response.json as object), name });

  test("the search is the API's: the same tools in it, and only for who is signed in", async () => {
    const page = await ada.get("/tools?q=open+an+issue");
    const api = await gateway.call("GET", "/api/v1/tools/search/open%20an%20issue", { key: ada.key });
    const names = api.json.data.tools.map((tool: { function: { name: string } }) => tool.function.name);
    expect(names.filter((name: string) => !page.text.includes(`/tools/${name}"`))).toEqual([]);
    const stranger = await fetch(`${gateway.url}/tools`, { redirect: "manual" });
    expect([stranger.status, stranger.headers.get("location")]).toEqual([303, "/sign-in?next=%2Ftools"]);
  });

  test("a part of a page that is asked for without a session leaves the page as it is", async () => {
    const part = await fetch(`${gateway.url}/tools`, { headers: { "hx-request": "true" }, redirect: "manual" });
    expect([part.status, part.headers.get("hx-redirect"), await part.text()]).toEqual([401, null, ""]);
  });

  test("what is searched for is text: markup stays inert", async () => {
    const page = await ada.get(`/tools?q=${encodeURIComponent(EVIL)}`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("<img src=x");
  });

  test("every tool's page opens, with a field for each of its parameters", async () => {
    const wrong: string[] = [];
    for (const endpoint of gateway.app.deps.registry.endpoints) {
      const page = await ada.get(`/tools/${endpoint.tool}?example`);
      const ids = fieldsOf(endpoint).map(({ id }) => `id="${id}"`);
      if (page.status !== 200 || ids.some((id) => !page.text.includes(id))) wrong.push(endpoint.tool);
    }
    expect(wrong).toEqual([]);
  });

  test("a recorded call is on its request's page, and fills the form of its tool but for what was left out", async () => {
    reply = () => Response.json({ ...(issue.upstream[0]?.response.json as object), title: EVIL });
    await gateway.call("PATCH", "/api/v1/evidence-setting", { key: ada.key, body: { record_evidence: true } });
    await gateway.heard();
    const body = { title: EVIL, body: "password: hunter2", labels: ["a", "b"] };
    const path = "/api/v1/github/repos/ada/engine/issues";
    const made = await gateway.call("POST", path, { key: ada.key, body });
    expect(made.status).toBe(200);
    const requestId = made.headers.get("x-request-id");
    const found = await gateway.call("GET", `/api/v1/requests/${requestId}`, { key: ada.key });
    const { id, timestamp } = found.json.data.calls[0];
    const page = await ada.get(`/requests?${new URLSearchParams({ call: id, at: timestamp })}`);
    expect(page.text).toContain("What it sent and got");
    expect(page.text).not.toContain("<script>alert");
    expect(page.text).not.toContain("hunter2");
    expect(page.text).not.toContain("plugin record");
    // The admin API shows evidence to owners alone.
    for (const role of ["operator", "owner"] as const) {
      const person = await signedIn(gateway, { role });
      await gateway.database.database.query("delete from people_users where person_id = $1::text::uuid", [
        person.personId,
      ]);
      await addUserOf(gateway.database.database, person.personId, ada.userId, "owner");
      const { text } = await person.get(`/requests/${requestId}`);
      expect(text).toContain("What it sent and got");
      const command = `gateway plugin record plugins/github --request='${requestId}'`;
      expect(unescaped(text).includes(command)).toBe(role === "owner");
    }
    const link = /href="([^"]*)"[^>]*>(?:(?!<\/a>)[\s\S])*Open in Tools with these values/.exec(page.text)?.[1] ?? "";
    const tool = unescaped(link);
    expect(tool).toBe(`/tools/github_create_issue?${new URLSearchParams({ call: id, at: timestamp })}`);
    const form = await ada.get(tool);
    expect(form.text).toContain("These are the values of the recorded call.");
    expect(form.text).not.toContain("<script>alert");
    const fieldOf = (name: string) =>
      unescaped(new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(form.text)?.[1] ?? "");
    expect([fieldOf("path.owner"), fieldOf("path.repo"), fieldOf("body.title")]).toEqual(["ada", "engine", EVIL]);
    await addUserOf(gateway.database.database, ada.personId, ada.userId, "viewer");
    for (const path of [
      tool,
      `/requests?${new URLSearchParams({ call: id, at: timestamp })}`,
      `/requests/${requestId}`,
    ]) {
      const { text } = await ada.get(path);
      expect(text).toContain("<main");
      expect(text).not.toContain("What it sent and got");
      expect(text).not.toContain("engine");
    }
    await addUserOf(gateway.database.database, ada.personId, ada.userId, "member");
    expect((await ada.get(`/requests/${requestId}`)).text).toContain("engine");
    await addUserOf(gateway.database.database, ada.personId, ada.userId, "owner");
    // Another tool's page, another user, and an address that somebody made up get nothing of it.
    for (const [who, other] of [
      [ada, `/tools/github_list_issues?${link.split("?")[1]}`],
      [bob, tool],
      [ada, "/tools/github_create_issue?call=x&at=y"],
    ] as const) {
      const { text } = await who.get(unescaped(other));
      expect(text).not.toContain("recorded call");
      expect(text).not.toContain("engine");
    }
    await gateway.call("PATCH", "/api/v1/evidence-setting", { key: ada.key, body: { record_evidence: false } });
    await gateway.heard();
  });

  test("a call is a real one, with a usage row, and its response is shown as text", async () => {
    reply = () => Response.json(user(EVIL));
    const before = (await usageOf(ada)).length;
    const page = await ada.submit("/tools/github_get_user", {});
    expect(page.status).toBe(200);
    expect(page.text).toContain("&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page.text).not.toContain("<script>alert");
    expect(provider.requests.at(-1)?.url.pathname).toBe("/user");
    expect((await usageOf(ada)).length).toBe(before + 1);
  });

  test("a provider's error is text too, with its code and what to do", async () => {
    reply = () => Response.json({ message: EVIL }, { status: 404 });
    const page = await ada.submit("/tools/github_get_repo", { "path.owner": "acme", "path.repo": "site" });
    expect(page.text).toContain("NOT_FOUND");
    expect(page.text).toContain("Check the ids.");
    expect(page.text).not.toContain("<script>alert");
  });

  test("what a schema refuses is said beside its field and reaches nobody", async () => {
    const [before, rows] = [provider.requests.length, (await usageOf(ada)).length];
    const page = await ada.submit("/tools/github_list_issues", { "path.owner": "a/b", "query.limit": "many" });
    expect([page.status, page.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
    for (const id of ["path.owner", "path.repo", "query.limit"]) expect(page.text).toContain(`id="${id}-error"`);
    expect(page.text).toContain('value="many"');
    expect([provider.requests.length, (await usageOf(ada)).length]).toEqual([before, rows]);
  });

  test("a form that is sent twice writes once", async () => {
    reply = () => Response.json({ message: "made" }, { status: 500 });
    const issue = { "path.owner": "acme", "path.repo": "site", "body.title": "Twice", nonce: crypto.randomUUID() };
    const count = () => provider.requests.filter(({ method }) => method === "POST").length;
    const before = count();
    const first = await ada.submit("/tools/github_create_issue", issue);
    const again = await ada.submit("/tools/github_create_issue", issue);
    expect([first.status, again.status, count() - before]).toEqual([200, 200, 1]);
    await ada.submit("/tools/github_create_issue", { ...issue, "body.title": "Another" });
    expect(count() - before).toBe(2);
  });

  test("opening a page calls nobody, whatever its address says", async () => {
    const before = provider.requests.length;
    await ada.get("/tools/github_create_issue?path.owner=acme&path.repo=site&body.title=x&example");
    expect(provider.requests.length).toBe(before);
  });

  test("without an integration the page says so and offers to connect; another's integration helps nobody", async () => {
    const before = provider.requests.length;
    const page = await bob.submit("/tools/github_get_user", {});
    expect(page.text).toContain("GitHub is not connected yet");
    expect(page.text).toContain('action="/integrations/github/connect"');
    expect(provider.requests.length).toBe(before);
  });

  test("a partner tries out in an account's name, of any characters; another partner's account is not there", async () => {
    const externalId = "Kundin “Ä” (1)";
    const accountId = await gateway.account(ada.key, externalId);
    await insertGrant(gateway, { userId: ada.userId, accountId }, "github");
    reply = () => Response.json(user("account"));
    const own = await ada.submit("/tools/github_get_user", { account: externalId });
    expect(own.text).toContain("&quot;ok&quot;: true");
    expect(provider.requests.at(-1)?.token).toContain(accountId);
    const carl = await acting(gateway, { partner: true });
    const before = provider.requests.length;
    const foreign = await carl.submit("/tools/github_get_user", { account: externalId });
    expect(foreign.text).toContain("ACCOUNT_NOT_FOUND");
    expect(provider.requests.length).toBe(before);
  });

  test("a long response is cut, and a tool that does not exist is not found", async () => {
    reply = () => Response.json({ ...user("long"), bio: "x".repeat(200_000) });
    const page = await ada.submit("/tools/github_get_user", {});
    expect(page.text.length).toBeLessThan(100_000);
    expect(page.text).toContain("The first 64 KB");
    expect((await ada.get("/tools/github_no_such")).status).toBe(404);
  });
});

test("the lines that repeat a call keep what was typed within their quotes", () => {
  const body = { "odd name": "it's $HOME `id`", plain: [1] };
  const line = {
    method: "POST",
    path: "/api/v1/x/a%20b?label=a&label=b",
    template: "/api/v1/x/{id}",
    params: { id: "a b" },
  };
  const call = { baseUrl: "https://gateway.example", line, id: "call", body, headers: accountHeader("kä'the") };
  const printed = Bun.spawnSync(["sh", "-c", curlOf(call).replace(/^curl/, "printf '%s\\n'")]).stdout.toString();
  for (const part of [JSON.stringify(body), "X-Account-Id*: UTF-8''k%C3%A4%27the", "/api/v1/x/a%20b?label=a&label=b"])
    expect(printed).toContain(part);
  expect(typeScriptOf(call).replace(/\s+/g, " ")).toContain('"query": { "label": [ "a", "b" ] }');
});

test("values of a form become those of the schema: numbers, booleans, lists, objects and null", async () => {
  const { Type: t } = await import("@sinclair/typebox");
  const input = {
    params: t.Object({}),
    query: t.Object({ label: t.Optional(t.Array(t.String())) }),
    body: t.Object({
      count: t.Integer(),
      is_new: t.Optional(t.Boolean()),
      tags: t.Optional(t.Array(t.String())),
      to: t.Optional(t.Union([t.String(), t.Array(t.String())])),
      more: t.Optional(t.Object({})),
      due: t.Optional(t.Union([t.String(), t.Null()])),
      left_out: t.Optional(t.String()),
    }),
  };
  const endpoint = { input } as unknown as Parameters<typeof fieldsOf>[0];
  const fields = fieldsOf(endpoint);
  const form = new URLSearchParams({
    "query.label": "a\r\nb\r\n",
    "body.count": "3",
    "body.is_new": "false",
    "body.tags": "x\ny",
    "body.to": '["a@example.com"]',
    "body.more": '{"a":1}',
    "body.due": "null",
    "body.left_out": " ",
  });
  expect(inputOf(endpoint, fields, form)).toEqual({
    errors: [],
    input: {
      params: {},
      query: { label: ["a", "b"] },
      body: { count: 3, is_new: false, tags: ["x", "y"], to: ["a@example.com"], more: { a: 1 }, due: null },
    },
  });
  const wrong = inputOf(endpoint, fields, new URLSearchParams({ "body.count": "1e9", "body.more": "{" }));
  expect(wrong.errors.map(({ path }) => path)).toEqual(["/count", "/more"]);
});
