/** @jsxImportSource #pages */
// Partners and plugins: who serves connected accounts, and what this gateway has been built with.

import type { AdminData } from "../../operations/admin/routes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { Empty, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import type { Dashboard, View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { providerPath } from "./provider-paths.ts";
import { SameAsCommand } from "./same-as-command.tsx";
import { Payment, USERS_PATH, userPath } from "./users-pages.tsx";

export function partnerAndPluginPages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({
      id: "operator_partners",
      path: "/operator/partners",
      access: "viewer",
      show: (visit) => partnersView(dashboard, visit),
    }),
    page({
      id: "operator_plugins",
      path: "/operator/plugins",
      access: "viewer",
      show: (visit) => pluginsView(dashboard, visit),
    }),
  ];
}

async function partnersView({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { partners } = await api.admin(visit, "admin_list_partners");
  return {
    title: tr("Partners"),
    lead: tr("Users who serve connected accounts of their customers. Add a profile on the user’s page."),
    body: (
      <>
        {partners.length === 0 ? (
          <Empty title={tr("No partners yet")}>
            <p class="muted">{tr("Open a user to add a partner profile.")}</p>
            <LinkButton kind="primary" href={USERS_PATH}>
              {tr("Users")}
            </LinkButton>
          </Empty>
        ) : (
          <PartnerTable visit={visit} partners={partners} />
        )}
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_partners")}
          command="gateway partner list"
        />
      </>
    ),
  };
}

const PartnerTable = ({
  visit,
  partners,
}: {
  visit: PageRequest;
  partners: AdminData<"admin_list_partners">["partners"];
}): Markup => (
  <Table
    caption={tr("Partners")}
    rows={partners}
    columns={[
      {
        title: tr("Partner"),
        cell: ({ user_id, name, email }) => (
          <a href={userPath(user_id)}>
            <bdi>{name ?? email}</bdi>
          </a>
        ),
      },
      { title: tr("User"), hideOnNarrow: true, cell: ({ email }) => <bdi>{email}</bdi> },
      {
        title: tr("Tier"),
        cell: ({ tier, overrides }) => (overrides ? tr("{tier}, with own limits", { tier }) : tier),
      },
      {
        title: tr("State"),
        cell: ({ status }) => (
          <Status tone={status === "active" ? "good" : "bad"}>
            {status === "active" ? tr("active") : tr("suspended")}
          </Status>
        ),
      },
      {
        title: tr("Payment"),
        hideOnNarrow: true,
        cell: ({ payment_state }) => <Payment state={payment_state} />,
      },
      {
        title: tr("Since"),
        hideOnNarrow: true,
        cell: ({ created_at }) => <Time reader={visit.reader} at={created_at} format="day" />,
      },
    ]}
  />
);

async function pluginsView({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { plugins, broken, quarantined } = await api.admin(visit, "admin_list_plugins");
  return {
    title: tr("Plugins"),
    lead: tr("Each serves one provider. They are loaded at start. To add one, add its folder and restart the gateway."),
    body: (
      <>
        {broken.map(({ id, violations }) => (
          <Notice tone="bad">
            {rich("{id} does not load, and its integrations wait. {violations}", {
              id: <bdi class="strong">{id}</bdi>,
              violations: violations.join(" "),
            })}
          </Notice>
        ))}
        {quarantined.map(({ plugin, part, until }) => (
          <Notice tone="warning">
            {rich(
              part === null
                ? "{plugin} ran too long and is out of use until {time}. The gateway’s log says what happened."
                : "{plugin} ran too long ({part}) and is out of use until {time}. The gateway’s log says what happened.",
              {
                plugin: <bdi class="strong">{plugin}</bdi>,
                part,
                time: <Time reader={visit.reader} at={until} format="second" />,
              },
            )}
          </Notice>
        ))}
        <Table
          caption={tr("Plugins")}
          rows={plugins.toSorted((a, b) => a.name.localeCompare(b.name, "en"))}
          columns={[
            {
              title: tr("Plugin"),
              cell: ({ id, name }) => (
                <span class="with-mark">
                  <ProviderMark provider={deps.registry.provider(id) ?? { id, name }} />
                  <a href={providerPath(id)}>{name}</a>
                </span>
              ),
            },
            { title: tr("Version"), hideOnNarrow: true, cell: ({ version }) => version ?? tr("the gateway's") },
            { title: tr("Services"), hideOnNarrow: true, cell: ({ services }) => services.join(", ") },
            {
              title: tr("Endpoints"),
              isNumber: true,
              cell: ({ endpoints }) => <FormattedNumber reader={visit.reader} value={endpoints} />,
            },
            {
              title: tr("Base URLs"),
              hideOnNarrow: true,
              cell: ({ base_urls }) =>
                [...new Set(Object.values(base_urls))].map((url) => (
                  <>
                    <code>{url}</code>
                    <br />
                  </>
                )),
            },
          ]}
        />
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_plugins")}
          command="gateway plugin list"
        />
      </>
    ),
  };
}
