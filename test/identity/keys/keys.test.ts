// API keys: permissions, revocation and expiry, and how little of a key is stored.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { KEY_PATTERN } from "../../../src/identity/keys/key-text.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

const PATH = "/api/v1/tools/provider/github";
const DENIED = { error: "Permission denied" };
const READ_MAIL = ["GET", "/api/v1/google/gmail/messages"] as const;
const SEND_MAIL = [
  "POST",
  "/api/v1/google/gmail/send",
  { to: "ada@example.com", subject: "Hello", text: "Hi" },
] as const;
const READ_EVENTS = ["GET", "/api/v1/google/calendar/events"] as const;
const READ_CHANNELS = ["GET", "/api/v1/slack/channels"] as const;
const READ_REPOS = ["GET", "/api/v1/github/repos"] as const;
const REPLY = ["POST", "/api/v1/google/gmail/messages/m1/reply", { text: "Hi" }] as const;
type Request = readonly [method: string, path: string, body?: object];

describe("keys", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", emulate: ["github"] });
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const send = (key: string, [method, path, body]: Request) => gateway.call(method, path, { key, body });
  const newKey = async (user: string, more: object = {}) =>
    (await gateway.admin("POST", "/keys", { user, ...more })).json.data as { id: string; key: string };
  const works = async (key: string) => (await gateway.call("GET", PATH, { key })).status === 200;

  const cases: [string[], allowed: readonly Request[], denied: readonly Request[]][] = [
    [["gmail.read"], [READ_MAIL], [SEND_MAIL, READ_EVENTS, READ_CHANNELS, READ_REPOS]],
    [["gmail.*"], [READ_MAIL, SEND_MAIL, REPLY], [READ_EVENTS, READ_CHANNELS]],
    [["google:gmail.read"], [READ_MAIL], [SEND_MAIL, READ_EVENTS]],
    [["google:*"], [READ_MAIL, SEND_MAIL, READ_EVENTS], [READ_CHANNELS, READ_REPOS]],
    [["slack:*"], [READ_CHANNELS], [READ_MAIL, READ_REPOS]],
    [["microsoft:calendar.read"], [], [READ_EVENTS, READ_MAIL]],
    [["gmail.send"], [SEND_MAIL], [REPLY, READ_MAIL]],
    [["calendar.read", "slack:channels.*"], [READ_EVENTS, READ_CHANNELS], [READ_MAIL]],
    [[], [], [READ_MAIL, READ_CHANNELS, READ_REPOS]],
  ];
  test.each(cases)(
    "a key with the permissions %j does these and nothing else",
    async (permissions, allowed, denied) => {
      const { key } = await gateway.user({ permissions });
      for (const request of allowed) {
        const response = await send(key, request);
        expect(response.json.error).toMatch(/^Integration "\w+" is not connected$/);
      }
      for (const request of denied) {
        const response = await send(key, request);
        expect(response.json).toEqual(DENIED);
        expect(codeOf(response)).toBe("403 PERMISSION_DENIED");
        expect(response.headers.get("www-authenticate")).toMatch(/^Bearer error="insufficient_scope", scope="\w+:\w/);
      }
    },
  );

  test.each<[string[] | undefined]>([[undefined], [["*"]]])(
    "a key with the list %j may make every provider call",
    async (permissions) => {
      const { key } = await gateway.user({ permissions });
      for (const request of [READ_MAIL, SEND_MAIL, READ_EVENTS, READ_CHANNELS, READ_REPOS, REPLY]) {
        expect((await send(key, request)).json.error).toEndWith("is not connected");
      }
    },
  );

  test("a denied call has the same response whether or not the provider is connected, and sends nothing", async () => {
    const user = await gateway.user();
    const narrow = await newKey(user.email, { permissions: ["gmail.read"] });
    const before = await send(narrow.key, READ_REPOS);
    await gateway.connect(user.key, "github");
    const sent = gateway.providers.github.log.length;
    const after = await send(narrow.key, READ_REPOS);
    expect(after.text).toBe(before.text);
    expect(after.json).toEqual(DENIED);
    expect(gateway.providers.github.log.length).toBe(sent);
    // The same user's key without a list goes through.
    expect((await send(user.key, READ_REPOS)).status).toBe(200);
  });

  test("a denied call has a row in the usage log, with its status and no units", async () => {
    const { key } = await gateway.user({ permissions: ["slack:*", "gateway:usage.read"] });
    await send(key, READ_MAIL);
    const usage = await gateway.call("GET", "/api/v1/usage", { key });
    expect(usage.json.data.entries).toMatchObject([
      { provider: "google", action: "gmail.read", status: 403, units: 0 },
    ]);
  });

  test("invalid permissions are refused, each by name", async () => {
    const { email } = await gateway.user();
    const wrong = ["gmail", "gmail.", ".read", "Gmail.read", "slack:", "a:b:c.d", "gmail.read extra", "slack.*.*"];
    const response = await gateway.admin("POST", "/keys", { user: email, permissions: ["gmail.read", ...wrong] });
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    const messages = response.json.details.errors.map((error: { message: string }) => error.message);
    expect(messages).toEqual(
      wrong.map(
        (text) =>
          `"${text}" is not a permission such as gmail.read, gmail.*, microsoft:calendar.read, slack:*, gateway:usage.read or *.`,
      ),
    );
  });

  test("S-39: a revoked key is refused within a second, and the user's other keys still work", async () => {
    const { email, key: other } = await gateway.user();
    const { id, key } = await newKey(email);
    expect(await works(key)).toBe(true);
    const revoked = await gateway.admin("DELETE", `/keys/${id}`);
    expect(revoked.json.data.revoked_at).toBe(new Date(gateway.clock.now()).toISOString());
    await until(async () => !(await works(key)), 1_000);
    const refused = await gateway.call("GET", PATH, { key });
    expect(refused.json).toEqual({ error: "Invalid API key" });
    expect(await works(other)).toBe(true);
  });

  test("revoking twice keeps the first time, and an unknown key is 404", async () => {
    const { keyId } = await gateway.user();
    const first = await gateway.admin("DELETE", `/keys/${keyId}`);
    gateway.clock.move(5_000);
    const second = await gateway.admin("DELETE", `/keys/${keyId}`);
    expect(second.json.data.revoked_at).toBe(first.json.data.revoked_at);
    expect(codeOf(await gateway.admin("DELETE", `/keys/${crypto.randomUUID()}`))).toBe("404 NOT_FOUND");
    expect(codeOf(await gateway.admin("DELETE", "/keys/not-a-uuid"))).toBe("400 VALIDATION_ERROR");
  });

  test("a key works until the moment it expires, and not from then on", async () => {
    const { email } = await gateway.user();
    const expiresAt = gateway.clock.now() + 30_000;
    const { key } = await newKey(email, { expires_at: new Date(expiresAt).toISOString() });
    gateway.clock.set(expiresAt - 1);
    expect(await works(key)).toBe(true);
    gateway.clock.set(expiresAt);
    const refused = await gateway.call("GET", PATH, { key });
    expect(refused.json).toEqual({ error: "Invalid API key" });
    expect(codeOf(refused)).toBe("401 AUTH_REQUIRED");
  });

  test("an expiry in the past, or that is no time, is refused", async () => {
    const { email } = await gateway.user();
    const past = await gateway.admin("POST", "/keys", { user: email, expires_at: "2020-01-01T00:00:00Z" });
    expect(past.json.error).toBe("expires_at is in the past.");
    for (const expires_at of ["tomorrow", "2030-02-30T00:00:00Z", "9999-12-31T23:59:59-23:59", "2030-01-01"]) {
      const response = await gateway.admin("POST", "/keys", { user: email, expires_at });
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(response.json.details.errors).toMatchObject([{ in: "body", path: "/expires_at" }]);
    }
  });

  test("S-36: a key is sk_live_ with 43 random characters and a checksum of six, each key another", async () => {
    const { email } = await gateway.user();
    const texts = await Promise.all(Array.from({ length: 10 }, async () => (await newKey(email)).key));
    for (const text of texts) expect(text).toMatch(KEY_PATTERN);
    expect(new Set(texts).size).toBe(10);
  });

  test("S-38: a key is shown once; lists show its first twelve and last four characters", async () => {
    const user = await gateway.user();
    const listed = await gateway.admin("GET", `/users/${user.email}/keys`);
    expect(listed.json.data.keys).toEqual([
      {
        id: user.keyId,
        user_id: user.userId,
        name: null,
        prefix: user.key.slice(0, 12),
        last_four: user.key.slice(-4),
        permissions: null,
        partner_only: false,
        confirm_destructive: false,
        record_evidence: false,
        created_at: expect.any(String),
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      },
    ]);
    const revoked = await gateway.admin("DELETE", `/keys/${user.keyId}`);
    expect(listed.text + revoked.text).not.toContain(user.key.slice(8, -4));
  });

  test("S-37: neither the database nor the log holds the key; the database holds its MAC under a named ring key", async () => {
    const { key, keyId } = await gateway.user();
    expect(await works(key)).toBe(true);
    const [row] = await gateway.database.database.query<{ hash: string; all: string }>(
      "select hash, to_jsonb(api_keys)::text as all from api_keys where id = $1",
      [keyId],
    );
    expect(row?.hash).toMatch(/^k1\.[0-9a-f]{64}$/);
    expect(row?.all).not.toContain(key.slice(12, -4));
    expect(gateway.logLines.join("\n")).not.toContain(key.slice(12, -4));
  });

  test("the time of last use is recorded", async () => {
    const { key, email } = await gateway.user();
    const usedAt = new Date(gateway.clock.now()).toISOString();
    expect(await works(key)).toBe(true);
    const lastUsed = async () => (await gateway.admin("GET", `/users/${email}/keys`)).json.data.keys[0].last_used_at;
    await until(async () => (await lastUsed()) === usedAt);
  });

  test("a name or user with control characters is refused, since the database cannot hold them", async () => {
    const { email } = await gateway.user();
    for (const body of [{ user: email, name: "a\u0000b" }, { user: "ada\u0000@example.com" }]) {
      expect(codeOf(await gateway.admin("POST", "/keys", body))).toBe("400 VALIDATION_ERROR");
    }
  });
});
