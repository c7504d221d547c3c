/** @jsxImportSource #pages */
// Signing in by Google, GitHub and others that a plugin vouches for, and linking such an identity to a person.

import { Type as t } from "@sinclair/typebox";
import { CALLBACK_PATH } from "../../connections/connect/authorize.ts";
import { AppError } from "../../foundation/errors.ts";
import { changeCredentials } from "../../identity/people/credentials.ts";
import { linkIdentity, personOfIdentity, unlinkIdentity } from "../../identity/sign-in/identities.ts";
import { insertChallenge, useChallenge } from "../../identity/sign-in/passkey-store.ts";
import type { Provider } from "../../plugin/index.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Message } from "../../web/pages/components.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import type { Page } from "../../web/pages/response.tsx";
import { done } from "../notice.tsx";
import { type Dashboard, redirectTo } from "../pages.tsx";
import { HOME_PATH, SIGN_IN_PATH, safeNext, withNext } from "../paths.ts";
import { PATH as SECURITY_PATH } from "../security/security-views.tsx";
import { beginIdentity, finishIdentity, signInProviders, stateOf } from "./provider-identity.ts";
import { openNext, sealNext } from "./sealed-next.ts";
import { clientOf, noteFailure, openRoute, readVisitorForm, sheetPage, startSession } from "./sign-in-routes.tsx";

const ATTEMPT_MS = 10 * 60_000;
const params = t.Object({ provider: t.String({ maxLength: 64, description: "The provider's id." }) });

export function providerSignInRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, form } = dashboard;
  return [
    openRoute(
      deps,
      { id: "form_sign_in_with", method: "POST", path: "/sign-in/with/{provider}", params, strangers: "challenge" },
      async (call) => {
        const sent = await readVisitorForm(dashboard, call);
        const attempt = { provider: call.params.provider as string, personId: null, next: safeNext(sent.get("next")) };
        return counted(dashboard, call, () => begin(dashboard, call.request, attempt));
      },
    ),
    form({
      id: "link_identity",
      path: `${SECURITY_PATH}/identities/{provider}`,
      access: "person",
      params,
      needsRecentSignIn: true,
      async submit(visit) {
        const attempt = { provider: visit.params.provider as string, personId: visit.person.id, next: HOME_PATH };
        const page = await begin(dashboard, visit.request, attempt);
        return { title: page.title, body: page.body, refreshTo: page.refreshTo };
      },
    }),
    form({
      id: "unlink_identity",
      path: `${SECURITY_PATH}/identities/{provider}/remove`,
      access: "person",
      params,
      needsRecentSignIn: true,
      async submit({ person, session, params: { provider } }) {
        await changeCredentials(deps, session, (database) => unlinkIdentity(database, person.id, provider as string));
        return done(SECURITY_PATH, tr("You can no longer sign in with it, and your other sessions have ended."));
      },
    }),
    {
      ...openRoute(
        deps,
        {
          id: "page_sign_in_callback",
          method: "GET",
          path: `${CALLBACK_PATH}/sign-in/{provider}`,
          params,
          strangers: "sign_in",
        },
        (call) => counted(dashboard, call, () => handleCallback(dashboard, call)),
      ),
      head: false,
    },
  ];
}

/** A refused sign-in counts in the audit log, as one with a password does. */
async function counted<T>(dashboard: Dashboard, call: PublicRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) noteFailure(dashboard, call, error.code);
    throw error;
  }
}

async function providerOf({ deps }: Dashboard, id: string): Promise<Provider> {
  const found = (await signInProviders(deps)).find((provider) => provider.id === id);
  if (!found) throw new AppError("NOT_FOUND", "Sign-in with this provider is not set up.");
  return found;
}

/** One text for each attempt of this browser: only it can finish what it began. */
const boundTo = ({ cookies }: Dashboard, request: Request, provider: string, state: string) =>
  cookies.boundToVisitor(request, `${provider} ${state}`);

/** RFC 7636, section 4.1: 64 characters that only this gateway can compute, for this browser. */
const verifierOf = (dashboard: Dashboard, request: Request, state: string) =>
  (dashboard.cookies.boundToVisitor(request, `pkce ${state}`) ?? "").split(".").at(-1) as string;

