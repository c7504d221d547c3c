// The emulated providers are as strict as the real ones, on which the demo and the tests rely.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { consent, deny } from "../../emulators/consent.ts";
import { type EmulatedProvider, type EmulatorOptions, startEmulatedProvider } from "../../emulators/emulators.ts";
import { startEmulated } from "../support/gateway.ts";
import { rejection } from "../support/rejection.ts";

const REDIRECT = "http://127.0.0.1:3000/api/v1/connect/callback";
const VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123456789";
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
const START = Date.parse("2026-03-01T10:00:00Z");
const TTL_SECONDS = 600;

type Json = Record<string, unknown>;
let clock = START;
const options: EmulatorOptions = { redirectUri: REDIRECT, tokenTtlSeconds: TTL_SECONDS, now: () => clock };

/** What differs between the providers. */
const CASES = [
  {
    service: "google",
    user: "ada@example.com",
    scope: "openid email",
    probe: "/gmail/v1/users/me/messages",
    refused: {
      missing: [401, { error: { code: 401, status: "UNAUTHENTICATED", message: expect.any(String) } }],
      unknown: [401, { error: { code: 401, status: "UNAUTHENTICATED", message: expect.any(String) } }],
      expired: [401, { error: { code: 401, status: "UNAUTHENTICATED", message: expect.any(String) } }],
      revoked: [401, { error: { code: 401, status: "UNAUTHENTICATED", message: expect.any(String) } }],
    },
    wrongSecret: [401, "invalid_client"],
    wrongVerifier: [400, "invalid_grant"],
    wrongRedirect: [400, "redirect_uri_mismatch"],
  },
  {
    service: "github",
    user: "ada",
    scope: "repo",
    probe: "/user",
    refused: {
      missing: [401, expect.objectContaining({ message: "Requires authentication" })],
      unknown: [401, expect.objectContaining({ message: "Bad credentials" })],
      expired: [401, expect.objectContaining({ message: "Bad credentials" })],
      revoked: [401, expect.objectContaining({ message: "Bad credentials" })],
    },
    wrongSecret: [200, "incorrect_client_credentials"],
    wrongVerifier: [200, "bad_verification_code"],
    wrongRedirect: [200, "redirect_uri_mismatch"],
  },
  {
    service: "slack",
    user: "ada",
    scope: "channels:read,channels:history,chat:write,users:read,users:read.email,reactions:write",
    probe: "/api/conversations.list",
    refused: {
      missing: [200, { ok: false, error: "not_authed" }],
      unknown: [200, { ok: false, error: "invalid_auth" }],
      expired: [200, { ok: false, error: "token_expired" }],
      revoked: [200, { ok: false, error: "token_revoked" }],
    },
    wrongSecret: [200, "invalid_client_id"],
    wrongVerifier: [200, "invalid_code_verifier"],
    wrongRedirect: [200, "bad_redirect_uri"],
  },
  {
    service: "microsoft",
    user: "ada@example.com",
    scope: "openid offline_access Mail.Read",
    probe: "/v1.0/me/messages",
    refused: {
      missing: [401, { error: expect.objectContaining({ code: "InvalidAuthenticationToken" }) }],
      unknown: [401, { error: expect.objectContaining({ code: "InvalidAuthenticationToken" }) }],
      expired: [401, { error: expect.objectContaining({ message: expect.stringContaining("expired") }) }],
      revoked: [401, { error: expect.objectContaining({ code: "InvalidAuthenticationToken" }) }],
    },
    wrongSecret: [401, "invalid_client"],
    wrongVerifier: [400, "invalid_grant"],
    wrongRedirect: [400, "invalid_grant"],
  },
] as const;
type Case = (typeof CASES)[number];

const providers = new Map<string, EmulatedProvider>();
const providerOf = (service: Case["service"]): EmulatedProvider => {
  const provider = providers.get(service);
  if (!provider) throw new Error(`${service} was not started.`);
  return provider;
};

beforeAll(async () => {
  for (const { service } of CASES) providers.set(service, await startEmulated(service, options));
});
afterAll(async () => {
  for (const provider of providers.values()) await provider.close();
});
beforeEach(async () => {
  clock = START;
  for (const provider of providers.values()) await provider.reset();
});

