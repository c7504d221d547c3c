// Tables mcp_grants and mcp_tokens for Drizzle, with the columns that a look-up of a caller reads.
import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";
import { users } from "./users.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const mcpGrants = pgTable("mcp_grants", {
  id: uuid("id").primaryKey(),
  personId: uuid("person_id").notNull(),
  userId: uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  clientName: text("client_name").notNull(),
  accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
  providers: text("providers").array(),
  readOnly: boolean("read_only").notNull(),
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  revokedAt: time("revoked_at"),
  lastUsedAt: time("last_used_at"),
});

export const mcpTokens = pgTable("mcp_tokens", {
  mac: text("mac").primaryKey(),
  grantId: uuid("grant_id")
    .notNull()
    .references(() => mcpGrants.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: ["access", "refresh"] }).notNull(),
  expiresAt: time("expires_at").notNull(),
});
