// Table usage_totals for Drizzle.
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const usageTotals = pgTable(
  "usage_totals",
  {
    userId: uuid("user_id").notNull(),
    accountId: uuid("account_id").notNull(),
    startsAt: timestamp("starts_at", { withTimezone: true }).notNull(),
    keyId: uuid("key_id").notNull(),
    provider: text("provider").notNull(),
    action: text("action").notNull(),
    status: integer("status").notNull(),
    isPartnerCall: boolean("is_partner_call").notNull(),
    calls: bigint("calls", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.userId, t.accountId, t.startsAt, t.keyId, t.provider, t.action, t.status, t.isPartnerCall],
    }),
  ],
);