function authorizeUrl(provider: EmulatedProvider, scope: string, extra: Record<string, string> = {}): URL {
  const url = new URL(provider.settings.authorizationUrl ?? "");
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: provider.settings.clientId ?? "",
    redirect_uri: REDIRECT,
    scope,
    state: "state-1",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    access_type: "offline",
    ...extra,
  }).toString();
  return url;
}

function askToken(provider: EmulatedProvider, params: Record<string, string>, secret = provider.settings.clientSecret) {
  return fetch(provider.settings.tokenUrl ?? "", {
    method: "POST",
    headers: { accept: "application/json", authorization: `Basic ${btoa(`${provider.settings.clientId}:${secret}`)}` },
    body: new URLSearchParams(params),
  });
}

function exchange(provider: EmulatedProvider, code: string, changes: Record<string, string> = {}, secret?: string) {
  const params = { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  return askToken(provider, { ...params, ...changes }, secret);
}

async function codeFor(provider: EmulatedProvider, { user, scope }: Case, extra?: Record<string, string>) {
  const callback = await consent(authorizeUrl(provider, scope, extra), user);
  return callback.searchParams.get("code") ?? "";
}

async function connect(testCase: Case, extra?: Record<string, string>) {
  const provider = providerOf(testCase.service);
  const response = await exchange(provider, await codeFor(provider, testCase, extra));
  const tokens = (await response.json()) as { access_token: string; refresh_token?: string; expires_in: number };
  return { provider, tokens };
}

const call = (provider: EmulatedProvider, path: string, token?: string, init: RequestInit = {}) =>
  fetch(provider.url + path, { ...init, headers: token ? { authorization: `Bearer ${token}` } : {} });

async function seen(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

describe.each(CASES)("$service", (testCase) => {
  const { service, probe, refused, scope } = testCase;

  test("a code exchange returns a token that the API accepts, with its true lifetime", async () => {
    const { provider, tokens } = await connect(testCase);
    expect(tokens.expires_in).toBe(TTL_SECONDS);
    const [status, body] = await seen(await call(provider, probe, tokens.access_token));
    expect(status).toBe(200);
    expect((body as Json).ok).not.toBe(false);
    expect(provider.issued.map((issued) => issued.token)).toContain(tokens.access_token);
  });

  test("a request without a token or with an unknown one is refused", async () => {
    const provider = providerOf(service);
    expect(await seen(await call(provider, probe))).toEqual([...refused.missing]);
    expect(await seen(await call(provider, probe, "made-up"))).toEqual([...refused.unknown]);
  });

  test("a token is refused from the second of its expiry", async () => {
    const { provider, tokens } = await connect(testCase);
    clock = START + TTL_SECONDS * 1000 - 1;
    expect((await call(provider, probe, tokens.access_token)).status).toBe(200);
    clock += 1;
    expect(await seen(await call(provider, probe, tokens.access_token))).toEqual([...refused.expired]);
  });

  test("expireAll expires every access token", async () => {
    const { provider, tokens } = await connect(testCase);
    provider.expireAll();
    expect(await seen(await call(provider, probe, tokens.access_token))).toEqual([...refused.expired]);
    expect(provider.issued.filter((issued) => issued.kind === "access")).toEqual([]);
  });

  test("a revoked token is refused", async () => {
    const { provider, tokens } = await connect(testCase);
    expect(provider.revoke(tokens.access_token)).toBe(true);
    expect(provider.revoke(tokens.access_token)).toBe(false);
    expect(await seen(await call(provider, probe, tokens.access_token))).toEqual([...refused.revoked]);
  });

  test("an exchange with a wrong or no PKCE verifier fails", async () => {
    const provider = providerOf(service);
    const code = await codeFor(provider, testCase);
    for (const code_verifier of ["wrong", ""]) {
      const [status, body] = await seen(await exchange(provider, code, { code_verifier }));
      expect([status, (body as Json).error]).toEqual([...testCase.wrongVerifier]);
    }
    expect(provider.issued).toEqual([]);
  });

  test("an exchange with another redirect URI or a wrong secret fails", async () => {
    const provider = providerOf(service);
    const code = await codeFor(provider, testCase);
    const elsewhere = await seen(await exchange(provider, code, { redirect_uri: "http://127.0.0.1:3000/other" }));
    expect([elsewhere[0], (elsewhere[1] as Json).error]).toEqual([...testCase.wrongRedirect]);
    const secret = await seen(await exchange(provider, code, {}, "wrong"));
    expect([secret[0], (secret[1] as Json).error]).toEqual([...testCase.wrongSecret]);
    expect(provider.issued).toEqual([]);
  });

  test("a code works for one exchange", async () => {
    const provider = providerOf(service);
    const code = await codeFor(provider, testCase);
    expect((await exchange(provider, code)).ok).toBe(true);
    const [, second] = await seen(await exchange(provider, code));
    expect((second as Json).access_token).toBeUndefined();
    expect((second as Json).error).toBeString();
  });

  test("an unknown client or a redirect URI that is not registered gets no consent page", async () => {
    const provider = providerOf(service);
    expect(
      String(await rejection(consent(authorizeUrl(provider, scope, { client_id: "other" }), testCase.user))),
    ).toMatch(/400/);
    const elsewhere = authorizeUrl(provider, scope, { redirect_uri: "https://attacker.example/" });
    expect(String(await rejection(consent(elsewhere, testCase.user)))).toMatch(/400/);
    expect(String(await rejection(consent(authorizeUrl(provider, scope), "nobody")))).toMatch("no form for nobody");
  });

  test("a denied consent returns the callback with access_denied and the state", () => {
    const callback = deny(authorizeUrl(providerOf(service), scope));
    expect(callback.origin + callback.pathname).toBe(REDIRECT);
    expect(callback.searchParams.get("error")).toBe("access_denied");
    expect(callback.searchParams.get("state")).toBe("state-1");
  });

  test("a reset clears tokens, injected failures and the log", async () => {
    const { provider, tokens } = await connect(testCase);
    provider.setFailureInjector(() => new Response("down", { status: 503 }));
    await provider.reset();
    expect(provider.log).toHaveLength(0);
    expect(await seen(await call(provider, probe, tokens.access_token))).toEqual([...refused.unknown]);
  });
});

const [GOOGLE, GITHUB, SLACK, MICROSOFT] = CASES;

describe("google's grants", () => {
  const refresh = (provider: EmulatedProvider, token = "") =>
    askToken(provider, { grant_type: "refresh_token", refresh_token: token });

  test("a refresh returns a new access token and keeps the refresh token", async () => {
    const { provider, tokens } = await connect(GOOGLE);
    provider.expireAll();
    const [status, body] = await seen(await refresh(provider, tokens.refresh_token));
    expect([status, (body as Json).expires_in, (body as Json).refresh_token]).toEqual([200, TTL_SECONDS, undefined]);
    expect((await call(provider, GOOGLE.probe, String((body as Json).access_token))).status).toBe(200);
    expect((await refresh(provider, tokens.refresh_token)).status).toBe(200);
  });

  test("revoking one token revokes all of the user's, refresh tokens too", async () => {
    const first = await connect(GOOGLE);
    const second = await connect(GOOGLE, { prompt: "consent" });
    const revocation = await fetch(first.provider.settings.revocationUrl ?? "", {
      method: "POST",
      body: new URLSearchParams({ token: first.tokens.refresh_token ?? "" }),
    });
    expect(revocation.status).toBe(200);
    expect(await seen(await refresh(first.provider, second.tokens.refresh_token))).toEqual([
      400,
      { error: "invalid_grant", error_description: "Token has been expired or revoked." },
    ]);
    expect((await call(first.provider, GOOGLE.probe, second.tokens.access_token)).status).toBe(401);
    expect(first.provider.issued).toEqual([]);
  });

  test("revoking a dead token is refused", async () => {
    const response = await fetch(providerOf("google").settings.revocationUrl ?? "", {
      method: "POST",
      body: new URLSearchParams({ token: "made-up" }),
    });
    expect([response.status, ((await response.json()) as Json).error]).toEqual([400, "invalid_token"]);
  });

  test("a refresh token is issued only with offline access, on the first or a forced consent", async () => {
    expect((await connect(GOOGLE, { access_type: "online" })).tokens.refresh_token).toBeUndefined();
    expect((await connect(GOOGLE)).tokens.refresh_token).toBeUndefined();
    expect((await connect(GOOGLE, { prompt: "consent" })).tokens.refresh_token).toBeString();
  });

  test("the consent robot can grant less than requested", async () => {
    const provider = providerOf("google");
    const callback = await consent(authorizeUrl(provider, "openid email"), GOOGLE.user, { scope: "openid" });
    const [, body] = await seen(await exchange(provider, callback.searchParams.get("code") ?? ""));
    expect((body as Json).scope).toBe("openid");
  });

  test("an access token lives an hour by default", async () => {
    const provider = await startEmulatedProvider("google", { redirectUri: REDIRECT });
    const [, body] = await seen(await exchange(provider, await codeFor(provider, GOOGLE)));
    await provider.close();
    expect((body as Json).expires_in).toBe(3600);
  });
});

describe("revocation at github and slack", () => {
  const end = (provider: EmulatedProvider, reach: string, token: string, secret = provider.settings.clientSecret) =>
    fetch(`${provider.url}/applications/${provider.settings.clientId}/${reach}`, {
      method: "DELETE",
      headers: { authorization: `Basic ${btoa(`${provider.settings.clientId}:${secret}`)}` },
      body: JSON.stringify({ access_token: token }),
    });

  test("github revokes one token and refuses a second time", async () => {
    const first = await connect(GITHUB);
    const second = await connect(GITHUB);
    expect((await end(first.provider, "token", first.tokens.access_token, "wrong")).status).toBe(401);
    expect((await end(first.provider, "token", first.tokens.access_token)).status).toBe(204);
    expect((await end(first.provider, "token", first.tokens.access_token)).status).toBe(422);
    expect((await call(first.provider, GITHUB.probe, first.tokens.access_token)).status).toBe(401);
    expect((await call(first.provider, GITHUB.probe, second.tokens.access_token)).status).toBe(200);
  });

  test("github revokes all of a user's tokens", async () => {
    const first = await connect(GITHUB);
    const second = await connect(GITHUB);
    expect((await end(first.provider, "grant", first.tokens.access_token)).status).toBe(204);
    expect((await call(first.provider, GITHUB.probe, second.tokens.access_token)).status).toBe(401);
  });

  test("github responds to the exchange with a form unless Accept names JSON", async () => {
    const provider = providerOf("github");
    const { clientId = "", clientSecret = "" } = provider.settings;
    const code = await codeFor(provider, GITHUB);
    const response = await fetch(provider.settings.tokenUrl ?? "", {
      method: "POST",
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
      }),
    });
    const token = new URLSearchParams(await response.text()).get("access_token") ?? "";
    expect((await call(provider, GITHUB.probe, token)).status).toBe(200);
  });

  test("slack's auth.revoke revokes the token, and its dry run does not", async () => {
    const { provider, tokens } = await connect(SLACK);
    const method = "POST";
    expect(await seen(await call(provider, "/api/auth.revoke?test=1", tokens.access_token, { method }))).toEqual([
      200,
      { ok: true, revoked: false },
    ]);
    expect(await seen(await call(provider, "/api/auth.revoke", tokens.access_token, { method }))).toEqual([
      200,
      { ok: true, revoked: true },
    ]);
    expect(await seen(await call(provider, SLACK.probe, tokens.access_token))).toEqual([...SLACK.refused.revoked]);
  });
});

