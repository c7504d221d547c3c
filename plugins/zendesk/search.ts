// Searches for Zendesk tickets, people and organizations, which read on without an end: "Export Search Results".
import { endpoint, many, oneOf, path, t, type UpstreamRequest } from "gateway/plugin";
import { cursorPagination, priorities, STATUSES } from "./fields.ts";
import { organization } from "./organizations.ts";
import { type Filters, searchQuery } from "./search-query.ts";
import { ticket } from "./ticket.ts";
import { user } from "./users.ts";

/** /search itself ends after 1,000 results. Its cursors live an hour: developer.zendesk.com/api-reference/ticketing/ticket-management/search. */
export const searchRequest = (type: "ticket" | "user" | "organization", filters: Filters): UpstreamRequest => ({
  path: path`/api/v2/search/export`,
  query: { query: searchQuery(filters), "filter[type]": type },
});

const words = (example: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: 1_000,
      description: `Words, or a query in Zendesk's search language without type:, such as ${example}.`,
    }),
  );
const text = (description: string) => t.Optional(t.String({ minLength: 1, maxLength: 255, description }));
const time = (description: string) =>
  t.Optional(
    t.String({
      format: "date-time",
      description: `${description} at this time or later, such as 2026-01-31T09:00:00Z.`,
    }),
  );

export const searchEndpoints = {
  search_tickets: endpoint({
    method: "GET",
    path: "/search/tickets",
    permission: "search.read",
    description:
      "Search Zendesk tickets by words, status, priority, requester, assignee, tag or time, archived ones too.",
    keywords: ["find ticket", "open cases", "urgent tickets", "overdue", "unsolved"],
    query: t.Object({
      q: words("refund status<solved"),
      status: t.Optional(oneOf(STATUSES, "Only tickets with this status.")),
      priority: t.Optional(priorities("Only tickets of this priority.")),
      requester: text("Only tickets of this person: name, email address, id or me."),
      assignee: text("Only tickets of this agent: name, email address, id, me or none."),
      organization: text("Only tickets of this organization: its name."),
      tag: text("Only tickets with this tag."),
      created_since: time("Only tickets that were created"),
      updated_since: time("Only tickets that were changed"),
    }),
    upstream: ({ query: { q, tag, created_since, updated_since, ...is } }) =>
      searchRequest("ticket", {
        q,
        is: { ...is, tags: tag },
        since: { created: created_since, updated: updated_since },
      }),
    returns: many("tickets", ticket, { at: "results", pagination: cursorPagination }),
  }),
  search_users: endpoint({
    method: "GET",
    path: "/search/users",
    permission: "search.read",
    description: "Find people in Zendesk by name, email address, phone number or organization.",
    keywords: ["find customer", "look up requester", "find agent"],
    query: t.Object({
      q: words("ada role:agent"),
      email: text("Only the person with this email address."),
      organization: text("Only people of this organization: its name."),
    }),
    upstream: ({ query: { q, ...is } }) => searchRequest("user", { q, is }),
    returns: many("users", user, { at: "results", pagination: cursorPagination }),
  }),
  search_organizations: endpoint({
    method: "GET",
    path: "/search/organizations",
    permission: "search.read",
    description: "Find organizations in Zendesk by name, domain, notes or tag.",
    keywords: ["find customer company"],
    query: t.Object({ q: words("acme tags:gold"), name: text("Only the organization of this name.") }),
    upstream: ({ query: { q, ...is } }) => searchRequest("organization", { q, is }),
    returns: many("organizations", organization, { at: "results", pagination: cursorPagination }),
  }),
};
