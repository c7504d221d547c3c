// Linear from connect to disconnect: its plugin against an emulated Linear, over real HTTP.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { consent } from "../../../emulators/consent.ts";
import linear from "../../../plugins/linear/index.ts";
import { webhook } from "../../../plugins/linear/webhook.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { itemsIn } from "../../../src/providers/upstream/events.ts";
import { testClock } from "../../support/clock.ts";
import { HOOK_MS, integrationOf, land, type StartOptions, start, TEST_MS } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type EmulatedLinear, startLinear } from "./linear.ts";

setDefaultTimeout(TEST_MS);
const ADA = "ada@example.com";
const GRACE = "grace@example.com";
const DAY_MS = 86_400_000;
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

const clock = testClock();
let gateway: TestGateway;
let provider: EmulatedLinear;
let key: string;
let resourceOwner: { id: string; name: string; workspace: { id: string; name: string } };

const call = (method: string, path: string, body?: unknown, as = key) =>
  gateway.call(method, `/api/v1/linear${path}`, { key: as, body });
/** The requests to Linear while `work` ran, as method and path. */
async function requestsDuring(work: () => Promise<unknown>): Promise<typeof provider.log> {
  const before = provider.log.length;
  await work();
  return provider.log.slice(before);
}
const pathsOf = (log: typeof provider.log) => log.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
const formOf = ({ body }: { body?: string }) => new URLSearchParams(body);

async function connect(options: StartOptions & { person?: string } = {}) {
  const { person = ADA, ...more } = options;
  const user = await gateway.user();
  const started = await start(gateway, user.key, "linear", more);
  const landing = await land(await consent(started.connectUrl, person));
  await gateway.heard();
  return { ...user, ...started, outcome: landing.outcome };
}

beforeAll(async () => {
  gateway = await startTestGateway({
    lane: "embedded",
    clock,
    plugins: [linear] as unknown as Provider[],
    settings: async (redirectUri) => {
      provider = await startLinear(redirectUri, () => clock.now());
      return { linear: provider.settings };
    },
  });
  key = (await connect()).key;
  resourceOwner = (await integrationOf(gateway, key, "linear")).identity;
}, HOOK_MS);
afterAll(async () => {
  await gateway.close();
  await provider.close();
}, HOOK_MS);
afterEach(() => provider.setFailureInjector());

describe("connecting Linear", () => {
  test("S-03: the authorize URL has scopes with commas and PKCE, and the verifier redeems the code", async () => {
    const log = await requestsDuring(async () => {
      const { connectUrl, outcome } = await connect();
      const params = connectUrl.searchParams;
      expect(params.get("scope")).toBe("read,issues:create,write,comments:create");
      expect([params.get("prompt"), params.get("code_challenge_method")]).toEqual(["consent", "S256"]);
      expect(outcome?.status).toBe("success");
    });
    const exchange = log.find(({ path }) => path === "/oauth/token");
    const authorize = log.find(({ path }) => path.startsWith("/oauth/authorize?"));
    const challenge = new URLSearchParams(authorize?.path.split("?")[1]).get("code_challenge");
    const form = formOf(exchange ?? {});
    expect(
      createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url"),
    ).toBe(challenge ?? "");
    expect(form.get("client_id")).toBe("gateway-at-linear");
    expect(exchange?.headers.authorization).toBeUndefined();
  });

  test("the resource owner is the person within the workspace, with every service enabled", async () => {
    expect(resourceOwner).toEqual({
      id: expect.stringContaining(":"),
      name: ADA,
      workspace: { id: UUID, name: "Acme" },
    });
    expect(resourceOwner.id.split(":")).toEqual([resourceOwner.workspace.id, UUID]);
    const { enabled_services: services } = await integrationOf(gateway, key, "linear");
    expect(services.filter((service: { is_enabled: boolean }) => !service.is_enabled)).toEqual([]);
  });
});

