// Redirect origins: where a partner's connects may send browsers.
import { Type as t } from "@sinclair/typebox";
import { isLoopback } from "../config.ts";
import type { Deps } from "../deps.ts";
import { type InputError, invalidInput } from "../errors.ts";
import { findRedirectOrigins, setRedirectOrigins } from "./store.ts";

const MAX_ORIGINS = 100;

export const OriginsShape = t.Object({
  origins: t.Array(
    t.String({ minLength: 1, maxLength: 300, description: "Scheme, host and port: https://app.example.com" }),
    { maxItems: MAX_ORIGINS, description: "Exact origins. An empty list lifts the restriction." },
  ),
});

/** The partner's list; empty where nothing is restricted. */
export async function redirectOriginsOf(deps: Pick<Deps, "database">, userId: string) {
  return { origins: await findRedirectOrigins(deps.database, userId) };
}

/** What is wrong with origins beyond their schema. */
export function originErrors(
  { config }: Pick<Deps, "config">,
  { origins = [] }: { origins?: readonly string[] },
): InputError[] {
  return origins.flatMap((text, index): InputError[] => {
    const parsed = parseOrigin(text, config.environment === "development");
    return "origin" in parsed ? [] : [{ in: "body", path: `/origins/${index}`, message: `origins: ${parsed.fault}` }];
  });
}

/** Replaces the partner's list whole; the origins have been checked by `originFaults`. */
export async function replaceRedirectOrigins(
  deps: Pick<Deps, "database" | "changes" | "log">,
  userId: string,
  given: readonly string[],
) {
  const kept = [...new Set(given.map((text) => new URL(text).origin))];
  await setRedirectOrigins(deps.database, userId, kept);
  deps.changes.invalidate(userId, ["partners"]);
  deps.log.info("redirect_origins_changed", { user_id: userId, origins: kept });
  return { origins: kept };
}

/** An origin in the parser's form, which is what a redirect_url is compared with. */
function parseOrigin(text: string, isDevelopment: boolean): { origin: string } | { fault: string } {
  const quoted = JSON.stringify(text);
  // What the parser would mend or drop is no origin: a path, a query, credentials, a backslash, spaces.
  if (!/^https?:\/\/[^/?#@\\\u0000-\u0020\u007f]+$/i.test(text) || !URL.canParse(text)) {
    return { fault: `${quoted} is not an origin such as https://app.example.com, without a path.` };
  }
  const { origin, protocol, hostname } = new URL(text);
  if (hostname.includes("*")) return { fault: `${quoted} has a wildcard; each origin is named by itself.` };
  if (protocol === "http:" && !(isDevelopment && isLoopback(hostname))) {
    return { fault: `${quoted} must be https (http only for loopback hosts in development).` };
  }
  return { origin };
}

/**
 * Refuses a redirect_url outside the list of the partner whose key it is, for accounts and for the user's own connects: a
 * stolen key must not send people elsewhere. Where the operator demands a list, an account's connect needs one.
 */
export async function assertAllowedOrigin(
  deps: Pick<Deps, "database" | "config">,
  owner: { userId: string; accountId: string | null },
  redirectUrl: string,
): Promise<void> {
  const origins = await findRedirectOrigins(deps.database, owner.userId);
  const fault = (message: string) => invalidInput([{ in: "body", path: "/redirect_url", message }]);
  if (origins.length > 0) {
    if (origins.includes(new URL(redirectUrl).origin)) return;
    throw fault("redirect_url has an origin that is not among your redirect origins.");
  }
  if (owner.accountId !== null && deps.config.requireRedirectOrigins) {
    throw fault("redirect_url is refused until you have listed your redirect origins: PUT /api/v1/redirect-origins.");
  }
}
