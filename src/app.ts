// The composition root: makes the dependencies and mounts every route; no logic.
import { accountRoutes } from "./accounts/routes.ts";
import { type AccountDirectory, createAccountDirectory } from "./accounts/service.ts";
import { adminRoutes } from "./admin/routes.ts";
import { type Cooldowns, createCooldowns } from "./calls/cooldowns.ts";
import { providerRoutes } from "./calls/routes.ts";
import type { CallDeps } from "./calls/run.ts";
import { type Config, ConfigError } from "./config.ts";
import { callbackRoutes } from "./connect/callback-route.ts";
import { connectedRoutes } from "./connect/connected-route.ts";
import { connectRoutes } from "./connect/routes.ts";
import { createChanges } from "./db/changes.ts";
import type { OpenDatabase } from "./db/database.ts";
import type { Clock, Deps } from "./deps.ts";
import { healthRoutes } from "./http/health.ts";
import { openApiRoute } from "./http/openapi-route.ts";
import type { Route } from "./http/route.ts";
import { createIdempotency } from "./idempotency/service.ts";
import { createIntegrations } from "./integrations/service.ts";
import { createApiKeys } from "./keys/service.ts";
import { createRateLimiter } from "./limits/rate-limiter.ts";
import type { Log } from "./log.ts";
import { createClientRegistry } from "./oauth/client-registry.ts";
import { oauthAppRoutes } from "./oauth-apps/routes.ts";
import { partnerRoutes } from "./partners/routes.ts";
import { createThrottle } from "./pipeline/authentication.ts";
import { createHandler, type Handler } from "./pipeline/server.ts";
import type { Provider } from "./plugin/index.ts";
import { createReadiness } from "./readiness.ts";
import { buildRegistry } from "./registry/registry.ts";
import { createAccessTokens, type RefreshTimes } from "./tokens/access-tokens.ts";
import { toolRoutes } from "./tools/routes.ts";
import { decoding } from "./upstream/decode.ts";
import { createResilience, type ResilienceOptions } from "./upstream/resilience.ts";
import type { Fetch } from "./upstream/send.ts";
import { resolveTarget, settingsErrors, type Target } from "./upstream/target.ts";
import { usageRoutes } from "./usage/routes.ts";
import { createUsageWriter } from "./usage/writer.ts";
import type { KeyRing } from "./vault/key-ring.ts";
import { checkKeyRing } from "./vault/key-ring-check.ts";
import { createVault } from "./vault/vault.ts";

export interface AppOptions {
  config: Config;
  /** Public base URL, without a trailing slash. */
  baseUrl: string;
  keyRing: KeyRing;
  adminToken: string;
  /** Migrated already. */
  database: OpenDatabase;
  plugins: readonly Provider[];
  fetch: Fetch;
  clock: Clock;
  log: Log;
  /** Whether the process is about to end, so that no new requests should come to it. */
  isStopping?: () => boolean;
  /** Milliseconds that a provider call may take; 30 seconds unless said. */
  deadlineMs?: number;
  /** What finds connected accounts, where it is another than the usual. */
  accounts?: AccountDirectory;
  /** Deadline, lease and wait of a token refresh, where they differ from the usual. */
  refreshTimes?: RefreshTimes;
  /** Caps and breaker towards providers, where they differ from the usual. */
  resilience?: ResilienceOptions;
  /** What remembers the waits that providers ask for, where it is another than the usual. */
  cooldowns?: Cooldowns;
}

const DEADLINE_MS = 30_000;

export interface App {
  handle: Handler;
  /** The admin API and the probes; the same as `handle` unless the operator has a listener of its own. */
  handleOperator: Handler;
  deps: Deps;
  routes: readonly Route[];
  /** Writes what is queued and gives unspent calls back; the database stays open. */
  close(): Promise<void>;
}

