/** @jsxImportSource #pages */
// Consent on a session's page: what is shown, what its form sends, and going on to the provider or connecting at once.

import { AppError } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { AuthKind, Provider } from "../../plugin/index.ts";
import { defaultScopes } from "../../providers/registry/scopes.ts";
import type { Deps } from "../../server/deps.ts";
import type { Page } from "../../web/pages/response.tsx";
import { filledText } from "../../web/pages/texts.ts";
import { makeAttempt, requestedScopes } from "./authorize.ts";
import { AUTH_KINDS, credentialErrors, type FieldError, fieldsOf, readTenantFields } from "./credential-fields.ts";
import { credentialsGrant } from "./credentials-grant.ts";
import { expiredLinkPage, otherBrowserPage } from "./message-pages.tsx";
import { sessionFacts } from "./model.ts";
import type { PageBrowser } from "./page-browser.ts";
import { offeredProviders, partyOf, styleOf } from "./page-party.ts";
import { outcomePath } from "./page-paths.ts";
import { type ConnectPageRequest, pathFor } from "./page-request.ts";
import { credentialName, type SignIn, tenantName } from "./page-sign-in.tsx";
import { ConsentView, RedirectNotice } from "./page-views.tsx";
import { saveGrant } from "./save-session-grant.ts";
import { makeState } from "./state.ts";
import { beginAttempt, type SessionState } from "./store.ts";

export interface PageVisitor {
  browser: PageBrowser;
  visit: ConnectPageRequest;
}

/** Attempts of one session: enough for typing errors, too few to try out what somebody has stolen. */
const MAX_ATTEMPTS = 20;

interface ConsentPage extends PageVisitor {
  provider: Provider;
  kind: AuthKind;
  /** The address of the form, and of the provider's other kinds. */
  link: string;
  values?: SignIn["values"];
  errors?: SignIn["errors"];
  refused?: SignIn["refused"];
}

/** The page that asks for consent, with the fields that the kind of sign-in needs. */
export async function consentPage(
  deps: Deps,
  session: SessionState,
  { provider, kind, link, browser, visit, values, errors = {}, refused = null }: ConsentPage,
): Promise<Page> {
  const { texts } = visit;
  // Another try has no page of its own to show another kind on.
  const isLink = !link.startsWith(outcomePath(""));
  const others = isLink ? (await usableKinds(deps, session, provider)).filter((one) => one !== kind) : [];
  const signIn: SignIn = {
    kind,
    others: others.map((one) => ({ kind: one, href: withParameters(link, { provider: provider.id, auth: one }) })),
    values: values ?? named(session.tenant, tenantName),
    errors,
    refused,
  };
  const party = await partyOf(deps, session, texts);
  const form = { action: link, formToken: browser.formToken(session.id) };
  const scopes = scopesFor(deps, session, provider);
  const choicePath = offeredProviders(deps, session).length > 1 ? link : null;
  const isWrong = refused !== null || Object.keys(errors).length > 0;
  return {
    style: styleOf(party),
    cookie: browser.cookie,
    ...(isWrong && { status: 400, errorCode: "VALIDATION_ERROR" as const }),
    title: filledText(texts.title_consent, { provider: provider.name }),
    body: (
      <ConsentView {...{ party, provider, scopes, form, visit, choicePath, signIn }} connection={session.connection} />
    ),
  };
}

/** The kinds of sign-in that can be used: OAuth needs a client. */
async function usableKinds(deps: Deps, session: SessionState, provider: Provider): Promise<AuthKind[]> {
  const declared = AUTH_KINDS.filter((kind) => provider.auth[kind] !== undefined);
  const ordered = declared.sort((a, b) => orderOf(provider, a) - orderOf(provider, b));
  const hasClient = provider.auth.oauth2 && (await deps.oauthClients.forConnect(session, provider.id)) !== null;
  return ordered.filter((kind) => kind !== "oauth2" || hasClient);
}

const orderOf = ({ auth }: Provider, kind: AuthKind) => Object.keys(auth).indexOf(kind);

/** The kind that was chosen, else the session's own, else the provider's first. */
export async function kindFor(
  deps: Deps,
  session: SessionState,
  provider: Provider,
  chosen: string | null,
): Promise<AuthKind> {
  const kinds = await usableKinds(deps, session, provider);
  return kinds.find((kind) => kind === chosen) ?? kinds.find((kind) => kind === session.auth) ?? kinds[0] ?? "oauth2";
}

/** What the form sent: goes on to the provider, connects at once, or shows the page again with what is wrong. */
export async function submitConsent(
  deps: Deps,
  session: SessionState,
  {
    form,
    link,
    initiator,
    browser,
    visit,
  }: PageVisitor & { form: URLSearchParams; link: string; initiator: Initiator },
): Promise<Page | Response> {
  if (session.isExpired) return expiredLinkPage(visit.texts);
  const provider = offeredProviders(deps, session).find(({ id }) => id === form.get("provider"));
  if (!provider)
    throw new AppError("VALIDATION_ERROR", "This provider cannot be chosen here. Choose one from the list.");
  const kind = await kindFor(deps, session, provider, form.get("auth"));
  const page = { provider, kind, link, browser, visit };
  const ofForm = readForm(deps, session, provider, kind, form);
  // A button that only tries again brings no fields: then the page asks for them.
  if (ofForm.isIncomplete) return consentPage(deps, session, page);
  const { errors, values } = ofForm;
  if (Object.keys(errors).length > 0) return consentPage(deps, session, { ...page, errors, values });
  if (session.attempts >= MAX_ATTEMPTS) return consentPage(deps, session, { ...page, refused: "tries" });
  if (kind === "oauth2") return goToProvider(deps, session, { ...page, tenant: ofForm.tenant, initiator });
  const credentials = { provider, kind, fields: ofForm.credentials, tenant: ofForm.tenant };
  return connectWithForm(deps, session, { ...page, credentials, values, initiator });
}

