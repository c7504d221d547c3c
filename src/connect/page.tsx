/** @jsxImportSource #pages */
// The page of a connect session: opened by its link, begun or cancelled by its form, and at its end the outcome.
import { findAccount } from "../accounts/store.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Initiator } from "../initiator.ts";
import type { Page } from "../pages/response.tsx";
import { brandStyle } from "../partners/brand.ts";
import { findBrand } from "../partners/store.ts";
import type { Provider } from "../plugin/index.ts";
import { isUuid } from "../schema/formats.ts";
import { findById } from "../users/store.ts";
import { connectConfirmContext } from "../vault/sealing-contexts.ts";
import { makeAttempt, requestedScopes } from "./authorize.ts";
import { redirectOf } from "./callback.ts";
import { ELSEWHERE, EXPIRED, IN_PROGRESS, UNKNOWN } from "./message-pages.tsx";
import { sessionFacts } from "./model.ts";
import type { PageBrowser } from "./page-browser.ts";
import { ConnectedView, FailedView } from "./page-outcome-views.tsx";
import { isOwnLinkToken, linkPath, outcomePath } from "./page-paths.ts";
import { ChoiceView, ConsentView, OnTheWay, type Party } from "./page-views.tsx";
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

/** What a link shows: the choice or the consent, or why it cannot be used; a path where the session has ended. */
export async function openLink(
  deps: Deps,
  session: SessionState | null,
  browser: PageBrowser,
  { token, chosen }: { token: string; chosen: string | null },
): Promise<Page | { onward: string }> {
  if (!session) return UNKNOWN;
  if (isOthers(session, browser)) return ELSEWHERE;
  if (hasEnded(session)) return { onward: outcomePath(session.id) };
  if (session.isExpired) return EXPIRED;
  const providers = offered(deps, session);
  const [first] = providers;
  if (!first) return UNKNOWN;
  const provider = providers.length === 1 ? first : providers.find(({ id }) => id === chosen);
  const party = await partyOf(deps, session);
  const form = { action: linkPath(token), formToken: browser.formToken(session.id) };
  const look = { style: styleOf(party), cookie: browser.cookie };
  if (!provider)
    return {
      ...look,
      title: "Connect an account",
      body: <ChoiceView party={party} providers={providers} form={form} />,
    };
  const scopes = scopesFor(deps, session, provider);
  const props = { party, provider, scopes, form, isChosen: providers.length > 1 };
  return { ...look, title: `Connect ${provider.name}`, body: <ConsentView {...props} /> };
}

/** Begins an attempt, or another one: a page that goes on to the provider. */
export async function goOn(
  deps: Deps,
  session: SessionState,
  browser: PageBrowser,
  { providerId, initiator }: { providerId: string | null; initiator: Initiator },
): Promise<Page> {
  if (session.isExpired) return EXPIRED;
  const provider = offered(deps, session).find(({ id }) => id === providerId);
  if (!provider) throw new AppError("VALIDATION_ERROR", "This provider is not among those that can be chosen here.");
  const { columns, url } = await makeAttempt(deps, session, session.id, {
    provider,
    scopes: scopesFor(deps, session, provider),
  });
  if (!(await beginAttempt(deps.database, session.id, browser.hashes, columns))) return ELSEWHERE;
  const facts = sessionFacts({ ...session, provider: provider.id });
  await deps.audit.record(initiator, { event: "connect_consented", ...facts });
  return onTheWay(provider.name, url, browser);
}

/** Ends the session as the person's refusal: a page that goes back to the redirect_url. */
export async function cancel(
  deps: Deps,
  session: SessionState,
  browser: PageBrowser,
  initiator: Initiator,
): Promise<Page> {
  if (!(await cancelSession(deps.database, session.id, browser.hashes))) return session.isExpired ? EXPIRED : ELSEWHERE;
  const facts = sessionFacts(session);
  const details = { ...facts.details, reason: "access_denied" };
  await deps.audit.record(initiator, { event: "connect_failed", level: "warn", ...facts, outcome: "failed", details });
  const party = await partyOf(deps, session);
  const url = redirectOf(session, party.externalId, { error: "access_denied", description: null });
  return onTheWay(party.name, url, browser);
}

const onTheWay = (name: string, url: string, { cookie }: PageBrowser): Page => ({
  title: `Taking you to ${name}`,
  body: <OnTheWay name={name} url={url} />,
  onTo: url,
  cookie,
});

/** What came of the session, for the browser that began it. */
export async function outcomePage(
  deps: Deps,
  session: SessionState | null,
  browser: PageBrowser | null,
): Promise<Page> {
  if (!session || !browser) return ELSEWHERE;
  const party = await partyOf(deps, session);
  const provider = deps.registry.provider(session.provider) ?? offered(deps, session)[0];
  if (!provider) return UNKNOWN;
  const isInterrupted = session.status === "pending" && session.isStuck;
  if (session.status === "pending" && !isInterrupted) return session.isExpired ? EXPIRED : IN_PROGRESS;
  const form = { action: outcomePath(session.id), formToken: browser.formToken(session.id) };
  const error = session.error ?? "interrupted";
  const confirmToken = session.confirmToken && deps.vault.open(session.confirmToken, connectConfirmContext(session.id));
  const isConnected = session.status === "completed";
  const description = session.errorDescription;
  const end = isConnected ? { confirmToken } : { error, description };
  const returnUrl = redirectOf(session, party.externalId, end);
  const props = { party, provider, returnUrl, form };
  const requested = session.scopes;
  const grant = { requested, granted: session.grantedScopes ?? requested, identity: session.identity?.name ?? null };
  return {
    title: isConnected ? `${provider.name} is connected` : `${provider.name} is not connected`,
    style: styleOf(party),
    body: isConnected ? (
      <ConnectedView {...props} {...grant} isPending={confirmToken !== null} />
    ) : (
      <FailedView {...props} error={error} canRetry={!session.isExpired} />
    ),
  };
}

const styleOf = ({ partner }: Party) => (partner?.color ? brandStyle(partner.color) : undefined);

/** Those of the session that are still loaded. */
const offered = (deps: Pick<Deps, "registry">, { providers }: SessionState): Provider[] =>
  (providers ?? []).flatMap((id) => deps.registry.provider(id) ?? []);

/** A session for one provider knows its scopes from the start; a choice has each provider's default ones. */
const scopesFor = (deps: Deps, { providers, scopes }: SessionState, provider: Provider): string[] =>
  providers?.length === 1 ? scopes : requestedScopes(deps, provider, undefined);

async function partyOf(deps: Pick<Deps, "database">, session: SessionState): Promise<Party> {
  const { userId, accountId, redirectUrl } = session;
  const returnHost = new URL(redirectUrl).host;
  if (accountId === null) {
    const user = await findById(deps.database, userId);
    return { partner: null, name: returnHost, forWhom: user?.email ?? "your own use", externalId: null, returnHost };
  }
  const { profileName, ...brand } = await findBrand(deps.database, userId);
  const account = await findAccount(deps.database, userId, accountId);
  const name = brand.name ?? profileName ?? returnHost;
  const externalId = account?.externalId ?? null;
  const forWhom = account?.displayName ?? externalId ?? "an account";
  return { partner: brand, name, forWhom, externalId, returnHost };
}
