// Table usage_increments, as Drizzle sees it.
import { bigint, boolean, date, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";

export const usageIncrements = pgTable("usage_increments", {
  userId: uuid("user_id").notNull(),
  day: date("day").notNull(),
  accountId: uuid("account_id"),
  keyId: uuid("key_id"),
  provider: text("provider"),
  action: text("action"),
  status: integer("status"),
  isPartnerCall: boolean("is_partner_call").notNull(),
  calls: bigint("calls", { mode: "number" }).notNull(),
});
