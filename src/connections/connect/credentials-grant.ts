// A grant out of credentials that a person typed: checked by the identity request before anything is stored.

import type { Owner } from "../../identity/owner.ts";
import type { Provider, TokenSet } from "../../plugin/index.ts";
import { defaultScopes } from "../../providers/registry/scopes.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { checkedTenant, UNFIT_TENANT } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";
import { filledFields, requestClientToken } from "../oauth/client-credentials.ts";
import { fetchIdentity, storableIdentity } from "../oauth/identity.ts";
import { OAuthError } from "../oauth/token-response.ts";
import { type CredentialKind, tenantOfCredentials } from "./credential-fields.ts";
import type { NewGrant } from "./save-grant.ts";

/** What a person typed; `fields` and `tenant` have been checked by their forms. */
export interface EnteredCredentials {
  provider: Provider;
  kind: CredentialKind;
  fields: Readonly<Record<string, string>>;
  tenant: Readonly<Record<string, string>>;
}

/** Why credentials made no grant; nothing in it is the provider's own text, which could repeat a credential. */
export interface RefusedCredentials {
  /** `credentials`: the provider does not take them. `tenant`: nobody is there. `unavailable`: try again later. */
  refused: "credentials" | "forbidden" | "tenant" | "unavailable" | "identity";
  status: number | null;
  retryAfter?: number;
}

/** Asks the provider whose the credentials are. */
export async function credentialsGrant(
  deps: Deps,
  owner: Owner,
  entered: EnteredCredentials,
): Promise<NewGrant | RefusedCredentials> {
  const { provider, kind, tenant: input } = entered;
  const target = deps.target(provider.id);
  const fetch = deps.fetchFor(owner);
  try {
    const tokens = await credentialsTokens(fetch, deps, entered);
    const opened = { access: tokens.accessToken, refresh: null, others: {}, auth: kind };
    const ofFields = tenantOfCredentials(provider, kind, entered.fields);
    const known = { ...tokens.tenant, ...ofFields, ...input };
    const { tenant: ofIdentity, ...found } = await fetchIdentity({ fetch, clock: deps.clock }, target, opened, known);
    const now = deps.clock.now();
    return {
      tokens,
      identity: storableIdentity(found),
      tenant: checkedTenant(target, tokens.tenant, ofIdentity, ofFields, input),
      auth: kind,
      clientId: "",
      // What a key may do is not known here: every permission counts as granted, and the provider refuses what it may not.
      scopes: defaultScopes(provider, target.extraScopes),
      accessExpiresAt: tokens.expiresIn === undefined ? null : new Date(now + tokens.expiresIn * 1_000),
      refreshExpiresAt: null,
      grantedAt: new Date(now),
    };
  } catch (error) {
    return refusalOf(deps, provider, error);
  }
}

/** The tokens out of what was typed; a client of the person's own is exchanged for one. */
export async function credentialsTokens(
  fetch: ReturnType<Deps["fetchFor"]>,
  { target }: Pick<Deps, "target">,
  { provider, kind, fields, tenant }: EnteredCredentials,
): Promise<TokenSet> {
  const values = { ...tenant, ...fields };
  if (kind === "api_key") return { accessToken: filledFields(provider.auth.api_key?.value ?? onlyOf(fields), values) };
  if (kind === "basic") {
    const { username = "{username}", password = "{password}" } = provider.auth.basic ?? {};
    return { accessToken: `${filledFields(username, values)}:${filledFields(password, values)}` };
  }
  const {
    accessToken,
    expiresIn,
    tenant: ofResponse,
  } = await requestClientToken(fetch, target(provider.id), {
    fields,
    tenant,
  });
  // The client is what a renewal needs, as a refresh token is elsewhere.
  return { accessToken, expiresIn, refreshToken: JSON.stringify(fields), tenant: ofResponse };
}

const onlyOf = (fields: Readonly<Record<string, string>>) => `{${Object.keys(fields)[0] ?? ""}}`;

/** Why an identity request or a token request made no grant. */
export function refusalOf(deps: Pick<Deps, "log">, provider: Provider, error: unknown): RefusedCredentials {
  if (error instanceof OAuthError)
    return { refused: error.kind === "transient" ? "unavailable" : "credentials", status: null };
  if (error instanceof UpstreamFailure) {
    const { failure, status, retryAfter, code } = error.detail;
    if (failure === "expired" || failure === "revoked") return { refused: "credentials", status };
    if (failure === "forbidden") return { refused: "forbidden", status };
    if (["busy", "unavailable", "rate_limited"].includes(failure))
      return { refused: "unavailable", status, retryAfter };
    return { refused: failure === "not_found" || code === UNFIT_TENANT ? "tenant" : "identity", status };
  }
  // A header cannot hold every character; the text of such an error could quote the value.
  deps.log.error("connect_error", { provider: provider.id, error_name: (error as Error)?.name ?? "unknown" });
  return { refused: error instanceof TypeError ? "credentials" : "identity", status: null };
}
