// Warnings of the start and of doctor: one for each likely mistake with its correction, none for a usual configuration.
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, readConfig } from "../../../src/foundation/config/config.ts";
import { configWarnings } from "../../../src/foundation/config/config-warnings.ts";

const PLUGINS = ["github", "google", "linear"];
const TLS = { TLS_CERT_FILE: "/cert.pem", TLS_KEY_FILE: "/key.pem" };
const WELL = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };

const warningsOf = (env: Environment) => configWarnings(readConfig(env), env, PLUGINS);

describe("a configuration's warnings", () => {
  test.each<[what: string, env: Environment, code: string, said: string]>([
    ["an open address alone", { HOST: "0.0.0.0" }, "base_url_missing", "(HOST is 0.0.0.0): set it to the public https"],
    ["all addresses of IPv6", { HOST: "::" }, "base_url_missing", "(HOST is ::)"],
    ["production without an address", { GATEWAY_ENV: "production" }, "base_url_missing", "BASE_URL is not set"],
    ["plain http", { BASE_URL: "http://gw.example.com" }, "base_url_not_https", "set the https address"],
    [
      "plain http in production",
      { BASE_URL: "http://127.0.0.1", GATEWAY_ENV: "production" },
      "base_url_not_https",
      "http://",
    ],
    [
      "a database that does not flush, in production",
      { BASE_URL: "https://gw.example.com", DURABILITY: "relaxed" },
      "durability_relaxed",
      "set full",
    ],
    [
      "durability of a Postgres",
      {
        DATABASE_URL: "postgres://db/x",
        GATEWAY_SECRET_KEYS: `k1:${btoa("01".repeat(16))}`,
        GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
        DURABILITY: "relaxed",
      },
      "durability_relaxed",
      "remove one of the two",
    ],
    [
      "plain http before a listener with TLS",
      { ...TLS, BASE_URL: "http://gw.example.com" },
      "base_url_not_https",
      "by TLS alone",
    ],
    ["the same on this machine", { ...TLS, BASE_URL: "http://localhost:3000" }, "base_url_not_https", "by TLS alone"],
    ["a host with an underscore", { BASE_URL: "https://my_gateway.example.com" }, "base_url_underscore", "hyphens"],
    [
      "development at a public address",
      { GATEWAY_ENV: "development", BASE_URL: "https://gw.example.com" },
      "environment_development",
      "BASE_URL is a public https address",
    ],
    [
      "development for everybody",
      { GATEWAY_ENV: "development", HOST: "0.0.0.0", BASE_URL: "https://192.168.1.2" },
      "environment_development",
      "HOST is 0.0.0.0",
    ],
    ["a token of one character", { GATEWAY_ADMIN_TOKEN: "a".repeat(20) }, "admin_token_weak", "can be guessed"],
    ["a token of an example", { GATEWAY_ADMIN_TOKEN: "changeme-changeme" }, "admin_token_weak", "openssl rand"],
    ["a common token", { GATEWAY_ADMIN_TOKEN: "Password-12345678" }, "admin_token_weak", "can be guessed"],
    [
      "an OAuth app of an example",
      { GOOGLE_CLIENT_ID: "your-client-id", GOOGLE_CLIENT_SECRET: "TODO" },
      "client_placeholder",
      "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET have placeholders",
    ],
    [
      "half of one",
      { GOOGLE_CLIENT_SECRET: "changeme" },
      "client_placeholder",
      "GOOGLE_CLIENT_SECRET has a placeholder",
    ],
    [
      "parts of a mail server",
      { SMTP_HOST: "h", SMTP_PORT: "25", SMTP_USER: "u", SMTP_PASSWORD: "p" },
      "variable_mistyped",
      "SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD are no settings: set one SMTP_URL=smtps://user:password@host:port",
    ],
    ["a letter left out", { GATEWAY_ADMIN_TOKN: "t" }, "variable_mistyped", "did you mean GATEWAY_ADMIN_TOKEN?"],
    ["a letter left out, no prefix", { DATABSE_URL: "x" }, "variable_mistyped", "did you mean DATABASE_URL?"],
    ["letters swapped", { DATABASE_ULR: "x" }, "variable_mistyped", "did you mean DATABASE_URL?"],
    ["two letters wrong", { GATEWAY_PLUGIN_DIRS: "x" }, "variable_mistyped", "did you mean GATEWAY_PLUGINS_DIR?"],
    ["small letters", { log_level: "debug" }, "variable_mistyped", "did you mean LOG_LEVEL?"],
    ["a short name", { BASEURL: "x" }, "variable_mistyped", "did you mean BASE_URL?"],
    ["a provider's setting", { GITHUB_CLIENT_SECERT: "x" }, "variable_mistyped", "did you mean GITHUB_CLIENT_SECRET?"],
    ["a provider's name", { GITUB_CLIENT_ID: "x" }, "variable_mistyped", "did you mean GITHUB_CLIENT_ID?"],
    ["a name like none", { GATEWAY_COLOUR: "red" }, "variable_unknown", "GATEWAY_COLOUR is not a setting"],
    [
      "days of deliveries alone",
      { GATEWAY_DELIVERY_DAYS: "30" },
      "variable_renamed",
      "set GATEWAY_INBOUND_WEBHOOK_DAYS as well",
    ],
    ["half a client", { GITHUB_CLIENT_ID: "id" }, "client_half_set", "set GITHUB_CLIENT_SECRET as well"],
    ["the other half", { LINEAR_CLIENT_SECRET: "s" }, "client_half_set", "set LINEAR_CLIENT_ID as well"],
    ["no client at all", { GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" }, "no_provider", "set <ID>_CLIENT_ID"],
  ])("%s gives one warning with the correction", (_what, env, code, said) => {
    const all = { ...WELL, ...env };
    expect(warningsOf(all)).toEqual([{ code, message: expect.stringContaining(said) } as never]);
    // A mistyped variable may hold a token, so no warning contains a value.
    for (const { message } of warningsOf({ ...all, GATEWAY_ADMIN_TOKN: "hidden-word-of-mine" })) {
      expect(message).not.toContain("hidden-word-of-mine");
    }
  });

  test("days of inbound webhooks give none, with those of deliveries or without", () => {
    const inbound = { ...WELL, GATEWAY_INBOUND_WEBHOOK_DAYS: "3" };
    for (const env of [inbound, { ...inbound, GATEWAY_DELIVERY_DAYS: "30" }]) expect(warningsOf(env)).toEqual([]);
  });

  test("settings of a provider without a plugin give a warning", () => {
    const folder = mkdtempSync(join(tmpdir(), "gateway-warnings-"));
    const file = join(folder, "providers.json");
    writeFileSync(file, JSON.stringify({ gogle: { clientId: "id" } }));
    expect(warningsOf({ ...WELL, GATEWAY_PROVIDERS_FILE: file })).toEqual([
      {
        code: "provider_settings_unused",
        message:
          'GATEWAY_PROVIDERS_FILE has settings for "gogle", but no plugin has this id: use one of github, google, linear.',
      },
    ]);
    rmSync(folder, { recursive: true });
  });

  test.each<[what: string, env: Environment]>([
    ["nothing but a client", {}],
    ["development by name, on this machine", { GATEWAY_ENV: "development" }],
    ["a token at random", { GATEWAY_ADMIN_TOKEN: "q8Zr0m-Yc3Vd7Lw1" }],
    ["another program's mail account", { SMTP_PASSWORD: "x", MAIL_USER: "x" }],
    ["a public https address", { HOST: "0.0.0.0", BASE_URL: "https://gw.example.com" }],
    ["http on this machine", { BASE_URL: "http://localhost:3000" }],
    [
      "the machine's own variables",
      {
        PATH: "/bin",
        HOME: "/root",
        PWD: "/",
        LOGNAME: "ada",
        HOSTNAME: "box",
        NODE_ENV: "x",
        PAGE_URL: "x",
        LANG: "C",
      },
    ],
    ["other products' clients", { GITLAB_CLIENT_ID: "x", LINE_CLIENT_ID: "x", AZURE_CLIENT_ID: "x" }],
    ["a name beside the one that is set", { LOG_LEVEL: "info", LOGLEVEL: "INFO" }],
    ["an empty value", { GATEWAY_COLOUR: "", DATABSE_URL: " " }],
    ["a variable of OpenSSL's, which images set", { SSL_CERT_FILE: "/etc/ssl/certs/ca-certificates.crt" }],
    [
      "what Kubernetes tells of a service called gateway",
      {
        GATEWAY_SERVICE_HOST: "10.0.0.1",
        GATEWAY_SERVICE_PORT: "80",
        GATEWAY_SERVICE_PORT_HTTP: "80",
        GATEWAY_PORT: "tcp://10.0.0.1:80",
        GATEWAY_PORT_80_TCP: "tcp://10.0.0.1:80",
        GATEWAY_PORT_80_TCP_PROTO: "tcp",
        GATEWAY_PORT_80_TCP_ADDR: "10.0.0.1",
      },
    ],
  ])("%s gives none", (_what, env) => {
    expect(warningsOf({ ...WELL, ...env })).toEqual([]);
  });
});
