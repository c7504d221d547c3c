/** @jsxImportSource #pages */
// Signing in and out over HTTP: by password, by passkey, the second factor, and again before something delicate.
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "../../foundation/errors.ts";
import { findPerson, hasPeople, storeLanguage } from "../../identity/people/store.ts";
import { beginPasskeySignIn, hasPasskeys } from "../../identity/sign-in/passkeys.ts";
import type { SignedIn, SignInClient } from "../../identity/sign-in/sign-in.ts";
import { createUser } from "../../identity/users/service.ts";
import { findByEmail } from "../../identity/users/store.ts";
import { networkOf } from "../../metering/limits/networks.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { PAGES_TAG } from "../../web/pages/assets.ts";
import { foreignForm, readOwnForm } from "../../web/pages/browser.ts";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { pageLanguage, tr } from "../../web/pages/messages.ts";
import { type Page, respondWithError, respondWithPage } from "../../web/pages/response.tsx";
import { attempt, type Dashboard, redirectTo } from "../pages.tsx";
import { OIDC_PATH, SECOND_FACTOR_PATH, SIGN_IN_PATH, safeNext, withNext } from "../paths.ts";
import { IssuerButtons, ProviderButtons } from "./provider-buttons.tsx";
import { signInProviders } from "./provider-identity.ts";
import { IssuerOnlyView, NoOwnerNotice, SecondFactorView, SignInView } from "./sign-in-pages.tsx";

const PASSKEY_PATH = "/sign-in/passkey";
const PASSKEY_OPTIONS_PATH = "/sign-in/passkey/options";

/** A page for somebody who is not signed in. */
export const sheetPage = (title: string, body: Markup, error?: AppError): Page => ({
  title: `${title} · Gateway`,
  body,
  isInteractive: true,
  ...(error && {
    status: error.code === "RATE_LIMITED" ? 429 : 400,
    errorCode: error.code,
    retryAfter: error.retryAfter,
  }),
});

export const clientOf = (
  { cookies }: Pick<Dashboard, "cookies">,
  { address, request }: PublicRequest,
): SignInClient => ({
  address,
  network: networkOf(address),
  browser: cookies.knownBrowser.read(request),
  userAgent: request.headers.get("user-agent"),
});

/** A route of a page without sign-in. */
export function openRoute(
  deps: Deps,
  route: Pick<PublicRoute, "id" | "method" | "path" | "params" | "strangers">,
  make: (call: PublicRequest) => Promise<Page | Response>,
): PublicRoute {
  return {
    ...route,
    access: "public",
    tag: PAGES_TAG,
    isPage: true,
    anyQuery: true,
    summary: tr("A page of the dashboard."),
    refuse: (error, call) => respondWithError(deps, call, error),
    handle: (call) => respondWithPage(deps, call, () => make(call)),
  };
}

/** A form of a page without sign-in; throws 403 for one that our page in this browser did not send. */
export async function readVisitorForm(
  { deps, cookies }: Dashboard,
  call: Pick<PublicRequest, "request" | "arrival">,
): Promise<URLSearchParams> {
  const form = await readOwnForm(deps, call);
  if (!cookies.isVisitorToken(call.request, form.get("form_token") ?? "")) throw foreignForm();
  return form;
}

/** Begins the session in the browser: on to the second factor where there is one, else to `next`. */
export async function startSession(dashboard: Dashboard, call: PublicRequest, signedIn: SignedIn, next: string) {
  const { deps, cookies } = dashboard;
  const cookie = cookies.begin(signedIn.token);
  if (signedIn.stage === "second_factor") return redirectTo(withNext(SECOND_FACTOR_PATH, next), [cookie]);
  const person = await findPerson(deps.database, signedIn.personId);
  await storeLanguage(deps.database, signedIn.personId, pageLanguage(), false);
  const actor = { kind: "person" as const, id: signedIn.personId, name: person?.email ?? null };
  const initiator = { actor, address: call.address, requestId: call.requestId };
  await deps.audit.record(initiator, { event: "person_signed_in" });
  const known = signedIn.browser === null ? [] : [cookies.knownBrowser.write(signedIn.browser)];
  return redirectTo(next, [cookie, ...known]);
}

/** The user of the first owner's address, or a new one. */
export async function userOfAddress(deps: Deps, email: string): Promise<string> {
  const known = await findByEmail(deps.database, email);
  return known ? known.id : (await createUser(deps, { email })).id;
}

/** Counts a sign-in that was refused, for the audit log. */
export function noteFailure({ deps }: Pick<Dashboard, "deps">, { address }: PublicRequest, code: string): void {
  const network = networkOf(address);
  const initiator = { actor: { kind: "anonymous" as const, id: null, name: null }, address: network, requestId: null };
  deps.audit.count(`sign-in ${network}`, initiator, { event: "person_refused", outcome: "refused", code });
}

export function signInRoutes(dashboard: Dashboard): PublicRoute[] {
  return [...passwordRoutes(dashboard), ...passkeyRoutes(dashboard)];
}

/** Shown by our script where the browser has passkeys. */
export const PasskeyButton = ({ deps, next }: { deps: Deps; next: string }): Markup => (
  <>
    <input type="hidden" name="next" value={next} />
    {hasPasskeys(deps) ? <PasskeyControl /> : null}
  </>
);

