// Accounts (companies) and opportunities (deals with them).
import { endpoint, field, many, record, t } from "gateway/plugin";
import { common, recordId } from "./fields.ts";
import {
  COMMON_NAMES,
  changedSince,
  containsWords,
  ifDefined,
  lastChangePagination,
  requestForList,
  text,
  updatedSince,
} from "./list-request.ts";
import { literal } from "./soql.ts";

const ACCOUNT_NAMES = [
  ...COMMON_NAMES,
  "Name",
  "Website",
  "Industry",
  "Type",
  "Phone",
  "BillingStreet",
  "BillingCity",
  "BillingState",
  "BillingPostalCode",
  "BillingCountry",
  "NumberOfEmployees",
  "AnnualRevenue",
];

const account = record({
  id: field.text({ from: "Id" }),
  name: field.nullableText({ from: "Name" }),
  website: field.nullableText({ from: "Website" }),
  industry: field.nullableText({ from: "Industry" }),
  type: field.nullableText({
    from: "Type",
    description: "Type of account, as the Salesforce org names it, such as Customer or Partner.",
  }),
  phone: field.nullableText({ from: "Phone" }),
  street: field.nullableText({ from: "BillingStreet", description: "Street of the billing address." }),
  city: field.nullableText({ from: "BillingCity" }),
  state: field.nullableText({ from: "BillingState", by: "others" }),
  postal_code: field.nullableText({ from: "BillingPostalCode" }),
  country: field.nullableText({ from: "BillingCountry", by: "others" }),
  employees: field.nullableNumber({ from: "NumberOfEmployees" }),
  annual_revenue: field.nullableNumber({ from: "AnnualRevenue" }),
  ...common,
});

const OPPORTUNITY_NAMES = [
  ...COMMON_NAMES,
  "Name",
  "StageName",
  "Amount",
  "CloseDate",
  "Probability",
  "IsClosed",
  "IsWon",
  "AccountId",
  "Account.Name",
];

const opportunity = record({
  id: field.text({ from: "Id" }),
  name: field.nullableText({ from: "Name" }),
  stage: field.nullableText({ from: "StageName" }),
  amount: field.nullableNumber({ from: "Amount", description: "Amount in the opportunity's currency." }),
  close_date: field.nullableDay({
    from: "CloseDate",
    description: "Day on which it closed or is expected to close.",
  }),
  probability: field.nullableNumber({ from: "Probability", description: "Chance of winning it, in percent." }),
  is_closed: field.flag({ from: "IsClosed" }),
  is_won: field.flag({ from: "IsWon" }),
  account_id: field.nullableText({ from: "AccountId" }),
  account_name: field.nullableText({ from: "Account.Name" }),
  ...common,
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
      return requestForList("Account", ACCOUNT_NAMES, where, page);
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
      account_id: t.Optional(recordId("Only opportunities of this account, by id from salesforce_list_accounts.")),
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
      return requestForList("Opportunity", OPPORTUNITY_NAMES, where, page);
    },
    returns: many("opportunities", opportunity, { at: "records", pagination: lastChangePagination }),
  }),
};
