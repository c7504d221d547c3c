// The usage log on the wire.
import { type TSchema, Type as t } from "@sinclair/typebox";
import { accountName } from "../../identity/owner.ts";
import { CallEvidence } from "./evidence.ts";
import { errorView, UsageError } from "./failures.ts";
import { stepView, UsageStep } from "./steps.ts";
import type { UsageEntryRow } from "./store.ts";

const when = (description: string) => t.Optional(t.String({ format: "date-time", description }));
const uuid = (description: string) => t.Optional(t.String({ format: "uuid", description }));

const filters = {
  since: when("Only calls at or after this time, ISO 8601."),
  until: when("Only calls before this time, ISO 8601."),
  provider: t.Optional(t.String({ minLength: 1, maxLength: 64, description: "Only calls to this provider." })),
  action: t.Optional(
    t.String({ minLength: 1, maxLength: 130, description: "Only calls of this permission, such as gmail.send." }),
  ),
  status: t.Optional(
    t.Integer({ minimum: 100, maximum: 599, description: "Only calls whose response had this status." }),
  ),
  errors: t.Optional(t.Boolean({ description: "true: only calls whose response had a status of 400 or above." })),
  key_id: uuid("Only calls made with this key."),
  account_id: t.Optional(
    accountName("Only calls for this connected account: its id, or external: and your external_id."),
  ),
};
export const UsageQuery = t.Object({
  ...filters,
  request_id: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 200,
      description: "Only calls of this request, by the X-Request-Id of its response.",
    }),
  ),
  endpoint: t.Optional(
    t.String({ minLength: 1, maxLength: 200, description: "Only calls whose path template has this text in it." }),
  ),
  integration_id: uuid("Only calls that used this integration."),
  agent_session_id: uuid("Only calls of this agent session."),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of entries to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export const SummaryQuery = t.Object(filters);
export const RequestParams = t.Object({
  request_id: t.String({ minLength: 1, maxLength: 200, description: "The X-Request-Id of the response." }),
});
export const EntryParams = t.Object({
  timestamp: t.String({ minLength: 1, maxLength: 64, description: "The entry's timestamp, as the list returns it." }),
  id: t.String({ minLength: 1, maxLength: 64, description: "The entry's id." }),
});

const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);
export const UsageEntry = t.Object(
  {
    id: t.String({ format: "uuid" }),
    timestamp: t.String({ format: "date-time" }),
    request_id: t.String(),
    endpoint: t.String({ description: "The route's path template." }),
    method: t.String(),
    provider: nullable(t.String()),
    action: nullable(t.String()),
    status: t.Union([t.Integer(), t.Null()], {
      description: "Null for a call that has not ended, or whose outcome is unknown.",
    }),
    units: t.Integer({ description: "Number of requests sent to the provider." }),
    duration_ms: t.Integer(),
    key_id: t.Union([t.String(), t.Null()], {
      description: "The key, or the MCP client’s grant; null for a call at the dashboard.",
    }),
    agent_session_id: t.Union([t.String(), t.Null()], {
      description: "The agent session that called with part of the key’s rights; null for other calls.",
    }),
    agent: t.Union([t.String(), t.Null()], {
      description: "The agent that the session is for, as its maker named it.",
    }),
    person_id: t.Union([t.String(), t.Null()], { description: "Who called at the dashboard; null for other calls." }),
    account_id: nullable(t.String()),
    integration_id: t.Union([t.String(), t.Null()], {
      description: "The integration that the call used; null where it used none.",
    }),
    connection: t.Union([t.String(), t.Null()], {
      description: "The name that the integration has now; null where the call used none, or it is gone.",
    }),
    lent_by: t.Union([t.String(), t.Null()], {
      description: "Who lent the integration that the call used: an e-mail address, or the external_id of an account.",
    }),
    external_id: nullable(t.String()),
    repeated: t.Integer({ description: "How many calls the entry represents; more than 1 only for refused ones." }),
    inputs: t.Union([t.Array(t.String()), t.Null()], {
      description:
        "The names of its inputs without their values, such as query.q; null where the input was refused or there was none.",
    }),
    steps: t.Union([t.Array(UsageStep), t.Null()], {
      description:
        "What the call did at the provider: the first and last 10 steps. Null for a successful call whose requests all succeeded at once.",
    }),
    state: t.Union([t.Literal("pending"), t.Literal("done"), t.Literal("interrupted")], {
      description: "pending: the call has not ended; interrupted: the gateway stopped before it ended.",
    }),
    surface: t.Union([t.Literal("user"), t.Literal("partner")], { description: "Whose limits counted it." }),
    error: t.Union([UsageError, t.Null()], {
      description: "Why the call failed, for 30 days; null for a call that did not, and for a provider's own response.",
    }),
  },
  { title: "UsageEntry" },
);

/** One entry, with the evidence of the call. */
export const UsageCall = t.Object(
  {
    ...UsageEntry.properties,
    evidence: t.Union([CallEvidence, t.Null()], {
      description:
        "What the call sent and got, where its key or partner has that recorded and it has not expired; or null.",
    }),
  },
  { title: "UsageCall" },
);

