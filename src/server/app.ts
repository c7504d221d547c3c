// The composition root: makes the dependencies and mounts every route; no logic.

import { CONNECT_ASSETS } from "../connections/connect/page-scripts.ts";
import { createImports, type Imports } from "../connections/imports/service.ts";
import { PANEL_ASSETS } from "../connections/panel/panel-scripts.ts";
import type { RefreshTimes } from "../connections/tokens/refresh.ts";
import { guidedPages } from "../dashboard/navigation.ts";
import { type DashboardRoutes, dashboardRoutes } from "../dashboard/routes.ts";
import { createEventStreams, type StreamTimes } from "../events/inbox/stream.ts";
import { inboundWebhookRoutes } from "../events/ingest/routes.ts";
import type { WebhookOptions } from "../events/webhooks/service.ts";
import type { Config } from "../foundation/config/config.ts";
import { type ClockCheck, createClockCheck } from "../foundation/db/clock-check.ts";
import type { OpenDatabase } from "../foundation/db/database.ts";
import type { EngineTimes } from "../foundation/jobs/engine.ts";
import type { ActivityTargetOption } from "../foundation/log/activity.ts";
import type { Log } from "../foundation/log/log.ts";
import type { FamilyValues } from "../foundation/metrics/exposition.ts";
import type { Network } from "../foundation/network/pinned-fetch.ts";
import type { Tracing } from "../foundation/tracing/tracing.ts";
import type { KeyRing } from "../foundation/vault/key-ring.ts";
import type { HmacOf } from "../foundation/vault/vault.ts";
import { VERSION } from "../foundation/version.ts";
import type { AccountDirectory } from "../identity/accounts/service.ts";
import type { IssuerTimes } from "../identity/oidc/issuer.ts";
import { createFairHasher, type PasswordHasher } from "../identity/sign-in/passwords.ts";
import { createMetricsEndpoint, type MetricsEndpoint } from "../operations/admin/metrics-route.ts";
import { adminRoutes } from "../operations/admin/routes.ts";
import { describeSelf, hasChallenge } from "../operations/doctor/self-description.ts";
import type { Provider } from "../plugin/index.ts";
import type { QuarantinedPart } from "../providers/guard/quarantine.ts";
import type { BrokenPlugin } from "../providers/registry/load.ts";
import type { ResilienceOptions } from "../providers/upstream/resilience.ts";
import type { Fetch } from "../providers/upstream/send.ts";
import { referenceRoutes } from "../reference/routes.ts";
import { healthRoutes } from "../web/http/health.ts";
import { openApiRoute } from "../web/http/openapi-route.ts";
import { publicPathsOf } from "../web/http/public-paths.ts";
import { assetRoutes } from "../web/pages/assets.ts";
import type { Route } from "../web/pipeline/route.ts";
import { createHandler, type Handler } from "../web/pipeline/server.ts";
import { apiRoutes } from "./api-routes.ts";
import { callRoutes, documentSource } from "./call-routes.ts";
import { consentRoutes } from "./consent-routes.ts";
import { createDeps } from "./create-deps.ts";
import type { Clock, Deps } from "./deps.ts";
import { createReadiness } from "./readiness.ts";

export interface AppOptions {
  config: Config;
  /** Public base URL, without a trailing slash. */
  baseUrl: string;
  keyRing: KeyRing;
  adminToken: string;
  /** Runs this program once more, which verifies backups. */
  commandLine?: readonly string[];
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
  /** Replaces the default network of MCP clients' own descriptions, and the times of requests to the issuers of people's sign-in. */
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

const pluginHealth = ({ registry, quarantined }: Deps) => ({ broken: () => [...registry.broken.keys()], quarantined });

/** Builds the application; throws a `StartupError` when the key ring does not fit the database. */
export async function createApp(options: AppOptions): Promise<App> {
  const deps = await createDeps(options);
  const { database, clock, changes, limiter, log } = deps;
  const isLogWritable = () => deps.usage.outage() === null;
  const clockCheck = createClockCheck(deps);
  const isReady = createReadiness({ database, clock, log, isLogWritable, isStopping: options.isStopping });
  const health = healthRoutes(isReady, clockCheck.difference, pluginHealth(deps), ({ request, address }) => {
    // A probe without a challenge is never refused.
    if (hasChallenge(request)) deps.strangers.admit("probe", address);
    // With a listener of its own the metrics need no admin token, and are the operator's all the same.
    const ofCallers = routes.filter(({ id }) => id !== metrics.route.id);
    return describeSelf(deps.vault, request, { version: VERSION, address, paths: publicPathsOf(ofCallers) });
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
    ...assetRoutes([...CONNECT_ASSETS, ...PANEL_ASSETS]),
    ...apiRoutes(deps, streams),
    ...inboundWebhookRoutes(deps),
    ...operators,
    ...dashboard.people,
    ...ofTools,
  ];
  routes.push(
    ...referenceRoutes(deps, routes, options.passwords ? guidedPages() : []),
    openApiRoute(routes, documentSource(deps)),
  );
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
  const { erasures, revocationRuns, mails, approvals } = deps;
  await Promise.all([erasures, revocationRuns, mails, approvals].map((queue) => queue.stop()));
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
