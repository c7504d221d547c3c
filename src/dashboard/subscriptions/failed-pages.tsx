/** @jsxImportSource #pages */
// The failed sources of all of a partner's accounts: whose, why, since when, and the way to repair each.
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { type Column, Empty, Pager, Table, Time } from "../../web/pages/data.tsx";
import { Select } from "../../web/pages/fields.tsx";
import { tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard, View } from "../pages.tsx";
import { ACCOUNTS_PATH, FAILED_SOURCES_PATH, SUBSCRIPTIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { hasTeamRole, type PageRequest } from "../visit.ts";
import { CheckButton } from "./check-form.tsx";
import { reconnectPath } from "./subscription-query.ts";

type Failed = OwnData<"list_failed_sources">["failed_sources"][number];
const PAGE_SIZE = 50;

export function failedSourcePages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({
      id: "failed_sources",
      path: FAILED_SOURCES_PATH,
      access: "partner",
      show: (visit) => showFailed(dashboard, visit),
    }),
  ];
}

async function showFailed({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { searchParams } = visit.url;
  const provider = (searchParams.get("provider") ?? "").slice(0, 64);
  const query = { provider, limit: PAGE_SIZE };
  const input = { query: { ...query, cursor: searchParams.get("cursor") ?? undefined } };
  const { failed_sources: failed, next_cursor } = await api.call(visit, "list_failed_sources", input);
  const providers = [...deps.registry.providers.values()].filter(({ sources }) => sources !== undefined);
  const options = [{ value: "", title: tr("All") }, ...providers.map(({ id, name }) => ({ value: id, title: name }))];
  return {
    title: tr("Failed subscriptions"),
    lead: tr("What no longer brings events to your accounts, the latest failure first."),
    action: (
      <LinkButton kind="quiet" href={SUBSCRIPTIONS_PATH}>
        {tr("Subscriptions")}
      </LinkButton>
    ),
    body: (
      <>
        <form class="filters" method="get" action={FAILED_SOURCES_PATH} aria-label={tr("Filters")}>
          <Select name="provider" label={tr("Provider")} value={provider} options={options} />
          <button type="submit" class="button">
            {tr("Show")}
          </button>
        </form>
        {failed.length > 0 ? (
          <Table caption={tr("Failed subscriptions")} rows={failed} columns={columnsOf(deps, visit)} />
        ) : (
          <Empty title={tr("Nothing has failed")}>
            <p class="muted">{tr("Subscriptions of your accounts are listed here when they fail.")}</p>
          </Empty>
        )}
        <Pager url={visit.url} next={next_cursor} />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_failed_sources", { query })} id="call" />
      </>
    ),
  };
}

const columnsOf = ({ registry }: Dashboard["deps"], visit: PageRequest): Column<Failed>[] => [
  {
    title: tr("Account"),
    cell: ({ account }) => (
      <>
        <a href={`${ACCOUNTS_PATH}/${account.id}`}>
          <bdi>{account.display_name ?? account.external_id}</bdi>
        </a>
        <br />
        <code class="muted">
          <bdi>{account.external_id}</bdi>
        </code>
      </>
    ),
  },
  {
    title: tr("Watches"),
    cell: ({ provider, source }) => (
      <>
        {registry.provider(provider)?.name ?? provider} <code>{source.name}</code>{" "}
        {source.resource === null ? null : <bdi class="strong">{source.resource}</bdi>}
      </>
    ),
  },
  { title: tr("Error"), cell: ({ source }) => <bdi>{source.error?.message ?? tr("in the log")}</bdi> },
  {
    title: tr("Since"),
    hideOnNarrow: true,
    cell: ({ failed_at }) => <Time reader={visit.reader} at={failed_at} />,
  },
  {
    title: "",
    cell: ({ account, provider, source, integration_status: status }) =>
      !hasTeamRole(visit, "member") ? null : status === "active" ? (
        <CheckButton
          visit={visit}
          filters={{ account: account.external_id, hasErrors: true }}
          provider={provider}
          source={source}
        />
      ) : (
        <a class="button small" href={reconnectPath(account.id, provider)}>
          {tr("Reconnect")}
        </a>
      ),
  },
];
