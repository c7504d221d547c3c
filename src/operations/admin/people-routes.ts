// The admin API of people who sign in to the dashboard.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import { operation } from "./operation.ts";
import {
  addUserToPerson,
  ChangePersonBody,
  changePerson,
  endSessionsOf,
  InviteBody,
  invitePerson,
  ListPeopleQuery,
  linkFirstOwner,
  linkPerson,
  listPeople,
  peopleListErrors,
  removeSecondFactor,
  removeUserFromPerson,
  showPerson,
  UserOfPersonBody,
} from "./people.ts";
import { InvitedPerson, LinkedPerson, LinkShape, PersonOfUser, PersonPage, PersonShape } from "./shapes.ts";

const person = t.String({ minLength: 1, maxLength: 320, description: "E-mail address or id of a person." });
const PersonParam = t.Object({ person });
const UserOfPersonParam = t.Object({
  person,
  user: t.String({ minLength: 1, maxLength: 320, description: "E-mail address or id of a user." }),
});

const about: AdminRoute["about"] = ({ id, role, user_id, previous_team_role, team_role }) => ({
  ...(typeof user_id === "string" && { userId: user_id }),
  resource: { kind: "person", id: String(id) },
  ...(role !== undefined && {
    details: { role, ...(user_id !== undefined && { team_role_before: previous_team_role, team_role }) },
  }),
});

export function peopleRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_people",
        data: PersonPage,
        method: "GET",
        path: "/people",
        summary: "List the people who sign in, newest first.",
        query: ListPeopleQuery,
        check: ({ query }, errors) => peopleListErrors(deps, query, errors),
      },
      ({ query }) => listPeople(deps, query),
    ),
    operation(
      {
        id: "admin_invite_person",
        data: InvitedPerson,
        method: "POST",
        path: "/people",
        summary:
          "Add a person. The response has the link to set a password, only this once. Only an owner can give a role.",
        body: InviteBody,
        event: "person_invited",
        about,
      },
      ({ body, role }) => invitePerson(deps, body, role),
    ),
    operation(
      {
        id: "admin_link_first_owner",
        data: LinkShape,
        method: "POST",
        path: "/first-owner-link",
        role: "owner",
        event: "first_owner_link_made",
        summary: "Create the link for the first owner, while there are no people. It is shown only once.",
      },
      () => linkFirstOwner(deps),
    ),
    ...personRoutes(deps),
    ...userOfPersonRoutes(deps),
    ...accessRoutes(deps),
  ];
}

function personRoutes(deps: Deps) {
  const params = PersonParam;
  return [
    operation(
      {
        id: "admin_show_person",
        data: PersonShape,
        method: "GET",
        path: "/people/{person}",
        summary: "Show a person.",
        params,
      },
      ({ params }) => showPerson(deps, params.person),
    ),
    operation(
      {
        id: "admin_change_person",
        data: PersonShape,
        method: "PATCH",
        path: "/people/{person}",
        summary: "Change a person's name, role or access. Only an owner can change roles, or change operators.",
        params,
        body: ChangePersonBody,
        event: "person_changed",
        about,
      },
      ({ params, body, role }) => changePerson(deps, params.person, body, role),
    ),
  ];
}

function userOfPersonRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_add_user_to_person",
        data: PersonOfUser,
        method: "POST",
        path: "/people/{person}/users",
        summary: "Let a person act for a user, in this role of the user's team.",
        params: PersonParam,
        body: UserOfPersonBody,
        event: "person_user_added",
        about,
      },
      ({ params, body }) => addUserToPerson(deps, params.person, body),
    ),
    operation(
      {
        id: "admin_remove_user_from_person",
        data: PersonOfUser,
        method: "DELETE",
        path: "/people/{person}/users/{user}",
        summary: "Stop a person from acting for a user.",
        params: UserOfPersonParam,
        event: "person_user_removed",
        about,
      },
      ({ params }) => removeUserFromPerson(deps, params.person, params.user),
    ),
  ];
}

function accessRoutes(deps: Deps) {
  const params = PersonParam;
  return [
    operation(
      {
        id: "admin_link_person",
        data: LinkedPerson,
        method: "POST",
        path: "/people/{person}/link",
        summary: "Create a link to set the person's password. It is shown only once, and earlier links stop working.",
        params,
        event: "person_link_made",
        about,
      },
      ({ params, role }) => linkPerson(deps, params.person, role),
    ),
    operation(
      {
        id: "admin_end_sessions",
        data: PersonShape,
        method: "DELETE",
        path: "/people/{person}/sessions",
        summary: "Sign a person out everywhere.",
        params,
        event: "person_sessions_ended",
        about,
      },
      ({ params, role }) => endSessionsOf(deps, params.person, role),
    ),
    operation(
      {
        id: "admin_remove_second_factor",
        data: PersonShape,
        method: "DELETE",
        path: "/people/{person}/second-factor",
        role: "owner",
        summary: "Remove a person's second factor and passkeys, and sign the person out everywhere.",
        params,
        event: "person_second_factor_removed",
        about,
      },
      ({ params }) => removeSecondFactor(deps, params.person),
    ),
  ];
}
