/** @jsxImportSource #pages */
// The calls of the last two weeks: how many, how many failed, how long they took, and by day.
import { Figures, FormattedNumber } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { formatNumber } from "../../web/pages/reader.ts";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard } from "../pages.tsx";
import { HOME_PATH } from "../paths.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import { usagePath } from "../usage/usage-filters.tsx";
import { durationText } from "../usage/usage-labels.ts";
import { ByDay } from "../usage/usage-summary.tsx";
import type { PageRequest } from "../visit.ts";

const DAY_MS = 86_400_000;
export const OVERVIEW_DAYS = 14;

/** The first of the overview's UTC days. */
export const overviewSince = (now: number) =>
  new Date(Math.floor(now / DAY_MS - (OVERVIEW_DAYS - 1)) * DAY_MS).toISOString();

interface Loaded {
  since: string;
  summary: OwnData<"summarise_usage">;
  durations: OwnData<"summarise_usage_durations">;
}

export async function overviewOf({ api, deps }: Dashboard, visit: PageRequest): Promise<Loaded> {
  const since = overviewSince(deps.clock.now());
  const query = { since };
  const [summary, durations] = await Promise.all([
    api.call(visit, "summarise_usage", { query }),
    api.call(visit, "summarise_usage_durations", { query }),
  ]);
  return { since, summary, durations };
}

export function Overview(props: Loaded & { dashboard: Dashboard; visit: PageRequest }): Markup {
  const { dashboard, visit, since, summary, durations } = props;
  const { reader } = visit;
  const { calls, errors } = summary;
  const day = since.slice(0, 10);
  const time = (ms: number | null) => (ms === null ? "—" : durationText(reader, ms));
  const share = formatNumber(reader, calls === 0 ? 0 : errors / calls, { style: "percent", maximumFractionDigits: 2 });
  return (
    <>
      <section class="section">
        <h2>Calls since {day}, UTC</h2>
        <Figures
          of={[
            {
              label: "Calls",
              value: <FormattedNumber reader={reader} value={calls} />,
              note: <a href={requestsPath({ since: day })}>All requests</a>,
            },
            {
              label: "Errors",
              value: share,
              note: <a href={requestsPath({ since: day, errors: "true" })}>{formatNumber(reader, errors)} failed</a>,
            },
            { label: "Median duration", value: time(durations.p50_ms), note: "half were faster" },
            { label: "95th percentile", value: time(durations.p95_ms), note: "5 % were slower" },
            {
              label: "99th percentile",
              value: time(durations.p99_ms),
              note: `of the newest ${formatNumber(reader, durations.calls)}`,
            },
          ]}
        />
        {calls > 0 ? (
          <div class="gap">
            <ByDay reader={reader} registry={dashboard.deps.registry} summary={summary} />
          </div>
        ) : null}
      </section>
      {calls > 0 ? (
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
              <a href={`${HOME_PATH}?part=busiest`}>By key and account</a>
            </p>
          </noscript>
        </div>
      ) : (
        NOTHING
      )}
      <p class="section">
        <a href={usagePath({ since: day })}>All figures and limits</a>
      </p>
      <SameAsCall
        baseUrl={dashboard.deps.baseUrl}
        id="overview"
        line={dashboard.api.lineOf("summarise_usage", { query: { since } })}
      />
    </>
  );
}
