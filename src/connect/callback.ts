// The provider's callback: claims the session once, exchanges the code, asks who granted, stores the sealed grant.
import { externalIdOf } from "../accounts/store.ts";
import type { Identity } from "../db/schema/integrations.ts";
import type { Deps } from "../deps.ts";
import { exchangeCode, type OAuthClient, OAuthFailure } from "../oauth/client.ts";
import { fetchIdentity, storableIdentity } from "../oauth/identity.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { checkedTenant, type Target, UNFIT_TENANT } from "../upstream/target.ts";
import { verifierContext } from "../vault/sealing-contexts.ts";
import { DecryptionError } from "../vault/vault.ts";
import { revokeOrphan, saveGrant } from "./grant.ts";
import { withOutcome } from "./redirect.ts";
import type { SavedGrant } from "./save-grant.ts";
import { callbackUrl } from "./start.ts";
import { isOwnState } from "./state.ts";
import { claimSession, finishSession, type SessionRow, whoConnects } from "./store.ts";

/** RFC 6749, section 4.1.2.1: what an error code and its description may hold. */
const ERROR_TEXT = /^[\x20\x21\x23-\x5B\x5D-\x7E]{1,300}$/;

/** Where the browser goes next, or null where the state is of no session that waits: then there is no place to trust. */
export async function handleCallback(deps: Deps, url: URL): Promise<string | null> {
  const parameters = url.searchParams;
  const [state, ...repeated] = parameters.getAll("state");
  if (!state || repeated.length > 0 || !isOwnState(deps.vault, state)) return null;
  const session = await claimSession(deps.database, deps.vault.macs(state));
  if (!session) return null;
  const externalId = session.accountId && (await externalIdOf(deps.database, session.userId, session.accountId));
  const about = {
    provider: session.provider,
    account_id: session.accountId,
    external_id: externalId,
    session_id: session.id,
  };
  const outcome = await completeSession(deps, session, parameters);
  if ("integrationId" in outcome) {
    return withOutcome(session.redirectUrl, { status: "success", ...about, confirm_token: outcome.confirmToken });
  }
  const failure = outcome;
  await finishSession(deps.database.orm, session.id, {
    status: "failed",
    error: failure.code,
    errorDescription: failure.description,
  });
  deps.log.warn("connect_failed", { ...whoConnects(session), reason: failure.code, ...failure.seen });
  return withOutcome(session.redirectUrl, {
    error: failure.code,
    error_description: failure.description,
    ...about,
  });
}

interface SessionFailure {
  code: string;
  description: string | null;
  /** What the provider said, rid of credentials; for the log alone. */
  seen?: { status?: number | null; message: string; error_code: string | null };
}
const failed = (code: string, description: string | null = null): SessionFailure => ({ code, description });

/** Carries a claimed session to its end: a stored grant, or why there is none. */
async function completeSession(
  deps: Deps,
  session: SessionRow,
  parameters: URLSearchParams,
): Promise<SessionFailure | SavedGrant> {
  const target = deps.target(session.provider);
  if (!isOfIssuer(target.oauth, parameters.getAll("iss"))) return failed("invalid_issuer");
  const error = parameters.get("error");
  if (error !== null) {
    const description = parameters.get("error_description");
    return failed(
      ERROR_TEXT.test(error) ? error.slice(0, 100) : "access_denied",
      description !== null && ERROR_TEXT.test(description) ? description : null,
    );
  }
  const [code, ...repeated] = parameters.getAll("code");
  if (!code || repeated.length > 0 || code.length > 4_096) return failed("invalid_request");
  try {
    const client = await deps.oauthClients.madeWith(session);
    if (!client) return failed("not_configured");
    const verifier = session.verifier === null ? null : deps.vault.open(session.verifier, verifierContext(session.id));
    const set = await exchangeCode(deps.fetchFor(session), target, client, {
      code,
      verifier,
      redirectUri: callbackUrl(deps),
    });
    return await saveReceivedGrant(deps, session, client, set);
  } catch (error) {
    return failureOf(deps, session, error);
  }
}

/** RFC 9207: an answer of another authorization server must not reach this one's token endpoint. */
function isOfIssuer({ issuer, sendsIssuer }: Target["oauth"], given: readonly string[]): boolean {
  if (!issuer) return true;
  return given.length === 0 ? !sendsIssuer : given.every((one) => one === issuer) && given.length === 1;
}

async function saveReceivedGrant(
  deps: Deps,
  session: SessionRow,
  client: OAuthClient,
  set: Awaited<ReturnType<typeof exchangeCode>>,
): Promise<SessionFailure | SavedGrant> {
  const target = deps.target(session.provider);
  let identity: Identity | null = null;
  let tenant: Record<string, string> = {};
  let stored: SavedGrant | null = null;
  try {
    const given = { fetch: deps.fetchFor(session), clock: deps.clock };
    const tokens = { access: set.accessToken, refresh: set.refreshToken ?? null, others: set.others ?? {} };
    const { tenant: told, ...found } = await fetchIdentity(given, target, tokens, set.tenant);
    identity = storableIdentity({ ...found, id: set.grantorId ?? found.id });
    tenant = checkedTenant(target.provider, set.tenant, told);
    stored = await saveGrant(deps, session, { client, set, identity, tenant });
    return stored ?? failed("session_ended");
  } finally {
    // The account, the user or the session went away meanwhile, or the store failed: no orphan may stay at the provider.
    if (!stored) await revokeOrphan(deps, session, { client, set, identity, tenant });
  }
}

function failureOf(deps: Deps, session: SessionRow, error: unknown): SessionFailure {
  if (error instanceof OAuthFailure) {
    if (error.kind === "client")
      deps.log.error("oauth_client_refused", {
        provider: session.provider,
        client_id: session.clientId,
        reason: error.code,
      });
    const isCode = /^[a-z][a-z0-9_]{1,60}$/.test(error.code);
    const isOurs = error.kind === "transient" ? "temporarily_unavailable" : null;
    const seen = { message: error.message, error_code: error.code };
    return { ...failed(isOurs ?? (isCode ? error.code : "exchange_failed")), seen };
  }
  if (error instanceof UpstreamFailure) {
    const { status, message, code } = error.detail;
    const reason = code === UNFIT_TENANT ? "invalid_tenant" : "identity_unavailable";
    return { ...failed(reason), seen: { status, message, error_code: code } };
  }
  if (error instanceof DecryptionError) deps.log.error("session_cannot_be_opened", { session_id: session.id });
  else deps.log.error("connect_error", { session_id: session.id, error });
  return failed("server_error");
}
