/** @jsxImportSource #pages */
// Joining a team by the link of an invitation: with the sign-in that a person has, or with a new one.

import { Type as t } from "@sinclair/typebox";
import type { Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { AppError } from "../../foundation/errors.ts";
import type { LinkedInvitation } from "../../identity/people/invitation-store.ts";
import { accept, findByToken, invitationGone, recordJoined } from "../../identity/people/invitations.ts";
import { findPersonByEmail, insertPerson } from "../../identity/people/store.ts";
import { hashPassword, passwordError, storePassword } from "../../identity/sign-in/passwords.ts";
import { siteOf } from "../../metering/limits/networks.ts";
import type { PublicRequest, PublicRoute } from "../../web/http/route.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, redirectTo } from "../pages.tsx";
import { HOME_PATH, JOIN_PATH, JOIN_SIGNED_IN_PATH } from "../paths.ts";
import { roleText } from "../role-text.ts";
import { IssuersBelow } from "../sign-in/provider-buttons.tsx";
import { clientOf, openRoute, readVisitorForm, sheetPage, startSession } from "../sign-in/sign-in-routes.tsx";
import { initiatorOf } from "../visit.ts";
import { JoinView } from "./join-view.tsx";

const PATH = `${JOIN_PATH}/{token}`;
const params = t.Object({ token: t.String({ maxLength: 100, description: "The link's secret." }) });
const MAX_NAME = 100;
const JOIN_WITH = message("Join with {name}");

export function joinRoutes(dashboard: Dashboard): PublicRoute[] {
  const { deps, cookies, signIn } = dashboard;
  return [
    openRoute(deps, { id: "page_join", method: "GET", path: PATH, params, strangers: "unknown_link" }, async (call) => {
      const token = cookies.session.read(call.request);
      if (token !== null && (await signIn.current(token)))
        return redirectTo(`${JOIN_SIGNED_IN_PATH}/${call.params.token}`);
      return show(dashboard, call);
    }),
    openRoute(deps, { id: "form_join", method: "POST", path: PATH, params, strangers: "sign_in" }, async (call) => {
      const form = await readVisitorForm(dashboard, call);
      const result = await attempt(() => joinAsNew(dashboard, call, form));
      if ("data" in result) return startSession(dashboard, call, result.data, HOME_PATH);
      return show(dashboard, call, form, result.error);
    }),
    ...memberPages(dashboard),
  ];
}

async function show(dashboard: Dashboard, call: PublicRequest, sent?: URLSearchParams, error?: AppError) {
  const { deps, cookies } = dashboard;
  const token = call.params.token as string;
  const invitation = await findByToken(deps, token);
  if (!invitation) throw invitationGone();
  const { formToken, cookie } = cookies.visitor(call.request);
  const { isOnly } = deps.issuers;
  const onward = { action: `${JOIN_PATH}/${token}/oidc`, formToken, next: HOME_PATH, label: JOIN_WITH };
  const view = (
    <JoinView
      action={`${JOIN_PATH}/${token}`}
      next={`${JOIN_SIGNED_IN_PATH}/${token}`}
      formToken={formToken}
      error={error}
      invitation={invitation}
      mode={isOnly ? "issuers" : (await findPersonByEmail(deps.database, invitation.email)) ? "known" : "new"}
      issuers={<IssuersBelow issuers={deps.issuers} {...onward} />}
      name={sent?.get("name")}
    />
  );
  return { ...sheetPage(tr("Join the team"), view, error), cookie };
}

/** The sign-in is made for the invited address; who wants another signs in with it first. */
async function joinAsNew(dashboard: Dashboard, call: PublicRequest, form: URLSearchParams) {
  const { deps, signIn, passwords } = dashboard;
  const token = call.params.token as string;
  const invitation = await findByToken(deps, token);
  if (!invitation) throw invitationGone();
  if (deps.issuers.isOnly) throw new AppError("PERMISSION_DENIED", "Sign in with your organization to join.");
  const [name, password] = [(form.get("name") ?? "").trim(), form.get("password") ?? ""];
  if (name === "" || name.length > MAX_NAME || /\p{Cc}/u.test(name))
    throw new AppError("VALIDATION_ERROR", "A name has 1 to 100 characters.");
  const wrong = await passwordError(password, { email: invitation.email, name });
  if (wrong) throw new AppError("VALIDATION_ERROR", wrong);
  const client = clientOf(dashboard, call);
  const hash = await hashPassword(passwords, password, siteOf(client.address));
  const newPerson = async (tx: Orm, { email }: LinkedInvitation) => {
    const database = queryable(tx);
    const person = await insertPerson(database, {
      ...{ id: crypto.randomUUID(), email, name, role: null },
      isAddressProven: false,
    });
    if (!person) throw new AppError("CONFLICT", `${email} has a sign-in already. Sign in with it to join.`);
    await storePassword({ ...deps, database }, person.id, hash);
    return person.id;
  };
  const { personId, ...joined } = await accept(deps, token, newPerson);
  const actor = { kind: "person" as const, id: personId, name: invitation.email };
  await recordJoined(deps, { actor, address: call.address, requestId: call.requestId }, invitation, joined);
  return signIn.byIdentity(personId, client);
}

function memberPages(dashboard: Dashboard): PublicRoute[] {
  const { deps } = dashboard;
  return confirmationPages(dashboard, {
    id: "join_as",
    path: `${JOIN_SIGNED_IN_PATH}/{token}`,
    access: "person",
    params,
    async ask(visit) {
      const invitation = await findByToken(deps, visit.params.token as string);
      if (!invitation) throw invitationGone();
      return {
        title: tr("Join the team?"),
        button: tr("Join as {role}", { role: roleText(invitation.role) }),
        back: HOME_PATH,
        body: (
          <>
            <p>
              {rich("{invited_by} invites {email} to the team of {user}, as {role}.", {
                invited_by: <bdi class="strong">{invitation.invitedBy}</bdi>,
                email: <bdi>{invitation.email}</bdi>,
                user: <bdi class="strong">{invitation.userEmail}</bdi>,
                role: roleText(invitation.role),
              })}
            </p>
            <p>
              {rich(
                "You join as {email}, who is signed in here. To join as somebody else, sign out first and open the link again.",
                { email: <bdi class="strong">{visit.person.email}</bdi> },
              )}
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      const token = visit.params.token as string;
      const invitation = await findByToken(deps, token);
      if (!invitation) throw invitationGone();
      const { personId: _, ...joined } = await accept(deps, token, async () => visit.person.id);
      await recordJoined(deps, initiatorOf(visit), invitation, joined);
      return done(
        `/u/${joined.userId}/`,
        tr("You are in the team of {user} now, as {role}.", {
          user: joined.userEmail,
          role: joined.after,
        }),
      );
    },
  });
}
