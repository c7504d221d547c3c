// What a person granted an MCP client holds at /mcp itself: sign-in by its 401, read-only, providers, account.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type SignedIn, signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { consentTo, granted, memoryProvider, type Stored } from "../oauth-server/mcp-client.ts";
import { mcpSender } from "./message.ts";

setDefaultTimeout(TEST_MS);

const EVENT = {
  title: "Planning",
  start: { date_time: "2030-01-01T10:00:00Z" },
  end: { date_time: "2030-01-01T11:00:00Z" },
};
const LIST = "google_calendar_list_events";
const CREATE = "google_calendar_create_event";
const FREE_BUSY = "google_calendar_find_busy_times";

for (const lane of laneOf(import.meta.file)) {
  describe(`granted MCP clients at /mcp on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const keyOf = async (userId: string) =>
      (await gateway.admin("POST", "/keys", { user: userId, permissions: ["*", "gateway:partner.manage"] })).json.data
        .key;
    const connected = async () => {
      const person = await signedIn(gateway);
      await gateway.connect(await keyOf(person.userId), "google");
      return person;
    };
    const namesOf = async (access: string, query = "?tools=connected") =>
      (await mcpSender(gateway, { key: access, query })("tools/list")).json.result.tools.map(
        ({ name }: { name: string }) => name,
      ) as string[];
    const callOf = async (access: string, name: string, args: object) => {
      const { json } = await mcpSender(gateway, { key: access })("tools/call", { name, arguments: args });
      return json.result as { isError?: boolean; content: { text: string }[] };
    };

    test("the official client signs in from the 401 on, lists the tools and calls one", async () => {
      const person: SignedIn = await connected();
      const stored: Stored = {};
      const authProvider = memoryProvider(stored);
      const transport = () =>
        new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp?tools=connected`), { authProvider });
      const first = transport();
      await rejection(new Client({ name: "test", version: "1" }).connect(first));
      const url = stored.url as URL;
      const back = await consentTo(person, `${url.pathname}${url.search}`);
      await first.finishAuth(back.searchParams);
      const client = new Client({ name: "test", version: "1" });
      await client.connect(transport());
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain(LIST);
      const { structuredContent, isError } = await client.callTool({ name: LIST, arguments: {} });
      expect([isError ?? false, Object.keys(structuredContent as object)]).toEqual([false, ["events", "next_cursor"]]);
      await client.close();
    });

    test("one that may only read is shown what reads, also by POST, and is refused every change", async () => {
      const person = await connected();
      const { access } = await granted(gateway, person, { fields: { use: "read" } });
      const names = await namesOf(access);
      expect(names).toContain(LIST);
      expect(names).toContain(FREE_BUSY);
      const changing = names.filter(
        (name) => (gateway.app.deps.registry.tool(name)?.effects.effect ?? "reads") !== "reads",
      );
      expect(changing).toEqual([]);
      expect((await callOf(access, LIST, {})).isError ?? false).toBe(false);
      const refused = await callOf(access, CREATE, EVENT);
      expect([refused.isError, refused.content[0]?.text]).toEqual([true, expect.stringContaining("sign in again")]);
      const sent = await mcpSender(gateway, { key: access })("tools/call", { name: CREATE, arguments: EVENT });
      expect([sent.status, sent.headers.get("www-authenticate")]).toEqual([
        403,
        expect.stringMatching(
          /^Bearer error="insufficient_scope", resource_metadata=".*", scope="tools:read tools:write"$/,
        ),
      ]);
      const found = await callOf(access, "search_tools", { query: "create a calendar event" });
      expect(found.content[0]?.text).not.toContain(CREATE);
    });

    test("one for an account reaches that account's integrations without naming it, and no other's", async () => {
      const partner = await signedIn(gateway, { partner: true });
      const key = await keyOf(partner.userId);
      const accountId = await gateway.account(key, "customer-1");
      await gateway.account(key, "customer-2");
      await gateway.connect(key, "google", { accountId });
      const { access } = await granted(gateway, partner, { fields: { external_id: "customer-1" } });
      expect(await namesOf(access)).toContain(LIST);
      expect((await callOf(access, LIST, {})).isError ?? false).toBe(false);
      const other = { key: access, headers: { "x-account-id": "customer-2" } };
      const refused = await mcpSender(gateway, other)("tools/call", { name: LIST, arguments: {} });
      expect(JSON.stringify(refused.json)).toContain("ACCOUNT_NOT_FOUND");
      const own = await granted(gateway, partner);
      expect(await namesOf(own.access)).not.toContain(LIST);
    });

    test("its token works at /mcp alone, and not after the grant was taken back", async () => {
      const person = await connected();
      const { access } = await granted(gateway, person);
      expect((await gateway.call("GET", "/api/v1/integrations", { key: access })).status).toBe(401);
      expect(await namesOf(access)).toContain(LIST);
      await gateway.admin("PATCH", `/people/${person.personId}`, { disabled: true });
      await gateway.heard();
      const ended = await mcpSender(gateway, { key: access })("tools/list");
      expect([ended.status, ended.headers.get("www-authenticate")]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
    });
  });
}
