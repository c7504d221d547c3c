// Starts a connect session with one state and one PKCE verifier, and reports how it stands.

import type { Static } from "@sinclair/typebox";
import type { Deps } from "../deps.ts";
import { AppError, type InputError, invalidInput } from "../errors.ts";
import type { Initiator } from "../initiator.ts";
import { authorizationUrl, generateCodeVerifier } from "../oauth/client.ts";
import type { Owner } from "../owner.ts";
import { assertAllowedOrigin } from "../partners/origins.ts";
import type { Provider } from "../plugin/index.ts";
import { defaultScopes } from "../registry/scopes.ts";
import { isUuid } from "../schema/formats.ts";
import { verifierContext } from "../vault/sealing-contexts.ts";
import { type StartAccountConnectBody, type StartConnectBody, sessionFacts, sessionView } from "./model.ts";
import { parseRedirectUrl } from "./redirect.ts";
import { makeState } from "./state.ts";
import { findSession, insertSession } from "./store.ts";

/** Characters of all scopes with the spaces between them: more would not fit into an authorization URL. */
const MAX_SCOPES_LENGTH = 4_096;

export const CALLBACK_PATH = "/api/v1/connect/callback";

/** The one redirect URI, for the authorization and the token endpoint; never taken from a request. */
export function callbackUrl(deps: Pick<Deps, "baseUrl">): string {
  return `${deps.baseUrl}${CALLBACK_PATH}`;
}

/** Errors of a body beyond its schema; any field may be missing. */
export function connectErrors(
  { registry, config }: Pick<Deps, "registry" | "config">,
  body: Partial<Static<typeof StartConnectBody>>,
): InputError[] {
  const errors: InputError[] = [];
  if (body.provider !== undefined && !registry.provider(body.provider)) {
    const known = [...registry.providers.keys()].join(", ");
    errors.push({ in: "body", path: "/provider", message: `provider must be one of ${known}.` });
  }
  const url = body.redirect_url === undefined ? "" : parseRedirectUrl(body.redirect_url, isDevelopment(config));
  if (typeof url !== "string") errors.push(...url);
  if (body.scopes && body.scopes.join(" ").length > MAX_SCOPES_LENGTH) {
    const message = `scopes have more than ${MAX_SCOPES_LENGTH} characters together.`;
    errors.push({ in: "body", path: "/scopes", message });
  }
  return errors;
}

const isDevelopment = (config: Deps["config"]) => config.environment === "development";

/** Starts a session and returns the URL to open in the browser; `confirm` is for accounts only. */
export async function startConnect(
  deps: Deps,
  owner: Owner,
  body: Static<typeof StartAccountConnectBody>,
  initiator: Initiator,
) {
  const provider = deps.registry.provider(body.provider);
  const redirectUrl = parseRedirectUrl(body.redirect_url, isDevelopment(deps.config));
  // The route has reported these errors already; this narrows the types.
  if (!provider || typeof redirectUrl !== "string") throw invalidInput(connectErrors(deps, body));
  await assertAllowedOrigin(deps, owner, redirectUrl);
  const target = deps.target(provider.id);
  const client = await deps.oauthClients.forConnect(owner, provider.id);
  if (!client) throw notConfigured(provider, owner);
  const state = makeState(deps.vault);
  const verifier = provider.oauth.pkce ? generateCodeVerifier() : null;
  // The identity request needs its scopes, so custom scopes never replace them.
  const scopes = body.scopes
    ? [...new Set([...(provider.oauth.identityScopes ?? []), ...body.scopes])]
    : defaultScopes(provider, target.extraScopes);
  const id = crypto.randomUUID();
  const session = await insertSession(deps.database, {
    id,
    userId: owner.userId,
    accountId: owner.accountId,
    provider: provider.id,
    clientId: client.id,
    stateHash: deps.vault.macs(state)[0] as string,
    verifier: verifier === null ? null : deps.vault.seal(verifier, verifierContext(id)),
    redirectUrl,
    scopes,
    confirm: body.confirm ?? false,
  });
  const url = authorizationUrl(target, client, { state, verifier, scopes, redirectUri: callbackUrl(deps) });
  await deps.audit.record(initiator, { event: "connect_started", ...sessionFacts(session) });
  return { connect_url: url.href, session_id: id, expires_at: session.expiresAt.toISOString() };
}

function notConfigured({ id, name }: Provider, { accountId }: Owner): AppError {
  const details = { provider: id, status: null, message: "OAuth client not configured", code: "not_configured" };
  const variables = `${id.toUpperCase()}_CLIENT_ID and ${id.toUpperCase()}_CLIENT_SECRET`;
  const own = accountId === null ? "" : `, or bring your own client with PUT /api/v1/oauth-apps/${id}`;
  return new AppError("PROVIDER_ERROR", `${name} is not set up here: set ${variables}${own}`, details);
}

/** An owner's session; 404 for anybody else's, as for an unknown one. The two surfaces have different codes. */
export async function viewSession(deps: Deps, owner: Owner, sessionId: string) {
  const session = isUuid(sessionId) ? await findSession(deps.database, owner, sessionId) : null;
  if (session) return sessionView(session);
  throw new AppError(owner.accountId === null ? "NOT_FOUND" : "SESSION_NOT_FOUND", "There is no such connect session.");
}
