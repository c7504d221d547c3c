/** @jsxImportSource #pages */
// A partner's connected accounts: the list with its search, and a new one.

import type { Static } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import type { AccountsPage } from "../../identity/accounts/model.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Empty, FormattedNumber, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { FormError, fieldError, MultilineField, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { errorMessage, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { ACCOUNTS_PATH as PATH } from "../paths.ts";
import { CallCode, SameAsCall } from "../same-as-call.tsx";
import { SearchForm } from "../search-form.tsx";
import type { PageRequest } from "../visit.ts";
import { AccountTabs, countToReconnect } from "./to-reconnect.tsx";

const PAGE_SIZE = 50;

export type Account = Static<typeof AccountsPage>["accounts"][number];

export function accountsPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  return [
    page({ id: "accounts", path: PATH, access: "partner", show: (visit) => showAccounts(dashboard, visit) }),
    page({
      id: "new_account",
      path: `${PATH}/new`,
      access: "partner",
      role: "member",
      show: async (visit) => newView(visit, null, null),
    }),
    form({
      id: "new_account",
      path: `${PATH}/new`,
      access: "partner",
      role: "member",
      maxBytes: 128 * 1024,
      async submit(visit, form) {
        const metadata = metadataOf(form);
        if (metadata === null) return newView(visit, form, null, NOT_AN_OBJECT);
        const display_name = form.get("display_name") || null;
        const body = { external_id: form.get("external_id") ?? "", display_name, metadata };
        const result = await attempt(() => api.call(visit, "create_account", { body }));
        if ("error" in result) return newView(visit, form, result.error);
        return done(`${PATH}/${result.data.id}`, tr("The account exists. Send its customer a connect link."));
      },
    }),
  ];
}

export const NOT_AN_OBJECT = errorMessage('Enter a JSON object, such as {"plan": "pro"}.');

/** The typed metadata; null where it is no JSON object. */
export function metadataOf(form: URLSearchParams): Record<string, unknown> | null {
  const text = (form.get("metadata") ?? "").trim();
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    // The page asks for JSON again.
    return null;
  }
}

/** What the address asks for: those to reconnect, or all, or those that a text begins. */
function queryOf({ searchParams }: URL) {
  if (searchParams.get("needs_reconnecting") === "true") return { needs_reconnecting: true };
  return { q: searchParams.get("q") ?? "" };
}

async function showAccounts(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps, api } = dashboard;
  const requested = queryOf(visit.url);
  const query = { ...requested, include: "integrations", limit: PAGE_SIZE };
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const { accounts, total, matching, next_cursor } = await api.call(visit, "list_accounts", {
    query: { ...query, cursor },
  });
  const toReconnect = matching ?? (await countToReconnect(dashboard, visit));
  const { reader } = visit;
  return {
    title: tr("Accounts"),
    lead: (
      <>
        {rich("Your customers, each with their own integrations. {total} in all.", {
          total: <FormattedNumber reader={reader} value={total} />,
        })}
      </>
    ),
    action: (
      <LinkButton kind="primary" href={`${PATH}/new`}>
        {tr("New account")}
      </LinkButton>
    ),
    body: (
      <>
        {total === 0 ? null : (
          <AccountTabs reader={reader} total={total} toReconnect={toReconnect} chosen={requested.q === undefined} />
        )}
        {total === 0 || requested.q === undefined ? null : <Search q={requested.q} />}
        <div id="accounts">
          {accounts.length > 0 ? (
            <List visit={visit} accounts={accounts} />
          ) : (
            <NoAccounts dashboard={dashboard} total={total} requested={requested} />
          )}
          <Pager url={visit.url} next={next_cursor} />
        </div>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_accounts", { query })} id="list" />
      </>
    ),
  };
}

