// Why a call failed, stored beside its row of the usage log.
import { Type as t } from "@sinclair/typebox";
import type { RequestDatabase } from "../../foundation/db/database.ts";
import { deletion, OF_ACCOUNT, OF_USER } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { AppError, InputError } from "../../foundation/errors.ts";

/** Characters of a sentence, and of a provider's code or request id. */
const MAX_MESSAGE = 500;
const MAX_WORD = 200;
const MAX_FIELDS = 10;
/** As long as people look into why a call failed; the counts stay with the log. */
const STAY_MS = 30 * DAY_MS;

/** The error of a failed call's response, and what the provider said. */
export interface CallFailure {
  code: string;
  message: string;
  /** Why a provider is unavailable, or what else the code leaves open. */
  reason: string | null;
  /** Which inputs were refused, without their values. */
  fields: { in: InputError["in"]; path: string; message: string }[];
  provider: { status: number | null; code: string | null; request_id: string | null } | null;
}

/** A text that every database takes; one that is cut ends with an ellipsis. */
function text(value: unknown, most: number): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const whole = String(value).toWellFormed().replaceAll("\u0000", "\ufffd");
  return whole.length > most ? `${whole.slice(0, most - 1).toWellFormed()}…` : whole;
}

/** The failure that an error is, bounded; `code` as callers see it. */
export function failureOf(error: AppError, code: string): CallFailure {
  const { details, provider } = error;
  const fields = Array.isArray(details.errors) ? (details.errors as InputError[]).slice(0, MAX_FIELDS) : [];
  return {
    code,
    message: text(error.message, MAX_MESSAGE) ?? "",
    reason: error.reason,
    fields: fields.map((field) => ({
      in: field.in,
      path: text(field.path, MAX_WORD) ?? "",
      message: text(field.message, MAX_MESSAGE) ?? "",
    })),
    provider: provider
      ? {
          status: provider.status,
          code: text(provider.code, MAX_WORD),
          request_id: text(provider.requestId, MAX_WORD),
        }
      : null,
  };
}

const nullableText = (description: string) => t.Union([t.String(), t.Null()], { description });

/** On the wire. */
export const UsageError = t.Object(
  {
    code: t.String({ description: "The error code that the response had." }),
    message: t.String({ description: "The sentence that the response had." }),
    reason: nullableText(
      "The error's reason, out of the list of ErrorReason. Null for calls of earlier versions without one.",
    ),
    fields: t.Array(
      t.Object({
        in: t.String({ description: "query, body, path or header." }),
        path: t.String({ description: "A JSON pointer within that part." }),
        message: t.String(),
      }),
      { description: "The inputs that were refused, at most 10, without their values." },
    ),
    provider: t.Union(
      [
        t.Object({
          status: t.Union([t.Integer(), t.Null()], { description: "The provider's status; null without a response." }),
          code: nullableText("The provider's own code."),
          request_id: nullableText("The provider's own id of the request, which its support asks for."),
        }),
        t.Null(),
      ],
      { description: "What the provider said; null where the gateway refused the call itself." },
    ),
  },
  { title: "UsageError" },
);

/** In the order of the schema: the database has its own. */
export const errorView = ({ code, message, reason, fields, provider }: CallFailure) => ({
  code,
  message,
  reason,
  fields: fields.map((field) => ({ in: field.in, path: field.path, message: field.message })),
  provider: provider && { status: provider.status, code: provider.code, request_id: provider.request_id },
});

export interface FailureRow {
  id: string;
  /** Unix milliseconds. */
  occurredAt: number;
  userId: string;
  accountId: string | null;
  failure: CallFailure;
}

/** Failures of owners who are erased meanwhile are left out; one that is written twice does not change. */
export async function insertFailures(
  database: Pick<RequestDatabase, "query">,
  rows: readonly FailureRow[],
): Promise<void> {
  await database.query(
    `insert into call_failures (id, occurred_at, user_id, account_id, failure)
    select r.id, to_timestamp(r."occurredAt" / 1000), r."userId", r."accountId", r.failure
    from json_to_recordset($1::text::json)
      as r (id uuid, "occurredAt" double precision, "userId" uuid, "accountId" uuid, failure jsonb)
    where exists (select 1 from users where users.id = r."userId")
      and (r."accountId" is null or exists (
        select 1 from accounts where accounts.id = r."accountId" and accounts.user_id = r."userId"))
    on conflict (id) do nothing`,
    [
      JSON.stringify(
        rows.map(({ id, occurredAt, userId, accountId, failure }) => ({ id, occurredAt, userId, accountId, failure })),
      ),
    ],
  );
}

export const TABLES: readonly Table[] = [
  {
    table: "call_failures",
    bound: "Why a call failed is deleted after 30 days.",
    aged: [{ since: "occurred_at", stayMs: STAY_MS }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "call_failure",
        columns: "id occurred_at user_id account_id failure",
        key: [["id", "uuid"]],
      },
    },
    // Calls under way write theirs up to a minute after the owner is gone.
    erasure: {
      user: { ...deletion("call_failures", OF_USER), isAfterCalls: true },
      account: { ...deletion("call_failures", OF_ACCOUNT), isAfterCalls: true },
    },
  },
];
