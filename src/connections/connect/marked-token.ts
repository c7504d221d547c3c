// Secrets of links: 256 random bits with a MAC, which exposes a forged one without a query.
import type { Vault } from "../../foundation/vault/vault.ts";
import { generateState } from "../oauth/client.ts";

/** 32 random bytes and a MAC of 16, each in base64url. */
const TOKEN = /^([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{22})$/;

/** `purpose` sets it apart from a state and from tokens of other purposes, which have the same form. */
export function makeMarkedToken(vault: Pick<Vault, "stateMac">, purpose: string): string {
  const random = generateState();
  return random + vault.stateMac(`${purpose} ${random}`);
}

/** Whether a gateway with this key ring made the token for this purpose; only its row says whether it can be used. */
export function isMarkedToken(vault: Pick<Vault, "hasStateMac">, purpose: string, text: string): boolean {
  const [, random, mac] = text.match(TOKEN) ?? [];
  return random !== undefined && mac !== undefined && vault.hasStateMac(`${purpose} ${random}`, mac);
}
