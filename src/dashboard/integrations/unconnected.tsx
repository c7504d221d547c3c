/** @jsxImportSource #pages */
// The providers that are not connected, as one list: those that can be, and those that an operator must set up first.
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { type Column, Table } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { mayVisit, type PageRequest } from "../visit.ts";
import { ChooseLink, ConnectButton, type ProviderAccess } from "./connecting.tsx";

interface Props {
  visit: PageRequest;
  providers: readonly Provider[];
  access: ReadonlyMap<string, ProviderAccess>;
}

export function Unconnected({ visit, providers, access }: Props): Markup {
  if (providers.length === 0) return NOTHING;
  const canConnect = ({ id }: Provider) => access.get(id)?.canConnect === true;
  const rows = [...providers.filter(canConnect), ...providers.filter((provider) => !canConnect(provider))];
  const columns: Column<Provider>[] = [
    {
      title: tr("Provider"),
      cell: (provider) => (
        <span class="with-mark" id={provider.id}>
          <ProviderMark provider={provider} />
          {provider.name}
        </span>
      ),
    },
    {
      title: tr("Services"),
      hideOnNarrow: true,
      cell: (provider) => <span class="muted clipped">{servicesOf(provider).join(", ")}</span>,
    },
    {
      title: "",
      cell: (provider) =>
        canConnect(provider) ? (
          <>
            <ChooseLink provider={provider} access={access.get(provider.id)} />
            <ConnectButton visit={visit} provider={provider} access={access.get(provider.id)} />
          </>
        ) : (
          <SetUp visit={visit} provider={provider} />
        ),
    },
  ];
  return (
    <section class="section">
      <h2>{tr("Not connected")}</h2>
      <Table caption={tr("Providers that are not connected")} columns={columns} rows={rows} />
    </section>
  );
}

/** The parts of permissions before their dot: "gmail", "calendar". */
const servicesOf = (provider: Provider) => [
  ...new Set(permissionsOf(provider).map((name) => name.split(".", 1)[0] ?? name)),
];

const SetUp = ({ visit, provider: { id, name } }: { visit: PageRequest; provider: Provider }): Markup =>
  mayVisit(visit, "operator") ? (
    <a class="button quiet small" href={`/operator/providers/${id}`}>
      {rich("Set up{name}", { name: <span class="visually-hidden"> {name}</span> })}
    </a>
  ) : (
    <span class="muted small">{tr("An operator must set it up first")}</span>
  );
