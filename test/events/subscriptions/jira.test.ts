// Jira's events through a whole gateway: unsigned inbound webhooks trigger a search, with and without the scope for webhooks.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import jira from "../../../plugins/jira/index.ts";
import { writeIntegration } from "../../../src/connections/connect/save-grant.ts";
import { hmacText, type Provider } from "../../../src/plugin/index.ts";
import { testClock } from "../../support/clock.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const SECRET = "secret-of-the-app";
const CLOUD = "a0000000-0000-4000-8000-000000000001";
const bob = { accountId: "712020:bob", displayName: "Bob" };

/** The app's token in an inbound webhook, which the client secret signs. */
function bearer(now: number, secret = SECRET): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
  const iat = Math.floor(now / 1_000);
  const text = `${part({ alg: "HS256" })}.${part({ iss: "client", iat, exp: iat + 180 })}`;
  return `Bearer ${text}.${hmacText(secret, text, "base64url")}`;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`Jira's events, ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    /** Issues by the token that sees them. */
    const issues = new Map<string, { id: string; at: number }[]>();
    const registered: string[] = [];
    const searched: string[] = [];
    let gateway: TestGateway;
    const respond = async (input: string, init: RequestInit): Promise<Response> => {
      const token = new Headers(init.headers).get("authorization") ?? "";
      const { pathname } = new URL(input);
      if (pathname.endsWith("/webhook")) {
        // Eve granted no scope for webhooks.
        if (token === "Bearer eve") {
          return Response.json({ code: 401, message: "Unauthorized; scope does not match" }, { status: 401 });
        }
        registered.push((JSON.parse(String(init.body)) as { url: string }).url);
        const made = [{ createdWebhookId: registered.length }, { createdWebhookId: registered.length + 100 }];
        return Response.json({ webhookRegistrationResult: made });
      }
      if (pathname.endsWith("/comment")) return Response.json({ comments: [] });
      searched.push(token);
      const found = (issues.get(token) ?? []).map(({ id, at }) => {
        const time = new Date(at).toISOString().replace("Z", "+0000");
        return { id, key: `ENG-${id}`, fields: { summary: `Issue ${id}`, created: time, updated: time, creator: bob } };
      });
      return Response.json({ issues: found, isLast: true });
    };
    const connect = async (person: string, site: string) => {
      const { userId } = await gateway.user();
      const { deps } = gateway.app;
      const identity = { id: `${site}/${person}`, name: person, workspace: { id: site, name: site } };
      const tenant = { cloud: CLOUD, site, account: person };
      const grant = {
        tokens: { accessToken: person },
        identity,
        tenant,
        auth: "oauth2" as const,
        clientId: "client",
        scopes: ["read:jira-work"],
        accessExpiresAt: null,
        refreshExpiresAt: null,
        grantedAt: new Date(clock.now()),
      };
      await deps.database.transaction((tx) =>
        writeIntegration(tx, deps, { userId, accountId: null }, "jira", grant, { old: null, name: "default" }),
      );
      return userId;
    };
    const titles = async (userId: string) => {
      const found = await gateway.database.database.query<{ title: string }>(
        "select title from inbox_events where user_id = $1::uuid and type = 'issues.created' order by seq",
        [userId],
      );
      return found.map(({ title }) => title);
    };
    const send = (site: string, secret = SECRET) =>
      fetch(`${gateway.url}/api/v1/webhooks/jira`, {
        method: "POST",
        headers: { authorization: bearer(clock.now(), secret), "x-atlassian-webhook-identifier": crypto.randomUUID() },
        body: JSON.stringify({
          webhookEvent: "jira:issue_created",
          issue: { id: "9", self: `https://${site}/rest/api/2/issue/9`, fields: { summary: "Forged" } },
        }),
      });
    const work = async () => {
      await gateway.app.deps.inboundWebhooks.drain();
      await gateway.app.deps.sources.drain();
    };
    const people = { ada: "", bob: "", eve: "" };
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        clock,
        plugins: [jira as unknown as Provider],
        settings: { jira: { clientId: "client", clientSecret: SECRET } },
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        fetch: respond,
      });
      people.ada = await connect("ada", "acme.atlassian.net");
      people.eve = await connect("eve", "acme.atlassian.net");
      people.bob = await connect("bob", "other.atlassian.net");
      await gateway.app.deps.sources.reconcile();
      await work();
    });
    afterAll(() => gateway.close());

    test("registers the provider's one address for each person that granted it", () => {
      expect(registered).toEqual(Array(2).fill(`${gateway.url}/api/v1/webhooks/jira`));
    });

    test("an inbound webhook says nothing: each person of its site gets what their own token finds, others nothing", async () => {
      clock.move(1_000);
      issues.set("Bearer ada", [{ id: "1", at: clock.now() }]);
      issues.set("Bearer eve", []);
      issues.set("Bearer bob", [{ id: "2", at: clock.now() }]);
      searched.length = 0;
      expect((await send("acme.atlassian.net")).status).toBe(200);
      await work();
      expect(await titles(people.ada)).toEqual(["ENG-1: Issue 1"]);
      expect(await titles(people.eve)).toEqual([]);
      expect(await titles(people.bob)).toEqual([]);
      expect(new Set(searched)).toEqual(new Set(["Bearer ada", "Bearer eve"]));
    });

    test("without the scope for webhooks the issues are polled all the same", async () => {
      issues.set("Bearer eve", [{ id: "3", at: clock.now() }]);
      clock.move(3_600_000);
      await work();
      expect(await titles(people.eve)).toEqual(["ENG-3: Issue 3"]);
      expect(await titles(people.bob)).toEqual(["ENG-2: Issue 2"]);
    });

    test("an inbound webhook whose token another secret signs is refused", async () => {
      searched.length = 0;
      expect((await send("acme.atlassian.net", "another")).status).toBe(401);
      await gateway.app.deps.inboundWebhooks.drain();
      expect(searched).toEqual([]);
    });
  });
}
