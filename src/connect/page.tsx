/** @jsxImportSource #pages */
// The page of a connect session: opened by its link, begun or cancelled by its form, and at its end the outcome.
import { findAccount } from "../accounts/store.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Initiator } from "../initiator.ts";
import type { Page } from "../pages/response.tsx";
import { filledText } from "../pages/texts.ts";
import { brandStyle } from "../partners/brand.ts";
import { findBrand } from "../partners/store.ts";
import type { Provider } from "../plugin/index.ts";
import { isUuid } from "../schema/formats.ts";
import { findById } from "../users/store.ts";
import { connectConfirmContext } from "../vault/sealing-contexts.ts";
import { makeAttempt, requestedScopes } from "./authorize.ts";
import { expiredLink, inProgress, ofOtherBrowser, unknownLink } from "./message-pages.tsx";
import { sessionFacts } from "./model.ts";
import { messageOf, type Outcome, redirectOf } from "./outcome.ts";
import type { PageBrowser } from "./page-browser.ts";
import { ConnectedView, FailedView, LeavingView, type Telling } from "./page-outcome-views.tsx";
import { isOwnLinkToken, linkPath, outcomePath } from "./page-paths.ts";
import { POP_UP_SCRIPT } from "./page-scripts.ts";
import type { Texts } from "./page-texts.ts";
import { ChoiceView, ConsentView, OnTheWay, type Party } from "./page-views.tsx";
import { pathFor, type Visit } from "./page-visit.ts";
import { originOf } from "./redirect.ts";
import { beginAttempt, cancelSession, findBegun, findByLink, type SessionState } from "./store.ts";

/** The session of a link; null for a token that we did not make, or whose session is gone. */
export async function sessionOfLink(deps: Pick<Deps, "database" | "vault">, token: string) {
  return isOwnLinkToken(deps.vault, token) ? findByLink(deps.database, deps.vault.macs(token)) : null;
}

/** The session for the browser that began it; null for any other. */
export async function sessionOfBrowser(deps: Pick<Deps, "database">, id: string, browser: PageBrowser | null) {
  return browser && isUuid(id) ? findBegun(deps.database, id, browser.hashes) : null;
}

const hasEnded = ({ status, claimedAt }: SessionState) => status !== "pending" || claimedAt !== null;
const isOthers = ({ browserHash }: SessionState, { hashes }: PageBrowser) =>
  browserHash !== null && !hashes.includes(browserHash);

interface Visitor {
  browser: PageBrowser;
  visit: Visit;
}

/** What a link shows: the choice or the consent, or why it cannot be used; a path where the session has ended. */
export async function openLink(
  deps: Deps,
  session: SessionState | null,
  { token, chosen, browser, visit }: Visitor & { token: string; chosen: string | null },
): Promise<Page | { onward: string }> {
  const { texts } = visit;
  if (!session) return unknownLink(texts);
  if (isOthers(session, browser)) return ofOtherBrowser(texts);
  if (hasEnded(session)) return { onward: pathFor(outcomePath(session.id), visit) };
  if (session.isExpired) return expiredLink(texts);
  const providers = offered(deps, session);
  const [first] = providers;
  if (!first) return unknownLink(texts);
  const provider = providers.length === 1 ? first : providers.find(({ id }) => id === chosen);
  const party = await partyOf(deps, session, texts);
  const link = pathFor(linkPath(token), visit);
  const form = { action: link, formToken: browser.formToken(session.id) };
  const look = { style: styleOf(party), cookie: browser.cookie };
  if (!provider) {
    const body = <ChoiceView party={party} providers={providers} form={form} visit={visit} />;
    return { ...look, title: texts.title_choice, body };
  }
  const scopes = scopesFor(deps, session, provider);
  const props = { party, provider, scopes, form, visit, choicePath: providers.length > 1 ? link : null };
  const title = filledText(texts.title_consent, { provider: provider.name });
  return { ...look, title, body: <ConsentView {...props} /> };
}

/** Begins an attempt, or another one: a page that goes on to the provider. */
export async function goOn(
  deps: Deps,
  session: SessionState,
  { providerId, initiator, browser, visit }: Visitor & { providerId: string | null; initiator: Initiator },
): Promise<Page> {
  if (session.isExpired) return expiredLink(visit.texts);
  const provider = offered(deps, session).find(({ id }) => id === providerId);
  if (!provider) throw new AppError("VALIDATION_ERROR", "This provider is not among those that can be chosen here.");
  const { columns, url } = await makeAttempt(deps, session, session.id, {
    provider,
    scopes: scopesFor(deps, session, provider),
    tenant: session.tenant,
  });
  const attempt = { ...columns, pageWindow: windowOf(visit), pageLang: visit.chosenLang };
  if (!(await beginAttempt(deps.database, session.id, browser.hashes, attempt))) return ofOtherBrowser(visit.texts);
  const facts = sessionFacts({ ...session, provider: provider.id });
  await deps.audit.record(initiator, { event: "connect_consented", ...facts });
  return onTheWay(provider.name, url, { browser, visit });
}

