/** @jsxImportSource #pages */
// Users: the list with a search by the beginning of an address, and creating one.

import type { TierShape, UserShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton } from "../../web/pages/components.tsx";
import { Empty, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { SearchForm } from "../search-form.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { SameAsCommand } from "./same-as-command.tsx";

const PAGE_ROWS = 50;
export const USERS_PATH = "/operator/users";
export const userPath = (id: string) => `${USERS_PATH}/${encodeURIComponent(id)}`;

export function usersPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const path = `${USERS_PATH}/new`;
  return [
    page({ id: "operator_users", path: USERS_PATH, access: "viewer", show: (visit) => usersPage(dashboard, visit) }),
    page({ id: "operator_new_user", path, access: "operator", show: (visit) => newView(dashboard, visit) }),
    form({
      id: "operator_new_user",
      path,
      access: "operator",
      submit: (visit, sent) => create(dashboard, visit, sent),
    }),
  ];
}

async function usersPage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { searchParams } = visit.url;
  const email = searchParams.get("email")?.trim() ?? "";
  const query = { email, limit: PAGE_ROWS, cursor: searchParams.get("cursor") ?? undefined };
  const { users, next_cursor } = await api.admin(visit, "admin_list_users", { query });
  return {
    title: tr("Users"),
    lead: tr("Users own keys and integrations. People who sign in act for users."),
    action: mayVisit(visit, "operator") ? (
      <LinkButton kind="primary" href={`${USERS_PATH}/new`}>
        {rich("{icon}New user", { icon: <Icon name="plus" /> })}
      </LinkButton>
    ) : undefined,
    body: (
      <>
        <AddressSearch path={USERS_PATH} value={email} />
        <div id="results">
          {users.length > 0 ? <UsersTable visit={visit} users={users} /> : <NoUsers visit={visit} email={email} />}
          <Pager url={visit.url} next={next_cursor} />
        </div>
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_users", { query: { ...query, cursor: undefined } })}
          command="gateway user list"
        />
      </>
    ),
  };
}

/** Searches by the start of an address. */
export const AddressSearch = ({ path, value }: { path: string; value: string }): Markup => (
  <SearchForm path={path} results="results" button={tr("Search")}>
    <div class="wide-field">
      <TextField
        name="email"
        label={tr("Find by e-mail address")}
        type="search"
        value={value}
        maxLength={320}
        placeholder={tr("Start of the address")}
        autocomplete="off"
      />
    </div>
  </SearchForm>
);

const UsersTable = ({ visit, users }: { visit: PageRequest; users: UserShape[] }): Markup => (
  <Table
    caption={tr("Users")}
    rows={users}
    columns={[
      {
        title: tr("E-mail address"),
        cell: ({ id, email }) => (
          <a href={userPath(id)}>
            <bdi>{email}</bdi>
          </a>
        ),
      },
      { title: tr("Tier"), cell: ({ tier, overrides }) => `${tier}${overrides ? ", with own limits" : ""}` },
      { title: tr("Payment"), cell: ({ payment_state }) => <Payment state={payment_state} /> },
      {
        title: tr("Created"),
        hideOnNarrow: true,
        cell: ({ created_at }) => <Time reader={visit.reader} at={created_at} format="day" />,
      },
    ]}
  />
);

export const Payment = ({ state }: { state: UserShape["payment_state"] }): Markup =>
  state === "ok" ? <Status tone="good">{tr("ok")}</Status> : <Status tone="bad">{tr("past due")}</Status>;

function NoUsers({ visit, email }: { visit: PageRequest; email: string }): Markup {
  if (email !== "")
    return (
      <Empty title={tr("No e-mail address starts with that")}>
        <p class="muted">
          {rich("There is no user whose e-mail address starts with {email}.", {
            email: <bdi class="strong">{email}</bdi>,
          })}
        </p>
        <a href={USERS_PATH}>{tr("All users")}</a>
      </Empty>
    );
  return (
    <Empty title={tr("No users yet")}>
      <p class="muted">{tr("A user has its own keys, integrations and limits.")}</p>
      {mayVisit(visit, "operator") ? (
        <LinkButton kind="primary" href={`${USERS_PATH}/new`}>
          {tr("New user")}
        </LinkButton>
      ) : null}
    </Empty>
  );
}

export async function tierNames(
  { api }: Dashboard,
  visit: PageRequest,
  surface: TierShape["surface"],
): Promise<string[]> {
  const { tiers } = await api.admin(visit, "admin_list_tiers");
  return tiers.filter((tier) => tier.surface === surface).map(({ name }) => name);
}

const FIELDS = ["email", "tier"];

async function newView(dashboard: Dashboard, visit: PageRequest, sent?: URLSearchParams, error?: View["error"]) {
  const tiers = await tierNames(dashboard, visit, "user");
  return {
    title: tr("New user"),
    lead: tr("It can have keys at once, and people can act for it."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={`${USERS_PATH}/new`}
        error={error}
        fields={FIELDS}
        button={tr("Create the user")}
        back={USERS_PATH}
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
        <Select
          name="tier"
          label={tr("Tier")}
          value={sent?.get("tier") ?? "free"}
          options={tiers.map((name) => ({ value: name, title: name }))}
          hint={rich("How many calls it has; <a>Tiers</a> shows them.", {
            a: (inner) => <a href="/operator/tiers">{inner}</a>,
          })}
          error={fieldError(error, "tier")}
        />
      </EntryForm>
    ),
  };
}

async function create(dashboard: Dashboard, visit: PageRequest, sent: URLSearchParams) {
  const body = { email: sent.get("email")?.trim() ?? "", tier: sent.get("tier") ?? "free" };
  const result = await attempt(() => dashboard.api.admin(visit, "admin_create_user", { body }));
  if ("error" in result) return newView(dashboard, visit, sent, result.error);
  const path = userPath(result.data.id);
  return done(path, tr("The user {email} exists.", { email: body.email }), {
    next: { label: tr("Create its first key"), href: `${path}/keys/new` },
  });
}
