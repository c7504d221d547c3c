// What /metrics reads at the scrape: queues, circuits, pools, streams. The database is asked within bounds, and rarely.

import { AUTH_KINDS } from "../../connections/connect/credential-fields.ts";
import { certificateDates, readTlsPair, type TlsFiles } from "../../foundation/config/tls.ts";
import type { PoolState } from "../../foundation/db/database.ts";
import type { QueueCounts } from "../../foundation/jobs/job-store.ts";
import { listQueues } from "../../foundation/jobs/service.ts";
import { type Family, gauge, type Sample } from "../../foundation/metrics/series.ts";
import { VERSION } from "../../foundation/version.ts";
import { identityFor } from "../../providers/upstream/target.ts";
import type { Deps } from "../../server/deps.ts";
import { type BackupState, backupState } from "../backup/state.ts";
import { type Compared, compareReplicas } from "../cluster/service.ts";
import { type AgentCounts, agentFamilies, countAgents } from "./metrics-agents.ts";
import { clusterFamilies } from "./metrics-cluster.ts";
import { resourceFamilies } from "./metrics-resources.ts";

/** What the gateway has besides `Deps`. */
export interface MetricsSources {
  pools(): PoolState[];
  /** Open event streams. */
  streams(): number;
}

/** Counting queues reads many rows, so that several scrapers share one count. */
const QUEUES_EVERY_MS = 10_000;
/** A scrape waits so long for a count, and shows the one before if it is no older than a minute. */
const WAIT_MS = 2_000;
const STALE_MS = 60_000;

interface DatabaseState {
  at: number;
  queues: readonly QueueCounts[];
  sizeBytes: number;
  skewSeconds: number;
  backups: BackupState;
  cluster: Compared;
  agents: AgentCounts;
}

/** Gives the families of the gateway's present state. */
export function createMetricsState(deps: Deps, sources: MetricsSources): () => Promise<Family[]> {
  const readDatabase = createDatabaseReader(deps);
  const providerOf = providersByOrigin(deps);
  return async () => {
    const isUp = await deps.database.query("select 1").then(
      () => true,
      (error: unknown) => {
        deps.log.debug("metrics_unread", { error });
        return false;
      },
    );
    const state = isUp ? await readDatabase() : null;
    return [
      ...ofProcess(deps, sources),
      ...ofCertificate(deps),
      ...resourceFamilies(deps.config.dataDir),
      ...ofHosts(deps, providerOf),
      ...ofPools(sources),
      gauge("gateway_database_up", "Whether the database responds within a second.", [single(isUp ? 1 : 0)], "min"),
      ...(state
        ? [
            ...ofDatabase(state),
            ...ofBackups(state.backups, deps),
            ...clusterFamilies(state.cluster),
            ...agentFamilies(state.agents),
          ]
        : []),
    ];
  };
}

const single = (value: number): Sample => ({ labels: {}, value });
const counter = (name: string, help: string, samples: Sample[]): Family => ({
  name,
  help,
  type: "counter",
  aggregator: "sum",
  values: () => samples,
});

function createDatabaseReader(deps: Deps): () => Promise<DatabaseState | null> {
  let last: DatabaseState | null = null;
  let running: Promise<void> | null = null;
  const read = async () => {
    const { queues } = await listQueues(deps);
    const sentAt = deps.clock.now();
    const [row] = await deps.database.reports.query<{ size: number; now: number }>(
      `select pg_database_size(current_database())::float8 as size,
         extract(epoch from clock_timestamp())::float8 as now`,
    );
    // The database's clock was read about half-way between.
    const readAt = (sentAt + deps.clock.now()) / 2;
    const skewSeconds = (row?.now ?? 0) - readAt / 1_000;
    const backups = await backupState(deps);
    const cluster = await compareReplicas(deps.database.reports);
    const agents = await countAgents(deps.database.reports, sentAt);
    last = { at: performance.now(), queues, sizeBytes: row?.size ?? 0, skewSeconds, backups, cluster, agents };
  };
  return async () => {
    const isFresh = last !== null && performance.now() - last.at < QUEUES_EVERY_MS;
    if (!isFresh) {
      // The scrape after this one tries again.
      running ??= read()
        .catch((error: unknown) => deps.log.debug("metrics_unread", { error }))
        .finally(() => {
          running = null;
        });
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
    }
    return last !== null && performance.now() - last.at < STALE_MS ? last : null;
  };
}

/** Without a value where nothing is known: zero would be a time. */
function ofBackups({ last }: BackupState, { config }: Deps): Family[] {
  const of = (value: number | null | undefined) => (value === null || value === undefined ? [] : [single(value)]);
  const seconds = last?.startedAt ? (last.finishedAt - last.startedAt) / 1_000 : null;
  const verified = last?.verified === null || last === null ? null : Number(last.verified);
  const everyMs = config.backups?.everyMs;
  return [
    gauge(
      "gateway_backup_last_success_timestamp_seconds",
      "When the last known backup was made.",
      of(last && last.finishedAt / 1_000),
      "max",
    ),
    gauge("gateway_backup_last_size_bytes", "Size of the last known backup.", of(last?.bytes), "max"),
    gauge("gateway_backup_last_duration_seconds", "Time that the job's last backup took.", of(seconds), "max"),
    gauge(
      "gateway_backup_last_verified",
      "Whether the job's last backup could be restored as a trial.",
      of(verified),
      "min",
    ),
    gauge(
      "gateway_backup_interval_seconds",
      "The time between two backups of the job; none without one.",
      of(everyMs && everyMs / 1_000),
      "max",
    ),
  ];
}

