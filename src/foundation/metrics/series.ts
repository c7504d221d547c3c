// Counters and histograms in plain memory: what the call path pays for its metrics. exposition.ts writes them as text.

export type Labels = Record<string, string>;

/** One line of the exposition; `metricName` where it is not the family's. */
export interface Sample {
  labels: Labels;
  value: number;
  metricName?: string;
}

export interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** How the values of several processes become one: `max` for what each of them reads from the database. */
  aggregator: "sum" | "max" | "min";
  values(): Sample[];
}

export interface Counter {
  family: Family;
  /** Adds to the series with these label values, in the order of the label names. */
  add(values: readonly string[], count?: number): void;
  /** The series itself, for code that adds to it often. */
  of(values: readonly string[]): { value: number };
}

export interface Histogram {
  family: Family;
  observe(values: readonly string[], seconds: number): void;
  of(values: readonly string[]): Distribution;
}

export interface Distribution {
  observe(seconds: number): void;
}

export function createCounter(name: string, help: string, labelNames: readonly string[]): Counter {
  const series = createSeries(labelNames, () => ({ value: 0 }));
  const values = () => series.list().map(({ labels, cell }) => ({ labels, value: cell.value }));
  return {
    family: { name, help, type: "counter", aggregator: "sum", values },
    add(labelValues, count = 1) {
      series.of(labelValues).value += count;
    },
    of: series.of,
  };
}

/** `bounds` are the upper bounds of its buckets, in seconds, ascending. */
export function createHistogram(
  name: string,
  help: string,
  labelNames: readonly string[],
  bounds: readonly number[],
): Histogram {
  const series = createSeries(labelNames, () => createDistribution(bounds));
  const values = () => series.list().flatMap(({ labels, cell }) => samplesOf(name, labels, cell, bounds));
  return {
    family: { name, help, type: "histogram", aggregator: "sum", values },
    observe: (labelValues, seconds) => series.of(labelValues).observe(seconds),
    of: series.of,
  };
}

/** The series whose label values begin alike: a call finds its own without making a text of them. */
interface Branch<Cell> {
  next: Map<string, Branch<Cell>>;
  cell: Cell | null;
}

function createSeries<Cell>(labelNames: readonly string[], make: () => Cell) {
  const list: { labels: Labels; cell: Cell }[] = [];
  const newBranch = (): Branch<Cell> => ({ next: new Map(), cell: null });
  const root = newBranch();
  return {
    of(values: readonly string[]): Cell {
      let branch = root;
      for (const value of values) {
        let next = branch.next.get(value);
        if (!next) {
          next = newBranch();
          branch.next.set(value, next);
        }
        branch = next;
      }
      if (branch.cell !== null) return branch.cell;
      const labels = Object.fromEntries(labelNames.map((label, i) => [label, values[i] ?? ""]));
      const cell = make();
      branch.cell = cell;
      list.push({ labels, cell });
      return cell;
    },
    list: () => list,
  };
}

interface Counted extends Distribution {
  /** Counts by bucket, without those of lower ones; the last bucket has no bound. */
  counts: Float64Array;
  sum: number;
}

function createDistribution(bounds: readonly number[]): Counted {
  const counts = new Float64Array(bounds.length + 1);
  return {
    counts,
    sum: 0,
    observe(seconds) {
      let i = 0;
      while (i < bounds.length && seconds > (bounds[i] as number)) i++;
      counts[i] = (counts[i] as number) + 1;
      this.sum += seconds;
    },
  };
}

function samplesOf(name: string, labels: Labels, { counts, sum }: Counted, bounds: readonly number[]): Sample[] {
  let total = 0;
  const buckets = [...counts].map((count, i) => {
    total += count;
    const le = i < bounds.length ? String(bounds[i]) : "+Inf";
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

/** A family that is read at the scrape. */
export function gauge(name: string, help: string, values: readonly Sample[], aggregator: Family["aggregator"] = "sum") {
  return { name, help, type: "gauge" as const, aggregator, values: () => [...values] };
}
