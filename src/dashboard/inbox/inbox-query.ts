// What the inbox's address asks for: filters for the API, and the same filters as a query for links.
import { createHash } from "node:crypto";
import type { ApiInput } from "../api.ts";

export type EventStatus = "unread" | "read" | "archived";

export const STATUSES = ["unread", "read", "archived"] as const;
export const isStatus = (text: string | null): text is EventStatus => STATUSES.some((status) => status === text);

/** As the API gives it. */
export interface InboxEvent {
  id: string;
  provider: string;
  service: string;
  type: string;
  title: string;
  summary: string | null;
  actor: string | null;
  url: string | null;
  account_id: string | null;
  external_id: string | null;
  status: EventStatus;
  occurred_at: string;
  received_at: string;
  payload: unknown;
}

export interface InboxPage {
  events: InboxEvent[];
  next_cursor: string | null;
  counts: Record<EventStatus, number>;
}

const FILTERS = ["status", "provider", "type", "q", "account"] as const;
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

const MAX_FILTER = 300;
const MAX_CURSOR = 4_096;
const PAGE = 50;

/** Reads the query of an address or of a form's `back`, and leaves out unknown names. */
export function filtersOf(query: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const name of FILTERS) {
    const value = (query.get(name) ?? "").trim().slice(0, MAX_FILTER);
    if (value !== "") filters[name] = value;
  }
  return filters;
}

export const inboxPath = (filters: Filters) => {
  const query = new URLSearchParams(filters);
  return query.size > 0 ? `/inbox?${query}` : "/inbox";
};

/** Keeps only the account: an id says nothing without it. */
export function eventPath(id: string, { account }: Filters): string {
  const query = account === undefined ? "" : `?${new URLSearchParams({ account })}`;
  return `/inbox/${encodeURIComponent(id)}${query}`;
}

export const accountOf = ({ account }: Filters): Pick<ApiInput, "externalId"> =>
  account === undefined ? {} : { externalId: account };

export function listInput(filters: Filters, cursor: string | null): ApiInput {
  const { account: _account, ...query } = filters;
  const page = { limit: PAGE, payload: false, cursor: cursor?.slice(0, MAX_CURSOR) ?? undefined };
  return { query: { ...query, ...page }, ...accountOf(filters) };
}

/** Changes when the page would look different. */
export function fingerprintOf({ events, counts }: InboxPage): string {
  const content = [events.map(({ id, status }) => [id, status]), counts];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 16);
}
