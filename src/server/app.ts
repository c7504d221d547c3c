// The composition root: makes the dependencies and mounts every route; no logic.

import { createClientDocuments } from "../agents/oauth-server/client-documents.ts";
import { CONNECT_ASSETS } from "../connections/connect/page-scripts.ts";
import { createImports, type Imports } from "../connections/imports/service.ts";
import { createIntegrations } from "../connections/integrations/service.ts";
import { createClientRegistry } from "../connections/oauth/client-registry.ts";
import { createAccessTokens } from "../connections/tokens/access-tokens.ts";
import type { RefreshTimes } from "../connections/tokens/refresh.ts";
import { type DashboardRoutes, dashboardRoutes } from "../dashboard/routes.ts";
import { createEventStreams, type StreamTimes } from "../events/inbox/stream.ts";
import { inboundWebhookRoutes } from "../events/ingest/routes.ts";
import { createInboundWebhooks } from "../events/ingest/service.ts";
import { createEventSignal } from "../events/log/signal.ts";
import { createSources } from "../events/subscriptions/service.ts";
import { createWebhooks, type WebhookOptions } from "../events/webhooks/service.ts";
import type { Config } from "../foundation/config/config.ts";
import { createChanges } from "../foundation/db/changes.ts";
import { type ClockCheck, createClockCheck } from "../foundation/db/clock-check.ts";
import type { OpenDatabase } from "../foundation/db/database.ts";
import { createJobEngine, type EngineTimes } from "../foundation/jobs/engine.ts";
import { type ActivityTargetOption, createActivity } from "../foundation/log/activity.ts";
import type { Log } from "../foundation/log/log.ts";
import { createMails } from "../foundation/mail/mails.ts";
import type { FamilyValues } from "../foundation/metrics/exposition.ts";
import { createMetrics } from "../foundation/metrics/metrics.ts";
import type { Network } from "../foundation/network/pinned-fetch.ts";
import { tracedDatabase } from "../foundation/tracing/database.ts";
import type { Tracing } from "../foundation/tracing/tracing.ts";
import type { KeyRing } from "../foundation/vault/key-ring.ts";
import { registerKeyRing } from "../foundation/vault/key-ring-check.ts";
import { createVault, type HmacOf } from "../foundation/vault/vault.ts";
import { type AccountDirectory, createAccountDirectory } from "../identity/accounts/service.ts";
import { createAudit } from "../identity/audit/service.ts";
import { createKeyDirectory } from "../identity/keys/service.ts";
import { createIssuer, type IssuerTimes } from "../identity/oidc/issuer.ts";
import { createErasures } from "../identity/personal-data/erasures.ts";
import { createFairHasher, type PasswordHasher } from "../identity/sign-in/passwords.ts";
import { createIdempotency } from "../metering/idempotency/service.ts";
import { createRateLimiter } from "../metering/limits/rate-limiter.ts";
import { createStrangers } from "../metering/limits/strangers.ts";
import { createLongLived } from "../metering/long-lived/long-lived.ts";
import { callActivity } from "../metering/usage/call-activity.ts";
import { createUsageWriter } from "../metering/usage/writer.ts";
import { createMetricsEndpoint, type MetricsEndpoint } from "../operations/admin/metrics-route.ts";
import { adminRoutes } from "../operations/admin/routes.ts";
import { createAdminTokens } from "../operations/admin-tokens/tokens.ts";
import { createBackups } from "../operations/backup/service.ts";
import type { Provider } from "../plugin/index.ts";
import { exchangeMemory } from "../providers/exchange/integration.ts";
import { createPluginGuard } from "../providers/guard/guard.ts";
import type { QuarantinedPart } from "../providers/guard/quarantine.ts";
import type { BrokenPlugin } from "../providers/registry/load.ts";
import { buildRegistry } from "../providers/registry/registry.ts";
import { decoding } from "../providers/upstream/decode.ts";
import { createResilience, type ResilienceOptions } from "../providers/upstream/resilience.ts";
import type { Fetch } from "../providers/upstream/send.ts";
import { referenceRoutes } from "../reference/routes.ts";
import { healthRoutes } from "../web/http/health.ts";
import { openApiRoute } from "../web/http/openapi-route.ts";
import { assetRoutes } from "../web/pages/assets.ts";
import type { Route } from "../web/pipeline/route.ts";
import { createHandler, type Handler } from "../web/pipeline/server.ts";
import { apiRoutes } from "./api-routes.ts";
import { callRoutes, documentSource } from "./call-routes.ts";
import { consentRoutes } from "./consent-routes.ts";
import type { Clock, Deps } from "./deps.ts";
import { targetsOf } from "./provider-targets.ts";
import { createReadiness } from "./readiness.ts";
import { TABLES } from "./tables.ts";

