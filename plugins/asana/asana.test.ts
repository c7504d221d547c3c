// What fixtures cannot show: what a list of changes means over time, the scopes of both kinds of app, and Asana's own signature.
import { describe, expect, test } from "bun:test";
import { checkValue } from "../../src/foundation/schema/check.ts";
import type { InboundWebhook, Poll, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { defaultScopes, missingScopes, permissionsOf } from "../../src/providers/registry/scopes.ts";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { changesOf } from "./change.ts";
import asana from "./index.ts";
import { FULL, oauth } from "./oauth.ts";
import { sources } from "./sources.ts";
import { webhook } from "./webhook.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const START = Date.parse("2026-01-01T00:00:00.250Z");

describe("scopes", () => {
  const single = defaultScopes(asana);

  test("an app with single scopes is asked for no other one", () => {
    expect(oauth.authorize?.(single)).toEqual({ scope: single.join(" ") });
    expect(single).not.toContain(FULL);
  });

  test("an app with full permissions is asked for the one scope that it takes, which covers every permission", () => {
    expect(oauth.authorize?.(defaultScopes(asana, [FULL]))).toEqual({ scope: FULL });
    for (const permission of permissionsOf(asana)) expect(missingScopes(asana, permission, [FULL])).toEqual([]);
  });
});

describe("an id", () => {
  const endpoint = buildRegistry([asana]).endpoints.find(({ key }) => key === "get_task");
  const isTaken = (id: string) => endpoint && !("errors" in checkValue(endpoint.input.params, { id }, "path"));
  test("is digits, as many as do not fit a number", () =>
    expect(isTaken("12345678901234567890123456789012")).toBe(true));
  test.each(["", "me", "12/34", "external:7", "1 2", "1\n", "-1", "1".repeat(33)])("is never %j", (id) => {
    expect(isTaken(id)).toBe(false);
  });
});

describe("what has happened to a task", () => {
  const task = (created: number, modified: number, completed?: number) => ({
    gid: "1",
    created_at: iso(START + created),
    modified_at: iso(START + modified),
    completed: completed !== undefined,
    completed_at: completed === undefined ? null : iso(START + completed),
  });
  const changes = (thing: object) => changesOf(thing, START).map((one) => (one as { change: string }).change);

  test.each([
    ["created", task(5, 5), ["created"]],
    ["created and changed", task(5, 5_000), ["created", "updated"]],
    ["changed", task(-90_000, 5), ["updated"]],
    ["completed", task(-90_000, 300, 5), ["completed"]],
    ["completed, then changed", task(-90_000, 5_000, 5), ["updated", "completed"]],
    ["changed, being completed long ago", task(-90_000, 5, -50_000), ["updated"]],
    ["put into the list, unchanged", task(-90_000, -50_000), []],
    ["put into the list, completed long ago", task(-90_000, -50_000, -60_000), []],
  ])("is told: %s", (_, thing, expected) => {
    expect(changes(thing)).toEqual(expected);
  });

  test("of a task without times is nothing", () => expect(changes({ gid: "1", completed: true })).toEqual([]));
});

describe("a poll of the person's tasks", () => {
  const WORKSPACES = ["4001", "4002", "4003"];
  const context = (now: number): SourceContext => ({
    identity: { id: "1001", name: "ada", tenant: {} },
    resource: null,
    settings: {},
    now,
  });

  test("finds every task of every workspace once as created, and each completion once, though offsets end", async () => {
    let now = START;
    let refusals = 0;
    const tasks = Array.from({ length: 30 }, (_, n) => ({
      gid: String(100 + n),
      name: `Task ${n}`,
      workspace: WORKSPACES[n % 3] as string,
      createdAt: START + n * 20_000,
      completedAt: n % 4 === 0 ? START + n * 20_000 + 90_000 : null,
    }));
    const request = async ({ path, query = {} }: UpstreamRequest) => {
      const json = (body: object) => ({ status: 200, headers: new Headers(), json: body });
      if (String(path).includes("/users/me")) return json({ data: { workspaces: WORKSPACES.map((gid) => ({ gid })) } });
      const since = Date.parse(String(query.modified_since));
      const shown = tasks
        .filter(({ workspace, createdAt }) => workspace === query.workspace && createdAt <= now)
        .map(({ gid, name, createdAt, completedAt }) => {
          const isCompleted = completedAt !== null && completedAt <= now;
          const times = { created_at: iso(createdAt), modified_at: iso(isCompleted ? completedAt : createdAt) };
          return { gid, name, ...times, completed: isCompleted, completed_at: isCompleted ? iso(completedAt) : null };
        })
        .filter(({ modified_at }) => Date.parse(modified_at) >= since);
      const from = Number(query.offset ?? 0);
      const next_page = from + 2 < shown.length ? { offset: String(from + 2) } : null;
      return json({ data: shown.slice(from, from + 2), next_page });
    };
    // Each seventh offset has ended.
    const attempt = async (one: UpstreamRequest) => (refusals++ % 7 === 6 ? null : request(one));
    const upstream = { request, attempt } as unknown as Upstream;
    const poll = sources.assigned.poll as Poll;
    let position = await poll.start(context(now), upstream);
    const ids = new Set<string>();
    for (let step = 0; step < 400; step++) {
      const page = await poll.next(position, context(now), upstream);
      for (const { id, type } of polledEvents(sources.assigned, page.items, context(now))) {
        ids.add(`${type} ${id}`);
      }
      position = page.position;
      if (!page.more) now += 60_000;
    }
    const of = (type: string) => [...ids].filter((id) => id.startsWith(`${type} `)).map((id) => id.split(/[ /]/)[1]);
    expect(of("tasks.assigned_created").toSorted()).toEqual(tasks.map(({ gid }) => gid));
    const completed = tasks.filter(({ completedAt }) => completedAt !== null).map(({ gid }) => gid);
    expect(of("tasks.assigned_completed").toSorted()).toEqual(completed);
    expect(refusals).toBeGreaterThan(7);
  });
});

describe("a handshake", () => {
  const KEY = "fixture-secret-of-an-asana-hook-";
  const response = (headers: Record<string, string>, subscription: string | null | undefined) =>
    webhook.handshake?.({ headers: new Headers(headers) } as InboundWebhook, {
      webhook: null,
      client: null,
      subscription,
    });

  test("is answered with its own secret, at a source's own address", () => {
    const expected = { type: "text/plain" as const, body: "", headers: { "x-hook-secret": KEY }, keepSecret: KEY };
    expect(response({ "x-hook-secret": KEY }, "ours")).toEqual(expected);
  });
  test.each([
    ["at the provider's address", { "x-hook-secret": KEY }, null],
    ["without a secret", {}, "ours"],
    ["with one that is too short", { "x-hook-secret": "short" }, "ours"],
    ["beside a signature", { "x-hook-secret": KEY, "x-hook-signature": "x" }, "ours"],
  ] as [string, Record<string, string>, string | null][])("is none %s", (_, headers, subscription) => {
    expect(response(headers, subscription) ?? null).toBeNull();
  });
});

test("two events of an inbound webhook that differ in anything have two ids, and the same one has one", () => {
  const event = {
    user: { gid: "1001" },
    created_at: iso(START),
    action: "removed",
    resource: { gid: "2001", resource_type: "task" },
    parent: { gid: "3001", resource_type: "project" },
  };
  const others = [
    { ...event, created_at: iso(START + 1) },
    { ...event, user: { gid: "1002" } },
    { ...event, resource: { gid: "2002", resource_type: "task" } },
    { ...event, parent: { gid: "3002", resource_type: "project" } },
    { ...event, action: "deleted" },
    { ...event, parent: null },
  ];
  const ids = [event, structuredClone(event), ...others].map((item) => webhook.eventId({} as InboundWebhook, item));
  expect(new Set(ids).size).toBe(others.length + 1);
});
