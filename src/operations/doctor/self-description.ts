// What a gateway tells of itself to whoever has its key ring: `gateway doctor --live` recognises it by that, through a proxy.
import type { Vault } from "../../foundation/vault/vault.ts";
import type { PublicPaths } from "../../web/http/public-paths.ts";

/** Headers that calls need, sent with the challenge as their value. */
export const PROBED_HEADERS = ["x-account-id", "x-account-id*", "idempotency-key"] as const;

export interface SelfDescription {
  version: string;
  /** The client's address, as TRUST_PROXY gives it. */
  address: string | null;
  /** Those of `PROBED_HEADERS` that arrived as they were sent. */
  headers: readonly string[];
  paths: PublicPaths;
}

export interface SignedDescription {
  description: string;
  mac: string;
}

type Signing = Pick<Vault, "stateMac" | "hasStateMac">;

/** A longer challenge is none. */
const CHALLENGE = /^[0-9a-f]{32}$/;
const questionOf = (challenge: string) => `doctor asks ${challenge}`;
const responseOf = (challenge: string, description: string) => `gateway answers ${challenge} ${description}`;

export const challengeQuery = (vault: Signing, challenge: string): string =>
  new URLSearchParams({ challenge, proof: vault.stateMac(questionOf(challenge)) }).toString();

export const hasChallenge = ({ url }: Pick<Request, "url">): boolean => new URL(url).searchParams.has("challenge");

/**
 * Null without the proof that only holders of the ring can make: strangers see no difference, and what they send is signed
 * nowhere.
 */
export function describeSelf(
  vault: Signing,
  { url, headers }: Pick<Request, "url" | "headers">,
  description: Omit<SelfDescription, "headers">,
): SignedDescription | null {
  const query = new URL(url).searchParams;
  const challenge = query.get("challenge") ?? "";
  if (!CHALLENGE.test(challenge) || !vault.hasStateMac(questionOf(challenge), query.get("proof") ?? "")) return null;
  const arrived = PROBED_HEADERS.filter((name) => headers.get(name) === challenge);
  const text = JSON.stringify({ ...description, headers: arrived });
  return { description: text, mac: vault.stateMac(responseOf(challenge, text)) };
}

/** Null where the text is no gateway's with this ring, or an answer to another challenge. */
export function readDescription(vault: Signing, challenge: string, body: unknown): SelfDescription | null {
  const { description, mac } = (body ?? {}) as Partial<SignedDescription>;
  if (typeof description !== "string" || typeof mac !== "string") return null;
  return vault.hasStateMac(responseOf(challenge, description), mac)
    ? (JSON.parse(description) as SelfDescription)
    : null;
}
