// Questions to the person in the revisions of 2025, where a client says once what it can show, and answers by a message of its own.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FormerTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { startTwoGateways, type TwoGateways } from "../../support/two-gateways.ts";

setDefaultTimeout(TEST_MS);

type Asked = { mode?: string; message: string; url?: string; elicitationId?: string };
type Reaction = (asked: Asked) => Promise<{ action: "accept" | "decline" | "cancel"; content?: { confirm: boolean } }>;
type Called = { content: { text: string }[]; structuredContent?: unknown; isError?: boolean };
interface AnyClient {
  call(name: string, args: object): Promise<Called>;
  close(): Promise<void>;
}
type Connect = (url: URL, key: string, elicitation: object | null, react: Reaction) => Promise<AnyClient>;

const official: Connect = async (url, key, elicitation, react) => {
  const capabilities = (elicitation === null ? {} : { elicitation }) as never;
  const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode: "legacy" } });
  if (elicitation)
    client.setRequestHandler("elicitation/create", (async ({ params }: { params: Asked }) => react(params)) as never);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return {
    call: async (name, args) => (await client.callTool({ name, arguments: args as never })) as unknown as Called,
    close: () => client.close(),
  };
};

const former: Connect = async (url, key, elicitation, react) => {
  const capabilities = (elicitation === null ? {} : { elicitation }) as never;
  const client = new FormerClient({ name: "test", version: "1" }, { capabilities });
  if (elicitation)
    client.setRequestHandler(ElicitRequestSchema, (async ({ params }: { params: Asked }) => react(params)) as never);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new FormerTransport(url, { requestInit: { headers } }) as never);
  return {
    call: async (name, args) => (await client.callTool({ name, arguments: args as never })) as unknown as Called,
    close: () => client.close(),
  };
};

const REMOVE = "acme_delete_item";