function NoAccounts(props: { dashboard: Dashboard; total: number; requested: ReturnType<typeof queryOf> }): Markup {
  const { deps, api } = props.dashboard;
  if (props.total === 0)
    return (
      <Empty title={tr("No accounts yet")}>
        <p class="muted">{tr("Create one for each of your customers, here or with a call:")}</p>
        <CallCode
          baseUrl={deps.baseUrl}
          line={api.lineOf("create_account")}
          id="create"
          body={{ external_id: "customer-42" }}
        />
      </Empty>
    );
  if (props.requested.q === undefined)
    return (
      <Empty title={tr("No account needs reconnecting")}>
        <p class="muted">{tr("Accounts are listed here when a connection of theirs expires or is revoked.")}</p>
        <a class="button" href={PATH}>
          {tr("Show all accounts")}
        </a>
      </Empty>
    );
  return (
    <Empty title={tr("No account starts with this text")}>
      <p class="muted">{tr("The search matches the start of the external_id (exact case) and of the name.")}</p>
    </Empty>
  );
}

const Search = ({ q }: { q: string }): Markup => (
  <SearchForm path={PATH} results="accounts" button={tr("Search")}>
    <div class="wide-field">
      <TextField name="q" label={tr("external_id or name starts with")} type="search" value={q} maxLength={255} />
    </div>
  </SearchForm>
);

const List = ({ visit, accounts }: { visit: PageRequest; accounts: readonly Account[] }): Markup => (
  <Table
    caption={tr("Accounts")}
    rows={accounts}
    columns={[
      {
        title: tr("Account"),
        cell: (row) => (
          <a href={`${PATH}/${row.id}`}>
            <bdi>{row.display_name ?? row.external_id}</bdi>
          </a>
        ),
      },
      {
        title: "external_id",
        hideOnNarrow: true,
        cell: (row) => (
          <code>
            <bdi>{row.external_id}</bdi>
          </code>
        ),
      },
      { title: tr("Integrations"), cell: ({ integrations = [] }) => <Summary of={integrations} /> },
      {
        title: tr("Created"),
        hideOnNarrow: true,
        cell: (row) => <Time reader={visit.reader} at={row.created_at} format="day" />,
      },
    ]}
  />
);

function Summary({ of }: { of: NonNullable<Account["integrations"]> }): Markup {
  const ended = of.filter(({ status }) => status === "expired" || status === "revoked").length;
  const pending = of.filter(({ status }) => status === "pending").length;
  if (of.length === 0) return <span class="muted">{tr("none")}</span>;
  return (
    <>
      {of.length}
      {ended > 0 ? <Status tone="bad"> {rich("· {ended} ended", { ended })}</Status> : null}
      {pending > 0 ? <Status tone="warning"> {rich("· {pending} to confirm", { pending })}</Status> : null}
    </>
  );
}

function newView(
  visit: PageRequest,
  form: URLSearchParams | null,
  error: AppError | null,
  metadataError?: string,
): View {
  return {
    title: tr("New account"),
    lead: tr("One of your customers. The external_id is your own id for the customer and cannot be changed later."),
    ...(error && { error }),
    body: (
      <form method="post" action={`${PATH}/new`} class="fields">
        <FormToken visit={visit} />
        <FormError error={error} fields={["external_id", "display_name", "metadata"]} />
        <TextField
          name="external_id"
          label="external_id"
          isRequired
          isCode
          isFocused
          value={form?.get("external_id")}
          error={fieldError(error, "external_id")}
          hint={tr("The customer’s id in your own system; compared exactly.")}
        />
        <AccountFields form={form} error={error} metadataError={metadataError} />
        <div class="form-foot">
          <Button kind="primary">{tr("Create account")}</Button>
          <LinkButton kind="quiet" href={PATH}>
            {tr("Cancel")}
          </LinkButton>
        </div>
      </form>
    ),
  };
}

/** What can be changed later. */
export const AccountFields = (props: {
  form: URLSearchParams | null;
  account?: Account;
  error: AppError | null;
  metadataError?: string | undefined;
}): Markup => (
  <>
    <TextField
      name="display_name"
      label={tr("Name")}
      value={props.form?.get("display_name") ?? props.account?.display_name}
      error={fieldError(props.error, "display_name")}
      hint={tr("Shown here and on the connect page; at most 255 characters.")}
    />
    <MultilineField
      name="metadata"
      label={tr("Metadata")}
      isCode
      value={props.form?.get("metadata") ?? JSON.stringify(props.account?.metadata ?? {}, null, 2)}
      error={props.metadataError ?? fieldError(props.error, "metadata")}
      hint={tr("Your own JSON object, at most 16 KB.")}
    />
  </>
);
