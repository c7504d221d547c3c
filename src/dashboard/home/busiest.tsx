/** @jsxImportSource #pages */
// Which keys and accounts call the most, and how often their calls fail.
import { type Column, FormattedNumber, Table } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";
import { attempt, type Dashboard } from "../pages.tsx";
import { callersOf } from "../requests/callers.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { overviewSince } from "./home-data.ts";

type Group = OwnData<"group_usage">["groups"][number];
interface Row extends Group {
  name: string;
  href: string | null;
}
interface Loaded {
  day: string;
  keys: Row[];
  accounts: Row[];
}

export async function busiestOf(dashboard: Dashboard, visit: PageRequest): Promise<Loaded> {
  const { api, deps } = dashboard;
  const since = overviewSince(deps.clock.now());
  const day = since.slice(0, 10);
  const isPartner = mayVisit(visit, "partner");
  const [byKey, byAccount, { keys }] = await Promise.all([
    api.call(visit, "group_usage", { query: { by: "key", since } }),
    isPartner ? api.call(visit, "group_usage", { query: { by: "account", since } }) : { groups: [] },
    callersOf(dashboard, visit),
  ]);
  const names = new Map(keys.map(({ id, title }) => [id, title]));
  const accounts = await accountNames(dashboard, visit, byAccount.groups);
  return {
    day,
    keys: byKey.groups.map((group) => ({
      ...group,
      name: group.id === null ? tr("At the dashboard") : (names.get(group.id) ?? `${group.id.slice(0, 8)}…`),
      href: group.id === null ? null : requestsPath({ key_id: group.id, since: day }),
    })),
    accounts: byAccount.groups.map((group) => ({
      ...group,
      name: group.id === null ? tr("Deleted accounts") : (accounts.get(group.id) ?? tr("A deleted account")),
      href: group.id === null ? null : requestsPath({ account_id: group.id, since: day }),
    })),
  };
}

/** Names by id; an account may have been deleted meanwhile. */
async function accountNames({ api }: Dashboard, visit: PageRequest, groups: readonly Group[]) {
  const named = groups.map(async ({ id }) => {
    const found = id === null ? null : await attempt(() => api.call(visit, "get_account", { params: { id } }));
    return found && "data" in found ? [[id, found.data.display_name ?? found.data.external_id] as const] : [];
  });
  return new Map((await Promise.all(named)).flat());
}

export const Busiest = ({ visit, keys, accounts }: Loaded & { visit: PageRequest }): Markup => (
  <div id="busiest" class="halves">
    <Ranked visit={visit} of={tr("Key")} title={tr("Calls by key")} rows={keys} />
    <Ranked visit={visit} of={tr("Account")} title={tr("Calls by account")} rows={accounts} />
  </div>
);

function Ranked(props: { visit: PageRequest; of: string; title: string; rows: readonly Row[] }): Markup {
  const { visit, of, title, rows } = props;
  if (rows.length === 0) return NOTHING;
  const number = (value: number) => <FormattedNumber reader={visit.reader} value={value} />;
  const columns: Column<Row>[] = [
    {
      title: of,
      cell: ({ name, href }) =>
        href === null ? (
          <bdi>{name}</bdi>
        ) : (
          <a href={href}>
            <bdi>{name}</bdi>
          </a>
        ),
    },
    { title: tr("Calls"), isNumber: true, cell: ({ calls }) => number(calls) },
    { title: tr("Errors"), isNumber: true, cell: ({ errors }) => number(errors) },
  ];
  return (
    <section class="section">
      <h2>{title}</h2>
      <Table caption={title} columns={columns} rows={rows} />
    </section>
  );
}
