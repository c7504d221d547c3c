// What the gateway's own routes return, by their ids: a page that names a route which does not exist does not compile.
import type { Static } from "@sinclair/typebox";
import type { ownClientRoutes } from "../agents/oauth-server/own-client-routes.ts";
import type { ToolList } from "../agents/tools/tool.ts";
import type { accountConnectRoutes } from "../connections/connect/account-routes.ts";
import type { connectRoutes } from "../connections/connect/routes.ts";
import type { integrationRoutes } from "../connections/integrations/routes.ts";
import type { oauthAppRoutes } from "../connections/oauth-apps/routes.ts";
import type { inboxRoutes } from "../events/inbox/routes.ts";
import type { sourceRoutes } from "../events/subscriptions/routes.ts";
import type { webhookRoutes } from "../events/webhooks/routes.ts";
import type { accountRoutes } from "../identity/accounts/routes.ts";
import type { auditRoutes } from "../identity/audit/routes.ts";
import type { ownKeyRoutes } from "../identity/credentials/routes.ts";
import type { partnerRoutes } from "../identity/partners/routes.ts";
import type { usageRoutes } from "../metering/usage/routes.ts";
import type { TypedKeyRoute } from "../web/pipeline/key-route.ts";

type RoutesOf<F extends (...passed: never[]) => readonly unknown[]> = ReturnType<F>[number];
/** Lists of tools whole, not in a format. */
type ToolLists =
  | TypedKeyRoute<"list_tools", typeof ToolList>
  | TypedKeyRoute<"list_provider_tools", typeof ToolList>
  | TypedKeyRoute<"search_tools", typeof ToolList>;
export type OwnOperation =
  | ToolLists
  | RoutesOf<typeof accountConnectRoutes>
  | RoutesOf<typeof accountRoutes>
  | RoutesOf<typeof auditRoutes>
  | RoutesOf<typeof connectRoutes>
  | RoutesOf<typeof inboxRoutes>
  | RoutesOf<typeof ownClientRoutes>
  | RoutesOf<typeof ownKeyRoutes>
  | RoutesOf<typeof integrationRoutes>
  | RoutesOf<typeof oauthAppRoutes>
  | RoutesOf<typeof partnerRoutes>
  | RoutesOf<typeof sourceRoutes>
  | RoutesOf<typeof usageRoutes>
  | RoutesOf<typeof webhookRoutes>;
export type OwnOperationId = OwnOperation["id"];
/** What an operation returns as `data`. */
export type OwnData<Id extends OwnOperationId> = Static<Extract<OwnOperation, { id: Id }>["data"]>;
