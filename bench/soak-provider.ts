// The soak's provider: tokens that live for a minute and rotate, a read, a write, and one kind of failure after another.
import { createHash } from "node:crypto";

const TOKEN_SECONDS = 60;
const FAILURES = [
  () => new Response("down", { status: 500 }),
  () => Response.json({ error: "not found" }, { status: 404 }),
  () => new Response("<html>", { headers: { "content-type": "application/json" } }),
  () => Response.json({ id: 7 }),
] as const;

export interface SoakProvider {
  url: string;
  /** Refreshes that were granted, and ones with a token that had been used already. */
  refreshes: { granted: number; reused: number };
  /** The provider's ids of users whose reads fail from now on. */
  failing: Set<string>;
  stop(): void;
}

export function soakProvider(): SoakProvider {
  const refreshes = { granted: 0, reused: 0 };
  const failing = new Set<string>();
  /** The user of each token; a refresh token leaves with its use. */
  const accessTokens = new Map<string, string>();
  const refreshTokens = new Map<string, string>();
  let turn = 0;
  const grant = (user: string) => {
    const [access_token, refresh_token] = [crypto.randomUUID(), crypto.randomUUID()];
    accessTokens.set(access_token, user);
    refreshTokens.set(refresh_token, user);
    // Twice its life is enough for calls under way.
    setTimeout(() => accessTokens.delete(access_token), 2_000 * TOKEN_SECONDS).unref();
    return Response.json({
      access_token,
      refresh_token,
      token_type: "bearer",
      expires_in: TOKEN_SECONDS,
      scope: "things",
    });
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/token") {
        const body = new URLSearchParams(await request.text());
        const refreshToken = body.get("refresh_token");
        if (refreshToken === null) return grant(userOf(body.get("code") ?? ""));
        const user = refreshTokens.get(refreshToken);
        refreshTokens.delete(refreshToken);
        if (user === undefined) {
          refreshes.reused++;
          return Response.json({ error: "invalid_grant" }, { status: 400 });
        }
        refreshes.granted++;
        return grant(user);
      }
      if (pathname === "/revoke") return new Response(null, { status: 200 });
      const user = accessTokens.get(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
      if (user === undefined) return Response.json({ error: "expired" }, { status: 401 });
      if (pathname !== "/me" && failing.has(user)) return (FAILURES[turn++ % FAILURES.length] as () => Response)();
      return Response.json({ id: user });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, refreshes, failing, stop: () => void server.stop(true) };
}

/** The provider's id of who grants with this code. */
export function userOf(code: string): string {
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}
