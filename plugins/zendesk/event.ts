// Events of Zendesk tickets as the inbox shows them, whether they were pushed or found by a poll.
import { type EventView, nullable, type Static, shapes, t } from "gateway/plugin";

export const ticketEventShape = t.Object({
  id: t.String({ description: "Id of the ticket." }),
  subject: shapes.nullableText(),
  status: shapes.nullableText("new, open, pending, hold, solved, closed or deleted."),
  priority: shapes.nullableText(),
  type: shapes.nullableText(),
  requester_id: shapes.nullableText(),
  assignee_id: shapes.nullableText(),
  group_id: shapes.nullableText(),
  organization_id: shapes.nullableText(),
  tags: t.Array(t.String()),
  previous: shapes.nullableText("The previous status, priority or assignee; null if a poll found the change."),
  current: shapes.nullableText("The new status, priority or assignee."),
  comment: nullable(
    t.Object({
      id: shapes.nullableText(),
      body: t.String({ description: "Plain text." }),
      is_public: t.Boolean({ description: "Whether the requester sees it; false for an internal note." }),
      author_id: shapes.nullableText(),
      author_name: shapes.nullableText(),
      is_by_agent: t.Boolean({
        description: "Whether an agent wrote it; false for the requester and other customers.",
      }),
    }),
    "The comment; only in the event tickets.commented.",
  ),
  actor_id: shapes.nullableText("Id of the user who did it; null if a poll found it."),
  url: shapes.nullableText("Opens the ticket in the browser; null if it was deleted."),
  occurred_at: shapes.nullableTime(),
});
export type TicketEvent = Static<typeof ticketEventShape>;

/** The ids of events, equal whether they were pushed or polled; times have whole seconds. */
export const onceId = (id: string, what: "created" | "deleted") => `ticket/${id}/${what}`;
export const changeId = (id: string, changedAt: string) => `ticket/${id}/${changedAt.replace(/\.\d+Z$/, "Z")}`;

export type What = "created" | "updated" | "deleted" | "status_changed" | "priority_changed" | "assigned" | "commented";

const TITLES: Readonly<Record<What, (event: TicketEvent) => string>> = {
  created: () => "New Zendesk ticket",
  updated: () => "A Zendesk ticket changed",
  deleted: () => "A Zendesk ticket was deleted",
  status_changed: ({ current }) => `A Zendesk ticket is ${current ?? "in another status"}`,
  priority_changed: ({ current }) => `A Zendesk ticket has ${current ?? "no"} priority`,
  assigned: ({ current }) =>
    current === null ? "A Zendesk ticket has no agent" : "A Zendesk ticket has another agent",
  commented: ({ comment }) => (comment?.is_public ? "Reply in a Zendesk ticket" : "Note in a Zendesk ticket"),
};
const MAX_SUMMARY = 300;

export function viewOf(event: TicketEvent, what: What): EventView {
  const { subject, comment, actor_id, url, occurred_at } = event;
  return {
    title: `${TITLES[what](event)}${subject ? `: ${subject}` : ""}`,
    summary: comment?.body.slice(0, MAX_SUMMARY) || null,
    actor: comment?.author_name ?? actor_id,
    url,
    occurredAt: occurred_at,
  };
}

export const DESCRIPTIONS: Readonly<Record<What, string>> = {
  created: "A ticket was created in Zendesk.",
  updated: "A Zendesk ticket was changed in any way.",
  deleted: "A Zendesk ticket was deleted.",
  status_changed: "The status of a Zendesk ticket changed, such as to solved.",
  priority_changed: "The priority of a Zendesk ticket changed.",
  assigned: "A Zendesk ticket was assigned to an agent, or unassigned.",
  commented: "Someone answered a Zendesk ticket, or left a note.",
};
