/** @jsxImportSource #pages */
// The team of the acting user: who is in it and as what, roles, removing, leaving, and invitations.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { listInvitations } from "../../identity/people/invitation-store.ts";
import { changeTeam, listTeam, type TeamPerson } from "../../identity/people/team.ts";
import type { TeamRole } from "../../identity/people/team-roles.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { roleText } from "../role-text.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { invitationForms } from "./invitation-forms.tsx";
import { INVITE_PATH, roleIn, TEAM_PATH } from "./team-paths.ts";
import { Invitations, People } from "./team-views.tsx";

const MAX_INVITATIONS = 100;
const params = t.Object({ person: t.String({ format: "uuid", description: "The person's id." }) });

export function teamPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({ id: "team", path: TEAM_PATH, access: "user", show: (visit) => teamPage(dashboard, visit) }),
    roleForm(dashboard),
    ...removalPages(dashboard),
    ...leavingPages(dashboard),
    ...invitationForms(dashboard),
  ];
}

async function teamPage({ deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { id, email } = visit.user as ActingUser;
  const [people, invitations] = await Promise.all([
    listTeam(deps, id),
    listInvitations(deps.database, id, deps.clock.now(), MAX_INVITATIONS),
  ]);
  return {
    title: tr("Team"),
    lead: <>{rich("The people who act for {email}.", { email: <bdi>{email}</bdi> })}</>,
    action: (
      <LinkButton kind="primary" href={INVITE_PATH}>
        {tr("Invite a person")}
      </LinkButton>
    ),
    body: (
      <>
        <People visit={visit} people={people} />
        <Invitations visit={visit} invitations={invitations} />
      </>
    ),
  };
}

async function personOf({ deps }: Dashboard, visit: PageRequest): Promise<TeamPerson> {
  const people = await listTeam(deps, (visit.user as ActingUser).id);
  const person = people.find(({ id }) => id === visit.params.person);
  if (person) return person;
  throw new AppError("NOT_FOUND", "This person is not in the team.");
}

/** Changes the team and records who did it, to whom, and what the role was before. */
async function change(dashboard: Dashboard, visit: PageRequest, person: TeamPerson, role: TeamRole | null) {
  const { deps } = dashboard;
  const { id: userId } = visit.user as ActingUser;
  const { before, after } = await changeTeam(deps, { userId, personId: person.id, role, by: visit.person.id });
  if (before === after) return;
  await deps.audit.record(initiatorOf(visit), {
    event: role === null ? "team_person_removed" : "team_role_changed",
    userId,
    resource: { kind: "person", id: person.id },
    details: { email: person.email, team_role_before: before, team_role: after },
  });
}

function roleForm(dashboard: Dashboard): PublicRoute {
  return dashboard.form({
    id: "team_role",
    path: `${TEAM_PATH}/people/{person}/role`,
    access: "user",
    role: "owner",
    params,
    needsRecentSignIn: true,
    async submit(visit, sent) {
      const person = await personOf(dashboard, visit);
      const role = roleIn(sent);
      await change(dashboard, visit, person, role);
      const undo = { action: `${TEAM_PATH}/people/${person.id}/role`, fields: { role: person.role } };
      const ownsStill = person.id !== visit.person.id || role === "owner";
      const text = tr("{name} has the role {role} now. It applies from their next request.", {
        name: person.name,
        role: roleText(role),
      });
      return done(TEAM_PATH, text, ownsStill ? { undo } : {});
    },
  });
}

function removalPages(dashboard: Dashboard): PublicRoute[] {
  return confirmationPages(dashboard, {
    id: "team_removal",
    path: `${TEAM_PATH}/people/{person}/remove`,
    access: "user",
    role: "owner",
    params,
    needsRecentSignIn: true,
    async ask(visit) {
      const person = await personOf(dashboard, visit);
      return {
        title: tr("Remove {name} from the team?", { name: person.name }),
        button: tr("Remove"),
        isDangerous: true,
        back: TEAM_PATH,
        body: (
          <>
            <p>
              {rich(
                "{email} sees nothing of this user from the next request on, and the access of AI clients that they let in ends.",
                { email: <bdi class="strong">{person.email}</bdi> },
              )}
            </p>
            <p>
              {tr(
                "Their sign-in stays, and so do the integrations and keys. Revoke the keys that they may have copied.",
              )}
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      const person = await personOf(dashboard, visit);
      await change(dashboard, visit, person, null);
      return done(TEAM_PATH, tr("{name} is no longer in the team.", { name: person.name }), {
        next: { label: tr("Check the keys"), href: "/settings/keys" },
      });
    },
  });
}

function leavingPages(dashboard: Dashboard): PublicRoute[] {
  return confirmationPages(dashboard, {
    id: "team_leaving",
    path: `${TEAM_PATH}/leave`,
    access: "user",
    role: "viewer",
    needsRecentSignIn: true,
    ask: async (visit) => ({
      title: tr("Leave the team?"),
      button: tr("Leave"),
      isDangerous: true,
      back: TEAM_PATH,
      body: (
        <p>
          {rich(
            "You see nothing of {email} any more, and the access of AI clients that you let in ends. An owner of the team can invite you again.",
            { email: <bdi class="strong">{visit.user?.email}</bdi> },
          )}
        </p>
      ),
    }),
    async act(visit) {
      const self = (await listTeam(dashboard.deps, (visit.user as ActingUser).id)).find(
        ({ id }) => id === visit.person.id,
      );
      if (self) await change(dashboard, visit, self, null);
      const other = visit.users.find(({ id }) => id !== visit.user?.id);
      return done(
        other ? `/u/${other.id}/` : "/settings/sign-in",
        tr("You have left the team of {email}.", { email: visit.user?.email ?? "" }),
      );
    },
  });
}
