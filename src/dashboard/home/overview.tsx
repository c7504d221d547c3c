/** @jsxImportSource #pages */
// The calls of the last two weeks: how many, how many failed, how long they took, and by day.
import { Figures, FormattedNumber } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { formatNumber } from "../../web/pages/reader.ts";
import type { Dashboard } from "../pages.tsx";
import { HOME_PATH } from "../paths.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import { usagePath } from "../usage/usage-filters.tsx";
import { durationText } from "../usage/usage-labels.ts";
import { ByDay } from "../usage/usage-summary.tsx";
import type { PageRequest } from "../visit.ts";
import type { HomeData } from "./home-data.ts";

interface OverviewProps {
  dashboard: Dashboard;
  visit: PageRequest;
  data: HomeData;
}

export function Overview({ dashboard, visit, data }: OverviewProps): Markup {
  const { since, summary } = data;
  const { api, deps } = dashboard;
  const day = since.slice(0, 10);
  return (
    <>
      <section class="section">
        <h2>{rich("Calls since {day}, UTC", { day })}</h2>
        <CallFigures visit={visit} data={data} />
        {summary.calls > 0 ? (
          <div class="gap">
            <ByDay reader={visit.reader} registry={deps.registry} summary={summary} />
          </div>
        ) : null}
      </section>
      {summary.calls > 0 ? <BusiestPlace /> : null}
      <p class="section">
        <a href={usagePath({ since: day })}>{tr("All figures and limits")}</a>
      </p>
      <SameAsCall baseUrl={deps.baseUrl} id="overview" line={api.lineOf("summarise_usage", { query: { since } })} />
    </>
  );
}

function CallFigures({ visit: { reader }, data }: Pick<OverviewProps, "visit" | "data">): Markup {
  const {
    since,
    summary: { calls, errors },
    durations,
  } = data;
  const day = since.slice(0, 10);
  const time = (ms: number | null) => (ms === null ? "—" : durationText(reader, ms));
  const share = formatNumber(reader, calls === 0 ? 0 : errors / calls, { style: "percent", maximumFractionDigits: 2 });
  const failed = (
    <a href={requestsPath({ since: day, errors: "true" })}>
      {rich("{count} failed", { count: formatNumber(reader, errors) })}
    </a>
  );
  const newest = tr("of the newest {count}", { count: formatNumber(reader, durations.calls) });
  return (
    <Figures
      of={[
        {
          label: tr("Calls"),
          value: <FormattedNumber reader={reader} value={calls} />,
          note: <a href={requestsPath({ since: day })}>{tr("All requests")}</a>,
        },
        { label: tr("Errors"), value: share, note: failed },
        { label: tr("Median duration"), value: time(durations.p50_ms), note: tr("half were faster") },
        { label: tr("95th percentile"), value: time(durations.p95_ms), note: tr("5 % were slower") },
        { label: tr("99th percentile"), value: time(durations.p99_ms), note: newest },
      ]}
    />
  );
}

/** Asks for what takes longer to read than the rest of the page. */
const BusiestPlace = (): Markup => (
  <div
    id="busiest"
    data-hx-get={`${HOME_PATH}?part=busiest`}
    data-hx-trigger="load"
    data-hx-select="#busiest"
    data-hx-target="this"
    data-hx-swap="outerHTML"
  >
    <noscript>
      <p class="section">
        <a href={`${HOME_PATH}?part=busiest`}>{tr("By key and account")}</a>
      </p>
    </noscript>
  </div>
);
