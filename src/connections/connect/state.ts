// The state of a connect session: 256 random bits and a MAC, which exposes a forged state without a query.

import type { Vault } from "../../foundation/vault/vault.ts";
import { generateState } from "../oauth/client.ts";

/** 32 random bytes and a MAC of 16, each in base64url. */
const STATE = /^([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{22})$/;

export function makeState(vault: Pick<Vault, "stateMac">): string {
  const random = generateState();
  return random + vault.stateMac(random);
}

/** Whether a gateway with this key ring made the state; only its row says whether it is still pending. */
export function isOwnState(vault: Pick<Vault, "hasStateMac">, text: string): boolean {
  const [, random, mac] = text.match(STATE) ?? [];
  return random !== undefined && mac !== undefined && vault.hasStateMac(random, mac);
}
