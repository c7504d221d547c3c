// G-1, G-3: a session's call is admitted if and only if the reference model admits it, and no session has more than one above it.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { AgentSession } from "../../src/identity/keys/model.ts";
import { rawBeyond } from "../../src/identity/keys/raw-patterns.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { mayCall } from "../../src/web/pipeline/authorization.ts";
import type { ApiKeyRoute } from "../../src/web/pipeline/route.ts";
import { acme } from "../support/acme.ts";
import { acmePlugin } from "../support/acme-plugin.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Random, random } from "../support/random.ts";
import {
  type ModelCall,
  type ModelSession,
  mayCallTool,
  modelOutcome,
  randomSession,
} from "../support/session-model.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { UNGUARDED } from "../support/unguarded.ts";

setDefaultTimeout(900_000);
const PAIRS = Number(process.env.PAIRS ?? 100_000);
const CALLS_OF_SESSION = 50;
const HTTP_PAIRS = Number(process.env.HTTP_PAIRS ?? 3_000);
const CALLS_OVER_HTTP = 12;
const AT_ONCE = 20;

const toolCall = ({ tool, provider, permissions, effects }: RegisteredEndpoint): ModelCall => ({
  tool,
  provider: provider.id,
  permissions,
  effect: effects.effect,
  connection: null,
});

/** Whatever can stand in a list about these tools. */
const entriesOf = (calls: readonly ModelCall[]): string[] => [
  "*",
  ...new Set(
    calls.flatMap(({ tool, provider, permissions }) => [
      ...[tool, provider, `${provider}:*`],
      ...permissions,
      ...permissions.map((one) => one.slice(provider.length + 1)),
      ...permissions.map((one) => `${one.split(".")[0]}.*`),
    ]),
  ),
];

/** Raw requests that may or may not be within what these patterns say. */
const RAW_PATTERNS = (provider: string) => [
  ...[`${provider}:GET /items`, `${provider}:GET /items/*`, `${provider}:* /items/**`, `${provider}:POST /items`],
  ...[`${provider}:* /**`, `${provider}:GET /i*s/1*`, `${provider}:DELETE /items/1`],
];
const RAW_PATHS = [
  "/items",
  "/items/1",
  "/items/12",
  "/items/1/parts",
  "/other",
  "/items/a%2Fb",
  "/items/%31",
  "/items/1/",
];

/** A chain as a caller has it, as far as the decision reads it. */
const callerOf = (chain: readonly ModelSession[], key: readonly string[]) =>
  ({
    kind: "agent_session",
    permissions: [...key],
    rights: chain.map(({ allow, deny, raw }) => ({ allow, deny, raw })),
    grant: { account: null, isReadOnly: chain.some(({ readOnly }) => readOnly) },
  }) as unknown as AgentSession;

const routeOf = ({ tool, provider, permissions }: ModelCall) =>
  ({ id: tool, provider, permissions, owner: "user-or-account" }) as unknown as ApiKeyRoute;

const randomChain = (
  of: Random,
  entries: readonly string[],
  connections: readonly string[] = [],
  rawPatterns: readonly string[] = [],
): ModelSession[] =>
  Array.from({ length: 1 + of.below(3) }, () => randomSession(of, entries, connections, rawPatterns));

