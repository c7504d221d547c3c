// Checks an imported grant at its provider. Tokens that the check has refreshed are stored before anything else can fail.

import { DecryptionError } from "../../foundation/vault/vault.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider, TokenSet } from "../../plugin/index.ts";
import { defaultScopes, narrowedScopes } from "../../providers/registry/scopes.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { checkedTenant } from "../../providers/upstream/tenant.ts";
import type { Deps } from "../../server/deps.ts";
import { credentialsGrant, type RefusedCredentials, refusalOf } from "../connect/credentials-grant.ts";
import type { NewGrant } from "../connect/save-grant.ts";
import { type OAuthClient, refreshTokens, TOKEN_DEADLINE_MS } from "../oauth/client.ts";
import { fetchIdentity, storableIdentity } from "../oauth/identity.ts";
import { OAuthError, OutcomeUnknownError } from "../oauth/token-response.ts";
import type { EntryTokens, ReadEntry } from "./entry.ts";
import type { Refusal } from "./model.ts";

/** A token that ends sooner would end during the import. */
const MARGIN_MS = 60_000;

/** Tokens with what only their first response said. */
export type TokenState = Omit<EntryTokens, "auth" | "clientId">;

export interface CheckJob {
  entry: ReadEntry;
  /** In whose name the provider is asked. */
  owner: Owner;
  /** Null for credentials. */
  client: OAuthClient | null;
  isDryRun: boolean;
  /** Tokens that an earlier check has refreshed; throws `DecryptionError`. */
  pending(): TokenState | null;
  /** Claims the refresh token before it is used; a refusal where somebody else has. */
  claim(): Promise<Refusal | null>;
  /** Ends a claim that used nothing. */
  release(): Promise<void>;
  /** Stores refreshed tokens; a refusal where their owner is gone. */
  store(state: TokenState): Promise<Refusal | null>;
}

/** A grant to save, why there is none, or what a dry run leaves open. */
export type CheckResult = { grant: NewGrant } | { refused: Refusal } | { unchecked: string };

export async function checkEntry(deps: Deps, job: CheckJob): Promise<CheckResult> {
  const { provider, tenant, credential } = job.entry;
  if (credential.auth === "oauth2") return checkTokens(deps, job, credential);
  const entered = { provider, kind: credential.auth, fields: credential.credentials, tenant };
  const grant = await credentialsGrant(deps, job.owner, entered);
  return "refused" in grant ? { refused: refusalFor(provider, grant, "credentials") } : { grant };
}

async function checkTokens(deps: Deps, job: CheckJob, first: EntryTokens): Promise<CheckResult> {
  let state: TokenState;
  try {
    state = job.pending() ?? first;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return refused("GRANT_ENDED", "Its refreshed tokens cannot be decrypted with this key ring. Connect it again.");
  }
  let isRefreshed = false;
  if (isEnding(state, deps.clock.now())) {
    const next = await refresh(deps, job, state);
    if (!("state" in next)) return next;
    ({ state } = next);
    isRefreshed = true;
  }
  const identified = await identify(deps, job, state);
  if (identified !== "expired") return identified;
  const { name } = job.entry.provider;
  const notAccepted = () => refused("CREDENTIALS_REFUSED", `${name} does not accept the access token.`);
  if (isRefreshed || state.tokens.refreshToken === undefined) return notAccepted();
  const next = await refresh(deps, job, state);
  if (!("state" in next)) return next;
  const second = await identify(deps, job, next.state);
  return second === "expired" ? notAccepted() : second;
}

const refused = (code: Refusal["code"], message: string): { refused: Refusal } => ({ refused: { code, message } });

function isEnding({ tokens, accessExpiresAt }: TokenState, now: number): boolean {
  return tokens.accessToken === "" || (accessExpiresAt !== null && accessExpiresAt.getTime() <= now + MARGIN_MS);
}

/** Uses the refresh token once, and stores what it brings. */
async function refresh(deps: Deps, job: CheckJob, state: TokenState): Promise<{ state: TokenState } | CheckResult> {
  const { provider, tenant } = job.entry;
  const { refreshToken } = state.tokens;
  if (refreshToken === undefined || job.client === null)
    return refused("GRANT_ENDED", "Its access token has expired, and there is no refresh token. Connect it again.");
  if (job.isDryRun)
    return {
      unchecked:
        "Not checked at the provider: the access token has expired, and a dry run does not use the refresh token.",
    };
  const claimed = await job.claim();
  if (claimed) return { refused: claimed };
  const target = deps.target(provider.id);
  let fresh: TokenSet;
  try {
    const request = { refreshToken, deadlineMs: TOKEN_DEADLINE_MS, tenant: { ...state.tokens.tenant, ...tenant } };
    fresh = await refreshTokens(deps.fetchFor(job.owner), target, job.client, request);
  } catch (error) {
    // Without a response the token may be used: the claim stays, so that nobody sends it again at once.
    if (!(error instanceof OutcomeUnknownError)) await job.release();
    if (!(error instanceof OAuthError)) throw error;
    return { refused: refreshRefusal(deps, provider, error) };
  }
  const next = refreshed(provider, state, fresh, deps.clock.now());
  const gone = await job.store(next);
  return gone ? { refused: gone } : { state: next };
}

