// The provider's callback as a state machine; each arrow is a step below or in callback-steps.ts.
//
//   state ─ claim ─▶ claimed ─ exchange ─▶ exchanged ─ identify ─▶ identified ─ saveGrant ─▶ committed ─ settle ─▶ redirect
//     │                 │                      │                       │            │
//     │                 │                      └─── revoke the tokens ◀┘            └─▶ asked: its page asks the person
//     ▼                 └──────────────▶ failed ◀───┘
//   its end: redirect, or                  └─ recordFailure ─▶ redirect
//   the page of an unusable link
//
// saveGrant commits grant, integration, session and sources in one transaction, and settles after it: the grant that was replaced
// is revoked. A process that dies between claim and commit leaves a session that counts as failed after a minute.

import { externalIdOf } from "../../identity/accounts/store.ts";
import { byProvider } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import { exchange, identify } from "./callback-steps.ts";
import { ConnectFailure, isIdentityRefused, recordFailure } from "./connect-failure.ts";
import { allowSomething, isNothingGranted } from "./granted.ts";
import { redirectOf } from "./outcome.ts";
import type { PageBrowser } from "./page-browser.ts";
import { outcomePath } from "./page-paths.ts";
import { pathFor } from "./page-request.ts";
import { revokeUnsavedGrant } from "./revoke.ts";
import type { SaveResult } from "./save-grant.ts";
import { saveGrant } from "./save-session-grant.ts";
import { isOwnState } from "./state.ts";
import { claimSession, findByState, type SessionRow } from "./store.ts";

export interface CallbackRedirect {
  location: string;
  /** Set-Cookie, for a browser that is asked something next. */
  cookie?: string;
}

/** A grant was saved, or the person is asked whether it replaces another's, or the connect has failed. */
type End = SaveResult | "asked" | ConnectFailure;

/**
 * Returns the address for the browser. A repeat in the same browser leads to how its session ended; null where the state has no
 * session of this browser, and so no redirect_url to trust.
 */
export async function handleCallback(
  deps: Deps,
  { searchParams: parameters }: URL,
  browser: PageBrowser,
  { requestId, address }: Pick<Initiator, "requestId" | "address">,
): Promise<CallbackRedirect | null> {
  const stateHashes = stateHashesIn(deps, parameters);
  if (stateHashes === null) return null;
  const session = await claimSession(deps.database, stateHashes, browser.hashes);
  if (session === null) return endOfSession(deps, stateHashes, browser);
  // Before the account can go: a failure names it all the same.
  const externalId = session.accountId && (await externalIdOf(deps.database, session.userId, session.accountId));
  const initiator = byProvider(session.provider, address, requestId);
  const end = await connect(deps, session, parameters, browser, initiator).catch((error: unknown) =>
    recordFailure(deps, session, error, initiator),
  );
  return redirectFor(deps, session, { end, externalId, browser });
}

/** What rows keep of a state that we made; null for every other one. */
function stateHashesIn({ vault }: Pick<Deps, "vault">, parameters: URLSearchParams): string[] | null {
  const [state, ...duplicates] = parameters.getAll("state");
  const isOwn = state !== undefined && duplicates.length === 0 && isOwnState(vault, state);
  return isOwn ? vault.macs(state) : null;
}

/** A second click, a reload or a way back uses nothing up: the browser that was there first sees the session's end again. */
async function endOfSession(deps: Deps, stateHashes: string[], browser: PageBrowser): Promise<CallbackRedirect | null> {
  const session = await findByState(deps.database, stateHashes, browser.hashes);
  // A session that nobody has claimed has expired.
  if (session === null || (session.status === "pending" && session.claimedAt === null)) return null;
  return { location: outcomeUrl(deps, session) };
}

const outcomeUrl = ({ baseUrl }: Pick<Deps, "baseUrl">, { id, pageWindow, pageLang }: SessionRow): string =>
  `${baseUrl}${pathFor(outcomePath(id), { window: pageWindow, chosenLang: pageLang })}`;

/** From the claimed session to the saved grant; what a step throws revokes the tokens that it had. */
async function connect(
  deps: Deps,
  session: SessionRow,
  parameters: URLSearchParams,
  browser: PageBrowser,
  initiator: Initiator,
): Promise<SaveResult | "asked"> {
  const received = await exchange(deps, session, parameters);
  try {
    const { provider } = deps.target(session.provider);
    const isNothing = isNothingGranted(provider, session.scopes, received.tokens.scopes ?? session.scopes);
    // The identity tells which other grants a revocation would end; a person who has allowed nothing may have hidden it too.
    const grant = await identify(deps, session, received).catch((error) =>
      isNothing && isIdentityRefused(error) ? null : Promise.reject(error),
    );
    if (isNothing || grant === null) throw new ConnectFailure("nothing_granted", allowSomething(provider));
    const saved = await saveGrant(deps, session, grant, initiator, { browserHash: browser.hashes[0] ?? null });
    if (saved === null) throw new ConnectFailure("session_ended");
    return saved;
  } catch (error) {
    // The account, the user or the session is gone, or an error came up: no unused grant may stay at the provider.
    await revokeUnsavedGrant(deps, session, received);
    throw error;
  }
}

/**
 * A session with a page goes on to it, where the page leads on; one without goes to its redirect_url, with a cookie by which a
 * repeat of the callback knows its browser.
 */
function redirectFor(
  deps: Deps,
  session: SessionRow,
  { end, externalId, browser }: { end: End; externalId: string | null; browser: PageBrowser },
): CallbackRedirect {
  if (session.linkHash !== null) return { location: outcomeUrl(deps, session) };
  const { cookie } = browser;
  if (end === "asked") return { location: outcomeUrl(deps, session), cookie };
  const outcome =
    end instanceof ConnectFailure
      ? { error: end.code, description: end.description }
      : { confirmToken: end.confirmToken };
  return { location: redirectOf(session, externalId, outcome), cookie };
}
