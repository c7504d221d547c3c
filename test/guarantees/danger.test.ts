// S-113: what a call does is described once, so that a caller gets the same outcome by each way to it: the endpoint's own path, its
// tool by name, the raw proxy, the raw tool by name and /mcp. Plus the gateway's own routes.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { defineProvider, endpoint, type Method, one, type Provider, resource, t } from "../../src/plugin/index.ts";
import { effectsOf } from "../../src/web/http/route.ts";
import { mcpSender } from "../agents/mcp/message.ts";
import { TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";

setDefaultTimeout(TEST_MS);

const thing = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => ({ id: raw.id }),
});
const params = { id: "The thing." };
const common = { params, permission: "things.write", returns: one(thing) } as const;

/** An endpoint of each effect, where the method tells and where it does not; each by a template that raw requests share. */
const danger = defineProvider({
  id: "danger",
  name: "Danger",
  docs: "https://danger.example.com/docs",
  baseUrl: "https://api.danger.example.com/v1",
  auth: {
    oauth2: {
      authorizationUrl: "https://danger.example.com/authorize",
      tokenUrl: "https://danger.example.com/token",
      pkce: true,
      clientAuth: "basic",
      identityScopes: [],
    },
  },
  services: { things: { write: { scopes: [], description: "All of things." } } },
  identity: {
    upstream: "/me",
    resource: resource({
      raw: t.Object({ id: t.String() }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (raw) => ({ id: raw.id, name: raw.id }),
    }),
  },
  endpoints: {
    get_thing: endpoint({
      ...common,
      method: "GET",
      path: "/things/{id}",
      description: "Get a thing.",
      upstream: "/things/{id}",
    }),
    touch_thing: endpoint({
      ...common,
      method: "PUT",
      path: "/things/{id}",
      description: "Touch a thing.",
      upstream: "/things/{id}",
    }),
    send_thing: endpoint({
      ...common,
      method: "POST",
      reaches: true,
      path: "/things/{id}/send",
      description: "Send a thing to somebody.",
      upstream: "/things/{id}/send",
    }),
    find_thing: endpoint({
      ...common,
      method: "POST",
      effect: "reads",
      path: "/things/{id}/find",
      description: "Look a thing up.",
      upstream: "/things/{id}/find",
    }),
    bin_thing: endpoint({
      ...common,
      method: "POST",
      effect: "destroys",
      path: "/things/{id}/bin",
      description: "Throw a thing away.",
      upstream: "/things/{id}/bin",
    }),
    delete_thing: endpoint({
      ...common,
      method: "DELETE",
      path: "/things/{id}",
      description: "Delete a thing.",
      upstream: "/things/{id}",
    }),
  },
}) as unknown as Provider;

interface Made {
  tool: string;
  method: Method;
  path: string;
  destroys: boolean;
}

const CALLS: readonly Made[] = [
  { tool: "get_thing", method: "GET", path: "/things/7", destroys: false },
  { tool: "touch_thing", method: "PUT", path: "/things/7", destroys: false },
  { tool: "send_thing", method: "POST", path: "/things/7/send", destroys: false },
  { tool: "find_thing", method: "POST", path: "/things/7/find", destroys: false },
  { tool: "bin_thing", method: "POST", path: "/things/7/bin", destroys: true },
  { tool: "delete_thing", method: "DELETE", path: "/things/7", destroys: true },
];

const FORMS = { elicitation: { form: {} } };

for (const lane of LANES) {
  describe(`S-113: the danger of a call on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: "7" }));
    let gateway: TestGateway;
    let email: string;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [danger],
        settings: { danger: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
      const user = await gateway.user();
      email = user.email;
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "danger");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const keyOf = async (body: object) => {
      const permissions = ["*", "gateway:*", "danger:proxy.use"];
      const made = await gateway.admin("POST", "/keys", { user: email, permissions, ...body });
      return made.json.data.key as string;
    };
    /** By each way: the status, and for /mcp what a status would be. */
    const doors: Record<string, (key: string, made: Made) => Promise<string>> = {
      path: async (key, { method, path }) => outcome(await gateway.call(method, `/api/v1/danger${path}`, { key })),
      name: async (key, { tool }) =>
        outcome(
          await gateway.call("POST", `/api/v1/tools/danger_${tool}/execute`, { key, body: { arguments: { id: "7" } } }),
        ),
      proxy: async (key, { method, path }) =>
        outcome(await gateway.call(method, `/api/v1/danger/proxy/v1${path}`, { key })),
      "raw tool": async (key, { method, path }) =>
        outcome(
          await gateway.call("POST", "/api/v1/tools/danger_request/execute", {
            key,
            body: { arguments: { method, path: `/v1${path}` } },
          }),
        ),
      "/mcp": async (key, { tool }) => mcpOutcome(key, `danger_${tool}`, { id: "7" }),
      "/mcp raw tool": async (key, { method, path }) =>
        mcpOutcome(key, "danger_request", { method, path: `/v1${path}` }),
    };
    const outcome = ({ status }: { status: number }) =>
      status === 202 || status === 403 ? "asks first" : status < 300 ? "done" : `${status}`;
    const mcpOutcome = async (key: string, name: string, args: object) => {
      const { json } = await mcpSender(gateway, { key })("tools/call", { name, arguments: args }, FORMS);
      if (json.result?.resultType === "input_required") return "asks first";
      return json.result && !json.result.isError ? "done" : JSON.stringify(json);
    };
    const changes = () => upstream.requests.filter(({ method }) => method !== "GET").length;

    for (const confirms of [true, false]) {
      for (const made of CALLS) {
        test(`of ${made.tool} is the same by every way, ${confirms ? "with" : "without"} confirm_destructive`, async () => {
          const key = await keyOf({ confirm_destructive: confirms });
          const before = changes();
          const expected = confirms && made.destroys ? "asks first" : "done";
          const outcomes: Record<string, string> = {};
          for (const [name, open] of Object.entries(doors)) outcomes[name] = await open(key, made);
          expect(outcomes).toEqual(Object.fromEntries(Object.keys(doors).map((name) => [name, expected])));
          const sent = expected === "done" && made.method !== "GET" ? Object.keys(doors).length : 0;
          expect(changes() - before).toBe(sent);
        });
      }
    }

    test("of a change that nobody described counts as one that destroys, by the proxy and its tool", async () => {
      const key = await keyOf({ confirm_destructive: true });
      for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
        const made = { tool: "", method, path: "/elsewhere", destroys: true };
        for (const name of ["proxy", "raw tool", "/mcp raw tool"])
          expect(await doors[name]?.(key, made)).toBe("asks first");
      }
    });

    test("of the gateway's own routes is judged alike: a key that asks first disconnects nothing by itself", async () => {
      const key = await keyOf({ confirm_destructive: true });
      const refused = await gateway.call("DELETE", "/api/v1/integrations/danger", { key });
      expect([refused.status, refused.json.error]).toEqual([403, expect.stringContaining("the user must confirm")]);
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).json.data.integrations).toHaveLength(1);
    });

    test("stands on every operation of the API document, as the routes have it", async () => {
      const document = (await gateway.call("GET", "/openapi.json")).json;
      const operations = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item as Record<string, Record<string, unknown>>).map(([method, one]) => ({ path, method, one })),
      );
      // A message of /mcp does what the tool that it calls does.
      const withKey = operations.filter(
        ({ path, one }) => path !== "/mcp" && JSON.stringify(one.security ?? []).includes("apiKey"),
      );
      expect(withKey.length).toBeGreaterThan(30);
      for (const { method, one } of withKey) {
        const { effect, reaches } = one["x-effects"] as { effect: string; reaches: unknown };
        expect(["reads", "writes", "destroys"]).toContain(effect);
        expect(["boolean", "object"]).toContain(typeof reaches);
        if (method === "get") expect(effect).toBe("reads");
        if (method === "delete") expect(effect).toBe("destroys");
      }
      const of = (id: string) => operations.find(({ one }) => one.operationId === id)?.one["x-effects"];
      // A plugin that does not say whom it reaches may reach anybody.
      expect(of("danger_bin_thing")).toEqual({ effect: "destroys", reaches: true });
      expect(of("danger_send_thing")).toEqual({ effect: "writes", reaches: true });
      expect(of("disconnect_integration")).toEqual({ effect: "destroys", reaches: false });
      expect(effectsOf({ method: "DELETE" }).effect).toBe("destroys");
    });
  });
}
