// Calls of several rounds: an integration connected at an emulator first, a destructive call confirmed first, and their states.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { mcpSender } from "./message.ts";

type Elicited = { mode?: string; message: string; url?: string };
type Reaction = (elicited: Elicited) => Promise<{ action: "accept" | "decline" | "cancel"; content?: object }>;

for (const lane of laneOf(import.meta.file)) {
  describe(`rounds on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({}));
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, acme],
        emulate: ["github"],
        settings,
        fetch: (input, init) =>
          new URL(input).hostname.endsWith("acme.example") ? upstream.fetch(input, init) : fetch(input, init),
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const clientOf = async (key: string, react: Reaction, { query = "", elicitation = {} as object | null } = {}) => {
      const capabilities = elicitation === null ? {} : { elicitation };
      const client = new Client(
        { name: "test", version: "1" },
        { capabilities: capabilities as never, versionNegotiation: { mode: "auto" } },
      );
      if (elicitation !== null)
        client.setRequestHandler("elicitation/create", (async ({ params }: { params: Elicited }) =>
          react(params)) as never);
      const headers = { authorization: `Bearer ${key}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp${query}`), { requestInit: { headers } }),
      );
      return client;
    };
    const BOTH = { form: {}, url: {} };
    const textOf = (result: object) => (result as { content: { text: string }[] }).content[0]?.text ?? "";

    test("a missing integration is connected by the person, and the call goes on", async () => {
      const { key, userId } = await gateway.user();
      const seen: Elicited[] = [];
      const client = await clientOf(
        key,
        async (elicited) => {
          seen.push(elicited);
          await gateway.connect(key, "github");
          return { action: "accept" };
        },
        { elicitation: BOTH },
      );
      const result = await client.callTool({ name: "github_get_user", arguments: {} });
      expect(seen).toHaveLength(1);
      expect(seen[0]).toMatchObject({ mode: "url", url: `${gateway.url}/u/${userId}/integrations?connect=github` });
      expect(result.isError).toBeFalsy();
      expect(result.structuredContent).toMatchObject({ login: expect.any(String) });
      await client.close();
    });

    test.each(["decline", "cancel"] as const)("%s ends the call at once", async (action) => {
      const { key } = await gateway.user();
      let count = 0;
      const client = await clientOf(
        key,
        async () => {
          count++;
          return { action };
        },
        { elicitation: BOTH },
      );
      const result = await client.callTool({ name: "acme_get_item", arguments: { id: "1" } });
      expect([result.isError, count]).toEqual([true, 1]);
      expect(textOf(result)).toContain("did not connect Acme");
      await client.close();
    });

    test("a client that opens no links gets the link as text, and an account without a page of the partner's none", async () => {
      const { key, userId } = await gateway.user();
      const client = await clientOf(key, async () => ({ action: "accept" }), { elicitation: null });
      const result = await client.callTool({ name: "acme_get_item", arguments: { id: "1" } });
      expect(textOf(result)).toContain(`${gateway.url}/u/${userId}/integrations?connect=acme`);
      await client.close();
      const partner = await gateway.partner();
      await gateway.account(partner.key, "someone");
      const send = mcpSender(gateway, { key: partner.key, headers: { "x-account-id": "someone" } });
      const params = { name: "acme_get_item", arguments: { id: "1" } };
      const forAccount = await send("tools/call", params, { elicitation: BOTH });
      expect(forAccount.json.result.isError).toBe(true);
      expect(forAccount.text).not.toContain("connect=");
      expect(forAccount.text).toContain("Only the product that manages this account can connect it");
    });

    test("an account's person is sent to the partner's page, where its origin is listed", async () => {
      const partner = await gateway.partner();
      await gateway.account(partner.key, "someone");
      const query = `?connect_url=${encodeURIComponent("https://app.example.com/link?x=1")}`;
      const send = mcpSender(gateway, { key: partner.key, headers: { "x-account-id": "someone" }, query });
      const params = { name: "acme_get_item", arguments: { id: "1" } };
      const before = await send("tools/call", params, { elicitation: BOTH });
      expect(before.json.result.isError).toBe(true);
      const origins = ["https://app.example.com"];
      await gateway.call("PUT", "/api/v1/redirect-origins", { key: partner.key, body: { origins } });
      const after = await send("tools/call", params, { elicitation: BOTH });
      expect(after.json.result.resultType).toBe("input_required");
      expect(after.json.result.inputRequests.connect.params.url).toBe("https://app.example.com/link?x=1&provider=acme");
    });

    describe("a confirmation", () => {
      const query = "?confirm=destructive";
      const remove = { name: "acme_delete_item", arguments: { id: "7" } };
      const owner = async () => {
        const user = await gateway.user();
        await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
        return user;
      };
      const count = () => upstream.requests.filter(({ method }) => method !== "GET").length;

      test("is needed before a call that destroys something, and for no other", async () => {
        const { key } = await owner();
        const seen: Elicited[] = [];
        const client = await clientOf(
          key,
          async (elicited) => {
            seen.push(elicited);
            return { action: "accept", content: { confirm: true } };
          },
          { query, elicitation: BOTH },
        );
        const before = count();
        expect((await client.callTool(remove)).structuredContent).toEqual({ deleted: true });
        expect([seen.length, count() - before]).toEqual([1, 1]);
        expect(seen[0]?.message).toContain("id: 7");
        await client.close();
      });

      test("that is declined, or accepted without a yes, ends the call", async () => {
        const { key } = await owner();
        const before = count();
        for (const reaction of [
          { action: "decline" as const },
          { action: "cancel" as const },
          { action: "accept" as const, content: { confirm: false } },
        ]) {
          const client = await clientOf(key, async () => reaction, { query, elicitation: BOTH });
          const result = await client.callTool(remove);
          expect(textOf(result)).toContain("did not confirm");
          await client.close();
        }
        expect(count()).toBe(before);
      });

      test("that the client cannot ask for becomes an approval", async () => {
        const { key } = await owner();
        const client = await clientOf(key, async () => ({ action: "accept" }), { query, elicitation: null });
        expect(textOf(await client.callTool(remove))).toStartWith("APPROVAL_REQUIRED");
        await client.close();
      });

      /** Changes a character within the text: the last ones may stand for no whole byte, and so for the same bytes. */
      const withOneOther = (text: string) => {
        const at = text.length - 12;
        return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
      };

      test("counts for one call: replayed, forged, expired and moved states run nothing", async () => {
        const { key, email, userId } = await owner();
        const send = mcpSender(gateway, { key, query });
        const rounds = async (more: object, as = send, params: object = remove) =>
          as("tools/call", { ...params, ...more }, { elicitation: BOTH });
        const first = await rounds({});
        const { requestState } = first.json.result;
        expect(typeof requestState).toBe("string");
        const yes = { requestState, inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };
        const before = count();
        const other = await gateway.admin("POST", "/keys", { user: email });
        const moved = [
          await rounds({ ...yes, requestState: withOneOther(requestState) }),
          await rounds({ ...yes, requestState: "made-up" }),
          await rounds(yes, send, { ...remove, arguments: { id: "8" } }),
          await rounds(yes, send, { name: "acme_get_item", arguments: { id: "7" } }),
          await rounds(yes, mcpSender(gateway, { key: other.json.data.key, query })),
        ];
        expect(moved.map(({ json }) => json.error?.code)).toEqual([-32602, -32602, -32602, -32602, -32602]);
        expect(count()).toBe(before);
        const done = await rounds(yes);
        const replayed = await rounds(yes);
        expect(done.json.result.structuredContent).toEqual({ deleted: true });
        expect(replayed.json.result.structuredContent).toEqual({ deleted: true });
        expect(count()).toBe(before + 1);
        const late = await rounds({});
        gateway.clock.move(10 * 60_000 + 1);
        const expired = await rounds({ ...yes, requestState: late.json.result.requestState });
        expect(expired.json.error?.code).toBe(-32602);
        expect(count()).toBe(before + 1);
        expect(userId).toBeString();
      });
    });
  });
}
