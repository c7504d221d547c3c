// Table partners for Drizzle.
import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { count } from "./tiers.ts";
import { users } from "./users.ts";

export const partners = pgTable("partners", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  name: text("name"),
  tier: text("tier").notNull().default("free"),
  status: text("status", { enum: ["active", "suspended"] })
    .notNull()
    .default("active"),
  minuteLimit: count("minute_limit"),
  monthLimit: count("month_limit"),
  overageMicroUsd: count("overage_micro_usd"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  redirectOrigins: text("redirect_origins").array().notNull().default([]),
  recordEvidence: boolean("record_evidence").notNull().default(false),
});
