/** @jsxImportSource #pages */
// People who sign in: the list, and inviting somebody by a link that is visible once.

import type { AppError } from "../../foundation/errors.ts";
import type { LinkShape, PersonShape } from "../../operations/admin/shapes.ts";
import { ADMIN_ROLES, type PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton, Notice, Tag } from "../../web/pages/components.tsx";
import { Code, Empty, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { EntryForm } from "../entry-form.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { roleText } from "../role-text.ts";
import { mayVisit, type PageRequest } from "../visit.ts";
import { SameAsCommand } from "./same-as-command.tsx";
import { AddressSearch } from "./users-pages.tsx";

const PAGE_ROWS = 50;
export const PEOPLE_PATH = "/operator/people";
export const personPath = (id: string) => `${PEOPLE_PATH}/${encodeURIComponent(id)}`;

export function peoplePages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const invite = {
    id: "operator_new_person",
    path: `${PEOPLE_PATH}/new`,
    access: "operator",
    needsRecentSignIn: true,
  } as const;
  return [
    page({ id: "operator_people", path: PEOPLE_PATH, access: "viewer", show: (visit) => peoplePage(dashboard, visit) }),
    page({ ...invite, show: async (visit) => inviteView(visit) }),
    form({ ...invite, submit: (visit, sent) => inviteBy(dashboard, visit, sent) }),
  ];
}

async function peoplePage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { searchParams } = visit.url;
  const email = searchParams.get("email")?.trim() ?? "";
  const query = { email, limit: PAGE_ROWS, cursor: searchParams.get("cursor") ?? undefined };
  const { people, next_cursor } = await api.admin(visit, "admin_list_people", { query });
  return {
    title: tr("People"),
    lead: tr("People who sign in here: operators have a role, all others act for users."),
    action: mayVisit(visit, "operator") ? (
      <LinkButton kind="primary" href={`${PEOPLE_PATH}/new`}>
        {rich("{icon}Invite a person", { icon: <Icon name="plus" /> })}
      </LinkButton>
    ) : undefined,
    body: (
      <>
        <AddressSearch path={PEOPLE_PATH} value={email} />
        <div id="results">
          {people.length > 0 ? (
            <PeopleTable visit={visit} people={people} />
          ) : (
            <Empty title={tr("No e-mail address starts with that")}>
              <a href={PEOPLE_PATH}>{tr("All people")}</a>
            </Empty>
          )}
          <Pager url={visit.url} next={next_cursor} />
        </div>
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_people", { query: { ...query, cursor: undefined } })}
          command="gateway person list"
        />
      </>
    ),
  };
}

const PeopleTable = ({ visit, people }: { visit: PageRequest; people: PersonShape[] }): Markup => (
  <Table
    caption={tr("People")}
    rows={people}
    columns={[
      {
        title: tr("Name"),
        cell: ({ id, name }) => (
          <a href={personPath(id)}>
            <bdi>{name}</bdi>
          </a>
        ),
      },
      { title: tr("E-mail address"), hideOnNarrow: true, cell: ({ email }) => <bdi>{email}</bdi> },
      {
        title: tr("Role"),
        cell: ({ role }) =>
          role ? <Tag tone="neutral">{roleText(role)}</Tag> : <span class="muted">{tr("member")}</span>,
      },
      { title: tr("Acts for"), hideOnNarrow: true, cell: ({ users }) => <UsersOf users={users} /> },
      { title: tr("State"), cell: (person) => <PersonState person={person} /> },
      {
        title: tr("Last seen"),
        hideOnNarrow: true,
        cell: ({ last_seen_at }) => <Time reader={visit.reader} at={last_seen_at} none="not signed in" />,
      },
    ]}
  />
);

function UsersOf({ users }: { users: PersonShape["users"] }): Markup {
  const [first, ...others] = users;
  if (!first) return <span class="muted">{tr("no user")}</span>;
  return (
    <>
      <bdi>{first.email}</bdi>
      {others.length > 0 ? <span class="muted"> {rich("and {count} more", { count: others.length })}</span> : null}
    </>
  );
}

