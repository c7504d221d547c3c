// Writes metrics as text for Prometheus. The client library is loaded at the first scrape: nobody else pays for it.
import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";
import type { Family } from "./series.ts";

/** A family as JSON, as one process sends it to another. */
export type FamilyValues = MetricObjectWithValues<MetricValue<string>>;

export interface Exposition {
  contentType: string;
  text: string;
}

/** What the library's own metrics are good for on this runtime; those of its heap and handles are not. */
const PROCESS_METRICS =
  /^(process_(cpu_(user_|system_)?seconds_total|start_time_seconds|resident_memory_bytes|open_fds|max_fds)|nodejs_eventloop_lag_((p50|p90|p99|max)_)?seconds)$/;

export interface Exposer {
  /** The process's own metrics and these, as JSON. */
  collect(families: readonly Family[]): Promise<FamilyValues[]>;
  /** The text of one process's metrics, or of several together. */
  write(processes: readonly FamilyValues[][], isOpenMetrics: boolean): Promise<Exposition>;
}

export function createExposer(): Exposer {
  let ofProcess: Promise<Registry> | null = null;
  return {
    async collect(families) {
      ofProcess ??= processRegistry();
      const own = families.map(({ values, ...family }) => ({ ...family, values: values() }));
      const all = (await (await ofProcess).getMetricsAsJSON()) as unknown as FamilyValues[];
      return [...all.map(finite), ...(own as unknown as FamilyValues[])];
    },
    async write(processes, isOpenMetrics) {
      const { AggregatorRegistry, Registry } = await library();
      const [only = []] = processes;
      const merged =
        processes.length < 2
          ? only
          : ((await AggregatorRegistry.aggregate(
              processes as object[],
            ).getMetricsAsJSON()) as unknown as FamilyValues[]);
      const registry = new Registry();
      const contentType = isOpenMetrics ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE;
      registry.setContentType(contentType as Parameters<Registry["setContentType"]>[0]);
      for (const family of merged) {
        // The library adds the suffix of counters in OpenMetrics, where the family has none.
        const name = isCounter(family) && isOpenMetrics ? family.name.replace(/_total$/, "") : family.name;
        const view = { ...family, name };
        registry.registerMetric({ ...view, get: async () => view } as never);
      }
      return { contentType, text: await registry.metrics() };
    },
  };
}

/** Without what is no number: the event loop's lag between two scrapes that come at once. */
const finite = (family: FamilyValues): FamilyValues => ({
  ...family,
  values: family.values.filter(({ value }) => Number.isFinite(value)),
});

const isCounter = ({ type }: FamilyValues) => (type as unknown as string) === "counter";

async function library() {
  return (await import("prom-client")).default;
}

/** From the first scrape on it measures the event loop's lag, between two scrapes each. */
async function processRegistry(): Promise<Registry> {
  const { Registry, collectDefaultMetrics } = await library();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) {
    if (!PROCESS_METRICS.test(name)) registry.removeSingleMetric(name);
  }
  return registry;
}
