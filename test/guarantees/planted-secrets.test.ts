// Plants known secrets, makes every step fail, and searches responses, log and database for them.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { CONNECT, dump, HOOK_MS, integrationOf, land, secretsIn, start, TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { type EchoProvider, echoPlugin, echoProvider, type Override } from "../support/echo-provider.ts";
import {
  ADMIN_TOKEN,
  type ApiResponse,
  type CallOptions,
  startTestGateway,
  type TestGateway,
} from "../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;
const ITEM = "/api/v1/planted/item";
const CLIENT_SECRET = `client-${crypto.randomUUID()}`;
const OWN_CLIENT = { client_id: "own-client", client_secret: `own-${crypto.randomUUID()}` };
const RING_BYTES = randomBytes(32);
const RING_FORMS = [RING_BYTES.toString("base64"), RING_BYTES.toString("base64url"), RING_BYTES.toString("hex")];
/** Writes that a trigger rejects, with the row in the error. */
const REFUSED = [
  "insert on connect_sessions",
  "update on connect_sessions",
  "update on connections",
  "insert on oauth_apps",
  "insert on pending_grants",
  "insert on connections",
  "insert on webhook_endpoints",
  "update on webhook_endpoints",
] as const;
const refusal = (body: object, status: number): Response => Response.json(body, { status });

