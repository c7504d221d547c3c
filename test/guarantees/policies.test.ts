// G-5: rules decide the same by each way to a call: path, name, raw proxy, raw tool and /mcp, for every tool; and what they deny
// sends nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Rule } from "../../src/agents/policies/model.ts";
import type { AnyCall } from "../../src/plugin/index.ts";
import { parseFixture, readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { callOf } from "../../src/plugin-kit/check/replay-call.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { mcpSender } from "../agents/mcp/message.ts";
import { builtInPlugins, PLUGIN_IDS, PLUGINS_FOLDER } from "../support/built-in.ts";
import { laneOf } from "../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";

setDefaultTimeout(300_000);

const plugins = await builtInPlugins();
const registry = buildRegistry(plugins);

/** The call of a fixture of each endpoint that has one with JSON. */
function sampleOf(endpoint: RegisteredEndpoint): AnyCall | null {
  for (const { name, text } of readFixtures(PLUGINS_FOLDER + endpoint.provider.id)) {
    const fixture = parseFixture(text);
    if (name !== endpoint.key || typeof fixture === "string") continue;
    const call = callOf(fixture);
    if (!call.upload) return call;
  }
  return null;
}

interface Sample {
  endpoint: RegisteredEndpoint;
  call: AnyCall;
  /** An argument that is a text or number, with its value. */
  argument: readonly [string, string | number] | null;
}
const samples = registry.endpoints.flatMap((endpoint): Sample[] => {
  const call = sampleOf(endpoint);
  if (!call) return [];
  const named = Object.entries({ ...call.params, ...call.query, ...call.body });
  const scalar = named.find(
    ([, value]) => typeof value === "number" || (typeof value === "string" && value.length < 500),
  );
  return [{ endpoint, call, argument: (scalar as [string, string] | undefined) ?? null }];
});

function pathOf({ path }: RegisteredEndpoint, { params, query }: AnyCall): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const rule = (when: unknown, outcome: Rule["outcome"]) => ({ when, outcome, reason: "The test says so." });

for (const lane of laneOf(import.meta.file))
  describe(`G-5: rules on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({}));
    let gateway: TestGateway;
    let key: string;
    let version = 0;
    const setRules = async (rules: unknown[]) => {
      const put = await gateway.call("PUT", "/api/v1/policies/user", { key, body: { version, rules } });
      expect([put.status, put.json.error]).toEqual([200, undefined]);
      version = put.json.data.version;
    };
    beforeAll(async () => {
      const settings = Object.fromEntries(PLUGIN_IDS.map((id) => [id, { clientId: "client", clientSecret: "secret" }]));
      gateway = await startTestGateway({ lane, plugins, settings, fetch: upstream.fetch });
      const permissions = ["*", "proxy.use", "gateway:policies.*"];
      const user = await gateway.user({ tier: "team", permissions });
      key = user.key;
      await gateway.admin("PATCH", `/users/${user.email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
      for (const { id } of plugins) await insertGrant(gateway, { userId: user.userId, accountId: null }, id);
    }, 60_000);
    afterAll(() => gateway.close());

    /** Through which the call went, as far as rules are concerned. */
    const outcome = ({ status, text }: Pick<ApiResponse, "status" | "text">): string => {
      if (text.includes("input_required")) return "ask";
      if (text.includes("APPROVAL_REQUIRED")) return status === 202 ? "ask" : `${status}`;
      if (text.includes("Permission denied. Rule")) return status === 403 || status === 200 ? "deny" : `${status}`;
      if (text.includes("a person must confirm")) return status === 403 ? "ask" : `${status}`;
      return "allow";
    };
    const FORMS = { elicitation: { form: {} } };
    const toolWays = async ({ endpoint, call }: Sample) => {
      const { tool, method } = endpoint;
      const args = { ...call.params, ...call.query, ...call.body };
      const body = endpoint.input.body ? { body: call.body } : {};
      return {
        path: outcome(await gateway.call(method, pathOf(endpoint, call), { key, ...body })),
        name: outcome(await gateway.call("POST", `/api/v1/tools/${tool}/execute`, { key, body: { arguments: args } })),
        mcp: outcome(await mcpSender(gateway, { key })("tools/call", { name: tool, arguments: args }, FORMS)),
      };
    };
    const differing: string[] = [];
    const compare = async (expected: string, which: readonly Sample[]) => {
      for (const sample of which) {
        const ways = await toolWays(sample);
        if (Object.values(ways).some((one) => one !== expected))
          differing.push(`${sample.endpoint.tool}: ${JSON.stringify(ways)}, not ${expected}`);
      }
      expect(differing).toEqual([]);
    };
    const withArgument = samples.filter(({ argument }) => argument !== null);

    test("there is a call of nearly every tool", () => {
      expect(samples.length / registry.endpoints.length).toBeGreaterThan(0.95);
      expect(withArgument.length / samples.length).toBeGreaterThan(0.7);
    });

    test("a rule on a tool denies it by every way, and its provider sees nothing", async () => {
      await setRules(samples.map(({ endpoint: { tool } }) => rule({ tool }, "deny")));
      await compare("deny", samples);
      expect(upstream.requests).toEqual([]);
    });

    test("a rule on an argument denies what has its value by every way", async () => {
      await setRules(
        withArgument.map(({ endpoint: { tool }, argument }) => {
          const [name, value] = argument as [string, string];
          return rule({ tool, arguments: { [name]: { in: [value] } } }, "deny");
        }),
      );
      await compare("deny", withArgument);
      expect(upstream.requests).toEqual([]);
    });

    test("a rule asks by every way: over /mcp the person, elsewhere with an error", async () => {
      await setRules(samples.map(({ endpoint: { tool } }) => rule({ tool }, "ask")));
      // Over /mcp the question says what there is at the provider, which reads it.
      const { length } = upstream.requests.filter(({ method }) => method !== "GET");
      await compare("ask", samples.slice(0, 120));
      expect(upstream.requests.filter(({ method }) => method !== "GET")).toHaveLength(length);
    });

    test("a rule on another value of the argument lets the call through by every way", async () => {
      await setRules(
        withArgument.map(({ endpoint: { tool }, argument }) => {
          const [name, value] = argument as [string, string];
          return rule({ tool, arguments: { [name]: { not_in: [value] } } }, "deny");
        }),
      );
      const { length } = upstream.requests;
      await compare("allow", withArgument);
      expect(upstream.requests.length - length).toBeGreaterThan(withArgument.length);
    });

    test("a rule on raw requests holds for the proxy and the raw tool, by name and over /mcp", async () => {
      await setRules([
        rule({ tool: "*_request", arguments: { path: { matches: "/secret/*" }, method: { equals: "GET" } } }, "deny"),
        rule({ tool: "*_request", arguments: { "query.q": { equals: "5" } } }, "deny"),
        rule({ tool: "*_request", arguments: { "json.title": { equals: "x" } } }, "ask"),
        rule({ service: "proxy", arguments: { host: { equals: "other.example" } } }, "deny"),
      ]);
      const rawWays = async (
        provider: string,
        {
          method,
          path,
          query,
          json,
          host,
        }: { method: string; path: string; query?: object; json?: object; host?: string },
      ) => {
        const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : "";
        const args = { method, path, ...(query && { query }), ...(json && { json }), ...(host && { host }) };
        const headers: Record<string, string> = host ? { "x-upstream-host": host } : {};
        const tool = `${provider}_request`;
        return [
          outcome(
            await gateway.call(method, `/api/v1/${provider}/proxy${path}${search}`, { key, body: json, headers }),
          ),
          outcome(await gateway.call("POST", `/api/v1/tools/${tool}/execute`, { key, body: { arguments: args } })),
          outcome(await mcpSender(gateway, { key })("tools/call", { name: tool, arguments: args }, FORMS)),
        ];
      };
      const before = upstream.requests.length;
      for (const provider of ["github", "slack", "google"]) {
        const by = (call: Parameters<typeof rawWays>[1]) => rawWays(provider, call);
        expect(await by({ method: "GET", path: "/secret/a" })).toEqual(["deny", "deny", "deny"]);
        expect(await by({ method: "GET", path: "/SECRET/a" })).toEqual(["deny", "deny", "deny"]);
        expect(await by({ method: "GET", path: "/open", query: { q: 5 } })).toEqual(["deny", "deny", "deny"]);
        expect(await by({ method: "GET", path: "/open", host: "OTHER.example" })).toEqual(["deny", "deny", "deny"]);
        // Nobody reads the body of the proxy, so that a rule on it holds for all.
        expect(await by({ method: "POST", path: "/open", json: { title: "x" } })).toEqual(["ask", "ask", "ask"]);
        expect(await by({ method: "POST", path: "/open", json: { title: "y" } })).toEqual(["ask", "allow", "allow"]);
        expect(await by({ method: "GET", path: "/open", query: { q: 6 } })).toEqual(["allow", "allow", "allow"]);
      }
      expect(upstream.requests.length - before).toBe(3 * 5);
    });
  });
