// Requests to a shop's GraphQL endpoint: fixed documents, values as variables, Relay paging, search terms.
import { asUtc, InvalidInput, pages, path, t, type UpstreamRequest } from "gateway/plugin";

/** Supported until October 2027: shopify.dev/docs/api/usage/versioning. */
export const API_VERSION = "2026-10";

/** A mutation. Callers' values are variables and never part of the document; JSON omits undefined ones. */
export function mutationRequest(document: string, variables: Record<string, unknown>): UpstreamRequest {
  return { method: "POST", path: path`/graphql.json`, json: { query: document, variables } };
}
/** A query, which is safe to retry. */
export function queryRequest(document: string, variables: Record<string, unknown>): UpstreamRequest {
  return { ...mutationRequest(document, variables), safe: true };
}

/** Selection of every paged list. */
export const PAGE_INFO = "pageInfo { hasNextPage endCursor }";

/** Pages the connection at `field` of the data. Shopify charges a list by its size, and refuses a query of 1,000 points. */
export const connection = (field: string, max = 100) => pages.relay({ at: `data.${field}`, max });

/** shopify.dev/docs/api/usage/search-syntax */
export const searchQuery = (example: string) =>
  t.Optional(
    t.String({
      minLength: 1,
      maxLength: 255,
      description: `Words, or a query in Shopify's search syntax, such as ${example}.`,
    }),
  );
export const updatedSince = t.Optional(
  t.String({
    format: "date-time",
    description: "Only what was changed at this time or later, such as 2026-01-31T09:00:00Z.",
  }),
);

/** The terms of a search, all of which must fit; undefined without any. */
export function searchOf(
  q: string | undefined,
  terms: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const parts = Object.entries(terms).flatMap(([name, value]) => (value === undefined ? [] : [`${name}${value}`]));
  // A control character, or a bracket that closes the caller's own group, would change what the other terms mean.
  if (q !== undefined && parts.length > 0 && !isBalanced(q))
    throw new InvalidInput('The brackets and quotes in "q" must be closed.');
  const all = [...(q === undefined ? [] : [parts.length > 0 ? `(${q})` : q]), ...parts];
  return all.length === 0 ? undefined : all.join(" AND ");
}

function isBalanced(q: string): boolean {
  let [depth, quote] = [0, ""];
  for (let at = 0; at < q.length; at++) {
    const sign = q[at] as string;
    if (sign === "\\") at++;
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "(") depth++;
    else if (sign === ")" && --depth < 0) return false;
  }
  return depth === 0 && quote === "" && !/\\$/.test(q);
}

/** `:>='2026-11-01T00:00:00Z'` */
export function sinceTerm(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput(`"${time}" is not a time.`);
  return `:>='${utc}'`;
}
