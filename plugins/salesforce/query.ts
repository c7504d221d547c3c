// Queries in the caller's own SOQL, and search over the objects that people look for.
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
import { addressOf, givenAt } from "./fields.ts";
import { AnyRecord } from "./record.ts";
import { data, searchWords } from "./soql.ts";

/** The smallest batch that Salesforce makes: developer.salesforce.com, "Query Options Header". */
const BATCH = { "sforce-query-options": "batchSize=200" };

/** The next page is named by a locator, which lives for two days. Of its address only that name is kept. */
const byLocator: Pagination = {
  max: 200,
  apply: (req, { position }) =>
    position === null ? req : { ...req, path: data(path`/query/${position}`), query: undefined },
  next: ({ json }) => /\/query\/([A-Za-z0-9]{15,18}-\d{1,9})$/.exec(givenAt(json, "nextRecordsUrl") ?? "")?.[1] ?? null,
};

const MAX_FOUND = 100;

/** What is searched, and what is read of it; each is a field of the object. */
const SEARCHED = {
  Account: ["Name", "Phone"],
  Contact: ["Name", "Email", "Phone", "Account.Name"],
  Lead: ["Name", "Email", "Phone", "Company"],
  Opportunity: ["Name", "StageName", "Account.Name"],
  Case: ["CaseNumber", "Subject", "Status"],
};
const KINDS = Object.keys(SEARCHED) as (keyof typeof SEARCHED)[];

const Found = resource({
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
    status: nullable(t.String({ description: "The stage of an opportunity, the status of a case." })),
    url: nullable(t.String({ description: "Opens it in the browser." })),
  }),
  map: (raw, call) => ({
    id: raw.Id,
    type: raw.attributes.type,
    name: raw.Name ?? raw.Subject ?? null,
    company: raw.Company ?? givenAt(raw.Account, "Name"),
    email: raw.Email ?? null,
    phone: raw.Phone ?? null,
    status: raw.StageName ?? raw.Status ?? null,
    url: addressOf(raw.Id, call),
  }),
});

export const queryEndpoints = {
  run_query: endpoint({
    method: "GET",
    path: "/query",
    permission: "records.read",
    description:
      "Run a SOQL query on Salesforce, for lists, sums and counts that no other tool gives. " + "Count with COUNT(Id).",
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
      return { path: data(path`/query`), query: { q: query.q }, headers: BATCH };
    },
    returns: many("records", AnyRecord, { at: "records", pagination: byLocator }),
  }),
  search_records: endpoint({
    method: "GET",
    path: "/search",
    permission: "records.read",
    description: "Search Salesforce for accounts, contacts, leads, opportunities and cases that hold the words given.",
    keywords: ["find", "look up", "sosl", "customer", "company", "person"],
    query: t.Object({
      q: t.String({ minLength: 2, maxLength: 200, description: "Words that the record must all hold." }),
      type: t.Optional(oneOf(KINDS, "Only this kind of record.")),
    }),
    // The limit is fixed: Salesforce shares one out among the objects, so a larger one would not begin with the same records.
    upstream: ({ query }) => {
      const kinds = query.type === undefined ? KINDS : [query.type];
      const returning = kinds.map((kind) => `${kind}(Id, ${SEARCHED[kind].join(", ")})`).join(", ");
      const sosl = `FIND {${searchWords(query.q)}} IN ALL FIELDS RETURNING ${returning} LIMIT ${MAX_FOUND}`;
      return { path: data(path`/search`), query: { q: sosl } };
    },
    returns: many("results", Found, { at: "searchRecords", pagination: pages.whole() }),
  }),
};
