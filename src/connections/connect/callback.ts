// The provider's callback: claims the session, exchanges the code, fetches the identity, saves the grant.

import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { verifierContext } from "../../foundation/vault/sealing-contexts.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import { externalIdOf } from "../../identity/accounts/store.ts";
import { byProvider, SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { TokenSet } from "../../plugin/index.ts";
import { UpstreamFailure } from "../../providers/upstream/failure.ts";
import { checkedTenant, type TargetOAuth, UNFIT_TENANT } from "../../providers/upstream/target.ts";
import type { Deps } from "../../server/deps.ts";
import { exchangeCode, type OAuthClient } from "../oauth/client.ts";
import { fetchIdentity, storableIdentity } from "../oauth/identity.ts";
import { OAuthError } from "../oauth/token-response.ts";
import { callbackUrl } from "./authorize.ts";
import { sessionFacts } from "./model.ts";
import { redirectOf } from "./outcome.ts";
import type { PageBrowser } from "./page-browser.ts";
import { outcomePath } from "./page-paths.ts";
import { pathFor } from "./page-request.ts";
import { revokeUnsavedGrant } from "./revoke.ts";
import type { NewGrant, SaveResult } from "./save-grant.ts";
import { saveGrant } from "./save-session-grant.ts";
import { isOwnState } from "./state.ts";
import { claimSession, finishSession, type SessionRow } from "./store.ts";

/** RFC 6749, section 4.1.2.1: the characters of an error code and its description. */
const ERROR_TEXT = /^[\x20\x21\x23-\x5B\x5D-\x7E]{1,300}$/;

export interface CallbackRedirect {
  location: string;
  /** Set-Cookie, for a browser that is asked something next. */
  cookie?: string;
}

/** Where the browser goes on; null when the state has no pending session of this browser, and so no redirect_url to trust. */
export async function handleCallback(
  deps: Deps,
  url: URL,
  browser: PageBrowser,
  { requestId, address }: Pick<Initiator, "requestId" | "address">,
): Promise<CallbackRedirect | null> {
  const parameters = url.searchParams;
  const [state, ...duplicates] = parameters.getAll("state");
  if (!state || duplicates.length > 0 || !isOwnState(deps.vault, state)) return null;
  const session = await claimSession(deps.database, deps.vault.macs(state), browser.hashes);
  if (!session) return null;
  // Before the account can go: a failure names it all the same.
  const externalId = session.accountId && (await externalIdOf(deps.database, session.userId, session.accountId));
  const initiator = byProvider(session.provider, address, requestId);
  const outcome = await completeSession(deps, session, parameters, { browser, initiator });
  if (outcome !== "asked" && "code" in outcome) await recordFailure(deps, session, outcome, initiator);
  // The page asks or tells what came of it, and leads on to the redirect_url.
  const view = { window: session.pageWindow, chosenLang: session.pageLang };
  const location = `${deps.baseUrl}${pathFor(outcomePath(session.id), view)}`;
  if (outcome === "asked") return { location, cookie: browser.cookie };
  if (session.linkHash !== null) return { location };
  const ended =
    "code" in outcome
      ? { error: outcome.code, description: outcome.description }
      : { confirmToken: outcome.confirmToken };
  return { location: redirectOf(session, externalId, ended) };
}

async function recordFailure(deps: Deps, session: SessionRow, outcome: SessionFailure, initiator: Initiator) {
  await finishSession(deps.database.orm, session.id, {
    status: "failed",
    error: outcome.code,
    errorDescription: outcome.description,
  });
  const facts = sessionFacts(session);
  await deps.audit.record(initiator, {
    event: "connect_failed",
    level: "warn",
    ...facts,
    outcome: "failed",
    details: { ...facts.details, reason: outcome.code, ...outcome.cause },
  });
}

interface SessionFailure {
  code: string;
  description: string | null;
  /** The provider's error without credentials; for the log only. */
  cause?: { status?: number | null; message: string; error_code: string | null };
}
const failed = (code: string, description: string | null = null): SessionFailure => ({ code, description });

interface Visitor {
  browser: PageBrowser;
  initiator: Initiator;
}

/** Completes a claimed session with a saved grant, or says why it failed; a replacement waits for the person's answer. */
async function completeSession(
  deps: Deps,
  session: SessionRow,
  parameters: URLSearchParams,
  visitor: Visitor,
): Promise<SessionFailure | SaveResult | "asked"> {
  const target = deps.target(session.provider);
  const { oauth } = target;
  if (!oauth || session.auth !== "oauth2") return failed("not_configured");
  if (!matchesIssuer(oauth, parameters.getAll("iss"))) return failed("invalid_issuer");
  const error = parameters.get("error");
  if (error !== null) {
    const description = parameters.get("error_description");
    return failed(
      ERROR_TEXT.test(error) ? error.slice(0, 100) : "access_denied",
      description !== null && ERROR_TEXT.test(description) ? description : null,
    );
  }
  const [code, ...duplicates] = parameters.getAll("code");
  if (!code || duplicates.length > 0 || code.length > 4_096) return failed("invalid_request");
  try {
    const client = await deps.oauthClients.clientOfGrant(session);
    if (!client) return failed("not_configured");
    if (!passesCallbackCheck(oauth, parameters, { client, tenant: session.tenant })) return failed("invalid_callback");
    const verifier = session.verifier === null ? null : deps.vault.open(session.verifier, verifierContext(session.id));
    const tokens = await exchangeCode(deps.fetchFor(session), target, client, {
      code,
      verifier,
      redirectUri: callbackUrl(deps),
      tenant: session.tenant,
    });
    return await saveReceivedTokens(deps, session, { client, tokens, ...visitor });
  } catch (error) {
    return await failureOf(deps, session, error);
  }
}

/** RFC 9207: the code of another authorization server must not be sent to this one's token endpoint. */
export function matchesIssuer({ issuer, sendsIssuer }: TargetOAuth, received: readonly string[]): boolean {
  if (!issuer) return true;
  return received.length === 0 ? !sendsIssuer : received.length === 1 && received[0] === issuer;
}

/** The provider's own check of what it sends back; a plugin that throws refuses. */
function passesCallbackCheck(
  { checkCallback }: TargetOAuth,
  parameters: URLSearchParams,
  { client, tenant }: { client: OAuthClient; tenant: Record<string, string> },
): boolean {
  if (!checkCallback) return true;
  try {
    return checkCallback([...parameters], { clientId: client.id, clientSecret: client.secret, tenant }) === true;
  } catch {
    // A plugin that cannot read what a stranger sent does not vouch for it; the connect fails and is logged.
    return false;
  }
}

/** Fetches the identity behind the tokens and saves the grant; revokes it when it cannot be saved. */
async function saveReceivedTokens(
  deps: Deps,
  session: SessionRow,
  { client, tokens, browser, initiator }: Visitor & { client: OAuthClient; tokens: TokenSet },
): Promise<SessionFailure | SaveResult | "asked"> {
  const target = deps.target(session.provider);
  let identity: Identity | null = null;
  let tenant: Record<string, string> = {};
  let saved: SaveResult | "asked" | null = null;
  try {
    const identityDeps = { fetch: deps.fetchFor(session), clock: deps.clock };
    const opened = { access: tokens.accessToken, refresh: tokens.refreshToken ?? null, others: tokens.others ?? {} };
    const known = { ...tokens.tenant, ...session.tenant };
    const { tenant: ofIdentity, ...found } = await fetchIdentity(identityDeps, target, opened, known);
    identity = storableIdentity({ ...found, id: tokens.resourceOwnerId ?? found.id });
    // What was asked before connecting stays: no token response can move the grant to another tenant.
    tenant = checkedTenant(target, tokens.tenant, ofIdentity, session.tenant);
    const grant = newGrant(deps, session, client, { tokens, identity, tenant });
    saved = await saveGrant(deps, session, grant, initiator, { browserHash: browser.hashes[0] ?? null });
    return saved ?? failed("session_ended");
  } finally {
    // The account, the user or the session is gone, or an error came up: no unused grant may stay at the provider.
    if (!saved) await revokeUnsavedGrant(deps, session, { client, tokens, identity, tenant });
  }
}

function newGrant(
  deps: Deps,
  session: SessionRow,
  client: OAuthClient,
  received: Pick<NewGrant, "tokens" | "identity" | "tenant">,
): NewGrant {
  const { scopes, expiresIn, refreshExpiresIn } = received.tokens;
  const now = deps.clock.now();
  const fromNow = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1000));
  return {
    ...received,
    auth: "oauth2",
    clientId: client.id,
    scopes: [...(scopes ?? session.scopes)],
    accessExpiresAt: fromNow(expiresIn),
    refreshExpiresAt: fromNow(refreshExpiresIn),
    grantedAt: new Date(now),
  };
}

async function failureOf(deps: Deps, session: SessionRow, error: unknown): Promise<SessionFailure> {
  if (error instanceof OAuthError) {
    if (error.kind === "client")
      deps.log.error("oauth_client_refused", {
        provider: session.provider,
        client_id: session.clientId,
        reason: error.code,
      });
    const isCode = /^[a-z][a-z0-9_]{1,60}$/.test(error.code);
    const transient = error.kind === "transient" ? "temporarily_unavailable" : null;
    const cause = { message: error.message, error_code: error.code };
    return { ...failed(transient ?? (isCode ? error.code : "exchange_failed")), cause };
  }
  if (error instanceof UpstreamFailure) {
    const { status, message, code } = error.detail;
    const reason = code === UNFIT_TENANT ? "invalid_tenant" : "identity_unavailable";
    return { ...failed(reason), cause: { status, message, error_code: code } };
  }
  if (error instanceof DecryptionError) {
    const facts = { ...sessionFacts(session), level: "error" as const, outcome: "failed" as const };
    await deps.audit.record(SYSTEM_INITIATOR, { event: "session_cannot_be_opened", ...facts });
  } else deps.log.error("connect_error", { session_id: session.id, error });
  return failed("server_error");
}
