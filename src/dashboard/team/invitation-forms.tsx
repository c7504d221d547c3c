/** @jsxImportSource #pages */
// Inviting somebody into the team, sending the invitation again, and revoking it.

import { Type as t } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import { mailOf } from "../../identity/notifications/texts.ts";
import { invite, type MadeInvitation, mailsAbout, resend, revoke } from "../../identity/people/invitations.ts";
import { rolesToInvite } from "../../identity/people/team.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Code, Time } from "../../web/pages/data.tsx";
import { fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { JOIN_PATH } from "../paths.ts";
import { roleText } from "../role-text.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { INVITE_PATH, roleIn, TEAM_PATH } from "./team-paths.ts";

const params = t.Object({ id: t.String({ format: "uuid", description: "The invitation's id." }) });
const WORDS = {
  viewer: message("viewer: reads only, and no events"),
  member: message("member: connects providers and uses tools"),
  admin: message("admin: also keys, webhooks and partner settings"),
  owner: message("owner: everything, also who is in the team"),
} as const;

export function invitationForms(dashboard: Dashboard): PublicRoute[] {
  const { deps, page, form } = dashboard;
  const inviting = {
    id: "team_invite",
    path: INVITE_PATH,
    access: "user",
    role: "admin",
    needsRecentSignIn: true,
  } as const;
  const one = { access: "user", role: "admin", params, needsRecentSignIn: true } as const;
  const ownOf = (visit: PageRequest) => ({
    userId: (visit.user as ActingUser).id,
    id: visit.params.id as string,
    by: visit.person.id,
  });
  return [
    page({ ...inviting, show: async (visit) => inviteView(visit) }),
    form({
      ...inviting,
      async submit(visit, sent) {
        const { userId, by } = ownOf(visit);
        const result = await attempt(async () =>
          invite(deps, { userId, by, email: sent.get("email") ?? "", role: roleIn(sent) }),
        );
        if ("error" in result) return inviteView(visit, sent, result.error);
        await note(dashboard, visit, "team_person_invited", result.data);
        await sendLink(dashboard, visit, result.data);
        return linkView(dashboard, visit, result.data);
      },
    }),
    form({
      ...one,
      id: "team_invitation_resend",
      path: `${TEAM_PATH}/invitations/{id}/resend`,
      async submit(visit) {
        const made = await resend(deps, ownOf(visit));
        await note(dashboard, visit, "team_invitation_renewed", made);
        await sendLink(dashboard, visit, made);
        return linkView(dashboard, visit, made);
      },
    }),
    form({
      ...one,
      id: "team_invitation_revoke",
      path: `${TEAM_PATH}/invitations/{id}/revoke`,
      async submit(visit) {
        const revoked = await revoke(deps, ownOf(visit));
        await note(dashboard, visit, "team_invitation_revoked", revoked);
        return done(
          TEAM_PATH,
          tr("The invitation of {email} is revoked. Its link no longer works.", { email: revoked.email }),
        );
      },
    }),
  ];
}

function note(
  { deps }: Dashboard,
  visit: PageRequest,
  event: string,
  invitation: Pick<MadeInvitation, "id" | "email" | "role">,
) {
  const { id, email, role } = invitation;
  return deps.audit.record(initiatorOf(visit), {
    event,
    userId: (visit.user as ActingUser).id,
    resource: { kind: "team_invitation", id },
    details: { email, team_role: role },
  });
}

function inviteView(visit: PageRequest, sent?: URLSearchParams, error?: AppError): View {
  const roles = rolesToInvite((visit.user as ActingUser).role).toReversed();
  return {
    title: tr("Invite a person"),
    lead: tr("They join by a link, with a new sign-in or with the one that they have."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={INVITE_PATH}
        error={error}
        fields={["email"]}
        button={tr("Create the invitation")}
        back={TEAM_PATH}
      >
        <TextField
          name="email"
          label={tr("E-mail address")}
          type="email"
          value={sent?.get("email")}
          isRequired
          autocomplete="off"
          error={fieldError(error, "email")}
        />
        <Select
          name="role"
          label={tr("Role")}
          value={sent?.get("role") ?? "member"}
          options={roles.map((role) => ({ value: role, title: tr(WORDS[role]) }))}
        />
      </EntryForm>
    ),
  };
}

/** In the inviter's language. The only mail with a secret: the link is what it is about. The page has the link too, so that no server has to be there. */
function sendLink({ deps }: Dashboard, visit: PageRequest, made: MadeInvitation): Promise<void> {
  const team = (visit.user as ActingUser).email;
  return deps.mails.send({
    cause: `${mailsAbout(made.id)}until:${made.expiresAt}`,
    to: made.email,
    content: mailOf(
      "invitation",
      { inviter: visit.person.name, address: visit.person.email, team, role: roleText(made.role) },
      { url: `${deps.baseUrl}${JOIN_PATH}/${made.token}` },
    ),
  });
}

/** Shown once: the link's secret is not stored. */
const linkView = ({ deps }: Dashboard, visit: PageRequest, made: MadeInvitation): View => ({
  title: tr("Invitation link"),
  isSecret: true,
  lead: (
    <>
      {rich("Send it only to {email}: the person who opens it joins as {role}.", {
        email: <bdi>{made.email}</bdi>,
        role: roleText(made.role),
      })}
    </>
  ),
  body: (
    <>
      <Code id="link" label={tr("Copy link")}>
        {`${deps.baseUrl}${JOIN_PATH}/${made.token}`}
      </Code>
      {deps.mails.isOn ? (
        <p>{rich("A mail with this link is on its way to {email}.", { email: <bdi>{made.email}</bdi> })}</p>
      ) : null}
      <p class="muted">
        {rich("It works once, until {until}, and as long as you may give this role.", {
          until: <Time reader={visit.reader} at={new Date(made.expiresAt).toISOString()} />,
        })}
      </p>
      <p class="section">
        <LinkButton kind="quiet" href={TEAM_PATH}>
          {tr("Back to the team")}
        </LinkButton>
      </p>
    </>
  ),
});
