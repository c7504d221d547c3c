// Verifies inbound webhooks: signatures over raw bytes, compared in constant time, within a window of their signed time.
import { createHmac } from "node:crypto";
import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { decodeHex } from "@oslojs/encoding";
import type { JWK, JWTHeaderParameters } from "jose";
import { base64Bytes } from "./base64.ts";
import { type SignedChange, withSigning } from "./signing.ts";
import type { InboundWebhook } from "./webhook.ts";

/** The secrets that can prove an inbound webhook. */
export interface WebhookSecrets {
  /** The operator's, for the provider's webhooks. */
  webhook: string | null;
  /** The OAuth app's secret. */
  client: string | null;
  /** The secret of the subscription whose own address received the request; null at the provider's address. */
  subscription?: string | null;
  /** The provider's public keys, from the webhook's `jwksUrl`; empty without one. */
  keys?: readonly SigningKey[];
}
/** A public key of a JSON Web Key Set (RFC 7517). */
export type SigningKey = JsonWebKey & { kid?: string };
/** Whether the provider sent the request. `now` is in Unix milliseconds. */
export type Verifier = (inbound: InboundWebhook, secrets: WebhookSecrets, now: number) => boolean | Promise<boolean>;

type SecretName = "webhook" | "client" | "subscription";
type Encoding = "hex" | "base64";
type Read = (inbound: InboundWebhook) => string | null;
/** How a provider writes the key: by default its text is the key, `base64` is decoded first. */
type KeyEncoding = "base64";

/** Seconds between a signed time and now, before or after. */
const TOLERANCE_S = 300;

const utf8 = (text: string) => new TextEncoder().encode(text);

/**
 * HMAC-SHA-256 of a text or of bytes, also for the response to a provider's challenge. The runtime's own: one in JavaScript
 * would stop the process for a third of a second at a stranger's body of 10 MiB.
 */
export function hmacText(
  secret: string | Uint8Array,
  message: string | Uint8Array,
  encoding: "hex" | "base64" | "base64url",
): string {
  return hmacOf(secret, [message], encoding);
}

function hmacOf(
  secret: string | Uint8Array,
  message: SignedMessage | Uint8Array,
  encoding: "hex" | "base64" | "base64url",
): string {
  const mac = createHmac("sha256", secret);
  const parts = typeof message === "string" || message instanceof Uint8Array ? [message] : message;
  for (const part of parts) mac.update(part);
  return mac.digest(encoding);
}

/** Whether two texts are equal, in constant time. */
export function timingSafeEqual(a: string, b: string): boolean {
  return constantTimeEqual(utf8(a), utf8(b));
}

/** A request's signature, and the time that it includes, in Unix seconds. */
export interface Claim {
  signature: string;
  time?: number;
}

/** What was signed: a text, or parts in their order. The body stands for itself as bytes, since not every one is text. */
export type SignedMessage = string | readonly (string | Uint8Array)[];

/** Any HMAC-SHA-256: `read` finds the claim, `message` what was signed; a time is valid for `toleranceS` (300). */
export function hmac(options: {
  secret?: SecretName;
  keyEncoding?: KeyEncoding;
  encoding?: Encoding;
  read: (inbound: InboundWebhook) => Claim | null;
  message?: (inbound: InboundWebhook, claim: Claim) => SignedMessage;
  toleranceS?: number;
}): Verifier {
  /** Null without a secret. */
  const sign = (inbound: InboundWebhook, claim: Claim, secrets: WebhookSecrets): string | null => {
    const secret = secrets[options.secret ?? "webhook"];
    if (!secret) return null;
    const key = options.keyEncoding === "base64" ? base64Key(secret) : secret;
    if (key === null) return null;
    const message = options.message ? options.message(inbound, claim) : inbound.body;
    return hmacOf(key, message, options.encoding ?? "hex");
  };
  const verifier: Verifier = (inbound, secrets, now) => {
    const claim = options.read(inbound);
    if (!claim || !isRecent(claim.time, now, options.toleranceS)) return false;
    const signature = sign(inbound, claim, secrets);
    return signature !== null && timingSafeEqual(signature, claim.signature);
  };
  return withSigning(verifier, (rebuild, secrets, now) => {
    const { time } = options.read(rebuild([])) ?? {};
    // Milliseconds begin with the seconds; some providers write the time into the body.
    const seconds = (at: number) => String(Math.floor(at));
    const timed: SignedChange[] =
      time === undefined ? [] : [{ from: seconds(time), to: seconds(now / 1_000), isInBody: true }];
    const inbound = rebuild(timed);
    const claim = options.read(inbound);
    const signature = claim && sign(inbound, claim, secrets);
    return claim && signature ? [...timed, { from: claim.signature, to: signature }] : null;
  });
}

/** Null for an empty key, with which anybody could sign, and for a text with white space. */
function base64Key(secret: string): Uint8Array | null {
  const key = /\s/.test(secret) ? null : base64Bytes(secret);
  return key === null || key.length === 0 ? null : key;
}

function isRecent(time: number | undefined, now: number, toleranceS = TOLERANCE_S): boolean {
  return time === undefined || (Number.isFinite(time) && Math.abs(now / 1_000 - time) <= toleranceS);
}

/** An HMAC-SHA-256 over the raw body in one header, after `prefix`. */
export function hmacSha256(options: {
  header: string;
  prefix?: string;
  encoding?: Encoding;
  secret?: SecretName;
  keyEncoding?: KeyEncoding;
}): Verifier {
  const { header, prefix = "", ...rest } = options;
  return hmac({
    ...rest,
    read: ({ headers }) => {
      const value = headers.get(header);
      return value?.startsWith(prefix) ? { signature: value.slice(prefix.length) } : null;
    },
  });
}

