/** @jsxImportSource #pages */
// MCP clients that the user has let in, and the page before the access of one ends.
import { Type as t } from "@sinclair/typebox";
import type { GrantRow } from "../../agents/oauth-server/grant-store.ts";
import { endOwnGrant, grantsOf, requireGrant } from "../../agents/oauth-server/grants.ts";
import { redirectHost } from "../../agents/oauth-server/redirect-uri.ts";
import { resourceOf } from "../../agents/oauth-server/resource.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Notice, Tag } from "../../web/pages/components.tsx";
import { Code, type Column, Empty, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { confirmationPages } from "../confirm.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { CLIENTS_PATH } from "../paths.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";

const params = t.Object({ id: t.String({ format: "uuid", description: "The grant's id." }) });
const userIdOf = (visit: PageRequest) => (visit.user as ActingUser).id;

export function mcpClientPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, page } = dashboard;
  return [
    page({ id: "mcp_clients", path: CLIENTS_PATH, access: "user", show: (visit) => mcpClientsPage(dashboard, visit) }),
    ...confirmationPages(dashboard, {
      id: "revoke_mcp_client",
      path: `${CLIENTS_PATH}/{id}/revoke`,
      access: "user",
      params,
      ask: (visit) => revokeQuestion(dashboard, visit),
      async act(visit) {
        await endOwnGrant(deps, userIdOf(visit), visit.params.id as string, initiatorOf(visit));
        return `${CLIENTS_PATH}?revoked=1`;
      },
    }),
  ];
}

async function mcpClientsPage({ deps }: Dashboard, visit: PageRequest): Promise<View> {
  const grants = await grantsOf(deps, userIdOf(visit));
  return {
    title: "AI clients",
    lead: "Programs that have access over MCP, such as Claude, VS Code or Cursor.",
    body: (
      <>
        {visit.url.searchParams.has("revoked") ? (
          <Notice tone="good">The client’s access is revoked. Its calls are now refused.</Notice>
        ) : null}
        {grants.length > 0 ? (
          <Table caption="AI clients" columns={mcpClientColumns(visit)} rows={grants} />
        ) : (
          <Empty title="No client has access">
            <p class="muted">Add this address to an MCP client. It sends you here to authorize access.</p>
            <Code id="mcp-url" label="Copy the address">
              {resourceOf(deps.baseUrl)}
            </Code>
          </Empty>
        )}
      </>
    ),
  };
}

const hostOf = ({ clientId, redirectUri }: GrantRow) =>
  URL.canParse(clientId) ? new URL(clientId).host : redirectHost(redirectUri);

function mcpClientColumns({ reader }: PageRequest): Column<GrantRow>[] {
  return [
    {
      title: "Client",
      cell: (grant) => (
        <>
          <bdi class="strong">{grant.clientName}</bdi>
          <br />
          <span class="muted">{hostOf(grant)}</span>
        </>
      ),
    },
    { title: "What it may do", cell: (grant) => <Access of={grant} /> },
    {
      title: "Last use",
      hideOnNarrow: true,
      cell: ({ id, lastUsedAt }) =>
        lastUsedAt === null ? (
          <span class="muted">never</span>
        ) : (
          <a href={`/settings/usage?key_id=${id}`}>
            <Time reader={reader} at={lastUsedAt} />
          </a>
        ),
    },
    {
      title: "Access since",
      hideOnNarrow: true,
      cell: ({ createdAt, person }) => (
        <>
          <Time reader={reader} at={createdAt} format="day" />
          <br />
          <bdi class="muted">{person}</bdi>
        </>
      ),
    },
    {
      title: "Until",
      hideOnNarrow: true,
      cell: ({ expiresAt }) => <Time reader={reader} at={expiresAt} format="day" />,
    },
    {
      title: "",
      cell: ({ id, clientName }) => (
        <a class="button small" href={`${CLIENTS_PATH}/${id}/revoke`}>
          Revoke<span class="visually-hidden"> {clientName}</span>
        </a>
      ),
    },
  ];
}

const Access = ({
  of: { externalId, accountId, providers, isReadOnly, confirmDestructive },
}: {
  of: GrantRow;
}): Markup => (
  <ul class="words">
    {[
      isReadOnly ? "read only" : "read and change",
      ...(confirmDestructive && !isReadOnly ? ["asks before destructive calls"] : []),
      ...(providers ?? ["all providers"]),
      ...(accountId === null ? [] : [`account ${externalId}`]),
    ].map((word) => (
      <li>
        <Tag tone="neutral">{word}</Tag>
      </li>
    ))}
  </ul>
);

async function revokeQuestion({ deps }: Dashboard, visit: PageRequest) {
  const grant = await requireGrant(deps, userIdOf(visit), visit.params.id as string);
  return {
    title: "Revoke this access?",
    button: "Revoke",
    isDangerous: true,
    back: CLIENTS_PATH,
    body: (
      <>
        <p>
          <bdi class="strong">{grant.clientName}</bdi> ({hostOf(grant)}), last used{" "}
          <Time reader={visit.reader} at={grant.lastUsedAt} />.
        </p>
        <p>
          Its calls are refused within a second, on every replica. It can ask you for access again. Your integrations,
          other clients and the usage log are kept.
        </p>
      </>
    ),
  };
}
