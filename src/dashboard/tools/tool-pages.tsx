/** @jsxImportSource #pages */
// Tools: what agents and callers can do, by provider, with the API's search as one types.
import type { Static } from "@sinclair/typebox";
import type { ToolShape } from "../../agents/tools/tool.ts";
import type { Provider } from "../../plugin/index.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Tag } from "../../web/pages/components.tsx";
import { Empty, Status, Table } from "../../web/pages/data.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { englishLang, rich, tr } from "../../web/pages/messages.ts";
import type { ApiInput } from "../api.ts";
import { AccessState, accessOf, ConnectButton, type ProviderAccess } from "../integrations/connecting.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import { SearchForm } from "../search-form.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";

export type Tool = Static<typeof ToolShape>;

const MAX_QUERY = 200;
export const toolPath = (name: string) => `/tools/${encodeURIComponent(name)}`;
/** With the values of a recorded call, which the page reads: an address holds none. */
export const toolPathOf = (name: string, { id, timestamp }: { id: string; timestamp: string }) =>
  `${toolPath(name)}?${new URLSearchParams({ call: id, at: timestamp })}`;
const ofProvider = (id: string) => `/tools?provider=${encodeURIComponent(id)}`;

export function toolPages(dashboard: Dashboard): PublicRoute[] {
  return [
    dashboard.page({ id: "tools", path: "/tools", access: "user", show: (visit) => showTools(dashboard, visit) }),
  ];
}

interface ToolList {
  id: "list_tools" | "list_provider_tools" | "search_tools";
  input: ApiInput;
  query: string;
  provider: Provider | undefined;
}

/** The API's list or search that the page stands for. */
function listOf(visit: PageRequest, dashboard: Dashboard): ToolList {
  const { searchParams } = visit.url;
  const query = (searchParams.get("q") ?? "").trim().slice(0, MAX_QUERY);
  const provider = dashboard.deps.registry.provider(searchParams.get("provider") ?? "");
  if (query !== "") return { id: "search_tools", input: { params: { query } }, query, provider };
  if (provider) return { id: "list_provider_tools", input: { params: { provider: provider.id } }, query, provider };
  return { id: "list_tools", input: { query: { all: true } }, query, provider };
}

async function showTools(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps, api } = dashboard;
  const { id, input, query, provider } = listOf(visit, dashboard);
  const access = await accessOf(dashboard, visit.user as ActingUser);
  const { tools } = await api.call(visit, id, input);
  const matching = provider && query !== "" ? tools.filter(({ metadata }) => metadata.provider === provider.id) : tools;
  const groups = [...Map.groupBy(matching, ({ metadata }) => metadata.provider)].flatMap(([name, ofGroup]) => {
    const known = deps.registry.provider(name);
    return known ? [{ provider: known, tools: ofGroup, access: access.get(name) }] : [];
  });
  const isOverview = query === "" && !provider;
  return {
    title: tr("Tools"),
    lead: tr("What agents and your own code can do with the providers that you have connected. Open a tool to try it."),
    body: (
      <>
        <Search query={query} provider={provider} />
        <div id="found">
          {isOverview ? <Overview visit={visit} groups={groups} /> : null}
          {!isOverview && groups.length === 0 ? <NothingFound query={query} provider={provider} /> : null}
          {!isOverview ? groups.map((group) => <ToolGroup visit={visit} {...group} />) : null}
          <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf(id, input)} id="call" />
        </div>
      </>
    ),
  };
}

const Search = ({ query, provider }: { query: string; provider: Provider | undefined }): Markup => (
  <SearchForm
    path="/tools"
    results="found"
    button={tr("Search")}
    aside={
      provider || query !== "" ? (
        <a class="button quiet" href="/tools">
          {tr("All tools")}
        </a>
      ) : null
    }
  >
    <div class="wide-field">
      <TextField
        name="q"
        label={
          provider ? tr("Search the tools of {name}", { name: provider.name }) : tr("Search by what you want to do")
        }
        type="search"
        value={query}
        maxLength={MAX_QUERY}
        placeholder={tr("send an email, list open issues, …")}
        autocomplete="off"
      />
    </div>
    {provider ? <input type="hidden" name="provider" value={provider.id} /> : null}
  </SearchForm>
);

