// Table event_sources for Drizzle.
import { foreignKey, integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { integrations } from "./integrations.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const sources = pgTable(
  "event_sources",
  {
    id: uuid("id").primaryKey(),
    integrationId: uuid("integration_id")
      .notNull()
      .references(() => integrations.id, { onDelete: "cascade" }),
    userId: uuid("user_id").notNull(),
    accountId: uuid("account_id"),
    provider: text("provider").notNull(),
    name: text("name").notNull(),
    resource: text("resource").notNull().default(""),
    mode: text("mode", { enum: ["push", "poll"] }).notNull(),
    state: text("state", { enum: ["pending", "active", "failed", "ending"] })
      .notNull()
      .default("pending"),
    errorCode: text("error_code"),
    error: text("error"),
    /** Since when it has failed; null while it works. */
    failedAt: time("failed_at"),
    subscriptionId: text("subscription_id"),
    data: jsonb("data").$type<Record<string, string>>().notNull().default({}),
    secret: text("secret"),
    expiresAt: time("expires_at"),
    renewAt: time("renew_at"),
    nextCheckAt: time("next_check_at"),
    checkAttempts: integer("check_attempts").notNull().default(0),
    checkLeaseUntil: time("check_lease_until"),
    checkedAt: time("checked_at"),
    position: text("position"),
    nextAt: time("next_at"),
    polledAt: time("polled_at"),
    emptyPolls: integer("empty_polls").notNull().default(0),
    attempts: integer("attempts").notNull().default(0),
    leaseUntil: time("lease_until"),
    pollTriggers: integer("poll_triggers").notNull().default(0),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.integrationId, table.name, table.resource),
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [accounts.userId, accounts.id],
    }).onDelete("cascade"),
  ],
);
