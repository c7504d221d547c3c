/** @jsxImportSource #pages */
// A person: role, how they sign in, and the users they act for.

import { Type as t } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import { TEAM_ROLES } from "../../identity/people/team-roles.ts";
import type { PersonShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Tag } from "../../web/pages/components.tsx";
import { Empty, FormattedNumber, Table, Time } from "../../web/pages/data.tsx";
import { FormError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { roleText } from "../role-text.ts";
import { mayVisit, type PageRequest } from "../visit.ts";
import { PEOPLE_PATH, PersonState, personPath } from "./people-pages.tsx";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";
import { userPath } from "./users-pages.tsx";

export const personParams = t.Object({ person: t.String({ maxLength: 320, description: "The person's id." }) });
const PATH = `${PEOPLE_PATH}/{person}`;

export const findPerson = ({ api }: Dashboard, visit: PageRequest) =>
  api.admin(visit, "admin_show_person", { params: { person: visit.params.person as string } });

export function personPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const params = personParams;
  return [
    page({
      id: "operator_person",
      path: PATH,
      access: "viewer",
      params,
      show: (visit) => personView(dashboard, visit),
    }),
    form({
      id: "operator_add_user",
      path: `${PATH}/users`,
      access: "operator",
      params,
      async submit(visit, sent) {
        const person = visit.params.person as string;
        const body = { user: sent.get("user")?.trim() ?? "", role: sent.get("role") ?? undefined };
        const result = await attempt(() => api.admin(visit, "admin_add_user_to_person", { params: { person }, body }));
        if ("error" in result) return personView(dashboard, visit, sent, result.error);
        return done(personPath(person), tr("This person now acts for {user}.", { user: body.user }));
      },
    }),
    form({
      id: "operator_remove_user",
      path: `${PATH}/users/remove`,
      access: "operator",
      params,
      async submit(visit, sent) {
        const { id: person, users } = await findPerson(dashboard, visit);
        const user = sent.get("user") ?? "";
        const { email, role } = users.find(({ id }) => id === user) ?? { email: "the user", role: "owner" };
        await api.admin(visit, "admin_remove_user_from_person", { params: { person, user } });
        const undo = { action: `${personPath(person)}/users`, fields: { user: email, role } };
        return done(personPath(person), tr("This person no longer acts for {email}.", { email }), { undo });
      },
    }),
  ];
}

async function personView(
  dashboard: Dashboard,
  visit: PageRequest,
  sent?: URLSearchParams,
  error?: AppError,
): Promise<View> {
  const { api, deps } = dashboard;
  const person = await findPerson(dashboard, visit);
  const params = { person: person.id };
  return {
    title: person.name,
    lead: <bdi>{person.email}</bdi>,
    ...(error && { error }),
    body: (
      <>
        <Facts visit={visit} person={person} />
        <SignIn visit={visit} person={person} />
        <UsersOfPerson visit={visit} person={person} sent={sent} error={error} />
        <SameAsCommand id="call" baseUrl={deps.baseUrl} line={api.lineOf("admin_show_person", { params })} />
      </>
    ),
  };
}

const Facts = ({ visit, person }: { visit: PageRequest; person: PersonShape }): Markup => (
  <dl class="facts">
    <dt>{tr("State")}</dt>
    <dd>
      <PersonState person={person} />
    </dd>
    <dt>{tr("Role")}</dt>
    <dd>
      {person.role ? <Tag tone="neutral">{roleText(person.role)}</Tag> : tr("member")}
      {mayVisit(visit, "owner") ? (
        <>
          {" "}
          <a href={`${personPath(person.id)}/role`}>{tr("Change")}</a>
        </>
      ) : null}
    </dd>
    <dt>{tr("Added")}</dt>
    <dd>
      <Time reader={visit.reader} at={person.created_at} />
    </dd>
    <dt>{tr("Last seen")}</dt>
    <dd>
      <Time reader={visit.reader} at={person.last_seen_at} none="not signed in" />
    </dd>
    <dt>{tr("Password")}</dt>
    <dd>{person.has_password ? tr("set") : tr("not set yet")}</dd>
    <dt>{tr("Passkeys")}</dt>
    <dd>
      <FormattedNumber reader={visit.reader} value={person.passkeys} />
    </dd>
    <dt>{tr("Signs in with")}</dt>
    <dd>{person.identities.length > 0 ? person.identities.join(", ") : tr("no provider")}</dd>
    <dt>{tr("Second factor")}</dt>
    <dd>{person.has_second_factor ? tr("authenticator app") : tr("none")}</dd>
    <dt>{tr("Sessions")}</dt>
    <dd>
      <FormattedNumber reader={visit.reader} value={person.sessions} />
    </dd>
  </dl>
);