interface Group {
  provider: Provider;
  tools: readonly Tool[];
  access: ProviderAccess | undefined;
}

/** Every provider with its number of tools, those that are connected first. */
function Overview({ visit, groups }: { visit: PageRequest; groups: readonly Group[] }): Markup {
  const rank = ({ access }: Group) =>
    access?.status === "active" ? 0 : access?.status ? 1 : access?.canConnect ? 2 : 3;
  const sorted = [...groups].sort((a, b) => rank(a) - rank(b) || a.provider.name.localeCompare(b.provider.name));
  return (
    <ul class="cards">
      {sorted.map(({ provider, tools, access }) => (
        <li class="card">
          <div class="card-head">
            <ProviderMark provider={provider} />
            <div>
              <p class="strong">
                <a href={ofProvider(provider.id)}>{provider.name}</a>
              </p>
              <AccessState access={access} />
            </div>
            <span class="muted small">{rich("{count} tools", { count: tools.length })}</span>
          </div>
          <ul class="words" aria-label={tr("Services of {name}", { name: provider.name })}>
            {Object.keys(provider.services).map((service) => (
              <li>
                <Tag tone="neutral">{service}</Tag>
              </li>
            ))}
          </ul>
          {access?.status === "active" ? null : <CardFoot visit={visit} provider={provider} access={access} />}
        </li>
      ))}
    </ul>
  );
}

const CardFoot = ({ visit, provider, access }: Omit<Group, "tools"> & { visit: PageRequest }): Markup =>
  access?.canConnect ? (
    <div class="card-foot">
      <ConnectButton visit={visit} provider={provider} access={access} />
    </div>
  ) : (
    NOTHING
  );

const ToolGroup = ({ visit, provider, tools, access }: Group & { visit: PageRequest }): Markup => (
  <section class="section">
    <div class="card-head">
      <ProviderMark provider={provider} />
      <div>
        <h2>{provider.name}</h2>
        <AccessState access={access} />
      </div>
      {access?.status === "active" ? null : <ConnectButton visit={visit} provider={provider} access={access} />}
    </div>
    <Table caption={tr("Tools of {name}", { name: provider.name })} columns={toolColumns(access)} rows={tools} />
  </section>
);

const toolColumns = (access: ProviderAccess | undefined) => [
  {
    title: tr("Tool"),
    cell: ({ function: { name, description } }: Tool) => (
      <>
        <a href={toolPath(name)}>
          <code>{name}</code>
        </a>
        <br />
        <span class="muted" lang={englishLang()}>
          {description}
        </span>
      </>
    ),
  },
  { title: tr("Permission"), hideOnNarrow: true, cell: ({ metadata }: Tool) => <code>{metadata.permission}</code> },
  { title: tr("Method"), hideOnNarrow: true, cell: ({ metadata }: Tool) => <code>{metadata.method}</code> },
  {
    title: tr("Available"),
    cell: ({ metadata }: Tool) =>
      metadata.connected ? (
        <Status tone="good">{tr("Yes")}</Status>
      ) : (
        <span class="muted">{access?.status === "active" ? tr("Not granted") : tr("No")}</span>
      ),
  },
];

const NothingFound = ({ query, provider }: { query: string; provider: Provider | undefined }): Markup => (
  <Empty
    title={
      provider
        ? tr("No tool of {name} matches “{query}”.", { name: provider.name, query })
        : tr("No tool matches “{query}”.", { query })
    }
  >
    <p class="muted">{tr("Try other words, such as the object and the verb: “issues list”, “send message”.")}</p>
    <a class="button" href="/tools">
      {tr("All tools")}
    </a>
  </Empty>
);
