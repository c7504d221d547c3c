// Table agent_sessions for Drizzle.
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { apiKeys } from "./api-keys.ts";
import { users } from "./users.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Calls that a session and those below it may make together, and requests that these send; without one, no limit of its own. */
export interface SessionLimits {
  calls?: number;
  calls_per_minute?: number;
  units?: number;
  units_per_minute?: number;
}

/** What happens to a session's calls that delete or end something, that spend, and that carry text of others outside. */
export interface Safeguards {
  destroys?: SafeguardOutcome;
  spends?: SafeguardOutcome;
  flow?: SafeguardOutcome;
}
export type SafeguardOutcome = "allow" | "ask" | "deny";

/** Which text set a fact of a session. */
export interface FactSource {
  tool: string;
  /** The place of the text in the result, such as `messages[].snippet`. */
  path: string;
  request_id: string;
  session_id: string;
  /** ISO 8601. */
  at: string;
}
/** Why a session has ended. */
const END_REASONS = ["revoked", "expired", "idle", "key_ended", "parent_ended"] as const;
export type SessionEndReason = (typeof END_REASONS)[number];

export type StoredFacts = Partial<Record<"has_read_private" | "has_read_untrusted", FactSource>>;

export const agentSessions = pgTable(
  "agent_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: uuid("account_id"),
    keyId: uuid("key_id")
      .notNull()
      .references(() => apiKeys.id, { onDelete: "cascade" }),
    parentId: uuid("parent_id").references((): AnyPgColumn => agentSessions.id, { onDelete: "cascade" }),
    /** The MAC of the token. */
    hash: text("hash").notNull().unique(),
    name: text("name"),
    agent: text("agent"),
    /** Ids of integrations; null for all of the owner's. */
    connections: uuid("connections").array(),
    /** Null for whatever the key allows. */
    allow: text("allow").array(),
    deny: text("deny").array().notNull().default([]),
    /** Patterns of the raw requests that it may send. */
    raw: text("raw").array().notNull().default([]),
    readOnly: boolean("read_only").notNull().default(false),
    limits: jsonb("limits").$type<SessionLimits>().notNull().default({}),
    pinned: text("pinned").array().notNull().default([]),
    constraints: jsonb("constraints"),
    policy: jsonb("policy"),
    input: jsonb("input"),
    safeguards: jsonb("safeguards").$type<Safeguards>().notNull().default({}),
    facts: jsonb("facts").$type<StoredFacts>().notNull().default({}),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
    idleSeconds: integer("idle_seconds"),
    lastUsedAt: time("last_used_at"),
    revokedAt: time("revoked_at"),
    /** Null until the event about its end is published. */
    endReason: text("end_reason", { enum: [...END_REASONS] }),
  },
  (table) => [
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [accounts.userId, accounts.id],
    }).onDelete("cascade"),
  ],
);
