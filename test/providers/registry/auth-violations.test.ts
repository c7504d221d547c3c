// What a plugin says of signing in: each wrong part is named with its place, and so is each key that nobody knows.
import { describe, expect, test } from "bun:test";
import type { Provider } from "../../../src/plugin/index.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { settingsErrors } from "../../../src/providers/upstream/target.ts";
import { acmePlugin, changed } from "../../support/acme-plugin.ts";
import { hosted, keyed, TYPED_PROVIDERS } from "../../support/credential-providers.ts";

const keyField = () => ({ label: "Secret key", pattern: /^sk_[a-z]+$/, example: "sk_abc" });
const secretField = () => ({ label: "Client secret" });

/** A plugin with every kind of sign-in, at a host that is asked for. */
function everyKind(): Provider {
  return {
    ...acmePlugin(),
    baseUrl: "https://{shop}/api",
    tenant: {
      shop: { label: "Shop", pattern: /^[a-z-]+\.myshop\.example$/, example: "acme.myshop.example" },
      region: { label: "Region", pattern: /^(eu|us)$/, example: "eu", default: "eu" },
    },
    auth: {
      oauth2: {
        authorizationUrl: "https://{shop}/authorize",
        tokenUrl: "https://{region}.acme.example/token",
        pkce: true,
        clientAuth: "basic",
        checkCallback: () => true,
        credential: { header: "X-Token" },
      },
      client_credentials: {
        fields: { client_id: { label: "Client id", secret: false }, client_secret: secretField() },
        tokenUrl: "https://{shop}/token",
        clientAuth: "body",
        params: { region: "{region}" },
      },
      api_key: { fields: { api_key: keyField() }, value: "{api_key}:x", credential: { query: "key" } },
      basic: {
        fields: { email: { label: "E-mail", secret: false }, token: secretField() },
        username: "{email}/token",
        password: "{token}",
      },
    },
  };
}

const sentencesOf = (plugin: unknown) =>
  pluginViolations(plugin, []).map(({ field, message }) => `${field}: ${message}`);

test("plugins with every kind of sign-in have no violation", () => {
  for (const plugin of [everyKind(), ...TYPED_PROVIDERS]) expect(sentencesOf(plugin)).toEqual([]);
});

