// The operator's pages; with a listener of the operator's own they are served only there.
import type { PublicRoute } from "../../web/http/route.ts";
import type { Dashboard } from "../pages.tsx";
import { auditPages } from "./audit-pages.tsx";
import { clientPages } from "./client-form.tsx";
import { healthPages } from "./health-pages.tsx";
import { jobPages } from "./job-pages.tsx";
import { mailPages } from "./mail-pages.tsx";
import { partnerAndPluginPages } from "./partner-pages.tsx";
import { peoplePages } from "./people-pages.tsx";
import { personConfirmationPages } from "./person-confirmations.tsx";
import { personPages } from "./person-page.tsx";
import { providerPages } from "./provider-pages.tsx";
import { revocationPages } from "./revocation-pages.tsx";
import { tierPages } from "./tier-pages.tsx";
import { userErasePages } from "./user-erase.tsx";
import { userKeyPages } from "./user-keys.tsx";
import { userMcpClientPages } from "./user-mcp-clients.tsx";
import { userPages } from "./user-page.tsx";
import { userPartnerPages } from "./user-partner.tsx";
import { usersPages } from "./users-pages.tsx";

const GROUPS = [
  usersPages,
  userPages,
  userKeyPages,
  userMcpClientPages,
  userPartnerPages,
  userErasePages,
  peoplePages,
  personPages,
  personConfirmationPages,
  providerPages,
  clientPages,
  tierPages,
  partnerAndPluginPages,
  jobPages,
  auditPages,
  revocationPages,
  healthPages,
  mailPages,
];

export const operatorPages = (dashboard: Dashboard): PublicRoute[] => GROUPS.flatMap((pages) => pages(dashboard));