describe("Linear's endpoints", () => {
  test("issues come page by page, each once, down to the last", async () => {
    const first = await call("GET", "/issues?limit=3");
    const cursor = encodeURIComponent(first.json.data.next_cursor);
    const last = await call("GET", `/issues?limit=3&cursor=${cursor}`);
    expect(last.json.data.next_cursor).toBeNull();
    const keys = [first, last].flatMap(({ json }) => json.data.issues.map((issue: { key: string }) => issue.key));
    expect(keys.sort()).toEqual(["ENG-1", "ENG-2", "ENG-3", "ENG-4"]);
  });

  test("issues are filtered by team, state and assignee", async () => {
    const titles = async (query: string) =>
      (await call("GET", `/issues?${query}`)).json.data.issues.map((issue: { title: string }) => issue.title).sort();
    expect(await titles("state=done")).toEqual(["Document the cards"]);
    expect(await titles(`assignee=${GRACE}`)).toEqual(["Document the cards", "Oil the wheels"]);
    expect(await titles("team=eng&state_type=open&assignee=grace@example.com")).toEqual(["Oil the wheels"]);
    expect(await titles("team=OPS")).toEqual([]);
    expect(await titles("state=Todo%22%20%7D%5C")).toEqual([]);
  });

  test("an issue is read by its identifier; a missing one is NOT_FOUND", async () => {
    const found = await call("GET", "/issues/ENG-2");
    expect(found.json.data).toMatchObject({
      id: UUID,
      key: "ENG-2",
      title: "The mill stops at seven",
      state: "Todo",
      state_type: "unstarted",
      is_closed: false,
      team: { key: "ENG" },
      assignee: { name: "Ada", email: ADA },
      labels: [{ name: "Bug" }],
    });
    const missing = await call("GET", "/issues/ENG-999");
    expect([missing.status, missing.json.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("teams with their states, labels, projects and people are listed", async () => {
    const [team] = (await call("GET", "/teams?q=Engin")).json.data.teams;
    expect(team).toMatchObject({ id: UUID, key: "ENG", active_cycle: { number: 1 } });
    const states = team.states.map((state: { name: string }) => state.name);
    expect(states).toEqual(["Backlog", "Todo", "In Progress", "Done"]);
    const { labels } = (await call("GET", "/labels")).json.data;
    expect(labels).toContainEqual(expect.objectContaining({ name: "Bug", is_group: false }));
    const { projects } = (await call("GET", "/projects")).json.data;
    expect(projects).toContainEqual(expect.objectContaining({ name: "Engine 2", description: "The next engine" }));
    const { users } = (await call("GET", "/users")).json.data;
    const me = users.filter((user: { is_me: boolean }) => user.is_me);
    expect(me).toEqual([expect.objectContaining({ name: "Ada", email: ADA })]);
  });

  test("S-69: an issue is created, changed and archived, with quotes and backslashes as they were written", async () => {
    const [team] = (await call("GET", "/teams")).json.data.teams;
    const text = 'Say "eight": \\o/ ${x} { } # """';
    const made = await call("POST", "/issues", {
      team_id: team.id,
      title: text,
      body: text,
      assignee_id: "me",
      priority: 1,
    });
    expect(made.status).toBe(200);
    expect(made.json.data).toMatchObject({ title: text, body: text, priority: 1, assignee: { email: ADA } });
    const path = `/issues/${made.json.data.key}`;
    const done = team.states.find((state: { type: string }) => state.type === "completed");
    const changed = await call("PATCH", path, { state_id: done.id, assignee_id: null, due_date: "2030-01-31" });
    expect(changed.json.data).toMatchObject({ is_closed: true, assignee: null, due_date: "2030-01-31", title: text });
    expect((await call("DELETE", path)).json.data).toEqual({ deleted: true });
    expect((await call("GET", path)).json.data.archived_at).toBeString();
  });

  test("comments are written and listed", async () => {
    const written = await call("POST", "/issues/ENG-2/comments", { body: "It *does* now." });
    expect(written.json.data).toMatchObject({ body: "It *does* now.", issue_key: "ENG-2", user: { email: ADA } });
    const { comments } = (await call("GET", "/issues/ENG-2/comments")).json.data;
    const bodies = comments.map((comment: { body: string }) => comment.body);
    expect(bodies.sort()).toEqual(["It *does* now.", "It should go on to **eight**."]);
  });

  test("a webhook about a changed issue is verified, and belongs to its assignee", async () => {
    const log = await requestsDuring(() => call("PATCH", "/issues/ENG-3", { priority: 1 }));
    const pushed = log.find(({ path }) => path === "/hook");
    const text = pushed?.body ?? "";
    const inbound = {
      method: "POST" as const,
      url: "",
      headers: new Headers(pushed?.headers),
      query: new URLSearchParams(),
      body: new TextEncoder().encode(text),
      text,
      json: JSON.parse(text),
    };
    const isGood = (secret: string) => webhook.verify(inbound, { webhook: secret, client: null }, Date.now());
    expect(await isGood(provider.webhookSecret)).toBe(true);
    expect(await isGood("another")).toBe(false);
    const graces = (await call("GET", "/users")).json.data.users.find(
      (user: { email: string }) => user.email === GRACE,
    );
    expect(itemsIn(webhook, inbound)).toEqual([
      expect.objectContaining({
        // The emulator sends the full issue as what has changed.
        event: expect.objectContaining({ type: "issues.assigned" }),
        eventId: expect.stringContaining("/Issue/update/"),
        subjects: [{ matches: "identity", id: `${resourceOwner.workspace.id}:${graces.id}` }],
      }),
    ]);
  });
});

describe("scopes that Linear did not grant", () => {
  test("a permission without its scope is refused without a request to Linear; the others work", async () => {
    const reader = await connect({ scopes: ["read"], person: GRACE });
    expect((await call("GET", "/issues", undefined, reader.key)).status).toBe(200);
    const log = await requestsDuring(async () => {
      const refused = await call("PATCH", "/issues/ENG-2", { title: "x" }, reader.key);
      expect([refused.status, refused.json.code]).toEqual([403, "PERMISSION_DENIED"]);
      expect(refused.json.details.missing_scopes).toEqual(["write"]);
    });
    expect(log).toEqual([]);
  });

  test("where Linear refuses for a missing scope, the error names it", async () => {
    const reader = await connect({ scopes: ["read"], person: GRACE });
    const query = "update integrations set scopes = array['read', 'write'] where user_id = $1";
    await gateway.database.database.query(query, [reader.userId]);
    await gateway.heard();
    const refused = await call("PATCH", "/issues/ENG-2", { title: "x" }, reader.key);
    expect([refused.status, refused.json.code]).toEqual([403, "PERMISSION_DENIED"]);
    expect(refused.json.details.missing_scopes).toEqual(["write"]);
    expect((await call("GET", "/issues/ENG-2")).json.data.title).toBe("The mill stops at seven");
  });
});

describe("the life of a Linear grant", () => {
  test("an expired token is refreshed before the call, and the next refresh uses the new refresh token", async () => {
    const user = await connect();
    const forms: URLSearchParams[] = [];
    for (let day = 0; day < 2; day++) {
      clock.move(DAY_MS);
      const log = await requestsDuring(async () =>
        expect((await call("GET", "/issues", undefined, user.key)).status).toBe(200),
      );
      expect(pathsOf(log)).toEqual(["POST /oauth/token", "POST /graphql"]);
      forms.push(formOf(log[0] ?? {}));
      await gateway.heard();
    }
    expect(forms.map((form) => form.get("grant_type"))).toEqual(["refresh_token", "refresh_token"]);
    expect(forms[1]?.get("refresh_token")).not.toBe(forms[0]?.get("refresh_token"));
  });

  test("a rate limit under status 400 is PROVIDER_UNAVAILABLE with the seconds to its reset", async () => {
    const user = await connect();
    const headers = {
      "x-ratelimit-requests-remaining": "0",
      "x-ratelimit-requests-reset": String(Date.now() + 60_000),
    };
    const body = { errors: [{ message: "Rate limit exceeded", extensions: { type: "ratelimited" } }] };
    provider.setFailureInjector(() => Response.json(body, { status: 400, headers }));
    const limited = await call("GET", "/users", undefined, user.key);
    expect([limited.status, limited.json.code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    expect(limited.json.details).toMatchObject({ reason: "rate_limited" });
    expect(limited.json.details.retry_after).toBeWithin(50, 62);
  });

  test("S-23: disconnecting revokes the grant at Linear by its refresh token", async () => {
    const user = await connect();
    const refresh = provider.issued.findLast(({ kind }) => kind === "refresh")?.token ?? "";
    const log = await requestsDuring(() => gateway.call("DELETE", "/api/v1/integrations/linear", { key: user.key }));
    expect(pathsOf(log)).toEqual(["POST /oauth/revoke"]);
    expect(formOf(log[0] ?? {}).get("token")).toBe(refresh);
    expect(provider.issued.map(({ token }) => token)).not.toContain(refresh);
    expect(await integrationOf(gateway, user.key, "linear")).toBeNull();
  });

  test("a grant that its owner revoked at Linear is INTEGRATION_REVOKED, and so is the integration", async () => {
    const user = await connect();
    provider.withdrawAll();
    const refused = await call("GET", "/issues", undefined, user.key);
    expect([refused.status, refused.json.code]).toEqual([401, "INTEGRATION_REVOKED"]);
    expect((await integrationOf(gateway, user.key, "linear")).status).toBe("revoked");
  });
});

test("the emulator knows all fields but these: a mistyped field would be among them", () => {
  expect([...provider.lacks].sort()).toEqual([
    ...["Comment.botActor", "Comment.editedAt", "Comment.parent", "Comment.resolvedAt", "Comment.url"],
    ...["Issue.branchName", "Issue.estimate", "Issue.parent", "Issue.trashed", "IssueLabel.isGroup"],
    ...["Project.health", "Project.lead", "Project.priority", "Project.progress", "Project.startDate"],
    ...["Project.status", "Project.targetDate", "Project.teams", "Project.url"],
    ...["Query.issueLabels(filter)", "Query.issues(includeArchived)", "Query.projects(filter)"],
  ]);
});
