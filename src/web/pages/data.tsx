/** @jsxImportSource #pages */
// What pages show of data: times, numbers, states, texts to copy, tables, and the word where there is nothing yet.
import { Icon, type Tone } from "./components.tsx";
import { type Child, type Markup, NOTHING } from "./jsx-runtime.ts";
import { rich, tr } from "./messages.ts";
import { formatNumber, formatTime, type Reader, TIME_FORMATS, type TimeFormat } from "./reader.ts";

/** A time in the reader's zone; in UTC, for our script to rewrite, while the zone is unknown. */
export const Time = (props: { reader: Reader; at: string | null; format?: TimeFormat; none?: string }): Markup => {
  const { reader, at, format = "minute", none = tr("never") } = props;
  if (at === null) return <span class="muted">{none}</span>;
  return (
    <time datetime={at} title={at} data-utc={reader.zone === null ? JSON.stringify(TIME_FORMATS[format]) : undefined}>
      {formatTime(reader, at, format)}
      {reader.zone === null ? tr(" UTC") : ""}
    </time>
  );
};

/** What is known of one thing, each with its name. */
export const Facts = ({ of: facts }: { of: readonly (readonly [name: string, value: Child])[] }): Markup => (
  <div class="card">
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  </div>
);

export const FormattedNumber = ({ reader, value }: { reader: Reader; value: number | null }): Markup => (
  <>{value === null ? "—" : formatNumber(reader, value)}</>
);

/** A small word in colour, which the word alone tells as well. */
export const Status = ({ tone, children }: { tone: Tone; children?: Child }): Markup => (
  <span class={`state ${tone}`}>{children}</span>
);

/** A text to read and to copy; `id` is unique on the page. */
export const Code = ({
  id,
  children,
  label = tr("Copy"),
}: {
  id: string;
  children: string;
  label?: string;
}): Markup => (
  <div class="code-block">
    <pre id={id} tabindex="0">
      {children}
    </pre>
    <CopyButton from={id} label={label} />
  </div>
);

/** Hidden without script, which it needs. */
export const CopyButton = ({ from, label = tr("Copy") }: { from: string; label?: string }): Markup => (
  <button type="button" class="button small" data-copy={from} data-copied="Copied" data-live hidden>
    <Icon name="copy" />
    <span data-label>{label}</span>
  </button>
);

export interface Column<Row> {
  title: string;
  /** Whether it holds numbers, which stand on the right. */
  isNumber?: boolean;
  /** Whether narrow screens do without it. */
  hideOnNarrow?: boolean;
  cell(row: Row): Child;
}

/** A table with hairlines; `caption` is for those who hear the page. A last column without a title holds actions. */
export function Table<Row>(props: { caption: string; columns: readonly Column<Row>[]; rows: readonly Row[] }): Markup {
  const classOf = ({ isNumber, hideOnNarrow, title }: Column<Row>) =>
    [isNumber && "number", hideOnNarrow && "hide-narrow", title === "" && "actions"].filter(Boolean).join(" ") ||
    undefined;
  return (
    <section class="table" tabindex="0" aria-label={props.caption}>
      <table>
        <caption class="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th scope="col" class={classOf(column)}>
                {column.title === "" ? <span class="visually-hidden">{tr("Actions")}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr>
              {props.columns.map((column) => (
                <td class={classOf(column)}>{column.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What this will hold, and the next step. */
export const Empty = ({ title, children }: { title: string; children?: Child }): Markup => (
  <div class="empty">
    <p class="strong">{title}</p>
    {children}
  </div>
);

/** Links to further pages by cursor; the first page is the page itself. */
export function Pager({ url, next, first }: { url: URL; next: string | null; first?: boolean }): Markup {
  const to = (cursor: string | null) => {
    const query = new URLSearchParams(url.search);
    query.delete("cursor");
    if (cursor !== null) query.set("cursor", cursor);
    return `${url.pathname}${query.size > 0 ? `?${query}` : ""}`;
  };
  const isFirst = first ?? !url.searchParams.has("cursor");
  if (isFirst && next === null) return NOTHING;
  return (
    <p class="pager">
      {isFirst ? null : (
        <a class="button" href={to(null)}>
          {tr("Newest")}
        </a>
      )}
      {next === null ? null : (
        <a class="button" href={to(next)}>
          {rich("Older{icon}", { icon: <Icon name="chevron" /> })}
        </a>
      )}
    </p>
  );
}

/** Figures at the head of a page: label, value, and a small line below. */
export const Figures = ({ of }: { of: readonly { label: string; value: Child; note?: Child }[] }): Markup => (
  <dl class="figures">
    {of.map(({ label, value, note }) => (
      <div>
        <dt>{label}</dt>
        <dd>
          {value}
          {note ? <small>{note}</small> : null}
        </dd>
      </div>
    ))}
  </dl>
);
