// Mounts the operations of the user and the partner API, whose ids and data the dashboard, the document and the client know.

import { manyApprovalRoutes } from "../agents/approvals/many-routes.ts";
import { approvalRoutes } from "../agents/approvals/routes.ts";
import { standingApprovalRoutes } from "../agents/approvals/standing-routes.ts";
import { ownClientRoutes } from "../agents/oauth-server/own-client-routes.ts";
import { policyRoutes } from "../agents/policies/routes.ts";
import { agentSessionRoutes } from "../agents/sessions/routes.ts";
import { toolRoutes } from "../agents/tools/routes.ts";
import { accountConnectRoutes } from "../connections/connect/account-routes.ts";
import { canConnect } from "../connections/connect/authorize.ts";
import { catalogueRoutes } from "../connections/connect/catalogue-routes.ts";
import { connectRoutes } from "../connections/connect/routes.ts";
import { integrationRoutes } from "../connections/integrations/routes.ts";
import { accountLendingRoutes } from "../connections/lending/account-routes.ts";
import { lendingRoutes } from "../connections/lending/routes.ts";
import { oauthAppRoutes } from "../connections/oauth-apps/routes.ts";
import { panelSessionRoutes } from "../connections/panel/account-routes.ts";
import { inboxRoutes } from "../events/inbox/routes.ts";
import type { EventStreams } from "../events/inbox/stream.ts";
import { sourceRoutes } from "../events/subscriptions/routes.ts";
import { webhookRoutes } from "../events/webhooks/routes.ts";
import { accountRoutes } from "../identity/accounts/routes.ts";
import { auditRoutes } from "../identity/audit/routes.ts";
import { ownKeyRoutes } from "../identity/credentials/routes.ts";
import { partnerRoutes } from "../identity/partners/routes.ts";
import { exportRoutes } from "../identity/personal-data/routes.ts";
import { usageRoutes } from "../metering/usage/routes.ts";
import type { Deps } from "./deps.ts";

/** A room whose routes are here has typed routes alone: test/server/typed-operations.test-d.ts refuses others. */
export function apiRoutes(deps: Deps, streams: EventStreams) {
  return [
    ...integrationRoutes(deps),
    ...connectRoutes(deps),
    ...catalogueRoutes(deps),
    ...sourceRoutes(deps),
    ...accountRoutes(deps),
    ...accountConnectRoutes(deps),
    ...lendingRoutes(deps),
    ...accountLendingRoutes(deps),
    ...panelSessionRoutes(deps),
    ...oauthAppRoutes(deps),
    ...partnerRoutes(deps),
    ...usageRoutes(deps),
    ...auditRoutes(deps),
    ...ownKeyRoutes(deps),
    ...ownClientRoutes(deps),
    ...agentSessionRoutes(deps),
    ...policyRoutes(deps),
    ...approvalRoutes(deps),
    ...manyApprovalRoutes(deps),
    ...standingApprovalRoutes(deps),
    ...exportRoutes(deps),
    ...inboxRoutes(deps, streams),
    ...webhookRoutes(deps),
    ...toolRoutes({ ...deps, isSetUp: (owner, provider) => canConnect(deps, owner, provider) }),
  ];
}

export type ApiOperation = ReturnType<typeof apiRoutes>[number];
