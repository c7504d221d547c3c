// Table usage_entries for Drizzle. Partitioned by month, which Drizzle cannot express.
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const usageEntries = pgTable(
  "usage_entries",
  {
    id: uuid("id").notNull(),
    occurredAt: timestamp("occurred_at", { withTimezone: true }).notNull(),
    userId: uuid("user_id").notNull(),
    keyId: uuid("key_id"),
    personId: uuid("person_id"),
    accountId: uuid("account_id"),
    integrationId: uuid("integration_id"),
    externalId: text("external_id"),
    requestId: text("request_id").notNull(),
    method: text("method").notNull(),
    endpoint: text("endpoint").notNull(),
    provider: text("provider"),
    action: text("action"),
    state: text("state", { enum: ["pending", "done", "interrupted"] }).notNull(),
    status: integer("status"),
    units: integer("units").notNull(),
    durationMs: integer("duration_ms").notNull(),
    callCount: integer("call_count").notNull().default(1),
    surface: text("surface", { enum: ["user", "partner"] })
      .notNull()
      .default("user"),
    isAggregate: boolean("is_aggregate").notNull().default(false),
    inputs: text("inputs"),
    steps: jsonb("steps"),
    agentSessionId: uuid("agent_session_id"),
    agent: text("agent"),
  },
  (table) => [primaryKey({ columns: [table.occurredAt, table.id] })],
);