/** Only an owner can change how an operator signs in. */
function SignIn({ visit, person }: { visit: PageRequest; person: PersonShape }): Markup {
  const path = personPath(person.id);
  if (!mayVisit(visit, person.role === null ? "operator" : "owner"))
    return (
      <Section title={tr("Sign-in")}>
        <p class="muted">
          {person.role === null
            ? tr("An operator can make a new link or disable the person.")
            : tr("An owner can make a new link or disable an operator.")}
        </p>
      </Section>
    );
  return (
    <Section title={tr("Sign-in")}>
      <div class="form-foot wrap">
        {person.disabled_at === null ? (
          <>
            <a class="button" href={`${path}/link`}>
              {tr("New link")}
            </a>
            {person.sessions > 0 ? (
              <a class="button" href={`${path}/sessions`}>
                {tr("End the sessions")}
              </a>
            ) : null}
            {person.has_second_factor && mayVisit(visit, "owner") ? (
              <a class="button" href={`${path}/second-factor`}>
                {tr("Remove the second factor")}
              </a>
            ) : null}
            <a class="button danger" href={`${path}/disable`}>
              {tr("Disable")}
            </a>
          </>
        ) : (
          <a class="button" href={`${path}/enable`}>
            {tr("Enable")}
          </a>
        )}
      </div>
    </Section>
  );
}

interface UsersProps {
  visit: PageRequest;
  person: PersonShape;
  sent?: URLSearchParams;
  error?: AppError;
}

function UsersOfPerson({ visit, person, sent, error }: UsersProps): Markup {
  const mayChange = mayVisit(visit, "operator");
  return (
    <Section title={tr("Acts for")}>
      {person.users.length === 0 ? (
        <Empty title={tr("No user")}>
          <p class="muted">{tr("Without a user, the person sees no integrations, keys or usage.")}</p>
        </Empty>
      ) : (
        <Table
          caption={tr("Users")}
          rows={person.users}
          columns={[
            {
              title: tr("User"),
              cell: ({ id, email }) => (
                <a href={userPath(id)}>
                  <bdi>{email}</bdi>
                </a>
              ),
            },
            { title: tr("Role"), cell: ({ role }) => <Tag tone="neutral">{roleText(role)}</Tag> },
            {
              title: "",
              cell: ({ id, email }) =>
                mayChange ? <Remove visit={visit} person={person} user={{ id, email }} /> : null,
            },
          ]}
        />
      )}
      {mayChange ? <AddUser visit={visit} person={person} sent={sent} error={error} /> : null}
    </Section>
  );
}

const AddUser = ({ visit, person, sent, error }: UsersProps): Markup => (
  <form method="post" action={`${personPath(person.id)}/users`} class="filters after">
    <FormToken visit={visit} />
    <div class="wide">
      <FormError error={error} fields={[]} />
      <TextField
        name="user"
        label={tr("Another user’s e-mail address")}
        value={sent?.get("user")}
        isRequired
        autocomplete="off"
      />
    </div>
    <Select
      name="role"
      label={tr("Role")}
      value={sent?.get("role") ?? "owner"}
      options={TEAM_ROLES.toReversed().map((role) => ({ value: role, title: roleText(role) }))}
    />
    <button type="submit" class="button">
      {tr("Add")}
    </button>
  </form>
);

/** It can be added again at once, so nothing asks before. */
const Remove = (props: { visit: PageRequest; person: PersonShape; user: { id: string; email: string } }): Markup => (
  <form method="post" action={`${personPath(props.person.id)}/users/remove`}>
    <FormToken visit={props.visit} />
    <input type="hidden" name="user" value={props.user.id} />
    <button type="submit" class="button quiet small">
      {rich("Remove{email}", { email: <span class="visually-hidden"> {props.user.email}</span> })}
    </button>
  </form>
);