interface Attempt {
  provider: string;
  /** Who links an identity; null for a sign-in. */
  personId: string | null;
  /** The page of ours that a sign-in leads to. */
  next: string;
}

async function begin(dashboard: Dashboard, request: Request, { provider: id, personId, next }: Attempt): Promise<Page> {
  const { deps } = dashboard;
  const provider = await providerOf(dashboard, id);
  const attempt = await beginIdentity(deps, provider, (state) => verifierOf(dashboard, request, state));
  const bound = attempt && boundTo(dashboard, request, id, attempt.state);
  if (!attempt || !bound)
    throw new AppError("PERMISSION_DENIED", "Your browser blocks cookies. Allow them and try again.");
  await insertChallenge(deps.database, bound, personId, deps.clock.now() + ATTEMPT_MS, sealNext(deps, bound, next));
  return {
    ...sheetPage(
      tr("Continue to {name}", { name: provider.name }),
      <RedirectNotice provider={provider} url={attempt.url} />,
    ),
    refreshTo: attempt.url,
  };
}

/** A redirect would count as the form's own target, which the policy keeps to this site. */
const RedirectNotice = ({ provider, url }: { provider: Provider; url: string }): Markup => (
  <Message tone="neutral" icon="arrow" title={tr("Continue to {name}", { name: provider.name })}>
    <LinkButton kind="primary" href={url}>
      {tr("Continue")}
    </LinkButton>
  </Message>
);

async function handleCallback(dashboard: Dashboard, call: PublicRequest): Promise<Page | Response> {
  const { deps, signIn, cookies } = dashboard;
  const provider = await providerOf(dashboard, call.params.provider as string);
  const parameters = new URL(call.request.url).searchParams;
  const state = stateOf(deps, parameters);
  const bound = state && boundTo(dashboard, call.request, provider.id, state);
  const token = cookies.session.read(call.request);
  const session = (token === null ? null : await signIn.current(token))?.session ?? null;
  const used = (of: string | null) => useChallenge(deps.database, bound as string, of, deps.clock.now());
  const isLink = bound !== null && session !== null && (await used(session.personId)) !== null;
  const attempt = bound === null || isLink ? null : await used(null);
  if (!isLink && !attempt)
    throw new AppError("AUTH_REQUIRED", "The sign-in has expired, or was started in another browser. Start again.");
  const found = await finishIdentity(deps, provider, parameters, verifierOf(dashboard, call.request, state as string));
  if (!found) throw new AppError("AUTH_REQUIRED", `${provider.name} did not confirm who you are. Try again.`);
  const identity = { provider: provider.id, ...found };
  if (isLink) {
    const isLinked = await changeCredentials(deps, session, (database) =>
      linkIdentity(database, session.personId, identity, deps.clock.now()),
    );
    if (!isLinked) throw new AppError("CONFLICT", `That ${provider.name} account is linked to another person.`);
    const text = tr("Linked. You can now sign in with it, and your other sessions have ended.");
    return redirectTo(SECURITY_PATH, [dashboard.notices.write(session.id, { text })]);
  }
  const known = await personOfIdentity(deps.database, provider.id, found.providerUserId);
  // What comes out of the database is checked like what a browser sends.
  const next = safeNext(attempt && openNext(deps, bound as string, attempt.next));
  if (!known) {
    noteFailure(dashboard, call, "AUTH_REQUIRED");
    return notLinkedPage(provider, found.name, next);
  }
  return startSession(dashboard, call, await signIn.byIdentity(known, clientOf(dashboard, call)), next);
}

const notLinkedPage = (provider: Provider, name: string, next: string): Page => ({
  ...sheetPage(
    tr("Account not linked"),
    <Message tone="warning" title={tr("This {name} account is not linked", { name: provider.name })}>
      <p>
        {rich("{name} is not linked to anyone here. Sign in with your password, and link it under Settings, Sign-in.", {
          name: <bdi class="strong">{name}</bdi>,
        })}
      </p>
      <LinkButton kind="primary" href={withNext(SIGN_IN_PATH, next)}>
        {tr("Sign in with password")}
      </LinkButton>
    </Message>,
  ),
  status: 401,
  errorCode: "AUTH_REQUIRED",
});
