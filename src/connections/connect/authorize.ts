// One authorization request of a session: the client, a new state and PKCE verifier, and the provider's URL.

import { AppError } from "../../foundation/errors.ts";
import { verifierContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider } from "../../plugin/index.ts";
import { defaultScopes } from "../../providers/registry/scopes.ts";
import { oauthOf } from "../../providers/upstream/target.ts";
import type { Deps } from "../../server/deps.ts";
import type { Need } from "../integrations/access.ts";
import { notConnected } from "../integrations/access.ts";
import { authorizationUrl, generateCodeVerifier } from "../oauth/client.ts";
import { credentialKindsOf } from "./credential-fields.ts";
import { makeState } from "./state.ts";
import type { SessionRow } from "./store.ts";

export const CALLBACK_PATH = "/api/v1/connect/callback";

/** The one redirect URI, for the authorization and the token endpoint; never taken from a request. */
export function callbackUrl(deps: Pick<Deps, "baseUrl">): string {
  return `${deps.baseUrl}${CALLBACK_PATH}`;
}

export interface Attempt {
  /** For the session's row. */
  columns: Pick<SessionRow, "provider" | "auth" | "tenant" | "clientId" | "stateHash" | "verifier" | "scopes">;
  /** For the browser. */
  url: string;
}

/** Makes an attempt of a session; throws `PROVIDER_ERROR` where the provider has no client. */
export async function makeAttempt(
  deps: Deps,
  owner: Owner,
  sessionId: string,
  { provider, scopes, tenant }: { provider: Provider; scopes: string[]; tenant: Record<string, string> },
): Promise<Attempt> {
  const client = await deps.oauthClients.forConnect(owner, provider.id);
  if (!client) throw notConfigured(provider, owner);
  const state = makeState(deps.vault);
  const target = deps.target(provider.id);
  const verifier = oauthOf(target).pkce ? generateCodeVerifier() : null;
  const request = { state, verifier, scopes, redirectUri: callbackUrl(deps), tenant };
  return {
    columns: {
      provider: provider.id,
      auth: "oauth2",
      tenant,
      clientId: client.id,
      stateHash: deps.vault.macs(state)[0] as string,
      verifier: verifier === null ? null : deps.vault.seal(verifier, verifierContext(sessionId)),
      scopes,
    },
    url: authorizationUrl(target, client, request).href,
  };
}

/** Whether anybody can connect it: with a client of the operator's or the partner's, or with credentials of their own. */
export async function canConnect({ oauthClients }: Pick<Deps, "oauthClients">, owner: Owner, provider: Provider) {
  return credentialKindsOf(provider).length > 0 || (await oauthClients.forConnect(owner, provider.id)) !== null;
}

/** The scopes to ask for. The identity request needs its own, so custom scopes never replace them. */
export function requestedScopes(deps: Pick<Deps, "target">, provider: Provider, own: readonly string[] | undefined) {
  if (own === undefined) return defaultScopes(provider, deps.target(provider.id).extraScopes);
  return [...new Set([...(provider.auth.oauth2?.identityScopes ?? []), ...own])];
}

/** 403 of a call: the provider cannot be connected here at all. */
export function notSetUp({ provider, service, needs }: Need, owner: Owner): AppError {
  const nextStep = notSetUpText(provider, owner);
  const reason = "not_set_up" as const;
  const details = { provider: provider.id, service, permission: needs[0], reason, next_step: nextStep };
  return new AppError("PERMISSION_DENIED", notConnected(provider.id), details);
}

/** Whose turn it is; the person can do nothing about it. */
export function notSetUpText({ id, name }: Provider, { accountId }: Pick<Owner, "accountId">): string {
  const variables = `${id.toUpperCase()}_CLIENT_ID and ${id.toUpperCase()}_CLIENT_SECRET`;
  const own = accountId === null ? "" : `, or the partner must set an OAuth app with PUT /api/v1/oauth-apps/${id}`;
  return `${name} is not set up on this gateway, so it cannot be connected yet. The operator must set ${variables}${own}.`;
}

export function notConfigured({ id, name }: Provider, { accountId }: Owner): AppError {
  const details = {
    provider: id,
    status: null,
    message: "OAuth app not configured",
    code: "not_configured",
    reason: "not_set_up" as const,
  };
  const variables = `${id.toUpperCase()}_CLIENT_ID and ${id.toUpperCase()}_CLIENT_SECRET`;
  const own = accountId === null ? "" : `, or set your own OAuth app with PUT /api/v1/oauth-apps/${id}`;
  return new AppError("PROVIDER_ERROR", `${name} is not set up here: set ${variables}${own}`, details);
}
