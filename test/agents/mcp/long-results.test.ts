// Results that are too long for a model: cut with a mark, and read on to their end.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { mcpSender } from "./message.ts";

const BUDGET = 100 * 1024;

for (const lane of laneOf(import.meta.file)) {
  describe(`long results at /mcp on ${lane}`, () => {
    const long = { id: 1, title: Array.from({ length: 60_000 }, (_, i) => `${i} 🙂 "x"\n`).join("") };
    /** Each character takes two of JSON. */
    const lines = "\n".repeat(60 * 1024);
    const upstream = recordingProvider(({ url, method }) =>
      url.pathname.endsWith("/file")
        ? new Response(lines, { headers: { "content-type": "text/plain" } })
        : url.pathname === "/items" && method === "GET"
          ? Response.json({ items: [long], next_cursor: null })
          : Response.json(long),
    );
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      const user = await gateway.user();
      key = user.key;
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const call = async (name: string, args: object) => {
      const { json, text } = await mcpSender(gateway, { key })("tools/call", { name, arguments: args });
      const [content] = json.result.content;
      if (json.result.isError) return { error: content.text as string, data: null };
      expect(content.text.length).toBeLessThanOrEqual(BUDGET);
      expect(JSON.parse(content.text)).toEqual(json.result.structuredContent);
      expect(text.length).toBeLessThan(3 * BUDGET);
      return { error: null, data: json.result.structuredContent };
    };

    test.each([
      ["acme_get_item", { id: "1" }, "/title"],
      ["acme_list_items", {}, "/items/0/title"],
    ])("%s: a text is cut with a mark, and read_result gives the rest of it", async (tool, args, field) => {
      const { data } = await call(tool, args);
      const [cut] = data.result_cut.fields;
      expect(cut).toMatchObject({ field, total: long.title.length, unit: "characters" });
      expect(data.result_cut.next_step).toContain("read_result");
      const first = (data.items?.[0] ?? data).title as string;
      expect(first.length).toBe(cut.included);
      let read = first;
      for (let offset: number | null = cut.included; offset !== null; ) {
        await gateway.clock.nextMinute();
        const part: { value: string; next_offset: number | null } = (
          await call("read_result", { tool, arguments: args, field, offset })
        ).data;
        expect(part.value.isWellFormed()).toBe(true);
        read += part.value;
        offset = part.next_offset;
      }
      expect(read).toBe(long.title);
    });

    test("what a change returns is cut too, and is not called again for the rest", async () => {
      const { data } = await call("acme_create_item", { title: "x" });
      expect(data.result_cut.next_step).toBe("Read what is missing with a tool that reads it.");
      const sent = upstream.requests.length;
      const { error } = await call("read_result", {
        tool: "acme_create_item",
        arguments: { title: "x" },
        field: "/title",
      });
      expect(error).toBe(
        "VALIDATION_ERROR: acme_create_item changes something, so it is not called again. Read what it changed.",
      );
      expect(upstream.requests.length).toBe(sent);
    });

    test("from within a character, read_result begins with that character", async () => {
      const args = { tool: "acme_get_item", arguments: { id: "1" }, field: "/title" };
      const at = long.title.indexOf("🙂", 5_000);
      const { data } = await call("read_result", { ...args, offset: at + 1 });
      expect([data.offset, data.value.startsWith("🙂"), data.value.isWellFormed()]).toEqual([at, true, true]);
    });

    test("a file whose text is too long as JSON is a link", async () => {
      const { data } = await call("acme_get_item_file", { id: "1" });
      expect([data.name, data.content]).toEqual(["notes.html", undefined]);
    });

    test("read_result says what is wrong with its own arguments", async () => {
      const args = { tool: "acme_get_item", arguments: { id: "1" }, field: "/title" };
      const errorOf = async (changed: object) => (await call("read_result", { ...args, ...changed })).error;
      expect(await errorOf({ field: "/text" })).toBe(
        'VALIDATION_ERROR: The result has no text, list or object at "/text". Its fields are /id, /title.',
      );
      expect(await errorOf({ field: "title" })).toBe(
        'VALIDATION_ERROR: "field" must be a field as result_cut names it.',
      );
      expect(await errorOf({ offset: -1 })).toBe('VALIDATION_ERROR: "offset" must be a whole number from 0.');
      expect(await errorOf({ tool: "acme_get_itme" })).toContain("perhaps you mean acme_get_item");
      expect(await errorOf({ length: 1 })).toBe('VALIDATION_ERROR: "length" is not a parameter of read_result.');
      const past = await call("read_result", { ...args, offset: 10_000_000 });
      expect(past.data).toMatchObject({ value: "", next_offset: null });
    });

    test("arguments that are JSON in text are read as what the tool takes", async () => {
      const { data } = await call("acme_list_items", { limit: "1" });
      expect(data.items).toHaveLength(1);
      const named = await call("read_with_tool", { tool: "acme_list_items", arguments: '{"limit":"1"}' });
      expect(named.data.items).toHaveLength(1);
      expect((await call("acme_list_items", { limit: "one" })).error).toContain('"limit" must be a whole number');
    });
  });
}
