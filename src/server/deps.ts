// Everything that services are given: one plain object, built once in app.ts. A function that needs less picks its members.

import type { Approvals } from "../agents/approvals/approvals.ts";
import type { ClientDocuments } from "../agents/oauth-server/client-documents.ts";
import type { Policies } from "../agents/policies/directory.ts";
import type { SessionFactLog } from "../agents/sessions/facts.ts";
import type { Integrations } from "../connections/integrations/service.ts";
import type { ClientRegistry } from "../connections/oauth/client-registry.ts";
import type { AccessTokens } from "../connections/tokens/access-tokens.ts";
import type { InboundWebhooks } from "../events/ingest/service.ts";
import type { EventSignal } from "../events/log/signal.ts";
import type { Sources } from "../events/subscriptions/service.ts";
import type { Webhooks } from "../events/webhooks/service.ts";
import type { Config } from "../foundation/config/config.ts";
import type { Changes } from "../foundation/db/changes.ts";
import type { RequestDatabase } from "../foundation/db/database.ts";
import type { Table } from "../foundation/db/table.ts";
import type { JobEngine } from "../foundation/jobs/engine.ts";
import type { Activity } from "../foundation/log/activity.ts";
import type { Log } from "../foundation/log/log.ts";
import type { Mails } from "../foundation/mail/mails.ts";
import type { Metrics } from "../foundation/metrics/metrics.ts";
import type { Tracing } from "../foundation/tracing/tracing.ts";
import type { Vault } from "../foundation/vault/vault.ts";
import type { AccountDirectory } from "../identity/accounts/service.ts";
import type { Audit } from "../identity/audit/service.ts";
import type { KeyDirectory } from "../identity/keys/service.ts";
import type { Issuers } from "../identity/oidc/issuer.ts";
import type { Erasures } from "../identity/personal-data/erasures.ts";
import type { Idempotency } from "../metering/idempotency/service.ts";
import type { RateLimiter } from "../metering/limits/rate-limiter.ts";
import type { Strangers } from "../metering/limits/strangers.ts";
import type { LongLived } from "../metering/long-lived/long-lived.ts";
import type { UsageWriter } from "../metering/usage/writer.ts";
import type { AdminTokens } from "../operations/admin-tokens/tokens.ts";
import type { Backups } from "../operations/backup/service.ts";
import type { RevocationRuns } from "../operations/revocation-runs/runs.ts";
import type { Cooldowns } from "../providers/exchange/cooldowns.ts";
import type { IdentityChecks } from "../providers/exchange/identity-checks.ts";
import type { PluginGuard } from "../providers/guard/guard.ts";
import type { Registry } from "../providers/registry/registry.ts";
import type { Resilience } from "../providers/upstream/resilience.ts";
import type { Target } from "../providers/upstream/target.ts";

export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
}

export interface Deps {
  config: Config;
  /** Every table, as its room declares it. */
  tables: readonly Table[];
  /** The public base URL, without a trailing slash. */
  baseUrl: string;
  /** The bootstrap token of the admin API. */
  adminToken: string;
  /** Named tokens of the admin API, and the bootstrap token. */
  adminTokens: AdminTokens;
  clock: Clock;
  log: Log;
  /** Counts and times what happens. */
  metrics: Metrics;
  /** Collects spans; null where no operator does. */
  tracing: Tracing | null;
  /** Takes finished calls and entries of the audit log for other systems. */
  activity: Activity;
  /** Records what matters for security. */
  audit: Audit;
  /** Tells replicas apart in leases. */
  replicaId: string;
  database: RequestDatabase;
  changes: Changes;
  vault: Vault;
  registry: Registry;
  /** What of the plugins is out of use for a while. */
  quarantined: PluginGuard["quarantined"];
  /** The target of a provider, with the operator's overrides. */
  target(providerId: string): Target;
  /** A fetch in an owner's name, so that no owner takes the others' share of a provider. */
  fetchFor: Resilience["fetchFor"];
  takeRetry: Resilience["takeRetry"];
  forgetFailures: Resilience["forgetFailures"];
  hostStates: Resilience["hostStates"];
  cooldowns: Cooldowns;
  identityChecks: IdentityChecks;
  /** Milliseconds that a provider call may take; a streamed file's bytes may take longer. */
  deadlineMs: number;
  keys: KeyDirectory;
  /** The rules on each call. */
  policies: Policies;
  /** Calls that wait for a person's yes. */
  approvals: Approvals;
  sessionFacts: SessionFactLog;
  /** What MCP clients say of themselves at their own addresses. */
  clientDocuments: ClientDocuments;
  /** The OpenID Connect issuers by which people sign in. */
  issuers: Issuers;
  /** What lives long: its slots, and the rights that it ends with. */
  longLived: LongLived;
  /** Admits the work of those who have no valid credential. */
  strangers: Strangers;
  limiter: RateLimiter;
  usage: UsageWriter;
  idempotency: Idempotency;
  accounts: AccountDirectory;
  integrations: Integrations;
  /** What providers deliver. */
  inboundWebhooks: InboundWebhooks;
  /** Subscriptions at providers, and polls. */
  sources: Sources;
  /** Tells readers of inboxes of new events. */
  events: EventSignal;
  /** Runs what `scheduled-jobs.ts` lists; not started in a command. */
  jobs: JobEngine;
  /** Runs this program once more; empty where a test has no program. */
  commandLine: readonly string[];
  /** Makes backups of the database. */
  backups: Backups;
  /** Sends mails to people, where the operator has set an SMTP server. */
  mails: Mails;
  /** Erases users and connected accounts. */
  erasures: Erasures;
  /** Ends many grants, keys and sessions at once. */
  revocationRuns: RevocationRuns;
  /** Sends the messages of webhook endpoints. */
  webhooks: Webhooks;
  /** The only place that chooses an OAuth client. */
  oauthClients: ClientRegistry;
  tokens: AccessTokens;
}
