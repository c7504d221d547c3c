// The addresses of a session's page: a link with a secret token, and the outcome for the browser that began.

import type { Vault } from "../../foundation/vault/vault.ts";
import { isMarkedToken, makeMarkedToken } from "./marked-token.ts";

export const LINK_PATH = "/connect/{token}";
export const linkPath = (token: string) => LINK_PATH.replace("{token}", token);

export const LINK_OUTCOME_PATH = "/connect/outcome/{token}";
export const linkOutcomePath = (token: string) => LINK_OUTCOME_PATH.replace("{token}", token);

export const LINK_FRAME_PATH = "/connect/frame/{token}";

export const OUTCOME_PATH = "/connect/sessions/{session_id}";
export const outcomePath = (sessionId: string) => OUTCOME_PATH.replace("{session_id}", sessionId);

const PURPOSE = "connect-link";

export const makeLinkToken = (vault: Pick<Vault, "stateMac">): string => makeMarkedToken(vault, PURPOSE);

/** Whether a gateway with this key ring made the token; only its row says whether it can be used. */
export const isOwnLinkToken = (vault: Pick<Vault, "hasStateMac">, text: string): boolean =>
  isMarkedToken(vault, PURPOSE, text);
