// What doctor says of wrong and of unusual set-ups: exactly the lines that concern them, each with a next step.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createListener } from "node:net";
import { join } from "node:path";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { VERSION } from "../../../src/foundation/version.ts";
import { checkQuarantine } from "../../../src/operations/cli/doctor.ts";
import type { Check } from "../../../src/operations/doctor/check.ts";
import { lockDataDir } from "../../../src/server/data-folder.ts";
import { makeCertificates } from "../../support/certificates.ts";
import { testDatabase } from "../../support/database.ts";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startServer,
  type Variables,
} from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);

const servers: Server[] = [];
/** In force as long as something refers to them. */
const locks: { release(): void }[] = [];
const closing = createListener((socket) => void socket.destroy()).listen(0, "127.0.0.1");
afterAll(async () => {
  closing.close();
  for (const server of servers) server.close();
  for (const lock of locks) lock.release();
  await endProcesses();
});

const file = (text: string, mode = 0o600) => {
  const path = join(newFolder(), "file");
  writeFileSync(path, text, { mode });
  return path;
};
const json = (value: object) => file(JSON.stringify(value));
const serve = async (respond: (path: string) => object = () => ({}), readiness = 200) => {
  const server = createServer((request, response) => {
    if (request.url === "/health/ready") response.statusCode = readiness;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(respond(request.url ?? "")));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return String((server.address() as AddressInfo).port);
};
/** A folder whose server.json names a gateway that is alive, and responds to its operator so. */
const folderServedBy = async (status: number, body: object, code = "") => {
  const server = createServer((request, response) => {
    const isProbe = request.url?.startsWith("/health/") === true;
    response.writeHead(isProbe ? 200 : status, { "content-type": "application/json", "x-error-code": code });
    response.end(JSON.stringify(isProbe ? {} : body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return folderWith(
    "server.json",
    JSON.stringify({ url: `http://127.0.0.1:${port}`, admin_token: "adm_x", pid: process.pid }),
  );
};
const folderWith = (name: string, text: string, mode = 0o600) => {
  const folder = newFolder();
  writeFileSync(join(folder, name), text, { mode });
  return folder;
};
const pluginFolder = () => folderWith("acme.ts", "export default { id: 7 };\n");
/** A plugin lies one folder too deep in it. */
const deepFolder = () => {
  const folder = newFolder();
  mkdirSync(join(folder, "plugins", "acme"), { recursive: true });
  writeFileSync(join(folder, "plugins", "acme", "index.ts"), "export default {};\n");
  return folder;
};
const ring = (id: string, bytes = 32, keyed = id) =>
  `${id}:${Buffer.alloc(bytes, `key of ${keyed}`).toString("base64")}`;
const SECRETS = { GATEWAY_SECRET_KEYS: ring("k1"), GATEWAY_ADMIN_TOKEN: "admin-token-for-tests" };
const CERTIFICATES = makeCertificates();
const BUCKET = {
  GATEWAY_BACKUP_S3_ENDPOINT: "https://s3.example.com",
  GATEWAY_BACKUP_S3_ACCESS_KEY: "key",
  GATEWAY_BACKUP_S3_SECRET_KEY: "secret",
};
const PUBLIC = { BASE_URL: "https://gateway.example.com", TRUST_PROXY: "loopback" };

/** Depend on the machine that tests run on. */
const OF_MACHINE = ["disk", "memory", "open files"];
const stateOf = ({ ok, warning }: Check) => (!ok ? "FAIL" : warning ? "warning" : "ok");
const troublesOf = (checks: readonly Check[]) =>
  checks.filter(({ check, ok, warning }) => (!ok || warning) && !OF_MACHINE.includes(check));

async function doctor(env: Variables): Promise<{ code: number | null; checks: Check[] }> {
  const { code, json: result } = await runJson(["doctor"], {
    GITHUB_CLIENT_ID: "id",
    GITHUB_CLIENT_SECRET: "secret",
    DATA_DIR: newDataDir(),
    ...env,
  });
  return { code, checks: result.checks };
}

/** `FAIL` or `warning`, the line's name, and what its message must contain; of a failure also the step that mends this cause. */
type Line =
  | readonly [state: "FAIL", check: string, message: RegExp, next: RegExp]
  | readonly [state: "warning", check: string, message: RegExp];
type Case = readonly [name: string, env: () => Variables | Promise<Variables>, ...lines: Line[]];

const CASES: readonly Case[] = [
  ["nothing wrong", () => ({})],
  ["a public gateway behind a proxy on this machine", () => PUBLIC],
  [
    "a port that is no number",
    () => ({ PORT: "http" }),
    ["FAIL", "configuration", /^PORT must be a number/, /^correct PORT: docs\/operate\/settings\.md$/],
  ],
  [
    "a taken port",
    async () => ({ PORT: await serve() }),
    [
      "FAIL",
      "port",
      /is taken; set PORT/,
      /^stop the other program, which ss --listening --tcp --processes names, or set PORT$/,
    ],
  ],
  [
    "a gateway of another data folder at the port",
    async () => ({ PORT: await serve(() => ({ status: "live" })) }),
    ["FAIL", "port", /is taken; .* A gateway answers there\.$/, /^run doctor with DATA_DIR and the other variables/],
  ],
  [
    "a gateway that is starting on the folder",
    async () => {
      const dataDir = await migratedDataDir();
      locks.push(lockDataDir(dataDir, platform));
      return { DATA_DIR: dataDir, ADMIN_PORT: await serve(() => ({ status: "starting" })) };
    },
    ["warning", "admin port", /A gateway that is starting has it\.$/],
    ["warning", "backups", /gateway backup/],
    ["warning", "database", /^in use by a gateway that is starting$/],
  ],
  [
    "a command on the folder",
    async () => {
      const dataDir = await migratedDataDir();
      locks.push(lockDataDir(dataDir, platform));
      return { DATA_DIR: dataDir };
    },
    ["warning", "backups", /gateway backup/],
    [
      "FAIL",
      "database",
      /it may be a gateway that is starting or stopping, or a command/,
      /^run doctor again in a minute/,
    ],
  ],
  [
    "a taken admin port",
    async () => ({ ADMIN_PORT: await serve() }),
    [
      "FAIL",
      "admin port",
      /is taken; set ADMIN_PORT/,
      /^stop the other program, which ss --listening --tcp --processes names, or set ADMIN_PORT$/,
    ],
  ],
  [
    "one port for both listeners",
    () => ({ PORT: "3100", ADMIN_PORT: "3100" }),
    ["FAIL", "configuration", /^ADMIN_PORT must be different/, /^correct ADMIN_PORT: docs\/operate\/settings\.md$/],
  ],
  [
    "an address of another machine",
    () => ({ ...PUBLIC, HOST: "192.0.2.1", PORT: "3100", ADMIN_PORT: "0" }),
    [
      "FAIL",
      "port",
      /cannot listen at 192\.0\.2\.1, port 3100 \(EADDRNOTAVAIL\); set HOST or PORT/,
      /^set HOST to an address that this machine has, such as 127\.0\.0\.1 or 0\.0\.0\.0$/,
    ],
  ],
  [
    "every address, and no public one",
    () => ({ HOST: "0.0.0.0" }),
    ["warning", "admin listener", /set ADMIN_PORT/],
    ["warning", "base_url_missing", /set it to the public https address/],
  ],
  [
    "an admin API for every address",
    () => ({ ADMIN_PORT: "0", ADMIN_HOST: "0.0.0.0" }),
    ["warning", "admin listener", /only operators can reach/],
  ],
  [
    "a base URL without a scheme",
    () => ({ BASE_URL: "gateway.example.com" }),
    ["FAIL", "configuration", /^BASE_URL must be a URL/, /^correct BASE_URL: docs\/operate\/settings\.md$/],
  ],
  [
    "a base URL with the path of the API",
    () => ({ ...PUBLIC, BASE_URL: "https://gateway.example.com/api/v1" }),
    ["FAIL", "configuration", /^BASE_URL must end before \/api\/v1/, /^correct BASE_URL: docs\/operate\/settings\.md$/],
  ],
  [
    "a base URL with another path",
    () => ({ ...PUBLIC, BASE_URL: "https://example.com/gateway" }),
    ["warning", "base_url_has_path", /the callback is https:\/\/example\.com\/gateway\/api\/v1\/connect\/callback/],
  ],
  [
    "a base URL without TLS",
    () => ({ BASE_URL: "http://gateway.example.com" }),
    ["warning", "base_url_not_https", /set the https address/],
  ],
  ["no proxy named", () => ({ BASE_URL: PUBLIC.BASE_URL }), ["warning", "proxies", /TRUST_PROXY is not set/]],
  ["everybody as a proxy", () => ({ TRUST_PROXY: "0.0.0.0/0" }), ["warning", "proxies", /list only the proxies/]],
  [
    "a proxy that is none",
    () => ({ TRUST_PROXY: "nginx" }),
    ["FAIL", "configuration", /^TRUST_PROXY must be/, /^correct TRUST_PROXY: docs\/operate\/proxy\.md$/],
  ],
  [
    "a short key",
    () => ({ GATEWAY_SECRET_KEYS: ring("k1", 16) }),
    ["FAIL", "configuration", /^GATEWAY_SECRET_KEYS/, /^correct GATEWAY_SECRET_KEYS: docs\/operate\/secrets\.md$/],
  ],
  [
    "a key id twice",
    () => ({ GATEWAY_SECRET_KEYS: `${ring("k1")},${ring("k1")}` }),
    ["FAIL", "configuration", /^GATEWAY_SECRET_KEYS/, /^correct GATEWAY_SECRET_KEYS: docs\/operate\/secrets\.md$/],
  ],
  [
    "a short admin token",
    () => ({ GATEWAY_ADMIN_TOKEN: "short" }),
    ["FAIL", "configuration", /^GATEWAY_ADMIN_TOKEN/, /^correct GATEWAY_ADMIN_TOKEN: docs\/operate\/settings\.md$/],
  ],
  [
    "Postgres without secrets",
    () => ({ DATABASE_URL: "postgres://127.0.0.1:1/gateway" }),
    [
      "FAIL",
      "configuration",
      /^GATEWAY_SECRET_KEYS is required/,
      /^set GATEWAY_SECRET_KEYS: docs\/operate\/secrets\.md$/,
    ],
    [
      "FAIL",
      "configuration",
      /^GATEWAY_ADMIN_TOKEN is required/,
      /^set GATEWAY_ADMIN_TOKEN: docs\/operate\/settings\.md$/,
    ],
  ],
  [
    "a Postgres that is not there",
    () => ({ ...SECRETS, DATABASE_URL: "postgres://127.0.0.1:1/gateway" }),
    [
      "FAIL",
      "database",
      /^The database at 127\.0\.0\.1:1 cannot be used/,
      /^start the server, or correct host and port in DATABASE_URL; docs\/operate\/incidents\.md has causes under Postgres is away$/,
    ],
  ],
  [
    "a Postgres behind a proxy that closes what it takes",
    () => ({ ...SECRETS, DATABASE_URL: `postgres://127.0.0.1:${(closing.address() as AddressInfo).port}/gateway` }),
    [
      "FAIL",
      "database",
      /cannot be used: it did not respond within 10 seconds/,
      /^start the server behind this address, and check the network from here to it; docs\/operate\/incidents\.md has causes under Postgres is away$/,
    ],
  ],
  [
    "several hosts of a Postgres, none of which is there",
    () => ({ ...SECRETS, DATABASE_URL: "postgres://127.0.0.1:1,127.0.0.1:2/gateway" }),
    [
      "FAIL",
      "database",
      /^The database at 127\.0\.0\.1:1,127\.0\.0\.1:2 cannot be used: none of its hosts responded as a primary/,
      /^start the primary, or promote a standby, and check the network from here to each host; /,
    ],
  ],
  [
    "a Postgres whose name leads nowhere",
    () => ({ ...SECRETS, DATABASE_URL: "postgres://nowhere.invalid/gateway" }),
    [
      "FAIL",
      "database",
      /^The database at nowhere\.invalid cannot be used: the name of its host leads nowhere/,
      /^correct the host in DATABASE_URL, or this machine's DNS; docs\/operate\/incidents\.md has causes under Postgres is away$/,
    ],
  ],
  [
    "a password with characters of a URL",
    () => ({ ...SECRETS, DATABASE_URL: "postgres://ada:pa@ss@127.0.0.1/gateway" }),
    [
      "FAIL",
      "configuration",
      /^DATABASE_URL has a user or password .* percent-encoded there: @ as %40/,
      /^correct DATABASE_URL: docs\/operate\/database\.md$/,
    ],
  ],
  [
    "a key of the providers file in another case",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ github: { clientID: "id" } }) }),
    [
      "FAIL",
      "configuration",
      /github\.clientID is not a setting: did you mean clientId\?/,
      /^correct the file of GATEWAY_PROVIDERS_FILE: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "another kind of database",
    () => ({ ...SECRETS, DATABASE_URL: "mysql://127.0.0.1/gateway" }),
    [
      "FAIL",
      "configuration",
      /^DATABASE_URL must be a URL that starts with postgres/,
      /^correct DATABASE_URL: docs\/operate\/database\.md$/,
    ],
  ],
  [
    "a providers file that is no JSON",
    () => ({ GATEWAY_PROVIDERS_FILE: file("{") }),
    [
      "FAIL",
      "configuration",
      /is not JSON from line 1, column 2: /,
      /^correct the file of GATEWAY_PROVIDERS_FILE: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "a providers file that is not there",
    () => ({ GATEWAY_PROVIDERS_FILE: newDataDir() }),
    [
      "FAIL",
      "configuration",
      /cannot be read/,
      /^let GATEWAY_PROVIDERS_FILE name a file that the gateway's user can read: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "a provider's URL without TLS",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ github: { tokenUrl: "http://github.example/token" } }) }),
    [
      "FAIL",
      "configuration",
      /github\.tokenUrl must be an https URL/,
      /^correct the file of GATEWAY_PROVIDERS_FILE: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "a base URL of a name that the plugin has not",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ slack: { baseUrl: { files: "https://slack.example" } } }) }),
    [
      "FAIL",
      "provider slack",
      /baseUrl\.files is not one of default, content/,
      /^correct its settings: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "one base URL where the plugin has two",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ slack: { baseUrl: "https://slack.example" } }) }),
    ["warning", "base_url_incomplete", /write an object with default, content/],
  ],
  [
    "a provider that no plugin has",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ acme: { clientId: "id" } }) }),
    ["warning", "provider_settings_unused", /no plugin has this id/],
  ],
  [
    "a setting that the plugin has not",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ github: { settings: { colour: "red" } } }) }),
    [
      "FAIL",
      "provider github",
      /settings\.colour is not a setting of its plugin/,
      /^correct its settings: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "half an OAuth app",
    () => ({ SLACK_CLIENT_ID: "id" }),
    ["FAIL", "provider slack", /set SLACK_CLIENT_SECRET too/, /^set SLACK_CLIENT_SECRET$/],
  ],
  [
    "no OAuth app at all",
    () => ({ GITHUB_CLIENT_ID: "", GITHUB_CLIENT_SECRET: "" }),
    ["warning", "no_provider", /providers with API keys need none/],
  ],
  [
    "a way of events that there is not",
    () => ({ SLACK_EVENTS: "pigeon" }),
    ["FAIL", "provider slack", /^SLACK_EVENTS must be one of/, /^correct its settings: docs\/operate\/providers\.md$/],
  ],
  [
    "hosts where the plugin has none",
    () => ({ SLACK_HOSTS: "slack.example.com" }),
    [
      "FAIL",
      "provider slack",
      /does not support self-hosted instances/,
      /^correct its settings: docs\/operate\/providers\.md$/,
    ],
  ],
  [
    "a mistyped variable",
    () => ({ GATEWAY_ADMIN_TOKN: "x" }),
    ["warning", "variable_mistyped", /did you mean GATEWAY_ADMIN_TOKEN/],
  ],
  [
    "an unknown variable",
    () => ({ GATEWAY_COLOUR: "red" }),
    ["warning", "variable_unknown", /remove it, or correct its name/],
  ],
  [
    "a data folder that cannot be made",
    () => ({ DATA_DIR: join(file(""), "data") }),
    [
      "FAIL",
      "data folder",
      /must be writable/,
      /^set DATA_DIR to a folder that the gateway's user can write, as the line says$/,
    ],
  ],
  [
    "a data folder that is a file",
    () => ({ DATA_DIR: file("") }),
    [
      "FAIL",
      "data folder",
      /a file is there: set DATA_DIR/,
      /^set DATA_DIR to a folder that the gateway's user can write, as the line says$/,
    ],
  ],
  [
    "secrets that are no JSON",
    () => ({ DATA_DIR: folderWith("secrets.json", "{") }),
    [
      "FAIL",
      "secrets.json",
      /cannot be read as secrets \(not JSON from line 1, column 2\)/,
      /^put your own copy of the file at \S+secrets\.json, with mode 600; a backup has it only if it was made with --with-secrets$/,
    ],
    ["warning", "database", /^secrets\.json is in .*, and its database is not/],
  ],
  [
    "secrets that others can read",
    () => ({
      DATA_DIR: folderWith("secrets.json", JSON.stringify({ secret_keys: ring("k1"), admin_token: "x" }), 0o644),
    }),
    ["FAIL", "secrets.json", /chmod 600/, /^run chmod 600 \S+secrets\.json$/],
    ["warning", "database", /^secrets\.json is in .*, and its database is not/],
  ],
  [
    "a bucket for backups of which settings are missing",
    () => ({ GATEWAY_BACKUP_S3_ENDPOINT: "https://s3.example.com", GATEWAY_BACKUP_S3_BUCKET: "backups" }),
    [
      "FAIL",
      "configuration",
      /^GATEWAY_BACKUP_S3_ACCESS_KEY, GATEWAY_BACKUP_S3_SECRET_KEY must be set too/,
      /^set all that the line names: docs\/operate\/backups\.md$/,
    ],
  ],
  [
    "a folder for backups and a bucket",
    () => ({
      GATEWAY_BACKUP_DIR: newFolder(),
      GATEWAY_BACKUP_S3_BUCKET: "backups",
      GATEWAY_BACKUP_S3_ACCESS_KEY: "key",
      GATEWAY_BACKUP_S3_SECRET_KEY: "secret",
    }),
    [
      "FAIL",
      "configuration",
      /^GATEWAY_BACKUP_DIR and GATEWAY_BACKUP_S3_… exclude each other/,
      /^remove the settings of one of the two: docs\/operate\/backups\.md$/,
    ],
  ],
  [
    "a backup folder that is missing",
    () => ({ GATEWAY_BACKUP_DIR: join(newDataDir(), "backups") }),
    [
      "FAIL",
      "backup folder",
      /of GATEWAY_BACKUP_DIR is missing: create or mount it/,
      /^let GATEWAY_BACKUP_DIR name a folder that is there, or mounted, and that the gateway's user can write$/,
    ],
  ],
  [
    "a backup folder that is a file",
    () => ({ GATEWAY_BACKUP_DIR: file("") }),
    [
      "FAIL",
      "backup folder",
      /is a file: set it to a folder/,
      /^let GATEWAY_BACKUP_DIR name a folder that is there, or mounted, and that the gateway's user can write$/,
    ],
  ],
  [
    "a log file without a folder",
    () => ({ LOG_FILE: join(newDataDir(), "log") }),
    [
      "FAIL",
      "log file",
      /its folder does not exist/,
      /^set LOG_FILE to a file in a folder that the gateway's user can write, as the line says$/,
    ],
  ],
  [
    "rotation without a log file",
    () => ({ LOG_FILE_KEEP: "3" }),
    ["FAIL", "configuration", /^LOG_FILE_KEEP needs LOG_FILE/, /^correct LOG_FILE_KEEP: docs\/operate\/settings\.md$/],
  ],
  [
    "a certificate without its key",
    () => ({ TLS_CERT_FILE: file("x") }),
    [
      "FAIL",
      "configuration",
      /must be set together/,
      /^set all that the line names, or none of them: docs\/operate\/settings\.md$/,
    ],
  ],
  [
    "a certificate that is none",
    () => ({ TLS_CERT_FILE: file("x"), TLS_KEY_FILE: file("x") }),
    [
      "FAIL",
      "certificate",
      /^TLS_CERT_FILE/,
      /^set TLS_CERT_FILE to the file that starts with the server's own certificate/,
    ],
  ],
  [
    "a public gateway with a base URL that is none",
    () => ({ HOST: "0.0.0.0", BASE_URL: "gateway.example.com" }),
    ["FAIL", "configuration", /^BASE_URL must be a URL/, /^correct BASE_URL/],
  ],
  [
    "a plugin folder that is a file",
    () => ({ GATEWAY_PLUGINS_DIR: file("") }),
    [
      "FAIL",
      "plugins",
      /is not a folder/,
      /^set GATEWAY_PLUGINS_DIR to the folder of your plugins, or remove it where you have none$/,
    ],
  ],
  [
    "a plugin's own folder in place of the one above it",
    () => ({ GATEWAY_PLUGINS_DIR: folderWith("index.ts", "export default {};\n") }),
    [
      "FAIL",
      "plugins",
      /is a plugin's own folder: .* has an index\.ts/,
      /^set it to .*, the folder that holds a folder/,
    ],
  ],
  [
    "a mail server without a sender",
    () => ({ SMTP_URL: "smtp://127.0.0.1:1" }),
    [
      "FAIL",
      "configuration",
      /MAIL_FROM/,
      /^set all that the line names, or none of them: docs\/operate\/settings\.md$/,
    ],
  ],
  [
    "a mail server that is not there",
    () => ({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "gateway@example.com" }),
    [
      "FAIL",
      "mail",
      /check SMTP_URL/,
      /^correct SMTP_URL and restart, or start the mail server; gateway mail test ADDRESS/,
    ],
  ],
  [
    "a collector that is not there",
    () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" }),
    ["warning", "telemetry", /does not respond/],
  ],
  [
    "an issuer without a client",
    () => ({ OIDC_ISSUER: "https://id.example.com" }),
    [
      "FAIL",
      "configuration",
      /OIDC_CLIENT_ID/,
      /^set all that the line names, or none of them: docs\/operate\/settings\.md$/,
    ],
  ],
  [
    "an activity log without a folder",
    () => ({ ACTIVITY_LOG_FILE: join(newDataDir(), "calls") }),
    [
      "FAIL",
      "activity log",
      /^ACTIVITY_LOG_FILE \S+ cannot be written \(ENOENT\): its folder does not exist/,
      /^set ACTIVITY_LOG_FILE to a file in a folder that the gateway's user can write/,
    ],
  ],
  [
    "a log file that is a folder",
    () => ({ LOG_FILE: newFolder() }),
    ["FAIL", "log file", /a folder is there: set LOG_FILE to a file/, /^set LOG_FILE to a file/],
  ],
  [
    "one file for both logs",
    () => {
      const both = join(newFolder(), "log");
      return { LOG_FILE: both, ACTIVITY_LOG_FILE: both };
    },
    ["warning", "log_files_same", /one file/],
  ],
  ...[() => newFolder(), () => folderWith("readme.md", ""), deepFolder].map(
    (folder, i): Case => [
      `a plugin folder without a plugin (${i})`,
      () => ({ GATEWAY_PLUGINS_DIR: folder() }),
      ["warning", "plugins_none", /has no plugin: one is <name>\.ts or <name>\/index\.ts directly in this folder/],
    ],
  ),
  [
    "a plugin folder without a plugin, where plugins are strict",
    () => ({ GATEWAY_PLUGINS_DIR: newFolder(), GATEWAY_STRICT_PLUGINS: "true" }),
    ["FAIL", "plugins", /has no plugin/, /^put a plugin into the folder, or correct GATEWAY_PLUGINS_DIR/],
  ],
  [
    "one base URL where the plugin has several without a default",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ google: { baseUrl: "https://google.example" } }) }),
    [
      "FAIL",
      "provider google",
      /must be an object with gmail, calendar, drive, profile, docs\.$/,
      /^correct its settings/,
    ],
  ],
  [
    "a way of events that there is not, in the providers file",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ slack: { events: "pigeon" } }) }),
    ["FAIL", "provider slack", /^GATEWAY_PROVIDERS_FILE: slack\.events must be one of/, /^correct its settings/],
  ],
  [
    "hosts where the plugin has none, in the providers file",
    () => ({ GATEWAY_PROVIDERS_FILE: json({ slack: { hosts: ["slack.example.com"] } }) }),
    ["FAIL", "provider slack", /^GATEWAY_PROVIDERS_FILE: slack\.hosts is set/, /^correct its settings/],
  ],
  [
    "a TLS key that is missing",
    () => ({ TLS_CERT_FILE: file(CERTIFICATES.right.cert), TLS_KEY_FILE: newDataDir() }),
    ["FAIL", "certificate", /^TLS_KEY_FILE \S+ does not exist/, /^set TLS_KEY_FILE to the path of the file$/],
  ],
  [
    "a TLS key that is encrypted",
    () => ({
      TLS_CERT_FILE: file(CERTIFICATES.right.cert),
      TLS_KEY_FILE: file("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"),
    }),
    [
      "FAIL",
      "certificate",
      /is encrypted/,
      /^write it without one \(openssl pkey .*, and set TLS_KEY_FILE to that file$/,
    ],
  ],
  [
    "the key of another certificate",
    () => ({ TLS_CERT_FILE: file(CERTIFICATES.right.cert), TLS_KEY_FILE: file(CERTIFICATES.other.key) }),
    ["FAIL", "certificate", /does not match/, /^set TLS_KEY_FILE to the key for which that certificate was made/],
  ],
  ...(
    [
      ["a port too high", "postgres://127.0.0.1:99999/gateway", /^DATABASE_URL has a port above 65535/],
      ["a socket", "postgres://%2Frun%2Fpostgresql/gateway", /^DATABASE_URL names a Unix socket/],
      ["its host as a parameter", "postgres://gateway/gateway?host=/run", /^DATABASE_URL has the parameter host/],
      ["an sslmode that there is not", "postgres://127.0.0.1/gateway?sslmode=yes", /^DATABASE_URL has an sslmode that/],
      ["any server as its target", "postgres://127.0.0.1/gateway?target_session_attrs=any", /target_session_attrs/],
      ["a slash at its end", "postgres://127.0.0.1/gateway/", /^DATABASE_URL has a slash after the name/],
    ] as const
  ).map(
    ([what, url, said]): Case => [
      `an address of a Postgres with ${what}`,
      () => ({ ...SECRETS, DATABASE_URL: url }),
      ["FAIL", "configuration", said, /^correct DATABASE_URL: docs\/operate\/database\.md$/],
    ],
  ),
  [
    "a web server in place of a Postgres",
    async () => ({ ...SECRETS, DATABASE_URL: `postgres://127.0.0.1:${await serve()}/gateway` }),
    [
      "FAIL",
      "database",
      /cannot be used: what responds there is no Postgres: .* \(NOT_POSTGRES\)\.$/,
      /^set host and port in DATABASE_URL to those of the Postgres server/,
    ],
  ],
  [
    "a key of one repeated byte",
    () => ({ ...SECRETS, GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32).toString("base64")}` }),
    ["warning", "secret_keys_weak", /key "k1" is one byte repeated/],
  ],
  [
    "one key under two ids",
    () => ({ ...SECRETS, GATEWAY_SECRET_KEYS: `${ring("k2")},${ring("k1", 32, "k2")}` }),
    ["warning", "secret_keys_weak", /key "k1" is the same as "k2"/],
  ],
  ...(
    [
      ["TLS_CERT", "TLS_CERT_FILE"],
      ["ADMIN_TOKEN", "GATEWAY_ADMIN_TOKEN"],
      ["GATEWAY_BASE_URL", "BASE_URL"],
      ["GATEWAY_LOG_LEVEL", "LOG_LEVEL"],
      ["SMTP_FROM", "MAIL_FROM"],
    ] as const
  ).map(
    ([wrong, right]): Case => [
      `a variable ${wrong}`,
      () => ({ [wrong]: "x" }),
      ["warning", "variable_mistyped", new RegExp(`^${wrong} is not a setting; did you mean ${right}\\?$`)],
    ],
  ),
  [
    "this machine's own address, for everybody",
    () => ({ HOST: "0.0.0.0", ADMIN_PORT: "0", BASE_URL: "http://localhost:3000" }),
    ["warning", "base_url_local", /only browsers on this machine can connect/],
  ],
  [
    "this machine's own address, in production",
    () => ({ GATEWAY_ENV: "production", BASE_URL: "https://127.0.0.1", TRUST_PROXY: "loopback" }),
    ["warning", "base_url_local", /only browsers on this machine can connect/],
  ],
  [
    "an address of a private network",
    () => ({ ...PUBLIC, BASE_URL: "https://192.168.1.2" }),
    ["warning", "base_url_private", /providers deliver no events/],
  ],
  [
    "an address of a private network whose operator knows",
    () => ({ ...PUBLIC, BASE_URL: "https://192.168.1.2", GATEWAY_PUBLIC_WEBHOOKS: "off" }),
  ],
  [
    "a base URL with a comma behind it",
    () => ({ ...PUBLIC, BASE_URL: "https://gateway.example.com," }),
    ["FAIL", "configuration", /^BASE_URL must have a host of letters/, /^correct BASE_URL/],
  ],
  [
    "backups in the data folder",
    () => {
      const folder = newFolder();
      return { DATA_DIR: folder, GATEWAY_BACKUP_DIR: folder };
    },
    ["warning", "backup_beside_data", /takes its backups along/],
  ],
  [
    "a bucket's name with capital letters",
    () => ({ ...BUCKET, GATEWAY_BACKUP_S3_BUCKET: "Backups" }),
    [
      "FAIL",
      "configuration",
      /^GATEWAY_BACKUP_S3_BUCKET .* 3 to 63 lower-case letters/,
      /^correct GATEWAY_BACKUP_S3_BUCKET/,
    ],
  ],
  ...(
    [
      [{ GATEWAY_BACKUP_EVERY: "1h" }, /^GATEWAY_BACKUP_EVERY has no effect without GATEWAY_BACKUP_DIR or/],
      [{ OIDC_ROLES: "admins=owner" }, /^OIDC_ROLES has no effect without OIDC_ISSUER/],
      [{ ADMIN_HOST: "::1" }, /^ADMIN_HOST has no effect without ADMIN_PORT/],
      [{ ACTIVITY_LOG_MAX_MB: "1" }, /^ACTIVITY_LOG_MAX_MB has no effect without ACTIVITY_LOG_FILE/],
      [{ OIDC_STAFF_ISSUER: "https://id.example.com" }, /^OIDC_STAFF_ISSUER has no effect, since OIDC_ISSUERS/],
    ] as const
  ).map(([env, said]): Case => [`${Object.keys(env)} alone`, () => ({ ...env }), ["warning", "setting_unused", said]]),
  [
    "an issuer with the path of its description",
    () => ({
      OIDC_ISSUER: "https://id.example.com/.well-known/openid-configuration",
      OIDC_CLIENT_ID: "id",
      OIDC_CLIENT_SECRET: "secret",
    }),
    ["FAIL", "configuration", /^OIDC_ISSUER must end before \/\.well-known/, /^correct OIDC_ISSUER/],
  ],
  [
    "releases over plain HTTP",
    () => ({ GATEWAY_RELEASES_FROM: "http://releases.example.com/" }),
    ["warning", "releases_not_https", /which gateway upgrade refuses/],
  ],
  ["releases over plain HTTP from this machine", () => ({ GATEWAY_RELEASES_FROM: "http://127.0.0.1:1/" })],
  ...(
    [
      [{ GITHUB_CLIENT_ID: '"id"' }, /^GITHUB_CLIENT_ID has quotes around its value/],
      [{ GITHUB_CLIENT_ID: "<client id>" }, /^GITHUB_CLIENT_ID is a placeholder/],
      [{ GITHUB_CLIENT_ID: "$" + "{CLIENT_ID}" }, /^GITHUB_CLIENT_ID is the name of another variable/],
      [{ DATA_DIR: "~/gateway" }, /^DATA_DIR begins with ~/],
    ] as const
  ).map(
    ([env, said], i): Case => [
      `a value that nothing has replaced (${i})`,
      () => ({ ...env }),
      ["warning", "value_literal", said],
    ],
  ),
  [
    "authorities that cannot be read",
    () => ({ NODE_EXTRA_CA_CERTS: newDataDir() }),
    ["warning", "authorities_unreadable", /^NODE_EXTRA_CA_CERTS cannot be read \(ENOENT\)/],
  ],
  [
    "certificates that nobody checks",
    () => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
    ["warning", "certificates_unchecked", /no certificate is checked/],
  ],
  [
    "a proxy for SOCKS",
    () => ({ HTTPS_PROXY: "socks5://127.0.0.1:1" }),
    ["warning", "proxy_unsupported", /^HTTPS_PROXY has another scheme/],
  ],
  [
    "a host with a port",
    () => ({ HOST: "127.0.0.1:3000", PORT: "3100", BASE_URL: "http://127.0.0.1:3000", GATEWAY_ENV: "development" }),
    ["FAIL", "port", /ENOTFOUND/, /^set HOST to an address that this machine has, without scheme and port/],
    ["warning", "base_url_local", /HOST 127\.0\.0\.1:3000/],
  ],
  [
    "settings of a plugin that does not load",
    () => ({
      GATEWAY_PLUGINS_DIR: folderWith("acme.ts", "export default {\n"),
      GATEWAY_PROVIDERS_FILE: json({ acme: { clientId: "id", clientSecret: "secret" } }),
    }),
    ["FAIL", "plugin acme", /acme\.ts/, /^correct the plugin, or move its files out of the folder/],
  ],
  [
    "a mail server without TLS, where TLS should begin at once",
    async () => ({ SMTP_URL: `smtps://127.0.0.1:${await serve()}`, MAIL_FROM: "gateway@example.com" }),
    ["FAIL", "mail", /does not begin with TLS at this port, as smtps:\/\/ wants/, /^correct SMTP_URL/],
  ],
  [
    "an embedded database without a backup",
    async () => ({ DATA_DIR: await migratedDataDir() }),
    ["warning", "backups", /gateway backup/],
  ],
  [
    "a damaged embedded database",
    async () => {
      const dataDir = await migratedDataDir();
      writeFileSync(join(dataDir, "pglite", "global", "pg_control"), "damaged");
      return { DATA_DIR: dataDir };
    },
    ["warning", "backups", /gateway backup/],
    [
      "FAIL",
      "database",
      /does not open .* files are damaged/,
      /^restore the last backup into another folder: docs\/operate\/restore\.md$/,
    ],
  ],
  [
    "a gateway of an older version on the folder",
    async () => {
      const port = await serve((path) => (path === "/admin/v1/status" ? { data: { version: "0.1.0" } } : {}));
      const server = { url: `http://127.0.0.1:${port}`, admin_token: "adm_x", pid: process.pid };
      return { DATA_DIR: folderWith("server.json", JSON.stringify(server)) };
    },
    ["warning", "running gateway", /^version 0\.1\.0 at .*, while this program is/],
  ],
];

