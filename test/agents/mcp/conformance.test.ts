// The protocol's own conformance suite against the real /mcp, in both generations. expected-failures-<revision>.yaml says what is not offered.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { defineProvider, deleted, endpoint, one, type Provider, resource, t } from "../../../src/plugin/index.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant } from "../../support/test-partners.ts";

const thing = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: ({ id }) => ({ id }),
});
const removal = (path: `/${string}`) =>
  endpoint({
    method: "DELETE",
    path,
    permission: "things.use",
    description: "Remove it.",
    upstream: path,
    returns: deleted(),
  });
const reading = (path: `/${string}`) =>
  endpoint({
    method: "GET",
    path,
    permission: "things.use",
    description: "Get it.",
    upstream: path,
    returns: one(thing),
  });

/** Its tools have the names that the suite calls. */
const suitePlugin = defineProvider({
  id: "test",
  name: "Test",
  docs: "https://docs.test.example/",
  baseUrl: "https://api.test.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://test.example/authorize",
      tokenUrl: "https://test.example/token",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: { things: { use: { scopes: ["use"], description: "Use things." } } },
  identity: {
    upstream: "/me",
    resource: resource({
      raw: t.Object({ id: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: ({ id }) => ({ id, name: id }),
    }),
  },
  endpoints: {
    simple_text: reading("/simple"),
    error_handling: reading("/broken"),
    input_required_result_tampered_state: removal("/state"),
    input_required_result_capabilities: removal("/capabilities"),
  },
}) as unknown as Provider;

const SUITE = new URL("../../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url)
  .pathname;
const expectedFailures = (revision: string) =>
  new URL(`./expected-failures-${revision}.yaml`, import.meta.url).pathname;

describe("the conformance suite", () => {
  let gateway: TestGateway;
  let proxy: ReturnType<typeof platform.serve>;
  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "embedded",
      plugins: [suitePlugin],
      settings: { test: { clientId: "client", clientSecret: "secret" } },
      fetch: async (input) =>
        new URL(input).pathname === "/broken" ? new Response("no", { status: 500 }) : Response.json({ id: "1" }),
    });
    const user = await gateway.user();
    await insertGrant(gateway, { userId: user.userId, accountId: null }, "test");
    // The suite knows no keys: this adds one to whatever comes, and leaves Host and Origin as they are.
    proxy = platform.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const headers = new Headers(request.headers);
        headers.set("authorization", `Bearer ${user.key}`);
        gateway.clock.nextMinute();
        const body = request.method === "POST" ? await request.arrayBuffer() : undefined;
        return fetch(`${gateway.url}/mcp?confirm=destructive`, { method: request.method, headers, body });
      },
    });
  }, 60_000);
  afterAll(async () => {
    await proxy.stop();
    await gateway.close();
  });

  test.each(["2026-07-28", "2025-11-25"])(
    "%s: every required scenario passes, but for those of what the gateway does not offer",
    async (revision) => {
      const suite = Bun.spawn(
        [
          process.execPath,
          SUITE,
          ...["server", "--url", `http://localhost:${proxy.port}/mcp`, "--requirements", revision],
          ...["--expected-failures", expectedFailures(revision)],
        ],
        { stdout: "pipe", stderr: "pipe" },
      );
      const [output, errors] = await Promise.all([
        new Response(suite.stdout).text(),
        new Response(suite.stderr).text(),
      ]);
      const end = `${output}\n${errors}`.slice(-6_000);
      expect([await suite.exited, end]).toEqual([0, end]);
    },
    240_000,
  );
});
