// Verifies tokens that the issuer has signed: id tokens, and those by which it ends sessions.
import { createHash } from "node:crypto";
import type { JWTPayload } from "jose";
import { asIssuerError, CLOCK_SKEW_S, type Issuer, IssuerError } from "./issuer.ts";

/** None that takes a shared secret: the issuer's public key could be used as one. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "Ed25519",
  "EdDSA",
];
/** Both kinds are used at once. */
const MAX_AGE_S = 600;
export const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
const MAX_TOKEN = 64 * 1024;
const MAX_ID = 255;

/** Signature, algorithm, issuer, audience and times; throws `IssuerError`. */
export function verifySigned(issuer: Issuer, token: string): Promise<{ claims: JWTPayload; type: string | undefined }> {
  return asIssuerError(async () => {
    if (token.length > MAX_TOKEN) throw new IssuerError("refused", "token_too_long");
    const { jwtVerify } = await import("jose");
    const { issuer: name } = await issuer.metadata();
    const { payload, protectedHeader } = await jwtVerify(token, issuer.keyOf, {
      issuer: name,
      audience: issuer.settings.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_S,
      maxTokenAge: MAX_AGE_S,
      currentDate: new Date(issuer.clock.now()),
    });
    return { claims: payload, type: protectedHeader.typ };
  });
}

export interface LogoutToken {
  /** The issuer's own id of the person; null where it names only the session. */
  userId: string | null;
  /** The issuer's session; null where all of the person's end. */
  sessionId: string | null;
  /** For as long as the token could be used again. */
  hash: string;
  expiresAt: number;
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function verifyLogoutToken(issuer: Issuer, token: string): Promise<LogoutToken> {
  const { claims, type } = await verifySigned(issuer, token);
  const refused = (reason: string) => new IssuerError("refused", reason);
  // Older issuers leave the type out; that an id token is none of these is up to the claims.
  if (type !== undefined && !/^(?:application\/)?(?:logout\+)?jwt$/i.test(type)) throw refused("logout_type");
  const event = (claims.events as Record<string, unknown> | undefined)?.[LOGOUT_EVENT];
  if (typeof event !== "object" || event === null) throw refused("logout_event_missing");
  if (claims.nonce !== undefined) throw refused("logout_nonce");
  const { jti, sub = null, sid = null } = claims as { jti?: unknown; sub?: unknown; sid?: unknown };
  const isText = (value: unknown): value is string =>
    typeof value === "string" && value !== "" && value.length <= MAX_ID;
  if (!isText(jti)) throw refused("logout_id_missing");
  if ((sub !== null && !isText(sub)) || (sid !== null && !isText(sid)) || (sub === null && sid === null))
    throw refused("logout_subject_missing");
  return {
    userId: sub as string | null,
    sessionId: sid as string | null,
    hash: createHash("sha256")
      .update(JSON.stringify([issuer.id, jti]))
      .digest("base64url"),
    expiresAt: issuer.clock.now() + (MAX_AGE_S + 2 * CLOCK_SKEW_S) * 1_000,
  };
}