/** Ed25519 over the time's text and the raw body, valid for `toleranceS` (300); the webhook secret is the public key in hex. */
export function ed25519(options: { signature: string; time: string; toleranceS?: number }): Verifier {
  return async ({ headers, body }, { webhook }, now) => {
    const [signature, time] = [headers.get(options.signature), headers.get(options.time)];
    if (!webhook || !signature || !time || !isRecent(Number(time), now, options.toleranceS)) return false;
    if (!/^[0-9a-f]{64}$/i.test(webhook) || !/^[0-9a-f]{128}$/i.test(signature)) return false;
    const key = await crypto.subtle.importKey("raw", bytes(webhook), "Ed25519", false, ["verify"]);
    const head = utf8(time);
    const message = new Uint8Array(head.length + body.length);
    message.set(head);
    message.set(body, head.length);
    return crypto.subtle.verify("Ed25519", key, bytes(signature), message);
  };
}
const bytes = (hex: string) => new Uint8Array(decodeHex(hex));

/** A secret in every request, for providers that sign nothing. */
export function sharedToken(read: Read, options: { secret?: SecretName } = {}): Verifier {
  const secretIn = (secrets: WebhookSecrets) => secrets[options.secret ?? "webhook"];
  const verifier: Verifier = (inbound, secrets) => {
    const [secret, token] = [secretIn(secrets), read(inbound)];
    return Boolean(secret) && token !== null && timingSafeEqual(token, secret as string);
  };
  return withSigning(verifier, (rebuild, secrets) => {
    const [secret, token] = [secretIn(secrets), read(rebuild([]))];
    return secret && token ? [{ from: token, to: secret, isInBody: true }] : null;
  });
}

/** User and password of HTTP Basic (RFC 7617); null without them, or where the user does not match `user`. */
export function basicAuth({ headers }: InboundWebhook, user: RegExp): { user: string; password: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(headers.get("authorization") ?? "")?.[1];
  if (encoded === undefined || encoded.length % 4 !== 0) return null;
  const [, name, password] = /^([^:]*):(.*)$/s.exec(atob(encoded)) ?? [];
  return name !== undefined && password !== undefined && user.test(name) ? { user: name, password } : null;
}

/** The token of a Bearer authorization (RFC 6750); null without one. */
export function bearerToken({ headers }: InboundWebhook): string | null {
  return /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** A JSON Web Token with HS256 (RFC 7515, RFC 7519): verifies algorithm, signature and times, with a minute's leeway. */
export function jwtHs256(options: { read: Read; secret?: SecretName }): Verifier {
  const verifier: Verifier = async (inbound, secrets, now) => {
    const secret = secrets[options.secret ?? "client"];
    const token = options.read(inbound);
    if (!secret || !token) return false;
    return (await claimsOf(token, "HS256", now, async () => utf8(secret))) !== null;
  };
  return withSigning(verifier, async (rebuild, secrets, now) => {
    const secret = secrets[options.secret ?? "client"];
    const from = options.read(rebuild([]));
    if (!secret || !from) return null;
    const { decodeJwt, SignJWT } = await import("jose");
    const at = Math.floor(now / 1_000);
    const signed = new SignJWT({ ...decodeJwt(from), iat: at, exp: at + TOLERANCE_S }).setProtectedHeader({
      alg: "HS256",
    });
    return [{ from, to: await signed.sign(utf8(secret)) }];
  });
}

/**
 * A JSON Web Token with RS256 by one of the provider's keys (the webhook's `jwksUrl`): verifies algorithm, key, signature and
 * times, with a minute's leeway. `claims` must compare issuer and audience, since the provider signs for others with these
 * keys too.
 */
export function jwtRs256(options: {
  read: Read;
  claims: (claims: Record<string, unknown>, inbound: InboundWebhook, secrets: WebhookSecrets) => boolean;
}): Verifier {
  return async (inbound, secrets, now) => {
    const token = options.read(inbound);
    if (!token) return false;
    const claims = await claimsOf(token, "RS256", now, async ({ createLocalJWKSet }, header) => {
      // Without an id the only key of a set would do.
      if (typeof header.kid !== "string") throw new Error("The token does not name a key.");
      return createLocalJWKSet({ keys: [...(secrets.keys ?? [])] as JWK[] })(header);
    });
    return claims !== null && options.claims(claims, inbound, secrets);
  };
}

type Jose = typeof import("jose");

/** Seconds that the clocks of provider and gateway may differ. */
const LEEWAY_S = 60;

/** The claims of a good token; null for everything else, whose reason helps nobody but a forger. */
async function claimsOf(
  token: string,
  algorithm: "HS256" | "RS256",
  now: number,
  keyOf: (jose: Jose, header: JWTHeaderParameters) => Promise<CryptoKey | Uint8Array>,
): Promise<Record<string, unknown> | null> {
  const jose = await import("jose");
  try {
    const { payload } = await jose.jwtVerify(token, (header) => keyOf(jose, header), {
      algorithms: [algorithm],
      currentDate: new Date(now),
      clockTolerance: LEEWAY_S,
      requiredClaims: ["exp"],
    });
    // The library leaves a time of issue in the future alone.
    return payload.iat === undefined || payload.iat <= now / 1_000 + LEEWAY_S ? payload : null;
  } catch {
    // A token that fails is a forger's or too old, and its reason helps only a forger.
    return null;
  }
}
