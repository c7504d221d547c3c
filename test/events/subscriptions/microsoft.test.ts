// Microsoft's events through a whole gateway: a subscription that Graph validates while it is made, notifications, lifecycle.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import microsoft from "../../../plugins/microsoft/index.ts";
import { createSources } from "../../../src/events/subscriptions/service.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { testClock } from "../../support/clock.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { integrate } from "../../support/pushing-plugin.ts";
import { breaking, CRASHES, type Crash } from "./breaking.ts";

interface Subscription {
  id: string;
  notificationUrl: string;
  lifecycleNotificationUrl: string;
  clientState: string;
  expirationDateTime: string;
}

/** Messages of a page. */
const PAGE = 2;

/** Graph with one inbox: it validates addresses as Microsoft does, and lists what is received after the link. */
function graph(clock: () => number) {
  const subscriptions: Subscription[] = [];
  const messages: { id: string; subject: string; receivedDateTime: string; isDraft: boolean }[] = [];
  const echoes: string[] = [];
  const validate = async (address: string) => {
    const response = await fetch(`${address}?validationToken=${encodeURIComponent("Validation: a+b <c>")}`, {
      method: "POST",
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
    echoes.push(`${response.status} ${response.headers.get("content-type")} ${await response.text()}`);
  };
  const respond = async (input: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input);
    if (pathname === "/v1.0/subscriptions" && init.method === "POST") {
      const wanted = JSON.parse(String(init.body)) as Subscription;
      await validate(wanted.notificationUrl);
      await validate(wanted.lifecycleNotificationUrl);
      const made = { ...wanted, id: `sub-${subscriptions.length + 1}` };
      subscriptions.push(made);
      return Response.json(made, { status: 201 });
    }
    if (pathname.startsWith("/v1.0/subscriptions/")) return new Response(null, { status: 204 });
    if (!pathname.endsWith("/messages/delta"))
      return Response.json({ error: { code: "itemNotFound" } }, { status: 404 });
    const since = Number(searchParams.get("$deltatoken") ?? searchParams.get("$skiptoken") ?? "0");
    const value = messages.slice(since, since + PAGE);
    const [end, link] = [since + value.length, `https://graph.microsoft.com/v1.0${pathname.slice(5)}`];
    const page =
      end < messages.length
        ? { value, "@odata.nextLink": `${link}?%24skiptoken=${end}` }
        : { value, "@odata.deltaLink": `${link}?%24deltatoken=${end}` };
    afterPage();
    return Response.json(page);
  };
  /** Runs behind each page that Graph has read. */
  let afterPage = () => {};
  return {
    onPage(work: () => void) {
      afterPage = work;
    },
    subscriptions,
    echoes,
    fetch: respond,
    receive(subject: string, isDraft = false) {
      const receivedDateTime = new Date(clock()).toISOString();
      messages.push({ id: `m-${messages.length + 1}`, subject, receivedDateTime, isDraft });
    },
  };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`Microsoft's events, ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    const upstream = graph(() => clock.now());
    let gateway: TestGateway;
    let userId = "";
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        clock,
        plugins: [microsoft as unknown as Provider],
        settings: { microsoft: { clientId: "client", clientSecret: "secret" } },
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        fetch: upstream.fetch,
      });
      ({ userId } = await gateway.user());
      await integrate(gateway, { userId, accountId: null }, { user: "ada", scopes: ["Mail.Read"] }, "microsoft");
      await gateway.app.deps.sources.reconcile();
      await gateway.app.deps.sources.drain();
    });
    afterAll(() => gateway.close());

    const titles = async () => {
      const found = await gateway.database.database.query<{ title: string }>(
        "select title from inbox_events where user_id = $1::uuid and type = 'mail.message_received' order by seq",
        [userId],
      );
      return found.map(({ title }) => title);
    };
    const current = () => upstream.subscriptions.at(-1) as Subscription;
    const notify = (item: object, clientState = current().clientState) =>
      fetch(current().notificationUrl, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ value: [{ subscriptionId: current().id, clientState, ...item }] }),
      });
    const work = async () => {
      await gateway.app.deps.inboundWebhooks.drain();
      await gateway.app.deps.sources.drain();
    };
    const created = { changeType: "created", resource: "Users/ada/Messages/m", resourceData: null };

    test("the address echoes Graph's token while the subscription is being made", () => {
      expect(upstream.echoes).toEqual(Array(2).fill("200 text/plain Validation: a+b <c>"));
      expect(upstream.subscriptions.map(({ id }) => id)).toEqual(["sub-1"]);
      expect(Date.parse(current().expirationDateTime) - clock.now()).toBeLessThan(7 * 86_400_000);
    });

    test("a notification brings new messages, drafts not, and the same one again brings the next", async () => {
      upstream.receive("One");
      upstream.receive("Draft", true);
      expect((await notify(created)).status).toBe(200);
      await work();
      expect(await titles()).toEqual(["One"]);
      clock.move(1_000);
      upstream.receive("Two");
      await notify(created);
      await work();
      expect(await titles()).toEqual(["One", "Two"]);
    });

    test("a notification with another secret is refused and triggers no poll", async () => {
      clock.move(1_000);
      upstream.receive("Three");
      expect((await notify(created, "another")).status).toBe(401);
      await work();
      expect(await titles()).toEqual(["One", "Two"]);
      expect(
        (await fetch(`${gateway.url}/api/v1/webhooks/microsoft?validationToken=x`, { method: "POST" })).status,
      ).toBe(401);
    });

    test("missed changes are read; a removed subscription is made anew, and what came meanwhile is read", async () => {
      clock.move(1_000);
      await notify({ lifecycleEvent: "missed" });
      await work();
      expect(await titles()).toEqual(["One", "Two", "Three"]);
      clock.move(1_000);
      await notify({ lifecycleEvent: "subscriptionRemoved" });
      upstream.receive("Four");
      await work();
      expect(upstream.subscriptions.map(({ id }) => id)).toEqual(["sub-1", "sub-2"]);
      expect(await titles()).toEqual(["One", "Two", "Three", "Four"]);
    });

    test("each message comes once while others arrive, pages are small, and processes die, whoever polls", async () => {
      const received = await titles();
      const receive = (count: number) => {
        for (let message = 0; message < count; message++) {
          received.push(`Many ${received.length}`);
          upstream.receive(received.at(-1) as string);
        }
      };
      const { deps } = gateway.app;
      for (const crash of CRASHES) {
        for (const page of [0, 1, 2]) {
          clock.move(1_000);
          receive(5);
          let arrivals = 0;
          upstream.onPage(() => {
            if (arrivals++ < 3) receive(1);
          });
          await notify(created);
          await gateway.app.deps.inboundWebhooks.drain();
          const crashes: (Crash | null)[] = [...Array.from({ length: page }, () => null), crash];
          const dying = createSources({ ...deps, database: breaking(deps.database, crashes) });
          await dying.drain();
          expect(crashes).toEqual([]);
          clock.move(20 * 60_000);
          await Promise.all([createSources(deps).drain(), deps.sources.drain()]);
        }
      }
      upstream.onPage(() => {});
      clock.move(20 * 60_000);
      await work();
      expect(received.length).toBe(4 + 9 * 8);
      expect((await titles()).sort()).toEqual(received.sort());
    });
  });
}
