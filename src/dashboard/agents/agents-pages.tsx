/** @jsxImportSource #pages */
// Agent sessions: those of the user and of its accounts, with what each may, what it did, and its end.

import { type AppError, invalidInput } from "../../foundation/errors.ts";
import { callsOfSessions } from "../../metering/usage/session-calls.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, Icon, LinkButton } from "../../web/pages/components.tsx";
import { Empty, Pager } from "../../web/pages/data.tsx";
import { FormError, fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { accountNameOf } from "../account-name.ts";
import type { OwnData } from "../own-operations.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { AGENTS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import { AgentTabs, OtherAccess } from "./agents-frame.tsx";
import { endAllPages } from "./end-pages.tsx";
import { NEW_PATH, newSessionPages } from "./new-session.tsx";
import { sessionPages } from "./session-page.tsx";
import { SessionTable } from "./session-views.tsx";

const PAGE = 30;

export const agentPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({ id: "agents", path: AGENTS_PATH, access: "user", show: (visit) => showSessions(dashboard, visit) }),
  ...newSessionPages(dashboard),
  ...endAllPages(dashboard),
  ...sessionPages(dashboard),
];

interface Filters {
  account: string;
  withEnded: boolean;
}

const filtersOf = ({ url }: PageRequest): Filters => ({
  account: (url.searchParams.get("account_id") ?? "").trim(),
  withEnded: url.searchParams.get("ended") === "true",
});

const addressOf = ({ account, withEnded }: Filters): string => {
  const query = new URLSearchParams({
    ...(account !== "" && { account_id: account }),
    ...(withEnded && { ended: "true" }),
  });
  return query.size > 0 ? `${AGENTS_PATH}?${query}` : AGENTS_PATH;
};

const queryOf = ({ account, withEnded }: Filters) => ({
  ...(account !== "" && { account_id: accountNameOf(account) }),
  ...(withEnded && { include_ended: true }),
});

type Listed = OwnData<"list_agent_sessions">;

async function showSessions({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const filters = filtersOf(visit);
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const query = queryOf(filters);
  const listed = await attempt(() =>
    api.call(visit, "list_agent_sessions", { query: { ...query, limit: PAGE, cursor } }),
  );
  const error = "error" in listed ? listError(listed.error) : undefined;
  return {
    title: tr("Agents"),
    lead: tr("Each agent session is a token for one agent and one task, and can do only what it was given."),
    ...(error && { error }),
    action: (
      <LinkButton kind="primary" href={NEW_PATH}>
        {rich("{icon}New session", { icon: <Icon name="plus" /> })}
      </LinkButton>
    ),
    body: (
      <>
        <AgentTabs current="sessions" />
        {visit.user?.caller.partner ? <AccountForm filters={filters} error={error} /> : null}
        {"data" in listed ? await Sessions({ deps, visit, filters, listed: listed.data }) : null}
        <OtherAccess />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_agent_sessions", { query })} id="sessions" />
      </>
    ),
  };
}

/** The API names its parameter; the page has a field for it. */
const listError = (error: AppError): AppError =>
  error.code === "ACCOUNT_NOT_FOUND"
    ? invalidInput([{ in: "query", path: "/account_id", message: error.message }])
    : error;

interface SessionsProps {
  deps: Dashboard["deps"];
  visit: PageRequest;
  filters: Filters;
  listed: Listed;
}

async function Sessions({ deps, visit, filters, listed }: SessionsProps): Promise<Markup> {
  const sessions = listed.agent_sessions;
  const counted = await callsOfSessions(deps.database, {
    userId: (visit.user as ActingUser).id,
    since: Math.min(...sessions.map(({ created_at }) => Date.parse(created_at))),
    ids: sessions.map(({ id }) => id),
  });
  const chip = (withEnded: boolean, title: string) => (
    <a
      class="button small quiet"
      href={addressOf({ ...filters, withEnded })}
      aria-current={filters.withEnded === withEnded ? "page" : undefined}
    >
      {title}
    </a>
  );
  const isAnyActive = sessions.some(({ status }) => status === "active");
  return (
    <>
      <nav class="bulk" aria-label={tr("Which sessions")}>
        {chip(false, tr("Active"))}
        {chip(true, tr("Also ended ones"))}
      </nav>
      {sessions.length > 0 ? (
        <SessionTable visit={visit} caption={tr("Agent sessions")} sessions={sessions} counted={counted} />
      ) : (
        <NoSessions />
      )}
      <Pager url={visit.url} next={listed.next_cursor} />
      {isAnyActive ? (
        <p class="section">
          <a
            class="button"
            href={`${AGENTS_PATH}/end-all${filters.account === "" ? "" : `/${encodeURIComponent(filters.account)}`}`}
          >
            {filters.account === "" ? tr("End all sessions") : tr("End all of this account")}
          </a>
        </p>
      ) : null}
    </>
  );
}

const NoSessions = (): Markup => (
  <Empty title={tr("No active sessions")}>
    <p class="muted">
      {tr(
        "Your program makes a session for each task of an agent, with one of your keys. You can make one here as well, for an agent of your own.",
      )}
    </p>
    <LinkButton kind="primary" href={NEW_PATH}>
      {tr("New session")}
    </LinkButton>
  </Empty>
);

const AccountForm = ({ filters, error }: { filters: Filters; error: AppError | undefined }): Markup => (
  <>
    <FormError error={error} fields={["account_id"]} />
    <form class="filters dense" method="get" action={AGENTS_PATH} aria-label={tr("Filters")}>
      {filters.withEnded ? <input type="hidden" name="ended" value="true" /> : null}
      <TextField
        name="account_id"
        label={tr("Account")}
        value={filters.account}
        placeholder="customer-42"
        autocomplete="off"
        maxLength={255}
        error={fieldError(error, "account_id")}
      />
      <Button kind="primary">{tr("Show")}</Button>
      {filters.account === "" ? null : (
        <LinkButton kind="quiet" href={addressOf({ ...filters, account: "" })}>
          {tr("Clear")}
        </LinkButton>
      )}
    </form>
  </>
);
