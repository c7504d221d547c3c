// Connections as Nango's API returns them, as entries of an import: docs.nango.dev, "Get connection & credentials".
import { describe, expect, test } from "bun:test";
import { fromNango } from "../../../src/connections/imports/nango.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { keyOf, TYPED_PROVIDERS } from "../../support/credential-providers.ts";
import { rotor } from "../../support/rotating-provider.ts";

const registry = buildRegistry([rotor, ...TYPED_PROVIDERS, keyOf("both")]);
const connection = (more: object) => ({
  id: 1,
  connection_id: "6bb0c4ca-54e4-4b1c-9f4c-1f2b1c5a7d11",
  provider_config_key: "rotor-production",
  provider: "rotor",
  errors: [],
  metadata: { note: "x" },
  connection_config: {},
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  last_fetched_at: null,
  end_user: null,
  tags: null,
  credentials: {},
  ...more,
});
const read = (more: object, names = {}) => fromNango({ registry }, connection(more), names);

describe("a connection of Nango", () => {
  test("OAuth 2: the tokens, their end, and the whole token response", () => {
    const raw = { access_token: "at", refresh_token: "rt", scope: "people:read", token_type: "bearer" };
    const credentials = {
      type: "OAUTH2",
      access_token: "at",
      refresh_token: "rt",
      expires_at: "2026-11-22T09:00:00.000Z",
      raw,
    };
    expect(read({ credentials })).toEqual({
      account: "6bb0c4ca-54e4-4b1c-9f4c-1f2b1c5a7d11",
      provider: "rotor",
      auth: "oauth2",
      access_token: "at",
      refresh_token: "rt",
      expires_at: "2026-11-22T09:00:00.000Z",
      token_response: raw,
    });
    const own = { ...credentials, config_override: { client_id: "theirs", client_secret: "secret" } };
    expect(read({ credentials: own })).toMatchObject({ client_id: "theirs" });
    expect(JSON.stringify(read({ credentials: own }))).not.toContain("secret");
  });

  test("the end user's id is the account, and names of providers are told apart by either of theirs", () => {
    const end_user = { id: "customer-1", email: "ada@example.com", organization: null };
    expect(read({ end_user })).toMatchObject({ account: "customer-1" });
    expect(read({}, { "rotor-production": "keyed" })).toMatchObject({ provider: "keyed" });
    expect(read({ provider: "rotor-v2" }, { "rotor-v2": "rotor" })).toMatchObject({ provider: "rotor" });
  });

  test("API keys, passwords and clients of one's own, by the fields of the plugin", () => {
    const of = (provider: string, credentials: object) => read({ provider, credentials });
    expect(of("keyed", { type: "API_KEY", apiKey: "k" })).toMatchObject({
      auth: "api_key",
      credentials: { api_key: "k" },
    });
    const password = { type: "BASIC", username: "ada@example.com", password: "p" };
    expect(of("desk", password)).toMatchObject({
      auth: "basic",
      credentials: { email: "ada@example.com", api_token: "p" },
    });
    expect(of("both", password)).toMatchObject({
      auth: "basic",
      credentials: { username: "ada@example.com", password: "p" },
    });
    const machine = { type: "OAUTH2_CC", token: "t", client_id: "i", client_secret: "s" };
    expect(of("machine", machine)).toMatchObject({
      auth: "client_credentials",
      credentials: { client_id: "i", client_secret: "s" },
    });
  });

  test("the tenant by its own name, or made of a subdomain as the plugin's example is", () => {
    const fields = (provider: string, connection_config: object) =>
      (read({ provider, connection_config }) as { fields?: unknown }).fields;
    expect(fields("desk", { subdomain: "acme" })).toEqual({ subdomain: "acme" });
    expect(fields("shop", { subdomain: "acme" })).toEqual({ shop: "acme.myshop.example" });
    expect(fields("shop", { shop: "own.myshop.example", subdomain: "acme" })).toEqual({ shop: "own.myshop.example" });
    expect(fields("rotor", { subdomain: "acme" })).toBeUndefined();
  });

  test.each([[null], ["text"], [[1]], [{}], [{ credentials: "x", provider: 7, end_user: [] }]])(
    "%j breaks nothing",
    (value) => {
      expect(() => fromNango({ registry }, value, {})).not.toThrow();
    },
  );
});
