// API keys: the row, the callers who hold one or act under one, and their shapes over HTTP.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Safeguards, SessionLimits } from "../../foundation/db/schema/agent-sessions.ts";
import type { apiKeys } from "../../foundation/db/schema/api-keys.ts";
import type { PartnerLimits, UserLimits } from "../../metering/limits/windows.ts";
import { nullable } from "../../plugin/fields.ts";
import type { AccountRef, Owner } from "../owner.ts";
import type { SessionRights } from "./session-rights.ts";

export type KeyRow = typeof apiKeys.$inferSelect;

/** What an MCP client or an agent session may do, at most. */
export interface GrantBounds {
  /** The only account that it serves; null for only the user's own integrations. */
  account: AccountRef | null;
  isReadOnly: boolean;
}

/** What every caller has: the user's limits in force, so that no call resolves them. */
interface UsersCaller {
  userId: string;
  /** Null: `*`. */
  permissions: string[] | null;
  confirmDestructive: boolean;
  tier: string;
  limits: UserLimits;
  paymentState: "ok" | "past_due";
  /** Null: the user has no partner profile. */
  partner: { tier: string; limits: PartnerLimits; status: "active" | "suspended"; recordEvidence: boolean } | null;
}

/** An API key. */
export interface ApiKey extends UsersCaller, KeyRow {
  kind: "key";
}

/** A person at the dashboard, who acts without a key: the usage log has none. */
export interface SignedInPerson extends UsersCaller {
  kind: "person";
  /** The id of the person's session. */
  id: string;
  person: { id: string; name: string };
}

/** An access token of an MCP client, which works only at /mcp. */
export interface AgentToken extends UsersCaller, Pick<KeyRow, "hash" | "expiresAt" | "revokedAt"> {
  kind: "mcp_client";
  /** The id of the grant. */
  id: string;
  /** What the client calls itself. */
  name: string;
  grant: GrantBounds;
}

/** When a session was last used, and for how long it may be left unused; null for any time. */
export interface SessionUse {
  idleMs: number | null;
  /** Unix milliseconds. */
  usedAt: number;
}

/** What an agent session demands of the arguments of some tools. */
export interface SessionConstraint {
  isAbout(tool: { tool: string; provider: string }): boolean;
  /** The predicate that a call's arguments do not certainly satisfy, as text; null where they satisfy all. */
  unmet(args: Readonly<Record<string, unknown>>): string | null;
}

/** The rules of one session of a chain. */
export interface SessionRules {
  id: string;
  /** As it was stored; null without one. */
  policy: unknown;
  safeguards: Safeguards;
}

/** An agent session: what its key has, without whatever it and the sessions above it leave out. */
export interface AgentSession extends UsersCaller, Pick<KeyRow, "hash" | "expiresAt" | "revokedAt" | "recordEvidence"> {
  kind: "agent_session";
  id: string;
  /** Its name, else the agent's. */
  name: string;
  agent: string | null;
  /** The key that made it. */
  keyId: string;
  grant: GrantBounds;
  /** Its own lists, then those of the sessions above it; the other lists here have the same order. */
  rights: readonly SessionRights[];
  constraints: readonly SessionConstraint[];
  budgets: readonly ({ id: string } & SessionLimits)[];
  uses: readonly SessionUse[];
  chain: readonly string[];
  rules: readonly SessionRules[];
  /** What the person asked for, as the session without a parent has it; null where its maker did not say. */
  input: string | readonly string[] | null;
  /** What the sessions of its tree have received. This process notes more of it before the database has it. */
  facts: { has_read_private: boolean; has_read_untrusted: boolean };
  /** The ids of the only integrations that it may use; null for all. */
  connections: ReadonlySet<string> | null;
  /** Tools that MCP lists whole. */
  pinned: readonly string[];
}

/** Who calls with something that proves who it is in each request. */
export type Credential = ApiKey | AgentToken | AgentSession;
export type Caller = Credential | SignedInPerson;

/** What bounds an MCP client or an agent session; null for everybody else. */
export const grantOf = (caller: Caller): GrantBounds | null =>
  caller.kind === "mcp_client" || caller.kind === "agent_session" ? caller.grant : null;

