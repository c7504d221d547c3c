// Providers whose host or path differs between tenants: tenant values are checked when stored and at every use.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { defineProvider, endpoint, one, type Provider, path, resource, t } from "../../../src/plugin/index.ts";
import { UpstreamFailure } from "../../../src/providers/upstream/failure.ts";
import { checkedTenant, fillTenant } from "../../../src/providers/upstream/tenant.ts";
import {
  callbackUrl,
  dump,
  HOOK_MS,
  integrationOf,
  land,
  logged,
  type StartOptions,
  sessionOf,
  start,
  TEST_MS,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ownDetails } from "../../support/responses.ts";
import { jsonAnswer, startTcpUpstream, type TcpUpstream } from "../../support/tcp-upstream.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const item = resource({
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String(), tenant: t.Object({}, { additionalProperties: t.String() }) }),
  map: ({ id }, { identity }) => ({ id, tenant: identity.tenant }),
});
const get_item = endpoint({
  method: "GET",
  path: "/item",
  permission: "items.read",
  description: "Get the item.",
  upstream: ({ identity }) => ({ path: path`/items/${identity.id}` }),
  returns: one(item),
});
const urls = {
  authorizationUrl: "https://login.example.com/authorize",
  tokenUrl: "https://login.example.com/token",
} as const;
const shared = {
  docs: "https://docs.example.com/",
  services: { items: { read: { scopes: [], description: "Read items." } } },
  endpoints: { get_item },
} as const;

