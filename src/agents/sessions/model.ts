// Agent sessions on the wire: what their makers send, and what they get back.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Safeguards, SessionLimits } from "../../foundation/db/schema/agent-sessions.ts";
import { accountName } from "../../identity/owner.ts";
import { nullable, oneOf } from "../../plugin/fields.ts";
import { FactsShape } from "../policies/facts-shape.ts";
import { PolicyBody } from "../policies/model.ts";
import { SAFEGUARDS, safeguardOf } from "../policies/session-policies.ts";
import type { ViewedSession } from "./store.ts";

const MINUTE = 60;
export const MAX_SECONDS = 7 * 86_400;
const DEFAULT_SECONDS = 3_600;
/** Entries of a list: as many as a key has permissions. */
const MAX_ENTRIES = 400;
/** Tools that a list of MCP has whole: more cost a model more attention than they are worth. */
const MAX_PINNED = 40;
/** Patterns of raw requests. */
const MAX_RAW = 50;
/** Characters of what the person said, and recipients. */
const MAX_INPUT = 10_000;
const MAX_RECIPIENTS = 100;
/** No control characters: the database cannot store NUL. */
const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";

const entry = t.String({ minLength: 1, maxLength: 200, pattern: NO_CONTROLS });
const list = (description: string, maxItems = MAX_ENTRIES) =>
  t.Array(entry, { maxItems, uniqueItems: true, description });
const name = (description: string) => t.String({ minLength: 1, maxLength: 100, pattern: NO_CONTROLS, description });
const seconds = (description: string, more: { default?: number } = {}) =>
  t.Integer({ minimum: MINUTE, maximum: MAX_SECONDS, description, ...more });

const Limits = t.Object(
  {
    calls: t.Optional(t.Integer({ minimum: 1, maximum: 1_000_000_000, description: "Calls in all." })),
    calls_per_minute: t.Optional(t.Integer({ minimum: 1, maximum: 1_000_000, description: "Calls in a UTC minute." })),
    units: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: "Requests to providers in all, as the usage log's units.",
      }),
    ),
    units_per_minute: t.Optional(
      t.Integer({ minimum: 1, maximum: 1_000_000, description: "Requests to providers in a UTC minute." }),
    ),
  },
  {
    title: "AgentSessionLimits",
    description:
      "Calls that it may make, and units that these may use, together with the sessions below it. The owner's own limits count as well.",
  },
);

const constraints = t.Record(t.String(), t.Record(t.String(), t.Unknown()), {
  description:
    'What the arguments of calls must satisfy, by provider or tool, then by argument: {"github": {"owner": {"equals": "acme"}}}. A call without the argument is refused, unless its predicate has "absent": true.',
});

const outcome = (description: string) => t.Optional(oneOf(["allow", "ask", "deny"] as const, description));
const SafeguardsShape = t.Object(
  {
    destroys: outcome("Calls that delete or end something."),
    spends: outcome("Calls that move money."),
    flow: outcome(
      "Calls that reach somebody whom the person did not name, once the session has read text that others wrote.",
    ),
  },
  {
    title: "AgentSessionSafeguards",
    description: "What happens to calls that can do harm: allow, ask or deny; the default is ask.",
  },
);

const rights = {
  connections: t.Optional(
    list(
      "The only connections that it may use, each as provider:name, such as google:work, or by its id. The default is all of the owner's. The session follows a connection that is renamed, and gets none that is made later.",
    ),
  ),
  allow: t.Optional(
    list(
      "What it may call: providers (github), permissions (github:issues.read, github:issues.*), tools (github_list_issues) or *. The default is whatever the key may.",
    ),
  ),
  deny: t.Optional(list("What it may not call, in the same form; it wins over allow.")),
  raw: t.Optional(
    t.Array(entry, {
      maxItems: MAX_RAW,
      uniqueItems: true,
      description:
        "The raw requests that it may send, each as a provider, a method or *, and a path: github:GET /repos/acme/*. A * stands within one segment, and ** at the end for one or more. The default is none.",
    }),
  ),
  read_only: t.Optional(t.Boolean({ description: "true: it only reads." })),
  constraints: t.Optional(constraints),
  limits: t.Optional(Limits),
  safeguards: t.Optional(SafeguardsShape),
  policy: t.Optional(
    t.Object(PolicyBody.properties, {
      title: "AgentSessionPolicy",
      description: "Rules on its calls, as a policy has them. Of all rules on a call the most restrictive one wins.",
    }),
  ),
  pinned: t.Optional(list("Tools that MCP lists whole, at most 40; the others are found by search.", MAX_PINNED)),
};

const common = {
  name: t.Optional(name("A name to tell sessions apart; logs show it.")),
  agent: t.Optional(name("Which agent it is for, such as support-triage.")),
  ...rights,
  idle_in: t.Optional(seconds("Without a call for so many seconds it ends, 15 seconds later at most.")),
};
const created = {
  ...common,
  expires_in: t.Optional(seconds("After how many seconds it ends.", { default: DEFAULT_SECONDS })),
  input: t.Optional(
    t.Union(
      [
        t.String({ minLength: 1, maxLength: MAX_INPUT }),
        t.Array(t.String({ minLength: 1, maxLength: 320 }), { maxItems: MAX_RECIPIENTS }),
      ],
      {
        description:
          "What the person asked for, as text or as a list of recipients such as ada@acme.example or *@acme.example. Whom it names is known to rules about recipients.",
      },
    ),
  ),
};

