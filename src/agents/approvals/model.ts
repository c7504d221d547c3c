// Approvals on the wire: calls that wait for a person's yes, the decision, and what became of them.
import { type Static, Type as t } from "@sinclair/typebox";
import { accountName } from "../../identity/owner.ts";
import { nullable } from "../../plugin/fields.ts";
import { RememberShape } from "./standing-model.ts";

export const STATES = ["pending", "approved", "running", "done", "failed", "denied", "expired"] as const;
export type State = (typeof STATES)[number];
/** In these the call may still be made. */
export const OPEN_STATES: readonly State[] = ["pending", "approved", "running"];

/** Why an approved call was not made, or may have been made without an outcome. */
export const FAILURES = {
  caller_ended: "The key, sign-in or session that asked has ended, so nothing was sent.",
  tool_changed: "The tool has changed since the call was approved, so nothing was sent.",
  connection_changed: "The connection is gone or belongs to another identity now, so nothing was sent.",
  account_gone: "The connected account is gone, so nothing was sent.",
  too_late: "The gateway could not make the call within a day of the decision, so nothing was sent.",
  outcome_unknown:
    "The gateway stopped while the call was made, so nobody knows whether it reached the provider. Look there before you repeat it.",
  internal: "The gateway failed to make the call. The log has the reason.",
} as const;
export type Failure = keyof typeof FAILURES;

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });
const timeOrNull = (description: string) => t.Union([t.String({ format: "date-time" }), t.Null()], { description });
const StateShape = t.Unsafe<State>(t.String({ enum: [...STATES], description: "What has become of it." }));
const values = (description: string) => t.Record(t.String(), t.Unknown(), { description });

const approval = {
  id,
  status: StateShape,
  url: t.String({ description: "The page where a person decides." }),
  account_id: t.Union([id, t.Null()], { description: "The connected account; null for the user's own connections." }),
  provider: t.String(),
  tool: t.String(),
  title: t.String({ description: "What the tool does, in a few words." }),
  effect: t.String({ description: "What a yes lets happen, as a sentence." }),
  connection: t.String({ description: "The connection's name." }),
  identity: t.String({ description: "Whose account it is at the provider." }),
  requested_by: t.Object({
    kind: t.Unsafe<"key" | "mcp_client" | "agent_session">(
      t.String({ description: "key, mcp_client or agent_session." }),
    ),
    id,
    name: nullable(t.String()),
    agent: nullable(t.String()),
  }),
  rule: t.Union([t.Object({ rule: nullable(t.String()), scope: nullable(t.String()) }), t.Null()], {
    description: "The rule that requires the yes; null where the caller's own setting does.",
  }),
  reason: t.String({ description: "Why a person must decide." }),
  created_at: time("When the call was made."),
  expires_at: time("When it can no longer be approved."),
  decided_at: timeOrNull("When a person decided."),
  decided_by: t.Union([t.Object({ kind: t.String(), name: nullable(t.String()) }), t.Null()]),
  note: nullable(t.String({ description: "What the decider wrote." })),
  finished_at: timeOrNull("When it ended."),
  failure: t.Union([t.Object({ code: t.String(), message: t.String() }), t.Null()], {
    description: "Why it failed where the call has no response of its own.",
  }),
};

export const ApprovalShape = t.Object(approval, { title: "Approval" });
export const ApprovalDetail = t.Object(
  {
    ...approval,
    arguments: t.Union([values("By name."), t.Null()], {
      description: "What the call sends, without secrets and cut to 16 KB; null seven days after the end.",
    }),
    object: t.Union(
      [
        t.Object({
          fields: t.Union([values("What tells it to a person, such as its title."), t.Null()], {
            description: "Null where it could not be read.",
          }),
        }),
        t.Null(),
      ],
      {
        description:
          "With include=object of a pending call: what it is about, as the provider has it. Null where no tool reads it, or the caller may not.",
      },
    ),
    may_differ: t.Array(t.String(), {
      description: "The arguments that remember may let differ; the others must always be the same.",
    }),
    arguments_truncated: t.Boolean({ description: "Whether parts are left out because of their size." }),
    response: t.Union(
      [
        t.Object({ status: t.Integer(), body: t.Unknown({ description: "As the call itself would have got it." }) }),
        t.Null(),
      ],
      {
        description:
          "The call's own response, once it is made, for seven days; only for the caller that made it, and for keys that may make it.",
      },
    ),
  },
  { title: "ApprovalDetail" },
);
export type ApprovalView = Static<typeof ApprovalShape>;
export type ApprovalDetail = Static<typeof ApprovalDetail>;

export const GetApprovalQuery = t.Object({
  include: t.Optional(
    t.Literal("object", {
      description: "object: reads what a pending call is about at the provider, once a minute at most.",
    }),
  ),
});

export const ListApprovalsQuery = t.Object({
  status: t.Optional(
    t.Unsafe<State>(t.String({ enum: [...STATES], description: "Only approvals in this state; without it, all." })),
  ),
  account_id: t.Optional(accountName("Only those of this account: its id, or external: and its external_id.")),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number to return." })),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type ListQuery = Static<typeof ListApprovalsQuery>;
export const ApprovalList = t.Object({ approvals: t.Array(ApprovalShape), next_cursor: nullable(t.String()) });

/** Characters of a decider's note. */
export const MAX_NOTE = 500;

export const DecideBody = t.Object({
  decision: t.Unsafe<"approve" | "deny">(
    t.String({
      enum: ["approve", "deny"],
      description: "approve: the gateway makes the call. deny: it is never made.",
    }),
  ),
  note: t.Optional(
    t.String({
      maxLength: MAX_NOTE,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      description: "A sentence for the caller.",
    }),
  ),
  remember: t.Optional(RememberShape),
});
export const DecidedApproval = t.Object({
  ...approval,
  standing_approval_id: t.Union([id, t.Null()], { description: "What remember has made; null without it." }),
});
export type DecideBody = Static<typeof DecideBody>;

const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";

export const CreateLinkBody = t.Object({
  expires_in: t.Optional(
    t.Integer({ minimum: 60, maximum: 3_600, default: 900, description: "Seconds for which the link works." }),
  ),
  name: t.Optional(
    t.String({ maxLength: 100, pattern: NO_CONTROLS, description: "For whom it is: decided_by shows it." }),
  ),
});
export type CreateLinkBody = Static<typeof CreateLinkBody>;
export const CreatedLink = t.Object({
  url: t.String({ description: "The page to show to one person. Its secret is returned only this once." }),
  expires_at: time("When it stops working; with the approval at the latest."),
});
