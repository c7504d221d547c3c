// What fixtures cannot show: pushed and polled changes are one event; one webhook for each kind of object, its password, and whether Pipedrive's list has it as active.
import { describe, expect, test } from "bun:test";
import { type InboundWebhook, type Source, type SubscribeContext, type Upstream, valueAt } from "gateway/plugin";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import plugin from "./index.ts";
import { sources } from "./sources.ts";

const context: SubscribeContext = {
  identity: { id: "7001:42", name: "ada", tenant: { domain: "acme.pipedrive.com" } },
  resource: null,
  settings: {},
  now: 0,
  id: "5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10",
  address: "https://gateway.example.com/api/v1/webhooks/pipedrive/5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10",
  secret: "secret",
  secrets: { webhook: "the operator's", client: "the client's" },
};
const all: [string, Source][] = Object.entries(sources);

describe("a change that is pushed and polled", () => {
  const changedAt = "2026-01-01T12:00:00Z";
  const pushedId = (action: string, entity: string, update_time: string | null = changedAt) => {
    const meta = { id: "m", action, entity, entity_id: "5" };
    return plugin.webhook?.eventId({} as InboundWebhook, { meta, data: { update_time } });
  };
  const polledIds = async (source: Source) => {
    const thing = { id: 5, add_time: "2026-01-01T11:00:00Z", update_time: changedAt };
    const request = async () => ({ status: 200, headers: new Headers(), json: { data: [thing] } });
    const now = { ...context, now: Date.parse(changedAt) + 60_000 };
    const since = String(Date.parse("2026-01-01T10:00:00Z"));
    const page = await source.poll?.next(since, now, { request } as unknown as Upstream);
    return polledEvents(source, page?.items ?? [], now).map(({ id }) => id);
  };

  test.each([
    ["deal", sources.deals],
    ["person", sources.persons],
    ["organization", sources.organizations],
    ["activity", sources.activities],
  ] as const)("is one %s event, whatever digits its second has", async (entity, source) => {
    const ids = [pushedId("create", entity), pushedId("change", entity)];
    expect(await polledIds(source)).toEqual(ids as string[]);
    expect(pushedId("change", entity, "2026-01-01T12:00:00.123Z")).toBe(ids[1] as string);
  });

  test("has Pipedrive's own id where no poll finds it", () => {
    for (const id of [pushedId("delete", "deal"), pushedId("change", "lead"), pushedId("change", "deal", null)])
      expect(id).toBe("m");
  });
});

describe("Pipedrive's webhooks", () => {
  test("are for one kind of object each, so that none is pushed twice", () => {
    const kinds = all.map(([, { push }]) => valueAt(push?.subscribe(context).json, "event_object"));
    expect(new Set(kinds).size).toBe(all.length);
    expect(kinds).not.toContain("*");
  });

  test("get a password of their own, and no other secret", () => {
    for (const [, { push }] of all) {
      const { json } = push?.subscribe(context) ?? {};
      expect(json).toMatchObject({ http_auth_user: context.id, http_auth_password: "secret", version: "2.0" });
      expect(JSON.stringify(json)).not.toMatch(/operator|client/);
    }
  });

  test.each([
    [[{ id: 9, is_active: true }], true],
    [[{ id: "9", is_active: 1 }], true],
    [[{ id: 9 }], true],
    [[{ id: 9, is_active: false }], false],
    [[{ id: 9, is_active: 0 }], false],
    [[{ id: 10, is_active: true }], false],
    [[], false],
    [null, false],
  ])("in the list %j the webhook 9 is there: %p", (data, isThere) => {
    const response = { status: 200, headers: new Headers(), json: { data } };
    expect(sources.deals.push?.isActive?.(response, { id: "9", expiresAt: null, data: {} })).toBe(isThere as boolean);
  });

  test("are the only source of leads, and of what was deleted", () => {
    expect(sources.leads).not.toHaveProperty("poll");
    const polled = all.flatMap(([, { events = {} }]) => Object.keys(events));
    expect(polled.filter((type) => type.endsWith("deleted"))).toEqual([]);
    expect(Object.keys(plugin.webhook?.events ?? {})).toEqual(expect.arrayContaining(polled));
  });
});
