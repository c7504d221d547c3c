// Requests to Linear's GraphQL endpoint: fixed documents, values as variables, Relay paging.
import { pages, path, type UpstreamRequest } from "gateway/plugin";

/** A mutation. Callers' values are variables and never part of the document; JSON omits undefined ones. */
export function mutationRequest(document: string, variables: Record<string, unknown>): UpstreamRequest {
  return { method: "POST", path: path`/graphql`, json: { query: document, variables } };
}

/** A query, which is safe to retry. */
export function queryRequest(document: string, variables: Record<string, unknown>): UpstreamRequest {
  return { ...mutationRequest(document, variables), safe: true };
}

/** Selection of every paged list. */
export const PAGE_INFO = "pageInfo { hasNextPage endCursor }";

/**
 * Pages the connection at `field` of the data. Linear charges a query by the possible size of its lists and refuses one above
 * 10,000 points; fifty issues with all their parts stay well below.
 */
export const connection = (field: string) => pages.relay({ at: `data.${field}`, max: 50 });

/** Renames fields for Linear: `state_id` becomes `stateId`. */
export function toCamelCase(body: Record<string, unknown>): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [camel(name), value]));
}
