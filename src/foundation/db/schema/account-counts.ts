// Table account_counts, as Drizzle sees it; triggers on accounts keep it.
import { integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { partners } from "./partners.ts";

export const accountCounts = pgTable(
  "account_counts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => partners.userId, { onDelete: "cascade" }),
    span: text("span", { enum: ["day", "hour"] }).notNull(),
    startsAt: timestamp("starts_at", { withTimezone: true }).notNull(),
    accounts: integer("accounts").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.span, table.startsAt] })],
);
