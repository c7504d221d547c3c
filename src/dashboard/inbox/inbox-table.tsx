/** @jsxImportSource #pages */
// The table of events: a form whose buttons mark what is ticked, or one row.
import type { Registry } from "../../providers/registry/registry.ts";
import { Table, Time } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { PageRequest } from "../visit.ts";
import { eventPath, type Filters, type InboxEvent } from "./inbox-query.ts";

interface Props {
  registry: Registry;
  visit: PageRequest;
  filters: Filters;
}

/** One form around the table: its buttons mark what is ticked, or one row. */
export function EventForm(props: Props & { events: readonly InboxEvent[]; now: number }): Markup {
  const { visit, filters, events, now } = props;
  return (
    <form method="post" action="/inbox">
      <FormToken visit={visit} />
      <input type="hidden" name="back" value={new URLSearchParams(filters).toString()} />
      <input type="hidden" name="until" value={new Date(now).toISOString()} />
      {events.map(({ id, status }) => (status === "unread" ? <input type="hidden" name="unread" value={id} /> : null))}
      <p class="bulk">
        <button type="submit" class="button small" name="ticked" value="read">
          {tr("Mark selected as read")}
        </button>
        <button type="submit" class="button small" name="ticked" value="archived">
          {tr("Archive selected")}
        </button>
        {filters.q === undefined ? (
          <button type="submit" class="button quiet small" name="all" value="read">
            {tr("Mark all as read")}
          </button>
        ) : null}
      </p>
      <Table caption={tr("Events, newest first")} columns={eventColumns(props)} rows={events} />
    </form>
  );
}

const eventColumns = ({ registry, visit, filters }: Props) => [
  { title: tr("Event"), cell: (event: InboxEvent) => <EventCell visit={visit} event={event} filters={filters} /> },
  {
    title: tr("From"),
    hideOnNarrow: true,
    cell: ({ provider, type }: InboxEvent) => (
      <span class="from">
        <ProviderMark provider={registry.provider(provider) ?? { id: provider, name: provider }} />
        <code>{type}</code>
      </span>
    ),
  },
  {
    title: tr("Who"),
    hideOnNarrow: true,
    cell: ({ actor }: InboxEvent) => (actor ? <bdi class="clipped">{actor}</bdi> : "—"),
  },
  {
    title: tr("Received"),
    hideOnNarrow: true,
    cell: ({ received_at }: InboxEvent) => <Time reader={visit.reader} at={received_at} />,
  },
  {
    title: "",
    cell: ({ id, status, title }: InboxEvent) => (
      <button type="submit" class="button quiet small" name={status === "archived" ? "restore" : "archive"} value={id}>
        {status === "archived" ? tr("Restore") : tr("Archive")}
        <span class="visually-hidden"> {title}</span>
      </button>
    ),
  },
];

/** The ids let a row keep its tick and its focus when newer ones come in above it. */
const EventCell = ({ visit, event, filters }: { visit: PageRequest; event: InboxEvent; filters: Filters }): Markup => (
  <div class="event-cell">
    <input
      type="checkbox"
      id={`tick-${event.id}`}
      name="id"
      value={event.id}
      aria-label={tr("Select: {title}", { title: event.title })}
    />
    <div>
      <a
        href={eventPath(event.id, filters)}
        class={event.status === "unread" ? "event-link strong" : "event-link seen"}
      >
        {event.status === "unread" ? (
          <>
            <span class="dot" aria-hidden="true"></span>
            <span class="visually-hidden">{tr("Unread:")} </span>
          </>
        ) : null}
        <bdi>{event.title}</bdi>
      </a>
      {event.summary ? <bdi class="muted clipped">{event.summary}</bdi> : NOTHING}
      <span class="only-narrow muted">
        <Time reader={visit.reader} at={event.received_at} />
      </span>
    </div>
  </div>
);