const PartnerSummary = t.Object({
  tier: t.String(),
  month: t.String({ pattern: "^\\d{4}-\\d{2}$", description: "UTC, such as 2026-11." }),
  calls: t.Integer({
    description: "Calls that count towards the partner's limits. Calls refused with 402 or 429 do not count.",
  }),
  quota: t.Union([t.Integer(), t.Null()], { description: "Null if the month is unlimited." }),
  overage_calls: t.Integer({
    description: "Calls over the quota. They are allowed if the operator set a price, as the tier pro has by default.",
  }),
  overage_usd: t.Number({ description: "Their cost in US dollars, by default $0.0005 each." }),
});

const milliseconds = (description: string) => t.Union([t.Integer(), t.Null()], { description });
export const UsageDurations = t.Object({
  calls: t.Integer({ description: "Ended calls among the newest 1,000 that match." }),
  oldest: t.Union([t.String({ format: "date-time" }), t.Null()], {
    description: "When the oldest of these calls was made.",
  }),
  p50_ms: milliseconds("Half of the calls took at most this long."),
  p95_ms: milliseconds("95 % of the calls took at most this long."),
  p99_ms: milliseconds("99 % of the calls took at most this long."),
});

const counted = { calls: t.Integer(), errors: t.Integer() };
const byProvider = () =>
  t.Array(t.Object({ provider: nullable(t.String()), ...counted }, { title: "UsageOfProvider" }));
export const UsageSummary = t.Object({
  from: t.String({ format: "date-time" }),
  to: t.String({ format: "date-time" }),
  ...counted,
  by_day: t.Array(t.Object({ day: t.String({ format: "date" }), ...counted, by_provider: byProvider() })),
  by_provider: byProvider(),
  by_status: t.Array(t.Object({ status: nullable(t.Integer()), calls: t.Integer() })),
  limits: t.Object({
    tier: t.String(),
    per_minute: nullable(t.Integer({ description: "Null if it is unlimited." })),
    per_day: nullable(t.Integer({ description: "Null if it is unlimited." })),
    limit: nullable(t.Integer({ description: "The remaining calls of the minute or the day, whichever has fewer." })),
    remaining: nullable(t.Integer()),
    reset: t.Integer({ description: "Unix seconds." }),
    used_this_minute: t.Integer({ description: "Calls of this UTC minute that count." }),
    used_today: t.Integer({ description: "Calls of this UTC day that count." }),
  }),
  partner: t.Union([PartnerSummary, t.Null()], {
    description: "A partner's current UTC month, regardless of the filters; null without a partner profile.",
  }),
});

export const GROUPED_BY = ["provider", "key", "account"] as const;
export const GroupsQuery = t.Object({
  by: t.Optional(
    t.Union(
      GROUPED_BY.map((name) => t.Literal(name)),
      { default: "provider", description: "What the calls are grouped by." },
    ),
  ),
  ...filters,
  since: when("Only calls from this UTC day on, ISO 8601; by default the 30 days up to now."),
  until: when("Only calls up to this UTC day, ISO 8601. The day is included."),
});
const days = t.Array(t.Object({ day: t.String({ format: "date" }), ...counted }));
export const UsageGroups = t.Object({
  from: t.String({ format: "date-time" }),
  to: t.String({ format: "date-time" }),
  groups: t.Array(
    t.Object({
      id: t.Union([t.String(), t.Null()], {
        description:
          "The provider, or the id of the key or account; null for calls without one. By account only calls for accounts count, and null stands for all deleted ones.",
      }),
      ...counted,
      by_day: days,
    }),
    { description: "The ten with the most calls, the biggest first." },
  ),
  others: t.Object({ ...counted, by_day: days }, { description: "All calls that are in none of these groups." }),
});

const { account_id: _, ...ofAnyAccount } = filters;
export const AccountsQuery = t.Object({
  ...ofAnyAccount,
  since: when(
    "Only calls from this UTC day on, ISO 8601; by default from the start of the month in which the span ends.",
  ),
  until: GroupsQuery.properties.until,
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of accounts to return." }),
  ),
  cursor: UsageQuery.properties.cursor,
});
export const UsageByAccount = t.Object({
  from: t.String({ format: "date-time" }),
  to: t.String({ format: "date-time" }),
  accounts: t.Array(
    t.Object(
      {
        account_id: t.Union([t.String(), t.Null()], { description: "Null for all deleted accounts together." }),
        external_id: nullable(t.String()),
        display_name: nullable(t.String()),
        ...counted,
      },
      { title: "UsageOfAccount" },
    ),
    { description: "Accounts with calls in the span, by id. A page may have fewer than limit although more follow." },
  ),
  next_cursor: t.Union([t.String(), t.Null()]),
});

export function entryView(row: UsageEntryRow) {
  return {
    id: row.id,
    timestamp: row.occurredAt.toISOString(),
    request_id: row.requestId,
    endpoint: row.endpoint,
    method: row.method,
    provider: row.provider,
    action: row.action,
    status: row.status,
    units: row.units,
    duration_ms: row.durationMs,
    key_id: row.keyId,
    agent_session_id: row.agentSessionId,
    agent: row.agent,
    person_id: row.personId,
    account_id: row.accountId,
    integration_id: row.integrationId,
    connection: row.connection,
    lent_by: row.lentBy,
    external_id: row.externalId,
    repeated: row.callCount,
    inputs: row.inputs?.split(",") ?? null,
    steps: row.steps?.map(stepView) ?? null,
    state: row.state,
    surface: row.surface,
    error: row.failure && errorView(row.failure),
  };
}