const PasskeyControl = (): Markup => (
  <>
    <input type="hidden" name="response" />
    <button
      type="button"
      class="button"
      data-passkey={PASSKEY_OPTIONS_PATH}
      data-passkey-action={PASSKEY_PATH}
      data-passkey-kind="get"
      hidden
    >
      {tr("Sign in with a passkey")}
    </button>
    <p class="field-error" role="alert" data-passkey-error hidden>
      {tr("The browser sent no passkey. Sign in with your password, and add one under Settings.")}
    </p>
  </>
);

function passwordRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, signIn, cookies } = dashboard;
  const show = async (call: PublicRequest, next: string, email: string | null, error?: AppError) => {
    const { formToken, cookie } = cookies.visitor(call.request);
    for (const issuer of deps.issuers.all) issuer.probe();
    const onward = { formToken, next };
    const issuers = <IssuerButtons issuers={deps.issuers} action={OIDC_PATH} {...onward} />;
    if (deps.issuers.isOnly) {
      const below = <div class="stack gap">{issuers}</div>;
      const view = <IssuerOnlyView title={tr("Sign in")} lead={null} issuers={below} />;
      return { ...sheetPage(tr("Sign in"), view, error), cookie };
    }
    const providers = <ProviderButtons providers={await signInProviders(deps)} issuers={issuers} {...onward} />;
    const form = {
      action: SIGN_IN_PATH,
      formToken,
      email,
      error,
      passkeys: <PasskeyButton deps={deps} next={next} />,
      providers,
    };
    return { ...sheetPage(tr("Sign in"), <SignInView {...form} />, error), cookie };
  };
  return [
    openRoute(deps, { id: "page_sign_in", method: "GET", path: SIGN_IN_PATH }, async (call) => {
      const next = safeNext(new URL(call.request.url).searchParams.get("next"));
      const token = cookies.session.read(call.request);
      if (token !== null && (await signIn.current(token))) return redirectTo(next);
      if (!(await hasPeople(deps.database))) return sheetPage(tr("Welcome"), <NoOwnerNotice />);
      return show(call, next, null);
    }),
    openRoute(deps, { id: "form_sign_in", method: "POST", path: SIGN_IN_PATH, strangers: "sign_in" }, async (call) => {
      const form = await readVisitorForm(dashboard, call);
      const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""];
      const next = safeNext(form.get("next"));
      const result = await attempt(() => signIn.byPassword(email, password, clientOf(dashboard, call)));
      if ("data" in result) return startSession(dashboard, call, result.data, next);
      noteFailure(dashboard, call, result.error.code);
      return show(call, next, email, result.error);
    }),
    openRoute(deps, { id: "page_second_factor", method: "GET", path: SECOND_FACTOR_PATH }, async (call) => {
      const next = safeNext(new URL(call.request.url).searchParams.get("next"));
      return showSecondFactor(dashboard, call, next);
    }),
    openRoute(
      deps,
      { id: "form_second_factor", method: "POST", path: SECOND_FACTOR_PATH, strangers: "sign_in" },
      async (call) => {
        const form = await readVisitorForm(dashboard, call);
        const next = safeNext(new URL(call.request.url).searchParams.get("next"));
        const token = cookies.session.read(call.request) ?? "";
        const result = await attempt(() =>
          signIn.bySecondFactor(token, form.get("code") ?? "", clientOf(dashboard, call)),
        );
        if ("data" in result) return startSession(dashboard, call, result.data, next);
        noteFailure(dashboard, call, result.error.code);
        return showSecondFactor(dashboard, call, next, result.error);
      },
    ),
  ];
}

function showSecondFactor({ cookies }: Dashboard, call: PublicRequest, next: string, error?: AppError): Page {
  const { formToken, cookie } = cookies.visitor(call.request);
  const form = { action: withNext(SECOND_FACTOR_PATH, next), formToken, error };
  return { ...sheetPage(tr("Second factor"), <SecondFactorView {...form} />, error), cookie };
}

function passkeyRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, signIn, cookies } = dashboard;
  return [
    openRoute(
      deps,
      { id: "form_passkey_options", method: "POST", path: PASSKEY_OPTIONS_PATH, strangers: "challenge" },
      async (call) => {
        await readVisitorForm(dashboard, call);
        return Response.json(await beginPasskeySignIn(deps));
      },
    ),
    openRoute(deps, { id: "form_passkey", method: "POST", path: PASSKEY_PATH, strangers: "sign_in" }, async (call) => {
      const form = await readVisitorForm(dashboard, call);
      const current = await signIn.current(cookies.session.read(call.request) ?? "");
      const result = await attempt(() =>
        signIn.byPasskey(responseIn(form), clientOf(dashboard, call), current?.session),
      );
      if ("data" in result) return startSession(dashboard, call, result.data, safeNext(form.get("next")));
      noteFailure(dashboard, call, result.error.code);
      throw result.error;
    }),
  ];
}

/** What a browser's authenticator gave; throws 400 for anything that is no object. */
export function responseIn<T = AuthenticationResponseJSON>(form: URLSearchParams): T {
  try {
    const value = JSON.parse(form.get("response") ?? "") as T | null;
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Text that is not JSON is refused below.
  }
  throw new AppError("VALIDATION_ERROR", "The browser sent no passkey. Try again.");
}