describe("agent sessions and their reference model", () => {
  const calls: ModelCall[] = [];
  /** The entries of one provider's tools: those of all would rarely meet. */
  const byProvider = new Map<string, { calls: ModelCall[]; entries: string[] }>();
  beforeAll(async () => {
    const registry = buildRegistry(await builtInPlugins());
    calls.push(...[...registry.endpoints, ...registry.rawTools.values()].map(toolCall));
    for (const [provider, of] of Map.groupBy(calls, (one) => one.provider))
      byProvider.set(provider, { calls: of, entries: entriesOf(of.filter(({ tool }) => !tool.endsWith("_request"))) });
  });

  const cases = (seed: number, each: (chain: ModelSession[], key: string[], call: ModelCall) => void) => {
    const of = random(seed);
    const all = [...byProvider.values()];
    for (let pairs = 0; pairs < PAIRS; pairs += CALLS_OF_SESSION) {
      const { calls: own, entries } = of.oneOf(all);
      const chain = randomChain(of, entries, [], RAW_PATTERNS(own[0]?.provider ?? ""));
      const key =
        of.below(2) === 0
          ? ["*", "proxy.use"]
          : of.listOf(6, () => of.oneOf(entries.filter((one) => /[*.:]/.test(one))));
      for (let i = 0; i < CALLS_OF_SESSION; i++) each(chain, key, of.oneOf(of.below(4) === 0 ? calls : own));
    }
  };

  test(`G-1: ${PAIRS} generated pairs are decided as the model decides them`, () => {
    const wrong: string[] = [];
    const counts = { admitted: 0, refused: 0 };
    let callers: [ModelSession[], AgentSession] | null = null;
    cases(1, (chain, key, call) => {
      if (callers?.[0] !== chain) callers = [chain, callerOf(chain, key)];
      const [expected, got] = [mayCallTool(chain, key, call), mayCall(callers[1], routeOf(call), call.effect)];
      counts[expected ? "admitted" : "refused"]++;
      if (expected !== got) wrong.push(JSON.stringify({ chain, key, call, expected }));
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    // A run in which one outcome hardly comes up would prove nothing.
    expect(Math.min(counts.admitted, counts.refused)).toBeGreaterThan(PAIRS / 10);
  });

  test("G-3: whatever a session may call, each one above it may call too, and its key", () => {
    const beyond: string[] = [];
    let admitted = 0;
    const known = new WeakMap<ModelSession[], AgentSession[]>();
    cases(2, (chain, key, call) => {
      const callers = known.get(chain) ?? chain.map((_, i) => callerOf(chain.slice(i), key));
      known.set(chain, callers);
      const [own, ...above] = callers.map((caller) => mayCall(caller, routeOf(call), call.effect));
      if (!own) return;
      admitted++;
      if (above.includes(false) || !mayCallTool([], key, call)) beyond.push(JSON.stringify({ chain, key, call }));
    });
    expect(beyond.slice(0, 5)).toEqual([]);
    expect(admitted).toBeGreaterThan(PAIRS / 10);
  });
});

for (const lane of laneOf(import.meta.file)) {
  describe(`agent sessions over HTTP on ${lane}`, () => {
    const upstream = recordingProvider(({ method, url }) => {
      if (method === "DELETE") return new Response(null, { status: 204 });
      if (url.hostname === "api.acme.example") return Response.json({ id: 1, title: "one", items: [] });
      return Response.json(method === "GET" && url.pathname === "/items" ? [] : { id: "1" });
    });
    const PLUGINS = [acme, acmePlugin("spare")];
    const CONNECTED: Record<string, string[]> = { acme: ["work", "private"], spare: ["default"] };
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = Object.fromEntries(
        PLUGINS.map(({ id }) => [id, { clientId: "client", clientSecret: "secret" }]),
      );
      gateway = await startTestGateway({ lane, plugins: PLUGINS, settings, fetch: upstream.fetch });
    });
    afterAll(() => gateway.close());

    test(`G-1: ${HTTP_PAIRS} calls end as the model says, with the connection that it says`, async () => {
      const of = random(3);
      const calls = gateway.app.deps.registry.endpoints.filter(({ key }) => !key.endsWith("_file")).map(toolCall);
      const entries = [...entriesOf(calls), ...PLUGINS.map(({ id }) => `${id}_request`)];
      const rawCall = (): ModelCall => {
        const provider = of.oneOf(PLUGINS).id;
        const { tool, permissions } = gateway.app.deps.registry.rawTools.get(provider) as RegisteredEndpoint;
        const method = of.oneOf(["GET", "GET", "POST", "DELETE"]);
        const host = of.below(12) === 0 ? "api.acme.example" : null;
        const effect = method === "GET" ? "reads" : "destroys";
        return {
          tool,
          provider,
          permissions,
          effect,
          connection: null,
          raw: { method, path: of.oneOf(RAW_PATHS), host },
        };
      };
      const names = Object.entries(CONNECTED).flatMap(([provider, all]) => all.map((name) => `${provider}:${name}`));
      const wrong: string[] = [];
      const counts = { admitted: 0, refused: 0, ambiguous: 0, raw_admitted: 0, raw_refused: 0, raw_ambiguous: 0 };
      for (let pairs = 0; pairs < HTTP_PAIRS; pairs += CALLS_OVER_HTTP) {
        const keyPatterns =
          of.below(2) === 0
            ? ["*", "proxy.use"]
            : of.listOf(4, () => of.oneOf(entries.filter((one) => /[*.:]/.test(one))));
        const { userId, email, key } = await gateway.user({
          permissions: [...keyPatterns, "gateway:agent_sessions.write"],
        });
        await gateway.admin("PATCH", `/users/${email}`, { overrides: { minute: 1_000_000, day: 10_000_000 } });
        const ids = new Map<string, string>();
        for (const [provider, all] of Object.entries(CONNECTED))
          for (const name of all)
            ids.set(`${provider}:${name}`, await insertGrant(gateway, { userId, accountId: null }, provider, { name }));
        const patterns = PLUGINS.flatMap(({ id }) => RAW_PATTERNS(id));
        const isOfRaw = of.below(3) === 0;
        const random = randomChain(of, entries, names, patterns);
        // Random lists seldom meet: of some chains each session has all of a provider, and wide patterns among others.
        const wide = (session: ModelSession): ModelSession => ({
          ...session,
          ...{ allow: of.below(2) === 0 ? null : ["acme", "spare_request"], deny: [] },
          raw: ["acme:* /**", "spare:GET /**", ...session.raw].slice(of.below(3)),
        });
        const chain = narrowed(isOfRaw ? random.map(wide) : random);
        const token = await makeChain(key, chain, ids, () => of.below(2) === 0);
        const asked = Array.from({ length: CALLS_OVER_HTTP }, (): ModelCall => {
          const call = isOfRaw && of.below(2) === 0 ? rawCall() : of.oneOf(calls);
          const connection = of.below(3) > 0 ? null : of.oneOf([...(CONNECTED[call.provider] ?? []), "none"]);
          return { ...call, connection };
        });
        for (let i = 0; i < asked.length; i += AT_ONCE)
          for (const call of asked.slice(i, i + AT_ONCE)) {
            const from = upstream.requests.length;
            const { status, text } = await send(token, call, of.below(2) === 0);
            const sent = upstream.requests.slice(from);
            const expected = modelOutcome(chain, keyPatterns, call, CONNECTED[call.provider] ?? []);
            counts[expected]++;
            const wanted = { admitted: 200, refused: 403, ambiguous: 400 }[expected];
            const used = sent.map((one) => [...ids].find(([, id]) => one.token.endsWith(id))?.[0]);
            const mayUse = (name: string | undefined) =>
              name !== undefined &&
              chain.every(({ connections }) => connections === null || connections.includes(name));
            if (call.raw) counts[`raw_${expected}`]++;
            // A deletion has no content.
            if (
              (status === 204 ? 200 : status) !== wanted ||
              (expected === "admitted") !== sent.length > 0 ||
              !used.every(mayUse)
            )
              wrong.push(
                JSON.stringify({ chain, keyPatterns, call, expected, status, used, text: text.slice(0, 200) }),
              );
          }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
      expect(counts.admitted).toBeGreaterThan(HTTP_PAIRS / 10);
      expect(counts.refused).toBeGreaterThan(HTTP_PAIRS / 10);
      expect(counts.ambiguous).toBeGreaterThan(0);
      expect(counts.raw_admitted).toBeGreaterThan(HTTP_PAIRS / 200);
      expect(counts.raw_refused).toBeGreaterThan(HTTP_PAIRS / 20);
    });

    /** What a parent does not surely have within its patterns cannot be made below it. The last one is made first. */
    const narrowed = (chain: readonly ModelSession[]): ModelSession[] => {
      const done: ModelSession[] = [];
      for (const session of chain.toReversed()) {
        const isNamed = (provider: string) =>
          session.allow === null || ["*", provider, `${provider}_request`].some((one) => session.allow?.includes(one));
        const isWithin = (one: string) => done.every((other) => rawBeyond([one], other.raw) === null);
        done.push({
          ...session,
          raw: session.raw.filter((one) => isNamed(one.split(":")[0] as string) && isWithin(one)),
        });
      }
      return done.toReversed();
    };

    const bodyOf = ({ allow, deny, raw, readOnly, connections }: ModelSession, named: (name: string) => string) => ({
      ...(allow && { allow: [...new Set(allow)] }),
      deny: [...new Set(deny)],
      raw: [...new Set(raw)],
      read_only: readOnly,
      ...(connections && { connections: [...new Set(connections.map(named))] }),
    });

    /** The last of the chain is made first, by the key; each other below it. Gives the token of the first. */
    async function makeChain(
      key: string,
      chain: readonly ModelSession[],
      ids: ReadonlyMap<string, string>,
      byKey: () => boolean,
    ): Promise<string> {
      let parent: { id: string; token: string } | null = null;
      let seen = [...ids.keys()];
      for (const session of chain.toReversed()) {
        // What the session above does not have cannot be named below it.
        const own: ModelSession = {
          ...session,
          connections: session.connections?.filter((name) => seen.includes(name)) ?? null,
        };
        seen = own.connections === null ? seen : [...own.connections];
        const path: string = parent ? `/api/v1/agent-sessions/${parent.id}/sessions` : "/api/v1/agent-sessions";
        const body = { ...UNGUARDED, ...bodyOf(own, (name) => (byKey() ? name : (ids.get(name) as string))) };
        const made = await gateway.call("POST", path, { key: parent && !byKey() ? parent.token : key, body });
        if (made.status !== 200) throw new Error(`${JSON.stringify(body)}: ${made.text}`);
        parent = made.json.data as { id: string; token: string };
      }
      return (parent as unknown as { token: string }).token;
    }

    /** By its path or by its name. */
    function send(token: string, { tool, provider, connection, raw }: ModelCall, byName: boolean) {
      const endpoint = gateway.app.deps.registry.tool(tool) as RegisteredEndpoint;
      const headers = connection === null ? undefined : { "x-connection": connection };
      if (raw && byName && connection === null) {
        const { host, ...args } = raw;
        const body = { arguments: { ...args, ...(host !== null && { host }) } };
        return gateway.call("POST", `/api/v1/tools/${tool}/execute`, { key: token, body });
      }
      if (raw) {
        const named = { ...headers, ...(raw.host !== null && { "x-upstream-host": raw.host }) };
        return gateway.call(raw.method, `/api/v1/${provider}/proxy${raw.path}`, { key: token, headers: named });
      }
      const fields = Object.keys(endpoint.input.body?.properties ?? {}).map((name) => [name, "x"]);
      const body = endpoint.input.body ? Object.fromEntries(fields) : undefined;
      if (endpoint.method === "GET" && connection === null) {
        const params = Object.keys(endpoint.input.params.properties).map((name) => [name, "1"]);
        const args = { arguments: Object.fromEntries(params) };
        return gateway.call("POST", `/api/v1/tools/${tool}/execute`, { key: token, body: args });
      }
      return gateway.call(endpoint.method, endpoint.path.replace(/\{[^}]+\}/g, "1"), { key: token, body, headers });
    }
  });
}
