/** @jsxImportSource #pages */
// Signing in with the operator's OpenID Connect issuers: begun by a form, finished by the browser that began.
import { Type as t } from "@sinclair/typebox";
import type { Database } from "../../foundation/db/database.ts";
import { AppError } from "../../foundation/errors.ts";
import { type Attempt, insertAttempt, useAttempt } from "../../identity/oidc/attempts.ts";
import { authorizationUrl, finishAuthorization, type IssuerIdentity } from "../../identity/oidc/authorization.ts";
import type { Issuer } from "../../identity/oidc/issuer.ts";
import { changeCredentials } from "../../identity/people/credentials.ts";
import { findByToken, invitationGone } from "../../identity/people/invitations.ts";
import { listIdentities, unlinkIdentity } from "../../identity/sign-in/identities.ts";
import { findSetupLink } from "../../identity/sign-in/setup-links.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Message } from "../../web/pages/components.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import type { Page } from "../../web/pages/response.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { JOIN_PATH, OIDC_AGAIN_PATH, OIDC_PATH, oidcPathOf, SETUP_PATH, safeNext } from "../paths.ts";
import { IDENTITY_PATH, PATH as SECURITY_PATH } from "../security/security-views.tsx";
import { initiatorOf } from "../visit.ts";
import { issuerOfForm, issuerOfPath, issuerParams } from "./chosen-issuer.ts";
import { logoutRoutes } from "./oidc-logout.ts";
import { oidcOutcome } from "./oidc-outcome.tsx";
import { orRefusal, unusable } from "./oidc-refusals.tsx";
import { signedOutRoutes } from "./oidc-signed-out.tsx";
import { openNext, sealNext } from "./sealed-next.ts";
import { openRoute, readVisitorForm, sheetPage } from "./sign-in-routes.tsx";

const tokenParams = t.Object({ token: t.String({ maxLength: 100, description: "The link's secret." }) });

export function oidcRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, signIn, cookies } = dashboard;
  const start = (
    route: Pick<PublicRoute, "id" | "path" | "params">,
    attemptOf: (call: PublicRequest, next: string) => Promise<Attempt>,
  ) =>
    openRoute(deps, { ...route, method: "POST", strangers: "challenge" }, async (call) => {
      const sent = await readVisitorForm(dashboard, call);
      const next = safeNext(sent.get("next"));
      return orRefusal(dashboard, call, async () =>
        begin(dashboard, call.request, issuerOfForm(deps, sent), await attemptOf(call, next)),
      );
    });
  return [
    start({ id: "form_oidc", path: OIDC_PATH }, async (_, next) => ({ ...SIGN_IN, next })),
    start({ id: "form_oidc_again", path: OIDC_AGAIN_PATH }, async ({ request }, next) => {
      const current = await signIn.current(cookies.session.read(request) ?? "");
      return current
        ? { ...SIGN_IN, purpose: "sign_in_again", personId: current.person.id, next }
        : { ...SIGN_IN, next };
    }),
    start({ id: "form_oidc_setup", path: `${SETUP_PATH}/{token}/oidc`, params: tokenParams }, async (call) => {
      const link = await findSetupLink(deps, call.params.token as string);
      if (!link) throw new AppError("AUTH_REQUIRED", "The link was already used or has expired. Ask for a new one.");
      return { ...SIGN_IN, purpose: "setup", setupMac: link.mac };
    }),
    start({ id: "form_oidc_join", path: `${JOIN_PATH}/{token}/oidc`, params: tokenParams }, async ({ params }) => {
      if (!(await findByToken(deps, params.token as string))) throw invitationGone();
      return { ...SIGN_IN, purpose: "join", next: `${JOIN_PATH}/${params.token}` };
    }),
    ...identityForms(dashboard),
    ...logoutRoutes(deps),
    ...signedOutRoutes(dashboard),
    callbackRoute(dashboard, { id: "page_oidc_callback", path: oidcPathOf(null, "callback") }),
    callbackRoute(dashboard, {
      ...{ id: "page_oidc_issuer_callback", path: oidcPathOf("{issuer}", "callback") },
      params: issuerParams,
    }),
  ];
}

const callbackRoute = (dashboard: Dashboard, route: Pick<PublicRoute, "id" | "path" | "params">): PublicRoute => ({
  ...openRoute(dashboard.deps, { ...route, method: "GET", strangers: "sign_in" }, (call) =>
    handleCallback(dashboard, call),
  ),
  head: false,
});

