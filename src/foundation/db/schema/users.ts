// Table users for Drizzle.
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { count } from "./tiers.ts";

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  tier: text("tier").notNull().default("free"),
  paymentState: text("payment_state", { enum: ["ok", "past_due"] })
    .notNull()
    .default("ok"),
  minuteLimit: count("minute_limit"),
  dayLimit: count("day_limit"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** Since then the user is being erased: nothing finds it any more. */
  erasedAt: timestamp("erased_at", { withTimezone: true }),
});