function ofDatabase({ queues, sizeBytes, skewSeconds }: DatabaseState): Family[] {
  const jobs = queues.flatMap(({ queue, due, active, failed }) => {
    const states = { due, active, failed };
    return Object.entries(states).flatMap(([state, value]) =>
      value === null ? [] : [{ labels: { queue, state }, value: Number(value) }],
    );
  });
  const oldest = queues.map(({ queue, oldest_due_s }) => ({ labels: { queue }, value: Number(oldest_due_s ?? 0) }));
  const lastRuns = queues.flatMap(({ queue, last_run_at }) =>
    last_run_at === null ? [] : [{ labels: { queue }, value: Date.parse(last_run_at) / 1_000 }],
  );
  return [
    gauge("gateway_queue_jobs", "Jobs of a queue: due, running and failed.", jobs, "max"),
    gauge(
      "gateway_queue_oldest_due_seconds",
      "How long the oldest due job has been due; 0 if there is none.",
      oldest,
      "max",
    ),
    gauge("gateway_job_last_success_timestamp_seconds", "When a scheduled job last succeeded.", lastRuns, "max"),
    gauge("gateway_database_size_bytes", "Size of the database.", [single(sizeBytes)], "max"),
    gauge("gateway_clock_skew_seconds", "The database's clock minus the gateway's.", [single(skewSeconds)], "max"),
  ];
}

function ofProcess(deps: Deps, { streams }: MetricsSources): Family[] {
  const { usage, database, inboundWebhooks } = deps;
  const build = { version: VERSION, database: database.kind };
  const received = Object.entries(inboundWebhooks.counts.totals()).flatMap(([provider, outcomes]) =>
    Object.entries(outcomes).map(([outcome, value]) => ({ labels: { provider, outcome }, value })),
  );
  return [
    gauge("gateway_build_info", "The version, and which database it uses.", [{ labels: build, value: 1 }], "max"),
    gauge("gateway_usage_rows_queued", "Rows of the usage log that are not yet written.", [single(usage.queued)]),
    gauge(
      "gateway_usage_log_up",
      "Whether the usage log can be written; if not, no calls are made.",
      [single(usage.outage() === null ? 1 : 0)],
      "min",
    ),
    gauge(
      "gateway_plugin_broken",
      "Plugins that are there and do not load.",
      [...deps.registry.broken.keys()].map((provider) => ({ labels: { provider }, value: 1 })),
      "max",
    ),
    gauge("gateway_event_streams_open", "Open event streams.", [single(streams())]),
    counter("gateway_inbound_webhooks_total", "Inbound webhooks from providers by outcome.", received),
    counter("gateway_deliveries_total", "Only in this version: use gateway_inbound_webhooks_total.", received),
  ];
}

function ofCertificate({ config: { tls } }: Deps): Family[] {
  const help = "When the certificate of TLS_CERT_FILE expires.";
  return [gauge("gateway_certificate_expiry_timestamp_seconds", help, tls ? expiryOf(tls) : [], "min")];
}

/** Empty where the files cannot be served: they are then not what is served, and the log tells why. */
function expiryOf(tls: TlsFiles): Sample[] {
  try {
    return [single(certificateDates(readTlsPair(tls)).expiresAt / 1_000)];
  } catch {
    // The certificate watch logs why the files cannot be served.
    return [];
  }
}

function ofHosts({ hostStates }: Deps, providerOf: (origin: string) => string): Family[] {
  const sums = new Map<string, { open: number; active: number; queued: number }>();
  for (const { origin, isOpen, active, queued } of hostStates()) {
    const provider = providerOf(origin);
    const sum = sums.get(provider) ?? { open: 0, active: 0, queued: 0 };
    sums.set(provider, { open: sum.open + Number(isOpen), active: sum.active + active, queued: sum.queued + queued });
  }
  const of = (field: "open" | "active" | "queued") =>
    [...sums].map(([provider, sum]) => ({ labels: { provider }, value: sum[field] }));
  return [
    gauge("gateway_circuit_breakers_open", "Hosts of a provider whose circuit is open.", of("open")),
    gauge("gateway_provider_requests_active", "Requests to a provider that are in progress.", of("active")),
    gauge("gateway_provider_requests_queued", "Requests that wait for a slot at a provider.", of("queued")),
  ];
}

function ofPools({ pools }: MetricsSources): Family[] {
  const states = pools();
  const of = (field: "size" | "busy" | "queued") =>
    states.map((pool) => ({ labels: { pool: pool.name }, value: pool[field] }));
  return [
    gauge("gateway_database_pool_size", "Connections that a pool may open.", of("size")),
    gauge("gateway_database_pool_busy", "Connections of a pool that are in use.", of("busy")),
    gauge("gateway_database_pool_queued", "Statements that wait for a connection of a pool.", of("queued")),
  ];
}

/** Tenants bring hosts of their own, which are never a label: those that no declared URL fits are `other`. */
function providersByOrigin({ registry, target }: Deps): (origin: string) => string {
  const patterns = [...registry.providers.keys()].flatMap((id) => {
    const own = target(id);
    const { baseUrls, oauth, clientCredentialsUrl } = own;
    const identityUrls = AUTH_KINDS.map((kind) => identityFor(own, kind).url);
    const oauthUrls = [oauth?.tokenUrl, oauth?.revocationUrl, clientCredentialsUrl];
    const urls = [...Object.values(baseUrls), ...oauthUrls, ...identityUrls];
    return urls.filter((url) => typeof url === "string").map((url) => ({ id, pattern: originPattern(url) }));
  });
  return (origin) => patterns.find(({ pattern }) => pattern?.test(origin))?.id ?? "other";
}

/** The pattern of a URL whose host may have placeholders; null if the whole host is one. */
function originPattern(url: string): RegExp | null {
  const origin = /^https?:\/\/[^/]+/.exec(url)?.[0];
  if (!origin) return null;
  const parts = origin.split(/\{[^{}]+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
