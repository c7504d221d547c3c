// How Linear's one GraphQL address is asked: fixed documents, values bound as variables, Relay paging.
import { type Pagination, path, textAt, type UpstreamRequest, valueAt } from "gateway/plugin";

/** A mutation. A caller's values travel as variables and never stand in the document; undefined ones are left out. */
export function change(document: string, variables: Record<string, unknown>): UpstreamRequest {
  return { method: "POST", path: path`/graphql`, json: { query: document, variables } };
}

/** A query: it may be repeated. */
export function ask(document: string, variables: Record<string, unknown>): UpstreamRequest {
  return { ...change(document, variables), safe: true };
}

/** What a document must ask of every list that is paged. */
export const PAGE_INFO = "pageInfo { hasNextPage endCursor }";

/**
 * Pages of the connection at `field` of the data, by `$first` and `$after`. Linear prices a query by what its lists could
 * hold, and refuses one above 10,000 points: fifty issues with all their parts stay well below.
 */
export function connection(field: string): Pagination {
  const max = 50;
  return {
    max,
    apply: (req, page) => {
      const { query, variables } = req.json as { query: string; variables: object };
      const first = Math.min(page.limit, max);
      return { ...req, json: { query, variables: { ...variables, first, after: page.position ?? undefined } } };
    },
    next: ({ json }) => {
      const info = valueAt(json, `data.${field}.pageInfo`);
      return valueAt(info, "hasNextPage") === true ? textAt(info, "endCursor") || null : null;
    },
  };
}

/** Our names as Linear's: `state_id` is `stateId`. */
export function camelCased(body: Record<string, unknown>): Record<string, unknown> {
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [camel(name), value]));
}
