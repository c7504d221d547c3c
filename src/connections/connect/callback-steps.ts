// The steps of a callback that ask the provider: the code becomes tokens, and the tokens a grant with its identity and tenant.

import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { verifierContext } from "../../foundation/vault/sealing-contexts.ts";
import type { TokenSet } from "../../plugin/index.ts";
import type { Target, TargetOAuth } from "../../providers/upstream/target.ts";
import { checkedTenant, readCallback } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";
import { exchangeCode, type OAuthClient } from "../oauth/client.ts";
import { fetchIdentity, storableIdentity } from "../oauth/identity.ts";
import { matchesIssuer } from "../oauth/issuer.ts";
import { callbackUrl } from "./authorize.ts";
import { ConnectFailure } from "./connect-failure.ts";
import type { NewGrant } from "./save-grant.ts";
import type { SessionRow } from "./store.ts";

/** RFC 6749, section 4.1.2.1: the characters of an error code and its description. */
const ERROR_TEXT = /^[\x20\x21\x23-\x5B\x5D-\x7E]{1,300}$/;

/** What the provider has given so far; revoked where no integration gets it. */
export interface Received {
  client: OAuthClient;
  tokens: TokenSet;
  /** Null until it is known. */
  identity: Identity | null;
  /** At first what was asked before connecting and what the callback says; all values once the identity is known. */
  tenant: Record<string, string>;
}

/** Exchanges the code; throws `ConnectFailure` for a response that brings none, and what the token endpoint's errors are. */
export async function exchange(deps: Deps, session: SessionRow, parameters: URLSearchParams): Promise<Received> {
  const target = deps.target(session.provider);
  const code = codeIn(parameters, session.auth === "oauth2" ? target.oauth : null);
  const client = await deps.oauthClients.clientOfGrant(session);
  if (!client) throw new ConnectFailure("not_configured");
  assertCallbackCheck(target.oauth?.checkCallback, parameters, client, session.tenant);
  const tenant = { ...tenantIn(target, parameters), ...session.tenant };
  const verifier = session.verifier === null ? null : deps.vault.open(session.verifier, verifierContext(session.id));
  const tokens = await exchangeCode(deps.fetchFor(session), target, client, {
    code,
    verifier,
    redirectUri: callbackUrl(deps),
    tenant,
  });
  return { client, tokens, identity: null, tenant };
}

/** The values of the provider's `tenant` that its callback brings. */
function tenantIn(target: Target, parameters: URLSearchParams): Record<string, string> {
  const { values, unfit } = readCallback(target, parameters);
  if (unfit.length === 0) return values;
  const { name } = target.provider;
  const description = `${name} did not say which of its accounts was connected: ${unfit.join(", ")} is missing in its callback, or has another form than usual. Connect again from the beginning.`;
  throw new ConnectFailure("invalid_tenant", description);
}

/** The code of a response that this provider has sent, and that reports no error. */
function codeIn(parameters: URLSearchParams, oauth: TargetOAuth | null | undefined): string {
  if (!oauth) throw new ConnectFailure("not_configured");
  if (!matchesIssuer(oauth, parameters.getAll("iss"))) throw new ConnectFailure("invalid_issuer");
  const error = parameters.get("error");
  if (error !== null) {
    const description = parameters.get("error_description");
    throw new ConnectFailure(
      ERROR_TEXT.test(error) ? error.slice(0, 100) : "access_denied",
      description !== null && ERROR_TEXT.test(description) ? description : null,
    );
  }
  const [code, ...duplicates] = parameters.getAll("code");
  if (!code || duplicates.length > 0 || code.length > 4_096) throw new ConnectFailure("invalid_request");
  return code;
}

/** The provider's own check of what it sends back; a plugin that throws refuses. */
function assertCallbackCheck(
  checkCallback: TargetOAuth["checkCallback"],
  parameters: URLSearchParams,
  { id: clientId, secret: clientSecret }: OAuthClient,
  tenant: Record<string, string>,
): void {
  let isProviders = !checkCallback;
  try {
    isProviders ||= checkCallback?.([...parameters], { clientId, clientSecret, tenant }) === true;
  } catch {
    // A plugin that cannot read what a stranger sent does not vouch for it; the connect fails and is logged.
  }
  if (!isProviders) throw new ConnectFailure("invalid_callback");
}

/** Fetches the identity behind the tokens and checks the tenant; notes both in `received` as soon as they are known. */
export async function identify(deps: Deps, session: SessionRow, received: Received): Promise<NewGrant> {
  const { client, tokens } = received;
  const target = deps.target(session.provider);
  const identityDeps = { fetch: deps.fetchFor(session), clock: deps.clock };
  const opened = { access: tokens.accessToken, refresh: tokens.refreshToken ?? null, others: tokens.others ?? {} };
  const given = received.tenant;
  const known = { ...tokens.tenant, ...given };
  const { tenant: ofIdentity, ...found } = await fetchIdentity(identityDeps, target, opened, known);
  received.identity = storableIdentity({ ...found, id: tokens.resourceOwnerId ?? found.id });
  // What was asked before connecting, or came with the callback, stays: no token response can move the grant to another tenant.
  received.tenant = checkedTenant(target, tokens.tenant, ofIdentity, given);
  const now = deps.clock.now();
  const fromNow = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1000));
  return {
    tokens,
    identity: received.identity,
    tenant: received.tenant,
    auth: "oauth2",
    clientId: client.id,
    scopes: [...(tokens.scopes ?? session.scopes)],
    accessExpiresAt: fromNow(tokens.expiresIn),
    refreshExpiresAt: fromNow(tokens.refreshExpiresIn),
    grantedAt: new Date(now),
  };
}
