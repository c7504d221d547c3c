// Every table of the database, as the rooms that own them declare it.
import { TABLES as ofApprovals } from "../agents/approvals/tables.ts";
import { TABLES as ofClients } from "../agents/oauth-server/client-store.ts";
import { TABLES as ofGrants } from "../agents/oauth-server/grant-store.ts";
import { TABLES as ofPolicies } from "../agents/policies/store.ts";
import { TABLES as ofAgentSessions } from "../agents/sessions/store.ts";
import { TABLES as ofConnecting } from "../connections/connect/tables.ts";
import { TABLES as ofImports } from "../connections/imports/store.ts";
import { TABLES as ofIntegrations } from "../connections/integrations/pending-grant-store.ts";
import { TABLES as ofShares } from "../connections/lending/share-store.ts";
import { TABLES as ofOperatorClients } from "../connections/oauth/operator-client-store.ts";
import { TABLES as ofOAuthApps } from "../connections/oauth-apps/store.ts";
import { TABLES as ofPanels } from "../connections/panel/store.ts";
import { TABLES as ofInbox } from "../events/inbox/retention.ts";
import { TABLES as ofDeliveries } from "../events/ingest/store.ts";
import { TABLES as ofSources } from "../events/subscriptions/store.ts";
import { TABLES as ofWebhooks } from "../events/webhooks/tables.ts";
import type { Table } from "../foundation/db/table.ts";
import { TABLES as ofJobs } from "../foundation/jobs/scheduled-runs.ts";
import { TABLES as ofMails } from "../foundation/mail/mail-store.ts";
import { TABLES as ofVault } from "../foundation/vault/key-ring-check.ts";
import { TABLES as ofAccounts } from "../identity/accounts/store.ts";
import { TABLES as ofSeals } from "../identity/audit/seal-store.ts";
import { TABLES as ofAudit } from "../identity/audit/store.ts";
import { TABLES as ofKeys } from "../identity/keys/store.ts";
import { TABLES as ofNotifications } from "../identity/notifications/store.ts";
import { TABLES as ofOidc } from "../identity/oidc/attempts.ts";
import { TABLES as ofPartners } from "../identity/partners/store.ts";
import { TABLES as ofInvitations } from "../identity/people/invitation-store.ts";
import { TABLES as ofPeople } from "../identity/people/store.ts";
import { TABLES as ofErasures } from "../identity/personal-data/erasure-store.ts";
import { TABLES as ofFailures } from "../identity/sign-in/failures.ts";
import { TABLES as ofBrowsers } from "../identity/sign-in/known-browsers.ts";
import { TABLES as ofPasskeys } from "../identity/sign-in/passkey-store.ts";
import { TABLES as ofSessions } from "../identity/sign-in/sessions.ts";
import { TABLES as ofSetupLinks } from "../identity/sign-in/setup-links.ts";
import { TABLES as ofForms } from "../identity/sign-in/submissions.ts";
import { TABLES as ofUsers } from "../identity/users/store.ts";
import { TABLES as ofIdempotency } from "../metering/idempotency/store.ts";
import { TABLES as ofLimits } from "../metering/limits/leases.ts";
import { TABLES as ofTiers } from "../metering/tiers/store.ts";
import { TABLES as ofEvidence } from "../metering/usage/evidence.ts";
import { TABLES as ofCallFailures } from "../metering/usage/failures.ts";
import { TABLES as ofUsage } from "../metering/usage/totals.ts";
import { TABLES as ofAdminTokens } from "../operations/admin-tokens/token-store.ts";
import { TABLES as ofBackups } from "../operations/backup/run-store.ts";
import { TABLES as ofReplicas } from "../operations/cluster/replica-store.ts";
import { TABLES as ofRevocationRuns } from "../operations/revocation-runs/run-store.ts";

const MIGRATIONS: Table = {
  table: "migrations",
  bound: "One for each migration.",
  personal: { erasure: "none", why: "The schema's history." },
};

/**
 * Every table of the schema has one entry: a test compares. In this order they are swept, what strangers can make first, and
 * exported: an export that was begun before an upgrade goes on after it, so that exported tables keep their order.
 */
export const TABLES: readonly Table[] = [
  ...[...ofFailures, ...ofBrowsers, ...ofPasskeys, ...ofSessions, ...ofForms, ...ofSetupLinks, ...ofClients],
  ...[...ofUsers, ...ofPartners, ...ofKeys, ...ofGrants, ...ofOAuthApps, ...ofAccounts, ...ofIntegrations],
  ...[...ofImports, ...ofSources, ...ofConnecting, ...ofWebhooks, ...ofInbox, ...ofIdempotency, ...ofLimits],
  ...[...ofUsage, ...ofAudit, ...ofDeliveries, ...ofTiers, ...ofErasures, ...ofPeople, ...ofAdminTokens],
  ...[
    ...ofOperatorClients,
    ...ofVault,
    ...ofJobs,
    ...ofCallFailures,
    ...ofSeals,
    ...ofEvidence,
    ...ofOidc,
    ...ofInvitations,
    ...ofMails,
    ...ofNotifications,
    ...ofPanels,
    ...ofBackups,
    ...ofReplicas,
    ...ofShares,
    ...ofAgentSessions,
    ...ofPolicies,
    ...ofApprovals,
    ...ofRevocationRuns,
  ],
  MIGRATIONS,
];
