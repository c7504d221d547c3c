// The pages of people: sign-in, and the dashboard behind it.

import type { PasswordHasher } from "../identity/sign-in/passwords.ts";
import { createSignIn } from "../identity/sign-in/sign-in.ts";
import type { Deps } from "../server/deps.ts";
import type { PublicRoute } from "../web/http/route.ts";
import type { Route } from "../web/pipeline/route.ts";
import { accountPages } from "./accounts/account-pages.tsx";
import { accountsPages } from "./accounts/accounts-pages.tsx";
import { agentPages } from "./agents/agents-pages.tsx";
import { rulesPages } from "./agents/rules-pages.tsx";
import { createInternalApi } from "./api.ts";
import { approvalLinkPages } from "./approvals/approval-link-pages.tsx";
import { approvalPages } from "./approvals/approvals-pages.tsx";
import { manyApprovalPages } from "./approvals/many-pages.tsx";
import { standingPages } from "./approvals/standing-pages.tsx";
import { connectPagePages } from "./connect-page/connect-page-pages.tsx";
import { createPeopleCookies } from "./cookies.ts";
import { exportPages } from "./export/export-pages.tsx";
import { homePages } from "./home/home-pages.tsx";
import { eventPage } from "./inbox/event-page.tsx";
import { inboxPages } from "./inbox/inbox-pages.tsx";
import { integrationPages } from "./integrations/integrations-pages.tsx";
import { keyPages } from "./keys/keys-pages.tsx";
import { accountBorrowedPages } from "./lending/account-loans.tsx";
import { borrowedPages } from "./lending/borrowed-pages.tsx";
import { lendPages } from "./lending/lend-pages.tsx";
import { mailsPages } from "./mails/mails-pages.tsx";
import { clientConsentPages } from "./mcp-clients/client-consent.tsx";
import { mcpClientPages } from "./mcp-clients/mcp-clients-pages.tsx";
import { clientsPages } from "./oauth-apps/clients-pages.tsx";
import { operatorPages } from "./operator/routes.ts";
import { createDashboard, type Dashboard } from "./pages.tsx";
import { requestPages } from "./requests/request-pages.tsx";
import { searchPages } from "./search/search-pages.tsx";
import { securityPages } from "./security/security-pages.tsx";
import { oidcRoutes } from "./sign-in/oidc-sign-in.tsx";
import { providerSignInRoutes } from "./sign-in/provider-sign-in.tsx";
import { reauthenticationRoutes, sessionRoutes } from "./sign-in/reauthentication.tsx";
import { setupRoutes } from "./sign-in/setup-routes.tsx";
import { signInRoutes } from "./sign-in/sign-in-routes.tsx";
import { secretPages } from "./submitting.tsx";
import { checkForms } from "./subscriptions/check-form.tsx";
import { subscriptionPages } from "./subscriptions/subscription-pages.tsx";
import { joinRoutes } from "./team/join-routes.tsx";
import { teamPages } from "./team/team-pages.tsx";
import { toolPage } from "./tools/tool-page.tsx";
import { toolPages } from "./tools/tool-pages.tsx";
import { usagePages } from "./usage/usage-pages.tsx";
import { deliveryPage } from "./webhooks/delivery-page.tsx";
import { webhookConfirmations } from "./webhooks/webhook-confirmations.tsx";
import { webhookPage } from "./webhooks/webhook-page.tsx";
import { webhookPages } from "./webhooks/webhook-pages.tsx";

const PAGES_OF_PEOPLE: readonly ((dashboard: Dashboard) => PublicRoute[])[] = [
  signInRoutes,
  providerSignInRoutes,
  oidcRoutes,
  reauthenticationRoutes,
  sessionRoutes,
  setupRoutes,
  joinRoutes,
  teamPages,
  homePages,
  integrationPages,
  lendPages,
  borrowedPages,
  securityPages,
  mailsPages,
  accountsPages,
  accountPages,
  accountBorrowedPages,
  clientsPages,
  connectPagePages,
  keyPages,
  mcpClientPages,
  clientConsentPages,
  agentPages,
  rulesPages,
  manyApprovalPages,
  standingPages,
  approvalPages,
  approvalLinkPages,
  requestPages,
  searchPages,
  usagePages,
  exportPages,
  toolPages,
  toolPage,
  inboxPages,
  eventPage,
  subscriptionPages,
  checkForms,
  webhookPages,
  webhookPage,
  webhookConfirmations,
  deliveryPage,
  secretPages,
];

export interface DashboardRoutes {
  /** Sign-in, and what users and partners see. */
  people: PublicRoute[];
  /** What operators see: only on their own listener where they have one. */
  operator: PublicRoute[];
}

/** `routes` is read with the first request, so that all routes are in it. */
export function dashboardRoutes(
  deps: Deps,
  passwords: PasswordHasher,
  routes: () => readonly Route[],
): DashboardRoutes {
  const dashboard = createDashboard({
    deps,
    api: createInternalApi(deps, routes),
    signIn: createSignIn({ ...deps, passwords }),
    cookies: createPeopleCookies(deps),
    passwords,
  });
  return {
    people: dashboard.atBothAddresses(PAGES_OF_PEOPLE.flatMap((pages) => pages(dashboard))),
    operator: dashboard.atBothAddresses(operatorPages(dashboard)),
  };
}
