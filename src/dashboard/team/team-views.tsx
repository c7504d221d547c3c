/** @jsxImportSource #pages */
// What the page of a team shows: its people with their roles, and its invitations.

import type { Invitation } from "../../identity/people/invitation-store.ts";
import { rolesToInvite, type TeamPerson } from "../../identity/people/team.ts";
import { TEAM_ROLES } from "../../identity/people/team-roles.ts";
import { Tag, type Tone } from "../../web/pages/components.tsx";
import { type Column, Empty, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { roleText } from "../role-text.ts";
import { hasTeamRole, type PageRequest } from "../visit.ts";
import { personAnchor, TEAM_PATH } from "./team-paths.ts";

export const People = ({ visit, people }: { visit: PageRequest; people: readonly TeamPerson[] }): Markup => (
  <Table caption={tr("People of the team")} rows={people} columns={peopleColumns(visit)} />
);

function peopleColumns(visit: PageRequest): Column<TeamPerson>[] {
  const isOwner = hasTeamRole(visit, "owner");
  return [
    {
      title: tr("Person"),
      cell: ({ id, name, email, isDisabled }) => (
        <>
          <bdi class="strong" id={personAnchor(id)}>
            {name}
          </bdi>{" "}
          {id === visit.person.id ? <span class="muted">{tr("(you)")}</span> : null}
          {isDisabled ? <Tag tone="warning">{tr("disabled")}</Tag> : null}
          <br />
          <bdi class="muted">{email}</bdi>
        </>
      ),
    },
    {
      title: tr("Role"),
      cell: (person) =>
        isOwner ? <RoleForm visit={visit} person={person} /> : <Tag tone="neutral">{roleText(person.role)}</Tag>,
    },
    {
      title: tr("Since"),
      hideOnNarrow: true,
      cell: ({ since }) => <Time reader={visit.reader} at={since} format="day" />,
    },
    {
      title: "",
      cell: ({ id, name }) =>
        id === visit.person.id ? (
          <a class="button small" href={`${TEAM_PATH}/leave`}>
            {tr("Leave")}
          </a>
        ) : (
          <a class="button small" href={`${TEAM_PATH}/people/${id}/remove`}>
            {rich("Remove{name}", { name: <span class="visually-hidden"> {name}</span> })}
          </a>
        ),
    },
  ];
}

const RoleForm = ({ visit, person }: { visit: PageRequest; person: TeamPerson }): Markup => (
  <form method="post" action={`${TEAM_PATH}/people/${person.id}/role`} class="filters dense">
    <FormToken visit={visit} />
    <label class="visually-hidden" for={`role-${person.id}`}>
      {rich("Role of {name}", { name: person.name })}
    </label>
    <select id={`role-${person.id}`} name="role">
      {TEAM_ROLES.toReversed().map((role) => (
        <option value={role} selected={role === person.role}>
          {roleText(role)}
        </option>
      ))}
    </select>
    <button type="submit" class="button small">
      {rich("Save<hidden> the role of {name}</hidden>", {
        name: person.name,
        hidden: (inner) => <span class="visually-hidden">{inner}</span>,
      })}
    </button>
  </form>
);

const TONES: Record<Invitation["state"], Tone> = {
  open: "warning",
  accepted: "good",
  revoked: "neutral",
  expired: "bad",
};

export const Invitations = (props: { visit: PageRequest; invitations: readonly Invitation[] }): Markup => (
  <section class="section">
    <h2>{tr("Invitations")}</h2>
    {props.invitations.length === 0 ? (
      <Empty title={tr("Nobody is invited")}>
        <p class="muted">{tr("An owner or admin invites people by a link, which works once within seven days.")}</p>
      </Empty>
    ) : (
      <Table caption={tr("Invitations")} rows={props.invitations} columns={invitationColumns(props.visit)} />
    )}
  </section>
);

function invitationColumns(visit: PageRequest): Column<Invitation>[] {
  const roles = visit.user ? rolesToInvite(visit.user.role) : [];
  return [
    {
      title: tr("Invited"),
      cell: ({ email, invitedBy }) => (
        <>
          <bdi class="strong">{email}</bdi>
          <br />
          <span class="muted">{rich("by {invited_by}", { invited_by: <bdi>{invitedBy}</bdi> })}</span>
        </>
      ),
    },
    { title: tr("Role"), cell: ({ role }) => <Tag tone="neutral">{roleText(role)}</Tag> },
    { title: tr("State"), cell: ({ state }) => <Status tone={TONES[state]}>{state}</Status> },
    {
      title: tr("Until"),
      hideOnNarrow: true,
      cell: ({ expiresAt }) => <Time reader={visit.reader} at={expiresAt} />,
    },
    {
      title: "",
      cell: (invitation) =>
        (invitation.state === "open" || invitation.state === "expired") && roles.includes(invitation.role) ? (
          <InvitationForms visit={visit} invitation={invitation} />
        ) : null,
    },
  ];
}

const InvitationForms = ({ visit, invitation }: { visit: PageRequest; invitation: Invitation }): Markup => (
  <div class="form-foot">
    {(
      [
        ["resend", tr("Send again")],
        ["revoke", tr("Revoke")],
      ] as const
    ).map(([path, text]) => (
      <form method="post" action={`${TEAM_PATH}/invitations/${invitation.id}/${path}`}>
        <FormToken visit={visit} />
        <button type="submit" class="button quiet small">
          {text}
          <span class="visually-hidden"> {invitation.email}</span>
        </button>
      </form>
    ))}
  </div>
);
