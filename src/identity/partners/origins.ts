// Redirect origins: where a partner's connect flows may send browsers.

import { Type as t } from "@sinclair/typebox";
import { isLoopback } from "../../foundation/config/providers-file.ts";
import { type InputError, invalidInput } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import type { Owner } from "../owner.ts";
import { findRedirectOrigins, setRedirectOrigins } from "./store.ts";

const MAX_ORIGINS = 100;

export const OriginsShape = t.Object({
  origins: t.Array(
    t.String({ minLength: 1, maxLength: 300, description: "Scheme, host and port: https://app.example.com" }),
    { maxItems: MAX_ORIGINS, description: "Exact origins. An empty list allows every origin." },
  ),
});

/** The partner's list; an empty one restricts nothing. */
export async function redirectOriginsOf(deps: Pick<Deps, "database">, userId: string) {
  return { origins: await findRedirectOrigins(deps.database, userId) };
}

/** Validates origins beyond their schema. */
export function originErrors(
  { config }: Pick<Deps, "config">,
  { origins = [] }: { origins?: readonly string[] },
): InputError[] {
  return origins.flatMap((text, index): InputError[] => {
    const parsed = parseOrigin(text, config.environment === "development");
    return "origin" in parsed ? [] : [{ in: "body", path: `/origins/${index}`, message: `origins: ${parsed.error}` }];
  });
}

/** Replaces the partner's list; `originErrors` has validated the origins. */
export async function replaceRedirectOrigins(
  deps: Pick<Deps, "database" | "changes" | "audit">,
  userId: string,
  texts: readonly string[],
  initiator: Initiator,
) {
  const origins = [...new Set(texts.map((text) => new URL(text).origin))];
  await setRedirectOrigins(deps.database, userId, origins);
  deps.changes.invalidate(userId, ["partners"]);
  await deps.audit.record(initiator, { event: "redirect_origins_changed", userId, details: { origins } });
  return { origins };
}

/** The origin as URL parsers write it, which a redirect_url is compared with. */
function parseOrigin(text: string, isDevelopment: boolean): { origin: string } | { error: string } {
  const quoted = JSON.stringify(text);
  // The parser would repair or drop these: a path, a query, credentials, a backslash, spaces.
  if (!/^https?:\/\/[^/?#@\\\u0000-\u0020\u007f]+$/i.test(text) || !URL.canParse(text)) {
    return { error: `${quoted} is not an origin such as https://app.example.com, without a path.` };
  }
  const { origin, protocol, hostname } = new URL(text);
  if (hostname.includes("*")) return { error: `${quoted} has a wildcard. List each origin by itself.` };
  if (protocol === "http:" && !(isDevelopment && isLoopback(hostname))) {
    return { error: `${quoted} must be https (http only for loopback hosts in development).` };
  }
  return { origin };
}

/**
 * Refuses a redirect_url outside the partner's list, for accounts and the user's own integrations: a stolen key must not send
 * people elsewhere. Where the operator requires a list, connecting an account needs one.
 */
export async function assertAllowedOrigin(
  deps: Pick<Deps, "database" | "config" | "baseUrl">,
  owner: Owner,
  redirectUrl: string,
): Promise<void> {
  // Back to the dashboard: nobody else's site.
  if (owner.accountId === null && new URL(redirectUrl).origin === new URL(deps.baseUrl).origin) return;
  const origins = await findRedirectOrigins(deps.database, owner.userId);
  const refused = (message: string) => invalidInput([{ in: "body", path: "/redirect_url", message }]);
  if (origins.length > 0) {
    if (origins.includes(new URL(redirectUrl).origin)) return;
    throw refused(
      "The origin of redirect_url is not among your redirect origins. Add it with PUT /api/v1/redirect-origins.",
    );
  }
  if (owner.accountId !== null && deps.config.requireRedirectOrigins) {
    throw refused("redirect_url is refused until you list your redirect origins: PUT /api/v1/redirect-origins.");
  }
}
