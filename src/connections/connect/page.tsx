/** @jsxImportSource #pages */
// The page of a connect session: opened by its link, begun or cancelled by its form, and at its end the outcome.

import { isUuid } from "../../foundation/schema/formats.ts";
import { connectConfirmContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import type { Page } from "../../web/pages/response.tsx";
import { filledText } from "../../web/pages/texts.ts";
import { expiredLinkPage, inProgressPage, otherBrowserPage, unknownLinkPage } from "./message-pages.tsx";
import { sessionFacts } from "./model.ts";
import { messageOf, type Outcome, redirectOf } from "./outcome.ts";
import type { PageBrowser } from "./page-browser.ts";
import { consentPage, kindFor, type PageVisitor, redirectPage } from "./page-consent.tsx";
import { ConnectedView, FailedView, failedTitle, LeavingView, type OpenerMessage } from "./page-outcome-views.tsx";
import { offeredProviders, partyOf, styleOf } from "./page-party.ts";
import { isOwnLinkToken, linkPath, outcomePath } from "./page-paths.ts";
import { type ConnectPageRequest, pathFor } from "./page-request.ts";
import { POP_UP_SCRIPT } from "./page-scripts.ts";
import { timeText } from "./page-texts.ts";
import { ChoiceView, type Party } from "./page-views.tsx";
import { originOf } from "./redirect.ts";
import { questionPage } from "./replacing.tsx";
import { cancelSession, findByLink, findOfBrowser, type SessionState } from "./store.ts";

/** The session of a link; null for a token that we did not make, or whose session is gone. */
export async function sessionOfLink(deps: Pick<Deps, "database" | "vault">, token: string) {
  return isOwnLinkToken(deps.vault, token) ? findByLink(deps.database, deps.vault.macs(token)) : null;
}

/** The session for the browser that began it; null for any other. */
export async function sessionOfBrowser(deps: Pick<Deps, "database">, id: string, browser: PageBrowser | null) {
  return browser && isUuid(id) ? findOfBrowser(deps.database, id, browser.hashes) : null;
}

const hasEnded = ({ status, claimedAt }: SessionState) => status !== "pending" || claimedAt !== null;
const isOfOtherBrowser = ({ browserHash }: SessionState, { hashes }: PageBrowser) =>
  browserHash !== null && !hashes.includes(browserHash);

/** What a link shows: the choice or the consent, or why it cannot be used; a path where the session has ended. */
export async function openLink(
  deps: Deps,
  session: SessionState | null,
  { token, chosen, kind, browser, visit }: PageVisitor & { token: string; chosen: string | null; kind: string | null },
): Promise<Page | { redirectPath: string }> {
  const { texts } = visit;
  if (!session) return unknownLinkPage(texts);
  if (isOfOtherBrowser(session, browser)) return otherBrowserPage(texts);
  if (hasEnded(session)) return { redirectPath: pathFor(outcomePath(session.id), visit) };
  if (session.isExpired) return expiredLinkPage(texts);
  const providers = offeredProviders(deps, session);
  const [first] = providers;
  if (!first) return unknownLinkPage(texts);
  const provider = providers.length === 1 ? first : providers.find(({ id }) => id === chosen);
  const party = await partyOf(deps, session, texts);
  const link = pathFor(linkPath(token), visit);
  const form = { action: link, formToken: browser.formToken(session.id) };
  const look = { style: styleOf(party), cookie: browser.cookie };
  if (!provider) {
    const body = <ChoiceView {...{ party, providers, form, visit }} connection={session.connection} />;
    return { ...look, title: texts.title_choice, body };
  }
  return consentPage(deps, session, {
    provider,
    kind: await kindFor(deps, session, provider, kind),
    link,
    browser,
    visit,
  });
}

/** Ends the session as the person's refusal: a page that goes back to the redirect_url, or tells the opener. */
export async function cancel(
  deps: Deps,
  session: SessionState,
  { browser, visit, initiator }: PageVisitor & { initiator: Initiator },
): Promise<Page> {
  const { texts } = visit;
  if (!(await cancelSession(deps.database, session.id, browser.hashes)))
    return session.isExpired ? expiredLinkPage(texts) : otherBrowserPage(texts);
  const facts = sessionFacts(session);
  const details = { ...facts.details, reason: "access_denied" };
  await deps.audit.record(initiator, { event: "connect_failed", level: "warn", ...facts, outcome: "failed", details });
  const party = await partyOf(deps, session, texts);
  const refusal = { error: "access_denied", description: null };
  const url = redirectOf(session, party.externalId, refusal);
  const openerMessage = messageToOpener(deps, session, { visit, party, outcome: refusal });
  if (!openerMessage) return redirectPage(party.name, url, { browser, visit });
  return {
    title: filledText(texts.on_the_way, { name: party.name }),
    style: styleOf(party),
    body: <LeavingView party={party} texts={texts} returnUrl={url} openerMessage={openerMessage} />,
    script: POP_UP_SCRIPT,
    cookie: browser.cookie,
  };
}

/** What came of the session, for the browser that began it. */
export async function outcomePage(
  deps: Deps,
  session: SessionState | null,
  { browser, visit }: { browser: PageBrowser | null; visit: ConnectPageRequest },
): Promise<Page> {
  const { texts } = visit;
  if (!session || !browser) return otherBrowserPage(texts);
  const party = await partyOf(deps, session, texts);
  const provider = deps.registry.provider(session.provider) ?? offeredProviders(deps, session)[0];
  if (!provider) return unknownLinkPage(texts);
  if (session.replacement !== null) return questionPage(deps, session, { browser, visit });
  const isInterrupted = session.status === "pending" && session.isStuck;
  if (session.status === "pending" && !isInterrupted)
    return session.isExpired ? expiredLinkPage(texts) : inProgressPage(texts);
  const form = { action: pathFor(outcomePath(session.id), visit), formToken: browser.formToken(session.id) };
  const error = session.error ?? "interrupted";
  const confirmToken = session.confirmToken && deps.vault.open(session.confirmToken, connectConfirmContext(session.id));
  const isConnected = session.status === "completed";
  const outcome = isConnected ? { confirmToken } : { error, description: session.errorDescription };
  const returnUrl = redirectOf(session, party.externalId, outcome);
  // A session without a page has shown only the question.
  if (session.linkHash === null) return redirectPage(party.name, returnUrl, { browser, visit });
  const openerMessage = messageToOpener(deps, session, { visit, party, outcome });
  const props = { party, provider, texts, lang: visit.lang, returnUrl, form, openerMessage };
  const requested = session.scopes;
  const granted = session.grantedScopes ?? requested;
  const accessEnd = session.accessExpiresAt && timeText(visit.lang, session.accessExpiresAt);
  const grant = { requested, granted, accessEnd, identity: session.identity?.name ?? null };
  return {
    title: isConnected ? filledText(texts.connected, { provider: provider.name }) : failedTitle(texts, error, provider),
    style: styleOf(party),
    script: openerMessage ? POP_UP_SCRIPT : undefined,
    body: isConnected ? (
      <ConnectedView {...props} {...grant} isPending={confirmToken !== null} />
    ) : (
      <FailedView {...props} error={error} canRetry={!session.isExpired} />
    ),
  };
}

/** For a pop-up: its outcome, for the partner's page that started the session, or for our own frame in it. */
function messageToOpener(
  { baseUrl }: Pick<Deps, "baseUrl">,
  session: SessionState,
  { visit: { window }, party, outcome }: { visit: ConnectPageRequest; party: Party; outcome: Outcome },
): OpenerMessage | null {
  if (window !== "popup" && window !== "frame_popup") return null;
  const to = window === "popup" ? originOf(session.redirectUrl) : new URL(baseUrl).origin;
  return { message: messageOf(session, party.externalId, outcome), to };
}
