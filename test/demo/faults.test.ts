// Every fault of the emulated providers ends, on both APIs, in the code and reason that its list promises.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { type FaultServer, startFaultServer } from "../../demo/fault-server.ts";
import { createFaultControl, type FaultControl } from "../../demo/faults.ts";
import type { EmulatedServiceName } from "../../emulators/emulators.ts";
import { FAULT_NAMES, FAULTS } from "../../emulators/fault-list.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { DEFAULT_RESILIENCE } from "../../src/providers/upstream/resilience.ts";
import { ADA, GRACE, HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(HOOK_MS);

const PROVIDERS: EmulatedServiceName[] = ["google", "github", "slack"];
const READS: Record<EmulatedServiceName, string> = {
  google: "/api/v1/google/gmail/messages",
  github: "/api/v1/github/repos",
  slack: "/api/v1/slack/channels",
};
/** The gateway gives up early, since the fault "timeout" lasts until then. */
const DEADLINE_MS = 700;

describe.each(laneOf(import.meta.file))("faults of the demo on %s", (lane) => {
  let gateway: TestGateway;
  let control: FaultControl;
  let partner: { key: string };
  beforeAll(async () => {
    const resilience = DEFAULT_RESILIENCE;
    gateway = await startTestGateway({ lane, emulate: PROVIDERS, deadlineMs: DEADLINE_MS, resilience });
    control = createFaultControl(gateway.app.deps, gateway.providers);
    partner = await gateway.partner();
  });
  afterAll(() => gateway?.close());
  afterEach(async () => {
    await control.clear();
  });

  /** A new user, or a new account of the partner, with the provider connected: cooldowns belong to nobody else. */
  async function connected(
    provider: EmulatedServiceName,
    api: "user" | "partner",
    person = ADA[provider],
  ): Promise<{ key: string; headers: Record<string, string>; name: string; accountId?: string }> {
    if (api === "user") {
      const { key, email } = await gateway.user();
      await gateway.connect(key, provider, { person });
      return { key, headers: {}, name: email };
    }
    const externalId = crypto.randomUUID();
    const accountId = await gateway.account(partner.key, externalId);
    await gateway.connect(partner.key, provider, { accountId, person });
    return { key: partner.key, headers: { "x-account-id": externalId }, name: externalId, accountId };
  }
  const cases = PROVIDERS.flatMap((provider) =>
    (["user", "partner"] as const).flatMap((api) => FAULT_NAMES.map((fault) => [fault, provider, api] as const)),
  );
  test.each(cases)("%s at %s, %s API", async (fault, provider, api) => {
    const caller = await connected(provider, api);
    await control.set({ provider, fault });
    const response = await gateway.call("GET", READS[provider], caller);
    const { code, reason } = FAULTS[fault];
    expect([response.headers.get("x-error-code"), response.headers.get("x-error-reason")]).toEqual([code, reason]);
    const inBody = api === "user" ? response.json.code : response.json.error_code;
    expect([inBody, response.json.details.reason]).toEqual([code, reason]);
  });

  const reasonOf = async (provider: EmulatedServiceName, caller: { key: string; headers: Record<string, string> }) => {
    const response = await gateway.call("GET", READS[provider], caller);
    return response.status === 200 ? "works" : response.json.details.reason;
  };

  test.each(PROVIDERS)("a fault at %s for one account concerns nobody else", async (provider) => {
    const [hit, spared] = [await connected(provider, "partner"), await connected(provider, "partner", GRACE[provider])];
    for (const fault of ["revoked", "server_error", "expired"]) {
      await control.set({ provider, fault, account: hit.name });
      expect(control.list()).toEqual([{ provider, fault, account: hit.name, calls: null } as never]);
      expect(await reasonOf(provider, spared)).toBe("works");
      if (fault !== "revoked") continue;
      expect(await reasonOf(provider, hit)).toBe("revoked");
      // Connecting again helps at once, as at the provider.
      await gateway.connect(partner.key, provider, { accountId: hit.accountId });
      expect(await reasonOf(provider, hit)).toBe("works");
    }
    expect(await reasonOf(provider, hit)).toBe("expired");
  });

  test("a fault ends after its number of requests, or when it is switched off", async () => {
    const caller = await connected("github", "user");
    await control.set({ provider: "github", fault: "provider_conflict", calls: 2 });
    const reasons = [
      await reasonOf("github", caller),
      await reasonOf("github", caller),
      await reasonOf("github", caller),
    ];
    expect(reasons).toEqual(["provider_conflict", "provider_conflict", "works"]);
    expect(control.list()).toEqual([]);
    await control.set({ provider: "github", fault: "connect" });
    expect(await reasonOf("github", caller)).toBe("connect");
    expect(await control.clear("github")).toBe(1);
    expect(await reasonOf("github", caller)).toBe("works");
  });

  test("a fault that is switched off, or for another one, leaves no pause behind", async () => {
    const caller = await connected("github", "user");
    const failures = async () => {
      const reasons: string[] = [];
      for (let call = 0; call < 6; call++) reasons.push(await reasonOf("github", caller));
      return reasons;
    };
    await control.set({ provider: "github", fault: "connect" });
    expect(await failures()).toContain("circuit_open");
    await control.set({ provider: "github", fault: "rate_limited" });
    expect(await reasonOf("github", caller)).toBe("rate_limited");
    await control.clear();
    expect(await reasonOf("github", caller)).toBe("works");
    await control.set({ provider: "github", fault: "connect" });
    expect(await failures()).toContain("circuit_open");
    await control.clear();
    expect(await reasonOf("github", caller)).toBe("works");
    await control.set({ provider: "github", fault: "rate_limited" });
    expect(await reasonOf("github", caller)).toBe("rate_limited");
    await control.set({ provider: "github", fault: "provider_conflict" });
    expect(await reasonOf("github", caller)).toBe("provider_conflict");
  });

  test("the whole provider stays away while one account has another fault", async () => {
    const [one, other] = [await connected("slack", "user"), await connected("slack", "user", GRACE.slack)];
    await control.set({ provider: "slack", fault: "connect" });
    await control.set({ provider: "slack", fault: "busy", account: one.name });
    expect(await reasonOf("slack", other)).toBe("connect");
  });

  describe("over HTTP", () => {
    let server: FaultServer;
    beforeAll(() => {
      server = startFaultServer(platform, 0, control, gateway.url);
    });
    afterAll(() => server?.close());
    const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(server.url + path, {
        method,
        headers,
        redirect: "manual",
        ...(body !== undefined && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      });

    test("faults are listed, switched on and off", async () => {
      const set = { provider: "google", fault: "busy", calls: 3 };
      const response = await ask("PUT", "/faults", set);
      expect(await response.json()).toEqual({ data: { ...set, account: null } });
      const { data } = (await (await ask("GET", "/faults")).json()) as { data: Record<string, unknown[]> };
      expect(data.faults).toEqual([{ ...set, account: null }]);
      expect(data.available?.length).toBe(FAULT_NAMES.length);
      expect(await (await ask("DELETE", "/faults?provider=google")).json()).toEqual({ data: { off: 1 } });
      expect(control.list()).toEqual([]);
    });

    test.each([
      [{ provider: "nobody", fault: "busy" }, 'The demo has no provider "nobody": it has google, github, slack.'],
      [{ provider: "google", fault: "revokd" }, 'There is no fault "revokd". Did you mean revoked?'],
      [{ provider: "google", fault: "connect", calls: 1 }, '"connect" is for the whole provider'],
      [{ provider: "google", fault: "expired", calls: 1 }, '"expired" ends integrations'],
      [{ provider: "google", fault: "busy", calls: 0 }, "calls must be a whole number from 1 to 1000."],
      [{ provider: "google", fault: "busy", account: "nobody@example.com" }, "Nobody is connected to google as"],
      [{ provider: "google", fault: "busy", person: "ada" }, '"person" is no field'],
      ["{", "must be an object"],
    ])("%j is refused with what is wrong", async (body, text) => {
      const response = await ask("PUT", "/faults", body);
      expect(response.status).toBe(400);
      expect(((await response.json()) as { error: string }).error).toContain(text);
    });

    test("the page switches with forms alone, and says what is on", async () => {
      const headers = { "sec-fetch-site": "same-origin" };
      const form = new URLSearchParams({ provider: "slack", fault: "timeout", account: "", calls: "" });
      const response = await ask("POST", "/", form, headers);
      expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
      const text = await (await ask("GET", "/")).text();
      expect(text).toContain("<strong>slack: timeout</strong> for everybody");
      for (const fault of FAULT_NAMES) expect(text).toContain(`<th scope="row">${fault}</th>`);
      expect((await ask("POST", "/", new URLSearchParams({ off: "slack" }), headers)).status).toBe(303);
      expect(await (await ask("GET", "/")).text()).toContain("Nothing: every provider works.");
      const wrong = new URLSearchParams({ provider: "slack", fault: "busy", account: "<b>" });
      const refused = await ask("POST", "/", wrong, headers);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain("as &quot;&lt;b&gt;&quot;");
    });

    test("another site can neither switch nor read", async () => {
      const set = { provider: "google", fault: "busy" };
      for (const site of ["cross-site", "same-site"]) {
        for (const method of ["PUT", "DELETE", "GET"]) {
          const body = method === "PUT" ? set : undefined;
          expect((await ask(method, "/faults", body, { "sec-fetch-site": site })).status).toBe(403);
        }
      }
      const rebound = await ask("PUT", "/faults", set, { host: "attacker.example" });
      expect(rebound.status).toBe(403);
      expect(control.list()).toEqual([]);
    });
  });
});

test("the guide has every fault, with the code that an app reads", () => {
  const guide = readFileSync(new URL("../../docs/api/testing.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| `(\w+)` \| [^|]+ \| `([A-Z_]+)`/gm)].map(([, fault, code]) => [fault, code]);
  expect(rows).toEqual(FAULT_NAMES.map((fault) => [fault, FAULTS[fault].code]));
});
