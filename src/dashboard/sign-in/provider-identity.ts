// OAuth for people who sign in: only who they are is asked for, and the tokens are forgotten at once.
import { callbackUrl } from "../../connections/connect/authorize.ts";
import { isOwnState, makeState } from "../../connections/connect/state.ts";
import { authorizationUrl, exchangeCode } from "../../connections/oauth/client.ts";
import { fetchIdentity, storableIdentity } from "../../connections/oauth/identity.ts";
import { matchesIssuer } from "../../connections/oauth/issuer.ts";
import { OAuthError } from "../../connections/oauth/token-response.ts";
import type { Provider } from "../../plugin/index.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { oauthOf, type Target } from "../../providers/upstream/target.ts";
import type { Deps } from "../../server/deps.ts";

/** Nobody's integrations: the operator's own client serves sign-ins. */
const NO_OWNER = { userId: "sign-in", accountId: null };

export const signInCallbackUrl = (deps: Pick<Deps, "baseUrl">, provider: string) =>
  `${callbackUrl(deps)}/sign-in/${provider}`;

/** The providers that people can sign in by: their plugins say so, and the operator has a client. None where only issuers count. */
export async function signInProviders({
  registry,
  oauthClients,
  issuers,
}: Pick<Deps, "registry" | "oauthClients" | "issuers">) {
  const usable: Provider[] = [];
  if (issuers.isOnly) return usable;
  for (const provider of registry.providers.values())
    if (provider.auth.oauth2?.identifiesPeople && (await oauthClients.forConnect(NO_OWNER, provider.id)))
      usable.push(provider);
  return usable;
}

/** Without the parameters that ask for offline access: unused refresh tokens would push out those of integrations. */
function identityTarget(deps: Deps, provider: string): Target {
  const target = deps.target(provider);
  return { ...target, oauth: { ...oauthOf(target), authorizationParams: {}, authorize: undefined } };
}

export interface IdentityAttempt {
  state: string;
  /** The provider's page. */
  url: string;
}

/** `verifierOf` derives the PKCE verifier from a state, only for this browser; null where the provider has no client. */
export async function beginIdentity(
  deps: Deps,
  { id, auth }: Provider,
  verifierOf: (state: string) => string,
): Promise<IdentityAttempt | null> {
  const client = await deps.oauthClients.forConnect(NO_OWNER, id);
  if (!client) return null;
  const state = makeState(deps.vault);
  const verifier = auth.oauth2?.pkce ? verifierOf(state) : null;
  const scopes = auth.oauth2?.identityScopes ?? [];
  const request = { state, verifier, scopes, redirectUri: signInCallbackUrl(deps, id) };
  return { state, url: authorizationUrl(identityTarget(deps, id), client, request).href };
}

/** The state of a callback; null where we made none such. */
export function stateOf(deps: Pick<Deps, "vault">, parameters: URLSearchParams): string | null {
  const [state, ...others] = parameters.getAll("state");
  return state && others.length === 0 && isOwnState(deps.vault, state) ? state : null;
}

/** Who granted, by the callback's code; null where the person or the provider refused. */
export async function finishIdentity(
  deps: Deps,
  { id, auth }: Provider,
  parameters: URLSearchParams,
  verifier: string,
): Promise<{ providerUserId: string; name: string } | null> {
  const client = await deps.oauthClients.forConnect(NO_OWNER, id);
  const [code, ...others] = parameters.getAll("code");
  const isUsable = code && others.length === 0 && code.length <= 4_096 && !parameters.has("error");
  if (!client || !isUsable || !matchesIssuer(oauthOf(deps.target(id)), parameters.getAll("iss"))) return null;
  const target = identityTarget(deps, id);
  const fetch = deps.fetchFor(NO_OWNER);
  try {
    const request = { code, verifier: auth.oauth2?.pkce ? verifier : null, redirectUri: signInCallbackUrl(deps, id) };
    const tokens = await exchangeCode(fetch, target, client, request);
    const opened = { access: tokens.accessToken, refresh: tokens.refreshToken ?? null, others: tokens.others ?? {} };
    const found = await fetchIdentity({ fetch, clock: deps.clock }, target, opened, tokens.tenant);
    const { id: providerUserId, name } = storableIdentity({ ...found, id: tokens.resourceOwnerId ?? found.id });
    return { providerUserId, name };
  } catch (error) {
    if (!(error instanceof OAuthError || error instanceof UpstreamFailure)) throw error;
    deps.log.warn("sign_in_provider_failed", { provider: id, error });
    return null;
  }
}
