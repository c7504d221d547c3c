// Table users for Drizzle.
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const users = pgTable("users", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  tier: text("tier", { enum: ["free", "pro", "team"] })
    .notNull()
    .default("free"),
  paymentState: text("payment_state", { enum: ["ok", "past_due"] })
    .notNull()
    .default("ok"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  /** Since then the user is being erased: nothing finds it any more. */
  erasedAt: timestamp("erased_at", { withTimezone: true }),
});