/** What a gateway that runs responds with in place of its version, and what doctor says of it. */
const SILENT = [
  [503, { error: "Try again later." }, "SERVICE_UNAVAILABLE", /\(503\): its database is away$/, /without a restart/],
  [503, { status: "starting" }, "", /does not answer now \(503\)$/, /wait until it has started/],
  [401, { error: "Unknown token." }, "UNAUTHENTICATED", /refuses the admin token/, /GATEWAY_OPERATOR_TOKEN/],
  [404, { error: "No such route." }, "NOT_FOUND", /it is older than this one/, /^restart the gateway/],
] as const;

describe("doctor", () => {
  test.each(SILENT)("of a running gateway that responds with %i %o", async (status, body, code, message, next) => {
    const { checks } = await doctor({ DATA_DIR: await folderServedBy(status, body, code) });
    expect(troublesOf(checks)).toEqual([
      {
        ...{ check: "running gateway", ok: true, warning: true },
        ...{ message: expect.stringMatching(message), next_step: expect.stringMatching(next) },
      },
    ]);
  });

  test("of a running gateway with another database than these settings says so", async () => {
    const status = { data: { version: VERSION, database: "postgres" } };
    const { checks } = await doctor({ DATA_DIR: await folderServedBy(200, status) });
    expect(troublesOf(checks)).toEqual([
      {
        ...{ check: "running gateway", ok: true, warning: true },
        message: expect.stringMatching(/has another database \(postgres\) than these settings \(embedded\)/),
        next_step: expect.stringMatching(/^run doctor with the variables of the running gateway/),
      },
    ]);
  });

  test("of a running gateway of another version says nothing of its key ring, for which it may sign nothing", async () => {
    const dataDir = await migratedDataDir();
    locks.push(lockDataDir(dataDir, platform));
    const data = { version: "0.0.1", database: "embedded", checks: [], providers: [] };
    const PORT = await serve(() => ({ status: "live", data }));
    const named = { url: `http://127.0.0.1:${PORT}`, admin_token: "adm_x", pid: process.pid };
    writeFileSync(join(dataDir, "server.json"), JSON.stringify(named), { mode: 0o600 });
    const { checks } = await doctor({ ...SECRETS, DATA_DIR: dataDir, PORT });
    const of = (name: string) => checks.filter(({ check }) => check === name).map(stateOf);
    expect([of("running gateway"), of("key ring")]).toEqual([["warning"], []]);
  });

  test("of a running gateway that does not answer its probe goes on without", async () => {
    const hanging = createServer(() => {});
    servers.push(hanging);
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    expect(await checkQuarantine({ url }, 50)).toEqual([]);
    hanging.closeAllConnections();
  });

  test("of a gateway that takes no calls, on a Postgres that can be read, fails and says where the cause is", async () => {
    const { url, close } = await testDatabase("postgres");
    const port = await serve((path) => (path === "/admin/v1/status" ? { data: { version: VERSION } } : {}), 503);
    const server = { url: `http://127.0.0.1:${port}`, admin_token: "adm_x", pid: process.pid };
    const folder = folderWith("server.json", JSON.stringify(server));
    const { code, checks } = await doctor({ ...SECRETS, DATABASE_URL: url as string, DATA_DIR: folder });
    const [line] = checks.filter((check) => check.check === "running gateway" && !check.ok);
    expect(line?.message).toMatch(/takes no calls: its \/health\/ready responds with 503$/);
    expect(line?.next_step).toContain("53100");
    expect(code).toBe(1);
    await close();
  });

  test("of a migrated Postgres that takes no writes agrees with a start, which says so", async () => {
    const { url, close } = await testDatabase("postgres");
    const env = { ...SECRETS, DATABASE_URL: `${url}?default_transaction_read_only=on`, DATA_DIR: newDataDir() };
    const { code, stderr } = await run(["serve"], env);
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^The database ".*" cannot be used: .*\(25006\)\.$/),
    ]);
    const { checks } = await doctor(env);
    expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toContain("writes");
    await close();
  });

  test("of a Postgres that is away leads to the section that has its causes", async () => {
    const { checks } = await doctor({ ...SECRETS, DATABASE_URL: "postgres://127.0.0.1:1/gateway" });
    const [line] = troublesOf(checks);
    const [, page = "", section = ""] = /; (docs\S+\.md) has causes under (.+)$/.exec(line?.next_step ?? "") ?? [];
    expect(line?.message).toContain("ECONNREFUSED");
    expect(readFileSync(join(ROOT, page), "utf8")).toContain(`\n## ${section}\n`);
  });

  for (const [name, env, ...lines] of CASES) {
    test(`of ${name}`, async () => {
      const { code, checks } = await doctor(await env());
      const troubles = troublesOf(checks);
      const seen = troubles.map((check) => [stateOf(check), check.check, check.message]);
      expect(seen).toEqual(lines.map(([state, check, message]) => [state, check, expect.stringMatching(message)]));
      expect(code).toBe(lines.some(([state]) => state === "FAIL") ? 1 : 0);
      for (const { next_step: next } of troubles) expect(next).toMatch(/^[a-z].+[^.]$/);
      for (const [i, [, , , next]] of lines.entries()) if (next) expect(troubles[i]?.next_step).toMatch(next);
    });
  }

  test("of a broken plugin names each of its faults by the plugin", async () => {
    const folder = pluginFolder();
    const { checks } = await doctor({ GATEWAY_PLUGINS_DIR: folder });
    const troubles = troublesOf(checks);
    expect(new Set(troubles.map(({ check }) => check))).toEqual(new Set(["plugin acme"]));
    expect(troubles[0]?.message).toContain(join(folder, "acme.ts"));
  });
});

