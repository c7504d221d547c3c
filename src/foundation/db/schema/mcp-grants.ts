// Tables mcp_grants and mcp_tokens for Drizzle.
import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { accounts } from "./accounts.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Its person and user refer to people_users, which only SQL queries. */
export const mcpGrants = pgTable("mcp_grants", {
  id: uuid("id").primaryKey(),
  personId: uuid("person_id").notNull(),
  userId: uuid("user_id").notNull(),
  clientId: text("client_id").notNull(),
  clientName: text("client_name").notNull(),
  accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
  providers: text("providers").array(),
  readOnly: boolean("read_only").notNull(),
  confirmDestructive: boolean("confirm_destructive").notNull().default(false),
  resource: text("resource").notNull(),
  redirectUri: text("redirect_uri").notNull(),
  codeMac: text("code_mac").notNull().unique(),
  codeChallenge: text("code_challenge").notNull(),
  codeExpiresAt: time("code_expires_at").notNull(),
  codeUsedAt: time("code_used_at"),
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
  createdAt: time("created_at").notNull(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
  reply: text("reply"),
});
