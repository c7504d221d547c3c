// Reading the configuration: valid and invalid values of each variable, and all errors at once.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConfigError, readConfig } from "../../../src/foundation/config/config.ts";
import { isLoopback, settingsFileErrors } from "../../../src/foundation/config/providers-file.ts";
import { databaseAddress } from "../../../src/foundation/db/database-address.ts";
import { random, SEEDS } from "../../support/random.ts";

const RING = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const ADMIN_TOKEN = "0123456789abcdef";
const DATABASE_URL = "postgres://gateway:pw@db.example.com/gateway";
const SERVED = { DATABASE_URL, GATEWAY_SECRET_KEYS: RING, GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN };
type Environment = Record<string, string>;

function errorsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).errors;
  }
  return [];
}

describe("configuration", () => {
  test("an empty environment gives a local gateway on the embedded database", () => {
    const { provider, placeOf: _placeOf, settings, sharedSettings: _, ...config } = readConfig({});
    expect(settings).toContain("GATEWAY_ADMIN_TOKEN");
    expect(config).toEqual({
      port: 3000,
      host: "127.0.0.1",
      adminPort: null,
      adminHost: "127.0.0.1",
      trustedProxies: null,
      tls: null,
      baseUrl: null,
      databaseUrl: null,
      dataDir: resolve("./data"),
      durability: "full",
      environment: "development",
      keyRing: null,
      adminToken: null,
      isBootstrapOff: false,
      operatorToken: null,
      pluginsDir: null,
      releasesFrom: null,
      hasStrictPlugins: false,
      requireRedirectOrigins: false,
      maxAccountsPerPartner: 100_000,
      logLevel: "info",
      logFile: null,
      logFileMaxBytes: 100_000_000,
      logFileKeep: 5,
      migrationWaitMs: 600_000,
      inboxDays: 30,
      auditDays: 400,
      evidenceDays: 7,
      approvalWaitMs: 86_400_000,
      usageMonths: 13,
      hasTelemetry: false,
      drainMs: 0,
      publicWebhooks: null,
      oidc: { issuers: [], isOnly: false },
      backups: null,
      mail: null,
      webhooksAllowPrivate: false,
      deliveryDays: 7,
      inboundWebhookDays: 7,
      activityFile: null,
      activityFileMaxBytes: 1024 * 1024 * 1024,
      hasActivityOtlp: false,
      configuredProviders: [],
    });
    expect(provider("google")).toEqual({});
  });

  test.each<[what: string, env: Environment, expected: object]>([
    ["a port", { PORT: "8080" }, { port: 8080 }],
    ["port 0, for a free one", { PORT: "0" }, { port: 0 }],
    ["the highest port", { PORT: "65535" }, { port: 65_535 }],
    ["a listener for the operator", { ADMIN_PORT: "3001", ADMIN_HOST: "::1" }, { adminPort: 3001, adminHost: "::1" }],
    ["a number of proxies", { TRUST_PROXY: "2" }, { trustedProxies: { hops: 2 } }],
    [
      "proxies by address, network and name",
      { TRUST_PROXY: "192.0.2.1, 10.0.0.0/8,::1,2001:db8::/32,loopback" },
      {
        trustedProxies: {
          networks: ["192.0.2.1/32", "10.0.0.0/8", "::1/128", "2001:db8::/32", "127.0.0.0/8", "::1/128"],
        },
      },
    ],
    ["no bootstrap token", { ...SERVED, GATEWAY_ADMIN_TOKEN: "off" }, { adminToken: null, isBootstrapOff: true }],
    ["a year of the audit log", { GATEWAY_AUDIT_DAYS: "365" }, { auditDays: 365 }],
    ["a host", { HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
    ["a base URL", { BASE_URL: "https://gw.example.com" }, { baseUrl: "https://gw.example.com" }],
    [
      "a base URL with a path, less its last slash",
      { BASE_URL: "https://example.com/gw/" },
      { baseUrl: "https://example.com/gw" },
    ],
    ["a database with its secrets", SERVED, { databaseUrl: DATABASE_URL, adminToken: ADMIN_TOKEN }],
    [
      "the long name of Postgres",
      { ...SERVED, DATABASE_URL: "postgresql://db/x" },
      { databaseUrl: "postgresql://db/x" },
    ],
    ...[
      "postgres://ada:a%40b%23c@db.example.com:5432/gateway?sslmode=require",
      "postgres://db.example.com:5432/gateway?application_name=a@b",
      "postgres://[::1]:5432/gateway?user=ada@example.com",
      "postgres://ada:pw@db.example.com/gateway?application_name=a@b&sslmode=require",
      "postgres://ada:pw@pg1:5432,pg2:5432/a%40b",
      "postgres://ada:pw@db.example.com?user=ada@example.com",
    ].map((url): [string, Environment, object] => [url, { ...SERVED, DATABASE_URL: url }, { databaseUrl: url }]),
    ["relaxed durability", { DURABILITY: "relaxed" }, { durability: "relaxed" }],
    ["a data folder", { DATA_DIR: "./elsewhere" }, { dataDir: resolve("./elsewhere") }],
    ["a plugins folder", { GATEWAY_PLUGINS_DIR: "./mine" }, { pluginsDir: resolve("./mine") }],
    ["a log level", { LOG_LEVEL: "silent" }, { logLevel: "silent" }],
    ["spaces around a value", { PORT: " 81 ", LOG_LEVEL: " warn " }, { port: 81, logLevel: "warn" }],
    ["a bound on accounts", { MAX_ACCOUNTS_PER_PARTNER: "50" }, { maxAccountsPerPartner: 50 }],
    ["no bound on accounts", { MAX_ACCOUNTS_PER_PARTNER: "0" }, { maxAccountsPerPartner: Number.POSITIVE_INFINITY }],
    ["a demand for redirect origins", { GATEWAY_REQUIRE_REDIRECT_ORIGINS: "true" }, { requireRedirectOrigins: true }],
    ["a demand for plugins that load", { GATEWAY_STRICT_PLUGINS: "true" }, { hasStrictPlugins: true }],
    ["a time to drain", { DRAIN_SECONDS: "0.25" }, { drainMs: 250 }],
    ["the longest time to drain", { DRAIN_SECONDS: "20" }, { drainMs: 20_000 }],
    ["none of it, on a public address", { HOST: "0.0.0.0" }, { drainMs: 5_000 }],
    ["none of it, in production", { GATEWAY_ENV: "production" }, { drainMs: 5_000 }],
    ["webhooks to private addresses", { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true" }, { webhooksAllowPrivate: true }],
    ["a file of activity", { ACTIVITY_LOG_FILE: "/var/log/a.jsonl" }, { activityFile: "/var/log/a.jsonl" }],
    ["its bound", { ACTIVITY_LOG_MAX_MB: "2" }, { activityFileMaxBytes: 2_097_152 }],
    [
      "activity at the collector",
      { ACTIVITY_LOG_OTLP: "true", OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" },
      { hasActivityOtlp: true },
    ],
    ["minutes of approvals", { GATEWAY_APPROVAL_MINUTES: "10" }, { approvalWaitMs: 600_000 }],
    ["days of evidence", { GATEWAY_EVIDENCE_DAYS: "30" }, { evidenceDays: 30 }],
    ["months of the usage log", { GATEWAY_USAGE_MONTHS: "25" }, { usageMonths: 25 }],
    ["days of deliveries alone", { GATEWAY_DELIVERY_DAYS: "30" }, { deliveryDays: 30, inboundWebhookDays: 30 }],
    ["days of inbound webhooks", { GATEWAY_INBOUND_WEBHOOK_DAYS: "3" }, { deliveryDays: 7, inboundWebhookDays: 3 }],
    [
      "days of both",
      { GATEWAY_DELIVERY_DAYS: "30", GATEWAY_INBOUND_WEBHOOK_DAYS: "3" },
      { deliveryDays: 30, inboundWebhookDays: 3 },
    ],
    ["none of it", { GATEWAY_REQUIRE_REDIRECT_ORIGINS: "false" }, { requireRedirectOrigins: false }],
    ["a value of spaces, which is none", { PORT: "  ", BASE_URL: "", GATEWAY_ENV: " " }, { port: 3000, baseUrl: null }],
  ])("%s is read", (_what, env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  test("a key ring is read, the sealing key first", () => {
    const env = { GATEWAY_SECRET_KEYS: `k2:${Buffer.alloc(32, 2).toString("base64")},${RING}` };
    expect(readConfig(env).keyRing?.map((key) => key.id)).toEqual(["k2", "k1"]);
  });

  test("an address with any password is refused without a word of it, or leads to its own host", () => {
    for (const seed of SEEDS) {
      const { oneOf, listOf } = random(seed);
      const password = listOf(9, () => oneOf([..."x7@#/?&=:%,"])).join("");
      const hosts = oneOf(["db.example.com", "db.example.com:5432", "one:5432,two:5432"]);
      const url = `postgres://ada:${password}@${hosts}${oneOf(["", "/gateway", "/gateway?sslmode=require"])}`;
      const errors = errorsOf({ ...SERVED, DATABASE_URL: url });
      const said = errors.join(" ");
      if (errors.length === 0) expect([seed, databaseAddress(url)?.host]).toEqual([seed, hosts]);
      else
        expect([seed, said]).toEqual([seed, expect.stringMatching(/^DATABASE_URL (?:has a user or password|must be)/)]);
      expect(said).not.toContain("db.example.com");
    }
  });

  test("a placeholder that nothing has replaced in the database's address is named as such", () => {
    for (const part of ["$DB_PASSWORD", "${DB_PASSWORD}", "${DB_PASSWORD:-x}", "<password>", "<your-password>"])
      for (const url of [
        `postgres://ada:${part}@db/gateway`,
        `postgres://${part}:x@db/gateway`,
        `postgres://a:b@${part}/x`,
      ])
        expect(errorsOf({ ...SERVED, DATABASE_URL: url })).toEqual([
          expect.stringMatching(/^DATABASE_URL has a user or password, or another part, that is a placeholder/),
        ]);
    for (const password of ["$a", "p$DB", "%24DB_PASSWORD", "$9A", "x<Qz>9"])
      expect(errorsOf({ ...SERVED, DATABASE_URL: `postgres://ada:${password}@db/gateway` })).toEqual([]);
  });

  const PORT = "PORT must be a number from 0 to 65535.";
  const DRAIN = "DRAIN_SECONDS must be a number from 0 to 20.";
  const BASE_URL = "BASE_URL must be a URL that starts with http:// or https://.";
  const BARE_URL = "BASE_URL must have no credentials, no query and no fragment.";
  const DATABASE =
    "DATABASE_URL must be a URL that starts with postgres:// or postgresql://, with commas between several hosts (h1:5432,h2:5432).";
  const TOKEN = "GATEWAY_ADMIN_TOKEN must be 16 to 256 visible ASCII characters, or off.";
  test.each<[env: Environment, sentence: string]>([
    [{ PORT: "65536" }, PORT],
    [{ ADMIN_PORT: "3000" }, "ADMIN_PORT must be different from PORT."],
    [{ ADMIN_PORT: "x" }, "ADMIN_PORT must be a number from 0 to 65535."],
    ...[
      "0",
      "11",
      "true",
      "proxy.example.com",
      "10.0.0.0/33",
      "::1/129",
      "10.0.0.0/8/8",
      "1.2.3",
      "toString",
      "a,1",
    ].map((text): [Environment, string] => [
      { TRUST_PROXY: text },
      "TRUST_PROXY must be the number of proxies, from 1 to 10, or a list of addresses, networks (10.0.0.0/8) and names (loopback, linklocal, uniquelocal).",
    ]),
    [{ PORT: "-1" }, PORT],
    [{ PORT: "80.5" }, PORT],
    [{ PORT: "0x50" }, PORT],
    [{ PORT: "http" }, PORT],
    [{ BASE_URL: "gw.example.com" }, BASE_URL],
    [{ BASE_URL: "ftp://gw.example.com" }, BASE_URL],
    [{ BASE_URL: "javascript:alert(1)" }, BASE_URL],
    [{ BASE_URL: "https://ada:pw@gw.example.com" }, BARE_URL],
    [{ BASE_URL: "https://gw.example.com/?a=1" }, BARE_URL],
    [{ BASE_URL: "https://gw.example.com/#a" }, BARE_URL],
    [{ ...SERVED, DATABASE_URL: "mysql://db/x" }, DATABASE],
    [{ ...SERVED, DATABASE_URL: "db" }, DATABASE],
    [{ ...SERVED, DATABASE_URL: "postgres://db:port/x" }, DATABASE],
    ...[
      ...["a@b", "a#b", "a/b", "a?b", "a%b", "1#b", "1/b", "1?b", "a%FF"],
      ...["p@ss#w&rd", "a@b#c", "p@ss/w", "a@b?c", "a@b?c=d", "a@b?user=c@d", "a@b/c?user=d"],
    ].map((password): [Environment, string] => [
      { ...SERVED, DATABASE_URL: `postgres://ada:${password}@db.example.com/gateway` },
      "DATABASE_URL has a user or password with a character that must be percent-encoded there: @ as %40, # as %23, / as %2F, : as %3A, ? as %3F, % as %25.",
    ]),
    [{ GATEWAY_ENV: "staging" }, "GATEWAY_ENV must be development or production."],
    [{ DURABILITY: "none" }, "DURABILITY must be full or relaxed."],
    ...["-1", "1.5", "many", "1e6", "9999999999"].map((text): [Record<string, string>, string] => [
      { MAX_ACCOUNTS_PER_PARTNER: text },
      "MAX_ACCOUNTS_PER_PARTNER must be a whole number; 0 means no limit.",
    ]),
    [{ GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "1" }, "GATEWAY_WEBHOOKS_ALLOW_PRIVATE must be true or false."],
    ...["0", "601", "x"].map((text): [Environment, string] => [
      { GATEWAY_USAGE_MONTHS: text },
      "GATEWAY_USAGE_MONTHS must be a whole number from 1 to 600.",
    ]),
    ...["0", "366", "-1", "1.5", "week"].map((text): [Environment, string] => [
      { GATEWAY_DELIVERY_DAYS: text },
      "GATEWAY_DELIVERY_DAYS must be a whole number from 1 to 365.",
    ]),
    [{ GATEWAY_REQUIRE_REDIRECT_ORIGINS: "yes" }, "GATEWAY_REQUIRE_REDIRECT_ORIGINS must be true or false."],
    [{ GATEWAY_ENV: "Production" }, "GATEWAY_ENV must be development or production."],
    [{ DRAIN_SECONDS: "21" }, DRAIN],
    [{ DRAIN_SECONDS: "-1" }, DRAIN],
    [{ DRAIN_SECONDS: "5s" }, DRAIN],
    [{ LOG_LEVEL: "verbose" }, "LOG_LEVEL must be one of debug, info, warn, error, silent."],
    [{ GATEWAY_ADMIN_TOKEN: "short" }, TOKEN],
    [{ ACTIVITY_LOG_MAX_MB: "0" }, "ACTIVITY_LOG_MAX_MB must be a whole number of megabytes, 1 or more."],
    [{ ACTIVITY_LOG_OTLP: "on" }, "ACTIVITY_LOG_OTLP must be true or false."],
    [
      { ACTIVITY_LOG_OTLP: "true" },
      "ACTIVITY_LOG_OTLP needs a collector: set OTEL_EXPORTER_OTLP_ENDPOINT, or remove it.",
    ],
    ...["9", "10081", "1h"].map((text): [Environment, string] => [
      { GATEWAY_APPROVAL_MINUTES: text },
      "GATEWAY_APPROVAL_MINUTES must be a whole number from 10 to 10080, which is seven days.",
    ]),
    [{ GATEWAY_EVIDENCE_DAYS: "31" }, "GATEWAY_EVIDENCE_DAYS must be a whole number from 1 to 30."],
    [{ GATEWAY_AUDIT_DAYS: "0" }, "GATEWAY_AUDIT_DAYS must be a whole number from 1 to 3650."],
    [{ GATEWAY_AUDIT_DAYS: "3651" }, "GATEWAY_AUDIT_DAYS must be a whole number from 1 to 3650."],
    [{ GATEWAY_ADMIN_TOKEN: "with spaces in between" }, TOKEN],
    [{ GATEWAY_ADMIN_TOKEN: "ü".repeat(20) }, TOKEN],
    [{ GATEWAY_ADMIN_TOKEN: "x".repeat(257) }, TOKEN],
    [{ GATEWAY_SECRET_KEYS: "k1:c2hvcnQ=" }, 'GATEWAY_SECRET_KEYS key "k1" must be 32 bytes in base64; it has 5.'],
    [{ ...SERVED, GATEWAY_ADMIN_TOKEN: "" }, "GATEWAY_ADMIN_TOKEN is required with DATABASE_URL."],
  ])("%j is refused", (env, sentence) => {
    expect(errorsOf(env)).toEqual([sentence]);
  });

  test("S-53: Postgres with a missing or invalid key ring is refused", () => {
    const { GATEWAY_SECRET_KEYS: _ring, ...without } = SERVED;
    expect(errorsOf(without)).toEqual([
      "GATEWAY_SECRET_KEYS is required with DATABASE_URL: id:base64 of 32 random bytes.",
    ]);
    expect(errorsOf({ ...SERVED, GATEWAY_SECRET_KEYS: "k1" })).toHaveLength(1);
  });

  test("all invalid values are reported at once", () => {
    const env = {
      PORT: "x",
      BASE_URL: "x",
      DATABASE_URL: "x",
      GATEWAY_ENV: "x",
      LOG_LEVEL: "x",
      DRAIN_SECONDS: "x",
      GATEWAY_SECRET_KEYS: "x",
      GATEWAY_ADMIN_TOKEN: "x",
      GATEWAY_PROVIDERS_FILE: "/no/such/file.json",
    };
    const errors = errorsOf(env);
    for (const name of Object.keys(env)) expect(errors.filter((sentence) => sentence.startsWith(name))).toHaveLength(1);
    expect(errors).toHaveLength(Object.keys(env).length);
  });

  test("S-71: an error does not contain the refused secret", () => {
    const secret = "hunter2hunter2";
    const env = {
      GATEWAY_SECRET_KEYS: `k1:${secret}`,
      GATEWAY_ADMIN_TOKEN: secret,
      DATABASE_URL: `mysql://u:${secret}@db`,
    };
    expect(errorsOf(env).join("\n")).not.toContain(secret);
  });

  test("the configuration is frozen", () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  test.each<[env: Environment, environment: string]>([
    [{}, "development"],
    [{ HOST: "localhost" }, "development"],
    [{ HOST: "0.0.0.0" }, "production"],
    [{ BASE_URL: "http://localhost:3000" }, "development"],
    [{ BASE_URL: "http://127.9.9.9" }, "development"],
    [{ BASE_URL: "http://[::1]:3000" }, "development"],
    [{ BASE_URL: "https://gw.example.com" }, "production"],
    [{ BASE_URL: "https://localhost.example.com" }, "production"],
    [{ BASE_URL: "https://127.0.0.1.example.com" }, "production"],
    [{ BASE_URL: "http://localhost", HOST: "0.0.0.0" }, "development"],
    [{ BASE_URL: "https://gw.example.com", GATEWAY_ENV: "development" }, "development"],
    [{ BASE_URL: "http://localhost", GATEWAY_ENV: "production" }, "production"],
  ])("%j is a gateway in %s", (env, environment) => {
    expect(readConfig(env).environment).toBe(environment as "development");
  });

  test("only names of this machine are loopback", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host)).toBe(true);
    for (const host of [
      "127.0.0.1.example.com",
      "localhost.example.com",
      "10.0.0.1",
      "0.0.0.0",
      "[::2]",
      "xlocalhost",
      "",
    ]) {
      expect(isLoopback(host)).toBe(false);
    }
  });
});

describe("provider settings", () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "gateway-config-"));
    file = join(folder, "providers.json");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const withFile = (content: unknown, env: Environment = {}) => {
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return { GATEWAY_PROVIDERS_FILE: file, ...env };
  };

  test("the environment overrides the file, and names further providers", () => {
    const google = { clientId: "from-file", clientSecret: "file-secret", scopes: ["extra"] };
    const config = readConfig(
      withFile({ google }, { GOOGLE_CLIENT_ID: "from-env", SLACK_CLIENT_ID: "s", SLACK_CLIENT_SECRET: "t" }),
    );
    expect(config.configuredProviders).toEqual(["google"]);
    expect(config.provider("google")).toEqual({ ...google, clientId: "from-env" });
    expect(config.provider("slack")).toEqual({ clientId: "s", clientSecret: "t" });
    expect(config.provider("github")).toEqual({});
    expect(config.provider("constructor")).toEqual({});
  });

  test("a webhook secret and a bot token in the environment override the file's", () => {
    const discord = { webhookSecret: "from-file", botToken: "from-file" };
    const env = {
      DISCORD_WEBHOOK_SECRET: " hook ",
      DISCORD_BOT_TOKEN: "bot",
      GITHUB_WEBHOOK_SECRET: "of-github",
      SLACK_BOT_TOKEN: " ",
    };
    const config = readConfig(withFile({ discord }, env));
    expect(config.provider("discord")).toEqual({ webhookSecret: "hook", botToken: "bot" });
    expect(config.provider("github")).toEqual({ webhookSecret: "of-github" });
    expect(config.provider("slack")).toEqual({});
    expect(readConfig(withFile({ discord })).provider("discord")).toEqual(discord);
  });

  test.each(["webhookSecret", "botToken"])("%s is a text", (name) => {
    for (const value of ["", 5, null, ["x"]]) {
      expect(settingsFileErrors({ [name]: value }, "development")).toEqual([`${name} must be a string.`]);
    }
  });

  test("every setting is read, also base URLs of single services", () => {
    const settings = {
      clientId: "a",
      clientSecret: "b",
      webhookSecret: "c",
      botToken: "d",
      authorizationUrl: "https://idp.example.com/authorize",
      tokenUrl: "https://idp.example.com/token",
      revocationUrl: "https://idp.example.com/revoke",
      identityUrl: "https://idp.example.com/me",
      issuer: "https://idp.example.com",
      baseUrl: { gmail: "https://gmail.example.com", drive: "https://drive.example.com" },
      scopes: ["one", "two"],
    };
    expect(readConfig(withFile({ acme: settings })).provider("acme")).toEqual(settings);
    expect(settingsFileErrors({ ...settings, baseUrl: "https://all.example.com" }, "production")).toEqual([]);
  });

  test.each<[what: string, content: unknown, sentence: string]>([
    ["not JSON", "{", "GATEWAY_PROVIDERS_FILE is not JSON from line 1, column 2: "],
    ["a list", [], "GATEWAY_PROVIDERS_FILE must contain an object with one entry for each provider."],
    ["null", null, "GATEWAY_PROVIDERS_FILE must contain an object with one entry for each provider."],
    ["an entry that is none", { acme: 5 }, "GATEWAY_PROVIDERS_FILE: acme.(entry) must be an object."],
    [
      "an unknown setting",
      { acme: { clientID: "x" } },
      "GATEWAY_PROVIDERS_FILE: acme.clientID is not a setting: did you mean clientId?",
    ],
    ["an empty text", { acme: { clientId: "" } }, "GATEWAY_PROVIDERS_FILE: acme.clientId must be a string."],
    [
      "a number for a text",
      { acme: { clientSecret: 5 } },
      "GATEWAY_PROVIDERS_FILE: acme.clientSecret must be a string.",
    ],
    ["scopes as a text", { acme: { scopes: "a b" } }, "GATEWAY_PROVIDERS_FILE: acme.scopes must be a list of strings."],
    ["scopes of numbers", { acme: { scopes: [1] } }, "GATEWAY_PROVIDERS_FILE: acme.scopes must be a list of strings."],
  ])("a providers file that holds %s is refused", (_what, content, sentence) => {
    const errors = errorsOf(withFile(content));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toStartWith(sentence);
  });

  test("every error of every provider is reported", () => {
    const errors = errorsOf(withFile({ acme: { nope: 1, tokenUrl: "x" }, other: { clientId: 1 } }));
    expect(errors.map((sentence) => sentence.split(" ")[1])).toEqual(["acme.nope", "acme.tokenUrl", "other.clientId"]);
  });

  const OVERRIDES = [
    "authorizationUrl",
    "tokenUrl",
    "revocationUrl",
    "identityUrl",
    "issuer",
    "baseUrl",
    "baseUrl.gmail",
  ];
  const settingErrorsOf = (name: string, url: unknown, environment: string) =>
    settingsFileErrors(name === "baseUrl.gmail" ? { baseUrl: { gmail: url } } : { [name]: url }, environment);

  test.each(OVERRIDES)("S-35: %s is https, or http to this machine in development alone", (name) => {
    for (const url of ["https://idp.example.com", "https://127.0.0.1:9"]) {
      for (const environment of ["development", "production"])
        expect(settingErrorsOf(name, url, environment)).toEqual([]);
    }
    for (const url of ["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"]) {
      expect(settingErrorsOf(name, url, "development")).toEqual([]);
      expect(settingErrorsOf(name, url, "production")).toHaveLength(1);
    }
    for (const url of [
      "http://idp.example.com",
      "http://localhost.example.com",
      "http://localhost@idp.example.com",
      "http://10.0.0.1",
      "http://169.254.169.254",
      "ftp://localhost",
      "javascript:1",
      "idp.example.com",
      "",
      5,
      null,
    ]) {
      expect(settingErrorsOf(name, url, "development")).toEqual([
        `${name} must be an https URL (http only to loopback hosts in development).`,
      ]);
    }
  });

  test("S-35: the same file is refused once BASE_URL puts the gateway in production", () => {
    const content = { acme: { tokenUrl: "http://localhost:4000/token" } };
    expect(errorsOf(withFile(content))).toEqual([]);
    expect(errorsOf(withFile(content, { BASE_URL: "http://localhost:3000" }))).toEqual([]);
    expect(errorsOf(withFile(content, { BASE_URL: "https://gw.example.com" }))).toHaveLength(1);
    expect(errorsOf(withFile(content, { GATEWAY_ENV: "production" }))).toHaveLength(1);
  });
});