for (const lane of LANES) {
  describe(`planted secrets on ${lane}`, () => {
    let gateway: TestGateway;
    let provider: EchoProvider;
    let key: string;
    let partnerKey: string;
    const states = new Set<string>();
    const confirmTokens = new Set<string>();
    const webhookSecrets = new Set<string>();
    /** Bodies and headers of all responses, except those that give a key or state to its owner. */
    const responses: string[] = [];
    const statuses: Record<string, number[]> = {};

    const record = (status: number, headers: Headers, text: string) =>
      void responses.push(`${status} ${[...headers].join(" ")} ${text}`);
    const call = async (title: string, method: string, path: string, options: CallOptions = { key }) => {
      const response: ApiResponse = await gateway.call(method, path, options);
      record(response.status, response.headers, response.text);
      statuses[title] = [...(statuses[title] ?? []), response.status];
      return response;
    };
    const read = (title: string, path = ITEM) => call(title, "GET", path);
    const begin = async () => {
      const { state } = await start(gateway, key, "planted");
      states.add(state);
      return state;
    };
    /** Completes a connect, successful or not; returns the redirect's parameters. */
    const connect = async (more: Record<string, string> = {}, state?: string) => {
      const code = `code-${crypto.randomUUID()}`;
      provider.seen.code.add(code);
      const query = new URLSearchParams({ state: state ?? (await begin()), ...(more.error ? {} : { code }), ...more });
      const landing = await land(`${gateway.url}/api/v1/connect/callback?${query}`);
      record(landing.status, landing.headers, landing.text);
      return landing.outcome;
    };
    const during = async <T>(say: Override, work: () => Promise<T>): Promise<T> => {
      provider.respondWith(say);
      const result = await work();
      provider.respondWith(() => undefined);
      return result;
    };
    const past = () => gateway.clock.move(HOUR_MS + 1_000);
    const echoes = (at: string, say: (echo: string) => Response | null): Override => {
      return (path, echo) => (path === at ? say(echo) : undefined);
    };
    const script = (text: string) => gateway.database.database.script(text);
    const refusing = async (write: string, work: () => Promise<unknown>) => {
      const [event, table] = write.split(" on ");
      await script(`create function refuse_row() returns trigger language plpgsql as $$
        begin raise exception 'refused: %', new::text using detail = new::text; end $$;
        create trigger refuse before ${event} on ${table} for each row execute function refuse_row()`);
      await work();
      await script(`drop trigger refuse on ${table}; drop function refuse_row()`);
    };

    const failConnects = async () => {
      const pending = await begin();
      await connect({ error: "access_denied", error_description: "No, thanks" });
      for (const error of ["invalid_grant", "invalid_client", "unsupported"]) {
        const say = (echo: string) => refusal({ error, error_description: `Not with ${echo}` }, 400);
        await during(echoes("/token", say), connect);
      }
      await during(
        echoes("/token", (echo) => refusal({ error: echo.split(" ").at(2) }, 400)),
        connect,
      );
      await during(
        echoes("/token", (echo) => new Response(echo)),
        connect,
      );
      await during(
        echoes("/token", () => null),
        connect,
      );
      await during(
        echoes("/me", (echo) => refusal({ error: echo, message: echo }, 403)),
        connect,
      );
      await during(
        echoes("/me", (echo) => refusal({ broken: echo }, 200)),
        connect,
      );
      expect((await connect({}, pending))?.status).toBe("success");
      await connect({}, pending);
    };
    const failCalls = async () => {
      for (const status of [400, 403, 404, 409, 422, 429, 500, 503]) {
        const say = (echo: string) => refusal({ error: { message: `Bad ${echo}`, code: echo }, message: echo }, status);
        await during(echoes("/item", say), () => read("refused by the provider"));
      }
      await during(
        echoes("/item", (echo) => new Response(echo)),
        () => read("no JSON"),
      );
      await during(
        echoes("/item", () => null),
        () => read("cut off"),
      );
      await during(
        echoes("/broken", (echo) => refusal({ echo }, 200)),
        () => read("plugin", "/api/v1/planted/broken"),
      );
      await during(
        echoes("/run", (echo) => refusal({ echo }, 200)),
        () => read("plugin", "/api/v1/planted/run"),
      );
      await call("input", "GET", `${ITEM}?api_key=${key}`);
      await call("input", "POST", "/api/v1/planted/items", { key, body: { title: 1, note: key } });
      const headers = { "idempotency-key": "once" };
      for (const _ of [1, 2])
        await call("write", "POST", "/api/v1/planted/items", { key, body: { title: "one" }, headers });
    };
    const failRefreshes = async () => {
      for (const error of ["invalid_client", "unsupported"]) {
        past();
        const say = (echo: string) => refusal({ error, error_description: `Not with ${echo}` }, 400);
        await during(echoes("/token", say), () => read("refresh refused"));
      }
      await during(
        echoes("/token", (echo) => refusal({ error: echo.split(" ").at(-1) }, 400)),
        () => read("refresh refused"),
      );
      await during(
        echoes("/token", () => null),
        () => read("refresh cut off"),
      );
      await refusing(REFUSED[2], () => read("refresh not stored"));
      await read("refreshed");
    };
    const failDatabase = async () => {
      await refusing(REFUSED[0], () => call("no session", "POST", CONNECT, { key, body: CONNECT_BODY }));
      await refusing(REFUSED[1], () => connect());
      await refusing(REFUSED[2], () => connect());
    };
    /** A partner's own client: invalid, not stored, stored, and refused by the provider. */
    const failOwnClient = async () => {
      const partner = await gateway.partner();
      const path = "/api/v1/oauth-apps/planted";
      const put = (title: string, body: object) => call(title, "PUT", path, { key: partner.key, body });
      await put("own client", { ...OWN_CLIENT, client_id: OWN_CLIENT.client_secret, [OWN_CLIENT.client_id]: 1 });
      await put("own client", { ...OWN_CLIENT, client_secret: `${OWN_CLIENT.client_secret} ` });
      await refusing(REFUSED[3], () => put("own client", OWN_CLIENT));
      await put("own client", OWN_CLIENT);
      const account = await gateway.account(partner.key);
      const body = { provider: "planted", redirect_url: "http://localhost/done" };
      const options = { key: partner.key, body };
      for (const error of ["invalid_client", ""]) {
        const started = await gateway.call("POST", `/api/v1/accounts/${account}/connect`, options);
        const state = new URL(started.json.data.connect_url).searchParams.get("state") as string;
        states.add(state);
        const say = (echo: string) =>
          error === "" ? null : refusal({ error, error_description: `Not with ${echo}` }, 400);
        await during(echoes("/token", say), () => connect({}, state));
      }
      await call("own client", "GET", "/api/v1/oauth-apps", { key: partner.key });
      await call("own client", "DELETE", path, { key: partner.key });
      await put("own client", OWN_CLIENT);
    };
    const failConfirms = async () => {
      partnerKey = (await gateway.partner()).key;
      const accountId = await gateway.account(partnerKey);
      const beginWithConfirm = async () => {
        const { state } = await start(gateway, partnerKey, "planted", { accountId, confirm: true });
        states.add(state);
        return state;
      };
      const query = async () =>
        new URLSearchParams({ state: await beginWithConfirm(), code: `code-${crypto.randomUUID()}` });
      const confirm = (title: string, confirm_token: string) =>
        call(title, "POST", `/api/v1/accounts/${accountId}/integrations/planted/confirm`, {
          key: partnerKey,
          body: { confirm_token },
        });
      const failed = await beginWithConfirm();
      await refusing(REFUSED[4], () => connect({}, failed));
      // The redirect that must carry the confirm_token is not recorded.
      const landing = await land(`${gateway.url}/api/v1/connect/callback?${await query()}`);
      const token = landing.outcome?.confirm_token ?? "";
      confirmTokens.add(token);
      await confirm("wrong text", `${token}x`);
      await refusing(REFUSED[5], () => confirm("not confirmed", token));
      await confirm("confirmed", token);
      const next = await land(`${gateway.url}/api/v1/connect/callback?${await query()}`);
      confirmTokens.add(next.outcome?.confirm_token ?? "");
    };
    /** An endpoint that is not stored, then one whose receiver refuses, and whose new secret is not stored. */
    const failWebhooks = async () => {
      const path = "/api/v1/webhook-endpoints";
      const options = { key: (await gateway.partner()).key, body: { url: "https://127.0.0.1:1/" } };
      await refusing(REFUSED[6], () => call("webhook", "POST", path, options));
      const { id, secret } = (await gateway.call("POST", path, options)).json.data;
      webhookSecrets.add(secret.replace("whsec_", ""));
      const rotate = `${path}/${id}/secret/rotate`;
      await refusing(REFUSED[7], () => call("webhook", "POST", rotate, { key: options.key }));
      const rotated = await gateway.call("POST", rotate, { key: options.key });
      webhookSecrets.add(rotated.json.data.secret.replace("whsec_", ""));
      await call("webhook", "POST", `${path}/${id}/test`, { key: options.key });
      await gateway.app.deps.webhooks.drain();
      for (const part of ["", "/deliveries"])
        await call("webhook", "GET", `${path}/${id}${part}`, { key: options.key });
    };
    const CONNECT_BODY = { provider: "planted", redirect_url: "http://localhost/done" };

    beforeAll(async () => {
      provider = echoProvider();
      gateway = await startTestGateway({
        lane,
        keyRing: `k1:${RING_FORMS[0]}`,
        plugins: [echoPlugin],
        settings: { planted: { clientId: "planted-client", clientSecret: CLIENT_SECRET } },
        fetch: provider.fetch,
        cooldowns: { secondsLeft: () => 0, start: () => {}, clear: () => {} },
        env: { LOG_LEVEL: "debug", GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true" },
      });
      key = (await gateway.user()).key;
      await failConnects();
      await failCalls();
      await failRefreshes();
      await failDatabase();
      await failOwnClient();
      await failConfirms();
      await failWebhooks();
      await connect();
      const lists = ["integrations", "usage", "audit?limit=200", "tools?all=true"].map((path) => `/api/v1/${path}`);
      for (const path of [...lists, "/openapi.json"]) await read("listed", path);
      for (const path of ["/health/live", "/health/ready", "/nowhere"]) await call("open", "GET", path, {});
      await call("refused", "GET", "/api/v1/usage", { key: `${key}x` });
      const operator = { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } };
      for (const path of ["/users", "/plugins", "/secrets", "/audit?limit=200", "/jobs", "/checks"])
        await call("admin", "GET", `/admin/v1${path}`, operator);
      await call("admin", "GET", "/metrics", operator);
      await call("admin", "POST", "/admin/v1/secrets/rotate", operator);
      await call("refused", "GET", "/admin/v1/users", { headers: { authorization: `Bearer ${ADMIN_TOKEN}x` } });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const kinds = () => ({
      ...provider.seen,
      state: states,
      confirm: confirmTokens,
      webhook: webhookSecrets,
      client: new Set([CLIENT_SECRET, OWN_CLIENT.client_secret]),
      key: new Set([key, partnerKey]),
    });
    const all = () => [...Object.values(kinds()).flatMap((set) => [...set]), ADMIN_TOKEN, ...RING_FORMS];
    /** The kinds of secrets in a text, for the failure message. */
    const found = (text: string) =>
      Object.entries({ ...kinds(), admin: new Set([ADMIN_TOKEN]), ring: new Set(RING_FORMS) })
        .map(([kind, secrets]) => [kind, secretsIn(text, [...secrets]).length] as const)
        .filter(([, count]) => count > 0);

    test("every kind of secret was planted, and every failure occurred", async () => {
      expect(Object.entries(kinds()).filter(([, secrets]) => secrets.size === 0)).toEqual([]);
      expect(all().every((secret) => secret.length >= 16)).toBe(true);
      expect(statuses).toEqual({
        "refused by the provider": [400, 403, 404, 409, 400, 503, 502, 503],
        "no JSON": [502],
        "cut off": [503],
        plugin: [500, 500],
        input: [400, 400],
        write: [200, 200],
        "refresh refused": [502, 502, 502],
        "refresh cut off": [503],
        "refresh not stored": [503],
        refreshed: [200],
        "no session": [503],
        "own client": [400, 400, 503, 200, 200, 200, 200],
        "wrong text": [400],
        "not confirmed": [503],
        confirmed: [200],
        webhook: [503, 503, 200, 200, 200],
        listed: [200, 200, 200, 200, 200],
        open: [200, 200, 404],
        refused: [401, 401],
        admin: [200, 200, 200, 200, 200, 200, 200, 200],
      });
      expect((await integrationOf(gateway, key, "planted")).status).toBe("active");
    });

    test("I-7: S-71: no response body or header contains one", () => {
      expect(responses.length).toBeGreaterThan(40);
      expect(responses.flatMap((text) => found(text).map(([kind]) => `${kind} in ${text}`))).toEqual([]);
    });

    test("I-7: S-71: no log line contains one, at level debug", () => {
      for (const event of ["internal_error", "connect_error", "token_refresh_refused", "oauth_client_refused"])
        expect(gateway.logLines.some((line) => line.includes(`"${event}"`))).toBe(true);
      expect(gateway.logLines.flatMap((line) => found(line).map(([kind]) => `${kind} in ${line}`))).toEqual([]);
    });

    test("I-7: S-55: no row of any table contains one, before and after a disconnect", async () => {
      const before = await dump(gateway);
      // Control: the dump contains public values, and sealed ones.
      expect(before).toContain("items:read");
      expect(before).toMatch(/,k1\.[\w-]{60}/);
      expect(found(before)).toEqual([]);
      const say = (echo: string) => refusal({ error: echo, error_description: echo }, 500);
      const response = await during(echoes("/revoke", say), () =>
        call("disconnected", "DELETE", "/api/v1/integrations/planted"),
      );
      expect(gateway.logLines.at(-1)).toContain('"revocation_failed"');
      expect(response.status).toBe(200);
      expect(found(responses.at(-1) as string)).toEqual([]);
      expect(found(await dump(gateway))).toEqual([]);
      expect(found(gateway.logLines.join("\n"))).toEqual([]);
    });
  });
}
