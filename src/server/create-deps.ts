// Makes the dependencies of a process, each out of those before it.

import { createApprovals } from "../agents/approvals/approvals.ts";
import { decideByWebhook } from "../agents/approvals/webhook-decisions.ts";
import { createClientDocuments } from "../agents/oauth-server/client-documents.ts";
import { createPolicies } from "../agents/policies/directory.ts";
import { compileConstraints } from "../agents/sessions/constraints.ts";
import { createSessionFacts } from "../agents/sessions/facts.ts";
import { createIntegrations } from "../connections/integrations/service.ts";
import { createClientRegistry } from "../connections/oauth/client-registry.ts";
import { createAccessTokens } from "../connections/tokens/access-tokens.ts";
import { createInboundWebhooks } from "../events/ingest/service.ts";
import { createEventSignal } from "../events/log/signal.ts";
import { createSources } from "../events/subscriptions/service.ts";
import { createWebhooks } from "../events/webhooks/service.ts";
import { createChanges } from "../foundation/db/changes.ts";
import { createJobEngine } from "../foundation/jobs/engine.ts";
import { createActivity } from "../foundation/log/activity.ts";
import { createMails } from "../foundation/mail/mails.ts";
import { createMetrics } from "../foundation/metrics/metrics.ts";
import { tracedDatabase } from "../foundation/tracing/database.ts";
import { registerKeyRing } from "../foundation/vault/key-ring-check.ts";
import { createVault } from "../foundation/vault/vault.ts";
import { createAccountDirectory } from "../identity/accounts/service.ts";
import { createAudit } from "../identity/audit/service.ts";
import { createKeyDirectory } from "../identity/keys/service.ts";
import { createQuotaEvents } from "../identity/notifications/events.ts";
import { createIssuers } from "../identity/oidc/issuer.ts";
import { createErasures } from "../identity/personal-data/erasures.ts";
import { createIdempotency } from "../metering/idempotency/service.ts";
import { createRateLimiter } from "../metering/limits/rate-limiter.ts";
import { createStrangers } from "../metering/limits/strangers.ts";
import { createLongLived } from "../metering/long-lived/long-lived.ts";
import { callActivity } from "../metering/usage/call-activity.ts";
import { createUsageWriter } from "../metering/usage/writer.ts";
import { createAdminTokens } from "../operations/admin-tokens/tokens.ts";
import { createBackups } from "../operations/backup/service.ts";
import { createRevocationRuns } from "../operations/revocation-runs/runs.ts";
import { exchangeMemory } from "../providers/exchange/integration.ts";
import { createPluginGuard } from "../providers/guard/guard.ts";
import { buildRegistry } from "../providers/registry/registry.ts";
import { decoding } from "../providers/upstream/decode.ts";
import { createResilience } from "../providers/upstream/resilience.ts";
import type { AppOptions } from "./app.ts";
import type { Deps } from "./deps.ts";
import { targetsOf } from "./provider-targets.ts";
import { TABLES } from "./tables.ts";

const DEADLINE_MS = 30_000;

export async function createDeps(options: AppOptions): Promise<Deps> {
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
    commandLine: options.commandLine ?? [],
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
    jobs: createJobEngine({ database: options.database, log, replicaId: base.replicaId, ...options.jobTimes }),
    oauthClients,
    backups: createBackups(options.database, log),
    mails: createMails(base),
    longLived: createLongLived(base),
    ...callersAndPeople(base, options),
    limiter: limiterOf(base),
    usage: createUsageWriter(database, log, undefined, (row) => base.activity.write(() => callActivity(row))),
    idempotency: createIdempotency(base),
    ...accountsOf(base, options),
    webhooks: createWebhooks({ ...base, events }, options.webhooks),
    tokens: createAccessTokens({ ...base, events, oauthClients }, options.refreshTimes),
  };
  const runs = { erasures: createErasures(deps), revocationRuns: createRevocationRuns(deps) };
  return complete({ ...deps, sources: createSources(deps), ...runs });
}

/** With what needs all the others. */
function complete(rest: Omit<Deps, "approvals" | "inboundWebhooks">): Deps {
  const approvals = createApprovals(rest, () => all);
  const all: Deps = { ...rest, approvals, inboundWebhooks: createInboundWebhooks(rest) };
  rest.webhooks.onDecision((given) => decideByWebhook(all, given));
  return all;
}

const accountsOf = (base: Pick<Deps, "database" | "changes" | "clock">, { accounts }: Pick<AppOptions, "accounts">) => {
  const integrations = createIntegrations(base);
  return { integrations, accounts: accounts ?? createAccountDirectory(base, integrations.findAccount) };
};

const limiterOf = (base: Pick<Deps, "config" | "clock" | "database" | "log" | "metrics">) =>
  createRateLimiter(
    base.database,
    () => base.clock.now(),
    base.log,
    undefined,
    base.metrics.limitLease,
    createQuotaEvents(base),
  );

/** The parts that know callers and people. */
const callersAndPeople = (
  base: Pick<
    Deps,
    "config" | "clock" | "database" | "vault" | "changes" | "adminToken" | "log" | "strangers" | "registry"
  >,
  options: AppOptions,
) => {
  const sessionFacts = createSessionFacts(base);
  return {
    keys: createKeyDirectory({ ...base, compileConstraints: (stored) => compileConstraints(base.registry, stored) }),
    sessionFacts,
    policies: createPolicies({ ...base, sessionFacts }),
    adminTokens: createAdminTokens(base),
    clientDocuments: createClientDocuments(base, options.clientDocuments),
    issuers: createIssuers(base, options.issuerTimes),
  };
};

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