/** Builds the application; throws a sentence when the key ring does not fit the database. */
export async function createApp(options: AppOptions): Promise<App> {
  const { clock, log } = options;
  const resilience = createResilience(decoding(options.fetch), options.resilience);
  const deps = await createDeps(options, resilience.fetchFor);
  const { registry, limiter, usage, changes, accounts } = deps;
  const calls: CallDeps = {
    ...deps,
    integrations: createIntegrations(deps),
    tokens: createAccessTokens(deps, options.refreshTimes),
    takeRetry: resilience.takeRetry,
    cooldowns: options.cooldowns ?? createCooldowns(),
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
  };
  const keys = createApiKeys(deps);
  const isReady = createReadiness({
    ...options,
    database: deps.database,
    isLogWritable: () => usage.outage() === null,
  });
  const health = healthRoutes(isReady);
  const admin = adminRoutes(deps);
  const routes: Route[] = [
    ...health,
    ...callbackRoutes(deps),
    ...connectRoutes(deps),
    ...connectedRoutes(deps),
    ...accountRoutes(deps),
    ...oauthAppRoutes(deps),
    ...partnerRoutes(deps),
    ...toolRoutes(calls),
    ...usageRoutes(deps),
    ...admin,
    ...providerRoutes(calls, registry),
  ];
  routes.push(openApiRoute(routes, options.baseUrl));
  changes.watch(["users", "partners"], limiter.invalidate);
  await changes.start();
  const throttle = createThrottle(() => clock.now());
  const idempotency = createIdempotency(deps);
  const { adminToken } = options;
  const close = async () => {
    await usage.drain();
    await limiter.release();
    await idempotency.close();
    await calls.tokens.close();
  };
  const serving = { keys, accounts, limiter, usage, clock, log, throttle, idempotency, adminToken };
  const isApart = options.config.adminPort !== null;
  const handle = createHandler(serving, isApart ? routes.filter(({ access }) => access !== "admin") : routes);
  const handleOperator = isApart ? createHandler(serving, [...health, ...admin]) : handle;
  return { handle, handleOperator, deps, routes, close };
}

async function createDeps(options: AppOptions, fetchFor: Deps["fetchFor"]): Promise<Deps> {
  const { config, baseUrl, clock, log, plugins } = options;
  const database = options.database.requests;
  const vault = createVault(options.keyRing);
  const changes = createChanges(options.database);
  await checkKeyRing(options.database, vault);
  const misfits = plugins.flatMap((plugin) => settingsErrors(plugin, config.provider(plugin.id)));
  if (misfits.length > 0) throw new ConfigError(misfits);
  const targets = new Map(plugins.map((plugin) => [plugin.id, resolveTarget(plugin, config.provider(plugin.id))]));
  logOverrides(log, config, targets);
  const deps: Omit<Deps, "oauthClients"> = {
    config,
    baseUrl,
    database,
    changes,
    accounts: options.accounts ?? createAccountDirectory({ database, changes }),
    vault,
    registry: buildRegistry(plugins),
    target: (id) => {
      const target = targets.get(id);
      if (!target) throw new Error(`The plugin "${id}" is not loaded.`);
      return target;
    },
    limiter: createRateLimiter(database, () => clock.now(), log),
    usage: createUsageWriter(database, log),
    fetchFor,
    clock,
    log,
    replicaId: crypto.randomUUID(),
  };
  return { ...deps, oauthClients: createClientRegistry(deps) };
}

/** Overrides of a plugin's URLs are start-up configuration only, and are told at start. */
function logOverrides(log: Log, config: Config, targets: Map<string, Target>): void {
  for (const id of config.configuredProviders) {
    const target = targets.get(id);
    if (!target) continue;
    const { clientId: _id, clientSecret: _secret, ...overrides } = config.provider(id);
    if (Object.keys(overrides).length > 0)
      log.info("provider_overridden", { provider: id, overrides: Object.keys(overrides) });
  }
}
