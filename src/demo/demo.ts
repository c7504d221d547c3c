// `gateway demo`: the main job on one machine, with emulated providers and the real gateway, every request shown.

import { sources } from "gateway:plugins";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopSignal } from "../cli/stop-signal.ts";
import { type Config, readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import type { Platform } from "../platform/platform.ts";
import { startGateway } from "../serve.ts";
import { DEMO_CALLS } from "./calls.ts";
import { connect } from "./connecting.ts";
import { type EmulatedServiceName, startEmulatedProviders } from "./emulators.ts";
import { createUserAndKey } from "./operator.ts";
import { type PartnerMade, showPartner } from "./partner.ts";
import { ask, type Shown, title } from "./show.ts";

const PROVIDERS: EmulatedServiceName[] = ["google", "github", "slack"];
/** Who consents at each provider: the name on the button of its page. */
const PERSON: Record<EmulatedServiceName, string> = { google: "ada@example.com", github: "ada", slack: "ada" };

/** Told to stop before the calls were through; a shell shows the same number after Ctrl-C. */
const STOPPED_EARLY = 130;

/** Runs the demo; 1 when a call did not end as it should. */
export async function runDemo(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const isTemporary = !process.env.DATA_DIR?.trim();
  // From the first moment on, so that a stop at any time ends in the cleaning up below.
  const stopped = stopSignal();
  const dataDir = isTemporary ? mkdtempSync(join(tmpdir(), "gateway-demo-")) : (process.env.DATA_DIR as string);
  try {
    return await demoIn(platform, dataDir, options, stopped);
  } finally {
    if (isTemporary) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function demoIn(
  platform: Platform,
  dataDir: string,
  options: Record<string, unknown>,
  stopped: Promise<void>,
): Promise<number> {
  const base = demoConfig(dataDir);
  const reserved = base.port === 0 ? await reservePort() : null;
  const port = reserved?.port ?? base.port;
  const baseUrl = `http://127.0.0.1:${port}`;
  let isStopped = false;
  stopped.then(() => {
    isStopped = true;
  });
  title("Starting emulated Google, GitHub and Slack, and the gateway on the embedded database");
  const providers = await startEmulatedProviders({ redirectUri: `${baseUrl}/api/v1/connect/callback` });
  await reserved?.release();
  const config: Config = {
    ...base,
    port,
    baseUrl,
    provider: (id) => providers[id as EmulatedServiceName]?.settings ?? {},
  };
  const log = createLog(process.env.LOG_LEVEL ? config.logLevel : "error");
  const closeProviders = () => Promise.all(PROVIDERS.map((name) => providers[name].close()));
  if (isStopped) {
    await closeProviders();
    return STOPPED_EARLY;
  }
  const gateway = await startGateway({ config, platform, builtIn: sources, log }).catch(async (error: unknown) => {
    await closeProviders();
    throw error;
  });
  try {
    const made = await Promise.race([makeAllCalls(baseUrl, gateway.adminToken), stopped]);
    if (!made) return STOPPED_EARLY;
    if (typeof options.json === "string") writeMade(options.json, baseUrl, gateway.adminToken, made);
    const failed = made.shown.filter((one) => !one.isExpected);
    title(`${made.shown.length - failed.length} of ${made.shown.length} calls ended as they should`);
    for (const one of failed) console.log(`  ${one.label}: ${one.status}`);
    if (options.once === true) return failed.length === 0 ? 0 : 1;
    printHandover(baseUrl, made, dataDir);
    await stopped;
    return 0;
  } finally {
    await gateway.stop();
    await closeProviders();
  }
}

/** What the demo made, for scripts and for the last lines. */
interface Made {
  apiKey: string;
  partner: PartnerMade;
}

async function makeAllCalls(baseUrl: string, adminToken: string): Promise<Made & { shown: Shown[] }> {
  const shown: Shown[] = [];
  title("A user and an API key, by the operator's API");
  const wanted = { user: { email: "ada@example.com", tier: "pro" }, key: { name: "demo" } };
  const apiKey = await createUserAndKey(baseUrl, adminToken, wanted, shown);
  const caller = { baseUrl, key: apiKey, keyName: "$KEY" };
  for (const provider of PROVIDERS) {
    const person = PERSON[provider];
    title(`Connect ${provider}: authorize page, consent as ${person}, callback`);
    await connect(caller, { path: "/api/v1/integrations/connect", provider, person }, shown);
  }
  for (const call of DEMO_CALLS) {
    if (call.title) title(call.title);
    await ask({ ...caller, ...call }, shown);
  }
  const partner = await showPartner(baseUrl, adminToken, shown);
  return { apiKey, partner, shown };
}

/** The file holds secrets, so it is its owner's only. */
function writeMade(file: string, baseUrl: string, adminToken: string, { apiKey, partner }: Made): void {
  const accounts = partner.accounts.map(({ id, externalId }) => ({ id, external_id: externalId }));
  const made = {
    base_url: baseUrl,
    api_key: apiKey,
    admin_token: adminToken,
    providers: PROVIDERS,
    partner: { api_key: partner.apiKey, accounts },
  };
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
}

/** The environment's port, folder and log level; what a real set-up needs beyond that has no part in the demo. */
function demoConfig(dataDir: string): Config {
  const { PORT, LOG_LEVEL, GATEWAY_PLUGINS_DIR } = process.env;
  return readConfig({ PORT, LOG_LEVEL, GATEWAY_PLUGINS_DIR, DATA_DIR: dataDir });
}

/** A free port, held until the gateway takes it: else an emulator that starts meanwhile could be given the same one. */
function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      resolve({ port, release: () => new Promise((released) => void server.close(() => released())) });
    });
  });
}

function printHandover(baseUrl: string, { apiKey, partner }: Made, dataDir: string): void {
  title("Yours to try; Ctrl-C stops it");
  console.log(`  base URL   ${baseUrl}
  key        ${apiKey}
  partner    ${partner.apiKey}
  data       ${dataDir}

  DATA_DIR=${dataDir} npm run gateway -- user list

  KEY=${apiKey}
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/google/gmail/messages?limit=2'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/github/repos'
  curl -s -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
    -d '{"channel":"C000000001","text":"Hello from the gateway"}' '${baseUrl}/api/v1/slack/messages'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/tools/search/send%20an%20email'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/usage/summary'

  PARTNER_KEY=${partner.apiKey}
  curl -s -H "Authorization: Bearer $PARTNER_KEY" '${baseUrl}/api/v1/accounts'
  curl -s -H "Authorization: Bearer $PARTNER_KEY" -H 'X-Account-Id: ${partner.accounts[0]?.externalId}' \\
    '${baseUrl}/api/v1/google/gmail/messages?limit=2'
`);
}
