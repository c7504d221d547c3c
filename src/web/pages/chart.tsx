/** @jsxImportSource #pages */
// Stacked bars as SVG, drawn on the server; a table beside it holds the same numbers.
import { type Markup, Raw } from "./jsx-runtime.ts";
import { tr } from "./messages.ts";

export interface Series {
  name: string;
  tone: "tone-1" | "tone-2" | "tone-3" | "tone-bad";
}

/** The drawing's own units: it is stretched to its place, and what is read stands beside it as text. */
const WIDTH = 1_000;
const HEIGHT = 100;
const MAX_LABELS = 8;
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
  const heightOf = (value: number) => (value / most) * HEIGHT;
  const step = WIDTH / Math.max(1, labels.length);
  const width = step * (labels.length > 31 ? 0.85 : 0.7);
  const every = Math.ceil(labels.length / MAX_LABELS);
  return (
    <figure>
      <div class="plot">
        <div class="plot-values" aria-hidden="true">
          {[most, most / 2, 0].map((value) => (
            <span>{formatAxis(value)}</span>
          ))}
        </div>
        <svg
          class="chart"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={props.title}
        >
          {[0, most / 2, most].map((value) => (
            <line class="axis" x1="0" x2={WIDTH} y1={yOf(heightOf(value))} y2={yOf(heightOf(value))} />
          ))}
          {values.map((bar, at) => (
            <g>
              <title>{`${labels[at]}: ${bar.map((value, of) => `${series[of]?.name} ${format(value)}`).join(", ")}`}</title>
              {bar.map((value, of) => {
                const below = bar.slice(0, of).reduce((sum, one) => sum + one, 0);
                return (
                  <rect
                    class={series[of]?.tone}
                    x={round(at * step + (step - width) / 2)}
                    y={yOf(heightOf(below + value))}
                    width={round(width)}
                    height={round(heightOf(value))}
                  />
                );
              })}
            </g>
          ))}
        </svg>
        <div class="plot-labels" aria-hidden="true">
          {labels.map((label, at) => (
            <span>{at % every === 0 ? label : ""}</span>
          ))}
        </div>
      </div>
      <figcaption>
        <p class="narrow muted small">{spanText(labels, format(Math.max(0, ...sums)))}</p>
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

const spanText = (labels: readonly string[], most: string) =>
  tr("{first} to {last}, at most {most}", { first: labels[0] ?? "", last: labels.at(-1) ?? "", most });

const round = (value: number) => Math.round(value * 10) / 10;
const yOf = (height: number) => round(HEIGHT - height);

/** A round number not far above the value, and even: half of it stands at the axis too. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = FACTORS.map((factor) => factor * power);
  return steps.find((step) => step >= value && step % 2 === 0) ?? 20 * power;
}