describe("doctor beside a running gateway", () => {
  let server: GatewayServer;
  let env: Variables & { DATA_DIR: string };
  beforeAll(async () => {
    env = { DATA_DIR: await migratedDataDir(), GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };
    mkdirSync(env.DATA_DIR, { recursive: true });
    server = await startServer(env);
    for (const provider of ["notion", "github"]) {
      const response = await fetch(`${server.url}/admin/v1/providers/${provider}/client`, {
        method: "PUT",
        headers: { authorization: `Bearer ${server.adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ client_id: "entered", client_secret: "secret" }),
      });
      expect(response.status).toBe(200);
    }
  });

  const lines = async (more: Variables = {}) => {
    const { checks } = await doctor({ ...env, ...more });
    return (name: string) =>
      checks.filter(({ check }) => check === name).map((check) => [stateOf(check), check.message]);
  };

  test("knows OAuth apps that were entered, which are in use, and providers that need none", async () => {
    const of = await lines();
    expect(of("provider notion")).toEqual([["ok", "Notion is set up: an operator has entered its OAuth app"]]);
    expect(of("provider github")).toEqual([
      ["ok", "GitHub is set up"],
      ["warning", expect.stringMatching(/that of the settings is used: remove the entered one, or GITHUB_CLIENT_ID/)],
    ]);
    expect(of("provider stripe")).toEqual([]);
    const [[, summary] = []] = of("providers");
    expect(summary).toMatch(/^no OAuth app needed: [^.]*stripe[^.]*\. no OAuth app of yours: /);
    expect(summary).not.toContain("notion");
    expect(of("no_provider")).toEqual([]);
  });

  test("names what a gateway that runs does with new files of its certificate", async () => {
    const { checks } = await doctor({ ...env, TLS_CERT_FILE: file("x"), TLS_KEY_FILE: file("x") });
    expect(checks.find(({ check }) => check === "certificate")?.next_step).toBe(
      "set TLS_CERT_FILE to the file that starts with the server's own certificate, followed by those of its issuers (fullchain.pem); the gateway that runs loads new files of the same names by itself",
    );
  });

  test("says its version, and that half an app gives way to an entered one", async () => {
    const of = await lines({ NOTION_CLIENT_ID: "id", GITHUB_CLIENT_ID: "", GITHUB_CLIENT_SECRET: "" });
    expect(of("running gateway")).toEqual([["ok", expect.stringMatching(/^version \d+\.\d+\.\d+ at http:/)]]);
    expect(of("provider notion")).toEqual([["warning", expect.stringContaining("remove NOTION_CLIENT_ID")]]);
    expect(of("database")).toEqual([["ok", expect.stringContaining("whose /health/ready responds with 200")]]);
  });

  test("warns of another port than that of the gateway on the data folder", async () => {
    expect((await lines({ PORT: "23012" }))("running gateway")).toContainEqual([
      "warning",
      expect.stringMatching(/^the data folder's gateway listens at http:.*, and PORT is 23012 here$/),
    ]);
  });

  test("fails where the gateway runs with another key ring than these settings", async () => {
    expect((await lines())("key ring")).toEqual([["ok", "that of the running gateway"]]);
    expect((await lines(SECRETS))("key ring")).toEqual([
      ["FAIL", expect.stringMatching(/ runs with another key ring than that of GATEWAY_SECRET_KEYS$/)],
    ]);
  });

  test("fails where the gateway's secrets.json is gone, until it is back, and needs none with a key ring", async () => {
    const secrets = join(env.DATA_DIR, "secrets.json");
    renameSync(secrets, `${secrets}.away`);
    const without = await lines();
    expect(without("secrets.json")).toEqual([
      ["FAIL", expect.stringMatching(/secrets\.json is missing\. The gateway at .* its next start refuses$/)],
    ]);
    expect((await lines(SECRETS))("secrets.json")).toEqual([]);
    renameSync(`${secrets}.away`, secrets);
    expect((await lines())("secrets.json")).toEqual([["ok", "readable by its owner only"]]);
  });

  test("a start whose secrets.json others can read serves, and says so in its log and on standard error", async () => {
    const secrets = { secret_keys: SECRETS.GATEWAY_SECRET_KEYS, admin_token: SECRETS.GATEWAY_ADMIN_TOKEN };
    const folder = folderWith("secrets.json", JSON.stringify(secrets), 0o644);
    const said = `others can read it: chmod 600 ${join(folder, "secrets.json")}`;
    const logFile = join(newFolder(), "gateway.log");
    const served = await startServer({ DATA_DIR: folder, LOG_FILE: logFile });
    await until(() => readFileSync(logFile, "utf8").includes(said), START_MS);
    const logged = readFileSync(logFile, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(logged).toContainEqual(
      expect.objectContaining({
        event: "configuration_warning",
        level: "warn",
        warning: "secrets_json",
        message: said,
      }),
    );
    await until(() => served.written.stderr.includes(`secrets.json: ${said}`), START_MS);
    const { checks } = await doctor({ DATA_DIR: folder });
    const lines = checks.filter(({ check }) => check === "secrets.json");
    expect(lines).toEqual([
      { check: "secrets.json", ok: false, message: said, next_step: said.replace(/.*: /, "run ") },
    ]);
  });

  test("a start whose backup folder is missing serves, and logs why no backup will be made", async () => {
    const served = await startServer({ DATA_DIR: newDataDir(), GATEWAY_BACKUP_DIR: join(newDataDir(), "backups") });
    const warning = /"configuration_warning".*"backup_folder".*GATEWAY_BACKUP_DIR is missing: create or mount it/;
    await until(() => warning.test(served.written.stdout + served.written.stderr), START_MS);
  });

  test("a start whose activity log cannot be written, and whose folder of plugins has none, serves and says so", async () => {
    const [file, plugins] = [join(newDataDir(), "calls"), newFolder()];
    const served = await startServer({
      ...{ DATA_DIR: newDataDir(), ACTIVITY_LOG_FILE: file, GATEWAY_PLUGINS_DIR: plugins },
    });
    for (const name of ["activity_log.*ACTIVITY_LOG_FILE", "plugins_none.*GATEWAY_PLUGINS_DIR"])
      await until(
        () => new RegExp(`"configuration_warning".*${name}`).test(served.written.stdout + served.written.stderr),
        START_MS,
      );
  });
});
