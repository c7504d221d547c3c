// Table tiers for Drizzle, and the columns of users and partners that override it.
import { bigint, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Calls that a window allows, or the price of one past the month. */
export const count = (name: string) => bigint(name, { mode: "number" });

export const tiers = pgTable(
  "tiers",
  {
    surface: text("surface", { enum: ["user", "partner"] }).notNull(),
    name: text("name").notNull(),
    minuteLimit: count("minute_limit").notNull(),
    /** The limit of user tiers. */
    dayLimit: count("day_limit"),
    /** The limit of partner tiers, like the price of a call over it. */
    monthLimit: count("month_limit"),
    overageMicroUsd: count("overage_micro_usd"),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.surface, table.name] })],
);
