// Connecting with credentials over real HTTP: each kind from connect to disconnect, against a strict stand-in, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectPath, HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { startTypedStandIn, TYPED_PROVIDERS, type TypedStandIn } from "../support/typed-providers.ts";

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

for (const lane of LANES) {
  describe(`credentials on ${lane}`, () => {
    let standIn: TypedStandIn;
    let gateway: TestGateway;
    let key: string;
    let accountId: string;
    beforeAll(async () => {
      standIn = await startTypedStandIn();
      gateway = await startTestGateway({ lane, plugins: TYPED_PROVIDERS, settings: standIn.settings });
      key = (await gateway.partner()).key;
      accountId = await gateway.account(key, "customer-1");
    }, HOOK_MS);
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
      const gone = await gateway.call("DELETE", `/api/v1/integrations/${provider}`, { key });
      expect(gone.status).toBe(200);
      expect((await list(provider)).json.details.provider).toBe(provider);
      expect(await gateway.database.database.query("select 1 from revocations")).toEqual([]);
    });
  });
}
