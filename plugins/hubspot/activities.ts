// Notes and tasks on the records of a HubSpot account.
import { endpoint, field, htmlToText, InvalidInput, one, oneOf, record, shapes, t } from "gateway/plugin";
import { changeTimes, madeOf, property, type RawRecord, textOf, time } from "./record.ts";
import { linkedIds, recordId, requestForCreate } from "./requests.ts";

/** A property in HTML, as plain text. */
const plainText = (name: string, description?: string) =>
  madeOf(shapes.nullableText(description), (raw) => {
    const html = textOf(raw, name);
    return html === null ? null : htmlToText(html);
  });
const owner_id = property("hubspot_owner_id");

const note = record({
  id: field.text(),
  text: plainText("hs_note_body"),
  owner_id,
  occurred_at: time("hs_timestamp"),
  ...changeTimes,
});

const stateOf = (raw: RawRecord) => textOf(raw, "hs_task_status") ?? "NOT_STARTED";
const task = record({
  id: field.text(),
  key: field.text({ from: "id", description: shapes.issue.key.description }),
  title: madeOf(shapes.issue.title, (raw) => textOf(raw, "hs_task_subject") ?? ""),
  body: plainText("hs_task_body", "Plain text."),
  state: madeOf(shapes.issue.state, stateOf),
  is_closed: madeOf(shapes.issue.is_closed, (raw) => stateOf(raw) === "COMPLETED"),
  labels: madeOf(shapes.issue.labels, () => []),
  url: madeOf(shapes.issue.url, () => null),
  ...changeTimes,
  due_at: time("hs_timestamp"),
  priority: property("hs_task_priority", "NONE, LOW, MEDIUM or HIGH."),
  type: property("hs_task_type", "TODO, CALL or EMAIL."),
  owner_id,
});

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** Plain text as HTML that shows it unchanged. */
export function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "").replace(/\r\n|\r|\n/g, "<br>");
}

const NOTE = { name: "notes", fields: { html: "hs_note_body", occurred_at: "hs_timestamp" } };
const TASK = {
  name: "tasks",
  fields: {
    title: "hs_task_subject",
    html: "hs_task_body",
    due_at: "hs_timestamp",
    priority: "hs_task_priority",
    type: "hs_task_type",
    status: "hs_task_status",
  },
};
const text = t.String({ minLength: 1, maxLength: 65_536, description: "Plain text; line breaks are preserved." });
const linkFields = {
  contact_ids: linkedIds("contacts"),
  company_ids: linkedIds("companies"),
  deal_ids: linkedIds("deals"),
  ticket_ids: linkedIds("tickets"),
};
const optionalOneOf = (values: readonly string[], description: string) => t.Optional(oneOf(values, description));
const ownerId = t.Optional(recordId("Id of its owner, from hubspot_list_owners."));

export const activityEndpoints = {
  create_note: endpoint({
    method: "POST",
    reaches: false,
    path: "/notes",
    permission: "activities.write",
    description: "Write a note in HubSpot on the timeline of contacts, companies, deals or tickets.",
    keywords: ["log call", "meeting notes", "comment", "record conversation"],
    body: t.Object({
      text,
      occurred_at: t.String({
        format: "date-time",
        description: "Time of the note, such as 2026-01-31T09:00:00Z; the default is now.",
      }),
      owner_id: ownerId,
      ...linkFields,
    }),
    upstream: ({ body }) => {
      // HubSpot would accept it, and show it nowhere.
      if (Object.keys(linkFields).every((field) => !body[field as keyof typeof linkFields]?.length)) {
        throw new InvalidInput("A note belongs to at least one contact, company, deal or ticket.");
      }
      const links = { contact_ids: 202, company_ids: 190, deal_ids: 214, ticket_ids: 228 };
      return requestForCreate(NOTE, links, { ...body, html: toHtml(body.text) });
    },
    returns: one(note),
  }),
  create_task: endpoint({
    method: "POST",
    reaches: { when: ["owner_id"] },
    path: "/tasks",
    permission: "activities.write",
    description: "Create a task in HubSpot with a due time, for an owner, about contacts, companies, deals or tickets.",
    keywords: ["to-do", "reminder", "follow up", "call back"],
    body: t.Object({
      title: t.String({ minLength: 1, maxLength: 1_000, description: "Title of the task, in one line." }),
      due_at: t.String({ format: "date-time", description: "When it is due, such as 2026-01-31T09:00:00Z." }),
      body: t.Optional(text),
      priority: optionalOneOf(["NONE", "LOW", "MEDIUM", "HIGH"], "Priority of the task."),
      type: optionalOneOf(["TODO", "CALL", "EMAIL"], "Type of task; the default is TODO."),
      owner_id: ownerId,
      ...linkFields,
    }),
    upstream: ({ body }) =>
      requestForCreate(
        TASK,
        { contact_ids: 204, company_ids: 192, deal_ids: 216, ticket_ids: 230 },
        { ...body, html: body.body && toHtml(body.body), status: "NOT_STARTED" },
      ),
    returns: one(task),
  }),
};
