// Zendesk tickets: list, read, create, change and delete, with their comments and tags.
import {
  deleted,
  endpoint,
  field,
  InvalidInput,
  many,
  one,
  oneOf,
  path,
  record,
  t,
  type UpstreamPath,
} from "gateway/plugin";
import {
  cursorPagination,
  customFieldsInput,
  customFieldsOf,
  numbered,
  priorities,
  tagList,
  zendeskId,
} from "./fields.ts";
import { comment, ticket, writtenComment } from "./ticket.ts";

export const ticketId = zendeskId("Id of the ticket, from zendesk_list_tickets.");
const userId = (description: string) => zendeskId(`${description} zendesk_list_users returns the id.`);
const body = (description: string) => t.String({ minLength: 1, maxLength: 65_536, description });
const uploads = t.Optional(
  t.Array(t.String({ pattern: "^[A-Za-z0-9_-]{1,200}$" }), {
    maxItems: 20,
    description: "Tokens of files to attach, from zendesk_upload_attachment.",
  }),
);
const values = {
  priority: t.Optional(priorities("Priority of the ticket.")),
  type: t.Optional(oneOf(["problem", "incident", "question", "task"], "Type of the ticket.")),
  assignee_id: t.Optional(userId("Id of the agent to assign it to.")),
  group_id: t.Optional(zendeskId("Id of the group to assign it to, from zendesk_list_groups.")),
  external_id: t.Optional(t.String({ maxLength: 255, description: "Your own id of the ticket in another system." })),
  custom_fields: customFieldsInput,
};
type Values = {
  assignee_id?: string;
  group_id?: string;
  custom_fields?: readonly { id: string; value: unknown }[];
};
/** Ids as Zendesk takes them; what is undefined stays as it is there. */
const ticketOf = <V extends Values>(values: V) => ({
  ...values,
  assignee_id: numbered(values.assignee_id),
  group_id: numbered(values.group_id),
  custom_fields: customFieldsOf(values.custom_fields),
});

function listPath(only: { requester_id?: string; organization_id?: string }): UpstreamPath {
  if (only.requester_id !== undefined) return path`/api/v2/users/${only.requester_id}/tickets/requested`;
  if (only.organization_id !== undefined) return path`/api/v2/organizations/${only.organization_id}/tickets`;
  return path`/api/v2/tickets`;
}

const READ_AS = { subject: "title", tags: "labels" };

