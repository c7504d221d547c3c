// kill -9 during a callback: the session ends in a readable state, and no partial integration remains.
// A grant that nobody confirms is deleted by any running gateway.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { pageBrowser } from "../support/page-browser.ts";
import { until } from "../support/until.ts";
import { type FaultStage, faultStage, newAccount, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

describe("a gateway killed during a callback", () => {
  let stage: FaultStage;
  let other: GatewayServer;
  /** One replica for each kill. */
  let victims: GatewayServer[];
  beforeAll(async () => {
    stage = await faultStage();
    [other, ...victims] = (await Promise.all(Array.from({ length: 6 }, () => stage.start()))) as [
      GatewayServer,
      ...GatewayServer[],
    ];
  });
  afterAll(() => stage.end());
  afterEach(() => {
    stage.beforeResponse.wait = async () => {};
    stage.person.id = null;
  });

  const start = async (owner: { key: string; accountId: string }, confirm = false) => {
    const path = `/api/v1/accounts/${owner.accountId}/connect`;
    const body = { provider: "stub", redirect_url: "http://localhost/done", confirm };
    const { connect_url, session_id } = (await send(other, "POST", path, { key: owner.key, body })).json.data;
    const state = new URL(connect_url).searchParams.get("state");
    const callbackUrl = (server: GatewayServer) => `${server.url}/api/v1/connect/callback?code=c&state=${state}`;
    return {
      callbackUrl,
      callback: (server: GatewayServer) => fetch(callbackUrl(server), { redirect: "manual" }),
      session: async () => (await send(other, "GET", `${path}/${session_id}`, { key: owner.key })).json.data,
      integrations: async () =>
        (await send(other, "GET", `/api/v1/accounts/${owner.accountId}/integrations`, { key: owner.key })).json.data
          .integrations,
      claimedSecondsAgo: (seconds: number) =>
        stage.database.query(
          "update connect_sessions set claimed_at = now() - $2::int * interval '1 second' where id = $1",
          [session_id, String(seconds)],
        ),
    };
  };
  const outcomeOf = (response: Response) =>
    Object.fromEntries(new URL(response.headers.get("location") ?? "about:blank").searchParams);
  const cutOff = (response: Promise<unknown>) =>
    response.then(
      () => "completed",
      () => "cut off",
    );
  /** Sends the callback to a replica and kills it when the provider receives `path`. */
  const killAt = async (path: string, callback: (server: GatewayServer) => Promise<unknown>) => {
    const victim = victims.pop() as GatewayServer;
    const requests: string[] = [];
    stage.beforeResponse.wait = async (at) => {
      requests.push(at);
      if (at !== path) return;
      victim.kill("SIGKILL");
      await victim.ended;
    };
    expect(await cutOff(callback(victim))).toBe("cut off");
    expect(requests.at(-1)).toBe(path);
    stage.beforeResponse.wait = async () => {};
  };

  test("R-03: (a) before the claim: the link still works on another replica", async () => {
    const { callback, session } = await start(await newAccount(other));
    const victim = victims.pop() as GatewayServer;
    // A stopped process accepts the request and does nothing.
    victim.kill("SIGSTOP");
    const cut = cutOff(callback(victim));
    victim.kill("SIGKILL");
    await victim.ended;
    expect(await cut).toBe("cut off");
    expect((await session()).status).toBe("pending");
    expect(outcomeOf(await callback(other))).toMatchObject({ status: "success" });
    expect((await session()).status).toBe("completed");
  });

  for (const [when, path] of [
    ["(b) after the claim, before the exchange", "/token"],
    ["(c) after the exchange, before the grant is stored", "/me"],
  ] as const) {
    test(`R-03: ${when}: failed within a minute by the database's clock, with no integration, and a new link works`, async () => {
      const owner = await newAccount(other);
      const { callback, session, integrations, claimedSecondsAgo } = await start(owner);
      await killAt(path, callback);
      // A claim is final.
      expect((await callback(other)).status).toBe(400);
      await claimedSecondsAgo(50);
      expect((await session()).status).toBe("pending");
      await claimedSecondsAgo(60);
      expect(await session()).toMatchObject({ status: "failed", error: "interrupted" });
      expect(await integrations()).toEqual([]);
      const again = await start(owner);
      expect(outcomeOf(await again.callback(other))).toMatchObject({ status: "success" });
      expect(await integrations()).toMatchObject([{ provider: "stub", status: "active" }]);
    });
  }

  test("R-03: (d) after the grant is stored, before the redirect: completed and active; reloading shows a clear page", async () => {
    stage.person.id = "ada";
    const owner = await newAccount(other);
    const first = await start(owner);
    expect(outcomeOf(await first.callback(other))).toMatchObject({ status: "success" });
    const [before] = await first.integrations();
    // The previous grant is revoked after the new one is stored.
    const { callback, session, integrations } = await start(owner);
    await killAt("/revoke", callback);
    expect((await session()).status).toBe("completed");
    expect(await integrations()).toMatchObject([{ id: before.id, status: "active" }]);
    const reload = await callback(other);
    expect(reload.status).toBe(400);
    expect(await reload.text()).toContain("Go back to where you came from");
  });

  test("R-03: (d) when another person was agreed to, before the next page: completed and active, and the page leads on", async () => {
    const owner = await newAccount(other);
    const first = await start(owner);
    expect(outcomeOf(await first.callback(other))).toMatchObject({ status: "success" });
    const [before] = await first.integrations();
    const { callbackUrl, session, integrations } = await start(owner);
    const browser = pageBrowser();
    const asked = await browser.open(callbackUrl(other));
    await killAt("/revoke", (victim) => {
      const url = asked.url.replace(other.url, victim.url);
      return browser.send({ ...asked, url }, { action: "replace" });
    });
    expect((await session()).status).toBe("completed");
    const [after] = await integrations();
    expect(after).toMatchObject({ id: before.id, status: "active" });
    expect(after.identity.id).not.toBe(before.identity.id);
    expect((await browser.open(asked.url)).onTo).toContain("status=success");
  });

  test("S-14: a starting gateway deletes expired pending grants and revokes them at the provider", async () => {
    const { callback, integrations } = await start(await newAccount(other), true);
    expect(outcomeOf(await callback(other)).confirm_token).toBeString();
    expect(await integrations()).toMatchObject([{ provider: "stub", status: "pending" }]);
    const requests: string[] = [];
    stage.beforeResponse.wait = async (path) => void requests.push(path);
    await stage.database.query("update pending_grants set expires_at = now()");
    await stage.start();
    await until(() => requests.includes("/revoke"), START_MS);
    expect(await stage.database.query("select id from pending_grants")).toEqual([]);
    expect(await integrations()).toEqual([]);
  });
});