export interface AppOptions {
  config: Config;
  /** Public base URL, without a trailing slash. */
  baseUrl: string;
  keyRing: KeyRing;
  adminToken: string;
  /** Migrated already. */
  database: OpenDatabase;
  plugins: readonly Provider[];
  /** Plugins that are there and do not load. */
  broken?: readonly BrokenPlugin[];
  /** Plugins that are out of use from the start. */
  outOfUse?: readonly QuarantinedPart[];
  fetch: Fetch;
  clock: Clock;
  log: Log;
  /** Collects spans, if the operator does. */
  tracing?: Tracing | null;
  /** The places of the activity log. */
  activity?: readonly ActivityTargetOption[];
  /** Whether the process is stopping, and should get no new requests. */
  isStopping?: () => boolean;
  /** Milliseconds that a provider call may take; the default is 30 seconds. */
  deadlineMs?: number;
  /** Replaces the default account directory. */
  accounts?: AccountDirectory;
  /** Replaces the default times of a token refresh. */
  refreshTimes?: RefreshTimes;
  /** Replaces the default bulkhead and circuit breaker. */
  resilience?: ResilienceOptions;
  /** Replaces the default cooldowns. */
  cooldowns?: Deps["cooldowns"];
  /** Replaces the default network of outgoing webhooks. */
  webhooks?: WebhookOptions;
  /** Replaces the default network of MCP clients' own descriptions, and the times of requests to the issuer of people's sign-in. */
  clientDocuments?: Partial<Network>;
  issuerTimes?: IssuerTimes;
  /** Replaces the default times of scheduled jobs. */
  jobTimes?: EngineTimes;
  /** Replaces the default times of an event stream. */
  streamTimes?: StreamTimes;
  /** Hashes the passwords of people; without it there is no dashboard. */
  passwords?: PasswordHasher;
  /** Replaces Node's HMAC. */
  hmacOf?: HmacOf;
  /** The metrics of the gateway's other processes on this address. */
  otherMetrics?: () => Promise<FamilyValues[][]>;
}

const DEADLINE_MS = 30_000;

export interface App {
  handle: Handler;
  /** The admin API and the probes; the same as `handle` unless the operator has a listener of its own. */
  handleOperator: Handler;
  deps: Deps;
  routes: readonly Route[];
  /** This process's metrics, for another one of the same gateway. */
  collectMetrics: MetricsEndpoint["collect"];
  clockCheck: ClockCheck;
  /** Ends the event streams, which would last for ever. */
  endStreams(): void;
  /** Writes what is queued and releases unused leases; the database stays open. */
  close(): Promise<void>;
}

const dashboardOf = (deps: Deps, { passwords }: AppOptions, routes: () => readonly Route[]): DashboardRoutes =>
  passwords ? dashboardRoutes(deps, createFairHasher(passwords), routes) : { people: [], operator: [] };

/** Builds the application; throws a `StartupError` when the key ring does not fit the database. */
export async function createApp(options: AppOptions): Promise<App> {
  const deps = await createDeps(options);
  const { database, clock, changes, limiter, log } = deps;
  const isLogWritable = () => deps.usage.outage() === null;
  const clockCheck = createClockCheck(deps);
  const isReady = createReadiness({ database, clock, log, isLogWritable, isStopping: options.isStopping });
  const health = healthRoutes(isReady, clockCheck.difference, {
    broken: () => [...deps.registry.broken.keys()],
    quarantined: deps.quarantined,
  });
  const streams = createEventStreams(deps, options.streamTimes);
  const sources = { pools: options.database.pools, streams: streams.count };
  const metrics = createMetricsEndpoint(deps, sources, options.otherMetrics);
  const { routes: ofTools, endStreams } = callRoutes(deps, streams);
  const dashboard = dashboardOf(deps, options, () => routes);
  const imports = createImports(deps);
  const operators: Route[] = [...adminRoutes(deps, imports), metrics.route, ...dashboard.operator];
  const routes: Route[] = [
    ...health,
    ...consentRoutes(deps, options.passwords !== undefined),
    ...assetRoutes(CONNECT_ASSETS),
    ...apiRoutes(deps, streams),
    ...inboundWebhookRoutes(deps),
    ...operators,
    ...dashboard.people,
    ...ofTools,
  ];
  routes.push(...referenceRoutes(deps, routes), openApiRoute(routes, documentSource(deps)));
  changes.watch(["users", "partners", "tiers"], limiter.invalidate);
  await changes.start();
  const hasOwnListener = options.config.adminPort !== null;
  const handle = createHandler(deps, hasOwnListener ? routes.filter((route) => !operators.includes(route)) : routes);
  const handleOperator = hasOwnListener
    ? createHandler(deps, [...health, ...operators, ...dashboard.people, ...assetRoutes()])
    : handle;
  return {
    handle,
    handleOperator,
    deps,
    routes,
    collectMetrics: metrics.collect,
    clockCheck,
    endStreams,
    close: () => closeAll(deps, { clockCheck, endStreams, imports }),
  };
}

