// Everything that services are given: one plain object, built once in app.ts. A function that needs less picks its members.
import type { AccountDirectory } from "./accounts/service.ts";
import type { AdminTokens } from "./admin/tokens.ts";
import type { Audit } from "./audit/service.ts";
import type { Backups } from "./backup/service.ts";
import type { Config } from "./config.ts";
import type { Changes } from "./db/changes.ts";
import type { RequestDatabase } from "./db/database.ts";
import type { Deliveries } from "./deliveries/service.ts";
import type { EventSignal } from "./events/signal.ts";
import type { Cooldowns } from "./exchange/cooldowns.ts";
import type { IdentityChecks } from "./exchange/identity-checks.ts";
import type { Idempotency } from "./idempotency/service.ts";
import type { Integrations } from "./integrations/service.ts";
import type { JobEngine } from "./jobs/engine.ts";
import type { KeyDirectory } from "./keys/service.ts";
import type { RateLimiter } from "./limits/rate-limiter.ts";
import type { Strangers } from "./limits/strangers.ts";
import type { Log } from "./log.ts";
import type { LongLived } from "./long-lived/long-lived.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { ClientRegistry } from "./oauth/client-registry.ts";
import type { ClientDocuments } from "./oauth-server/client-documents.ts";
import type { Erasures } from "./personal-data/erasures.ts";
import type { Registry } from "./registry/registry.ts";
import type { Sources } from "./sources/service.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import type { Tracing } from "./tracing/tracing.ts";
import type { Resilience } from "./upstream/resilience.ts";
import type { Target } from "./upstream/target.ts";
import type { UsageWriter } from "./usage/writer.ts";
import type { Vault } from "./vault/vault.ts";
import type { Webhooks } from "./webhooks/service.ts";

export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
}

export interface Deps {
  config: Config;
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
  /** Records what matters for security. */
  audit: Audit;
  /** Tells replicas apart in leases. */
  replicaId: string;
  database: RequestDatabase;
  changes: Changes;
  vault: Vault;
  registry: Registry;
  /** Where a provider is, with the operator's overrides. */
  target(providerId: string): Target;
  /** A fetch in an owner's name, so that no owner takes the others' share of a provider. */
  fetchFor: Resilience["fetchFor"];
  takeRetry: Resilience["takeRetry"];
  hostStates: Resilience["hostStates"];
  cooldowns: Cooldowns;
  identityChecks: IdentityChecks;
  /** Milliseconds that a provider call may take; a streamed file's bytes may take longer. */
  deadlineMs: number;
  keys: KeyDirectory;
  /** What MCP clients say of themselves at their own addresses. */
  clientDocuments: ClientDocuments;
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
  deliveries: Deliveries;
  /** Subscriptions at providers, and polls. */
  sources: Sources;
  /** Tells readers of inboxes of new events. */
  events: EventSignal;
  /** Runs what `scheduled-jobs.ts` lists; not started in a command. */
  jobs: JobEngine;
  /** Of the embedded database. */
  backups: Backups;
  /** Erases users and connected accounts. */
  erasures: Erasures;
  /** Sends the messages of webhook endpoints. */
  webhooks: Webhooks;
  /** The only place that chooses an OAuth client. */
  oauthClients: ClientRegistry;
  tokens: AccessTokens;
}
