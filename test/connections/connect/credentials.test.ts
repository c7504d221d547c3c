// Connecting with credentials over real HTTP: each kind from connect to disconnect, against a strict stand-in, on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { fillTenant } from "../../../src/providers/upstream/tenant.ts";
import { connectPath, dump, HOOK_MS, land, REDIRECT_URL } from "../../support/connecting.ts";
import {
  type CredentialStandIn,
  signedCallback,
  startCredentialStandIn,
  TYPED_PROVIDERS,
} from "../../support/credential-providers.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, TEST_KEY_RING, type TestGateway } from "../../support/gateway.ts";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const SECRET = "sk_test_secretkeyofada";

interface Kind {
  provider: string;
  body: Record<string, unknown>;
  /** What the stand-in takes. */
  taken: string;
  /** The path of the identity request. */
  identity: string;
}
const KINDS: Kind[] = [
  {
    provider: "keyed",
    body: { credentials: { api_key: SECRET } },
    taken: SECRET,
    identity: "/keyed/me",
  },
  {
    provider: "bearing",
    body: { credentials: { api_key: SECRET } },
    taken: `Bearer ${SECRET}`,
    identity: "/bearing/me",
  },
  {
    provider: "inquery",
    body: { auth: "api_key", credentials: { api_key: SECRET } },
    taken: SECRET,
    identity: `/inquery/me?token=${SECRET}`,
  },
  {
    provider: "desk",
    body: { fields: { subdomain: "acme" }, credentials: { email: "ada@example.com", api_token: "Passw0rdOfAda" } },
    taken: basic("ada@example.com/token:Passw0rdOfAda"),
    identity: "/desk/acme/me",
  },
  {
    provider: "machine",
    body: { credentials: { account_id: "acme-1", client_id: "id-1", client_secret: "Secret/of:Ada" } },
    taken: basic("id-1:Secret%2Fof%3AAda"),
    identity: "/machine/me",
  },
];
/** Every text that must be nowhere but sealed, and at the provider. */
const SECRETS = [SECRET, "Passw0rdOfAda", "Secret/of:Ada", "machine-token"];

const FOREIGN: [what: string, value: string][] = [
  ["a name that ends alike", "evil-myshop.example"],
  ["a stranger's host behind it", "shop.myshop.example.evil.example"],
  ["punycode", "xn--acme-6na.myshop.example"],
  ["a port", "acme.myshop.example:8443"],
  ["user information", "ada@acme.myshop.example"],
  ["upper case", "ACME.myshop.example"],
  ["a trailing dot", "acme.myshop.example."],
  ["a URL", "https://acme.myshop.example"],
  ["a path", "evil.example/acme.myshop.example"],
  ["a backslash", "evil.example\\acme.myshop.example"],
  ["a fragment", "evil.example#.myshop.example"],
  ["an encoded dot", "evil.example%2f.myshop.example"],
  ["a line break", "acme.myshop.example\n"],
  ["an address of the machine's network", "169.254.169.254"],
  ["a place-holder", "{shop}.myshop.example"],
];

