/** @jsxImportSource #pages */
// Signing in again before something delicate, signing out, and choosing the user whose pages are seen.
import { AppError } from "../../foundation/errors.ts";
import { type Person, storeLanguage } from "../../identity/people/store.ts";
import { chooseUser, endSession } from "../../identity/sign-in/sessions.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { browserLanguage, languageCookie, PAGE_LANGUAGES } from "../../web/pages/language.ts";
import { tr } from "../../web/pages/messages.ts";
import { THEMES, themeCookie } from "../../web/pages/reader.ts";
import { basePathOf } from "../addresses.ts";
import { attempt, type Dashboard, redirectTo } from "../pages.tsx";
import {
  HOME_PATH,
  LANGUAGE_PATH,
  OIDC_AGAIN_PATH,
  SIGN_IN_AGAIN_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  safeNext,
  THEME_PATH,
  withNext,
} from "../paths.ts";
import { pageAfterSignOut } from "./oidc-signed-out.tsx";
import { IssuersBelow } from "./provider-buttons.tsx";
import { IssuerOnlyView, RECENTLY, ReauthenticateView } from "./sign-in-pages.tsx";
import {
  clientOf,
  noteFailure,
  openRoute,
  PasskeyButton,
  readVisitorForm,
  sheetPage,
  startSession,
} from "./sign-in-routes.tsx";

export function reauthenticationRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, signIn, cookies } = dashboard;
  const known = async (call: PublicRequest) => {
    const token = cookies.session.read(call.request);
    const current = token === null ? null : await signIn.current(token);
    const next = safeNext(new URL(call.request.url).searchParams.get("next"));
    return { current, next };
  };
  const show = async (call: PublicRequest, { id, email }: Person, next: string, error?: AppError) => {
    const { formToken, cookie } = cookies.visitor(call.request);
    const proof = await signIn.proofFor(id);
    const passkeys = <PasskeyButton deps={deps} next={next} />;
    const onward = { action: OIDC_AGAIN_PATH, formToken, next };
    const footer = <IssuersBelow issuers={deps.issuers} {...onward} />;
    const form = { action: withNext(SIGN_IN_AGAIN_PATH, next), formToken, email, error, proof, passkeys, footer };
    if (deps.issuers.isOnly && proof !== "passkey") {
      const view = <IssuerOnlyView title={tr("Confirm your identity")} lead={tr(RECENTLY)} issuers={footer} />;
      return { ...sheetPage(tr("Sign in again"), view, error), cookie };
    }
    return { ...sheetPage(tr("Sign in again"), <ReauthenticateView {...form} />, error), cookie };
  };
  return [
    openRoute(deps, { id: "page_sign_in_again", method: "GET", path: SIGN_IN_AGAIN_PATH }, async (call) => {
      const { current, next } = await known(call);
      return current ? show(call, current.person, next) : redirectTo(withNext(SIGN_IN_PATH, next));
    }),
    openRoute(deps, { id: "form_sign_in_again", method: "POST", path: SIGN_IN_AGAIN_PATH }, async (call) => {
      const form = await readVisitorForm(dashboard, call);
      const { current, next } = await known(call);
      if (!current) return redirectTo(withNext(SIGN_IN_PATH, next));
      const proof = { password: form.get("password") ?? "", code: form.get("code") ?? "" };
      const result = await attempt(() => signIn.reauthenticate(current.session, proof, clientOf(dashboard, call)));
      if ("data" in result) return startSession(dashboard, call, result.data, next);
      noteFailure(dashboard, call, result.error.code);
      return show(call, current.person, next, result.error);
    }),
  ];
}

export function sessionRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, form, cookies } = dashboard;
  return [
    form({
      id: "sign_out",
      path: SIGN_OUT_PATH,
      access: "person",
      async submit({ session }) {
        await endSession(deps, session.id);
        return redirectTo(pageAfterSignOut(dashboard, session.identity), [cookies.end()]);
      },
    }),
    form({
      id: "theme",
      path: THEME_PATH,
      access: "person",
      isIdempotent: true,
      async submit(_, sent) {
        const theme = THEMES.find((one) => one === sent.get("theme")) ?? null;
        return redirectTo(safeNext(sent.get("next")), [themeCookie(theme)]);
      },
    }),
    form({
      id: "language",
      path: LANGUAGE_PATH,
      access: "person",
      isIdempotent: true,
      async submit({ person, request }, sent) {
        const language = PAGE_LANGUAGES.find((one) => one === sent.get("language")) ?? null;
        await storeLanguage(deps.database, person.id, language ?? browserLanguage(request), true);
        return redirectTo(safeNext(sent.get("next")), [languageCookie(language)]);
      },
    }),
    form({
      id: "acting",
      path: "/acting",
      access: "person",
      async submit({ session, users }, sent) {
        const chosen = users.find(({ id }) => id === sent.get("user"));
        if (!chosen) throw new AppError("NOT_FOUND", "You do not act for this user.");
        await chooseUser(deps, session, chosen.id);
        return redirectTo(`${basePathOf(chosen.id)}${HOME_PATH}`);
      },
    }),
  ];
}
