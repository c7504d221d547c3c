// Tests what GitHub's fixtures cannot: scopes, token responses, revocation, refused inputs, webhooks.
import { describe, expect, test } from "bun:test";
import { authorizationUrl } from "../../src/connections/oauth/client.ts";
import { checkText, checkValue } from "../../src/foundation/schema/check.ts";
import type { InboundWebhook } from "../../src/plugin/index.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { defaultScopes, missingScopes } from "../../src/providers/registry/scopes.ts";
import { resolveTarget } from "../../src/providers/upstream/target.ts";
import github from "./index.ts";
import { oauth } from "./oauth.ts";
import { subjects, webhook } from "./webhook.ts";

const endpoints = buildRegistry([github]).endpoints;
const inputOf = (key: string) => {
  const endpoint = endpoints.find((candidate) => candidate.key === key);
  if (!endpoint) throw new Error(`There is no endpoint ${key}.`);
  return endpoint.input;
};

describe("GitHub's scopes", () => {
  test("the default grant covers private repositories", () => {
    expect(defaultScopes(github)).toContain("repo");
  });
  test("a grant of the default, reduced by GitHub to its broadest scopes, enables every permission", () => {
    for (const endpoint of endpoints)
      expect(missingScopes(github, endpoint.permission, ["repo", "read:org"])).toEqual([]);
  });
  test("a grant for public repositories alone enables issues, pull requests, files and search", () => {
    for (const permission of [
      "repos.read",
      "repos.write",
      "issues.write",
      "pulls.write",
      "search.read",
      "users.read",
    ]) {
      expect(missingScopes(github, permission, ["public_repo"])).toEqual([]);
    }
    expect(missingScopes(github, "collaborators.read", ["public_repo"])).toEqual(["repo", "read:org"]);
    expect(missingScopes(github, "notifications.read", ["public_repo"])).toEqual(["notifications"]);
  });
  test("a grant of the profile alone enables no repository service", () => {
    expect(missingScopes(github, "repos.read", ["user"])).toEqual(["public_repo"]);
    expect(missingScopes(github, "users.read", [])).toEqual([]);
  });
});

test("GitHub's authorize URL has PKCE, and spaces between scopes", () => {
  const request = { state: "state", verifier: "v".repeat(43), scopes: ["repo", "read:org"] };
  const client = { id: "client", secret: "hidden" };
  const url = authorizationUrl(resolveTarget(github), client, { ...request, redirectUri: "https://a.example/cb" });
  expect(oauth.pkce).toBe(true);
  expect(`${url.origin}${url.pathname}`).toBe("https://github.com/login/oauth/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "client",
    redirect_uri: "https://a.example/cb",
    state: "state",
    scope: "repo read:org",
    code_challenge: expect.any(String),
    code_challenge_method: "S256",
  });
});

describe("GitHub's token responses", () => {
  test("an OAuth app's token never expires, and commas separate its granted scopes", () => {
    const json = { access_token: "gho_a", scope: "repo,read:org", token_type: "bearer" };
    expect(oauth.tokens?.(json)).toEqual({ accessToken: "gho_a", scopes: ["repo", "read:org"] });
  });
  test("an OAuth app's token with an empty scope has no scopes", () => {
    expect(oauth.tokens?.({ access_token: "gho_a", scope: "" }).scopes).toEqual([]);
  });
  test("a GitHub App's token has two lifetimes and does not list its scopes", () => {
    const json = {
      access_token: "ghu_a",
      expires_in: 28800,
      refresh_token: "ghr_b",
      refresh_token_expires_in: 15811200,
      scope: "",
      token_type: "bearer",
    };
    expect(oauth.tokens?.(json)).toEqual({
      accessToken: "ghu_a",
      refreshToken: "ghr_b",
      expiresIn: 28800,
      refreshExpiresIn: 15811200,
    });
  });
  test("a response without a token yields an empty one, which the core refuses", () => {
    expect(oauth.tokens?.({ token_type: "bearer" }).accessToken).toBe("");
  });
});

test("revoking a grant revokes its own token only", () => {
  const grant = { accessToken: "gho_a", refreshToken: null, others: {}, clientId: "Iv1.0a/b", tenant: {} };
  expect(oauth.revoke?.(grant)).toEqual({
    method: "DELETE",
    path: "/applications/Iv1.0a%2Fb/token" as never,
    auth: "client",
    json: { access_token: "gho_a" },
  });
  expect(oauth.revocationScope).toBe("token");
});

