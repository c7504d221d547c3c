// Table usage_increments for Drizzle.
import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const usageIncrements = pgTable("usage_increments", {
  userId: uuid("user_id").notNull(),
  hour: timestamp("hour", { withTimezone: true }).notNull(),
  accountId: uuid("account_id"),
  keyId: uuid("key_id"),
  provider: text("provider"),
  action: text("action"),
  status: integer("status"),
  isPartnerCall: boolean("is_partner_call").notNull(),
  calls: bigint("calls", { mode: "number" }).notNull(),
});
