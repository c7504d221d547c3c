// What bounds each table, from the rooms that own them, and the job that deletes what is past it.
import { RETENTION as ofAccounts } from "./accounts/store.ts";
import { RETENTION as ofAdminTokens } from "./admin/token-store.ts";
import { RETENTION as ofAudit } from "./audit/store.ts";
import { RETENTION as ofConnecting } from "./connect/store.ts";
import { bounded, sweepTable, type TableRetention } from "./db/retention.ts";
import { RETENTION as ofDeliveries } from "./deliveries/store.ts";
import type { Deps } from "./deps.ts";
import { RETENTION as ofIdempotency } from "./idempotency/store.ts";
import { RETENTION as ofImports } from "./imports/store.ts";
import { RETENTION as ofInbox } from "./inbox/retention.ts";
import { RETENTION as ofIntegrations } from "./integrations/pending-grant-store.ts";
import { RETENTION as ofKeys } from "./keys/store.ts";
import { RETENTION as ofLimits } from "./limits/leases.ts";
import { RETENTION as ofOperatorClients } from "./oauth/operator-client-store.ts";
import { RETENTION as ofOAuthApps } from "./oauth-apps/store.ts";
import { RETENTION as ofClients } from "./oauth-server/client-store.ts";
import { RETENTION as ofGrants } from "./oauth-server/grant-store.ts";
import { RETENTION as ofPartners } from "./partners/store.ts";
import { RETENTION as ofFailures } from "./people/failures.ts";
import { RETENTION as ofBrowsers } from "./people/known-browsers.ts";
import { RETENTION as ofPasskeys } from "./people/passkey-store.ts";
import { RETENTION as ofSessions } from "./people/sessions.ts";
import { RETENTION as ofSetupLinks } from "./people/setup-links.ts";
import { RETENTION as ofPeople } from "./people/store.ts";
import { RETENTION as ofForms } from "./people/submissions.ts";
import { RETENTION as ofErasures } from "./personal-data/erasure-store.ts";
import { RETENTION as ofSources } from "./sources/store.ts";
import { RETENTION as ofTiers } from "./tiers/store.ts";
import { RETENTION as ofUsage } from "./usage/totals.ts";
import { RETENTION as ofUsers } from "./users/store.ts";
import { RETENTION as ofVault } from "./vault/key-ring-check.ts";
import { RETENTION as ofWebhooks } from "./webhooks/message-store.ts";

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
  ...[...ofImports, ...ofErasures, ...ofPeople, ...ofAdminTokens, ...ofOperatorClients, ...ofVault],
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