export const CreateAgentSessionBody = t.Object({
  ...created,
  account: t.Optional(
    accountName("The connected account that it serves, by its external_id. The default is the key's own user."),
  ),
});
export const CreateChildSessionBody = t.Object(created);
export const ChangeAgentSessionBody = t.Object(
  { ...common, expires_in: t.Optional(seconds("After how many seconds from now it ends.")) },
  { minProperties: 1 },
);
export type CreateBody = Static<typeof CreateAgentSessionBody>;
export type ChangeBody = Static<typeof ChangeAgentSessionBody>;
export const secondsOf = ({ expires_in }: Pick<CreateBody, "expires_in">): number => expires_in ?? DEFAULT_SECONDS;

export const ListAgentSessionsQuery = t.Object({
  account_id: t.Optional(accountName("Only sessions of this account: its id, or external: and its external_id.")),
  include_ended: t.Optional(t.Boolean({ description: "true: also those that have ended, for 30 days." })),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number to return." })),
  cursor: t.Optional(t.String({ maxLength: 4096, description: "The previous response's next_cursor." })),
});
export type ListQuery = Static<typeof ListAgentSessionsQuery>;

export const EndAgentSessionsQuery = t.Object({
  account_id: t.Optional(accountName("Only sessions of this account: its id, or external: and its external_id.")),
  agent: t.Optional(name("Only sessions of this agent.")),
});
export const EndedAgentSessions = t.Object(
  { revoked: t.Integer({ description: "How many there were. Those below them end too." }) },
  { title: "EndedAgentSessions" },
);

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });
const timeOrNull = (description: string) => t.Union([t.String({ format: "date-time" }), t.Null()], { description });
const STATUSES = ["active", "expired", "idle", "revoked"] as const;

const session = {
  id,
  name: nullable(t.String()),
  agent: nullable(t.String()),
  account_id: t.Union([id, t.Null()], { description: "The connected account; null for the user's own connections." }),
  account: nullable(t.String({ description: "The account's external_id." })),
  key_id: t.String({ format: "uuid", description: "The key that made it, with which it ends." }),
  parent_id: t.Union([id, t.Null()], { description: "The session that it is below, with which it ends." }),
  connections: t.Union([t.Array(id), t.Null()], { description: "Ids of the only integrations it may use; null: all." }),
  allow: t.Union([t.Array(t.String()), t.Null()], { description: "Null: whatever the key may." }),
  deny: t.Array(t.String()),
  raw: t.Array(t.String(), { description: "The raw requests that it may send." }),
  read_only: t.Boolean(),
  constraints: nullable(constraints),
  limits: Limits,
  safeguards: t.Object({
    destroys: t.String(),
    spends: t.String(),
    flow: t.String(),
  }),
  policy: nullable(t.Object({}, { additionalProperties: true, description: "Its rules, as they were set." })),
  facts: FactsShape,
  pinned: t.Array(t.String()),
  status: t.Unsafe<(typeof STATUSES)[number]>(
    t.String({ enum: [...STATUSES], description: "Whether it has ended, and why." }),
  ),
  created_at: time("When it was created."),
  expires_at: time("When it ends."),
  idle_in: t.Union([t.Integer(), t.Null()], { description: "Seconds without a call after which it ends." }),
  last_used_at: timeOrNull("When it last called, to within a minute."),
  revoked_at: timeOrNull("When it was ended early."),
  end_reason: t.Union([t.String(), t.Null()], {
    description: "Why it has ended: revoked, expired, idle, key_ended or parent_ended; null until that is noted.",
  }),
};
export const AgentSessionShape = t.Object(session, { title: "AgentSession" });
export const CreatedAgentSession = t.Object(
  {
    ...session,
    token: t.String({ description: "The session's token, for REST and MCP; no other response has it." }),
    mcp_url: t.String({ description: "Where an MCP client connects with the token." }),
  },
  { title: "CreatedAgentSession" },
);
export const AgentSessionList = t.Object({
  agent_sessions: t.Array(AgentSessionShape),
  next_cursor: nullable(t.String()),
});
export type AgentSessionShape = Static<typeof AgentSessionShape>;

/** A session without its token, which only its creation returns. */
export function sessionView({ session: row, externalId, facts }: ViewedSession, now: number): AgentSessionShape {
  return {
    id: row.id,
    name: row.name,
    agent: row.agent,
    account_id: row.accountId,
    account: externalId,
    key_id: row.keyId,
    parent_id: row.parentId,
    connections: row.connections,
    allow: row.allow,
    deny: row.deny,
    raw: row.raw,
    read_only: row.readOnly,
    constraints: row.constraints as AgentSessionShape["constraints"],
    limits: row.limits as SessionLimits,
    safeguards: safeguardsOf(row.safeguards),
    policy: row.policy as AgentSessionShape["policy"],
    facts: { has_read_private: null, has_read_untrusted: null, ...facts },
    pinned: row.pinned,
    status: statusOf(row, now),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    idle_in: row.idleSeconds,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    end_reason: row.endReason,
  };
}

const safeguardsOf = (set: Safeguards) => {
  const outcomes = SAFEGUARDS.map((name): [string, string] => [name, safeguardOf(set, name)]);
  return Object.fromEntries(outcomes) as AgentSessionShape["safeguards"];
};

function statusOf(row: ViewedSession["session"], now: number): AgentSessionShape["status"] {
  if (row.endReason === "idle") return "idle";
  if (row.revokedAt !== null) return "revoked";
  if (row.expiresAt.getTime() <= now) return "expired";
  const usedAt = (row.lastUsedAt ?? row.createdAt).getTime();
  return row.idleSeconds !== null && usedAt + row.idleSeconds * 1_000 < now ? "idle" : "active";
}
