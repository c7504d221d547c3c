// An integration with two tokens, Slack's bot's and a person's: each is renewed with its own refresh token and dies by itself.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import slackPlugin from "../../../plugins/slack/index.ts";
import { insertIntegration } from "../../../src/connections/integrations/store.ts";
import { sealTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import { tokenContext } from "../../../src/foundation/vault/sealing-contexts.ts";
import type { Provider, TokenSet } from "../../../src/plugin/index.ts";
import { defaultScopes } from "../../../src/providers/registry/scopes.ts";
import { HOOK_MS, integrationOf, logged } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, ownDetails } from "../../support/responses.ts";
import { type ProviderStub, startProviderStub } from "./provider-stub.ts";

setDefaultTimeout(HOOK_MS);
const slack = slackPlugin as unknown as Provider;
const BOT: TokenSet = { accessToken: "bot-token", refreshToken: "bot-refresh", expiresIn: 43_200 };
const ROTATING: TokenSet["others"] = {
  user: { accessToken: "user-token", refreshToken: "user-refresh", expiresIn: 43_200 },
};
const BODY = {
  ok: true,
  files: [],
  paging: { pages: 1, page: 1 },
  messages: { matches: [], paging: { pages: 1, page: 1 } },
};
const HOUR_MS = 3_600_000;