/** On the page of a person's own sign-in. */
function identityForms(dashboard: Dashboard): PublicRoute[] {
  const { deps, form } = dashboard;
  return [
    form({
      id: "link_oidc",
      path: IDENTITY_PATH,
      access: "person",
      needsRecentSignIn: true,
      async submit({ person, request }, sent) {
        const attempt: Attempt = { ...SIGN_IN, purpose: "link", personId: person.id };
        const page = await begin(dashboard, request, issuerOfForm(deps, sent), attempt);
        return { title: page.title, body: page.body, refreshTo: page.refreshTo };
      },
    }),
    form({
      id: "unlink_oidc",
      path: `${IDENTITY_PATH}/remove`,
      access: "person",
      needsRecentSignIn: true,
      async submit(visit, sent) {
        const issuer = sent.get("issuer") ?? "";
        await changeCredentials(deps, visit.session, async (database) => {
          await unlinkIdentity(database, visit.person.id, issuer);
          if (!deps.issuers.isOnly || (await hasIssuer(deps, database, visit.person.id))) return;
          throw new AppError("CONFLICT", "This is your only way to sign in here. An operator can disable a person.");
        });
        await deps.audit.record(initiatorOf(visit), { event: "person_identity_unlinked", details: { issuer } });
        return done(SECURITY_PATH, tr("You can no longer sign in with it, and your other sessions have ended."));
      },
    }),
  ];
}

/** Whether the person can sign in with one of the issuers. */
async function hasIssuer({ issuers }: Deps, database: Pick<Database, "query">, personId: string): Promise<boolean> {
  const linked = await listIdentities(database, personId);
  return linked.some(({ provider }) => issuers.all.some(({ id }) => id === provider));
}

const SIGN_IN: Attempt = { purpose: "sign_in", personId: null, setupMac: null, next: null };

/** What only this browser's requests give for a state: the row's key, the nonce, and the verifier of PKCE (RFC 7636, section 4.1). */
function boundTo({ cookies }: Dashboard, request: Request, { id }: Issuer, state: string) {
  const of = (what: string) => cookies.boundToVisitor(request, `oidc ${what} ${id} ${state}`);
  const text = (what: string) => of(what)?.split(".").at(-1) as string;
  const mac = of("attempt");
  return mac === null ? null : { mac, nonce: text("nonce"), verifier: text("verifier") };
}

async function begin(dashboard: Dashboard, request: Request, issuer: Issuer, attempt: Attempt): Promise<Page> {
  const { deps } = dashboard;
  const { generateRandomState } = await import("oauth4webapi");
  const state = generateRandomState();
  const bound = boundTo(dashboard, request, issuer, state);
  if (!bound) throw new AppError("PERMISSION_DENIED", "Your browser blocks cookies. Allow them and try again.");
  const { mac, ...secrets } = bound;
  const isAgain = attempt.purpose === "sign_in_again";
  const wanted = { ...secrets, state, isAgain, redirectUri: redirectUriOf(deps, issuer) };
  const url = await authorizationUrl(issuer, wanted).catch((error) => unusable(dashboard, issuer, error));
  const next = sealNext(deps, mac, attempt.next);
  await insertAttempt(deps.database, mac, { ...attempt, next }, deps.clock.now());
  const { name } = issuer.settings;
  return { ...sheetPage(tr("Continue to {name}", { name }), <RedirectNotice name={name} url={url} />), refreshTo: url };
}

const redirectUriOf = ({ baseUrl }: Deps, { settings }: Issuer) => `${baseUrl}${oidcPathOf(settings.key, "callback")}`;

/** A redirect would count as the form's own target, which the policy keeps to this site. */
const RedirectNotice = ({ name, url }: { name: string; url: string }): Markup => (
  <Message tone="neutral" icon="arrow" title={tr("Continue to {name}", { name })}>
    <LinkButton kind="primary" href={url}>
      {tr("Continue")}
    </LinkButton>
  </Message>
);

async function handleCallback(dashboard: Dashboard, call: PublicRequest): Promise<Page | Response> {
  const issuer = issuerOfPath(dashboard.deps, call.params);
  return orRefusal(dashboard, call, async () => {
    const { attempt, identity } = await identify(dashboard, call, issuer);
    return oidcOutcome(dashboard, call, issuer, attempt, identity);
  });
}

/** The attempt that this browser began, which is used up, and who the issuer says it is. */
async function identify(
  dashboard: Dashboard,
  { request }: PublicRequest,
  issuer: Issuer,
): Promise<{ attempt: Attempt; identity: IssuerIdentity }> {
  const { deps } = dashboard;
  const parameters = new URL(request.url).searchParams;
  const state = parameters.get("state") ?? "";
  const bound = boundTo(dashboard, request, issuer, state);
  const used = bound && (await useAttempt(deps.database, bound.mac, deps.clock.now()));
  if (!used)
    throw new AppError("AUTH_REQUIRED", "The sign-in has expired, or was started in another browser. Start again.");
  const { mac, nonce, verifier } = bound;
  const attempt = { ...used, next: openNext(deps, mac, used.next) };
  const isAgain = attempt.purpose === "sign_in_again";
  const wanted = {
    state,
    nonce,
    verifier,
    isAgain,
    redirectUri: redirectUriOf(deps, issuer),
    startedAt: attempt.startedAt,
  };
  const identity = await finishAuthorization(issuer, parameters, wanted).catch((error) =>
    unusable(dashboard, issuer, error),
  );
  return { attempt, identity };
}
