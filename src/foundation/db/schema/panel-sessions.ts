// Table panel_sessions for Drizzle.
import { boolean, foreignKey, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const panelSessions = pgTable(
  "panel_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    accountId: uuid("account_id").notNull(),
    /** The MAC of the token. */
    tokenHash: text("token_hash").notNull().unique(),
    /** The MAC of the secret of the element that opened it first; null until then. */
    openerHash: text("opener_hash"),
    /** Null for all that are set up. */
    providers: text("providers").array(),
    origins: text("origins").array().notNull(),
    redirectUrl: text("redirect_url").notNull(),
    confirm: boolean("confirm").notNull().default(false),
    requests: integer("requests").notNull().default(0),
    createdAt: time("created_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
    revokedAt: time("revoked_at"),
  },
  (table) => [
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [accounts.userId, accounts.id],
    }).onDelete("cascade"),
  ],
);
