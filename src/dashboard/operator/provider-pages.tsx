/** @jsxImportSource #pages */
// Providers: whether each has a client and from where, and a test through the real connect flow.
import { asSession } from "../../connections/connect/model.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Table } from "../../web/pages/data.tsx";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { tr } from "../../web/pages/messages.ts";
import { attempt, type Dashboard, redirectTo, type View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { ClientState, providerView } from "./provider-page.tsx";
import { findProvider, PROVIDERS_PATH, providerParams, providerPath } from "./provider-paths.ts";
import { SameAsCommand } from "./same-as-command.tsx";

export function providerPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const one = { path: `${PROVIDERS_PATH}/{provider}`, params: providerParams };
  return [
    page({
      id: "operator_providers",
      path: PROVIDERS_PATH,
      access: "viewer",
      show: (visit) => providersPage(dashboard, visit),
    }),
    page({ ...one, id: "operator_provider", access: "viewer", show: (visit) => providerView(dashboard, visit) }),
    form({
      id: "operator_test_provider",
      path: `${one.path}/test`,
      params: providerParams,
      access: "viewer",
      submit: (visit) => startTest(dashboard, visit),
    }),
  ];
}

async function providersPage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { providers } = await api.admin(visit, "admin_list_providers");
  const rows = providers.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return {
    title: tr("Providers"),
    lead: tr("People connect with your OAuth app, which you register at the provider, or with their own keys."),
    body: (
      <>
        <Table
          caption={tr("Providers")}
          rows={rows}
          columns={[
            {
              title: tr("Provider"),
              cell: ({ id, name }) => (
                <span class="with-mark">
                  <ProviderMark provider={deps.registry.provider(id) ?? { id, name }} />
                  <a href={providerPath(id)}>{name}</a>
                </span>
              ),
            },
            { title: tr("Client"), cell: (provider) => <ClientState deps={deps} provider={provider} /> },
            {
              title: tr("Client id"),
              hideOnNarrow: true,
              cell: ({ client }) =>
                client ? <code class="cut">{client.client_id}</code> : <span class="muted">—</span>,
            },
          ]}
        />
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_providers")}
          command="gateway plugin list"
        />
      </>
    ),
  };
}

async function startTest(dashboard: Dashboard, visit: PageRequest): Promise<Response | View> {
  const { api, deps } = dashboard;
  const provider = await findProvider(dashboard, visit);
  // Providers send browsers back only to the public address: an operator at a listener of their own goes on in a second tab.
  const isElsewhere = deps.config.adminPort !== null;
  const redirect_url =
    deps.baseUrl +
    visit.base +
    (isElsewhere ? `${INTEGRATIONS_PATH}?connected=${provider.id}` : providerPath(provider.id));
  const body = { provider: provider.id, page: true, redirect_url };
  const result = await attempt(() => api.call(visit, "start_connect", { body }));
  if ("error" in result) return providerView(dashboard, visit, { error: result.error });
  const started = asSession(result.data);
  return isElsewhere ? providerView(dashboard, visit, { started }) : redirectTo(started.connect_url);
}