/** The only owner that a caller serves; null where its request says which one. */
export function boundOwnerOf(caller: Caller): Owner | null {
  const grant = grantOf(caller);
  if (!grant) return null;
  const owner = { userId: caller.userId, accountId: grant.account?.id ?? null };
  return caller.kind === "agent_session" && caller.connections ? { ...owner, connections: caller.connections } : owner;
}

/** Whether the caller serves only connected accounts, never its user's own integrations. */
export const isPartnerOnly = (caller: Caller): boolean => caller.kind === "key" && caller.partnerOnly;

const EVIDENCE =
  "true: what calls with this key send to providers and get back is stored for some days, encrypted and without secrets.";

/** No control characters: the database cannot store NUL. */
const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";

export const CreateKeyBody = t.Object({
  user: t.String({
    minLength: 1,
    maxLength: 320,
    pattern: NO_CONTROLS,
    description: "The user's e-mail address or id.",
  }),
  name: t.Optional(t.String({ maxLength: 100, pattern: NO_CONTROLS, description: "A name to tell keys apart." })),
  permissions: t.Optional(
    t.Array(t.String({ maxLength: 100 }), {
      maxItems: 400,
      description:
        "The only permissions of the key, such as gmail.read, gmail.*, slack:* or gateway:usage.read. The default is *: every permission except gateway:partner.manage, gateway:shares.manage, gateway:keys.*, gateway:policies.*, gateway:approvals.decide, gateway:export.read and proxy.use.",
    }),
  ),
  expires_at: t.Optional(t.String({ format: "date-time", description: "When the key stops working, ISO 8601." })),
  partner_only: t.Optional(
    t.Boolean({ description: "true: the key serves connected accounts, never its user's own integrations." }),
  ),
  confirm_destructive: t.Optional(
    t.Boolean({
      description:
        "true: tools that destroy something or spend money run only after a person's yes, in an MCP client's form or as an approval. Other such requests are refused.",
    }),
  ),
  record_evidence: t.Optional(t.Boolean({ description: EVIDENCE })),
});
export type CreateKeyBody = Static<typeof CreateKeyBody>;

export const ChangeKeyBody = t.Object(
  {
    confirm_destructive: t.Optional(
      t.Boolean({ description: "Whether tools that destroy something or spend money run only after a person's yes." }),
    ),
    record_evidence: t.Optional(t.Boolean({ description: EVIDENCE })),
  },
  { minProperties: 1 },
);
export type ChangeKeyBody = Static<typeof ChangeKeyBody>;

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });
const timeOrNull = (description: string) => t.Union([t.String({ format: "date-time" }), t.Null()], { description });

const key = {
  id,
  user_id: id,
  name: nullable(t.String()),
  prefix: t.String({ description: "The start of the key's text." }),
  last_four: t.String({ description: "The last four characters." }),
  permissions: t.Union([t.Array(t.String()), t.Null()], {
    description: "Null: every permission except those that must be named.",
  }),
  partner_only: t.Boolean({ description: "Whether it serves only connected accounts." }),
  confirm_destructive: t.Boolean({ description: "Whether destructive calls need the user's confirmation." }),
  record_evidence: t.Boolean({ description: "Whether what its calls send and get is stored for some days." }),
  created_at: time("When it was created."),
  expires_at: timeOrNull("When it expires; null: never."),
  revoked_at: timeOrNull("When it was revoked."),
  last_used_at: timeOrNull("When it was last used."),
};
export const KeyShape = t.Object(key);
export const CreatedKey = t.Object({ ...key, key: t.String({ description: "The key; no other response has it." }) });
export const KeyList = t.Object({ keys: t.Array(KeyShape) });
export type KeyShape = Static<typeof KeyShape>;

/** A key without its text, which only its creation returns. */
export function keyView(row: KeyRow): KeyShape {
  return {
    id: row.id,
    user_id: row.userId,
    name: row.name,
    prefix: row.prefix,
    last_four: row.lastFour,
    permissions: row.permissions,
    partner_only: row.partnerOnly,
    confirm_destructive: row.confirmDestructive,
    record_evidence: row.recordEvidence,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
