// What the inbox takes and returns, besides the events themselves.
import { type Static, Type as t } from "@sinclair/typebox";
import { EventWithoutPayload, InboxEvent, STATUSES } from "../log/model.ts";

const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";
const name = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, pattern: NO_CONTROLS, description }));
const time = (description: string) => t.Optional(t.String({ format: "date-time", description }));
const statusOf = (description: string) => t.Union([...STATUSES], { description });

const kind = {
  provider: name(64, "Only events of this provider, such as google."),
  service: name(64, "Only events of this service, such as gmail."),
  type: name(130, "Only events of this type, such as gmail.message_received."),
  since: time("Only events received at or after this time, ISO 8601."),
};

export const EventsQuery = t.Object({
  status: t.Optional(
    t.Union([...STATUSES, t.Literal("all")], {
      description: "Only events with this status, or all. The default is unread and read events.",
    }),
  ),
  ...kind,
  q: name(200, "Only events with this text in their title, summary or actor, ignoring case."),
  payload: t.Optional(
    t.Boolean({ description: "false returns payload as null. By default, it is what the provider sent." }),
  ),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of events to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const StreamQuery = t.Object({
  last_event_id: t.Optional(
    t.String({
      maxLength: 100,
      description: "The id of the last event that you have. The header Last-Event-ID takes precedence.",
    }),
  ),
});

export const EventParams = t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The event's id." }) });
export const StatusBody = t.Object({ status: statusOf("The event's new status.") });
export type StatusBody = Static<typeof StatusBody>;

export const MarkFilter = t.Object(
  {
    status: t.Optional(statusOf("Only events with this status. The default is unread and read events.")),
    ...kind,
    until: time("Only events received before this time, ISO 8601."),
  },
  { description: "A filter for the events to mark, instead of ids." },
);
export const MarkBody = t.Object({
  status: statusOf("The events' new status."),
  ids: t.Optional(
    t.Array(t.String({ format: "uuid" }), { minItems: 1, maxItems: 500, description: "The events to mark." }),
  ),
  filter: t.Optional(MarkFilter),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type MarkBody = Static<typeof MarkBody>;

export const Marked = t.Object({
  marked: t.Integer({ description: "Events whose status has changed." }),
  remaining: t.Boolean({
    description: "Whether more events may match the filter: send the same request with the cursor.",
  }),
  next_cursor: t.Union([t.String(), t.Null()]),
});

const nullable = t.Union([t.String(), t.Null()]);
export const EventTypes = t.Object({
  event_types: t.Array(
    t.Object(
      {
        type: t.String({ description: "<service>.<event>. Several providers can have the same type." }),
        description: t.String({ description: "When such an event occurs, in a sentence." }),
        provider: t.Union([t.String(), t.Null()], {
          description: "The provider of the event; null for the gateway's own.",
        }),
      },
      { title: "ListedEventType" },
    ),
  ),
});
export const TestEventBody = t.Object({
  type: t.String({
    minLength: 1,
    maxLength: 130,
    description: "A type of event, such as gmail.message_received.",
    examples: ["integration.expired"],
  }),
  provider: t.Optional(
    t.String({ minLength: 1, maxLength: 64, description: "Whose event it is, where several providers have the type." }),
  ),
});
export type TestEventBody = Static<typeof TestEventBody>;
export const Counts = t.Object(
  { unread: t.Integer(), read: t.Integer(), archived: t.Integer() },
  { description: "Number of events in the inbox, regardless of the filters." },
);
export const EventsPage = t.Object({
  events: t.Array(t.Union([InboxEvent, EventWithoutPayload])),
  next_cursor: nullable,
  counts: Counts,
});
