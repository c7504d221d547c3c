// What the inbox takes and returns, besides the events themselves.
import { type Static, Type as t } from "@sinclair/typebox";
import { InboxEvent, STATUSES } from "../log/model.ts";

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
      description: "Only events with this status, or all; left out: unread and read ones.",
    }),
  ),
  ...kind,
  q: name(200, "Only events with this text in their title, summary or actor, in capitals or not."),
  payload: t.Optional(
    t.Boolean({ description: "false: without what the provider sent, which is null then; by default with it." }),
  ),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Most events to return." })),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const StreamQuery = t.Object({
  last_event_id: t.Optional(
    t.String({
      maxLength: 100,
      description: "The id of the last event that you have; the header Last-Event-ID goes first.",
    }),
  ),
});

export const EventParams = t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The event's id." }) });
export const StatusBody = t.Object({ status: statusOf("The event's new status.") });
export type StatusBody = Static<typeof StatusBody>;

export const MarkFilter = t.Object(
  {
    status: t.Optional(statusOf("Only events with this status; left out: unread and read ones.")),
    ...kind,
    until: time("Only events received before this time, ISO 8601."),
  },
  { description: "Which events to mark, where ids does not name them." },
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
  remaining: t.Boolean({ description: "Whether the filter may fit further events: send the same with the cursor." }),
  next_cursor: t.Union([t.String(), t.Null()]),
});

const nullable = t.Union([t.String(), t.Null()]);
export const EventTypes = t.Object({
  event_types: t.Array(
    t.Object({
      type: t.String({ description: "<service>.<what>. Several providers can have the same." }),
      description: t.String({ description: "When there is such an event, in a sentence." }),
      provider: t.Union([t.String(), t.Null()], { description: "Whose event it is; null for the gateway's own." }),
    }),
  ),
});
export const Counts = t.Object(
  { unread: t.Integer(), read: t.Integer(), archived: t.Integer() },
  { description: "Events in the inbox, whatever the filters." },
);
export const EventsPage = t.Object({
  events: t.Array(InboxEvent),
  next_cursor: nullable,
  counts: Counts,
});
