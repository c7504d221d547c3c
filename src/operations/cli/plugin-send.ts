// `gateway plugin send`: sends a fixture's inbound webhook to the running gateway, signed by its secret as the provider would.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { INBOUND_WEBHOOKS_PATH } from "../../events/subscriptions/address.ts";
import { readConfig } from "../../foundation/config/config.ts";
import { StartupError } from "../../foundation/errors.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import { SIGN_FILE } from "../../plugin-kit/check/fixture-files.ts";
import { resigned, type SignRequest } from "../../plugin-kit/check/resign.ts";
import { parseWebhookFixture } from "../../plugin-kit/check/webhook-fixture.ts";
import { FOLDER } from "../../plugin-kit/check/webhook-fixtures.ts";
import { runningServer } from "./admin-api.ts";
import { namedPlugin } from "./named-plugin.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

/** Returns 1 where the gateway refuses it. */
export async function sendFixture(
  { folder, name }: { folder: string; name: string },
  options: Record<string, unknown>,
): Promise<number> {
  const config = readConfig(terminal().env);
  const provider = await namedPlugin(`${resolve(folder)}`, []);
  const file = join(resolve(folder), FOLDER, `${name}.json`);
  if (!provider.webhook || !existsSync(file))
    throw new StartupError(`There is no ${FOLDER}/${name}.json in ${folder}.`);
  const fixture = parseWebhookFixture(readFileSync(file, "utf8"));
  if (typeof fixture === "string") throw new StartupError(`${FOLDER}/${name}.json ${fixture}`);
  const server = await runningServer(config.dataDir);
  if (!server) throw new StartupError(`No gateway runs on ${config.dataDir}: start plugin dev, or set DATA_DIR.`);
  const path = `${INBOUND_WEBHOOKS_PATH}/${provider.id}`;
  const { webhookSecret = null, clientSecret = null } = config.provider(provider.id);
  const signed = await resigned(provider.webhook, fixture, {
    // What the gateway takes for its address, which some providers sign.
    address: `${config.baseUrl ?? `http://127.0.0.1:${config.port}`}${path}`,
    secrets: { webhook: webhookSecret, client: clientSecret, subscription: null, keys: [] },
    now: Date.now(),
    identity: options.identity === undefined ? null : String(options.identity),
    sign: await ownSigning(resolve(folder)),
  });
  if (typeof signed === "string") throw new StartupError(`${name} cannot be sent: ${signed}`);
  const { method, url, headers, text } = signed;
  const sent = method === "POST" ? { body: text } : {};
  const request = new Request(`${server.url}${path}${new URL(url).search}`, { method, headers, ...sent });
  const response = await fetchLocal(request);
  const body = await response.text();
  if (options.json === true) print({ url: request.url, status: response.status, body }, true);
  else printText(`${method} ${request.url}: ${response.status}${body === "" ? "" : `\n${body}`}`);
  return response.ok ? 0 : 1;
}

/** The author's own way to sign; undefined where there is none. */
async function ownSigning(folder: string): Promise<SignRequest | undefined> {
  const file = join(folder, SIGN_FILE);
  if (!existsSync(file)) return undefined;
  const { default: sign } = (await import(pathToFileURL(file).href)) as { default?: unknown };
  if (typeof sign !== "function")
    throw new StartupError(`${SIGN_FILE} has no function as its default export: see \`plugin send\` in the guide.`);
  return sign as SignRequest;
}
