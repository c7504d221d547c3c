/** @jsxImportSource #pages */
// The AI clients that may act for a user, and the page before the operator ends the access of one.

import { Type as t } from "@sinclair/typebox";
import type { McpClientShape } from "../../agents/oauth-server/model.ts";
import { AppError } from "../../foundation/errors.ts";
import type { UserShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { findUser, userParams } from "./find-user.ts";
import { Section } from "./section.tsx";
import { USERS_PATH, userPath } from "./users-pages.tsx";

const params = t.Composite([
  userParams,
  t.Object({ id: t.String({ format: "uuid", description: "The grant's id." }) }),
]);

export async function mcpClientsOf({ api }: Dashboard, visit: PageRequest, user: UserShape): Promise<McpClientShape[]> {
  const of = { params: { user: user.id } };
  return (await api.admin(visit, "admin_list_mcp_clients", of)).mcp_clients;
}

export function userMcpClientPages(dashboard: Dashboard): PublicRoute[] {
  const find = async (visit: PageRequest) => {
    const user = await findUser(dashboard, visit);
    const client = (await mcpClientsOf(dashboard, visit, user)).find(({ id }) => id === visit.params.id);
    if (!client)
      throw new AppError("NOT_FOUND", "The user has no client with this id, or its access has already ended.");
    return { user, client };
  };
  return confirmationPages(dashboard, {
    id: "operator_revoke_mcp_client",
    path: `${USERS_PATH}/{user}/mcp-clients/{id}/revoke`,
    access: "operator",
    params,
    needsRecentSignIn: true,
    async ask(visit) {
      const { user, client } = await find(visit);
      return {
        title: tr("End this client’s access?"),
        button: tr("End the access"),
        isDangerous: true,
        back: userPath(user.id),
        body: (
          <p>
            {rich(
              "{client_name}, given access by {person}: its calls are refused within a second, everywhere. It can ask for access again. Integrations, keys and the usage log are kept.",
              { client_name: <bdi class="strong">{client.client_name}</bdi>, person: <bdi>{client.person}</bdi> },
            )}
          </p>
        ),
      };
    },
    async act(visit) {
      const { user, client } = await find(visit);
      await dashboard.api.admin(visit, "admin_revoke_mcp_client", { params: { user: user.id, id: client.id } });
      return done(
        userPath(user.id),
        tr("The access of {client_name} has ended. Its calls are refused.", { client_name: client.client_name }),
      );
    },
  });
}

export function McpClients(props: {
  visit: PageRequest;
  user: UserShape;
  clients: McpClientShape[];
  mayChange: boolean;
}): Markup {
  const { visit, user, clients, mayChange } = props;
  if (clients.length === 0)
    return (
      <Section title={tr("AI clients")}>
        <p class="muted">{tr("None. No MCP client has access to this user.")}</p>
      </Section>
    );
  return (
    <Section title={tr("AI clients")}>
      <Table
        caption={tr("AI clients")}
        rows={clients}
        columns={[
          { title: tr("Client"), cell: ({ client_name }) => <bdi class="strong">{client_name}</bdi> },
          { title: tr("Access given by"), hideOnNarrow: true, cell: ({ person }) => <bdi>{person}</bdi> },
          { title: tr("Access"), hideOnNarrow: true, cell: accessText },
          {
            title: tr("Last used"),
            hideOnNarrow: true,
            cell: ({ last_used_at }) => <Time reader={visit.reader} at={last_used_at} />,
          },
          {
            title: tr("Until"),
            hideOnNarrow: true,
            cell: ({ expires_at }) => <Time reader={visit.reader} at={expires_at} format="day" />,
          },
          {
            title: "",
            cell: ({ id, client_name }) =>
              mayChange ? (
                <LinkButton kind="quiet" href={`${userPath(user.id)}/mcp-clients/${id}/revoke`}>
                  {rich("Revoke{client_name}", { client_name: <span class="visually-hidden"> {client_name}</span> })}
                </LinkButton>
              ) : null,
          },
        ]}
      />
    </Section>
  );
}

const accessText = ({ read_only, confirm_destructive, providers, external_id }: McpClientShape) =>
  [
    read_only ? "read" : "read and change",
    ...(confirm_destructive && !read_only ? [tr("asks before destructive calls")] : []),
    providers === null ? "all providers" : providers.join(", "),
    ...(external_id === null ? [] : [tr("account {external_id}", { external_id })]),
  ].join("; ");
