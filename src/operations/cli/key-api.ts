// The gateway's API for commands with an API key, such as a product's developer has: of any gateway, by its address.
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { StartupError } from "../../foundation/errors.ts";
import { accountHeader } from "../../web/http/account-header.ts";
import { AdminError } from "./admin-api.ts";
import { terminal } from "./terminal.ts";

const DEFAULT_PORT = 3_000;

export interface KeyApi {
  url: string;
  key: string;
  /** The external_id of the account that it is for; null for the key's own user. */
  account: string | null;
  headers: Readonly<Record<string, string>>;
}

/** The options that say which gateway, with which key and for which account. A key is no option: other users see those of a process. */
export function keyOptions(command: Command): Command {
  return command
    .option("--url <url>", "the gateway's address; by default this machine, at PORT")
    .option("--key-file <file>", "a file with the API key, in place of the variable GATEWAY_API_KEY")
    .option("--account <external_id>", "for this connected account");
}

export function openKeyApi({ url, keyFile, account: named }: Record<string, unknown>): KeyApi {
  const { env } = terminal();
  const base = typeof url === "string" ? url : `http://127.0.0.1:${Number(env.PORT) || DEFAULT_PORT}`;
  if (!URL.canParse(base)) throw new StartupError("--url must be an address, such as http://127.0.0.1:3000.");
  const key = typeof keyFile === "string" ? keyIn(keyFile) : env.GATEWAY_API_KEY?.trim();
  if (!key)
    throw new StartupError("No API key: set GATEWAY_API_KEY, or name a file that holds the key with --key-file.");
  const account = typeof named === "string" ? named : null;
  const headers = { authorization: `Bearer ${key}`, ...(account !== null && accountHeader(account)) };
  return { url: base.endsWith("/") ? base.slice(0, -1) : base, key, account, headers };
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new StartupError(`The file ${file} of --key-file cannot be read.`);
  }
}

/** The `data` of a response; throws an `AdminError` with the gateway's code and sentence. */
export async function callWithKey(api: KeyApi, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { ...api.headers, ...(body && { "content-type": "application/json" }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(api.url + path, init).catch(() => {
    // Whatever the network says, the developer needs the address.
    return null;
  });
  if (!response)
    throw new StartupError(`No gateway responds at ${api.url}: start one, or name its address with --url.`);
  if (!response.ok) throw await refusalOf(api, response);
  return ((await response.json()) as { data: unknown }).data;
}

interface Refusal {
  error?: unknown;
  details?: { reason?: unknown; errors?: { path?: unknown; message: string }[] };
}

const NEEDS_ACCOUNT =
  "This key is only for connected accounts (partner_only): name one by its external_id, such as --account customer-1.";

/** The gateway's refusal, in the command's terms where an option mends it. */
export async function refusalOf({ account }: KeyApi, response: Response): Promise<AdminError> {
  const content = (await response.json().catch(() => {
    // A body that is not JSON is reported by its status.
    return null;
  })) as Refusal | null;
  const code = response.headers.get("x-error-code") ?? `HTTP_${response.status}`;
  const reason = response.headers.get("x-error-reason") ?? content?.details?.reason;
  const errors = content?.details?.errors ?? [];
  const lacksAccount = account === null && errors.some(({ path }) => path === "/x-account-id");
  const message = lacksAccount ? NEEDS_ACCOUNT : errors.map((error) => error.message).join("\n");
  const said = typeof content?.error === "string" ? content.error : `The gateway responded with ${response.status}.`;
  return new AdminError(code, message || said, typeof reason === "string" ? reason : null);
}
