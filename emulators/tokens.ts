// The tokens that an emulated provider issued, and whether they are live, expired or revoked.

export type TokenState = "live" | "expired" | "revoked" | "unknown";

export interface IssuedToken {
  token: string;
  kind: "access" | "refresh";
  /** As the consent form names the user. */
  user: string;
  /** Milliseconds since 1970; Infinity where the token does not expire. */
  expiresAt: number;
}

export interface TokenBook {
  add(token: string, kind: IssuedToken["kind"], user: string, seconds?: number): void;
  state(token: string, kind?: IssuedToken["kind"]): TokenState;
  userOf(token: string): string | undefined;
  /** Returns false when the token was not live. */
  revoke(token: string): boolean;
  revokeUser(user: string): void;
  /** Expires every access token; refresh tokens stay. */
  expireAll(): void;
  /** Live tokens, oldest first. */
  live(): IssuedToken[];
  clear(): void;
}

/** `now`: milliseconds since 1970. */
export function createTokenBook(now: () => number): TokenBook {
  const entries = new Map<string, IssuedToken & { isRevoked: boolean }>();

  function state(token: string, kind: IssuedToken["kind"] = "access"): TokenState {
    const entry = entries.get(token);
    if (entry?.kind !== kind) return "unknown";
    if (entry.isRevoked) return "revoked";
    return entry.expiresAt > now() ? "live" : "expired";
  }

  return {
    add(token, kind, user, seconds = Number.POSITIVE_INFINITY) {
      entries.set(token, { token, kind, user, expiresAt: now() + seconds * 1000, isRevoked: false });
    },
    state,
    userOf: (token) => entries.get(token)?.user,
    revoke(token) {
      const entry = entries.get(token);
      if (!entry || state(token, entry.kind) !== "live") return false;
      entry.isRevoked = true;
      return true;
    },
    revokeUser(user) {
      for (const entry of entries.values()) if (entry.user === user) entry.isRevoked = true;
    },
    expireAll() {
      for (const entry of entries.values()) {
        if (entry.kind === "access") entry.expiresAt = Math.min(entry.expiresAt, now());
      }
    },
    live: () =>
      [...entries.values()]
        .filter((entry) => state(entry.token, entry.kind) === "live")
        .map(({ token, kind, user, expiresAt }) => ({ token, kind, user, expiresAt })),
    clear: () => entries.clear(),
  };
}
