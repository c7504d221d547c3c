// Table oauth_apps for Drizzle.
import { pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { partners } from "./partners.ts";

export const oauthApps = pgTable(
  "oauth_apps",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => partners.userId, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    clientId: text("client_id").notNull(),
    /** Sealed. */
    clientSecret: text("client_secret").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null while it is the one that new sessions use. */
    replacedAt: timestamp("replaced_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider, table.clientId] })],
);
