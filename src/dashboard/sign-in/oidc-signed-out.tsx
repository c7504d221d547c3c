/** @jsxImportSource #pages */
// The page after a sign-out from a session that an issuer began: it offers the issuer's own sign-out or leads on to it, and comes after it.
import { endSessionUrl } from "../../identity/oidc/end-session.ts";
import type { Issuer } from "../../identity/oidc/issuer.ts";
import type { SessionIdentity } from "../../identity/sign-in/sessions.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Message } from "../../web/pages/components.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { message, tr } from "../../web/pages/messages.ts";
import type { Page } from "../../web/pages/response.tsx";
import { type Dashboard, redirectTo } from "../pages.tsx";
import { HOME_PATH, oidcPathOf, SIGN_IN_PATH } from "../paths.ts";
import { issuerOfPath, issuerParams } from "./chosen-issuer.ts";
import { openRoute, sheetPage } from "./sign-in-routes.tsx";

/** A sign-out leads to the issuer that began the session, as long as it is set up. */
export function pageAfterSignOut({ deps: { issuers } }: Dashboard, identity: SessionIdentity | null): string {
  const issuer = issuers.all.find(({ id }) => id === identity?.issuer);
  return issuer ? oidcPathOf(issuer.settings.key, "signed-out") : SIGN_IN_PATH;
}

export function signedOutRoutes(dashboard: Dashboard): PublicRoute[] {
  const route = (more: Pick<PublicRoute, "id" | "path" | "params">) =>
    openRoute(dashboard.deps, { ...more, method: "GET", strangers: "challenge" }, (call) => show(dashboard, call));
  return [
    route({ id: "page_oidc_signed_out", path: oidcPathOf(null, "signed-out") }),
    route({
      ...{ id: "page_oidc_issuer_signed_out", path: oidcPathOf("{issuer}", "signed-out") },
      params: issuerParams,
    }),
  ];
}

async function show(dashboard: Dashboard, { request, params }: PublicRequest): Promise<Page | Response> {
  const { deps, signIn, cookies } = dashboard;
  const issuer = issuerOfPath(deps, params);
  if (await signIn.current(cookies.session.read(request) ?? "")) return redirectTo(HOME_PATH);
  const { name, key, endsIssuerSession } = issuer.settings;
  const own = cookies.boundToVisitor(request, `signed-out:${issuer.id}`);
  const state = new URL(request.url).searchParams.get("state");
  // With a state the issuer has led back: a page that led on once more would never end.
  if (state !== null)
    return signedOutPage(
      own !== null && state === own ? tr("You are signed out here and at {name}", { name }) : tr(HERE),
      null,
    );
  const redirectUri = `${deps.baseUrl}${oidcPathOf(key, "signed-out")}`;
  const url = await endSessionUrl(issuer, { redirectUri, state: own ?? "other-browser" });
  if (url === null) return redirectTo(SIGN_IN_PATH);
  const page = signedOutPage(tr(HERE), <EndAtIssuer issuer={issuer} url={url} />);
  return endsIssuerSession ? { ...page, refreshTo: url } : page;
}

const EndAtIssuer = ({ issuer: { settings }, url }: { issuer: Issuer; url: string }): Markup => (
  <>
    <p>{tr("You may still be signed in at {name}, and with it in other applications.", { name: settings.name })}</p>
    <LinkButton kind="primary" href={url}>
      {tr("Also sign out at {name}", { name: settings.name })}
    </LinkButton>
  </>
);

const HERE = message("You are signed out here");

const signedOutPage = (title: string, next: Markup | null): Page =>
  sheetPage(
    tr("Signed out"),
    <Message tone="neutral" icon="lock" title={title}>
      {next}
      <LinkButton kind="quiet" href={SIGN_IN_PATH}>
        {tr("Back to sign-in")}
      </LinkButton>
    </Message>,
  );
