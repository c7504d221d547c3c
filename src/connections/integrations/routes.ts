// The user API over HTTP: the caller's own integrations.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { IntegrationShape } from "./model.ts";
import { viewIntegrations } from "./service.ts";

const tag = { name: "integrations", description: "Your integrations, and connecting new ones." };
/** What all routes of the caller's own integrations have in common. */
export const INTEGRATION_ROUTE = { access: "key", tag, owner: "user" } satisfies Partial<ApiKeyRoute>;

export function integrationRoutes(deps: Deps) {
  return [
    keyRoute({
      ...INTEGRATION_ROUTE,
      permissions: ["gateway:integrations.read"],
      takesAgentSessions: true,
      id: "list_integrations",
      method: "GET",
      path: "/api/v1/integrations",
      summary: "List your integrations with the services that each one may use.",
      data: t.Object({ integrations: t.Array(IntegrationShape) }),
      handle: async ({ owner }) => ({ data: { integrations: await viewIntegrations(deps, owner) } }),
    }),
  ];
}