describe("S-97: a wrong part of auth is named", () => {
  test.each<[path: string, value: unknown, field?: string]>([
    ["auth", {}],
    ["auth", []],
    ["auth", "api_key"],
    ["auth.api_key", null],
    ["auth.api_key.fields", {}],
    ["auth.api_key.fields", undefined],
    ["auth.api_key.fields.api_key", "key"],
    ["auth.api_key.fields.api_key.label", ""],
    ["auth.api_key.fields.api_key.label", "x".repeat(61)],
    ["auth.api_key.fields.api_key.help", 5],
    ["auth.api_key.fields.api_key.steps", "Settings"],
    ["auth.api_key.fields.api_key.steps", [""]],
    ["auth.api_key.fields.api_key.link", "http://acme.example"],
    ["auth.api_key.fields.api_key.link", "javascript:alert(1)"],
    ["auth.api_key.fields.api_key.pattern", /sk_/],
    ["auth.api_key.fields.api_key.pattern", /^sk_$/g],
    ["auth.api_key.fields.api_key.example", "pk_abc"],
    ["auth.api_key.fields.api_key.secret", "yes"],
    ["auth.api_key.fields.api_key.secret", false, "auth.api_key.fields"],
    ["auth.api_key.fields.ApiKey", { label: "x" }],
    ["auth.api_key.value", "{other}"],
    ["auth.api_key.value", 5],
    ["auth.api_key.credential", { header: "X-Key", query: "key" }],
    ["auth.api_key.credential", "X-Key"],
    ["auth.api_key.credential", { header: "X Key" }, "auth.api_key.credential.header"],
    ["auth.api_key.credential", { header: "Host" }, "auth.api_key.credential.header"],
    ["auth.api_key.credential", { header: "Content-Length" }, "auth.api_key.credential.header"],
    ["auth.api_key.credential", { header: "Cookie" }, "auth.api_key.credential.header"],
    ["auth.api_key.credential", { header: "X-Key", scheme: "a\r\nb" }, "auth.api_key.credential.scheme"],
    ["auth.api_key.credential", { query: "a=b&c" }, "auth.api_key.credential.query"],
    ["auth.basic.username", undefined, "auth.basic.username"],
    ["auth.basic.username", "{email}:{token}"],
    ["auth.basic.password", "{nothing}"],
    ["auth.client_credentials.tokenUrl", "http://acme.example/token"],
    ["auth.client_credentials.tokenUrl", "https://{other}/token"],
    ["auth.client_credentials.clientAuth", "none"],
    ["auth.client_credentials.tokenBody", "xml"],
    ["auth.client_credentials.tokens", {}],
    ["auth.client_credentials.fields.client_id", undefined],
    ["auth.client_credentials.params", { region: "{nothing}" }, "auth.client_credentials.params.region"],
    ["auth.client_credentials.params", 5],
    ["auth.oauth2.checkCallback", true],
    ["auth.oauth2.credential", { header: "Host" }, "auth.oauth2.credential.header"],
    ["auth.oauth2.authorizationUrl", "https://login.{shop}/authorize"],
    ["auth.oauth2.authorizationUrl", "https://a{shop}/authorize"],
    ["auth.oauth2.tokenUrl", "https://{shop}:8443/token"],
    ["auth.oauth2.tokenUrl", "https://{shop}@evil.example/token"],
    ["tenant.shop.label", undefined],
    ["tenant.shop.example", undefined],
    ["tenant.shop.pattern", undefined],
    ["tenant.shop.pattern", /^[a-z-]+\.myshop\.example$/i],
    ["tenant.shop.pattern", /^[a-z.-]+$/, "tenant.shop"],
    ["tenant.shop.pattern", /^[a-z-]+.myshop\.example.*$/, "tenant.shop"],
    ["tenant.shop.pattern", /^[a-z-]+[.-]myshop\.example$/, "tenant.shop"],
    ["tenant.shop.selfHosted", 1],
    ["tenant.region.default", "mars"],
    ["identity.at", 5],
  ])("%s as %p", (path, value, field = path) => {
    const fields = pluginViolations(changed(everyKind(), path, value), []).map((violation) => violation.field);
    expect(fields).toContain(field);
  });

  test("a name in braces that is neither a field nor a value of the tenant is named", () => {
    const plugin = changed(everyKind(), "auth.basic.username", "{emial}");
    expect(sentencesOf(plugin)).toContain(
      "auth.basic.username: {emial} is not a field, and is not entered before connecting.",
    );
  });

  test("a value that only a token response brings cannot stand in the URL that asks for it", () => {
    const plugin = changed(everyKind(), "tenant.shop", /^[a-z-]+\.myshop\.example$/);
    expect(sentencesOf(plugin)).toContain("auth.oauth2.authorizationUrl: must be an https URL.");
  });

  test("oauth by its old place says where it belongs", () => {
    const plugin = { ...acmePlugin(), auth: undefined, oauth: {} };
    expect(sentencesOf(plugin)).toContain("auth: `oauth: {…}` is `auth: { oauth2: {…} }` now.");
  });
});

describe("what the contract does not know is refused by name", () => {
  test.each<[path: string, meant: string]>([
    ["failures", "; did you mean `failure`?"],
    ["zebra", "; known are id, name, docs, "],
    ["auth.api_keys", "; did you mean `api_key`?"],
    ["auth.oauth2.tokenURL", "; did you mean `tokenUrl`?"],
    ["auth.api_key.field", "; did you mean `fields`?"],
    ["auth.api_key.fields.api_key.lable", "; did you mean `label`?"],
    ["auth.api_key.credential.heading", "; known are header, scheme, query."],
    ["tenant.shop.patern", "; did you mean `pattern`?"],
    ["services.items.read.scope", "; did you mean `scopes`?"],
    ["identity.resource.mapp", "; did you mean `map`?"],
    ["endpoints.list_items.permision", "; did you mean `permission`?"],
    ["endpoints.list_items.returns.colection", "; did you mean `collection`?"],
  ])("%s", (path, meant) => {
    const sentence = `${path}: unknown key \`${path.split(".").at(-1)}\`${meant}`;
    expect(sentencesOf(changed(everyKind(), path, "x")).find((one) => one.startsWith(sentence))).toBeDefined();
  });
});

describe("hosts of people's own", () => {
  test("must be hosts, and of a plugin that knows such", () => {
    expect(settingsErrors(hosted, { hosts: ["git.example.org"] })).toEqual([]);
    for (const host of [
      "https://git.example.org",
      "git.example.org:8443",
      "GIT.example.org",
      "localhost",
      "10.0.0.1",
      "",
    ])
      expect(settingsErrors(hosted, { hosts: [host] })).toEqual([
        `HOSTED_HOSTS: "${host}" is not a host name such as git.example.com.`,
      ]);
    expect(settingsErrors(keyed, { hosts: ["git.example.org"] })).toHaveLength(1);
  });
});
