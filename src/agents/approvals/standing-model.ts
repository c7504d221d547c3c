// Standing approvals on the wire: a person's yes to later calls that ask the same question.
import { type Static, Type as t } from "@sinclair/typebox";
import { accountName } from "../../identity/owner.ts";
import { nullable } from "../../plugin/fields.ts";

const DAY_S = 24 * 60 * 60;
export const DEFAULT_LIFE_S = 30 * DAY_S;
const MAX_LIFE_S = 90 * DAY_S;
const MAX_NAMES = 200;

export const RememberShape = t.Object(
  {
    arguments: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 200 }), {
        maxItems: MAX_NAMES,
        uniqueItems: true,
        description: "The arguments of this call that later ones must repeat; without it, all of them.",
      }),
    ),
    expires_in: t.Optional(
      t.Integer({ minimum: 60, maximum: MAX_LIFE_S, description: "Seconds, 90 days at most; the default is 30 days." }),
    ),
  },
  {
    description: "With approve only: the same question is answered with yes from now on, as a standing approval.",
  },
);
export type Remember = Static<typeof RememberShape>;

/** Why a standing approval answers nothing. */
export const STATUSES = ["in_force", "expired", "caller_ended", "connection_changed", "tool_changed"] as const;
export type StandingStatus = (typeof STATUSES)[number];

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });

export const StandingApprovalShape = t.Object(
  {
    id,
    status: t.Unsafe<StandingStatus>(
      t.String({ enum: [...STATUSES], description: "in_force, or why it allows nothing any more." }),
    ),
    account_id: t.Union([id, t.Null()], { description: "The connected account; null for the user's own connections." }),
    provider: t.String(),
    tool: t.String(),
    title: t.String({ description: "What the tool does, in a few words." }),
    connection: t.String({ description: "The connection's name." }),
    identity: t.String({ description: "Whose account it is at the provider." }),
    for: t.Object(
      {
        kind: t.Unsafe<"key" | "mcp_client" | "agent_session">(
          t.String({ description: "key, mcp_client, or agent_session for the sessions that a key makes." }),
        ),
        id: t.String({ format: "uuid", description: "The key's id, or the MCP client's." }),
        name: nullable(t.String()),
        agent: nullable(t.String({ description: "The agent of the sessions; null for those without one." })),
      },
      { description: "Whose calls it allows." },
    ),
    rule: t.Union([t.Object({ rule: nullable(t.String()), scope: nullable(t.String()) }), t.Null()], {
      description: "The rule that it answers; null for the caller's own setting.",
    }),
    reason: t.String({ description: "Why a person must decide." }),
    arguments: t.Record(t.String(), t.Unknown(), {
      description: "What a call must send, by name and without secrets; it must send nothing else.",
    }),
    may_differ: t.Array(t.String(), { description: "Arguments that a call may send with any value, or not at all." }),
    created_at: time("When a person said so."),
    created_by: t.Object({ kind: t.String(), name: nullable(t.String()) }),
    expires_at: time("When it ends by itself."),
    used: t.Integer({ minimum: 0, description: "How many calls it has allowed." }),
    last_used_at: nullable(t.String({ format: "date-time" })),
  },
  { title: "StandingApproval" },
);
export type StandingApprovalView = Static<typeof StandingApprovalShape>;

export const ListStandingQuery = t.Object({
  account_id: t.Optional(accountName("Only those of this account: its id, or external: and its external_id.")),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 50, description: "Maximum number to return." })),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type StandingQuery = Static<typeof ListStandingQuery>;

export const StandingApprovalList = t.Object({
  standing_approvals: t.Array(StandingApprovalShape),
  next_cursor: nullable(t.String()),
});
