/** @jsxImportSource #pages */
// MCP clients that the user has let in, and the page before the access of one ends.

import { Type as t } from "@sinclair/typebox";
import type { McpClientShape } from "../../agents/oauth-server/model.ts";
import { redirectHost } from "../../agents/oauth-server/redirect-uri.ts";
import { resourceOf } from "../../agents/oauth-server/resource.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Tag } from "../../web/pages/components.tsx";
import { Code, type Column, Empty, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { SessionsHint } from "../agents/agents-frame.tsx";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { CLIENTS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { assertTeamRole, type PageRequest } from "../visit.ts";

const params = t.Object({ id: t.String({ format: "uuid", description: "The grant's id." }) });

export function mcpClientPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page } = dashboard;
  return [
    page({ id: "mcp_clients", path: CLIENTS_PATH, access: "user", show: (visit) => mcpClientsPage(dashboard, visit) }),
    ...confirmationPages(dashboard, {
      id: "revoke_mcp_client",
      path: `${CLIENTS_PATH}/{id}/revoke`,
      access: "user",
      role: "member",
      params,
      ask: (visit) => revokeQuestion(dashboard, visit),
      async act(visit) {
        await api.call(visit, "revoke_mcp_client", { params: { id: visit.params.id as string } });
        return done(CLIENTS_PATH, tr("The client’s access is revoked. Its calls are now refused."));
      },
    }),
  ];
}

async function mcpClientsPage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { mcp_clients: grants } = await api.call(visit, "list_mcp_clients");
  return {
    title: tr("AI clients"),
    lead: tr("Programs that have access over MCP, such as Claude, VS Code or Cursor."),
    body: (
      <>
        {grants.length > 0 ? (
          <Table caption={tr("AI clients")} columns={mcpClientColumns(visit)} rows={grants} />
        ) : (
          <Empty title={tr("No client has access")}>
            <p class="muted">{tr("Add this address to an MCP client. It sends you here to authorize access.")}</p>
            <Code id="mcp-url" label={tr("Copy the address")}>
              {resourceOf(deps.baseUrl)}
            </Code>
          </Empty>
        )}
        <SessionsHint />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_mcp_clients")} id="mcp-clients" />
      </>
    ),
  };
}

const hostOf = ({ client_id, redirect_uri }: McpClientShape) =>
  URL.canParse(client_id) ? new URL(client_id).host : redirectHost(redirect_uri);

function mcpClientColumns({ reader }: PageRequest): Column<McpClientShape>[] {
  return [
    {
      title: tr("Client"),
      cell: (grant) => (
        <>
          <bdi class="strong">{grant.client_name}</bdi>
          <br />
          <span class="muted">{hostOf(grant)}</span>
        </>
      ),
    },
    { title: tr("What it may do"), cell: (grant) => <Access of={grant} /> },
    {
      title: tr("Last use"),
      hideOnNarrow: true,
      cell: ({ id, last_used_at }) =>
        last_used_at === null ? (
          <span class="muted">{tr("never")}</span>
        ) : (
          <a href={`/settings/usage?key_id=${id}`}>
            <Time reader={reader} at={last_used_at} />
          </a>
        ),
    },
    {
      title: tr("Access since"),
      hideOnNarrow: true,
      cell: ({ created_at, person }) => (
        <>
          <Time reader={reader} at={created_at} format="day" />
          <br />
          <bdi class="muted">{person}</bdi>
        </>
      ),
    },
    {
      title: tr("Until"),
      hideOnNarrow: true,
      cell: ({ expires_at }) => <Time reader={reader} at={expires_at} format="day" />,
    },
    {
      title: "",
      cell: ({ id, client_name }) => (
        <a class="button small" href={`${CLIENTS_PATH}/${id}/revoke`}>
          {rich("Revoke{client_name}", { client_name: <span class="visually-hidden"> {client_name}</span> })}
        </a>
      ),
    },
  ];
}

const Access = ({
  of: { external_id, account_id, providers, read_only, confirm_destructive },
}: {
  of: McpClientShape;
}): Markup => (
  <ul class="words">
    {[
      read_only ? tr("read only") : tr("read and change"),
      ...(confirm_destructive && !read_only ? [tr("asks before destructive calls")] : []),
      ...(providers ?? [tr("all providers")]),
      ...(account_id === null ? [] : [tr("account {external_id}", { external_id: external_id ?? account_id })]),
    ].map((word) => (
      <li>
        <Tag tone="neutral">{word}</Tag>
      </li>
    ))}
  </ul>
);

/** A member ends what they have let in themselves; what others let in is for admins. */
async function revokeQuestion({ api }: Dashboard, visit: PageRequest) {
  const grant = await api.call(visit, "get_mcp_client", { params: { id: visit.params.id as string } });
  if (grant.person !== visit.person.email) assertTeamRole(visit, "admin");
  return {
    title: tr("Revoke this access?"),
    button: tr("Revoke"),
    isDangerous: true,
    back: CLIENTS_PATH,
    body: (
      <>
        <p>
          {rich("{client_name} ({grant}), last used {last_used_at}.", {
            client_name: <bdi class="strong">{grant.client_name}</bdi>,
            grant: hostOf(grant),
            last_used_at: <Time reader={visit.reader} at={grant.last_used_at} />,
          })}
        </p>
        <p>
          {tr(
            "Its calls are refused within a second, on every replica. It can ask you for access again. Your integrations, other clients and the usage log are kept.",
          )}
        </p>
      </>
    ),
  };
}
