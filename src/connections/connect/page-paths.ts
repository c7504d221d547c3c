// The addresses of a session's page: a link with a secret token, and the outcome for the browser that began.

import type { Vault } from "../../foundation/vault/vault.ts";
import { generateState } from "../oauth/client.ts";

/** 32 random bytes and a MAC of 16, each in base64url. */
const TOKEN = /^([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{22})$/;

export const LINK_PATH = "/connect/{token}";
export const linkPath = (token: string) => LINK_PATH.replace("{token}", token);

export const LINK_OUTCOME_PATH = "/connect/outcome/{token}";
export const linkOutcomePath = (token: string) => LINK_OUTCOME_PATH.replace("{token}", token);

export const LINK_FRAME_PATH = "/connect/frame/{token}";

export const OUTCOME_PATH = "/connect/sessions/{session_id}";
export const outcomePath = (sessionId: string) => OUTCOME_PATH.replace("{session_id}", sessionId);

/** The name sets it apart from a state, which has the same form. */
const named = (random: string) => `connect-link ${random}`;

/** 256 random bits with a MAC, which exposes a forged token without a query. */
export function makeLinkToken(vault: Pick<Vault, "stateMac">): string {
  const random = generateState();
  return random + vault.stateMac(named(random));
}

/** Whether a gateway with this key ring made the token; only its row says whether it can be used. */
export function isOwnLinkToken(vault: Pick<Vault, "hasStateMac">, text: string): boolean {
  const [, random, mac] = text.match(TOKEN) ?? [];
  return random !== undefined && mac !== undefined && vault.hasStateMac(named(random), mac);
}