/** The token response names the host, as a URL. */
const hosted = (id: string, revocationScope: "token" | "identity" = "token") =>
  defineProvider({
    ...shared,
    id,
    name: "Hosted",
    baseUrl: "https://{instance}",
    tenant: { instance: /^[a-z0-9-]+(\.my)?\.example\.com$/ },
    auth: {
      oauth2: {
        ...urls,
        revocationUrl: "https://login.example.com/revoke",
        revocationScope,
        pkce: true,
        clientAuth: "body",
        tokenBody: "json",
        tokens: (json) => ({
          accessToken: String(json.access_token),
          ...(json.expires_in !== undefined && {
            refreshToken: String(json.refresh_token),
            expiresIn: Number(json.expires_in),
          }),
          tenant: { instance: String(json.instance_url).replace(/^https:\/\//, ""), other: "dropped" },
        }),
      },
    },
    identity: {
      upstream: "/me",
      resource: resource({
        raw: t.Object({ id: t.String() }),
        shape: t.Object({ id: t.String(), name: t.String() }),
        map: ({ id }) => ({ id, name: "ada" }),
      }),
    },
  }) as unknown as Provider;

/** The identity names the site, which is part of the path. */
const sited = defineProvider({
  ...shared,
  id: "sited",
  name: "Sited",
  baseUrl: { items: "https://api.example.com/ex/{site}/rest", admin: "https://admin.example.com/{site}" },
  tenant: { site: /^[0-9a-f-]{8,36}$/ },
  auth: {
    oauth2: {
      ...urls,
      pkce: true,
      clientAuth: "body",
      revoke: ({ tenant }) => ({
        method: "DELETE",
        path: path`/grants/${tenant.site ?? ""}`,
        base: "admin",
        auth: "token",
      }),
    },
  },
  identity: {
    upstream: "https://api.example.com/sites",
    resource: resource({
      raw: t.Object({ id: t.String(), site: t.Optional(t.String()) }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: ({ id, site }) => ({ id, name: "ada", ...(site !== undefined && { tenant: { site } }) }),
    }),
  },
}) as unknown as Provider;

const RENEWAL = "https://login.example.com/token";
const NEW_HOME = "https://new.example.com/items/1";
/** What a provider may say in place of its own host. */
const ELSEWHERE: [what: string, instanceUrl: string][] = [
  ["the machine's own metadata", "https://169.254.169.254"],
  ["this machine", "https://127.0.0.1"],
  ["this machine by name", "https://localhost"],
  ["an IPv6 address", "https://[::1]"],
  ["a host that is another's", "https://evil.example"],
  ["a look-alike suffix", "https://evil-example.com"],
  ["a suffix in the middle", "https://acme.example.com.evil.example"],
  ["user info", "https://acme.example.com@evil.example"],
  ["user info before the right host", "https://ada:pw@acme.example.com"],
  ["a port", "https://acme.example.com:8443"],
  ["a path", "https://acme.example.com/evil"],
  ["a last slash", "https://acme.example.com/"],
  ["a query", "https://acme.example.com?x=acme.example.com"],
  ["a fragment", "https://evil.example#.example.com"],
  ["a backslash", "https://evil.example\\.example.com"],
  ["a trailing dot", "https://acme.example.com."],
  ["upper case", "https://ACME.example.com"],
  ["another scheme", "http://acme.example.com"],
  ["a line break", "https://acme.example.com\n"],
  ["an encoded slash", "https://evil.example%2f.example.com"],
  ["letters that only look alike", "https://\u0430cme.example.com"],
  ["a place-holder", "https://{instance}.example.com"],
  ["nothing", ""],
];

const CLIENT = { clientId: "client", clientSecret: "secret" };

test("S-32: a value must match the full pattern, also where the pattern has no anchors", () => {
  const provider = { ...hosted("hosted"), tenant: { instance: /^acme|\.example\.com$/ } };
  const tenants = { provider, hosts: [] };
  for (const bad of ["acme.evil.example", "evil.example.com"]) {
    expect(() => checkedTenant(tenants, { instance: bad })).toThrow(UpstreamFailure);
    expect(() => fillTenant(tenants, "https://{instance}/x", { instance: bad })).toThrow(UpstreamFailure);
  }
  expect(checkedTenant(tenants, { instance: "acme", other: "dropped" })).toEqual({ instance: "acme" });
});

describe("a value for a path", () => {
  const tenants = { provider: { ...hosted("hosted"), tenant: { user: /^[^ ]+$/ } } as unknown as Provider, hosts: [] };
  const filled = (url: string, user: string) => fillTenant(tenants, url, { user });

  test.each(["ada@example.com", "ada+mill@example.com", "_id-of-ada", "-id"])("may be %p, but in no host", (user) => {
    expect(checkedTenant(tenants, { user })).toEqual({ user });
    expect(filled("https://api.example.com/users/{user}", user)).toBe(`https://api.example.com/users/${user}`);
    for (const url of ["https://{user}/x", "https://{user}.example.com/x", "https://api.{user}/x"])
      expect(() => filled(url, user)).toThrow(UpstreamFailure);
  });

  test.each(["..", ".a", "a/b", "a%2fb", "a?b", "a#b", "a\\b", "a;b", "a:b", "@a", "+a", "\u00e4", "a\n", ""])(
    "is never %j",
    (user) => {
      expect(() => checkedTenant(tenants, { user })).toThrow(UpstreamFailure);
      expect(() => filled("https://api.example.com/users/{user}", user)).toThrow(UpstreamFailure);
    },
  );
});

for (const lane of laneOf(import.meta.file)) {
  describe(`tenants on ${lane}`, () => {
    let gateway: TestGateway;
    let upstream: TcpUpstream;
    let key: string;
    /** What the token response and the identity say from now on. */
    let instance = "https://acme.example.com";
    let site: string | undefined = "0123-abcd";
    let calls = 200;
    let identity = 200;
    let tokens = 0;
    /** Seconds; undefined for tokens that neither expire nor refresh. */
    let life: number | undefined;
    /** Every request: the URL that was meant, and its credential. */
    const requests: { url: string; authorization: string | null; body: string }[] = [];

    const respond = (url: string): [status: number, json: object] => {
      if (url.endsWith("/token"))
        return [
          200,
          {
            access_token: `access-${++tokens}`,
            refresh_token: "refresh",
            instance_url: instance,
            scope: "",
            expires_in: life,
          },
        ];
      if (url.endsWith("/me")) return [identity, { id: "1" }];
      if (url.endsWith("/sites")) return [identity, { id: "1", site }];
      return [url.includes("/items/") ? calls : 200, { id: "7" }];
    };
    beforeAll(async () => {
      upstream = await startTcpUpstream();
      upstream.answer((request, wire) => {
        const [status, json] = respond(request.path);
        wire.write(jsonAnswer(json, status));
        wire.end();
      });
      gateway = await startTestGateway({
        lane,
        plugins: [hosted("hosted"), hosted("overridden"), hosted("personal", "identity"), sited],
        settings: {
          hosted: CLIENT,
          overridden: { ...CLIENT, baseUrl: "https://sandbox.example.org/api" },
          personal: CLIENT,
          sited: CLIENT,
        },
        fetch: (url, init) => {
          requests.push({
            url,
            authorization: new Headers(init.headers).get("authorization"),
            body: typeof init.body === "string" ? init.body : "",
          });
          return fetch(upstream.url + new URL(url).pathname, init);
        },
      });
      key = (await gateway.user()).key;
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await upstream.close();
    }, HOOK_MS);

    /** The requests sent while `work` runs. */
    const during = async <T>(work: () => Promise<T>) => {
      const before = requests.length;
      const result = await work();
      const seen = requests.slice(before);
      return { result, seen, urls: seen.map(({ url }) => url) };
    };
    const connect = async (provider: string, options: StartOptions = {}, as = key) => {
      const { state, sessionId } = await start(gateway, as, provider, options);
      const { outcome } = await land(callbackUrl(gateway, { state, code: crypto.randomUUID() }));
      await gateway.heard();
      return { outcome, sessionId };
    };
    const read = (provider: string, headers: Record<string, string> = {}, as = key) =>
      gateway.call("GET", `/api/v1/${provider}/item`, { key: as, headers });
    const alter = async (sql: string) => {
      await gateway.database.database.script(sql);
      await gateway.heard();
    };
    const disconnect = (provider: string) => gateway.call("DELETE", `/api/v1/integrations/${provider}`, { key });

    for (const [what, url] of ELSEWHERE) {
      test(`S-32: a token response that names ${what} ends the session, stores nothing and is revoked`, async () => {
        instance = url;
        const { result, seen, urls } = await during(() => connect("hosted"));
        expect(result.outcome).toMatchObject({ error: "invalid_tenant", provider: "hosted" });
        expect(await sessionOf(gateway, key, result.sessionId)).toMatchObject({
          status: "failed",
          error: "invalid_tenant",
        });
        expect(await integrationOf(gateway, key, "hosted")).toBeNull();
        expect(await dump(gateway)).not.toContain(`access-${tokens}`);
        expect(urls).toEqual(["https://login.example.com/token", "https://login.example.com/revoke"]);
        expect(new URLSearchParams(seen[1]?.body).get("token")).toBe(`access-${tokens}`);
      });
    }

    test("S-32: where a revocation ends all of a person's grants, it is sent only while there is no other grant", async () => {
      const urlsOf = async (url: string) => {
        instance = url;
        return (await during(() => connect("personal"))).urls;
      };
      const [elsewhere, own] = ["https://evil.example.net", "https://acme.example.com"];
      const [token, revoke] = ["https://login.example.com/token", "https://login.example.com/revoke"];
      expect(await urlsOf(elsewhere)).toEqual([token, revoke]);
      await urlsOf(own);
      expect(await integrationOf(gateway, key, "personal")).not.toBeNull();
      expect(await urlsOf(elsewhere)).toEqual([token]);
      expect(logged(gateway, "revocation_left_out").at(-1)).toMatchObject({ reason: "unknown identity" });
      await disconnect("personal");
      expect(await urlsOf(elsewhere)).toEqual([token, revoke]);
    });

    test("S-32: an identity without a site, or with one that would change the path, ends the session and is not revoked elsewhere", async () => {
      for (const bad of [
        undefined,
        "",
        "..",
        "0123/../../admin",
        "0123abcd?x=",
        "01234567#",
        "%2e%2e%2f0123",
        "0123-ABCD",
      ]) {
        site = bad;
        const { result, urls } = await during(() => connect("sited"));
        expect(result.outcome, String(bad)).toMatchObject({ error: "invalid_tenant" });
        expect(await integrationOf(gateway, key, "sited")).toBeNull();
        // Without a tenant there is no safe URL to send the token to.
        expect(urls).toEqual(["https://login.example.com/token", "https://api.example.com/sites"]);
      }
      expect(logged(gateway, "revocation_failed")).toHaveLength(8);
    });

    test("a valid one is used for the identity and for calls, and the plugin may read it", async () => {
      instance = "https://acme.my.example.com";
      const { result, urls, seen } = await during(() => connect("hosted"));
      expect(result.outcome?.status).toBe("success");
      expect(urls).toEqual(["https://login.example.com/token", "https://acme.my.example.com/me"]);
      expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({
        grant_type: "authorization_code",
        client_id: "client",
        client_secret: "secret",
      });
      const call = await during(() => read("hosted"));
      expect(call.seen).toEqual([
        { url: "https://acme.my.example.com/items/1", authorization: `Bearer access-${tokens}`, body: "" },
      ]);
      expect(call.result.json.data).toEqual({ id: "7", tenant: { instance: "acme.my.example.com" } });
    });

    test("one that the identity names is in the path of calls and of the revocation", async () => {
      site = "0123-abcd";
      expect((await connect("sited")).outcome?.status).toBe("success");
      const { urls } = await during(() => read("sited"));
      expect(urls).toEqual(["https://api.example.com/ex/0123-abcd/rest/items/1"]);
      const ended = await during(() => disconnect("sited"));
      expect(ended.result.status).toBe(200);
      await until(async () => requests.at(-1)?.url === "https://admin.example.com/0123-abcd/grants/0123-abcd");
    });

    test("S-32: one altered in the database is refused at use, and nothing is sent", async () => {
      instance = "https://acme.example.com";
      await connect("hosted");
      for (const altered of [
        '{"instance": "169.254.169.254"}',
        '{"instance": "evil-example.com"}',
        '{"instance": "acme.example.com/../evil"}',
        '{"instance": 5}',
        '{"instance": null}',
        "{}",
      ]) {
        await alter(`update integrations set tenant = '${altered}' where provider = 'hosted'`);
        const { result, urls } = await during(() => read("hosted"));
        expect(result.status, altered).toBe(502);
        expect(ownDetails(result.json)).toEqual({
          provider: "hosted",
          status: null,
          message: 'The tenant\'s "instance" is missing or does not have the required form.',
          code: "unfit_tenant",
        });
        expect(urls).toEqual([]);
      }
    });

    test("connecting to another tenant replaces the old one", async () => {
      instance = "https://beta.example.com";
      await connect("hosted");
      const { urls } = await during(() => read("hosted"));
      expect(urls).toEqual(["https://beta.example.com/items/1"]);
    });

    test("S-32: a refresh that names a new host of the provider moves the calls there; one that names a hostile host does not", async () => {
      life = 3_600;
      instance = "https://old.example.com";
      await connect("hosted");
      const renewed = async (host: string) => {
        instance = host;
        gateway.clock.move(3_600_000);
        const { urls } = await during(() => read("hosted"));
        await gateway.heard();
        return [...urls, ...(await during(() => read("hosted"))).urls];
      };
      expect(await renewed("https://new.example.com")).toEqual([RENEWAL, NEW_HOME, NEW_HOME]);
      for (const [, hostile] of ELSEWHERE) expect(await renewed(hostile)).toEqual([RENEWAL, NEW_HOME, NEW_HOME]);
      expect(gateway.logLines.filter((line) => line.includes("tenant_refused"))).toHaveLength(ELSEWHERE.length);
      // A refresh after a refused token moves the same call; one that was renewed a moment ago is not renewed for that.
      gateway.clock.move(61_000);
      instance = "https://newest.example.com";
      calls = 401;
      const { urls } = await during(() => read("hosted"));
      calls = 200;
      const newest = "https://newest.example.com";
      expect(urls).toEqual([NEW_HOME, RENEWAL, `${newest}/items/1`, `${newest}/me`]);
      life = undefined;
      await disconnect("hosted");
    });

    test("whether a refused token is dead is checked at the tenant's own URL", async () => {
      instance = "https://acme.example.com";
      await connect("hosted");
      calls = 401;
      const alive = await during(() => read("hosted"));
      expect(alive.urls).toEqual(["https://acme.example.com/items/1", "https://acme.example.com/me"]);
      expect(alive.result.json.code).toBe("PROVIDER_ERROR");
      identity = 401;
      // For a minute the token counts as good.
      gateway.clock.move(61_000);
      const dead = await read("hosted");
      [calls, identity] = [200, 200];
      expect(dead.json.code).toBe("INTEGRATION_REVOKED");
    });

    test("a pending grant keeps its tenant until it is confirmed", async () => {
      const partner = await gateway.partner();
      const accountId = await gateway.account(partner.key, "tenant-account");
      instance = "https://waiting.example.com";
      const { outcome } = await connect("hosted", { accountId, confirm: true }, partner.key);
      instance = "https://later.example.com";
      const body = { confirm_token: outcome?.confirm_token };
      const confirmPath = `/api/v1/accounts/${accountId}/integrations/hosted/confirm`;
      expect((await gateway.call("POST", confirmPath, { key: partner.key, body })).status).toBe(200);
      await gateway.heard();
      const { result, urls } = await during(() => read("hosted", { "x-account-id": "tenant-account" }, partner.key));
      expect(result.status).toBe(200);
      expect(urls).toEqual(["https://waiting.example.com/items/1"]);
    });

    test("the operator's base URL wins over every tenant", async () => {
      instance = "https://acme.example.com";
      const { result, urls } = await during(() => connect("overridden"));
      expect(result.outcome?.status).toBe("success");
      const call = await during(() => read("overridden"));
      expect([...urls, ...call.urls]).toEqual([
        "https://login.example.com/token",
        "https://sandbox.example.org/api/me",
        "https://sandbox.example.org/api/items/1",
      ]);
    });
  });
}
