// Table accounts for Drizzle.
import { json, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { partners } from "./partners.ts";

export const accounts = pgTable(
  "accounts",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => partners.userId, { onDelete: "cascade" }),
    externalId: text("external_id").notNull(),
    displayName: text("display_name"),
    metadata: json("metadata").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Since then the account is being erased: nothing finds it any more. */
    erasedAt: timestamp("erased_at", { withTimezone: true }),
  },
  (table) => [unique().on(table.userId, table.externalId), unique().on(table.userId, table.id)],
);
