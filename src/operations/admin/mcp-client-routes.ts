// The admin API of MCP clients that people have let in: what they may do, and the end of it.
import { Type as t } from "@sinclair/typebox";
import { endGrant, grantsOf } from "../../agents/oauth-server/grants.ts";
import { grantView, McpClientList, McpClientShape } from "../../agents/oauth-server/model.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";
import { UserParam } from "./user-routes.ts";

const GrantParam = t.Composite([
  UserParam,
  t.Object({ id: t.String({ format: "uuid", description: "The id of the client's access, from the list." }) }),
]);

const about = ({ id, user_id, account_id, client_id, client_name }: McpClientShape) => ({
  userId: user_id,
  accountId: account_id,
  resource: { kind: "mcp_grant", id },
  details: { client_id, client_name, reason: "operator" },
});

export function mcpClientRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_mcp_clients",
        data: McpClientList,
        method: "GET",
        path: "/users/{user}/mcp-clients",
        summary: "List the MCP clients that may act for a user.",
        params: UserParam,
      },
      async ({ params }) => {
        const user = await requireUser(deps, params.user);
        return { mcp_clients: (await grantsOf(deps, user.id)).map((row) => grantView(user.id, row)) };
      },
    ),
    operation(
      {
        id: "admin_revoke_mcp_client",
        data: McpClientShape,
        method: "DELETE",
        path: "/users/{user}/mcp-clients/{id}",
        summary: "Revoke an MCP client's access to a user.",
        params: GrantParam,
        event: "mcp_client_revoked",
        about,
      },
      async ({ params }) => {
        const user = await requireUser(deps, params.user);
        return grantView(user.id, await endGrant(deps, user.id, params.id));
      },
    ),
  ];
}