interface Ended {
  clockCheck: ClockCheck;
  endStreams(): void;
  imports: Imports;
}

/** Writes what is queued; what others still publish and record while they end comes last. */
async function closeAll(deps: Deps, { clockCheck, endStreams, imports }: Ended): Promise<void> {
  clockCheck.stop();
  endStreams();
  deps.longLived.stop();
  await deps.inboundWebhooks.stop();
  await deps.sources.stop();
  await Promise.all([deps.erasures.stop(), deps.mails.stop()]);
  await deps.jobs.stop();
  await deps.webhooks.stop();
  await deps.usage.drain();
  await deps.limiter.release();
  await deps.idempotency.close();
  await deps.tokens.close();
  await imports.close();
  await deps.events.stop();
  await deps.audit.close();
  await deps.activity.close();
}

async function createDeps(options: AppOptions): Promise<Deps> {
  const { config, baseUrl, adminToken, clock, log, tracing = null } = options;
  const { metrics, ...counted } = countedParts(options);
  const database = tracedDatabase(options.database.requests, tracing);
  const vault = createVault(options.keyRing, options.hmacOf);
  await registerKeyRing(options.database, vault);
  const changes = createChanges(options.database);
  const base = {
    config,
    tables: TABLES,
    baseUrl,
    adminToken,
    clock,
    log,
    metrics,
    tracing,
    audit: createAudit({ database, clock, log, activity: counted.activity }),
    replicaId: crypto.randomUUID(),
    database,
    changes,
    vault,
    ...counted,
    ...createResilience(decoding(options.fetch), options.resilience),
    ...exchangeMemory(options.cooldowns),
    strangers: createStrangers(() => clock.now()),
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
  };
  const oauthClients = createClientRegistry(base);
  const events = createEventSignal(base);
  const deps = {
    ...base,
    events,
    jobs: createJobEngine({ database: options.database, log, ...options.jobTimes }),
    oauthClients,
    ...{ backups: createBackups(options.database, log), mails: createMails(base) },
    ...{ longLived: createLongLived(base), keys: createKeyDirectory(base) },
    adminTokens: createAdminTokens(base),
    ...documentsOfOthers(base, options),
    limiter: createRateLimiter(database, () => clock.now(), log, undefined, base.metrics.limitLease),
    usage: createUsageWriter(database, log, undefined, (row) => base.activity.write(callActivity(row))),
    idempotency: createIdempotency(base),
    accounts: options.accounts ?? createAccountDirectory(base),
    integrations: createIntegrations(base),
    webhooks: createWebhooks({ ...base, events }, options.webhooks),
    tokens: createAccessTokens({ ...base, events, oauthClients }, options.refreshTimes),
  };
  const rest = { ...deps, sources: createSources(deps), erasures: createErasures(deps) };
  return { ...rest, inboundWebhooks: createInboundWebhooks(rest) };
}

/** What MCP clients and the issuer of people's sign-in say of themselves at their own addresses. */
const documentsOfOthers = (base: Pick<Deps, "config" | "clock">, options: AppOptions) => ({
  clientDocuments: createClientDocuments(base, options.clientDocuments),
  issuer: createIssuer(base, options.issuerTimes),
});

/** What counts, and what is made of the plugins, with a guard around their functions that counts too. */
function countedParts({ config, clock, log, ...options }: AppOptions) {
  const metrics = createMetrics();
  const guard = createPluginGuard({ log, metrics, now: () => clock.now(), outOfUse: options.outOfUse });
  const plugins = options.plugins.map(guard.guarded);
  return {
    metrics,
    activity: createActivity(options.activity ?? [], { log, metrics }),
    registry: buildRegistry(plugins, options.broken),
    quarantined: guard.quarantined,
    target: targetsOf({ config, log, plugins }),
  };
}
