// `gateway demo`: runs the gateway with emulated providers and prints every request.
import { sources } from "gateway:plugins";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EmulatedProvider,
  type EmulatedServiceName,
  reservePort,
  startEmulatedProviders,
} from "../emulators/emulators.ts";
import { type Config, readConfig } from "../src/foundation/config/config.ts";
import { createLog } from "../src/foundation/log/log.ts";
import type { Platform } from "../src/foundation/platform/platform.ts";
import { stopSignal } from "../src/foundation/platform/stop-signal.ts";
import { startGateway } from "../src/server/start.ts";
import { runAgent } from "./agent.ts";
import { type CallResult, printCall, title } from "./call.ts";
import { DEMO_CALLS } from "./calls.ts";
import { connect } from "./connect.ts";
import { createOwner, type DashboardAccess } from "./dashboard.ts";
import { faultPortOf } from "./fault-port.ts";
import { startFaultServer } from "./fault-server.ts";
import { createFaultControl } from "./faults.ts";
import { writeHistory } from "./history.ts";
import { runInbox } from "./inbox.ts";
import { createUserAndKey, DEMO_PERMISSIONS } from "./operator.ts";
import { type DemoPartner, runPartner } from "./partner.ts";
import { connectSecondAccount } from "./second-account.ts";

const PROVIDERS: EmulatedServiceName[] = ["google", "github", "slack"];
/** The name on the button of each provider's consent page. */
const PERSON: Record<EmulatedServiceName, string> = { google: "ada@example.com", github: "ada", slack: "ada" };

/** The users of the demo's key and of its partner. */
const DASHBOARD_USERS = ["ada@example.com", "acme@example.com"];

/** Exit code after a stop during the calls, as a shell reports Ctrl-C. */
const STOPPED_EARLY = 130;

/** Returns 1 when a call had an unexpected outcome. */
export async function runDemo(platform: Platform, options: Record<string, unknown>): Promise<number> {
  const isTemporary = !process.env.DATA_DIR?.trim();
  // First, so that a stop at any time runs the cleanup below.
  const stopped = stopSignal();
  const dataDir = isTemporary ? mkdtempSync(join(tmpdir(), "gateway-demo-")) : (process.env.DATA_DIR as string);
  try {
    return await runDemoIn(platform, dataDir, options, stopped);
  } finally {
    if (isTemporary) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runDemoIn(
  platform: Platform,
  dataDir: string,
  options: Record<string, unknown>,
  stopped: Promise<void>,
): Promise<number> {
  const base = demoConfig(dataDir);
  // Held until the gateway listens: an emulator could take the port meanwhile.
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
    // The emulated GitHub and the demo's receiver are on this machine.
    publicWebhooks: true,
    webhooksAllowPrivate: true,
    provider: (id) => ({
      ...providers[id as EmulatedServiceName]?.settings,
      // The emulated Google cannot push.
      ...(id === "google" && { events: "poll" }),
    }),
  };
  const log = createLog(process.env.LOG_LEVEL ? config.logLevel : "error");
  if (isStopped) {
    await providers.close();
    return STOPPED_EARLY;
  }
  const gateway = await startGateway({ config, platform, builtIn: sources, log }).catch(async (error: unknown) => {
    await providers.close();
    throw error;
  });
  try {
    const outcome = await Promise.race([makeCalls(baseUrl, gateway.adminToken, providers), stopped]);
    if (!outcome) return STOPPED_EARLY;
    if (options.once !== true) await writeHistory(gateway.app.deps.database);
    const access = await createOwner(gateway.app.deps, platform, DASHBOARD_USERS);
    const handover = { baseUrl, ...outcome, access };
    if (typeof options.json === "string") writeJson(options.json, gateway.adminToken, handover);
    const failures = await printFailures(handover, gateway.adminToken);
    if (options.once === true) return failures === 0 ? 0 : 1;
    const control = createFaultControl(gateway.app.deps, providers.byName);
    const faults = startFaultServer(platform, faultPortOf(port), control, baseUrl);
    printHandover(handover, dataDir, faults.url);
    await stopped.finally(faults.close);
    return 0;
  } finally {
    await gateway.stop();
    await providers.close();
  }
}

/** Prints the calls and jobs that failed; returns how many. */
async function printFailures({ baseUrl, results }: Handover, adminToken: string): Promise<number> {
  const calls = results.filter((one) => !one.isExpected);
  title(`${results.length - calls.length} of ${results.length} calls ended as they should`);
  for (const one of calls) console.log(`  ${one.label}: ${one.status ?? "nothing came"}`);
  const jobs = await failedJobs(baseUrl, adminToken);
  for (const { queue, failed } of jobs) console.log(`  jobs: ${failed} of ${queue} have failed`);
  return calls.length + jobs.length;
}

/** The queues with failed jobs, such as polls of the emulated providers. */
async function failedJobs(baseUrl: string, adminToken: string): Promise<{ queue: string; failed: number }[]> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${baseUrl}/admin/v1/jobs`, { headers });
  const { data } = (await response.json()) as { data: { queues: { queue: string; failed: number }[] } };
  return data.queues.filter(({ failed }) => failed > 0);
}

interface Handover extends DemoResult {
  baseUrl: string;
  access: DashboardAccess;
}

interface DemoResult {
  apiKey: string;
  partner: DemoPartner;
  results: CallResult[];
}

async function makeCalls(
  baseUrl: string,
  adminToken: string,
  { github, google }: Record<"github" | "google", EmulatedProvider>,
): Promise<DemoResult> {
  const results: CallResult[] = [];
  title("A user and an API key, by the operator's API");
  const setup = {
    user: { email: "ada@example.com", tier: "pro" },
    key: { name: "demo", permissions: DEMO_PERMISSIONS },
  };
  const apiKey = await createUserAndKey(baseUrl, adminToken, setup, results);
  const caller = { baseUrl, key: apiKey, keyName: "$KEY" };
  for (const provider of PROVIDERS) {
    const person = PERSON[provider];
    title(`Connect ${provider}: authorize page, consent as ${person}, callback`);
    await connect(caller, { path: "/api/v1/integrations/connect", provider, person }, results);
  }
  for (const call of DEMO_CALLS) {
    if (call.title) title(call.title);
    await printCall({ ...caller, ...call }, results);
  }
  await runInbox(caller, github, results);
  await runAgent(caller, adminToken, google, results);
  await connectSecondAccount(caller, results);
  const partner = await runPartner(baseUrl, adminToken, results);
  return { apiKey, partner, results };
}

/** The file holds secrets: only its owner may read it. */
function writeJson(file: string, adminToken: string, { baseUrl, apiKey, partner, access }: Handover): void {
  const accounts = partner.accounts.map(({ id, externalId }) => ({ id, external_id: externalId }));
  const json = {
    base_url: baseUrl,
    api_key: apiKey,
    admin_token: adminToken,
    providers: PROVIDERS,
    partner: { api_key: partner.apiKey, accounts },
    dashboard: access,
  };
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(json, null, 2)}\n`, { mode: 0o600 });
}

