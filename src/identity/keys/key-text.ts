// The texts of API keys, agent sessions, admin tokens and what MCP clients hold: a prefix, 43 base62 characters (32 random bytes) and a 6-character CRC-32 checksum.
import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PREFIX = "sk_live_";
const ADMIN_PREFIX = "adm_";
const SESSION_PREFIX = "as_live_";
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 6;

/** For secret scanners too, which can then verify the checksum. */
export const KEY_PATTERN = /^sk_live_[0-9A-Za-z]{49}$/;
/** The generated bootstrap token begins alike, and is shorter. */
const ADMIN_PATTERN = /^adm_[0-9A-Za-z]{49}$/;
const SESSION_PATTERN = /^as_live_[0-9A-Za-z]{49}$/;

/** Base62 of the CRC-32. It runs on every request, so it uses numbers; 32 bits fit. */
function checksum(text: string): string {
  let rest = crc32(text);
  let check = "";
  for (let i = 0; i < CHECK_LENGTH; i++) {
    check = ALPHABET[rest % 62] + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = "";
  for (let i = 0; i < length; i++) {
    text = ALPHABET[Number(rest % 62n)] + text;
    rest /= 62n;
  }
  return text;
}

/** What an MCP client holds: an authorization code, an access token, a refresh token. */
const MCP_PREFIXES = { code: "mcp_ac_", access: "mcp_at_", refresh: "mcp_rt_" } as const;
export type McpSecret = keyof typeof MCP_PREFIXES;

export const makeMcpText = (kind: McpSecret) => makeText(MCP_PREFIXES[kind]);
export const makeKeyText = () => makeText(PREFIX);
export const makeAdminTokenText = () => makeText(ADMIN_PREFIX);
export const makeSessionText = () => makeText(SESSION_PREFIX);

function makeText(prefix: string): string {
  const body = prefix + base62(BigInt(`0x${randomBytes(32).toString("hex")}`), RANDOM_LENGTH);
  return body + checksum(body);
}

/** Whether a text has a key's form and checksum; mistyped and forged keys fail here, without a look-up. */
export function isKeyText(text: string): boolean {
  return KEY_PATTERN.test(text) && hasChecksum(text);
}

/** The same for an admin token. */
export function isAdminTokenText(text: string): boolean {
  return ADMIN_PATTERN.test(text) && hasChecksum(text);
}

/** The same for the token of an agent session. */
export function isSessionText(text: string): boolean {
  return SESSION_PATTERN.test(text) && hasChecksum(text);
}

/** The length of each kind: their prefixes are equally long. */
const MCP_LENGTH = MCP_PREFIXES.access.length + RANDOM_LENGTH + CHECK_LENGTH;

/** The same for what an MCP client holds. */
export function isMcpText(kind: McpSecret, text: string): boolean {
  return text.startsWith(MCP_PREFIXES[kind]) && text.length === MCP_LENGTH && /^\w+$/.test(text) && hasChecksum(text);
}

/** The same for any of the three. */
export const isAnyMcpText = (text: string): boolean =>
  (Object.keys(MCP_PREFIXES) as McpSecret[]).some((kind) => isMcpText(kind, text));

function hasChecksum(text: string): boolean {
  return checksum(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH);
}