describe.each(laneOf(import.meta.file))("R-47: two tokens on %s", (lane) => {
  let gateway: TestGateway;
  let stub: ProviderStub;
  beforeAll(async () => {
    stub = await startProviderStub({ read: {}, write: BODY, identity: { ok: true, user_id: "U1", team_id: "T1" } });
    const client = { clientId: "acme-client", clientSecret: "acme-secret" };
    const urls = { tokenUrl: `${stub.url}/token`, identityUrl: `${stub.url}/identity` };
    gateway = await startTestGateway({
      lane,
      plugins: [slack],
      settings: { slack: { ...client, ...urls, baseUrl: { default: stub.url, content: stub.url } } },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });
  beforeEach(() => {
    stub.reset();
    gateway.clock.nextMinute();
  });

  const someone = async (tokens: TokenSet) => {
    const user = await gateway.user();
    const id = crypto.randomUUID();
    const now = gateway.clock.now();
    await insertIntegration(gateway.database.database.orm, {
      id,
      userId: user.userId,
      accountId: null,
      provider: "slack",
      status: "active",
      identityId: "T1:U1",
      identity: { id: "T1:U1", name: "ada" },
      clientId: "acme-client",
      scopes: defaultScopes(slack),
      ...sealTokens(gateway.app.deps, id, tokens),
      accessExpiresAt: new Date(now + (tokens.expiresIn ?? 0) * 1_000),
      connectedAt: new Date(now),
      updatedAt: new Date(now),
    });
    return { ...user, id };
  };
  const call = async (key: string, tool: string, args = {}) => {
    const response = await gateway.call("POST", `/api/v1/tools/slack_${tool}/execute`, {
      key,
      body: { arguments: args },
    });
    await gateway.heard();
    return response;
  };
  const search = (key: string) => call(key, "search_messages", { q: "plan" });
  const bot = (key: string) => call(key, "list_files");
  const isOn = async (key: string, name: string) => {
    const { enabled_services } = await integrationOf(gateway, key, "slack");
    return enabled_services.find(({ service_name }: { service_name: string }) => service_name === name).is_enabled;
  };
  const refuses = (token: string) => ({
    api: (_: number, bearer: string) => (bearer === token ? ("401" as const) : ("ok" as const)),
    identity: (bearer: string) => (bearer === token ? ("401" as const) : ("ok" as const)),
  });

  test("a refused user token is renewed with its own refresh token; the bot's stays as it is", async () => {
    const { key } = await someone({ ...BOT, others: ROTATING });
    Object.assign(stub, refuses("user-token"));
    expect((await search(key)).status).toBe(200);
    expect(stub.steps).toEqual(["api", "token", "api"]);
    expect(stub.refreshTokens).toEqual(["user-refresh"]);
    expect((await bot(key)).status).toBe(200);
    expect(stub.bearers.at(-1)).toBe("bot-token");
    // The next refresh has the rotated token.
    Object.assign(stub, refuses(stub.bearers[1] as string));
    gateway.clock.move(61_000);
    expect((await search(key)).status).toBe(200);
    expect(stub.refreshTokens).toEqual(["user-refresh", "user-refresh+"]);
  });

  test("each token is renewed when its own time has come, by the calls that use it", async () => {
    const { key } = await someone({ ...BOT, others: ROTATING });
    gateway.clock.move(12 * HOUR_MS);
    expect((await search(key)).status).toBe(200);
    expect(stub.refreshTokens).toEqual(["user-refresh"]);
    expect((await bot(key)).status).toBe(200);
    expect(stub.refreshTokens).toEqual(["user-refresh", "bot-refresh"]);
    expect(stub.bearers.map((bearer) => bearer.split("-access-")[0])).toEqual(["user-refresh", "bot-refresh"]);
  });

  test("a user token that nothing can renew serves until its last moment, and ends then", async () => {
    const { key } = await someone({ ...BOT, others: { user: { accessToken: "user-token", expiresIn: 43_200 } } });
    gateway.clock.move(12 * HOUR_MS - 10_000);
    expect((await search(key)).status).toBe(200);
    expect(stub.bearers).toEqual(["user-token"]);
    gateway.clock.move(11_000);
    expect((await search(key)).status).toBe(403);
    expect(stub.bearers).toEqual(["user-token"]);
    expect(stub.refreshTokens).toEqual([]);
    // The main token has its own time, and is renewed then.
    expect((await bot(key)).status).toBe(200);
  });

  test("both tokens are renewed at once, and neither loses the other's", async () => {
    const { key } = await someone({ ...BOT, others: ROTATING });
    gateway.clock.move(12 * HOUR_MS);
    const responses = await Promise.all([search(key), bot(key), search(key), bot(key)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(stub.refreshTokens.toSorted()).toEqual(["bot-refresh", "user-refresh"]);
    expect((await search(key)).status).toBe(200);
    expect((await bot(key)).status).toBe(200);
    expect(stub.refreshTokens).toHaveLength(2);
  });

  test("a user token whose refresh is refused takes its own calls along, and no others", async () => {
    const { key, id } = await someone({ ...BOT, others: ROTATING });
    Object.assign(stub, refuses("user-token"), {
      token: (sent: string) => (sent.startsWith("user") ? "invalid_grant" : "ok"),
    });
    expect(codeOf(await search(key))).toBe("403 PERMISSION_DENIED");
    stub.steps.splice(0);
    const refused = await search(key);
    expect([codeOf(refused), ownDetails(refused.json)]).toEqual([
      "403 PERMISSION_DENIED",
      { provider: "slack", service: "search", permission: "search.read", credential: "user", reason: "token_revoked" },
    ]);
    expect(refused.json.error).toContain("connect Slack again");
    expect(stub.steps).toEqual([]);
    expect((await bot(key)).status).toBe(200);
    expect((await integrationOf(gateway, key, "slack")).status).toBe("active");
    expect([await isOn(key, "search.read"), await isOn(key, "files.read")]).toEqual([false, true]);
    const ended = logged(gateway, "integration_token_ended").filter((line) => line.integration_id === id);
    expect(ended).toMatchObject([{ level: "warn", credential: "user", status: "revoked", reason: "invalid_grant" }]);
    // A later grant has tokens of its own.
    const again = "update integrations set connected_at = $2::timestamptz, epoch = epoch + 1 where id = $1::uuid";
    await gateway.database.database.query(again, [id, new Date(gateway.clock.now() + 1_000).toISOString()]);
    expect(await isOn(key, "search.read")).toBe(true);
  });

  test("a stored user token without a refresh token ends once the identity request refuses that very token", async () => {
    const { key, id } = await someone(BOT);
    const { deps } = gateway.app;
    // As versions before have sealed it.
    const sealed = deps.vault.seal(JSON.stringify({ user: "user-token" }), tokenContext(id, "other_tokens"));
    const set = "update integrations set other_tokens = $2 where id = $1::uuid";
    await gateway.database.database.query(set, [id, sealed]);
    Object.assign(stub, refuses("user-token"));
    const refused = await search(key);
    expect([codeOf(refused), refused.json.details.reason]).toEqual(["403 PERMISSION_DENIED", "token_revoked"]);
    expect([stub.steps, stub.bearers]).toEqual([
      ["api", "identity"],
      ["user-token", "user-token"],
    ]);
    expect((await bot(key)).status).toBe(200);
  });

  test("a user token that only the search refuses stays good", async () => {
    const { key } = await someone({ ...BOT, others: ROTATING });
    Object.assign(stub, { api: (_: number, bearer: string) => (bearer.startsWith("bot") ? "ok" : "401") });
    expect(codeOf(await search(key))).toBe("502 PROVIDER_ERROR");
    expect(stub.steps).toEqual(["api", "token", "api", "identity"]);
    expect(codeOf(await search(key))).toBe("502 PROVIDER_ERROR");
    expect(stub.steps.slice(4)).toEqual(["api"]);
    expect(await isOn(key, "search.read")).toBe(true);
  });

  test("what is sealed is flat text by name, which the version before reads as access tokens", async () => {
    const { deps } = gateway.app;
    const id = crypto.randomUUID();
    const { otherTokens } = sealTokens(deps, id, { ...BOT, others: ROTATING });
    const flat = JSON.parse(deps.vault.open(otherTokens as string, tokenContext(id, "other_tokens")));
    expect(flat.user).toBe("user-token");
    expect(Object.values(flat).every((value) => typeof value === "string")).toBe(true);
  });
});
