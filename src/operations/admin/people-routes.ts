// The admin API of people who sign in to the dashboard.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
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
import type { Admin } from "./routes.ts";

const person = t.String({ minLength: 1, maxLength: 320, description: "E-mail address or id of a person." });
const PersonParam = t.Object({ person });
const UserOfPersonParam = t.Object({
  person,
  user: t.String({ minLength: 1, maxLength: 320, description: "E-mail address or id of a user." }),
});

const about: AdminRoute["about"] = ({ id, role, user_id }) => ({
  ...(typeof user_id === "string" && { userId: user_id }),
  resource: { kind: "person", id: String(id) },
  ...(role !== undefined && { details: { role } }),
});

export function peopleRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_list_people",
        method: "GET",
        path: "/people",
        summary: "List the people who sign in, newest first.",
        query: ListPeopleQuery,
        check: ({ query }, errors) => peopleListErrors(deps, query, errors),
      },
      ({ query }) => listPeople(deps, query as Static<typeof ListPeopleQuery>),
    ),
    admin(
      {
        id: "admin_invite_person",
        method: "POST",
        path: "/people",
        summary: "Add a person, with a link to set the password, which is shown once; a role takes an owner.",
        body: InviteBody,
        event: "person_invited",
        about,
      },
      ({ body, role }) => invitePerson(deps, body as Static<typeof InviteBody>, role),
    ),
    admin(
      {
        id: "admin_link_first_owner",
        method: "POST",
        path: "/first-owner-link",
        role: "owner",
        event: "first_owner_link_made",
        summary: "Make the link for the first owner, while there is nobody; it is shown once.",
      },
      () => linkFirstOwner(deps),
    ),
    ...personRoutes(deps, admin),
    ...accessRoutes(deps, admin),
  ];
}

function personRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  const params = PersonParam;
  return [
    admin(
      { id: "admin_show_person", method: "GET", path: "/people/{person}", summary: "Show a person.", params },
      ({ params }) => showPerson(deps, params.person as string),
    ),
    admin(
      {
        id: "admin_change_person",
        method: "PATCH",
        path: "/people/{person}",
        summary: "Change a person's name, role or access; roles, and all of operators, take an owner.",
        params,
        body: ChangePersonBody,
        event: "person_changed",
        about,
      },
      ({ params, body, role }) =>
        changePerson(deps, params.person as string, body as Static<typeof ChangePersonBody>, role),
    ),
    admin(
      {
        id: "admin_add_user_to_person",
        method: "POST",
        path: "/people/{person}/users",
        summary: "Let a person act for a user.",
        params,
        body: UserOfPersonBody,
        event: "person_user_added",
        about,
      },
      ({ params, body }) => addUserToPerson(deps, params.person as string, String(body.user)),
    ),
    admin(
      {
        id: "admin_remove_user_from_person",
        method: "DELETE",
        path: "/people/{person}/users/{user}",
        summary: "Let a person no longer act for a user.",
        params: UserOfPersonParam,
        event: "person_user_removed",
        about,
      },
      ({ params }) => removeUserFromPerson(deps, params.person as string, params.user as string),
    ),
  ];
}

function accessRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  const params = PersonParam;
  return [
    admin(
      {
        id: "admin_link_person",
        method: "POST",
        path: "/people/{person}/link",
        summary: "Make a link to set the person's password; it is shown once, and an earlier one ends.",
        params,
        event: "person_link_made",
        about,
      },
      ({ params, role }) => linkPerson(deps, params.person as string, role),
    ),
    admin(
      {
        id: "admin_end_sessions",
        method: "DELETE",
        path: "/people/{person}/sessions",
        summary: "Sign a person out everywhere.",
        params,
        event: "person_sessions_ended",
        about,
      },
      ({ params, role }) => endSessionsOf(deps, params.person as string, role),
    ),
    admin(
      {
        id: "admin_remove_second_factor",
        method: "DELETE",
        path: "/people/{person}/second-factor",
        role: "owner",
        summary: "Remove a person's second factor and passkeys, and sign the person out everywhere.",
        params,
        event: "person_second_factor_removed",
        about,
      },
      ({ params }) => removeSecondFactor(deps, params.person as string),
    ),
  ];
}
