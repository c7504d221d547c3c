// What a client is made with, checked before the first call, so that a missing setting is named.
import type { RetryOptions } from "./retry.ts";

export interface ClientOptions extends RetryOptions {
  /** Where the gateway is, without /api/v1. */
  baseUrl: string;
  /** The API key, or a function that is asked before every call. */
  apiKey: string | (() => string | Promise<string>);
  /** A connected account's external_id: calls are made for it. Partners alone. */
  account?: string;
  /** The name of one of several connections with a provider: calls use that one. */
  connection?: string;
  /** Default the runtime's. */
  fetch?: (request: Request) => Promise<Response>;
}

const NO_URL = "baseUrl is missing. Set it to the gateway's address, such as http://127.0.0.1:3000.";
const NO_KEY = "apiKey is missing. Is the environment variable set that you read it from?";
const BAD_KEY = "apiKey has a character that no key has, such as a space or a line break. Copy the key again.";

/** Without a slash at its end; throws a `TypeError` that says what is wrong. */
export function checkedUrl({ baseUrl, apiKey }: Partial<ClientOptions>): string {
  if (typeof baseUrl !== "string" || baseUrl === "") throw new TypeError(NO_URL);
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(
      "baseUrl must be an address that begins with http:// or https://, such as http://127.0.0.1:3000.",
    );
  }
  const { search, hash, pathname, username } = new URL(baseUrl);
  if (search || hash || username) throw new TypeError("baseUrl must have no query, no fragment and no user name.");
  if (/\/api(\/v1)?\/*$/.test(pathname)) {
    throw new TypeError("baseUrl must end before /api/v1: the paths of calls begin with it.");
  }
  if (typeof apiKey !== "function") checkKey(apiKey);
  return baseUrl.replace(/\/+$/, "");
}

/** The key of one call. No error holds any of it. */
export async function keyOf({ apiKey }: ClientOptions): Promise<string> {
  return checkKey(typeof apiKey === "function" ? await apiKey() : apiKey);
}

function checkKey(key: unknown): string {
  if (typeof key !== "string" || key === "") throw new TypeError(NO_KEY);
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError(BAD_KEY);
  return key;
}
