/** @jsxImportSource #pages */
// Stacked bars as SVG, drawn on the server; a table beside it holds the same numbers.
import { type Markup, Raw } from "./jsx-runtime.ts";

export interface Series {
  name: string;
  tone: "tone-1" | "tone-2" | "tone-3" | "tone-bad";
}

const WIDTH = 720;
const HEIGHT = 180;
const LEFT = 44;
const BOTTOM = 20;
const TOP = 8;
const FACTORS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** One bar for each of `labels`; `values[bar][series]`, from the bottom up. `format` writes the numbers. */
export function StackedBars(props: {
  title: string;
  labels: readonly string[];
  series: readonly Series[];
  values: readonly (readonly number[])[];
  format(value: number): string;
  /** Formats the numbers at the axis, which has room for few characters; the default is `format`. */
  formatAxis?(value: number): string;
}): Markup {
  const { labels, series, values, format, formatAxis = format } = props;
  const sums = values.map((bar) => bar.reduce((sum, value) => sum + value, 0));
  const most = niceCeiling(Math.max(1, ...sums));
  const heightOf = (value: number) => (value / most) * (HEIGHT - BOTTOM - TOP);
  const step = (WIDTH - LEFT) / Math.max(1, labels.length);
  const width = Math.max(1, Math.min(36, step * 0.72));
  const every = Math.ceil(labels.length / 8);
  return (
    <figure>
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={props.title}
      >
        {[0, most / 2, most].map((value) => (
          <>
            <line class="axis" x1={LEFT} x2={WIDTH} y1={yOf(heightOf(value))} y2={yOf(heightOf(value))} />
            <text x={LEFT - 6} y={yOf(heightOf(value)) + 4} text-anchor="end">
              {formatAxis(value)}
            </text>
          </>
        ))}
        {values.map((bar, at) => (
          <g>
            <title>{`${labels[at]}: ${bar.map((value, of) => `${series[of]?.name} ${format(value)}`).join(", ")}`}</title>
            {bar.map((value, of) => {
              const below = bar.slice(0, of).reduce((sum, one) => sum + one, 0);
              return (
                <rect
                  class={series[of]?.tone}
                  x={round(LEFT + at * step + (step - width) / 2)}
                  y={yOf(heightOf(below + value))}
                  width={round(width)}
                  height={round(heightOf(value))}
                />
              );
            })}
            {at % every === 0 ? (
              <text x={round(LEFT + at * step + step / 2)} y={HEIGHT - 4} text-anchor="middle">
                {labels[at]}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <figcaption>
        <p class="narrow muted small">
          {labels[0]} to {labels.at(-1)}, at most {format(Math.max(0, ...sums))}
        </p>
        <ul class="legend">
          {series.map(({ name, tone }) => (
            <li>
              <Raw
                html={`<svg viewBox="0 0 10 10" class="chart" aria-hidden="true"><rect class="${tone}" width="10" height="10" rx="2"/></svg>`}
              />
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
const yOf = (height: number) => round(HEIGHT - BOTTOM - height);

/** A round number not far above the value, and even: half of it stands at the axis too. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = FACTORS.map((factor) => factor * power);
  return steps.find((step) => step >= value && step % 2 === 0) ?? 20 * power;
}
