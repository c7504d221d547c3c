/** @jsxImportSource #pages */
// What is done to a person on pages of its own: role, new link, sessions, second factor, disabling.

import type { AppError } from "../../foundation/errors.ts";
import type { AdminOperationId } from "../../operations/admin/routes.ts";
import type { PersonShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import type { Child } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { type Done, done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import type { Access, PageRequest } from "../visit.ts";
import { PEOPLE_PATH, personPath, RoleField, roleIn, setupLinkPage } from "./people-pages.tsx";
import { findPerson, personParams } from "./person-page.tsx";

interface PersonConfirmation {
  name: string;
  access: Access;
  title(person: PersonShape): string;
  button: Message;
  isDangerous?: boolean;
  body(person: PersonShape): Child;
  act(visit: PageRequest, params: { person: string }): Promise<Done | View>;
}

export function personConfirmationPages(dashboard: Dashboard): PublicRoute[] {
  return [...rolePages(dashboard), ...personConfirmations(dashboard).flatMap((act) => pagesOf(dashboard, act))];
}

function pagesOf(
  dashboard: Dashboard,
  { name, access, title, button, isDangerous, body, act }: PersonConfirmation,
): PublicRoute[] {
  return confirmationPages(dashboard, {
    id: `operator_person_${name.replace("-", "_")}`,
    path: `${PEOPLE_PATH}/{person}/${name}`,
    access,
    params: personParams,
    needsRecentSignIn: true,
    async ask(visit) {
      const person = await findPerson(dashboard, visit);
      const shared = { button: tr(button), back: personPath(person.id), ...(isDangerous && { isDangerous }) };
      return { ...shared, title: title(person), body: body(person) };
    },
    async act(visit) {
      const { id } = await findPerson(dashboard, visit);
      return act(visit, { person: id });
    },
  });
}

const Named = ({ person }: { person: PersonShape }) => <bdi class="strong">{person.email}</bdi>;

function actsOn({ api }: Dashboard) {
  const change = (disabled: boolean, text: Message) => async (visit: PageRequest, params: { person: string }) => {
    await api.admin(visit, "admin_change_person", { params, body: { disabled } });
    const path = personPath(params.person);
    return done(path, tr(text), { undo: { action: `${path}/${disabled ? "enable" : "disable"}` } });
  };
  const by = (id: AdminOperationId, text: Message) => async (visit: PageRequest, params: { person: string }) => {
    await api.admin(visit, id, { params });
    return done(personPath(params.person), tr(text));
  };
  return { change, by };
}

function personConfirmations(dashboard: Dashboard): PersonConfirmation[] {
  return [linkConfirmation(dashboard), ...stateConfirmations(dashboard)];
}

const linkConfirmation = ({ api }: Dashboard): PersonConfirmation => ({
  name: "link",
  access: "operator",
  title: ({ name }) => tr("A new link for {name}?", { name }),
  button: message("Create the link"),
  body: (person) => (
    <p>
      {rich(
        "It lets {person} choose a new password, once, within an hour. Earlier links stop working now; the password and the sessions end when the new link is used.",
        { person: <Named person={person} /> },
      )}
    </p>
  ),
  act: async (visit, params) => setupLinkPage(visit, await api.admin(visit, "admin_link_person", { params })),
});

function stateConfirmations(dashboard: Dashboard): PersonConfirmation[] {
  const { change, by } = actsOn(dashboard);
  return [
    {
      name: "sessions",
      access: "operator",
      title: ({ name }) => tr("End the sessions of {name}?", { name }),
      button: message("End the sessions"),
      isDangerous: true,
      body: (person) => (
        <p>
          {rich("{person} is signed out everywhere at once, but can sign in again.", {
            person: <Named person={person} />,
          })}
        </p>
      ),
      act: by("admin_end_sessions", message("All sessions of this person have ended.")),
    },
    {
      name: "second-factor",
      access: "owner",
      title: ({ name }) => tr("Remove the second factor of {name}?", { name }),
      button: message("Remove the second factor"),
      isDangerous: true,
      body: (person) => (
        <p>
          {rich(
            "Do this only if {person} has lost the authenticator and the recovery codes, and you are sure that the request is theirs. The password is then enough to sign in. They are signed out everywhere, and can add a new second factor.",
            { person: <Named person={person} /> },
          )}
        </p>
      ),
      act: by(
        "admin_remove_second_factor",
        message("The second factor is removed. This person signs in with the password alone until they add a new one."),
      ),
    },
    {
      name: "disable",
      access: "operator",
      title: ({ name }) => tr("Disable {name}?", { name }),
      button: message("Disable"),
      isDangerous: true,
      body: (person) => (
        <p>
          {rich(
            "{person} is signed out everywhere and cannot sign in. Users, integrations and keys still work. You can enable the person again.",
            { person: <Named person={person} /> },
          )}
        </p>
      ),
      act: change(true, message("This person is disabled and signed out everywhere.")),
    },
    {
      name: "enable",
      access: "operator",
      title: ({ name }) => tr("Enable {name}?", { name }),
      button: message("Enable"),
      body: (person) => <p>{rich("{person} can sign in again as before.", { person: <Named person={person} /> })}</p>,
      act: change(false, message("This person can sign in again.")),
    },
  ];
}

function rolePages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const base = {
    id: "operator_person_role",
    path: `${PEOPLE_PATH}/{person}/role`,
    access: "owner",
    params: personParams,
    needsRecentSignIn: true,
  } as const;
  return [
    page({ ...base, show: async (visit) => roleView(visit, await findPerson(dashboard, visit)) }),
    form({
      ...base,
      async submit(visit, sent) {
        const person = await findPerson(dashboard, visit);
        const call = { params: { person: person.id }, body: { role: roleIn(sent) } };
        const result = await attempt(() => api.admin(visit, "admin_change_person", call));
        if ("error" in result) return roleView(visit, person, result.error);
        const undo = { action: `${personPath(person.id)}/role`, fields: { role: person.role ?? "" } };
        return done(personPath(person.id), tr("The role is saved. It applies from the next page they open."), { undo });
      },
    }),
  ];
}

function roleView(visit: PageRequest, person: PersonShape, error?: AppError): View {
  return {
    title: tr("The role of {name}", { name: person.name }),
    lead: tr("What the person may do as an operator. It applies from the next page that they open."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={`${personPath(person.id)}/role`}
        error={error}
        fields={["role"]}
        button={tr("Save")}
        back={personPath(person.id)}
      >
        <RoleField value={person.role} error={error} />
      </EntryForm>
    ),
  };
}