export function PersonState({ person }: { person: PersonShape }): Markup {
  if (person.disabled_at !== null) return <Status tone="bad">{tr("disabled")}</Status>;
  const canSignIn = person.has_password || person.passkeys > 0 || person.identities.length > 0;
  return canSignIn ? <Status tone="good">{tr("active")}</Status> : <Status tone="warning">{tr("invited")}</Status>;
}

const INVITE_FIELDS = ["email", "name", "role", "user"];
const ROLES = [
  { value: "", title: message("member: not an operator") },
  { value: "viewer", title: message("viewer: reads") },
  { value: "operator", title: message("operator: can also make everyday changes") },
  { value: "owner", title: message("owner: can do everything") },
];

export const roleIn = (sent: URLSearchParams) => {
  const role = sent.get("role") ?? "";
  return role === "" ? null : (ADMIN_ROLES.find((one) => one === role) ?? role);
};

export const RoleField = ({ value, error }: { value?: string | null; error?: AppError }): Markup => (
  <Select
    name="role"
    label={tr("Role")}
    value={value}
    options={ROLES.map(({ value, title }) => ({ value, title: tr(title) }))}
    error={fieldError(error, "role")}
  />
);

function inviteView(visit: PageRequest, sent?: URLSearchParams, error?: AppError): View {
  const user = sent?.get("user") ?? visit.url.searchParams.get("user");
  return {
    title: tr("Invite a person"),
    lead: tr("You get a link to send them. With it, they can choose a password once, within an hour."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={`${PEOPLE_PATH}/new`}
        error={error}
        fields={INVITE_FIELDS}
        button={tr("Create the link")}
        back={PEOPLE_PATH}
      >
        <TextField
          name="email"
          label={tr("E-mail address")}
          type="email"
          value={sent?.get("email")}
          isRequired
          isFocused
          autocomplete="off"
          error={fieldError(error, "email")}
        />
        <TextField
          name="name"
          label={tr("Name")}
          value={sent?.get("name")}
          isRequired
          maxLength={100}
          autocomplete="off"
          error={fieldError(error, "name")}
        />
        <TextField
          name="user"
          label={tr("Acts for")}
          value={user}
          autocomplete="off"
          hint={tr(
            "The e-mail address of a user, whose integrations, keys and usage they then see. Empty: no user yet.",
          )}
          error={fieldError(error, "user")}
        />
        {mayVisit(visit, "owner") ? <RoleField value={sent?.get("role")} error={error} /> : null}
      </EntryForm>
    ),
  };
}

async function inviteBy({ api }: Dashboard, visit: PageRequest, sent: URLSearchParams): Promise<View> {
  const user = sent.get("user")?.trim() ?? "";
  const role = roleIn(sent);
  const body = {
    email: sent.get("email")?.trim() ?? "",
    name: sent.get("name")?.trim() ?? "",
    ...(role !== null && { role }),
    ...(user !== "" && { user }),
  };
  const result = await attempt(() => api.admin(visit, "admin_invite_person", { body }));
  return "data" in result ? setupLinkPage(visit, result.data) : inviteView(visit, sent, result.error);
}

/** The one time that the link is visible. */
export function setupLinkPage(visit: PageRequest, person: LinkShape & { id: string; email: string }): View {
  return {
    title: tr("The link"),
    isSecret: true,
    lead: (
      <>
        {rich("For {email}, until {expires_at}", {
          email: <bdi class="strong">{person.email}</bdi>,
          expires_at: <Time reader={visit.reader} at={person.expires_at} />,
        })}
      </>
    ),
    body: (
      <div class="fields">
        <Notice tone="warning">
          {tr("Copy it now, and send it privately. The first person to open it chooses the password.")}
        </Notice>
        <Code id="link" label={tr("Copy the link")}>
          {person.setup_link}
        </Code>
        <div class="form-foot">
          <LinkButton kind="primary" href={personPath(person.id)}>
            {tr("Done")}
          </LinkButton>
        </div>
      </div>
    ),
  };
}
