/** @jsxImportSource #pages */
// What a person sees when a sign-in with an issuer is refused, and what the operator can read of it.
import { AppError } from "../../foundation/errors.ts";
import { type Issuer, IssuerError, logFailure } from "../../identity/oidc/issuer.ts";
import { STATUS } from "../../web/http/errors.ts";
import type { PublicRequest } from "../../web/http/route.ts";
import { LinkButton, Message } from "../../web/pages/components.tsx";
import { tr } from "../../web/pages/messages.ts";
import type { Page } from "../../web/pages/response.tsx";
import type { Dashboard } from "../pages.tsx";
import { SIGN_IN_PATH } from "../paths.ts";
import { PATH as SECURITY_PATH } from "../security/security-views.tsx";
import { noteFailure, sheetPage } from "./sign-in-routes.tsx";

/** A refused sign-in is a page that leads back, and is counted. */
export async function orRefusal(dashboard: Dashboard, call: PublicRequest, work: () => Promise<Page | Response>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    noteFailure(dashboard, call, error.code);
    const isSignedIn = (await dashboard.signIn.current(dashboard.cookies.session.read(call.request) ?? "")) !== null;
    return isSignedIn && error.code === "CONFLICT" ? notLinkedHere(error) : refusedPage(error);
  }
}

/** A person whose link fails stays signed in. */
const notLinkedHere = (error: AppError): Page => ({
  ...sheetPage(
    tr("Not linked"),
    <Message tone="warning" title={tr("The account is not linked")}>
      <p>{error.message}</p>
      <LinkButton kind="primary" href={SECURITY_PATH}>
        {tr("Back to Settings")}
      </LinkButton>
    </Message>,
  ),
  status: STATUS[error.code],
  errorCode: error.code,
});

const refusedPage = (error: AppError): Page => ({
  ...sheetPage(
    tr("Not signed in"),
    <Message tone="warning" title={tr("You are not signed in")}>
      <p>{error.message}</p>
      <LinkButton kind="primary" href={SIGN_IN_PATH}>
        {tr("Back to sign-in")}
      </LinkButton>
    </Message>,
  ),
  status: STATUS[error.code],
  errorCode: error.code,
});

/** Says to the person what to do, and to the operator why: the reason is a code, since errors may carry tokens. */
export function unusable({ deps }: Dashboard, issuer: Issuer, error: unknown): never {
  const { name } = issuer.settings;
  if (!(error instanceof IssuerError)) throw error;
  logFailure(deps, issuer, error.reason);
  if (error.kind === "unavailable")
    throw new AppError(
      "PROVIDER_UNAVAILABLE",
      `${name} cannot be reached at the moment. Try again in a minute, or sign in another way.`,
    );
  throw new AppError(
    "AUTH_REQUIRED",
    `${name} did not confirm who you are. Sign in again; if it goes on, tell the gateway's operator.`,
  );
}
