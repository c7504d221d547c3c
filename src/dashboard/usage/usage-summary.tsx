/** @jsxImportSource #pages */
// What calls add up to: figures, bars by day, providers and statuses, and how much of the limits is used.

import type { Static } from "@sinclair/typebox";
import type { UsageDurations, UsageSummary } from "../../metering/usage/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { type Series, StackedBars } from "../../web/pages/chart.tsx";
import { Disclosure } from "../../web/pages/components.tsx";
import { type Column, Figures, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { formatNumber, type Reader } from "../../web/pages/reader.ts";
import { type UsageFilters, usagePath } from "./usage-filters.tsx";
import { durationText, providerName, statusLabel, statusTone } from "./usage-labels.ts";

type Summary = Static<typeof UsageSummary>;
type Durations = Static<typeof UsageDurations>;

const DAY_MS = 86_400_000;
/** Longer spans have a bar for each month. */
const MAX_BARS = 62;
const MAX_ROWS = 6;
const TONES = ["tone-1", "tone-2", "tone-3"] as const;

const percent = (reader: Reader, part: number, all: number) =>
  formatNumber(reader, all === 0 ? 0 : part / all, { style: "percent", maximumFractionDigits: 2 });

interface Props {
  reader: Reader;
  registry: Registry;
  summary: Summary;
  durations: Durations;
  filters: UsageFilters;
}

export const SummaryView = (props: Props): Markup => (
  <>
    <Head {...props} />
    {props.summary.calls > 0 ? <ByDay {...props} /> : null}
    <Limits {...props} />
    <div class="halves">
      <ByProvider {...props} />
      <ByStatus {...props} />
    </div>
  </>
);

function Head({ reader, summary: { calls, errors }, durations }: Props): Markup {
  const { p50_ms, p95_ms, calls: measured, oldest } = durations;
  const note =
    measured === 0
      ? tr("no call has ended")
      : rich("in the newest {count} calls", { count: formatNumber(reader, measured) });
  const time = (ms: number | null) => (ms === null ? "—" : durationText(reader, ms));
  const since = oldest === null ? "" : rich("since {oldest}", { oldest: <Time reader={reader} at={oldest} /> });
  return (
    <Figures
      of={[
        { label: tr("Calls"), value: <FormattedNumber reader={reader} value={calls} /> },
        {
          label: tr("Errors"),
          value: percent(reader, errors, calls),
          note: tr("{count} of them", { count: formatNumber(reader, errors) }),
        },
        { label: tr("Duration, median"), value: time(p50_ms), note },
        { label: tr("Slowest 5 %, from"), value: time(p95_ms), note: since },
      ]}
    />
  );
}

interface Bars {
  labels: string[];
  series: Series[];
  values: number[][];
  unit: "day" | "month";
}

/** Bars by provider, the biggest first: those that have a tone, the others as one, and errors of all. */
export function barsOf(
  { by_day, by_provider, from, to }: Pick<Summary, "by_day" | "by_provider" | "from" | "to">,
  nameOf: (provider: string | null) => string,
  language: string,
): Bars {
  const biggest = [...by_provider].sort((a, b) => b.calls - a.calls).map(({ provider }) => provider);
  const own = biggest.length <= TONES.length ? biggest : biggest.slice(0, TONES.length - 1);
  const hasOthers = biggest.length > own.length;
  const series: Series[] = [...own.map(nameOf), ...(hasOthers ? [tr("Others")] : [])].map((name, at) => ({
    name,
    tone: TONES[at] as (typeof TONES)[number],
  }));
  const { keys, keyOf, labelOf, unit } = unitsOf(Date.parse(from), Date.parse(to), language);
  const values = new Map(keys.map((key) => [key, new Array<number>(series.length + 1).fill(0)]));
  for (const { day, by_provider: ofDay } of by_day) {
    const bar = values.get(keyOf(day));
    for (const { provider, calls, errors } of bar ? ofDay : []) {
      const at = own.indexOf(provider);
      const index = at < 0 ? own.length : at;
      if (!bar) continue;
      bar[index] = (bar[index] ?? 0) + calls - errors;
      bar[series.length] = (bar[series.length] ?? 0) + errors;
    }
  }
  return {
    unit,
    labels: keys.map(labelOf),
    series: [...series, { name: tr("Errors"), tone: "tone-bad" }],
    values: [...values.values()],
  };
}

/** Days of UTC, those without a call too; months where there are many. */
function unitsOf(from: number, to: number, language: string) {
  const days: string[] = [];
  for (let time = Math.floor(from / DAY_MS) * DAY_MS; time < to; time += DAY_MS)
    days.push(new Date(time).toISOString().slice(0, 10));
  const isByDay = days.length <= MAX_BARS;
  const keyOf = (day: string) => (isByDay ? day : day.slice(0, 7));
  const format = new Intl.DateTimeFormat(language, {
    ...(isByDay ? { day: "numeric", month: "short" } : { month: "short", year: "numeric" }),
    timeZone: "UTC",
  });
  const labelOf = (key: string) => format.format(new Date(key));
  return { keys: [...new Set(days.map(keyOf))], keyOf, labelOf, unit: isByDay ? ("day" as const) : ("month" as const) };
}

export function ByDay({ reader, registry, summary }: Pick<Props, "reader" | "registry" | "summary">): Markup {
  const nameOf = (provider: string | null) => providerName(registry, provider);
  const { labels, series, values, unit } = barsOf(summary, nameOf, reader.language);
  const rows = labels.map((label, at) => ({ label, bar: values[at] ?? [] }));
  const columns: Column<(typeof rows)[number]>[] = [
    { title: unit === "day" ? tr("Day (UTC)") : tr("Month (UTC)"), cell: ({ label }) => label },
    ...series.map(
      ({ name }, at): Column<(typeof rows)[number]> => ({
        title: name,
        isNumber: true,
        cell: ({ bar }) => <FormattedNumber reader={reader} value={bar[at] ?? 0} />,
      }),
    ),
  ];
  return (
    <div class="card">
      <h2>{unit === "day" ? tr("Calls by day") : tr("Calls by month")}</h2>
      <StackedBars
        title={tr(unit === "day" ? "Calls by day and provider" : "Calls by month and provider")}
        labels={labels}
        series={series}
        values={values}
        format={(value) => formatNumber(reader, value)}
        formatAxis={(value) => formatNumber(reader, value, { notation: "compact" })}
      />
      <Disclosure summary={tr("As a table")}>
        <Table
          caption={tr(unit === "day" ? "Calls by day and provider" : "Calls by month and provider")}
          columns={columns}
          rows={rows.reverse()}
        />
      </Disclosure>
    </div>
  );
}

function Used({
  reader,
  label,
  used,
  limit,
}: {
  reader: Reader;
  label: string;
  used: number;
  limit: number | null;
}): Markup {
  if (limit === null) return <>{tr("unlimited")}</>;
  return (
    <>
      {rich("of {count}{used}", {
        count: formatNumber(reader, limit),
        used: <progress value={Math.min(used, limit)} max={Math.max(1, limit)} aria-label={label} />,
      })}
    </>
  );
}

function Limits({ reader, summary: { limits, partner } }: Props): Markup {
  const figure = (label: string, used: number, limit: number | null, more: Child = null) => ({
    label,
    value: <FormattedNumber reader={reader} value={used} />,
    note: (
      <>
        <Used reader={reader} label={label} used={used} limit={limit} />
        {more}
      </>
    ),
  });
  const usd = (value: number) => formatNumber(reader, value, { style: "currency", currency: "USD" });
  return (
    <section class="section">
      <h2>
        {rich("Limits {tier}", {
          tier: <span class="muted">{rich("of the tier {tier}", { tier: limits.tier })}</span>,
        })}
      </h2>
      <Figures
        of={[
          figure(tr("This minute"), limits.used_this_minute, limits.per_minute),
          figure(tr("Today (UTC)"), limits.used_today, limits.per_day),
          ...(partner === null
            ? []
            : [
                figure(tr("Partner’s month, {tier}", { tier: partner.tier }), partner.calls, partner.quota),
                {
                  label: tr("Over the quota"),
                  value: <FormattedNumber reader={reader} value={partner.overage_calls} />,
                  note: usd(partner.overage_usd),
                },
              ]),
        ]}
      />
    </section>
  );
}

/** The biggest rows, and the others behind a disclosure. */
function Ranked<Row>(props: { title: string; columns: Column<Row>[]; rows: readonly Row[] }): Markup {
  const { title, columns, rows } = props;
  if (rows.length === 0) return NOTHING;
  return (
    <section class="section">
      <h2>{title}</h2>
      <Table caption={title} columns={columns} rows={rows.slice(0, MAX_ROWS)} />
      {rows.length > MAX_ROWS ? (
        <Disclosure summary={tr("{count} more", { count: rows.length - MAX_ROWS })}>
          <Table caption={tr("{title}, the others", { title })} columns={columns} rows={rows.slice(MAX_ROWS)} />
        </Disclosure>
      ) : null}
    </section>
  );
}

function ByProvider({ reader, registry, summary, filters: { fields } }: Props): Markup {
  type Row = Summary["by_provider"][number];
  const name = ({ provider }: Row) => providerName(registry, provider);
  const columns: Column<Row>[] = [
    {
      title: tr("Provider"),
      cell: (row) =>
        row.provider === null ? name(row) : <a href={usagePath({ ...fields, provider: row.provider })}>{name(row)}</a>,
    },
    { title: tr("Calls"), isNumber: true, cell: ({ calls }) => <FormattedNumber reader={reader} value={calls} /> },
    { title: tr("Errors"), isNumber: true, cell: ({ errors }) => <FormattedNumber reader={reader} value={errors} /> },
  ];
  const rows = [...summary.by_provider].sort((a, b) => b.calls - a.calls);
  return <Ranked title={tr("By provider")} columns={columns} rows={rows} />;
}

function ByStatus({ reader, summary, filters: { fields } }: Props): Markup {
  type Row = Summary["by_status"][number];
  const columns: Column<Row>[] = [
    {
      title: tr("Status"),
      cell: ({ status }) =>
        status === null ? (
          <Status tone="neutral">{tr("Outcome unknown")}</Status>
        ) : (
          <a href={usagePath({ ...fields, status: String(status) })}>
            <Status tone={statusTone(status)}>
              {status} {statusLabel(status)}
            </Status>
          </a>
        ),
    },
    { title: tr("Calls"), isNumber: true, cell: ({ calls }) => <FormattedNumber reader={reader} value={calls} /> },
    { title: tr("Share"), isNumber: true, cell: ({ calls }) => percent(reader, calls, summary.calls) },
  ];
  const rows = [...summary.by_status].sort((a, b) => b.calls - a.calls);
  return <Ranked title={tr("By status")} columns={columns} rows={rows} />;
}
