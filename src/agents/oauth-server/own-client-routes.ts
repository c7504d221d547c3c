// The MCP clients that may act for the caller's own user, over HTTP. Only people give access: at the dashboard.
import { Type as t } from "@sinclair/typebox";
import { READS_CREDENTIALS, Revoked, WRITES_CREDENTIALS } from "../../identity/credentials/routes.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { endOwnGrant, grantsOf, requireGrant } from "./grants.ts";
import { grantView, McpClientList, McpClientShape } from "./model.ts";

const ofOne = {
  path: "/api/v1/mcp-clients/{id}",
  params: t.Object({
    id: t.String({ minLength: 1, maxLength: 64, description: "The id of the client's access, from the list." }),
  }),
  data: McpClientShape,
};

export function ownClientRoutes(deps: Deps) {
  return [
    keyRoute({
      ...READS_CREDENTIALS,
      id: "list_mcp_clients",
      method: "GET",
      path: "/api/v1/mcp-clients",
      summary: "The AI clients that may act for you over MCP.",
      data: McpClientList,
      handle: async ({ caller: { userId } }) => ({
        data: { mcp_clients: (await grantsOf(deps, userId)).map((row) => grantView(userId, row)) },
      }),
    }),
    keyRoute({
      ...READS_CREDENTIALS,
      ...ofOne,
      id: "get_mcp_client",
      method: "GET",
      summary: "One AI client that may act for you over MCP.",
      codes: ["NOT_FOUND"],
      handle: async ({ caller: { userId }, params }) => ({
        data: grantView(userId, await requireGrant(deps, userId, params.id)),
      }),
    }),
    keyRoute({
      ...WRITES_CREDENTIALS,
      ...ofOne,
      data: Revoked,
      id: "revoke_mcp_client",
      method: "DELETE",
      summary: "Revoke an AI client's access. Its calls are refused within a second.",
      codes: ["NOT_FOUND"],
      async handle({ caller: { userId }, params, initiator }) {
        await endOwnGrant(deps, userId, params.id, initiator);
        return { data: { revoked: true as const } };
      },
    }),
  ];
}
