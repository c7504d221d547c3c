// What a response tells an agent: texts of others, of every tool that has some, and nothing where there is none.
import { describe, expect, test } from "bun:test";
import { receivedIn } from "../../../src/agents/sessions/received.ts";
import { untrustedFields } from "../../../src/providers/registry/untrusted-fields.ts";
import { callOf, dataOf, endpointFixtures, exchangesOf, replay } from "../../support/fixture-replay.ts";

const NO_INPUT = { params: {}, query: {}, body: {} };
const all = await endpointFixtures();
const endpointOf = (tool: string) =>
  all.find(({ endpoint }) => endpoint.tool === tool)?.endpoint ?? expect.unreachable(tool);
const MAIL = endpointOf("google_gmail_get_message");

describe("what a response tells", () => {
  test("every fixture with a text that others may have written sets both facts, unless it is public", async () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const { endpoint, fixtures } of all)
      for (const fixture of fixtures) {
        if (untrustedFields(endpoint).length === 0) continue;
        const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(fixture));
        if (outcome instanceof Error) continue;
        const data = await dataOf(outcome);
        const facts = receivedIn(endpoint, NO_INPUT, { data } as never);
        const hasText = untrustedFields(endpoint).some((path) => textsAt(data, path.split(/[.[]/)).length > 0);
        checked += hasText ? 1 : 0;
        const isPrivate = endpoint.def.isPublic !== true;
        const got = [facts.has_read_untrusted !== undefined, facts.has_read_private !== undefined];
        if (hasText && (got[0] !== true || got[1] !== isPrivate)) wrong.push(`${endpoint.tool}: ${got}`);
        if (!hasText && got[0]) wrong.push(`${endpoint.tool}: ${facts.has_read_untrusted}`);
      }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(250);
  });

  test("a text that the call has sent itself is not news, and another one is", () => {
    const reply = (text: string) => ({ data: { id: "1", subject: "Hello", snippet: text } }) as never;
    const input = { ...NO_INPUT, body: { subject: "Hello", parts: [{ text: "Mine" }] } };
    expect(receivedIn(MAIL, input, reply("Mine"))).toEqual({});
    expect(receivedIn(MAIL, input, reply("Theirs"))).toEqual({
      has_read_private: "snippet",
      has_read_untrusted: "snippet",
    });
  });

  test("an empty list, the owner's profile and a provider's own words set nothing", () => {
    expect(
      receivedIn(endpointOf("google_gmail_list_messages"), NO_INPUT, { data: { messages: [], next_cursor: null } }),
    ).toEqual({});
    expect(
      receivedIn(endpointOf("google_get_me"), NO_INPUT, { data: { id: "1", name: "Ada", email: "a@b.example" } }),
    ).toEqual({});
  });

  test("the provider's own answer and a stream count as having every text", () => {
    const both = { has_read_private: expect.any(String), has_read_untrusted: expect.any(String) };
    expect(receivedIn(MAIL, { ...NO_INPUT, query: { raw: true } }, { data: { id: "1" } })).toEqual(both);
    const stream = { response: new Response("x") };
    expect(receivedIn(endpointOf("google_drive_download_file"), NO_INPUT, stream)).toEqual(both);
  });

  test("a public post is a stranger's text and nothing of the owner's", () => {
    const data = { posts: [{ id: "1", text: "Hello" }], next_cursor: null };
    expect(Object.keys(receivedIn(endpointOf("twitter_search_posts"), NO_INPUT, { data }))).toEqual([
      "has_read_untrusted",
    ]);
  });
});

/** Texts that are not empty at a path such as `messages`, `]`, `from`. */
function textsAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (value === null || value === undefined) return [];
  if (step === undefined) return typeof value === "string" ? (value.trim() ? [value] : []) : Object.keys(Object(value));
  if (step === "") return textsAt(value, rest);
  if (typeof value !== "object") return [];
  if (step === "]" || step === "*") return Object.values(value).flatMap((one) => textsAt(one, rest));
  return textsAt((value as Record<string, unknown>)[step], rest);
}
