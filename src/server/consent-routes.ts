// Mounts what people consent to: connecting providers, the sign-in of MCP clients, and single calls.
import { approvalLinkRoutes } from "../agents/approvals/link-routes.ts";
import { oauthServerRoutes } from "../agents/oauth-server/routes.ts";
import { callbackRoutes } from "../connections/connect/callback-route.ts";
import { connectedRoutes } from "../connections/connect/connected-route.ts";
import { connectPageRoutes } from "../connections/connect/page-routes.ts";
import { connectScriptRoutes } from "../connections/connect/script-route.ts";
import { panelRoutes } from "../connections/panel/panel-routes.ts";
import type { Route } from "../web/pipeline/route.ts";
import type { Deps } from "./deps.ts";

/** MCP clients sign in where there is a dashboard, which asks the person. */
export const consentRoutes = (deps: Deps, hasDashboard: boolean): Route[] => [
  ...(hasDashboard ? oauthServerRoutes(deps) : []),
  ...callbackRoutes(deps),
  ...connectedRoutes(deps),
  ...connectPageRoutes(deps),
  ...connectScriptRoutes(deps),
  ...panelRoutes(deps),
  ...approvalLinkRoutes(deps),
];