for (const lane of laneOf(import.meta.file)) {
  describe(`forms in the revisions of 2025 on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let both: TwoGateways;
    let one: TestGateway;
    let two: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      both = await startTwoGateways({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      ({ one, two } = both);
    }, 60_000);
    afterAll(() => both.close());
    beforeEach(() => void one.clock.nextMinute());

    const keyOf = async ({ isConnected = true } = {}) => {
      const user = await one.user();
      if (isConnected) await insertGrant(one, { userId: user.userId, accountId: null }, "acme");
      const made = await one.admin("POST", "/keys", { user: user.email, confirm_destructive: true });
      return { key: made.json.data.key as string, userId: user.userId };
    };
    const deleted = () => upstream.requests.filter(({ method }) => method === "DELETE").length;

    for (const [name, connect] of Object.entries({ "of the official client": official, "of its version 1": former })) {
      test(`the form ${name} is shown before what destroys, and a yes carries the call on`, async () => {
        const { key } = await keyOf();
        const seen: Asked[] = [];
        const client = await connect(new URL(`${one.url}/mcp`), key, {}, async (asked) => {
          seen.push(asked);
          return { action: "accept", content: { confirm: true } };
        });
        const before = deleted();
        expect((await client.call(REMOVE, { id: "7" })).structuredContent).toEqual({ deleted: true });
        expect([seen.length, deleted() - before]).toEqual([1, 1]);
        expect(seen[0]?.message).toContain("title: Seven");
        await client.close();
      });

      test(`the form ${name}, declined or accepted without a yes, ends the call`, async () => {
        const { key } = await keyOf();
        const before = deleted();
        const reactions: Awaited<ReturnType<Reaction>>[] = [
          { action: "decline" },
          { action: "cancel" },
          { action: "accept", content: { confirm: false } },
        ];
        for (const reaction of reactions) {
          const client = await connect(new URL(`${one.url}/mcp`), key, {}, async () => reaction);
          const result = await client.call(REMOVE, { id: "7" });
          expect([result.isError, result.content[0]?.text]).toEqual([true, expect.stringContaining("did not confirm")]);
          await client.close();
        }
        expect(deleted()).toBe(before);
      });

      test(`a client without forms, ${name}, gets an approval's link`, async () => {
        const { key } = await keyOf();
        const client = await connect(new URL(`${one.url}/mcp`), key, null, async () => ({ action: "accept" }));
        expect((await client.call(REMOVE, { id: "7" })).content[0]?.text).toContain("APPROVAL_REQUIRED");
        await client.close();
      });
    }

    test("a link opens the page that connects, where the client opens links", async () => {
      const { key, userId } = await keyOf({ isConnected: false });
      const seen: Asked[] = [];
      const client = await official(new URL(`${one.url}/mcp`), key, { url: {} }, async (asked) => {
        seen.push(asked);
        await insertGrant(one, { userId, accountId: null }, "acme");
        return { action: "accept" };
      });
      const result = await client.call("acme_get_item", { id: "7" });
      expect(result.structuredContent).toEqual({ id: "7", title: "Seven" });
      expect(seen).toMatchObject([
        {
          mode: "url",
          url: expect.stringContaining(`/u/${userId}/integrations?connect=acme`),
          elicitationId: expect.any(String),
        },
      ]);
      await client.close();
    });

    describe("as messages", () => {
      const send = (gateway: TestGateway, key: string, message: object, headers: Record<string, string> = {}) =>
        fetch(`${gateway.url}/mcp`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
          body: JSON.stringify({ jsonrpc: "2.0", ...message }),
        });
      const begin = async (gateway: TestGateway, key: string, capabilities: object, version = "2025-06-18") => {
        const params = { protocolVersion: version, capabilities, clientInfo: { name: "t", version: "1" } };
        const response = await send(gateway, key, { id: 1, method: "initialize", params });
        expect(response.status).toBe(200);
        await response.text();
        return response.headers.get("mcp-session-id");
      };
      const remove = (gateway: TestGateway, key: string, session: string) =>
        send(
          gateway,
          key,
          { id: 2, method: "tools/call", params: { name: REMOVE, arguments: { id: "7" } } },
          { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" },
        );
      /** The messages of a stream, one by one. */
      const messagesOf = (response: Response) => {
        const reader = (response.body as ReadableStream<Uint8Array>).getReader();
        let text = "";
        return async () => {
          for (;;) {
            const match = /^event: message\ndata: (.*)\n\n/.exec(text);
            if (match) {
              text = text.slice(match.index + match[0].length);
              return JSON.parse(match[1] as string);
            }
            const { done, value } = await reader.read();
            if (done) return null;
            text += new TextDecoder().decode(value);
          }
        };
      };
      const YES = { action: "accept", content: { confirm: true } };

      test("the answer reaches a call that waits at another replica, of the same key alone", async () => {
        const { key } = await keyOf();
        const { key: other } = await keyOf();
        const session = (await begin(two, key, { elicitation: {} })) as string;
        const response = await remove(one, key, session);
        expect(response.headers.get("content-type")).toBe("text/event-stream");
        const next = messagesOf(response);
        const asked = await next();
        expect(asked.method).toBe("elicitation/create");
        // Modes came with the revision after this one.
        expect(Object.keys(asked.params).sort()).toEqual(["message", "requestedSchema"]);
        const before = deleted();
        expect((await send(one, other, { id: asked.id, result: YES })).status).toBe(202);
        expect((await send(two, other, { id: asked.id, result: YES })).status).toBe(202);
        expect((await send(two, key, { id: "ask_AAAAAAAAAAAAAAAAAAAAAA", result: YES })).status).toBe(202);
        expect(deleted()).toBe(before);
        expect((await send(two, key, { id: asked.id, result: YES })).status).toBe(202);
        expect(await next()).toMatchObject({ id: 2, result: { structuredContent: { deleted: true } } });
        expect(await next()).toBeNull();
        expect(deleted()).toBe(before + 1);
        // Once over, an answer moves nothing.
        expect((await send(two, key, { id: asked.id, result: YES })).status).toBe(202);
        expect(deleted()).toBe(before + 1);
      });

      test("an error in place of an answer is no yes", async () => {
        const { key } = await keyOf();
        const session = (await begin(one, key, { elicitation: { form: {} } })) as string;
        const next = messagesOf(await remove(one, key, session));
        const asked = await next();
        await send(one, key, { id: asked.id, error: { code: -32602, message: "no forms after all" } });
        expect((await next()).result.content[0].text).toContain("did not confirm");
      });

      test("a session's id is good for its key alone, and a client that asks nobody gets none", async () => {
        const { key } = await keyOf();
        const { key: other } = await keyOf();
        expect(await begin(one, key, {})).toBeNull();
        const session = (await begin(one, key, { elicitation: {} })) as string;
        for (const [with_, id] of [
          [other, session],
          [key, "made-up"],
          [key, "x".repeat(2_000)],
        ] as const) {
          const response = await remove(one, with_, id);
          expect(await response.text()).toContain("APPROVAL_REQUIRED");
        }
      });
    });
  });
}
