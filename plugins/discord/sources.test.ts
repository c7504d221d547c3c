// Tests the poll of a Discord channel where fixtures would be long: full pages, and that nothing is read for a stranger.
import { describe, expect, test } from "bun:test";
import type { Poll, SourceContext, Upstream, UpstreamRequest } from "../../src/plugin/index.ts";
import { rejection } from "../../test/support/rejection.ts";
import { sources } from "./sources.ts";

const [ADA, SERVER, CHANNEL, BOT] = [
  "100000000000000001",
  "200000000000000001",
  "300000000000000001",
  "700000000000000001",
];
const context: SourceContext = {
  identity: { id: ADA, name: "Ada", tenant: {} },
  resource: CHANNEL,
  settings: {},
  now: Date.parse("2026-01-01T00:00:00Z"),
};

/** A channel with these messages, whose server says that this person asked. */
function channelWith(ids: readonly string[], { memberId = ADA, roles = [] as unknown[] } = {}) {
  const sent: UpstreamRequest[] = [];
  const responses = (req: UpstreamRequest): unknown => {
    if (req.path.endsWith("/messages")) {
      const after = ids.filter((id) => BigInt(id) > BigInt(String(req.query?.after)));
      return after
        .slice(0, 100)
        .toReversed()
        .map((id) => ({ id, author: { id: ADA } }));
    }
    if (req.path.endsWith("/member")) return { user: { id: memberId }, roles };
    if (req.path.startsWith("/guilds/"))
      return { id: SERVER, owner_id: "1", roles: [{ id: SERVER, permissions: "66560" }] };
    return { id: CHANNEL, guild_id: SERVER, type: 0, permission_overwrites: [] };
  };
  const request = async (req: UpstreamRequest) => {
    sent.push(req);
    return { status: 200, headers: new Headers(), json: responses(req) };
  };
  return { sent, upstream: { request, attempt: request } as unknown as Upstream };
}

const poll = sources.channel.poll as Poll;

describe("The poll of a channel", () => {
  const ids = Array.from({ length: 250 }, (_, index) => String(500_000_000_000_000_001n + BigInt(index)));

  test("reads 250 messages in three pages, oldest first and each once", async () => {
    const { upstream } = channelWith(ids);
    const read: unknown[] = [];
    let position = `500000000000000000 ${BOT}`;
    const more: boolean[] = [];
    do {
      const page = await poll.next(position, context, upstream);
      read.push(...page.items.map((item) => (item as { id: string }).id));
      position = page.position;
      more.push(page.more);
    } while (more.at(-1));
    expect(read).toEqual(ids);
    expect(more).toEqual([true, true, false]);
    expect(position).toBe(`${ids.at(-1)} ${BOT}`);
  });

  test("S-89: reads no message where the person's own token shows another member", async () => {
    const { upstream, sent } = channelWith(ids, { memberId: "100000000000000002" });
    expect(await rejection(poll.next(`500000000000000000 ${BOT}`, context, upstream))).toHaveProperty(
      "failure",
      "not_found",
    );
    expect(await rejection(poll.start(context, upstream))).toHaveProperty("failure", "not_found");
    expect(sent.filter(({ path }) => path.includes("/messages"))).toEqual([]);
  });

  test("S-89: proves the person's right anew with every page", async () => {
    const { upstream, sent } = channelWith(ids);
    for (const _ of [1, 2]) await poll.next(`500000000000000000 ${BOT}`, context, upstream);
    expect(sent.filter(({ path }) => path.endsWith("/member"))).toHaveLength(2);
    expect(sent.filter(({ path }) => path.endsWith("/member")).every(({ credential }) => credential === "grant")).toBe(
      true,
    );
  });
});
