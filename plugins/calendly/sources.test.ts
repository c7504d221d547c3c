// What fixtures cannot show: positions stay small, a subscription's address is new each time, and either key proves an inbound webhook.
import { describe, expect, test } from "bun:test";
import {
  type SourceContext,
  type SubscribeContext,
  type Upstream,
  type UpstreamRequest,
  valueAt,
} from "gateway/plugin";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import plugin from "./index.ts";
import { sources } from "./sources.ts";

const { bookings } = sources;
const NOON = Date.parse("2026-01-01T12:00:00Z");
const context: SourceContext = {
  identity: { id: "U-ada", name: "ada", workspace: { id: "O-acme", name: "acme" }, tenant: {} },
  resource: null,
  settings: {},
  now: NOON + 600_000,
};
const iso = (ms: number) => new Date(ms).toISOString();

/** `meetings` coming meetings, each with one invitee who has just booked it. */
function calendlyWith(meetings: number): Upstream {
  const uuid = (n: number) => String(n).padStart(64, "a");
  const uri = (n: number) => `https://api.calendly.com/scheduled_events/${uuid(n)}`;
  const meeting = (n: number) => ({ uri: uri(n), name: "Intro", updated_at: iso(NOON + 1_000) });
  const jsonFor = ({ path, query }: UpstreamRequest) => {
    const [, id, rest] = /^\/scheduled_events(?:\/(\w+))?(\/invitees)?$/.exec(path) ?? [];
    if (id === undefined) {
      const from = Number(query?.page_token ?? 0);
      const count = Math.min(Number(query?.count), meetings - from);
      const next = from + count < meetings ? String(from + count) : null;
      const collection = Array.from({ length: count }, (_, i) => meeting(from + i));
      return { collection, pagination: { next_page_token: next } };
    }
    const n = Number(id.replace(/^a+/, ""));
    if (rest === undefined) return { resource: meeting(n) };
    const invitee = { uri: `${uri(n)}/invitees/I-${n}`, status: "active", created_at: iso(NOON + 1_000) };
    return { collection: [invitee], pagination: { next_page_token: null } };
  };
  const request = async (req: UpstreamRequest) => ({ status: 200, headers: new Headers(), json: jsonFor(req) });
  return { request, attempt: request } as unknown as Upstream;
}

describe("Calendly's poll", () => {
  test("reads every booking of hundreds of meetings, with positions far below 8 KB", async () => {
    const ids: string[] = [];
    let page = { position: String(NOON), more: true };
    for (let i = 0; page.more && i < 500; i++) {
      const next = await bookings.poll.next(page.position, context, calendlyWith(320));
      expect(new TextEncoder().encode(next.position).length).toBeLessThan(4_096);
      ids.push(...polledEvents(bookings, next.items, context).map(({ id }) => id));
      page = next;
    }
    expect(new Set(ids).size).toBe(320);
    expect(page).toMatchObject({ position: String(NOON + 300_000), more: false });
  });
});

describe("Calendly's subscription", () => {
  const subscribe = (now: number) => {
    const address = "https://gateway.example.com/api/v1/webhooks/calendly/1";
    const secret = "s";
    const push = { ...context, now, id: "1", address, secret, secrets: { webhook: null, client: null } };
    return bookings.push.subscribe(push satisfies SubscribeContext);
  };

  test("has another address each time, since Calendly refuses one that a disabled subscription has", () => {
    const [first, second] = [subscribe(NOON), subscribe(NOON + 1)].map(({ json }) => String(valueAt(json, "url")));
    expect(first).not.toBe(second as string);
    for (const url of [first, second])
      expect(url).toStartWith("https://gateway.example.com/api/v1/webhooks/calendly/1?");
  });

  test("needs a scope that is requested along with that of meetings, and only then", () => {
    const scopeFor = (...scopes: string[]) => plugin.auth.oauth2?.authorize?.(scopes).scope?.split(" ");
    expect(scopeFor("users:read", "scheduled_events:read")).toContain("webhooks:write");
    expect(scopeFor("users:read")).toEqual(["users:read"]);
  });
});
