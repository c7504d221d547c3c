// The audit log on the wire: to the operator, and to an owner.
import { type Static, Type as t } from "@sinclair/typebox";
import type { EntryRow } from "./store.ts";

const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";
const time = (description: string) => t.Optional(t.String({ format: "date-time", description }));
const uuid = (description: string) => t.Optional(t.String({ format: "uuid", description }));
const text = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, pattern: NO_CONTROLS, description }));
const nullable = (schema: ReturnType<typeof t.String>) => t.Union([schema, t.Null()]);

const common = {
  since: time("Only entries at or after this time, ISO 8601."),
  until: time("Only entries before this time, ISO 8601."),
  event: text(64, "Only entries of this event, such as key_created."),
  outcome: t.Optional(
    t.Union([t.Literal("success"), t.Literal("refused"), t.Literal("failed")], {
      description: "Only entries with this outcome.",
    }),
  ),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of entries to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
};

export const OwnAuditQuery = t.Object({ ...common, key_id: uuid("Only entries for actions of this key.") });
export const AuditQuery = t.Object({
  ...common,
  actor: text(320, "Only entries of this actor: an admin token's name, or the id of a key."),
  user: text(320, "Only entries about this user, by id or e-mail address."),
  account: uuid("Only entries about this connected account, by its id."),
});
export type OwnAuditQuery = Static<typeof OwnAuditQuery>;
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditEntry = t.Object({
  id: t.String({ format: "uuid" }),
  timestamp: t.String({ format: "date-time" }),
  event: t.String({ description: "What happened, such as key_created or integration_disconnected." }),
  actor: t.Object(
    {
      kind: t.String({ description: "key, mcp_client, agent_session, person, admin, provider, system or anonymous." }),
      id: nullable(t.String()),
      name: nullable(t.String()),
    },
    {
      description:
        "Who did it: a key (its id, and the start and end of its text), the operator, a provider's callback or the gateway.",
    },
  ),
  account_id: nullable(t.String()),
  resource: t.Union([t.Object({ kind: t.String(), id: nullable(t.String()) }), t.Null()], {
    description: "What was acted on.",
  }),
  outcome: t.Unsafe<"success" | "refused" | "failed">(t.String({ description: "success, refused or failed." })),
  code: nullable(t.String({ description: "The error code, if it was refused or failed." })),
  times: t.Integer({
    description: "How many times it happened in that minute; more than 1 only for refusals.",
  }),
  address: nullable(t.String({ description: "The caller's IP address; null for the operator." })),
  request_id: nullable(t.String()),
  details: t.Object({}, { additionalProperties: true }),
});

export const VerifyQuery = t.Object({
  since: time("Only seals made at or after this time, ISO 8601, and their entries."),
  expect: t.Optional(
    t.String({
      pattern: "^[A-Za-z0-9_-]{43}$",
      description: "The hash of a seal that was noted earlier: it must still be in the chain.",
    }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type VerifyQuery = Static<typeof VerifyQuery>;

const PROBLEMS = {
  entry_changed: "An entry differs from what was sealed.",
  entry_missing: "A sealed entry was deleted before its time.",
  entry_added: "An entry claims a seal that does not cover it.",
  seal_changed: "A seal was changed; what it says of its entries does not count.",
  seals_missing: "Seals from this number on were deleted.",
  head_not_found: "No seal has the expected hash.",
};
type ProblemKind = keyof typeof PROBLEMS;

export const AuditProblem = t.Object({
  kind: t.Unsafe<ProblemKind>(
    t.String({
      enum: Object.keys(PROBLEMS),
      description: Object.entries(PROBLEMS)
        .map(([kind, text]) => `${kind}: ${text}`)
        .join(" "),
    }),
  ),
  seal: t.Union([t.Integer(), t.Null()], { description: "The seal's number." }),
  entry_id: t.Union([t.String(), t.Null()], { description: "The entry's id, where one is meant." }),
});
export type AuditProblem = Static<typeof AuditProblem>;

const count = (description: string) => t.Integer({ minimum: 0, description });
const state = {
  head: t.Union(
    [
      t.Object({
        number: t.Integer(),
        hash: t.String({ description: "Note it elsewhere: while it is in the chain, nothing before it was cut off." }),
        sealed_at: t.String({ format: "date-time" }),
      }),
      t.Null(),
    ],
    { description: "The newest seal; null before the first." },
  ),
  unsealed: t.Object(
    {
      entries: t.Integer({ minimum: 0 }),
      oldest_stored_at: t.Union([t.String({ format: "date-time" }), t.Null()]),
    },
    { description: "Entries that have no seal yet: a job seals them each minute." },
  ),
};

export const SealState = t.Object(state);

export const VerifiedPart = t.Object({
  seals: count("Seals that this request verified."),
  entries: count("Entries that it compared with their seals."),
  erased: count("Those of them whose personal data an erasure has removed."),
  aged: count("Sealed entries that are deleted because of their age."),
  problems: t.Array(AuditProblem),
  ...state,
  next_cursor: t.Union([t.String(), t.Null()], { description: "Null once everything is verified." }),
});

/** The whole entry, for the operator. */
export function entryView(row: EntryRow) {
  return {
    id: row.id,
    timestamp: row.at,
    event: row.event,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    user_id: row.userId,
    account_id: row.accountId,
    resource: row.resourceKind === null ? null : { kind: row.resourceKind, id: row.resourceId },
    outcome: row.outcome,
    code: row.code,
    times: row.times,
    address: row.address,
    request_id: row.requestId,
    details: row.details,
  };
}

/** For its owner: of the operator neither a person's name nor an address. */
export function ownEntryView(row: EntryRow) {
  const { user_id: _, ...view } = entryView(row);
  if (row.actorKind !== "admin") return view;
  const { params: _params, route: _route, ...details } = row.details;
  return { ...view, actor: { kind: "admin", id: null, name: "operator" }, address: null, request_id: null, details };
}