describe("Inputs of GitHub endpoints", () => {
  const bad = [".", "..", "a/b", "a b", "a%2fb", "a?b", ""];
  test.each(bad)("the repository name %p is refused", (repo) => {
    expect(checkValue(inputOf("get_repo").params, { owner: "acme", repo }, "path")).toHaveProperty("errors");
  });
  test.each([".github", "site.github.io", "a-b_c", "x"])("the repository name %p is accepted", (repo) => {
    expect(checkValue(inputOf("get_repo").params, { owner: "acme", repo }, "path")).toHaveProperty("value");
  });
  test.each(["0", "01", "-1", "1.5", "12a", "12345678901"])("the issue number %p is refused", (number) => {
    const call = { owner: "acme", repo: "site", number };
    expect(checkValue(inputOf("get_issue").params, call, "path")).toHaveProperty("errors");
  });
  test.each(["update_issue", "update_pull_request"])("%s refuses an empty change", (key) => {
    expect(checkValue(inputOf(key).body as never, {}, "body")).toHaveProperty("errors");
    expect(checkValue(inputOf(key).body as never, { state: "closed" }, "body")).toHaveProperty("value");
  });
  test("an affiliation is any choice of the three, separated by commas", () => {
    const of = (text: string) => checkText(inputOf("list_repos").query, [["affiliation", text]], "query");
    expect(of("owner,organization_member")).toHaveProperty("value");
    expect(of("owner,friend")).toHaveProperty("errors");
  });
});

describe("GitHub's inbound webhooks", () => {
  const inboundOf = (text: string, headers: Record<string, string>, json: unknown = null): InboundWebhook => ({
    method: "POST",
    url: "https://gateway.example.com/api/v1/webhooks/github",
    headers: new Headers(headers),
    query: new URLSearchParams(),
    body: new TextEncoder().encode(text),
    text,
    json,
  });

  test("S-85: only the right signature of GitHub's own example is accepted", async () => {
    // docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
    const secrets = { webhook: "It's a Secret to Everybody", client: null };
    const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    const isAccepted = (text: string, value: string) =>
      webhook.verify(inboundOf(text, { "x-hub-signature-256": value }), secrets, 0);
    expect(await isAccepted("Hello, World!", signature)).toBe(true);
    expect(await isAccepted("Hello, World?", signature)).toBe(false);
    expect(await isAccepted("Hello, World!", signature.replace("sha256=", ""))).toBe(false);
  });

  test("S-86: an inbound webhook is identified by its signed body, not by its headers", () => {
    const idOf = (id: string, json: unknown) =>
      webhook.eventId(inboundOf("", { "x-github-event": "issues", "x-github-delivery": id }, json), json);
    expect(idOf("1", { action: "opened" })).toMatch(/^[0-9a-f]{64}$/);
    expect(idOf("2", { action: "opened" })).toBe(idOf("1", { action: "opened" }));
    expect(idOf("1", { action: "closed" })).not.toBe(idOf("1", { action: "opened" }));
  });

  test("two revocations by one person are two, though their bodies are the same", () => {
    const json = { action: "revoked", sender: { id: 101, login: "ada" } };
    const idOf = (id: string) =>
      webhook.eventId(
        inboundOf("", { "x-github-event": "github_app_authorization", "x-github-delivery": id }, json),
        json,
      );
    expect([idOf("1"), idOf("2")]).toEqual(["1", "2"]);
  });

  test("S-89: an event of a private repository does not go to its author, who may have lost access", () => {
    const person = (id: number, type = "User") => ({ id, type });
    const json = (isPrivate: boolean) => ({
      repository: { private: isPrivate, owner: person(1, "Organization") },
      sender: person(2),
      issue: { user: person(3), assignees: [person(4), person(2)] },
    });
    const idsOf = (isPrivate: boolean) => subjects(inboundOf("", {}, json(isPrivate))).map(({ id }) => id);
    expect(idsOf(true)).toEqual(["2", "4"]);
    expect(idsOf(false)).toEqual(["2", "4", "3"]);
  });
});

describe("The hook of a repository", () => {
  const OWN = "https://gateway.example.com/api/v1/webhooks/github/5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10";
  const inboundAt = (url: string) => ({ url, json: { sender: { id: 101, type: "User" } } }) as InboundWebhook;

  test("S-89: events at its own address are named after nobody, so that the integration that made it gets them", () => {
    expect(subjects(inboundAt(OWN))).toEqual([]);
    expect(subjects(inboundAt(`${OWN}?a=b`))).toEqual([]);
  });
  test.each([
    "https://gateway.example.com/api/v1/webhooks/github",
    "https://gateway.example.com/api/v1/webhooks/github?to=/github/5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10",
    "https://gateway.example.com/api/v1/webhooks/github#/github/5a0c1f3e-6b0d-4c64-9f0e-2f6d3f1f7a10",
  ])("S-89: events at %s belong to the people whom they concern", (url) => {
    expect(subjects(inboundAt(url))).toEqual([{ matches: "identity", id: "101" }]);
  });
  test.each(["acme/site", "acme/site.github.io", "a-b_c/.github"])("%s can be watched", (resource) => {
    expect(github.sources?.repository?.resource?.pattern.test(resource)).toBe(true);
  });
  test.each(["acme", "acme/site/hooks", "../site", "acme/..", "acme/a b", "acme/", "/site", "acme/a?b", "acme/site\n"])(
    "%p cannot be watched",
    (resource) => {
      expect(github.sources?.repository?.resource?.pattern.test(resource)).toBe(false);
    },
  );
});
