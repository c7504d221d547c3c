// The pages of people: sign-in, and the dashboard behind it.
import type { Deps } from "../deps.ts";
import type { PublicRoute } from "../http/route.ts";
import type { PasswordHasher } from "../people/passwords.ts";
import { createSignIn } from "../people/sign-in.ts";
import type { Route } from "../pipeline/route.ts";
import { accountPages } from "./account-pages.tsx";
import { accountsPages } from "./accounts-pages.tsx";
import { createOwnApi } from "./api.ts";
import { clientConsentPages } from "./client-consent.tsx";
import { clientsPages } from "./clients-pages.tsx";
import { connectPagePages } from "./connect-page-pages.tsx";
import { createPeopleCookies } from "./cookies.ts";
import { deliveryPage } from "./delivery-page.tsx";
import { eventPage } from "./event-page.tsx";
import { inboxPages } from "./inbox-pages.tsx";
import { integrationPages } from "./integrations-pages.tsx";
import { keyPages } from "./keys-pages.tsx";
import { mcpClientPages } from "./mcp-clients-pages.tsx";
import { operatorPages } from "./operator/routes.ts";
import { createDashboard } from "./pages.tsx";
import { providerSignInRoutes } from "./provider-sign-in.tsx";
import { securityPages } from "./security-pages.tsx";
import { setupRoutes } from "./setup-routes.tsx";
import { signInRoutes } from "./sign-in-routes.tsx";
import { secretPages } from "./submitting.tsx";
import { toolPage } from "./tool-page.tsx";
import { toolPages } from "./tool-pages.tsx";
import { usagePages } from "./usage-pages.tsx";
import { webhookActs } from "./webhook-acts.tsx";
import { webhookPage } from "./webhook-page.tsx";
import { webhookPages } from "./webhook-pages.tsx";

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
    api: createOwnApi(deps, routes),
    signIn: createSignIn({ ...deps, passwords }),
    cookies: createPeopleCookies(deps),
    passwords,
  });
  return {
    people: dashboard.atBothAddresses([
      ...signInRoutes(dashboard),
      ...providerSignInRoutes(dashboard),
      ...setupRoutes(dashboard),
      ...integrationPages(dashboard),
      ...securityPages(dashboard),
      ...accountsPages(dashboard),
      ...accountPages(dashboard),
      ...clientsPages(dashboard),
      ...connectPagePages(dashboard),
      ...keyPages(dashboard),
      ...mcpClientPages(dashboard),
      ...clientConsentPages(dashboard),
      ...usagePages(dashboard),
      ...toolPages(dashboard),
      ...toolPage(dashboard),
      ...inboxPages(dashboard),
      ...eventPage(dashboard),
      ...webhookPages(dashboard),
      ...webhookPage(dashboard),
      ...webhookActs(dashboard),
      ...deliveryPage(dashboard),
      ...secretPages(dashboard),
    ]),
    operator: dashboard.atBothAddresses(operatorPages(dashboard)),
  };
}
