// Deciders that a person sets at the dashboard: a link for somebody without a login, and an endpoint whose response decides.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { signedHeaders } from "../../src/events/webhooks/signature.ts";
import { drain, ENV } from "../events/webhooks/hooks.ts";
import { startReceiver, status } from "../events/webhooks/receiver.ts";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { pageBrowser, unescaped } from "../support/page-browser.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { type Acting, acting } from "./acting.ts";

setDefaultTimeout(HOOK_MS);

describe("deciders that a person sets", () => {
  const upstream = recordingProvider(() => Response.json({ id: 1, title: "one" }));
  let gateway: TestGateway;
  beforeAll(async () => {
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    gateway = await startTestGateway({ lane: "embedded", plugins: [acme], settings, fetch: upstream.fetch, env: ENV });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) =>
    unescaped((html.split("<main")[1] ?? "").replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const connected = async () => {
    const person = await acting(gateway);
    await insertGrant(gateway, { userId: person.userId, accountId: null }, "acme");
    return person;
  };
  const asked = async ({ key }: Acting) => {
    const session = await gateway.call("POST", "/api/v1/agent-sessions", { key, body: { name: "tidy" } });
    const { json } = await gateway.call("DELETE", "/api/v1/acme/items/7", { key: session.json.data.token });
    return json.approval.id as string;
  };
  const decidedBy = async ({ key }: Acting, id: string) =>
    (await gateway.call("GET", `/api/v1/approvals/${id}`, { key })).json.data;
  const setRole = ({ userId }: Acting, role: string) =>
    gateway.database.database.query("update people_users set role = $2 where user_id = $1::text::uuid", [userId, role]);
  const linkIn = (html: string) => /<pre id="link"[^>]*>([^<]*)</.exec(html)?.[1]?.trim() ?? "";
  const continued = async (url: string) => {
    const browser = pageBrowser();
    return { browser, page: await browser.send(await browser.open(url), { action: "continue" }) };
  };

  test("a link from the dashboard is visible once, and decides as the name that was given", async () => {
    const person = await connected();
    const id = await asked(person);
    expect(textOf((await person.get(`/approvals/${id}`)).text)).toContain("Let somebody else decide");
    const wrong = await person.submit(`/approvals/${id}/link`, { name: "x".repeat(101), expires_in: "900" });
    expect(wrong.status).toBe(400);
    const made = await person.submit(`/approvals/${id}/link`, { name: "Ms Kim", expires_in: "1800" });
    const url = linkIn(made.text);
    expect(url).toStartWith(`${gateway.url}/approve/`);
    const { browser, page } = await continued(url);
    expect((await browser.send(page, { action: "deny" })).title).toBe("Denied");
    expect(await decidedBy(person, id)).toMatchObject({
      status: "denied",
      decided_by: { kind: "link", name: "Ms Kim" },
    });
    expect(textOf((await person.get(`/approvals/${id}`)).text)).toContain("Ms Kim");
  });

  test("it is void once the person who made it may not decide, and others cannot make one", async () => {
    const [person, stranger] = [await connected(), await acting(gateway)];
    const id = await asked(person);
    expect((await stranger.submit(`/approvals/${id}/link`, { expires_in: "900" })).status).toBe(404);
    const { browser, page } = await continued(
      linkIn((await person.submit(`/approvals/${id}/link`, { expires_in: "900" })).text),
    );
    expect(page.status).toBe(200);
    await setRole(person, "member");
    expect((await browser.send(page, { action: "approve" })).title).toBe("This link can no longer be used");
    await setRole(person, "admin");
    expect((await browser.send(page, { action: "approve" })).title).toBe("Approved");
  });

  test("an endpoint whose response decides is set by its form, and its deliveries say what came of it", async () => {
    const person = await connected();
    const receiver = await startReceiver();
    try {
      const form = { url: receiver.url, events: "all", scope: "all" };
      const made = await person.submit("/webhooks/new", { ...form, decides: "yes" });
      const secret = /<pre id="secret"[^>]*>([^<]*)</.exec(made.text)?.[1]?.trim() ?? "";
      const { webhook_endpoints: endpoints } = (
        await gateway.call("GET", "/api/v1/webhook-endpoints", { key: person.key })
      ).json.data;
      const [endpoint] = endpoints;
      expect(endpoint.decides).toBe(true);
      const path = `/webhooks/${endpoint.id}`;
      expect(textOf((await person.get(path)).text)).toContain("Its signed response decides on calls that wait");
      for (const [body, mark, state] of [
        ['{"decision":"maybe"}', "decision ignored", "pending"],
        ['{"decision":"deny"}', "denied", "denied"],
      ] as const) {
        receiver.respondWith(({ headers }, response) => {
          const signed = signedHeaders([secret], headers["webhook-id"] as string, gateway.clock.now(), body);
          status(200, signed, body)({} as never, response);
        });
        const id = await asked(person);
        await drain(gateway);
        expect((await decidedBy(person, id)).status).toBe(state);
        const deliveries = (await person.get(path)).text;
        expect(textOf(deliveries)).toContain(mark);
        const event = receiver.received.find(
          ({ body: text }) => text.includes(id) && text.includes("approval.requested"),
        );
        expect(textOf((await person.get(`${path}/deliveries/${event?.headers["webhook-id"]}`)).text)).toContain(mark);
      }
      await person.submit(`${path}/edit`, form);
      const off = await gateway.call("GET", `/api/v1/webhook-endpoints/${endpoint.id}`, { key: person.key });
      expect(off.json.data.decides).toBe(false);
    } finally {
      await receiver.close();
    }
  });
});
