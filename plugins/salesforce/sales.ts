// Accounts (companies) and opportunities (deals with them).
import {
  asDay,
  endpoint,
  many,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  resource,
  shapes,
  t,
  writtenBy,
} from "gateway/plugin";
import { isoTime, recordId, webUrl } from "./fields.ts";
import {
  COMMON_FIELDS,
  changedSince,
  containsWords,
  ifDefined,
  lastChangePagination,
  rawAccount,
  requestForList,
  text,
  updatedSince,
} from "./list-request.ts";
import { literal } from "./soql.ts";

const COMPANY = {
  ...COMMON_FIELDS,
  Name: maybeText,
  Website: maybeText,
  Industry: maybeText,
  Type: maybeText,
  Phone: maybeText,
  BillingStreet: maybeText,
  BillingCity: maybeText,
  BillingState: maybeText,
  BillingPostalCode: maybeText,
  BillingCountry: maybeText,
  NumberOfEmployees: maybeNumber,
  AnnualRevenue: maybeNumber,
};

const common = {
  owner_id: nullable(t.String()),
  url: nullable(t.String({ description: "URL to open in a browser." })),
  created_at: shapes.nullableTime(),
  updated_at: shapes.nullableTime(),
};

const account = resource({
  raw: t.Object(COMPANY),
  shape: t.Object({
    id: t.String(),
    name: nullable(t.String()),
    website: nullable(t.String()),
    industry: nullable(t.String()),
    type: nullable(
      t.String({ description: "Type of account, as the Salesforce org names it, such as Customer or Partner." }),
    ),
    phone: nullable(t.String()),
    street: nullable(t.String({ description: "Street of the billing address." })),
    city: nullable(t.String()),
    state: writtenBy("others", nullable(t.String())),
    postal_code: nullable(t.String()),
    country: writtenBy("others", nullable(t.String())),
    employees: nullable(t.Number()),
    annual_revenue: nullable(t.Number()),
    ...common,
  }),
  map: (raw, call) => ({
    id: raw.Id,
    name: raw.Name ?? null,
    website: raw.Website ?? null,
    industry: raw.Industry ?? null,
    type: raw.Type ?? null,
    phone: raw.Phone ?? null,
    street: raw.BillingStreet ?? null,
    city: raw.BillingCity ?? null,
    state: raw.BillingState ?? null,
    postal_code: raw.BillingPostalCode ?? null,
    country: raw.BillingCountry ?? null,
    employees: raw.NumberOfEmployees ?? null,
    annual_revenue: raw.AnnualRevenue ?? null,
    owner_id: raw.OwnerId ?? null,
    url: webUrl(raw.Id, call),
    created_at: isoTime(raw.CreatedDate),
    updated_at: isoTime(raw.LastModifiedDate),
  }),
});

const DEAL = {
  ...COMMON_FIELDS,
  Name: maybeText,
  StageName: maybeText,
  Amount: maybeNumber,
  CloseDate: maybeText,
  Probability: maybeNumber,
  IsClosed: maybeFlag,
  IsWon: maybeFlag,
  AccountId: maybeText,
};

const opportunity = resource({
  raw: t.Object({ ...DEAL, Account: rawAccount }),
  shape: t.Object({
    id: t.String(),
    name: nullable(t.String()),
    stage: nullable(t.String()),
    amount: nullable(t.Number({ description: "Amount in the opportunity's currency." })),
    close_date: shapes.nullableDay("Day on which it closed or is expected to close."),
    probability: nullable(t.Number({ description: "Chance of winning it, in percent." })),
    is_closed: t.Boolean(),
    is_won: t.Boolean(),
    account_id: nullable(t.String()),
    account_name: nullable(t.String()),
    ...common,
  }),
  map: (raw, call) => ({
    id: raw.Id,
    name: raw.Name ?? null,
    stage: raw.StageName ?? null,
    amount: raw.Amount ?? null,
    close_date: asDay(raw.CloseDate),
    probability: raw.Probability ?? null,
    is_closed: raw.IsClosed ?? false,
    is_won: raw.IsWon ?? false,
    account_id: raw.AccountId ?? null,
    account_name: raw.Account?.Name ?? null,
    owner_id: raw.OwnerId ?? null,
    url: webUrl(raw.Id, call),
    created_at: isoTime(raw.CreatedDate),
    updated_at: isoTime(raw.LastModifiedDate),
  }),
});

const ownerId = t.Optional(recordId("Only those owned by the user with this id."));

export const saleEndpoints = {
  list_accounts: endpoint({
    method: "GET",
    path: "/accounts",
    permission: "accounts.read",
    description: "List or search Salesforce accounts: the companies, with industry, size and place.",
    keywords: ["companies", "customers", "organizations", "crm"],
    query: t.Object({
      q: text("Part of the name or website."),
      industry: text("Only accounts of this industry."),
      owner_id: ownerId,
      updated_since: updatedSince,
    }),
    upstream: ({ query, page }) => {
      const where = [
        containsWords(["Name", "Website"], query.q),
        ifDefined(query.industry, (industry) => `Industry = ${literal(industry)}`),
        ifDefined(query.owner_id, (id) => `OwnerId = ${literal(id)}`),
        changedSince(query.updated_since),
      ];
      return requestForList("Account", Object.keys(COMPANY), where, page);
    },
    returns: many("accounts", account, { at: "records", pagination: lastChangePagination }),
  }),
  list_opportunities: endpoint({
    method: "GET",
    path: "/opportunities",
    permission: "opportunities.read",
    description: "List or search Salesforce opportunities: the deals, with stage, amount and close date.",
    keywords: ["deals", "pipeline", "sales", "forecast", "won", "lost", "crm"],
    query: t.Object({
      q: text("Part of the name."),
      stage: text("Only opportunities in this stage, such as Negotiation/Review."),
      is_closed: t.Optional(t.Boolean({ description: "true: only closed opportunities; false: only open ones." })),
      is_won: t.Optional(t.Boolean({ description: "true: only opportunities that were won; false: only others." })),
      account_id: t.Optional(recordId("Only contacts of this account, by id from salesforce_list_accounts.")),
      owner_id: ownerId,
      updated_since: updatedSince,
    }),
    upstream: ({ query, page }) => {
      const where = [
        containsWords(["Name"], query.q),
        ifDefined(query.stage, (stage) => `StageName = ${literal(stage)}`),
        ifDefined(query.is_closed, (is) => `IsClosed = ${is}`),
        ifDefined(query.is_won, (is) => `IsWon = ${is}`),
        ifDefined(query.account_id, (id) => `AccountId = ${literal(id)}`),
        ifDefined(query.owner_id, (id) => `OwnerId = ${literal(id)}`),
        changedSince(query.updated_since),
      ];
      return requestForList("Opportunity", [...Object.keys(DEAL), "Account.Name"], where, page);
    },
    returns: many("opportunities", opportunity, { at: "records", pagination: lastChangePagination }),
  }),
};
