// Table usage_daily_totals, as Drizzle sees it.
import { bigint, boolean, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

export const usageDailyTotals = pgTable(
  "usage_daily_totals",
  {
    userId: uuid("user_id").notNull(),
    accountId: uuid("account_id").notNull(),
    day: date("day").notNull(),
    keyId: uuid("key_id").notNull(),
    provider: text("provider").notNull(),
    action: text("action").notNull(),
    status: integer("status").notNull(),
    isPartnerCall: boolean("is_partner_call").notNull(),
    calls: bigint("calls", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.userId, t.accountId, t.day, t.keyId, t.provider, t.action, t.status, t.isPartnerCall],
    }),
  ],
);