async function goToProvider(
  deps: Deps,
  session: SessionState,
  {
    provider,
    tenant,
    initiator,
    browser,
    visit,
  }: ConsentPage & { tenant: Record<string, string>; initiator: Initiator },
): Promise<Page> {
  const scopes = scopesFor(deps, session, provider);
  const { columns, url } = await makeAttempt(deps, session, session.id, { provider, scopes, tenant });
  const attempt = { ...columns, pageWindow: windowOf(visit), pageLang: visit.chosenLang };
  if (!(await beginAttempt(deps.database, session.id, browser.hashes, attempt))) return otherBrowserPage(visit.texts);
  const facts = sessionFacts({ ...session, provider: provider.id });
  await deps.audit.record(initiator, { event: "connect_consented", ...facts });
  return redirectPage(provider.name, url, { browser, visit });
}

interface CredentialsSubmission extends ConsentPage {
  credentials: Parameters<typeof credentialsGrant>[2];
  initiator: Initiator;
}

/** Checks the credentials at the provider, and ends the session with them. */
async function connectWithForm(
  deps: Deps,
  session: SessionState,
  page: CredentialsSubmission,
): Promise<Page | Response> {
  const { provider, credentials, initiator, browser, visit } = page;
  const attempt = {
    provider: provider.id,
    auth: credentials.kind,
    tenant: { ...credentials.tenant },
    clientId: null,
    // The column needs one; nobody knows the state behind it.
    stateHash: deps.vault.macs(makeState(deps.vault))[0] as string,
    verifier: null,
    scopes: defaultScopes(provider, deps.target(provider.id).extraScopes),
    pageWindow: windowOf(visit),
    pageLang: visit.chosenLang,
  };
  if (!(await beginAttempt(deps.database, session.id, browser.hashes, attempt))) return otherBrowserPage(visit.texts);
  const started = { ...session, ...attempt };
  await deps.audit.record(initiator, { event: "connect_consented", ...sessionFacts(started) });
  const grant = await credentialsGrant(deps, session, credentials);
  if ("refused" in grant) return consentPage(deps, session, { ...page, refused: grant.refused });
  const options = { browserHash: browser.hashes[0] ?? null };
  if (!(await saveGrant(deps, started, grant, initiator, options))) return otherBrowserPage(visit.texts);
  const location = pathFor(outcomePath(session.id), visit);
  return new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
}

/** What a form says, by its names; `isIncomplete` where it has none of the fields that are needed. */
function readForm(deps: Deps, session: SessionState, provider: Provider, kind: AuthKind, form: URLSearchParams) {
  const sent = (name: string) => form.get(name)?.trim();
  const tenant = readTenantFields(deps.target(provider.id), {
    ...session.tenant,
    ...inputs(Object.keys(provider.tenant ?? {}), (name) => sent(tenantName(name))),
  });
  const declared = fieldsOf(provider, kind);
  const credentials = inputs(Object.keys(declared), (name) => sent(credentialName(name)));
  const ofTenant = tenant.errors.map((error) => ({ ...error, name: tenantName(error.name) }));
  const ofCredential = credentialErrors(deps.target(provider.id), kind, credentials).map((error) => ({
    ...error,
    name: credentialName(error.name),
  }));
  const errors: FieldError[] = [...ofTenant, ...ofCredential];
  const readable = Object.keys(declared).filter((name) => declared[name]?.secret === false);
  const values = {
    ...named(
      inputs(Object.keys(provider.tenant ?? {}), (name) => sent(tenantName(name))),
      tenantName,
    ),
    ...named(
      inputs(readable, (name) => credentials[name]),
      credentialName,
    ),
  };
  return {
    tenant: tenant.values,
    credentials,
    values,
    errors: Object.fromEntries(errors.map(({ name, reason }) => [name, reason])),
    isIncomplete: errors.length > 0 && errors.every(({ name }) => !form.has(name)),
  };
}

const inputs = (names: readonly string[], read: (name: string) => string | undefined): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => [[name, read(name)] as const]).filter(isDefined));
const isDefined = (pair: readonly [string, string | undefined]): pair is readonly [string, string] =>
  pair[1] !== undefined;
const named = (values: Readonly<Record<string, string>>, name: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [name(key), value]));

function withParameters(link: string, more: Record<string, string>): string {
  const [path = "", query] = link.split("?");
  return `${path}?${new URLSearchParams([...new URLSearchParams(query), ...Object.entries(more)])}`;
}

/** A session for one provider knows its scopes from the start; a choice has each provider's default ones. */
const scopesFor = (deps: Deps, { providers, scopes }: SessionState, provider: Provider): string[] =>
  providers?.length === 1 ? scopes : requestedScopes(deps, provider, undefined);

/** The window that comes back from the provider: a frame never goes there. */
const windowOf = ({ window }: ConnectPageRequest) => (window === "frame" ? null : window);

export const redirectPage = (name: string, url: string, { browser, visit }: PageVisitor): Page => ({
  title: filledText(visit.texts.on_the_way, { name }),
  body: <RedirectNotice name={name} url={url} texts={visit.texts} />,
  refreshTo: url,
  cookie: browser.cookie,
});
