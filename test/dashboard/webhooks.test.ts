// Webhook endpoints at the dashboard: secrets once, what a recent sign-in is for, deliveries as text, and whose they are.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { RECENT_MS } from "../../src/identity/sign-in/sessions.ts";
import {
  createEndpoint,
  drain,
  endpointOf,
  eventOf,
  publish,
  startHooksGateway,
  storeTypes,
} from "../events/webhooks/hooks.ts";
import { type Receiver, startReceiver, status } from "../events/webhooks/receiver.ts";
import type { TestGateway } from "../support/gateway.ts";
import { type Acting, acting } from "./acting.ts";

const EVIL = `</pre></bdi><script>alert(1)</script><img src=x onerror=alert(2)>`;

describe("webhooks at the dashboard", () => {
  let gateway: TestGateway;
  let receiver: Receiver;
  let ada: Acting;
  let bob: Acting;

  beforeAll(async () => {
    gateway = await startHooksGateway("embedded");
    receiver = await startReceiver();
    ada = await acting(gateway, { partner: true });
    bob = await acting(gateway, { partner: true });
  });
  afterAll(async () => {
    await receiver.close();
    await gateway.close();
  });

  const hostOf = () => new URL(receiver.url).host;
  const isInert = (text: string) => !text.includes("<script>alert") && !text.includes("<img src=x");

  test("an endpoint's secret is on the page that makes it, and on none after", async () => {
    const empty = await ada.get("/webhooks");
    expect(empty.text).toContain("No endpoints yet.");
    const made = await ada.submit("/webhooks/new", { url: receiver.url, description: EVIL, scope: "all" });
    expect(made.status).toBe(200);
    const secret = /whsec_[A-Za-z0-9+/=]+/.exec(made.text)?.[0] as string;
    expect(made.headers.get("cache-control")).toBe("no-store");
    const list = await ada.get("/webhooks");
    const id = /\/webhooks\/([0-9a-f-]{36})"/.exec(list.text)?.[1] as string;
    for (const path of ["", "/edit", "/secret", "/delete", "/replay"]) {
      const page = await ada.get(`/webhooks/${id}${path}`);
      expect([path, page.status, page.text.includes(secret), isInert(page.text)]).toEqual([path, 200, false, true]);
    }
    expect(isInert(list.text)).toBe(true);
    await gateway.call("DELETE", `/api/v1/webhook-endpoints/${id}`, { key: ada.key });
  });

  test("what the API refuses is said beside its field, with what was typed", async () => {
    const page = await ada.submit("/webhooks/new", {
      ...{ url: "ftp://x", events: "some", event_types: ["gmial.*"] },
      scope: "user",
    });
    expect([page.status, page.headers.get("x-error-code")]).toEqual([400, "VALIDATION_ERROR"]);
    expect(page.text).toContain('id="url-error"');
    expect(page.text).toContain('value="ftp://x"');
    expect(page.text).toContain("Did you mean gmail.*?");
    expect((await endpointsOf(ada)).length).toBe(0);
  });
  const endpointsOf = async ({ key }: Acting) =>
    (await gateway.call("GET", "/api/v1/webhook-endpoints", { key })).json.data.webhook_endpoints;

  test("change, disable and enable are the API's; its filters stay as they were typed", async () => {
    const { id } = await createEndpoint(gateway, ada.key, { url: receiver.url });
    const fields = {
      url: receiver.url,
      events: "some",
      event_types: ["issues.*", "gmail.*"],
      providers: ["github", "slack"],
      scope: "user",
    };
    expect((await ada.get("/webhooks/new")).text).toContain("New webhook endpoint");
    expect((await ada.get(`/webhooks/${id}/edit`)).text).toContain("Change the webhook endpoint");
    expect((await ada.submit(`/webhooks/${id}/edit`, fields)).headers.get("location")).toBe(`/webhooks/${id}`);
    expect(await endpointOf(gateway, ada.key, id)).toMatchObject({
      event_types: ["issues.*", "gmail.*"],
      providers: ["github", "slack"],
      scope: "user",
    });
    await ada.submit(`/webhooks/${id}/enabled`, { enabled: "false" });
    expect(await endpointOf(gateway, ada.key, id)).toMatchObject({ enabled: false, disabled_reason: "manual" });
    const refused = await ada.submit(`/webhooks/${id}/test`, {});
    expect([refused.status, refused.text.includes("enable it first")]).toEqual([409, true]);
    await ada.submit(`/webhooks/${id}/enabled`, { enabled: "true" });
    expect(await endpointOf(gateway, ada.key, id)).toMatchObject({ enabled: true });
    await gateway.call("DELETE", `/api/v1/webhook-endpoints/${id}`, { key: ada.key });
  });

  const ticksOf = (text: string) =>
    [...text.matchAll(/<input type="checkbox" name="event_types" value="([^"]+)"( checked)?/g)].map(
      ([, pattern, isTicked]) => ({ pattern, isTicked: isTicked !== undefined }),
    );

  test("the form has every type once, with what each is, and none ticked stands for none", async () => {
    const { text } = await ada.get("/webhooks/new");
    const patterns = ticksOf(text).map(({ pattern }) => pattern);
    expect(new Set(patterns).size).toBe(patterns.length);
    const { event_types: types } = (await gateway.call("GET", "/api/v1/inbox/event-types", { key: ada.key })).json.data;
    for (const { type } of types) expect(patterns).toContain(type);
    expect(text).toContain("An email arrived in Gmail");
    const refused = await ada.submit("/webhooks/new", { url: receiver.url, events: "some" });
    expect([refused.status, refused.text.includes('<p class="field-error">')]).toEqual([400, true]);
    const all = await ada.submit("/webhooks/new", { url: receiver.url, events: "all", event_types: ["issues.opened"] });
    expect(all.status).toBe(200);
    const [made] = await endpointsOf(ada);
    expect(made.event_types).toEqual(["*"]);
    await gateway.call("DELETE", `/api/v1/webhook-endpoints/${made.id}`, { key: ada.key });
  });

  test("stored types that nobody knows any more are shown as such, stay while ticked, and go when they are not", async () => {
    const { id } = await createEndpoint(gateway, ada.key, { url: receiver.url });
    await storeTypes(gateway, id, ["issues.opened", "gmail.*", "gone.made", "gone.*"]);
    const page = await ada.get(`/webhooks/${id}/edit`);
    const ticked = ticksOf(page.text).flatMap(({ pattern, isTicked }) => (isTicked ? [pattern] : []));
    expect(ticked.sort()).toEqual(["gmail.*", "gone.*", "gone.made", "issues.opened"]);
    expect(page.text).toContain("No longer known");
    expect((await ada.get(`/webhooks/${id}`)).text).toContain("gone.made");
    const save = async (types: readonly string[]) => {
      const fields = { url: receiver.url, events: "some", event_types: types };
      expect((await ada.submit(`/webhooks/${id}/edit`, fields)).status).toBe(303);
      return (await endpointOf(gateway, ada.key, id)).event_types;
    };
    expect(await save(["issues.opened", "gone.made", "gone.*"])).toEqual(["issues.opened", "gone.made", "gone.*"]);
    expect(await save(["issues.opened"])).toEqual(["issues.opened"]);
    expect((await ada.get(`/webhooks/${id}/edit`)).text).not.toContain("No longer known");
    await gateway.call("DELETE", `/api/v1/webhook-endpoints/${id}`, { key: ada.key });
  });

  test("a test and its delivery: attempts, what came back and what is sent, as text", async () => {
    const { id } = await createEndpoint(gateway, ada.key, { url: receiver.url });
    receiver.respondWith(status(500, {}, EVIL));
    const view = { title: EVIL, summary: null, actor: null, url: null, occurredAt: null };
    const [eventId] = await publish(gateway, [eventOf(gateway, ada.userId, { view })]);
    await drain(gateway);
    const list = await ada.get(`/webhooks/${id}`);
    expect(list.text).toContain(`/webhooks/${id}/deliveries/${eventId}`);
    const delivery = await ada.get(`/webhooks/${id}/deliveries/${eventId}`);
    expect(delivery.text).toContain("not with a status from 200 to 299");
    expect(delivery.text).toContain("&lt;script&gt;alert(1)");
    expect(isInert(delivery.text)).toBe(true);
    receiver.respondWith(status(200));
    const sent = await ada.submit(`/webhooks/${id}/test`, {});
    await drain(gateway);
    const test = await ada.get(sent.headers.get("location") as string);
    expect(test.text).toContain("Delivered");
    expect(test.text).toContain("webhook.test");
    await gateway.call("DELETE", `/api/v1/webhook-endpoints/${id}`, { key: ada.key });
  });

  test("events are sent again: one, or those of a time", async () => {
    const { id } = await createEndpoint(gateway, ada.key, { url: receiver.url });
    receiver.respondWith(status(200));
    const [eventId] = await publish(gateway, [eventOf(gateway, ada.userId)]);
    await drain(gateway);
    const count = () => receiver.received.filter(({ headers }) => headers["webhook-id"] === eventId).length;
    expect(count()).toBe(1);
    await ada.submit(`/webhooks/${id}/deliveries/${eventId}`, {});
    await drain(gateway);
    expect(count()).toBe(2);
    const since = new Date(gateway.clock.now() - 3_600_000).toISOString().slice(0, 16);
    const replayed = await ada.submit(`/webhooks/${id}/replay`, { since, until: "" });
    expect(replayed.text).toContain("events are queued.");
    const refused = await ada.submit(`/webhooks/${id}/replay`, { since, until: since });
    expect([refused.status, refused.text.includes('id="until-error"')]).toEqual([400, true]);
    await gateway.call("DELETE", `/api/v1/webhook-endpoints/${id}`, { key: ada.key });
  });

  test("it goes for good only with its name typed", async () => {
    const { id } = await createEndpoint(gateway, ada.key, { url: receiver.url });
    const question = await ada.get(`/webhooks/${id}/delete?name=${hostOf()}`);
    expect(question.text).toContain(`Delete ${hostOf()}?`);
    expect(question.text).toMatch(/<button[^>]*class="[^"]*danger[^"]*"[^>]*>\s*Delete for good/);
    const wrong = await ada.submit(`/webhooks/${id}/delete`, { typed: "another" });
    expect([wrong.status, (await endpointsOf(ada)).length]).toEqual([400, 1]);
    const gone = await ada.submit(`/webhooks/${id}/delete`, { typed: hostOf() });
    expect([gone.headers.get("location"), (await endpointsOf(ada)).length]).toEqual(["/webhooks", 0]);
  });

  test("another user's endpoint and deliveries are not there, to look at or to change", async () => {
    const { id } = await createEndpoint(gateway, ada.key, { url: receiver.url });
    const own = await createEndpoint(gateway, bob.key, { url: receiver.url });
    const [eventId] = await publish(gateway, [eventOf(gateway, ada.userId)]);
    expect((await bob.get("/webhooks")).text).not.toContain(id);
    for (const path of ["", "/edit", "/secret", "/delete", "/replay", `/deliveries/${eventId}`])
      expect([path, (await bob.get(`/webhooks/${id}${path}`)).status]).toEqual([path, 404]);
    expect((await bob.get(`/webhooks/${own.id}/deliveries/${eventId}`)).status).toBe(404);
    const forms: [string, Record<string, string>][] = [
      ["/edit", { url: "https://93.184.215.14/x" }],
      ["/enabled", { enabled: "false" }],
      ["/test", {}],
      ["/secret", {}],
      ["/delete", { typed: hostOf() }],
      ["/replay", { since: "2026-01-01T00:00" }],
      [`/deliveries/${eventId}`, {}],
    ];
    for (const [path, fields] of forms)
      expect([path, (await bob.submit(`/webhooks/${id}${path}`, fields)).status]).toEqual([path, 404]);
    expect(await endpointOf(gateway, ada.key, id)).toMatchObject({ enabled: true, url: receiver.url });
    expect((await bob.submit(`/webhooks/${own.id}/deliveries/${eventId}`, {})).status).toBe(404);
  });

  test("secrets and addresses ask for a recent sign-in; looking does not", async () => {
    const { id, secret } = await createEndpoint(gateway, bob.key, { url: receiver.url });
    const rotated = await bob.submit(`/webhooks/${id}/secret`, {});
    expect(/whsec_[A-Za-z0-9+/=]+/.exec(rotated.text)?.[0]).not.toBe(secret);
    const count = (await endpointsOf(bob)).length;
    gateway.clock.move(RECENT_MS + 1_000);
    for (const path of ["/webhooks/new", `/webhooks/${id}/secret`, `/webhooks/${id}/edit`]) {
      for (const page of [await bob.get(path), await bob.submit(path, { url: "https://93.184.215.14/x" })])
        expect(page.headers.get("location")).toStartWith("/sign-in/again");
    }
    expect((await endpointsOf(bob)).length).toBe(count);
    expect((await bob.get(`/webhooks/${id}`)).status).toBe(200);
  });
});
