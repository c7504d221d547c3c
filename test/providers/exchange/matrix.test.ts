// Every caller × every refusal × five plugins: how many requests and refreshes, what waits, and what has ended.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../../support/connecting.ts";
import { CALLERS, type Caller, type Outcome, statusOf } from "./callers.ts";
import type { ProviderStub, Step } from "./provider-stub.ts";
import { type ExchangeWorld, PLUGINS, type PluginCase, type Someone, someoneAt, startExchangeWorld } from "./world.ts";

setDefaultTimeout(HOOK_MS);

interface Expected {
  steps: Step[];
  outcome: Outcome;
}
interface Failure {
  name: string;
  refreshToken?: string;
  script(stub: ProviderStub): void;
  fits?(plugin: PluginCase, caller: Caller): boolean;
  /** What each of several sends in a row must do. */
  sends(caller: Caller): Expected[];
  status?: "revoked";
}

const REFRESH = "refresh-token";
const send = (outcome: Outcome, ...steps: Step[]): Expected => ({ outcome, steps });
const saysRevoked = (plugin: PluginCase, caller: Caller) => plugin.saysRevoked && caller.readsBodies;
/** The token is never good again at the API, which the identity request does not mind. */
const refusedAlways = (caller: Caller): Expected[] => {
  if (!caller.renews) return [send("refused", "api", "identity")];
  return caller.reads
    ? [send("refused", "api", "token", "api", "identity"), send("refused", "api")]
    : [send("refused", "api", "token"), send("refused", "api", "identity"), send("refused", "api")];
};
const endedByIdentity = (caller: Caller): Expected[] => {
  if (!caller.renews) return [send("ended", "api", "identity")];
  return caller.reads
    ? [send("ended", "api", "token", "api", "identity"), send("ended")]
    : [send("refused", "api", "token"), send("ended", "api", "identity", "token", "identity"), send("ended")];
};
const once = (outcome: Outcome, ...steps: Step[]) => [send(outcome, ...steps)];

const FAILURES: readonly Failure[] = [
  {
    name: "401 once",
    refreshToken: REFRESH,
    script: (stub) => Object.assign(stub, { api: (index: number) => (index === 0 ? "401" : "ok") }),
    sends: (caller) => {
      if (!caller.renews) return once("refused", "api", "identity");
      return caller.reads ? once("ok", "api", "token", "api") : once("refused", "api", "token");
    },
  },
  {
    name: "401 always, identity fine",
    refreshToken: REFRESH,
    script: (stub) => Object.assign(stub, { api: () => "401" }),
    sends: refusedAlways,
  },
  {
    name: "401 always, identity refused",
    refreshToken: REFRESH,
    script: (stub) => Object.assign(stub, { api: () => "401", identity: () => "401" }),
    sends: endedByIdentity,
    status: "revoked",
  },
  {
    name: "401 always, nothing to refresh with, identity fine",
    script: (stub) => Object.assign(stub, { api: () => "401" }),
    sends: () => [send("refused", "api", "identity")],
  },
  {
    name: "401 always, nothing to refresh with, identity refused",
    script: (stub) => Object.assign(stub, { api: () => "401", identity: () => "401" }),
    sends: () => [send("ended", "api", "identity")],
    status: "revoked",
  },
  {
    name: "401, token endpoint says invalid_grant",
    refreshToken: REFRESH,
    fits: (_, caller) => caller.renews,
    script: (stub) => Object.assign(stub, { api: () => "401", token: () => "invalid_grant" }),
    sends: () => [send("ended", "api", "token"), send("ended")],
    status: "revoked",
  },
  {
    name: "429",
    refreshToken: REFRESH,
    script: (stub) => Object.assign(stub, { api: () => "429" }),
    sends: (caller) => (caller.renews ? [send("limited", "api"), send("limited")] : once("limited", "api")),
  },
  {
    name: "429 after a refresh",
    refreshToken: REFRESH,
    fits: (_, caller) => caller.renews,
    script: (stub) => Object.assign(stub, { api: (index: number) => (index === 0 ? "401" : "429") }),
    sends: (caller) =>
      caller.reads
        ? [send("limited", "api", "token", "api"), send("limited")]
        : [send("refused", "api", "token"), send("limited", "api"), send("limited")],
  },
  {
    name: "500",
    refreshToken: REFRESH,
    script: (stub) => Object.assign(stub, { api: () => "500" }),
    sends: () => once("failed", "api"),
  },
  {
    name: "503",
    refreshToken: REFRESH,
    script: (stub) => Object.assign(stub, { api: () => "503" }),
    sends: ({ name }) => (name === "typed read" ? once("failed", "api", "api") : once("failed", "api")),
  },
  {
    name: "the plugin says revoked, identity fine",
    refreshToken: REFRESH,
    fits: saysRevoked,
    script: (stub) => Object.assign(stub, { api: () => "revoked" }),
    sends: refusedAlways,
  },
  {
    name: "the plugin says revoked, identity refused",
    refreshToken: REFRESH,
    fits: saysRevoked,
    script: (stub) => Object.assign(stub, { api: () => "revoked", identity: () => "401" }),
    sends: endedByIdentity,
    status: "revoked",
  },
];

