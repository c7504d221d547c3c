// Table limit_windows, as Drizzle sees it.
import { bigint, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

export const limitWindows = pgTable(
  "limit_windows",
  {
    owner: text("owner").notNull(),
    kind: text("kind").notNull(),
    startsAt: timestamp("starts_at", { withTimezone: true }).notNull(),
    used: bigint("used", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.kind, table.startsAt] })],
);
