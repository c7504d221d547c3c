// Table key_ring_checks for Drizzle.
import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const keyRingChecks = pgTable("key_ring_checks", {
  keyId: text("key_id").primaryKey(),
  sealed: text("sealed").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
