/** @jsxImportSource #pages */
// What a sign-in at the issuer ends with: a session, a linked identity, or why neither.
import { AppError } from "../../foundation/errors.ts";
import { admit, admitBySetupLink, linkIn } from "../../identity/oidc/admission.ts";
import type { Attempt } from "../../identity/oidc/attempts.ts";
import type { IssuerIdentity } from "../../identity/oidc/authorization.ts";
import { joinByInvitation } from "../../identity/oidc/invited.ts";
import type { Issuer } from "../../identity/oidc/issuer.ts";
import { changeCredentials } from "../../identity/people/credentials.ts";
import { invitationGone } from "../../identity/people/invitations.ts";
import { findPerson } from "../../identity/people/store.ts";
import { personOfIdentity } from "../../identity/sign-in/identities.ts";
import { endSession } from "../../identity/sign-in/sessions.ts";
import type { PublicRequest } from "../../web/http/route.ts";
import { LinkButton, Message } from "../../web/pages/components.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import type { Page } from "../../web/pages/response.tsx";
import { type Dashboard, redirectTo } from "../pages.tsx";
import { HOME_PATH, JOIN_PATH, JOIN_SIGNED_IN_PATH, SIGN_IN_PATH, safeNext, withNext } from "../paths.ts";
import { PATH as SECURITY_PATH } from "../security/security-views.tsx";
import { clientOf, noteFailure, sheetPage, startSession, userOfAddress } from "./sign-in-routes.tsx";

export async function oidcOutcome(
  dashboard: Dashboard,
  call: PublicRequest,
  issuer: Issuer,
  attempt: Attempt,
  identity: IssuerIdentity,
): Promise<Page | Response> {
  const { deps } = dashboard;
  const { address, requestId } = call;
  const from = { address, requestId };
  // What comes out of the database is checked like what a browser sends.
  const next = safeNext(attempt.next ?? HOME_PATH);
  switch (attempt.purpose) {
    case "link":
      return link(dashboard, call, issuer, attempt, identity);
    case "setup": {
      const way = { setupMac: attempt.setupMac as string, userOf: (email: string) => userOfAddress(deps, email) };
      return begin(dashboard, call, issuer, identity, await admitBySetupLink(deps, issuer, identity, way, from), next);
    }
    case "sign_in": {
      const person = await admit(deps, issuer, identity, from);
      if (person !== null) return begin(dashboard, call, issuer, identity, person, next);
      noteFailure(dashboard, call, "AUTH_REQUIRED");
      return notLinkedPage(issuer, identity, next);
    }
    case "join":
      return join(dashboard, call, issuer, identity, attempt);
    case "sign_in_again":
      return again(dashboard, call, issuer, attempt, identity, next);
  }
}

async function begin(
  dashboard: Dashboard,
  call: PublicRequest,
  issuer: Issuer,
  { userId, sessionId, authenticatedAt, hasSecondFactor }: IssuerIdentity,
  personId: string,
  next: string,
): Promise<Response> {
  const signedIn = await dashboard.signIn.byIdentity(personId, clientOf(dashboard, call), {
    identity: { issuer: issuer.id, userId, sessionId },
    authenticatedAt,
    hasSecondFactor,
  });
  return startSession(dashboard, call, signedIn, next);
}

/** The session that was begun for; throws where this browser shows another person's, or none. */
async function sessionOf({ signIn, cookies }: Dashboard, { request }: PublicRequest, personId: string | null) {
  const current = await signIn.current(cookies.session.read(request) ?? "");
  if (!current || current.person.id !== personId)
    throw new AppError("AUTH_REQUIRED", "You are signed in as another person by now, or not at all. Start again.");
  return current.session;
}

async function link(
  dashboard: Dashboard,
  call: PublicRequest,
  issuer: Issuer,
  { personId }: Attempt,
  identity: IssuerIdentity,
): Promise<Response> {
  const { deps, notices } = dashboard;
  const session = await sessionOf(dashboard, call, personId);
  await changeCredentials(deps, session, (database) =>
    linkIn(database, issuer, session.personId, identity, deps.clock.now()),
  );
  const person = await findPerson(deps.database, session.personId);
  const actor = { kind: "person" as const, id: session.personId, name: person?.email ?? null };
  const initiator = { actor, address: call.address, requestId: call.requestId };
  await deps.audit.record(initiator, { event: "person_identity_linked", details: { issuer: issuer.id } });
  const text = tr("Linked. You can now sign in with it, and your other sessions have ended.");
  return redirectTo(SECURITY_PATH, [notices.write(session.id, { text })]);
}

/** Who is known by another address than the invited one sees first as whom they join. */
async function join(
  dashboard: Dashboard,
  call: PublicRequest,
  issuer: Issuer,
  identity: IssuerIdentity,
  { next }: Attempt,
): Promise<Response> {
  const { deps } = dashboard;
  const { address, requestId } = call;
  const from = { address, requestId };
  // Null where the key that sealed the page has left the ring since.
  if (!next?.startsWith(`${JOIN_PATH}/`)) throw invitationGone();
  const token = next.slice(JOIN_PATH.length + 1);
  const joined = await joinByInvitation(deps, issuer, identity, token, from);
  if (joined !== null) return begin(dashboard, call, issuer, identity, joined, HOME_PATH);
  const known = await admit(deps, issuer, identity, from);
  if (known === null) throw invitationGone();
  return begin(dashboard, call, issuer, identity, known, `${JOIN_SIGNED_IN_PATH}/${token}`);
}

/** Renews the session of the same person; its second factor comes next, as after every sign-in. */
async function again(
  dashboard: Dashboard,
  call: PublicRequest,
  issuer: Issuer,
  { personId }: Attempt,
  identity: IssuerIdentity,
  next: string,
): Promise<Response> {
  const { deps } = dashboard;
  const session = await sessionOf(dashboard, call, personId);
  const from = { address: call.address, requestId: call.requestId };
  if ((await personOfIdentity(deps.database, issuer.id, identity.userId)) !== session.personId)
    throw new AppError("AUTH_REQUIRED", `You signed in at ${issuer.settings.name} as somebody else. Start again.`);
  await admit(deps, issuer, identity, from);
  const response = await begin(dashboard, call, issuer, identity, session.personId, next);
  await endSession(deps, session.id);
  return response;
}

const notLinkedPage = ({ settings: { name } }: Issuer, identity: IssuerIdentity, next: string): Page => ({
  ...sheetPage(
    tr("Account not linked"),
    <Message tone="warning" title={tr("This {name} account is not linked", { name })}>
      <p>
        {rich(
          "{email} is not linked to anyone here. Ask an owner for a setup link, or sign in another way and link it under Settings, Sign-in.",
          { email: <bdi class="strong">{identity.email ?? identity.name}</bdi> },
        )}
      </p>
      <LinkButton kind="primary" href={withNext(SIGN_IN_PATH, next)}>
        {tr("Back to sign-in")}
      </LinkButton>
    </Message>,
  ),
  status: 401,
  errorCode: "AUTH_REQUIRED",
});