describe("injected failures and the log", () => {
  test("an injected response reaches the caller unchanged", async () => {
    const { provider, tokens } = await connect(GITHUB);
    provider.setFailureInjector(({ path }) =>
      path === "/user" ? new Response("slow down", { status: 429, headers: { "retry-after": "7" } }) : undefined,
    );
    const response = await call(provider, "/user", tokens.access_token);
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([
      429,
      "7",
      "slow down",
    ]);
    expect((await call(provider, "/user/repos", tokens.access_token)).status).toBe(200);
    provider.setFailureInjector();
    expect((await call(provider, "/user", tokens.access_token)).status).toBe(200);
  });

  test("an injector that waits delays the response", async () => {
    const { provider, tokens } = await connect(GOOGLE);
    const gate = Promise.withResolvers<undefined>();
    const reached = Promise.withResolvers<void>();
    provider.setFailureInjector(({ body }) => {
      if (!body?.includes("grant_type=refresh_token")) return undefined;
      reached.resolve();
      return gate.promise;
    });
    const refreshed = askToken(provider, { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" });
    await reached.promise;
    expect(provider.log.at(-1)?.status).toBeUndefined();
    gate.resolve(undefined);
    expect((await refreshed).status).toBe(200);
  });

  test("reset cuts the connection before the provider acts, lose-response after it", async () => {
    const { provider, tokens } = await connect(GOOGLE);
    const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    provider.setFailureInjector(() => "reset");
    await rejection(askToken(provider, refresh));
    expect(provider.issued.filter(({ kind }) => kind === "access")).toHaveLength(1);
    provider.setFailureInjector(() => "lose-response");
    await rejection(askToken(provider, refresh));
    expect(provider.issued.filter(({ kind }) => kind === "access")).toHaveLength(2);
  });

  test("the log has each request and its status, the last 1,000, and no body over 10 KB", async () => {
    const { provider, tokens } = await connect(SLACK);
    const { access_token } = tokens;
    const post = { method: "POST" };
    await call(provider, "/api/chat.postMessage", access_token, { ...post, body: '{"channel":"general","text":"hi"}' });
    expect(provider.log.at(-1)).toMatchObject({
      method: "POST",
      path: "/api/chat.postMessage",
      headers: { authorization: `Bearer ${access_token}` },
      body: '{"channel":"general","text":"hi"}',
      status: 200,
      at: START,
    });
    await call(provider, "/api/chat.postMessage", access_token, { ...post, body: "x".repeat(10_241) });
    expect(provider.log.at(-1)?.body).toBeUndefined();
    provider.setFailureInjector(() => new Response(null, { status: 204 }));
    for (let i = 0; i < 1_010; i++) await call(provider, `/api/x?i=${i}`);
    expect(provider.log).toHaveLength(1_000);
    expect(provider.log.at(-1)?.path).toBe("/api/x?i=1009");
  });
});

describe("the providers' data and forwarding", () => {
  const json = async (provider: EmulatedProvider, path: string, token: string, init?: RequestInit) =>
    (await (await call(provider, path, token, init)).json()) as Json & { items: Json[]; messages: Json[] };

  test("the demo's mail, events, files, issues, pull request and messages exist", async () => {
    const google = await connect(GOOGLE);
    const mails = await json(google.provider, "/gmail/v1/users/me/messages", google.tokens.access_token);
    expect(mails.messages.length).toBeGreaterThanOrEqual(3);
    const notes = await call(google.provider, "/drive/v3/files/file-1?alt=media", google.tokens.access_token);
    expect(await notes.text()).toStartWith("# Engine notes");
    const github = await connect(GITHUB);
    const issues = await json(github.provider, "/repos/ada/engine/issues", github.tokens.access_token);
    expect(issues).toHaveLength(2);
    const pulls = await json(github.provider, "/repos/ada/engine/pulls", github.tokens.access_token);
    expect(pulls).toHaveLength(1);
    const slack = await connect(SLACK);
    const channels = (await json(slack.provider, "/api/conversations.list", slack.tokens.access_token)) as unknown as {
      channels: { id: string; name: string }[];
    };
    const engine = channels.channels.find(({ name }) => name === "engine")?.id;
    const history = `/api/conversations.history?channel=${engine}`;
    expect((await json(slack.provider, history, slack.tokens.access_token)).messages).toHaveLength(2);
  });

  test("github's page links point to the gate", async () => {
    const { provider, tokens } = await connect(GITHUB);
    const response = await call(provider, "/user/repos?per_page=1", tokens.access_token);
    expect(response.headers.get("link")).toContain(`<${provider.url}/user/repos?per_page=1&page=2>`);
  });

  test("a large file is uploaded and downloaded byte for byte", async () => {
    const { provider, tokens } = await connect(GOOGLE);
    const content = Buffer.alloc(3_000_000, "0123456789abcdef");
    const upload = Buffer.concat([
      Buffer.from('--b\r\nContent-Type: application/json\r\n\r\n{"name":"big.bin"}\r\n'),
      Buffer.from("--b\r\nContent-Type: application/octet-stream\r\n\r\n"),
      content,
      Buffer.from("\r\n--b--"),
    ]);
    const created = await fetch(`${provider.url}/upload/drive/v3/files?uploadType=multipart`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tokens.access_token}`,
        "content-type": "multipart/related; boundary=b",
      },
      body: upload,
    });
    const { id } = (await created.json()) as { id: string };
    const refused = await call(provider, "/upload/drive/v3/files", "made-up", { method: "POST", body: upload });
    expect(refused.status).toBe(401);
    const down = await call(provider, `/drive/v3/files/${id}?alt=media`, tokens.access_token);
    expect(Buffer.from(await down.arrayBuffer()).equals(content)).toBe(true);
  });

  test("google tells what has changed in the calendar and in Drive since a token, and of no token that it never gave", async () => {
    const { provider, tokens } = await connect(GOOGLE);
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" };
      const response = await fetch(provider.url + path, { ...init, headers });
      return { status: response.status, json: (response.status === 204 ? {} : await response.json()) as Json };
    };
    const events = "/calendar/v3/calendars/primary/events";
    const sync = (await ask(events)).json.nextSyncToken;
    expect(sync).toBeString();
    expect((await ask(`${events}?syncToken=${sync}`)).json).toMatchObject({ items: [], nextSyncToken: sync });
    const body = JSON.stringify({
      summary: "Noon",
      start: { dateTime: "2026-03-02T12:00:00Z" },
      end: { dateTime: "2026-03-02T13:00:00Z" },
    });
    const made = await ask(events, { method: "POST", body });
    const added = (await ask(`${events}?syncToken=${sync}`)).json;
    expect(added.items).toMatchObject([{ id: made.json.id, summary: "Noon" }]);
    await ask(`${events}/${made.json.id}`, { method: "DELETE" });
    const gone = (await ask(`${events}?syncToken=${added.nextSyncToken}`)).json;
    expect(gone.items).toEqual([{ id: made.json.id, status: "cancelled" }]);
    expect((await ask(`${events}?syncToken=77`)).status).toBe(410);

    const { startPageToken } = (await ask("/drive/v3/changes/startPageToken")).json;
    expect((await ask(`/drive/v3/changes?pageToken=${startPageToken}`)).json).toMatchObject({
      changes: [],
      newStartPageToken: startPageToken,
    });
    const file = await ask("/drive/v3/files", { method: "POST", body: JSON.stringify({ name: "notes.txt" }) });
    expect((await ask(`/drive/v3/changes?pageToken=${startPageToken}`)).json.changes).toMatchObject([
      { changeType: "file", removed: false, fileId: file.json.id, file: { name: "notes.txt" } },
    ]);
    expect((await ask("/drive/v3/changes?pageToken=77")).status).toBe(404);
  });

  test("a calendar event is read, patched, replaced and deleted under one id", async () => {
    const { provider, tokens } = await connect(GOOGLE);
    const events = "/calendar/v3/calendars/primary/events";
    const path = `${events}/event-1`;
    const before = await json(provider, path, tokens.access_token);
    const patch = { method: "PATCH", body: JSON.stringify({ summary: "Engine review, moved" }) };
    const patched = await json(provider, path, tokens.access_token, patch);
    expect(patched).toMatchObject({ id: "event-1", summary: "Engine review, moved", start: before.start });
    const put = { summary: "Review", start: { date: "2026-03-05" }, end: { date: "2026-03-06" } };
    await json(provider, path, tokens.access_token, { method: "PUT", body: JSON.stringify(put) });
    const replaced = await json(provider, path, tokens.access_token);
    expect(replaced).toMatchObject({ id: "event-1", summary: "Review", start: { date: "2026-03-05" } });
    expect(replaced.location).toBeUndefined();
    const listed = await json(provider, events, tokens.access_token);
    expect(listed.items.filter(({ id }) => id === "event-1")).toHaveLength(1);
    expect((await call(provider, path, tokens.access_token, { method: "DELETE" })).status).toBe(204);
    expect((await call(provider, path, tokens.access_token)).status).toBe(404);
    expect((await call(provider, path, tokens.access_token, { method: "DELETE" })).status).toBe(404);
  });

  test.each([
    ["google", GOOGLE, "/calendar/v3/calendars/primary/events/event-1"],
    ["microsoft", MICROSOFT, "/v1.0/me/drive/items/plan-1"],
  ] as const)("a reset of %s brings back what was deleted", async (_, testCase, path) => {
    const before = await connect(testCase);
    await call(before.provider, path, before.tokens.access_token, { method: "DELETE" });
    expect((await call(before.provider, path, before.tokens.access_token)).status).toBe(404);
    await before.provider.reset();
    const after = await connect(testCase);
    expect((await call(after.provider, path, after.tokens.access_token)).status).toBe(200);
  });

  test("a provider can start with other data", async () => {
    const provider = await startEmulatedProvider("google", {
      ...options,
      seed: {
        data: { drive_items: [{ id: "only", user_email: GOOGLE.user, name: "a.txt", mime_type: "text/plain" }] },
      },
    });
    const [, body] = await seen(await exchange(provider, await codeFor(provider, GOOGLE)));
    const files = await json(provider, "/drive/v3/files", String((body as Json).access_token));
    await provider.close();
    expect((files.files as Json[]).map(({ id }) => id)).toEqual(["only"]);
  });
});
