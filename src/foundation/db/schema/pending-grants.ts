// Table pending_grants for Drizzle.
import { sql } from "drizzle-orm";
import { foreignKey, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuthKind } from "../../../plugin/index.ts";
import { accounts } from "./accounts.ts";
import type { Identity } from "./integrations.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const pendingGrants = pgTable(
  "pending_grants",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id").notNull(),
    accountId: uuid("account_id").notNull(),
    provider: text("provider").notNull(),
    /** The name of the connection that it will be. */
    name: text("name").notNull().default("default"),
    tokenHash: text("token_hash").notNull(),
    identityId: text("identity_id").notNull(),
    identity: jsonb("identity").$type<Identity>().notNull(),
    /** Values of the provider's `tenant`. */
    tenant: jsonb("tenant").$type<Record<string, string>>().notNull().default({}),
    /** How the grant was made. */
    auth: text("auth").$type<AuthKind>().notNull().default("oauth2"),
    clientId: text("client_id").notNull(),
    scopes: text("scopes").array().notNull(),
    accessToken: text("access_token").notNull(),
    refreshToken: text("refresh_token"),
    otherTokens: text("other_tokens"),
    accessExpiresAt: time("access_expires_at"),
    refreshExpiresAt: time("refresh_expires_at"),
    grantedAt: time("granted_at").notNull(),
    expiresAt: time("expires_at").notNull().default(sql`now() + interval '30 minutes'`),
  },
  (table) => [
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [accounts.userId, accounts.id],
    }).onDelete("cascade"),
  ],
);
