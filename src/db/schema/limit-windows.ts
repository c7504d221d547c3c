// Table limit_windows for Drizzle.
import { bigint, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const limitWindows = pgTable(
  "limit_windows",
  {
    key: text("key").notNull(),
    kind: text("kind").notNull(),
    startsAt: timestamp("starts_at", { withTimezone: true }).notNull(),
    used: bigint("used", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.kind, table.startsAt] })],
);
