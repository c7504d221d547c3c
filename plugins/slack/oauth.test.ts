// Tests Slack's install flow: bot and user scopes, bot and user tokens, identity.
import { describe, expect, test } from "bun:test";
import { authorizationUrl } from "../../src/connections/oauth/client.ts";
import { resolveTarget } from "../../src/providers/upstream/target.ts";
import slack from "./index.ts";
import { oauth, readTokens, splitScopes } from "./oauth.ts";

describe("Slack's authorize parameters", () => {
  test("bot scopes and user scopes have separate parameters, with commas", () => {
    expect(splitScopes(["channels:read", "user:search:read", "chat:write", "user:users:read"])).toEqual({
      scope: "channels:read,chat:write",
      user_scope: "search:read,users:read",
    });
  });
  test("a parameter without scopes is omitted", () => {
    expect(splitScopes(["chat:write"])).toEqual({ scope: "chat:write" });
    expect(splitScopes(["user:chat:write"])).toEqual({ user_scope: "chat:write" });
  });
  test('a bot scope whose name starts with "user" stays a bot scope', () => {
    expect(splitScopes(["users:read", "usergroups:read"])).toEqual({ scope: "users:read,usergroups:read" });
  });
  test("no PKCE is used", () => {
    expect(oauth.pkce).toBe(false);
  });
  test("the URL has the client id, both kinds of scopes and no PKCE", () => {
    const request = { state: "state", verifier: null, redirectUri: "https://a.example/cb" };
    const scopes = ["chat:write", "im:read", "user:search:read"];
    const url = authorizationUrl(resolveTarget(slack), { id: "client", secret: "hidden" }, { ...request, scopes });
    expect(`${url.origin}${url.pathname}`).toBe("https://slack.com/oauth/v2/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: "client",
      redirect_uri: "https://a.example/cb",
      state: "state",
      scope: "chat:write,im:read",
      user_scope: "search:read",
    });
  });
});

const install = {
  ok: true,
  access_token: "bot-token",
  token_type: "bot",
  scope: "channels:read,chat:write",
  bot_user_id: "U0BOT0001",
  app_id: "A012AB3CD",
  team: { id: "T012AB3CD", name: "Acme" },
  enterprise: null,
  is_enterprise_install: false,
  authed_user: { id: "U012AB3CD" },
};
const person = { id: "U012AB3CD", scope: "search:read", access_token: "user-token", token_type: "user" };

/** The person who installed the app, not its bot. */
const resourceOwnerId = "T012AB3CD:U012AB3CD";

describe("Slack's token responses", () => {
  test("an install for the bot has the bot's token, which does not expire", () => {
    expect(readTokens(install)).toEqual({
      accessToken: "bot-token",
      scopes: ["channels:read", "chat:write"],
      resourceOwnerId,
    });
  });
  test("an install for bot and person has both tokens, and prefixes the person's scopes", () => {
    expect(readTokens({ ...install, authed_user: person })).toEqual({
      accessToken: "bot-token",
      scopes: ["channels:read", "chat:write", "user:search:read"],
      others: { user: { accessToken: "user-token" } },
      resourceOwnerId,
    });
  });
  test("with token rotation each of the two tokens has its own refresh token and lifetime", () => {
    const rotating = { expires_in: 43200, refresh_token: "bot-refresh" };
    const authed_user = { ...person, expires_in: 43100, refresh_token: "user-refresh" };
    expect(readTokens({ ...install, ...rotating, authed_user })).toMatchObject({
      accessToken: "bot-token",
      refreshToken: "bot-refresh",
      expiresIn: 43200,
      others: { user: { accessToken: "user-token", refreshToken: "user-refresh", expiresIn: 43100 } },
    });
  });
  test("an install for the person alone uses the person's token for everything", () => {
    const { access_token: _, scope: __, token_type: ___, ...rest } = install;
    expect(
      readTokens({ ...rest, authed_user: { ...person, expires_in: 43200, refresh_token: "user-refresh" } }),
    ).toEqual({
      accessToken: "user-token",
      refreshToken: "user-refresh",
      expiresIn: 43200,
      scopes: ["search:read", "user:search:read"],
      others: { user: "user-token" },
      resourceOwnerId,
    });
  });
  test("a refreshed bot token has a lifetime and a new refresh token", () => {
    const { authed_user: _, ...rest } = install;
    expect(readTokens({ ...rest, expires_in: 43200, refresh_token: "bot-refresh" })).toEqual({
      accessToken: "bot-token",
      refreshToken: "bot-refresh",
      expiresIn: 43200,
      scopes: ["channels:read", "chat:write"],
    });
  });
  test("a refreshed user token at the top level is recognized as the person's", () => {
    const refreshed = {
      ok: true,
      ...person,
      id: undefined,
      user_id: "U012AB3CD",
      expires_in: 43200,
      refresh_token: "next",
    };
    expect(readTokens(refreshed)).toEqual({
      accessToken: "user-token",
      refreshToken: "next",
      expiresIn: 43200,
      scopes: ["search:read", "user:search:read"],
      others: { user: "user-token" },
    });
  });
  test("an error with status 200 throws Slack's code", () => {
    expect(() => readTokens({ ok: false, error: "invalid_code" })).toThrow("invalid_code");
  });
  test("a response without ok or without any token throws", () => {
    expect(() => readTokens({ access_token: "bot-token" })).toThrow();
    expect(() => readTokens({ ok: true, access_token: "", authed_user: { id: "U012AB3CD" } })).toThrow(
      "no_access_token",
    );
  });
});

test("an unknown refresh token means that the grant expired; a revoked token that it was revoked", () => {
  expect(oauth.expiredGrantErrors).toContain("invalid_refresh_token");
  expect(oauth.deadGrantErrors).toContain("token_revoked");
  expect(oauth.deadGrantErrors).not.toContain("invalid_refresh_token");
});

test("a revocation covers each token of the grant and reaches the whole workspace, which shares the bot", () => {
  expect(oauth.revoke?.({ accessToken: "a", refreshToken: null, others: {}, clientId: "c", tenant: {} })).toEqual({
    method: "POST",
    path: "/auth.revoke" as never,
    auth: "token",
    form: {},
  });
  expect(oauth.revocationScope).toBe("workspace");
});

describe("Slack's identity", () => {
  const { map, shape } = slack.identity.resource;
  const identify = (raw: object) =>
    map(raw as never, {
      params: {},
      query: {},
      body: {},
      page: { limit: 1, position: null },
      identity: { id: "1", name: "ada", tenant: {} },
      idempotencyKey: "",
    });

  test("a user's id is prefixed with the workspace", () => {
    expect(identify({ user_id: "U0BOT0001", user: "gateway", team_id: "T012AB3CD", team: "Acme" })).toEqual({
      id: "T012AB3CD:U0BOT0001",
      name: "gateway",
      workspace: { id: "T012AB3CD", name: "Acme" },
    });
  });
  test("an organization-wide install has the organization as its workspace", () => {
    expect(identify({ user_id: "U0BOT0001", team_id: null, enterprise_id: "E012AB3CD" })).toEqual({
      id: "E012AB3CD:U0BOT0001",
      name: "U0BOT0001",
      workspace: { id: "E012AB3CD", name: "E012AB3CD" },
    });
  });
  test("the shape has id, name and workspace", () => {
    expect(Object.keys(shape.properties)).toEqual(["id", "name", "workspace"]);
  });
});
