// The inbox at the dashboard: whose events it shows, marks by forms alone, and what strangers wrote stays text.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { NewEvent } from "../../src/events/log/event.ts";
import { publishEvents } from "../../src/events/log/publish.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { testEvent } from "../support/test-events.ts";
import { type Acting, acting } from "./acting.ts";

const EVIL = `"></bdi></a><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe("the inbox at the dashboard", () => {
  let gateway: TestGateway;
  let ada: Acting;
  let bob: Acting;

  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    ada = await acting(gateway, { partner: true });
    bob = await acting(gateway, { partner: true });
  });
  afterAll(() => gateway.close());

  /** Publishes an event; returns its id. */
  const publish = async (userId: string, more: Partial<NewEvent> = {}, accountId: string | null = null) => {
    const event = testEvent({ userId, accountId }, gateway.clock.now(), more);
    const { database } = gateway.app.deps;
    await database.transaction((tx) => publishEvents(tx, [event]));
    const [row] = await database.query<{ id: string }>(
      "select id from inbox_events where integration_id = $1::text::uuid",
      [event.integrationId],
    );
    return row?.id as string;
  };
  const titled = (title: string) => ({ view: { title, summary: null, actor: null, url: null, occurredAt: null } });
  const statusOf = async (id: string) => {
    const [row] = await gateway.database.database.query<{ status: string }>(
      "select status from inbox_events where id = $1::text::uuid",
      [id],
    );
    return row?.status;
  };

  test("without events it says what comes here, and how", async () => {
    const page = await bob.get("/inbox");
    expect(page.text).toContain("No events yet.");
    expect(page.text).toContain('href="/"');
  });

  test("it shows the acting user's events alone; another's are not found, and cannot be marked", async () => {
    const id = await publish(ada.userId, titled("For Ada alone"));
    expect((await ada.get("/inbox")).text).toContain("For Ada alone");
    expect((await ada.get(`/inbox/${id}`)).text).toContain("For Ada alone");
    expect((await bob.get("/inbox?status=all")).text).not.toContain("For Ada alone");
    expect((await bob.get(`/inbox/${id}`)).status).toBe(404);
    expect((await bob.submit(`/inbox/${id}`, { mark: "archived" })).status).toBe(404);
    expect((await bob.submit("/inbox", { archive: id })).status).toBe(404);
    await bob.submit("/inbox", { ticked: "archived", id: [id] });
    expect(await statusOf(id)).toBe("unread");
  });

  test("what a provider's people wrote is text in the list, on the page and in the body", async () => {
    const view = { title: EVIL, summary: EVIL, actor: EVIL, url: "javascript:alert(3)", occurredAt: null };
    const id = await publish(ada.userId, { view, payload: { [EVIL]: EVIL } });
    for (const path of ["/inbox", `/inbox/${id}`, `/inbox?q=${encodeURIComponent(EVIL)}`]) {
      const page = await ada.get(path);
      expect(page.status).toBe(200);
      expect(page.text).not.toContain("<script>alert");
      expect(page.text).not.toContain("<img src=x");
      expect(page.text).not.toContain('href="javascript:');
      expect(page.text).toContain("&lt;script&gt;alert(1)");
    }
  });

  test("opening an event changes nothing; the form marks it, and archives it", async () => {
    const id = await publish(ada.userId);
    await ada.get(`/inbox/${id}`);
    await ada.get(`/inbox/${id}?mark=archived`);
    expect(await statusOf(id)).toBe("unread");
    const offered = async () =>
      [...(await ada.get(`/inbox/${id}`)).text.matchAll(/name="mark" value="(\w+)"/g)].map(([, value]) => value);
    expect(await offered()).toEqual(["read", "archived"]);
    const marked = await ada.submit(`/inbox/${id}`, { mark: "read" });
    expect([marked.status, marked.headers.get("location"), await statusOf(id)]).toEqual([303, `/inbox/${id}`, "read"]);
    await ada.submit(`/inbox/${id}`, { mark: "archived" });
    expect(await statusOf(id)).toBe("archived");
    expect(await offered()).toEqual(["unread"]);
    expect((await ada.get("/inbox")).text).not.toContain(id);
    expect((await ada.get("/inbox?status=archived")).text).toContain(id);
  });

  test("a form without the session's token marks nothing", async () => {
    const id = await publish(ada.userId);
    const response = await fetch(`${gateway.url}/inbox/${id}`, {
      method: "POST",
      headers: {
        cookie: [...ada.cookies].map((pair) => pair.join("=")).join("; "),
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
      },
      body: "mark=archived",
    });
    expect([response.status, await statusOf(id)]).toEqual([403, "unread"]);
  });

  test("several are marked at once: those that are ticked, or all until the page was made", async () => {
    const carl = await acting(gateway);
    const ids = [await publish(carl.userId), await publish(carl.userId), await publish(carl.userId)];
    const ticked = ids.slice(0, 2) as string[];
    const done = await carl.submit("/inbox", { ticked: "read", id: ticked, back: "status=all&evil=1" });
    expect(done.headers.get("location")).toBe("/inbox?status=all");
    expect(await Promise.all(ids.map(statusOf))).toEqual(["read", "read", "unread"]);
    const until = new Date(gateway.clock.now() + 1_000).toISOString();
    gateway.clock.move(2_000);
    const late = await publish(carl.userId);
    await carl.submit("/inbox", { all: "read", until });
    expect([await statusOf(ids[2] as string), await statusOf(late)]).toEqual(["read", "unread"]);
  });

  test("filters are the API's", async () => {
    const carl = await acting(gateway);
    await publish(carl.userId, { ...titled("Invoice 4711"), provider: "google", type: "gmail.message_received" });
    await publish(carl.userId, { ...titled("Login fails"), provider: "github", type: "issues.opened" });
    const titlesIn = async (query: string) => {
      const { text } = await carl.get(`/inbox?${query}`);
      return ["Invoice 4711", "Login fails"].filter((title) => text.includes(`<bdi>${title}</bdi>`));
    };
    expect(await titlesIn("provider=google")).toEqual(["Invoice 4711"]);
    expect(await titlesIn("type=issues.opened")).toEqual(["Login fails"]);
    expect(await titlesIn("q=LOGIN")).toEqual(["Login fails"]);
    expect(await titlesIn("status=read")).toEqual([]);
    expect(await titlesIn("")).toEqual(["Invoice 4711", "Login fails"]);
  });

  test("a partner reads an account's events; another partner's account is unknown", async () => {
    const externalId = "kundin/ä 1";
    const accountId = await gateway.account(ada.key, externalId);
    const id = await publish(ada.userId, titled("Of the account"), accountId);
    const query = new URLSearchParams({ account: externalId });
    expect((await ada.get("/inbox")).text).not.toContain("Of the account");
    expect((await ada.get(`/inbox?${query}`)).text).toContain("Of the account");
    expect((await ada.get(`/inbox/${id}`)).status).toBe(404);
    expect((await ada.get(`/inbox/${id}?${query}`)).text).toContain("Of the account");
    await ada.submit(`/inbox/${id}`, { mark: "read", account: externalId });
    expect(await statusOf(id)).toBe("read");
    const foreign = await bob.get(`/inbox?${query}`);
    expect([foreign.status, foreign.text.includes("You have no account with this external_id.")]).toEqual([404, true]);
    const plain = await acting(gateway);
    expect((await plain.get(`/inbox?${query}`)).status).toBe(403);
  });

  test("a page that asks again gets nothing while nothing is new, and the events once there are", async () => {
    const carl = await acting(gateway);
    await publish(carl.userId);
    const again = /data-hx-get="(\/inbox\?seen=[^"]+)"/.exec((await carl.get("/inbox")).text)?.[1] as string;
    const part = { "hx-request": "true" };
    expect((await carl.get(again, part)).status).toBe(204);
    // A person who opens the address sees a page.
    expect((await carl.get(again)).status).toBe(200);
    await publish(carl.userId, titled("Newer"));
    const next = await carl.get(again, part);
    expect([next.status, next.text.includes("Newer")]).toEqual([200, true]);
  });

  test("older events are a page further, each once", async () => {
    const carl = await acting(gateway);
    const ids = new Set<string>();
    for (let i = 0; i < 60; i++) ids.add(await publish(carl.userId));
    const seen: string[] = [];
    for (let path: string | undefined = "/inbox"; path; ) {
      const { text }: { text: string } = await carl.get(path);
      seen.push(...[...text.matchAll(/id="tick-([^"]+)"/g)].map((match) => match[1] as string));
      path = /href="(\/inbox\?cursor=[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen.length).toBe(60);
    expect(new Set(seen)).toEqual(ids);
  });
});