for (const lane of laneOf(import.meta.file)) {
  describe(`credentials on ${lane}`, () => {
    let standIn: CredentialStandIn;
    let gateway: TestGateway;
    let key: string;
    let accountId: string;
    beforeAll(async () => {
      standIn = await startCredentialStandIn();
      gateway = await startTestGateway({ lane, plugins: TYPED_PROVIDERS, settings: standIn.settings });
      key = (await gateway.partner({ permissions: ["*", "gateway:partner.manage", "proxy.use"] })).key;
      accountId = await gateway.account(key, "customer-1");
    }, HOOK_MS);
    // Another minute, for the limits of calls.
    beforeEach(() => gateway.clock.move(60_000));
    afterAll(async () => {
      await gateway.close();
      await standIn.close();
    }, HOOK_MS);

    const connect = (provider: string, body: object, account?: string) =>
      gateway.call("POST", connectPath(account), { key, body: { provider, ...body } });
    const list = (provider: string, account?: string) =>
      gateway.call("GET", `/api/v1/${provider}/things`, {
        key,
        headers: account ? { "x-account-id": "customer-1" } : {},
      });
    const query = <Row = Record<string, unknown>>(text: string) => gateway.database.database.query<Row>(text);
    const integration = async (provider: string) => {
      const { json } = await gateway.call("GET", "/api/v1/integrations", { key });
      return json.data.integrations.find((one: { provider: string }) => one.provider === provider);
    };

    test.each(KINDS)("$provider: connected at once, called, and disconnected", async (kind) => {
      const { provider, body, taken, identity } = kind;
      standIn.valid.add(`${provider} ${taken}`);
      standIn.seen.length = 0;
      const connected = await connect(provider, body);
      expect([connected.status, connected.json.data?.status, connected.json.data?.provider]).toEqual([
        200,
        "active",
        provider,
      ]);
      expect(connected.json.data.identity).toEqual({ id: `${provider}-1`, name: `Ada of ${provider}` });
      expect(connected.json.data.enabled_services).toEqual([
        { service_name: "things.read", is_enabled: true },
        { service_name: "things.write", is_enabled: true },
      ]);
      expect(standIn.seen).toContain(`${provider} GET ${identity}`);
      const called = await list(provider);
      expect([called.status, called.json.data.things]).toEqual([200, [{ id: "t1", name: "first" }]]);
      const written = await gateway.call("POST", `/api/v1/${provider}/things`, { key, body: { name: "new" } });
      expect([written.status, written.json.data.name]).toEqual([200, "new"]);
      const path = `/api/v1/${provider}/proxy/things?limit=1&token=mine`;
      const sent = await gateway.call("GET", path, { key });
      expect([sent.status, sent.headers.get("x-upstream-status"), sent.json?.things]).toEqual([
        200,
        "200",
        [{ id: "t1", name: "first" }],
      ]);
      const gone = await gateway.call("DELETE", `/api/v1/integrations/${provider}`, { key });
      expect(gone.status).toBe(200);
      expect((await list(provider)).json.details.provider).toBe(provider);
      expect(await gateway.database.database.query("select 1 from revocations")).toEqual([]);
    });

    test("replaced by connecting anew: the integration keeps its id, and only the new key is sent", async () => {
      standIn.valid.add(`keyed ${SECRET}`);
      const first = await connect("keyed", { credentials: { api_key: SECRET } });
      standIn.valid.delete(`keyed ${SECRET}`);
      standIn.valid.add("keyed sk_test_another");
      const second = await connect("keyed", { credentials: { api_key: "sk_test_another" } });
      expect(second.json.data.id).toBe(first.json.data.id);
      expect((await list("keyed")).status).toBe(200);
    });

    test("another kind's secret does not outlive the one that replaces it", async () => {
      standIn.valid.add(`machine ${basic("id-1:Secret%2Fof%3AAda")}`);
      const machine = KINDS.at(-1) as Kind;
      await connect("machine", machine.body);
      await connect("machine", machine.body);
      const [row] = await query(
        "select auth, refresh_token is not null as renews from integrations where provider = 'machine'",
      );
      expect(row).toEqual({ auth: "client_credentials", renews: true });
    });

    test("a key that the provider refuses later ends the integration as expired, without a refresh", async () => {
      standIn.valid.add(`bearing Bearer ${SECRET}`);
      await connect("bearing", { credentials: { api_key: SECRET } });
      standIn.valid.delete(`bearing Bearer ${SECRET}`);
      standIn.seen.length = 0;
      const refused = await list("bearing");
      expect([refused.status, refused.json.code]).toEqual([401, "INTEGRATION_EXPIRED"]);
      expect(standIn.seen.map((line) => line.split(" ")[2]?.split("?")[0])).toEqual(["/bearing/things", "/bearing/me"]);
      expect((await integration("bearing")).status).toBe("expired");
      // Nothing is sent for an integration that has ended.
      standIn.seen.length = 0;
      expect((await list("bearing")).json.code).toBe("INTEGRATION_EXPIRED");
      expect(standIn.seen).toEqual([]);
      standIn.valid.add(`bearing Bearer ${SECRET}`);
      expect((await connect("bearing", { credentials: { api_key: SECRET } })).json.data.status).toBe("active");
      expect((await list("bearing")).status).toBe(200);
    });

    test("one refused call does not end an integration whose key still says whose it is", async () => {
      standIn.valid.add(`keyed ${SECRET}`);
      await connect("keyed", { credentials: { api_key: SECRET } });
      standIn.next.push(Response.json({ errors: [{ message: "no rights" }] }));
      const refused = await list("keyed");
      expect([refused.status, refused.json.code]).toEqual([502, "PROVIDER_ERROR"]);
      expect((await integration("keyed")).status).toBe("active");
    });

    test("client credentials get another token when theirs ends, and when it is refused early", async () => {
      standIn.valid.add(`machine ${basic("id-1:Secret%2Fof%3AAda")}`);
      await connect("machine", (KINDS.at(-1) as Kind).body);
      const before = standIn.issued.length;
      gateway.clock.move(3_590_000);
      const both = await Promise.all([list("machine"), list("machine")]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      // One request for both calls.
      expect(standIn.issued.length).toBe(before + 1);
      standIn.valid.delete(`machine Bearer ${standIn.issued.at(-1)}`);
      expect((await list("machine")).status).toBe(200);
      expect(standIn.issued.length).toBe(before + 2);
      standIn.valid.delete(`machine ${basic("id-1:Secret%2Fof%3AAda")}`);
      standIn.valid.delete(`machine Bearer ${standIn.issued.at(-1)}`);
      expect((await list("machine")).json.code).toBe("INTEGRATION_EXPIRED");
      expect((await integration("machine")).status).toBe("expired");
    });

    test("an account's integration is its own", async () => {
      standIn.valid.add(`inquery ${SECRET}`);
      const connected = await connect("inquery", { credentials: { api_key: SECRET } }, accountId);
      expect([connected.status, connected.json.ok, connected.json.data.status]).toEqual([200, true, "active"]);
      expect((await list("inquery", accountId)).status).toBe(200);
      expect((await list("inquery")).json.error).toContain("is not connected");
      expect((await connect("inquery", { credentials: { api_key: SECRET } }, crypto.randomUUID())).status).toBe(404);
    });

    test("S-106: nothing of what is refused is stored, echoed or logged", async () => {
      const lost = "sk_live_PastedIntoTheWrongField";
      const bodies: [provider: string, body: Record<string, unknown>, path: string][] = [
        ["keyed", { credentials: { api_key: lost } }, "/credentials/api_key"],
        ["keyed", { credentials: { api_key: `sk_test_a\n${lost}` } }, "/credentials/api_key"],
        ["keyed", { credentials: { api_key: `sk_test_${"a".repeat(100_000)}${lost}` } }, "/credentials/api_key"],
        ["keyed", { credentials: { [lost]: "x", api_key: "sk_test_a" } }, "/credentials"],
        ["keyed", { credentials: { api_key: "" } }, "/credentials/api_key"],
        ["keyed", { fields: { [lost]: lost }, credentials: { api_key: "sk_test_a" } }, "/fields"],
        ["keyed", { credentials: { api_key: "sk_test_wrongkeyofsomebody" } }, "/credentials"],
        [
          "desk",
          { fields: { subdomain: lost }, credentials: { email: "a@b.example", api_token: lost } },
          "/fields/subdomain",
        ],
        ["desk", { credentials: { email: "a@b.example", api_token: lost } }, "/fields/subdomain"],
        ["shop", { fields: { shop: "acme.myshop.example" }, credentials: { api_key: lost } }, "/credentials"],
        ["keyed", { auth: "basic", credentials: { api_key: lost } }, "/auth"],
        ["keyed", { page: true, redirect_url: "http://localhost/x", credentials: { api_key: lost } }, "/credentials"],
        ["keyed", { scopes: ["things:read"], credentials: { api_key: "sk_test_a" } }, "/scopes"],
      ];
      await gateway.call("DELETE", "/api/v1/integrations/keyed", { key });
      for (const [provider, body, path] of bodies) {
        const refused = await connect(provider, body);
        const paths = refused.json.details.errors.map((error: { path: string }) => error.path);
        expect([refused.status, refused.json.code, paths.includes(path)], `${JSON.stringify(paths)} ${path}`).toEqual([
          400,
          "VALIDATION_ERROR",
          true,
        ]);
        for (const secret of [lost, "wrongkeyofsomebody"]) expect(refused.text).not.toContain(secret);
      }
      expect(await integration("keyed")).toBeUndefined();
      const everything = (await dump(gateway)) + gateway.logLines.join("\n");
      for (const secret of [lost, "wrongkeyofsomebody", ...SECRETS]) expect(everything).not.toContain(secret);
      for (const secret of SECRETS) expect(everything).not.toContain(Buffer.from(secret).toString("base64"));
    });

    test("confirm is refused with credentials, and credentials are asked for without a page", async () => {
      const both = await connect("keyed", { confirm: true, credentials: { api_key: "sk_test_a" } }, accountId);
      expect([both.status, both.json.error]).toEqual([400, expect.stringContaining("confirm is only for")]);
      const none = await connect("keyed", { redirect_url: REDIRECT_URL });
      expect([none.status, none.json.details.errors[0].message]).toEqual([
        400,
        "credentials are required, with api_key. Or set page, so that the person enters them for Keyed.",
      ]);
    });

    test("a provider that cannot be reached refuses nothing for good", async () => {
      standIn.valid.add(`keyed ${SECRET}`);
      standIn.next.push(new Response("down", { status: 503, headers: { "retry-after": "7" } }));
      const later = await connect("keyed", { credentials: { api_key: SECRET } });
      expect([later.status, later.json.code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
      standIn.next.push(Response.json({ error: "gone" }, { status: 404 }));
      standIn.valid.add(`desk ${basic("ada@example.com/token:Passw0rdOfAda")}`);
      const nobody = await connect("desk", (KINDS[3] as Kind).body);
      expect(nobody.json.details.errors).toEqual([
        { in: "body", path: "/fields", message: "Desk has no account at this address." },
      ]);
    });

    test("a rotation of the key ring seals credentials anew, and calls go on", async () => {
      for (const { provider, taken, body } of KINDS) {
        standIn.valid.add(`${provider} ${taken}`);
        expect((await connect(provider, body)).status).toBe(200);
      }
      const both = `k2:${Buffer.alloc(32, 9).toString("base64")},${TEST_KEY_RING}`;
      const open = (keyRing: string) =>
        startTestGateway({
          lane,
          database: gateway.database,
          keyRing,
          plugins: TYPED_PROVIDERS,
          settings: standIn.settings,
          clock: gateway.clock,
        });
      const rotating = await open(both);
      await rotating.admin("POST", "/secrets/rotate");
      const rows = await query<{ sealed: string }>(
        "select access_token || ' ' || coalesce(refresh_token, '') as sealed from integrations where auth <> 'oauth2'",
      );
      for (const { sealed } of rows) expect(sealed).not.toMatch(/\bk1[.:]/);
      for (const { provider } of KINDS) {
        const called = await rotating.call("GET", `/api/v1/${provider}/things`, { key });
        expect([provider, called.status]).toEqual([provider, 200]);
      }
    });

    test("OAuth at a host that is asked for: every URL is the shop's, and what the provider signs is checked", async () => {
      const body = { provider: "shop", redirect_url: REDIRECT_URL };
      const without = await connect("shop", body);
      expect(without.json.details.errors[0]).toMatchObject({ path: "/fields/shop" });
      const begin = async () => {
        const { json } = await connect("shop", { ...body, fields: { shop: "acme.myshop.example" } });
        const url = new URL(json.data.connect_url);
        return { url, sessionId: json.data.session_id as string, state: url.searchParams.get("state") as string };
      };
      const callback = `${gateway.url}/api/v1/connect/callback`;
      const good = (state: string) => ({ code: "good-code", shop: "acme.myshop.example", state, timestamp: "1" });
      const { url, state } = await begin();
      expect(url.href).toStartWith(`${standIn.url}/shop/acme.myshop.example/authorize?`);
      standIn.seen.length = 0;
      const landed = await land(signedCallback(callback, good(state)));
      expect(landed.outcome?.status).toBe("success");
      expect(standIn.seen.map((line) => line.split("?")[0])).toEqual([
        "shop POST /shop/acme.myshop.example/token",
        "shop GET /shop/acme.myshop.example/api/me",
      ]);
      expect((await list("shop")).status).toBe(200);
      const forgeries: ((state: string) => string)[] = [
        (forged) => `${callback}?${new URLSearchParams(good(forged))}`,
        (forged) => `${signedCallback(callback, good(forged))}&more=1`,
        (forged) => signedCallback(callback, good(forged)).replace("acme.myshop", "evil.myshop"),
        (forged) => signedCallback(callback, { ...good(forged), shop: "other.myshop.example" }),
      ];
      for (const forge of forgeries) {
        const { sessionId, state: next } = await begin();
        standIn.seen.length = 0;
        const refused = await land(forge(next));
        expect(refused.outcome?.error).toBe("invalid_callback");
        expect(standIn.seen).toEqual([]);
        expect((await gateway.call("GET", `${connectPath()}/${sessionId}`, { key })).json.data.status).toBe("failed");
      }
    });

    test.each(FOREIGN)("S-32: %s is no shop, and nothing is sent anywhere", async (_what, value) => {
      standIn.seen.length = 0;
      const refused = await connect("shop", { redirect_url: REDIRECT_URL, fields: { shop: value } });
      expect([refused.status, refused.json.details.errors[0].path]).toEqual([400, "/fields/shop"]);
      expect(standIn.seen).toEqual([]);
      // Also where it got into the row: each use checks again.
      const target = gateway.app.deps.target("shop");
      expect(() => fillTenant(target, "https://{shop}/api", { shop: value })).toThrow("tenant");
    });

    test("hosts of people's own are those that the operator allows", async () => {
      standIn.valid.add("hosted glpat-1");
      const at = (host?: string) =>
        connect("hosted", { ...(host && { fields: { host } }), credentials: { api_key: "glpat-1" } });
      standIn.seen.length = 0;
      expect((await at()).json.data.status).toBe("active");
      expect((await at("git.example.org")).json.data.status).toBe("active");
      expect(standIn.seen).toEqual([
        "hosted GET /hosted/hosted.example.com/api/me",
        "hosted GET /hosted/git.example.org/api/me",
      ]);
      for (const host of ["evil.example.org", "git.example.org.evil.example", "GIT.example.org", "git.example.org."])
        expect((await at(host)).status).toBe(400);
    });
  });
}
