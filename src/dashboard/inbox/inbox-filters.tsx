/** @jsxImportSource #pages */
// What narrows the inbox: a form with search, provider, type and account, and tabs for the state of events.

import { eventTypesOf } from "../../events/log/event-types.ts";
import type { AppError } from "../../foundation/errors.ts";
import { FormattedNumber } from "../../web/pages/data.tsx";
import { Select, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import type { Dashboard } from "../pages.tsx";
import { SearchForm } from "../search-form.tsx";
import type { PageRequest } from "../visit.ts";
import { type EventStatus, type Filters, type InboxPage, inboxPath, isStatus } from "./inbox-query.ts";

export function FilterForm(props: {
  dashboard: Dashboard;
  visit: PageRequest;
  filters: Filters;
  error: AppError | undefined;
}): Markup {
  const { dashboard, visit, filters, error } = props;
  const providers = [...dashboard.deps.registry.providers.values()];
  const any = (title: string) => ({ value: "", title });
  const types = [...new Set(eventTypesOf(dashboard.deps.registry).map(({ type }) => type))].sort();
  return (
    <SearchForm path="/inbox" results="events" swap="outerMorph" button={tr("Filter")}>
      {filters.status ? <input type="hidden" name="status" value={filters.status} /> : null}
      <div class="wide-field">
        <TextField
          name="q"
          label={tr("Search in title, summary and actor")}
          type="search"
          value={filters.q}
          maxLength={200}
          autocomplete="off"
        />
      </div>
      <Select
        name="provider"
        label={tr("Provider")}
        value={filters.provider}
        options={[any(tr("All")), ...providers.map(({ id, name }) => ({ value: id, title: name }))]}
      />
      <Select
        name="type"
        label={tr("Type")}
        value={filters.type}
        options={[any(tr("All")), ...types.map((type) => ({ value: type, title: type }))]}
      />
      {visit.user?.caller.partner ? <AccountFilter value={filters.account} isUnknown={error !== undefined} /> : null}
    </SearchForm>
  );
}

const AccountFilter = ({ value, isUnknown }: { value: string | undefined; isUnknown: boolean }): Markup => (
  <TextField
    name="account"
    label={tr("Account")}
    value={value}
    placeholder="external_id; empty: your own"
    maxLength={255}
    autocomplete="off"
    isCode
    error={isUnknown ? tr("You have no account with this external_id.") : null}
  />
);

const TABS: readonly { title: Message; status?: EventStatus | "all" }[] = [
  { title: message("Current") },
  { title: message("Unread"), status: "unread" },
  { title: message("Read"), status: "read" },
  { title: message("Archived"), status: "archived" },
  { title: message("All"), status: "all" },
];

export const Tabs = ({
  visit,
  filters,
  counts,
}: {
  visit: PageRequest;
  filters: Filters;
  counts: InboxPage["counts"];
}): Markup => (
  <nav class="tabs" aria-label={tr("State")}>
    {TABS.map(({ title, status }) => {
      const { status: now, ...others } = filters;
      return (
        <a
          class="tab"
          href={inboxPath({ ...others, ...(status && { status }) })}
          aria-current={now === status ? "page" : undefined}
        >
          {tr(title)}
          {isStatus(status ?? null) ? (
            <span class="muted">
              {" "}
              <FormattedNumber reader={visit.reader} value={counts[status as EventStatus]} />
            </span>
          ) : null}
        </a>
      );
    })}
  </nav>
);