/** Ignores the environment's other variables, which belong to a real deployment. */
function demoConfig(dataDir: string): Config {
  const { PORT, LOG_LEVEL, GATEWAY_PLUGINS_DIR } = process.env;
  return readConfig({ PORT, LOG_LEVEL, GATEWAY_PLUGINS_DIR, DATA_DIR: dataDir });
}

function printHandover({ baseUrl, apiKey, partner, access }: Handover, dataDir: string, faultsUrl: string): void {
  title("Yours to try; Ctrl-C stops it");
  console.log(`  dashboard  ${baseUrl}/
  sign in    ${access.email} with ${access.password}

  base URL   ${baseUrl}
  key        ${apiKey}
  partner    ${partner.apiKey}
  data       ${dataDir}

  faults     ${faultsUrl}/ lets a provider fail, to see what your app does
  npm run gateway -- demo fault google revoked --account ${partner.accounts[0]?.externalId} --at ${faultsUrl}

  DATA_DIR=${dataDir} npm run gateway -- user list

  KEY=${apiKey}
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/google/gmail/messages?limit=2'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/github/repos'
  curl -s -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
    -d '{"channel":"C000000001","text":"Hello from the gateway"}' '${baseUrl}/api/v1/slack/messages'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/tools/search/send%20an%20email'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/inbox/events?limit=2'
  curl -s -H "Authorization: Bearer $KEY" '${baseUrl}/api/v1/usage/summary'

  PARTNER_KEY=${partner.apiKey}
  curl -s -H "Authorization: Bearer $PARTNER_KEY" '${baseUrl}/api/v1/accounts'
  curl -s -H "Authorization: Bearer $PARTNER_KEY" -H 'X-Account-Id: ${partner.accounts[0]?.externalId}' \\
    '${baseUrl}/api/v1/google/gmail/messages?limit=2'
`);
}
