/** @jsxImportSource #pages */
// Subscriptions: where the events of each integration come from, whether that works, and how it is repaired.
import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton } from "../../web/pages/components.tsx";
import { Empty, FormattedNumber } from "../../web/pages/data.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import type { Integration } from "../integrations/connected-card.tsx";
import type { OwnData } from "../own-operations.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { ACCOUNTS_PATH, FAILED_SOURCES_PATH, INTEGRATIONS_PATH, SUBSCRIPTIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { type ActingUser, assertMayVisit, isActivePartner, type PageRequest } from "../visit.ts";
import { failedSourcePages } from "./failed-pages.tsx";
import { type Filters, filtersOf, headersOf, ownerOf, subscriptionsPath } from "./subscription-query.ts";
import { IntegrationSources } from "./subscription-table.tsx";

export type Source = OwnData<"list_sources">["sources"][number];

/** An integration that brings events, or could not at the moment. */
export interface Watched {
  /** The connected account whose it is; null for the user's own. */
  accountId: string | null;
  integration: Integration;
  sources: Source[];
  /** When its newest event came in. */
  lastEventAt: string | null;
}

export function subscriptionPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({
      id: "subscriptions",
      path: SUBSCRIPTIONS_PATH,
      access: "user",
      show: (visit) => showSubscriptions(dashboard, visit),
    }),
    ...failedSourcePages(dashboard),
  ];
}

async function showSubscriptions(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { api, deps } = dashboard;
  const filters = filtersOf(visit.url.searchParams);
  const result = await attempt(() => load(dashboard, visit, filters));
  if ("error" in result && result.error.code !== "ACCOUNT_NOT_FOUND") throw result.error;
  const error = "error" in result ? result.error : undefined;
  const watched = "data" in result ? result.data : [];
  const [first] = watched;
  const call = first
    ? {
        line: api.lineOf("list_sources", { params: { provider: first.integration.provider } }),
        headers: headersOf(filters),
      }
    : { line: api.lineOf("list_integrations") };
  return {
    title: tr("Subscriptions"),
    lead: tr("Where your events come from: providers push them, or the gateway asks for them."),
    ...(error && { error }),
    ...(isActivePartner(visit) && {
      action: (
        <LinkButton kind="quiet" href={FAILED_SOURCES_PATH}>
          {tr("Failed, all accounts")}
        </LinkButton>
      ),
    }),
    body: (
      <>
        {visit.user?.caller.partner ? <AccountForm filters={filters} isUnknown={error !== undefined} /> : null}
        {error ? null : <Sources dashboard={dashboard} visit={visit} filters={filters} watched={watched} />}
        <SameAsCall baseUrl={deps.baseUrl} {...call} id="call" />
      </>
    ),
  };
}

async function accountIdOf({ accounts }: Dashboard["deps"], visit: PageRequest, { account }: Filters) {
  if (account === "") return null;
  assertMayVisit(visit, "partner");
  const found = await accounts.findByExternalId((visit.user as ActingUser).id, account);
  if (!found) throw new AppError("ACCOUNT_NOT_FOUND", "You have no connected account with this external_id.");
  return found.id;
}

/** Integrations of providers that bring no events are left out. */
async function load({ api, deps }: Dashboard, visit: PageRequest, filters: Filters): Promise<Watched[]> {
  const owner = ownerOf(filters);
  const accountId = await accountIdOf(deps, visit, filters);
  const { integrations } =
    accountId === null
      ? await api.call(visit, "list_integrations")
      : await api.call(visit, "list_account_integrations", { params: { id: accountId } });
  const watched = integrations.filter(({ sources }) => sources.length > 0);
  return Promise.all(
    watched.map(async (integration) => {
      const { provider } = integration;
      const query = { provider, status: "all", limit: 1, payload: false };
      const [{ sources }, { events }] = await Promise.all([
        api.call(visit, "list_sources", { params: { provider }, ...owner }),
        api.call(visit, "list_events", { query, ...owner }),
      ]);
      return { accountId, integration, sources, lastEventAt: events[0]?.received_at ?? null };
    }),
  );
}

export const hasFailed = ({ state, error }: Pick<Source, "state" | "error">) => state === "failed" || error !== null;

/** What needs somebody: all sources of a grant that has ended, and of the others those that failed. */
export function failuresIn(watched: readonly Watched[]): Watched[] {
  return watched.flatMap((one) => {
    const sources = one.integration.status === "active" ? one.sources.filter(hasFailed) : one.sources;
    return sources.length > 0 ? [{ ...one, sources }] : [];
  });
}

const AccountForm = ({ filters, isUnknown }: { filters: Filters; isUnknown: boolean }): Markup => (
  <form class="filters dense" method="get" action={SUBSCRIPTIONS_PATH} aria-label={tr("Filters")}>
    {filters.hasErrors ? <input type="hidden" name="errors" value="true" /> : null}
    <TextField
      name="account"
      label={tr("Account")}
      value={filters.account}
      placeholder="external_id; empty: your own"
      maxLength={255}
      autocomplete="off"
      isCode
      error={isUnknown ? tr("You have no account with this external_id.") : null}
    />
    <button type="submit" class="button">
      {tr("Show")}
    </button>
  </form>
);

interface Props {
  dashboard: Dashboard;
  visit: PageRequest;
  filters: Filters;
  watched: readonly Watched[];
}

function Sources({ dashboard, visit, filters, watched }: Props): Markup {
  const failures = failuresIn(watched);
  const listed = filters.hasErrors ? failures : watched;
  const failed = failures.reduce((sum, { sources }) => sum + sources.length, 0);
  const tab = (hasErrors: boolean, title: string, count: number) => (
    <a
      class="tab"
      href={subscriptionsPath({ ...filters, hasErrors })}
      aria-current={filters.hasErrors === hasErrors ? "page" : undefined}
    >
      {title}{" "}
      <span class="muted">
        <FormattedNumber reader={visit.reader} value={count} />
      </span>
    </a>
  );
  const all = watched.reduce((sum, { sources }) => sum + sources.length, 0);
  return (
    <>
      <nav class="tabs" aria-label={tr("State")}>
        {tab(false, tr("All"), all)}
        {tab(true, tr("Errors"), failed)}
      </nav>
      {listed.length === 0 ? <NoSources filters={filters} hasOthers={watched.length > 0} /> : null}
      {listed.map((one) => (
        <IntegrationSources registry={dashboard.deps.registry} visit={visit} filters={filters} one={one} />
      ))}
    </>
  );
}

function NoSources({ filters, hasOthers }: { filters: Filters; hasOthers: boolean }): Markup {
  if (hasOthers)
    return (
      <Empty title={tr("Nothing has failed")}>
        <a class="button" href={subscriptionsPath({ ...filters, hasErrors: false })}>
          {tr("Show all subscriptions")}
        </a>
      </Empty>
    );
  if (filters.account !== "")
    return (
      <Empty title={tr("No subscriptions yet")}>
        <p class="muted">
          {tr("They start when this account connects a provider that brings events. Its page makes a connect link.")}
        </p>
        <a class="button" href={ACCOUNTS_PATH}>
          {tr("Open the accounts")}
        </a>
      </Empty>
    );
  return (
    <Empty title={tr("No subscriptions yet")}>
      <p class="muted">{tr("They start when you connect a provider that brings events.")}</p>
      <a class="button primary" href={INTEGRATIONS_PATH}>
        {rich("{icon}Connect a provider", { icon: <Icon name="plug" /> })}
      </a>
    </Empty>
  );
}