/** Ends the session as the person's refusal: a page that goes back to the redirect_url, or tells whoever opened it. */
export async function cancel(
  deps: Deps,
  session: SessionState,
  { browser, visit, initiator }: Visitor & { initiator: Initiator },
): Promise<Page> {
  const { texts } = visit;
  if (!(await cancelSession(deps.database, session.id, browser.hashes)))
    return session.isExpired ? expiredLink(texts) : ofOtherBrowser(texts);
  const facts = sessionFacts(session);
  const details = { ...facts.details, reason: "access_denied" };
  await deps.audit.record(initiator, { event: "connect_failed", level: "warn", ...facts, outcome: "failed", details });
  const party = await partyOf(deps, session, texts);
  const refusal = { error: "access_denied", description: null };
  const url = redirectOf(session, party.externalId, refusal);
  const telling = tellingOf(deps, session, { visit, party, outcome: refusal });
  if (!telling) return onTheWay(party.name, url, { browser, visit });
  return {
    title: filledText(texts.on_the_way, { name: party.name }),
    style: styleOf(party),
    body: <LeavingView party={party} texts={texts} returnUrl={url} telling={telling} />,
    script: POP_UP_SCRIPT,
    cookie: browser.cookie,
  };
}

const onTheWay = (name: string, url: string, { browser, visit }: Visitor): Page => ({
  title: filledText(visit.texts.on_the_way, { name }),
  body: <OnTheWay name={name} url={url} texts={visit.texts} />,
  onTo: url,
  cookie: browser.cookie,
});

/** What came of the session, for the browser that began it. */
export async function outcomePage(
  deps: Deps,
  session: SessionState | null,
  { browser, visit }: { browser: PageBrowser | null; visit: Visit },
): Promise<Page> {
  const { texts } = visit;
  if (!session || !browser) return ofOtherBrowser(texts);
  const party = await partyOf(deps, session, texts);
  const provider = deps.registry.provider(session.provider) ?? offered(deps, session)[0];
  if (!provider) return unknownLink(texts);
  const isInterrupted = session.status === "pending" && session.isStuck;
  if (session.status === "pending" && !isInterrupted) return session.isExpired ? expiredLink(texts) : inProgress(texts);
  const form = { action: pathFor(outcomePath(session.id), visit), formToken: browser.formToken(session.id) };
  const error = session.error ?? "interrupted";
  const confirmToken = session.confirmToken && deps.vault.open(session.confirmToken, connectConfirmContext(session.id));
  const isConnected = session.status === "completed";
  const outcome = isConnected ? { confirmToken } : { error, description: session.errorDescription };
  const returnUrl = redirectOf(session, party.externalId, outcome);
  const telling = tellingOf(deps, session, { visit, party, outcome });
  const props = { party, provider, texts, returnUrl, form, telling };
  const requested = session.scopes;
  const grant = { requested, granted: session.grantedScopes ?? requested, identity: session.identity?.name ?? null };
  return {
    title: filledText(isConnected ? texts.connected : texts.not_connected, { provider: provider.name }),
    style: styleOf(party),
    script: telling ? POP_UP_SCRIPT : undefined,
    body: isConnected ? (
      <ConnectedView {...props} {...grant} isPending={confirmToken !== null} />
    ) : (
      <FailedView {...props} error={error} canRetry={!session.isExpired} />
    ),
  };
}

/** The window that comes back from the provider: a frame never goes there. */
const windowOf = ({ window }: Visit) => (window === "frame" ? null : window);

/** For a pop-up: its outcome, for the partner's page that started the session, or for our own frame in it. */
function tellingOf(
  { baseUrl }: Pick<Deps, "baseUrl">,
  session: SessionState,
  { visit: { window }, party, outcome }: { visit: Visit; party: Party; outcome: Outcome },
): Telling | null {
  if (window !== "popup" && window !== "frame_popup") return null;
  const to = window === "popup" ? originOf(session.redirectUrl) : new URL(baseUrl).origin;
  return { message: messageOf(session, party.externalId, outcome), to };
}

export const styleOf = ({ partner }: Party) => (partner?.color ? brandStyle(partner.color) : undefined);

/** Those of the session that are still loaded. */
export const offered = (deps: Pick<Deps, "registry">, { providers }: SessionState): Provider[] =>
  (providers ?? []).flatMap((id) => deps.registry.provider(id) ?? []);

/** A session for one provider knows its scopes from the start; a choice has each provider's default ones. */
const scopesFor = (deps: Deps, { providers, scopes }: SessionState, provider: Provider): string[] =>
  providers?.length === 1 ? scopes : requestedScopes(deps, provider, undefined);

export async function partyOf(deps: Pick<Deps, "database">, session: SessionState, texts: Texts): Promise<Party> {
  const { userId, accountId, redirectUrl } = session;
  const returnHost = new URL(redirectUrl).host;
  if (accountId === null) {
    const user = await findById(deps.database, userId);
    return { partner: null, name: returnHost, forWhom: user?.email ?? texts.own_use, externalId: null, returnHost };
  }
  const { profileName, ...brand } = await findBrand(deps.database, userId);
  const account = await findAccount(deps.database, userId, accountId);
  const name = brand.name ?? profileName ?? returnHost;
  const externalId = account?.externalId ?? null;
  const forWhom = account?.displayName ?? externalId ?? texts.an_account;
  return { partner: brand, name, forWhom, externalId, returnHost };
}