export const ticketEndpoints = {
  list_tickets: endpoint({
    method: "GET",
    path: "/tickets",
    permission: "tickets.read",
    description:
      "List the support tickets in Zendesk, the last changed first, or those of one requester or organization. Archived ones are left out; zendesk_search_tickets finds more.",
    keywords: ["help desk", "support requests", "cases", "customer inquiries", "queue"],
    query: t.Object({
      requester_id: t.Optional(userId("Only tickets of this person.")),
      organization_id: t.Optional(
        zendeskId("Only tickets of this organization; zendesk_list_organizations returns the id."),
      ),
      external_id: t.Optional(
        t.String({ minLength: 1, maxLength: 255, description: "Only tickets with this id in another system." }),
      ),
    }),
    upstream: ({ query }) => {
      const filters = Object.values(query).filter((value) => value !== undefined);
      if (filters.length > 1)
        throw new InvalidInput("Only one of the filters can be given; zendesk_search_tickets takes several.");
      const isWhole = filters.length === 0 || query.external_id !== undefined;
      return {
        path: listPath(query),
        query: { external_id: query.external_id, sort: isWhole ? "-updated_at" : undefined },
      };
    },
    returns: many("tickets", ticket, { at: "tickets", pagination: cursorPagination }),
  }),
  get_ticket: endpoint({
    method: "GET",
    path: "/tickets/{id}",
    permission: "tickets.read",
    description: "Get one Zendesk ticket: subject, first comment, status, priority, requester and assignee.",
    keywords: ["case details", "ticket status"],
    params: { id: ticketId },
    upstream: ({ params }) => ({ path: path`/api/v2/tickets/${params.id}` }),
    returns: one(ticket, { at: "ticket" }),
  }),
  create_ticket: endpoint({
    method: "POST",
    reaches: true,
    path: "/tickets",
    permission: "tickets.write",
    description:
      "Create a support ticket in Zendesk, for the connected user, or for a customer by id or email address.",
    keywords: ["open case", "new support request", "report problem"],
    body: t.Object({
      subject: t.String({ minLength: 1, maxLength: 1_000, description: "Subject of the ticket, in one line." }),
      body: body("The first comment, as plain text."),
      is_public: t.Optional(
        t.Boolean({ default: true, description: "False for a first comment that only agents see." }),
      ),
      requester_id: t.Optional(userId("Id of the requester; the default is the connected user.")),
      requester_email: t.Optional(
        t.String({
          format: "email",
          maxLength: 255,
          description: "Email address of the requester; a user is created if none has this address.",
        }),
      ),
      requester_name: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 255,
          description: "Name of the requester, if requester_email creates a user.",
        }),
      ),
      tags: t.Optional(tagList("Tags of the ticket.")),
      upload_tokens: uploads,
      ...values,
    }),
    readAs: {
      ...READ_AS,
      requester_email: "requester_id",
      requester_name: "requester_id",
      upload_tokens: { absent: "The files are of the first comment." },
    },
    upstream: ({ body: input, idempotencyKey }) => {
      const {
        subject,
        body: text,
        is_public,
        requester_id,
        requester_email,
        requester_name,
        upload_tokens,
        ...rest
      } = input;
      if (requester_id !== undefined && requester_email !== undefined)
        throw new InvalidInput('Either "requester_id" or "requester_email" says who it is.');
      // Zendesk refuses a new person without a name.
      const requester = requester_email && { email: requester_email, name: requester_name ?? requester_email };
      return {
        method: "POST",
        path: path`/api/v2/tickets`,
        headers: { "idempotency-key": idempotencyKey },
        json: {
          ticket: {
            ...ticketOf(rest),
            subject,
            comment: { body: text, public: is_public ?? true, uploads: upload_tokens },
            requester_id: numbered(requester_id),
            requester,
          },
        },
      };
    },
    returns: one(ticket, { at: "ticket" }),
  }),
  update_ticket: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/tickets/{id}",
    permission: "tickets.write",
    description:
      "Change a Zendesk ticket: status (solve or reopen it), priority, assignee, group, subject, tags or custom fields.",
    keywords: ["close ticket", "resolve case", "assign", "escalate", "set priority"],
    params: { id: ticketId },
    body: t.Object(
      {
        status: t.Optional(
          oneOf(
            ["open", "pending", "hold", "solved"],
            "New status: pending waits for the requester, hold for somebody else.",
          ),
        ),
        subject: t.Optional(
          t.String({ minLength: 1, maxLength: 1_000, description: "Subject of the ticket, in one line." }),
        ),
        requester_id: t.Optional(userId("Id of the person who asks for help.")),
        tags: t.Optional(tagList("Tags, which replace all existing ones; zendesk_add_tags only adds.")),
        due_at: t.Optional(
          t.String({ format: "date-time", description: "When a task is due, such as 2026-01-31T09:00:00Z." }),
        ),
        unless_changed_since: t.Optional(
          t.String({
            format: "date-time",
            description:
              "The ticket's updated_at as you last read it: if it has changed since, the call fails and changes nothing.",
          }),
        ),
        ...values,
      },
      { minProperties: 1 },
    ),
    readAs: {
      ...READ_AS,
      status: "state",
      unless_changed_since: { absent: "It is a condition of the change, and not stored." },
    },
    upstream: ({ params, body: { unless_changed_since, requester_id, ...rest } }) => ({
      method: "PUT",
      path: path`/api/v2/tickets/${params.id}`,
      json: {
        ticket: {
          ...ticketOf(rest),
          requester_id: numbered(requester_id),
          ...(unless_changed_since !== undefined && { safe_update: true, updated_stamp: unless_changed_since }),
        },
      },
    }),
    returns: one(ticket, { at: "ticket" }),
  }),
  delete_ticket: endpoint({
    method: "DELETE",
    path: "/tickets/{id}",
    permission: "tickets.write",
    reaches: false,
    description: "Delete a Zendesk ticket. Admins can restore it in Zendesk for 30 days.",
    keywords: ["remove ticket", "spam"],
    params: { id: ticketId },
    upstream: ({ params }) => ({ method: "DELETE", path: path`/api/v2/tickets/${params.id}` }),
    returns: deleted(),
  }),
  add_tags: endpoint({
    method: "POST",
    idempotent: true,
    path: "/tickets/{id}/tags",
    permission: "tickets.write",
    reaches: false,
    description: "Add tags to a Zendesk ticket; existing tags stay.",
    keywords: ["label ticket", "categorise"],
    params: { id: ticketId },
    body: t.Object({ tags: t.Array(tagList("").items, { minItems: 1, maxItems: 100, description: "Tags to add." }) }),
    upstream: ({ params, body: { tags } }) => ({
      method: "PUT",
      path: path`/api/v2/tickets/${params.id}/tags`,
      json: { tags },
    }),
    returns: one(record({ tags: field.texts({ description: "All tags of the ticket." }) })),
  }),
  list_comments: endpoint({
    method: "GET",
    path: "/tickets/{id}/comments",
    permission: "tickets.read",
    description: "List the comments of a Zendesk ticket, public and internal ones, the newest first.",
    keywords: ["conversation", "replies", "thread"],
    params: { id: ticketId },
    upstream: ({ params }) => ({ path: path`/api/v2/tickets/${params.id}/comments`, query: { sort: "-created_at" } }),
    returns: many("comments", comment, { at: "comments", pagination: cursorPagination }),
  }),
  add_comment: endpoint({
    method: "POST",
    recipients: ["id"],
    reaches: true,
    path: "/tickets/{id}/comments",
    permission: "tickets.write",
    description:
      "Answer a Zendesk ticket with a public reply, which is emailed to the requester, or add an internal note.",
    keywords: ["reply to customer", "respond", "private note", "write note", "answer ticket"],
    params: { id: ticketId },
    body: t.Object({
      body: body("Plain text."),
      is_public: t.Boolean({
        description: "true for a reply that the requester receives, false for an internal note.",
      }),
      status: t.Optional(
        oneOf(["open", "pending", "hold", "solved"], "The ticket's new status; by default unchanged."),
      ),
      author_id: t.Optional(userId("Id of the author; the default is the connected user.")),
      upload_tokens: uploads,
    }),
    upstream: ({ params, body: { body: text, is_public, status, author_id, upload_tokens } }) => ({
      method: "PUT",
      path: path`/api/v2/tickets/${params.id}`,
      json: {
        ticket: {
          comment: { body: text, public: is_public, author_id: numbered(author_id), uploads: upload_tokens },
          status,
        },
      },
    }),
    returns: one(writtenComment),
  }),
};
