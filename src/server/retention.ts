// What bounds each table, from the rooms that own them, and the job that deletes what is past it.

import { RETENTION as ofClients } from "../agents/oauth-server/client-store.ts";
import { RETENTION as ofGrants } from "../agents/oauth-server/grant-store.ts";
import { RETENTION as ofConnecting } from "../connections/connect/store.ts";
import { RETENTION as ofImports } from "../connections/imports/store.ts";
import { RETENTION as ofIntegrations } from "../connections/integrations/pending-grant-store.ts";
import { RETENTION as ofOperatorClients } from "../connections/oauth/operator-client-store.ts";
import { RETENTION as ofOAuthApps } from "../connections/oauth-apps/store.ts";
import { RETENTION as ofInbox } from "../events/inbox/retention.ts";
import { RETENTION as ofDeliveries } from "../events/ingest/store.ts";
import { RETENTION as ofSources } from "../events/subscriptions/store.ts";
import { RETENTION as ofWebhooks } from "../events/webhooks/message-store.ts";
import { bounded, sweepTable, type TableRetention } from "../foundation/db/retention.ts";
import { RETENTION as ofJobs } from "../foundation/jobs/scheduled-runs.ts";
import { RETENTION as ofVault } from "../foundation/vault/key-ring-check.ts";
import { RETENTION as ofAccounts } from "../identity/accounts/store.ts";
import { RETENTION as ofAudit } from "../identity/audit/store.ts";
import { RETENTION as ofKeys } from "../identity/keys/store.ts";
import { RETENTION as ofPartners } from "../identity/partners/store.ts";
import { RETENTION as ofPeople } from "../identity/people/store.ts";
import { RETENTION as ofErasures } from "../identity/personal-data/erasure-store.ts";
import { RETENTION as ofFailures } from "../identity/sign-in/failures.ts";
import { RETENTION as ofBrowsers } from "../identity/sign-in/known-browsers.ts";
import { RETENTION as ofPasskeys } from "../identity/sign-in/passkey-store.ts";
import { RETENTION as ofSessions } from "../identity/sign-in/sessions.ts";
import { RETENTION as ofSetupLinks } from "../identity/sign-in/setup-links.ts";
import { RETENTION as ofForms } from "../identity/sign-in/submissions.ts";
import { RETENTION as ofUsers } from "../identity/users/store.ts";
import { RETENTION as ofIdempotency } from "../metering/idempotency/store.ts";
import { RETENTION as ofLimits } from "../metering/limits/leases.ts";
import { RETENTION as ofTiers } from "../metering/tiers/store.ts";
import { RETENTION as ofUsage } from "../metering/usage/totals.ts";
import { RETENTION as ofAdminTokens } from "../operations/admin-tokens/token-store.ts";
import type { Deps } from "./deps.ts";

/** Every table of the schema has one entry: a test compares. In this order they are swept. */
export const RETENTION: readonly TableRetention[] = [
  // What strangers can make comes first.
  ...[
    ...ofFailures,
    ...ofBrowsers,
    ...ofPasskeys,
    ...ofSessions,
    ...ofForms,
    ...ofSetupLinks,
    ...ofClients,
    ...ofGrants,
    ...ofLimits,
  ],
  ...[...ofIdempotency, ...ofConnecting, ...ofDeliveries, ...ofWebhooks, ...ofInbox, ...ofUsage, ...ofAudit],
  ...[...ofUsers, ...ofPartners, ...ofTiers, ...ofKeys, ...ofAccounts, ...ofIntegrations, ...ofSources, ...ofOAuthApps],
  ...[...ofImports, ...ofErasures, ...ofPeople, ...ofAdminTokens, ...ofOperatorClients, ...ofVault, ...ofJobs],
  bounded("migrations", "One for each migration."),
];

/** Deletes what is past its time in every table. One table's failure takes no other's turn. */
export async function sweepAll(
  { database, clock, config, log }: Pick<Deps, "database" | "clock" | "config" | "log">,
  signal: AbortSignal,
): Promise<void> {
  for (const retention of RETENTION) {
    if (signal.aborted) return;
    try {
      await sweepTable(retention, { database: database.reports, now: clock.now(), settings: config, signal });
    } catch (error) {
      log.warn("retention_failed", { table: retention.table, error });
    }
  }
}
