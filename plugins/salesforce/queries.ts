// Queries in the caller's own SOQL, and text search over the common objects.
import {
  endpoint,
  InvalidInput,
  many,
  maybeText,
  nullable,
  oneOf,
  type Pagination,
  pages,
  path,
  resource,
  t,
} from "gateway/plugin";
import { nonEmptyTextAt, webUrl } from "./fields.ts";
import { record } from "./record.ts";
import { dataPath, searchWords } from "./soql.ts";

/** The smallest batch that Salesforce returns: developer.salesforce.com, "Query Options Header". */
const BATCH = { "sforce-query-options": "batchSize=200" };

/** Pages by locator, which lives two days; only its id is kept of the next page's URL. */
const locatorPagination: Pagination = {
  max: 200,
  apply: (req, { position }) =>
    position === null ? req : { ...req, path: dataPath(path`/query/${position}`), query: undefined },
  next: ({ json }) =>
    /\/query\/([A-Za-z0-9]{15,18}-\d{1,9})$/.exec(nonEmptyTextAt(json, "nextRecordsUrl") ?? "")?.[1] ?? null,
};

const MAX_RESULTS = 100;

/** The objects that are searched → the fields that are read. */
const SEARCH_FIELDS = {
  Account: ["Name", "Phone"],
  Contact: ["Name", "Email", "Phone", "Account.Name"],
  Lead: ["Name", "Email", "Phone", "Company"],
  Opportunity: ["Name", "StageName", "Account.Name"],
  Case: ["CaseNumber", "Subject", "Status"],
};
const SEARCH_TYPES = Object.keys(SEARCH_FIELDS) as (keyof typeof SEARCH_FIELDS)[];

const searchResult = resource({
  raw: t.Object({
    Id: t.String(),
    attributes: t.Object({ type: t.String() }),
    Name: maybeText,
    Subject: maybeText,
    Email: maybeText,
    Phone: maybeText,
    Company: maybeText,
    StageName: maybeText,
    Status: maybeText,
    Account: t.Optional(t.Unknown()),
  }),
  shape: t.Object({
    id: t.String(),
    type: t.String({ description: "Account, Contact, Lead, Opportunity or Case." }),
    name: nullable(t.String()),
    company: nullable(t.String()),
    email: nullable(t.String()),
    phone: nullable(t.String()),
    status: nullable(
      t.String({ description: "Stage of an opportunity, or status of a lead or case; null for others." }),
    ),
    url: nullable(t.String({ description: "URL to open in a browser." })),
  }),
  map: (raw, call) => ({
    id: raw.Id,
    type: raw.attributes.type,
    name: raw.Name ?? raw.Subject ?? null,
    company: raw.Company ?? nonEmptyTextAt(raw.Account, "Name"),
    email: raw.Email ?? null,
    phone: raw.Phone ?? null,
    status: raw.StageName ?? raw.Status ?? null,
    url: webUrl(raw.Id, call),
  }),
});

export const queryEndpoints = {
  run_query: endpoint({
    method: "GET",
    path: "/query",
    permission: "records.read",
    description:
      "Run a SOQL query on Salesforce, for lists, sums and counts that no other tool returns. " +
      "Count with COUNT(Id).",
    keywords: ["soql", "report", "sum", "count", "group by", "custom object"],
    query: t.Object({
      q: t.String({
        minLength: 15,
        maxLength: 10_000,
        description: "SOQL that begins with SELECT, such as SELECT Id, Name FROM Case WHERE IsClosed = FALSE LIMIT 20.",
      }),
    }),
    upstream: ({ query }) => {
      if (!/^\s*select\s/i.test(query.q)) throw new InvalidInput("A query begins with SELECT.");
      return { path: dataPath(path`/query`), query: { q: query.q }, headers: BATCH };
    },
    returns: many("records", record, { at: "records", pagination: locatorPagination }),
  }),
  search_records: endpoint({
    method: "GET",
    path: "/search",
    permission: "records.read",
    description: "Search Salesforce for accounts, contacts, leads, opportunities and cases with the given words.",
    keywords: ["find", "look up", "sosl", "customer", "company", "person"],
    query: t.Object({
      q: t.String({
        minLength: 2,
        maxLength: 200,
        description: "Words to search for; a record must contain all of them.",
      }),
      type: t.Optional(oneOf(SEARCH_TYPES, "Only this kind of record.")),
    }),
    // A fixed limit: Salesforce splits it among the objects, so another limit would change the first results.
    upstream: ({ query }) => {
      const types = query.type === undefined ? SEARCH_TYPES : [query.type];
      const returning = types.map((kind) => `${kind}(Id, ${SEARCH_FIELDS[kind].join(", ")})`).join(", ");
      const sosl = `FIND {${searchWords(query.q)}} IN ALL FIELDS RETURNING ${returning} LIMIT ${MAX_RESULTS}`;
      return { path: dataPath(path`/search`), query: { q: sosl } };
    },
    returns: many("results", searchResult, { at: "searchRecords", pagination: pages.whole() }),
  }),
};