describe("S-70, R-15, R-19, R-23, R-47: a provider's refusal", () => {
  let world: ExchangeWorld;
  beforeAll(async () => {
    world = await startExchangeWorld();
  }, HOOK_MS);
  afterAll(() => world.close(), HOOK_MS);

  const begin = async (plugin: PluginCase, refreshToken?: string): Promise<[ProviderStub, Someone]> => {
    await world.gateway.database.database.script("delete from integrations");
    const stub = world.stubs[plugin.provider.id] as ProviderStub;
    stub.reset();
    return [stub, await someoneAt(world, plugin, refreshToken)];
  };

  for (const plugin of PLUGINS) {
    for (const caller of CALLERS.filter(({ fits }) => fits(plugin))) {
      const failures = FAILURES.filter(({ fits }) => fits?.(plugin, caller) ?? true);
      test.each(failures.map((failure): [string, Failure] => [failure.name, failure]))(
        `${plugin.provider.id}, ${caller.name}: %s`,
        async (_, { refreshToken, script, sends, status }) => {
          const [stub, someone] = await begin(plugin, refreshToken);
          script(stub);
          const seen: Expected[] = [];
          const expected = sends(caller);
          for (let i = 0; i < expected.length; i++) {
            const from = stub.steps.length;
            const outcome = await caller.send(world, plugin, someone);
            await world.gateway.heard();
            seen.push({ outcome, steps: stub.steps.slice(from) });
          }
          expect(seen).toEqual(expected);
          const ended = caller.renews ? (status ?? "active") : "active";
          expect(await statusOf(world.gateway, someone.integrationId)).toBe(ended);
        },
      );
      test(`${plugin.provider.id}, ${caller.name}: a connection that breaks refreshes and ends nothing`, async () => {
        const [stub, someone] = await begin(plugin, REFRESH);
        Object.assign(stub, { api: () => "reset" });
        expect(await caller.send(world, plugin, someone)).toBe("failed");
        // The runtime repeats a GET by itself, a write never.
        expect(stub.steps.every((step) => step === "api")).toBe(true);
        expect(stub.steps.length).toBeLessThanOrEqual(caller.reads ? 2 : 1);
        expect(await statusOf(world.gateway, someone.integrationId)).toBe("active");
      });
    }
  }

  test("a minute after a refusal the token is renewed and the identity asked once more, and no sooner", async () => {
    const plugin = PLUGINS[0] as PluginCase;
    const caller = CALLERS[0] as Caller;
    const [stub, someone] = await begin(plugin, REFRESH);
    Object.assign(stub, { api: () => "401" });
    for (let i = 0; i < 5; i++) await caller.send(world, plugin, someone);
    expect(stub.steps.filter((step) => step !== "api")).toEqual(["token", "identity"]);
    world.gateway.clock.move(61_000);
    for (let i = 0; i < 5; i++) await caller.send(world, plugin, someone);
    expect(stub.steps.filter((step) => step !== "api")).toEqual(["token", "identity", "token", "identity"]);
  });

  test.each(CALLERS.filter(({ renews }) => renews).map((caller): [string, Caller] => [caller.name, caller]))(
    "a token that dies moments after a refresh is renewed once more, and its grant goes on: %s",
    async (_, caller) => {
      const plugin = PLUGINS.at(-1) as PluginCase;
      const [stub, someone] = await begin(plugin, REFRESH);
      const dead = new Set([someone.accessToken]);
      const refuse = (bearer: string) => (dead.has(bearer) ? "401" : "ok");
      Object.assign(stub, { api: (_index: number, bearer: string) => refuse(bearer), identity: refuse });
      await caller.send(world, plugin, someone);
      await world.gateway.heard();
      if (!caller.reads) await caller.send(world, plugin, someone);
      dead.add(stub.bearers.at(-1) as string);
      const from = stub.steps.length;
      const outcome = await caller.send(world, plugin, someone);
      await world.gateway.heard();
      const recovery: Step[] = ["api", "identity", "token"];
      expect([outcome, stub.steps.slice(from)]).toEqual(
        caller.reads ? ["ok", [...recovery, "api"]] : ["refused", [...recovery, "identity"]],
      );
      expect(await caller.send(world, plugin, someone)).toBe("ok");
      expect(await statusOf(world.gateway, someone.integrationId)).toBe("active");
    },
  );

  test("twenty calls that are refused at once share one refresh and one identity request", async () => {
    const plugin = PLUGINS[0] as PluginCase;
    const caller = CALLERS[0] as Caller;
    const [stub, someone] = await begin(plugin, REFRESH);
    Object.assign(stub, { api: () => "401" });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => caller.send(world, plugin, someone)));
    expect(new Set(outcomes)).toEqual(new Set(["refused"]));
    expect(stub.steps.filter((step) => step !== "api").sort()).toEqual(["identity", "token"]);
  });
});
