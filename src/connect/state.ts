// The state of a connect session: 256 random bits, and a MAC by which a made-up one is known without asking the database.

import { generateState } from "../oauth/client.ts";
import type { Vault } from "../vault/vault.ts";

/** 32 random bytes and a MAC of 16, each in base64url. */
const STATE = /^([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{22})$/;

/** Makes a state that nobody can guess. */
export function makeState(vault: Pick<Vault, "stateMac">): string {
  const random = generateState();
  return random + vault.stateMac(random);
}

/** Whether a text is a state that a gateway with this key ring has made; whether it still waits, its row tells. */
export function isOwnState(vault: Pick<Vault, "hasStateMac">, text: string): boolean {
  const [, random, mac] = text.match(STATE) ?? [];
  return random !== undefined && mac !== undefined && vault.hasStateMac(random, mac);
}