function refreshed(provider: Provider, state: TokenState, fresh: TokenSet, now: number): TokenState {
  const { tokens } = state;
  const returned = fresh.others === undefined ? fresh.scopes : undefined;
  const scopes = state.scopes && returned ? narrowedScopes(provider, state.scopes, returned) : state.scopes;
  const at = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1_000));
  return {
    tokens: {
      accessToken: fresh.accessToken,
      refreshToken: fresh.refreshToken ?? tokens.refreshToken,
      others: { ...tokens.others, ...fresh.others },
      resourceOwnerId: tokens.resourceOwnerId ?? fresh.resourceOwnerId,
      tenant: { ...tokens.tenant, ...fresh.tenant },
    },
    accessExpiresAt: at(fresh.expiresIn),
    refreshExpiresAt: at(fresh.refreshExpiresIn) ?? state.refreshExpiresAt,
    scopes: scopes ? [...scopes] : fresh.scopes ? [...fresh.scopes] : null,
  };
}

/** Nothing in it is the provider's own text. */
function refreshRefusal({ log }: Pick<Deps, "log">, { id, name }: Provider, { kind, code }: OAuthError): Refusal {
  if (kind === "dead_grant" || kind === "expired_grant")
    return { code: "GRANT_ENDED", message: `${name} reports that this grant has ended. Connect it again.` };
  if (kind === "client") {
    log.error("oauth_client_refused", { provider: id, reason: code });
    const message = `${name} refuses the OAuth app that is set up here, or the tokens were issued to another one.`;
    return { code: "CLIENT_REFUSED", message };
  }
  if (kind === "transient") return unavailable(name);
  return { code: "REFRESH_REFUSED", message: `${name} did not renew the access token.` };
}

const unavailable = (name: string): Refusal => ({
  code: "PROVIDER_UNAVAILABLE",
  message: `${name} cannot be reached. Run the import again.`,
});

/** Asks whose the access token is; "expired" where the provider does not take it any more. */
async function identify(deps: Deps, job: CheckJob, state: TokenState): Promise<CheckResult | "expired"> {
  const { provider, tenant } = job.entry;
  const target = deps.target(provider.id);
  const { tokens } = state;
  try {
    const opened = { access: tokens.accessToken, refresh: tokens.refreshToken ?? null, others: tokens.others ?? {} };
    const known = { ...tokens.tenant, ...tenant };
    const identityDeps = { fetch: deps.fetchFor(job.owner), clock: deps.clock };
    const { tenant: ofIdentity, ...found } = await fetchIdentity(identityDeps, target, opened, known);
    const { accessExpiresAt, refreshExpiresAt, scopes } = state;
    return {
      grant: {
        tokens,
        identity: storableIdentity({ ...found, id: tokens.resourceOwnerId ?? found.id }),
        tenant: checkedTenant(target, tokens.tenant, ofIdentity, tenant),
        auth: "oauth2",
        clientId: job.client?.id ?? "",
        scopes: scopes ?? defaultScopes(provider, target.extraScopes),
        accessExpiresAt,
        refreshExpiresAt,
        grantedAt: new Date(deps.clock.now()),
      },
    };
  } catch (error) {
    if (error instanceof UpstreamFailure && error.detail.failure === "expired") return "expired";
    return { refused: refusalFor(provider, refusalOf(deps, provider, error), "tokens") };
  }
}

function refusalFor({ name }: Provider, { refused: why }: RefusedCredentials, what: "credentials" | "tokens"): Refusal {
  switch (why) {
    case "credentials":
      return { code: "CREDENTIALS_REFUSED", message: `${name} does not accept these ${what}.` };
    case "forbidden":
      return {
        code: "IDENTITY_FORBIDDEN",
        message: `${name} accepts these ${what}, but they lack permission to read the account they belong to.`,
      };
    case "tenant":
      return {
        code: "TENANT_REFUSED",
        message: `${name} has no account at this address, or returns none for these ${what}.`,
      };
    case "unavailable":
      return unavailable(name);
    case "identity":
      return {
        code: "IDENTITY_UNAVAILABLE",
        message: `${name} did not return the account that these ${what} belong to.`,
      };
  }
}
