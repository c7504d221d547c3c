// Table connections for Drizzle: the integrations of all owners, of which one may have several with a provider.
import { boolean, foreignKey, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuthKind } from "../../../plugin/index.ts";
import { accounts } from "./accounts.ts";
import { users } from "./users.ts";

/** Who granted, as the plugin's identity gives it. */
export interface Identity {
  id: string;
  name: string;
  workspace?: { id: string; name: string } | null;
}

/** Why the provider no longer accepts a token; a mark from before the last connect says nothing. */
export interface DeadToken {
  status: "expired" | "revoked";
  /** ISO 8601. */
  at: string;
}

const time = (name: string) => timestamp(name, { withTimezone: true });

export const integrations = pgTable(
  "connections",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: uuid("account_id"),
    provider: text("provider").notNull(),
    /** Unique for its owner and provider; the first is `default`. The version before 0.4.0 knows only those of that name. */
    name: text("name").notNull().default("default"),
    /** Whether the owner has chosen it for calls that name none; at most one of a provider. */
    isDefault: boolean("is_default").notNull().default(false),
    status: text("status", { enum: ["pending", "active", "expired", "revoked"] }).notNull(),
    statusReason: text("status_reason"),
    identityId: text("identity_id").notNull(),
    identity: jsonb("identity").$type<Identity>().notNull(),
    /** Values of the provider's `tenant`. */
    tenant: jsonb("tenant").$type<Record<string, string>>().notNull().default({}),
    /** How the grant was made. */
    auth: text("auth").$type<AuthKind>().notNull().default("oauth2"),
    /** The OAuth client's; empty where a person typed the credential. */
    clientId: text("client_id").notNull(),
    scopes: text("scopes").array().notNull(),
    /** `<service>.<permission>` that a partner has switched off. */
    disabledServices: text("disabled_services").array().notNull().default([]),
    accessToken: text("access_token").notNull(),
    refreshToken: text("refresh_token"),
    /** Tokens beside the main one by name, each with what renews it (connections/tokens/named-tokens.ts). */
    otherTokens: text("other_tokens"),
    /** Those of `otherTokens` that the provider no longer accepts, by name; null while all are good. */
    deadTokens: jsonb("dead_tokens").$type<Record<string, DeadToken>>(),
    accessExpiresAt: time("access_expires_at"),
    refreshExpiresAt: time("refresh_expires_at"),
    epoch: integer("epoch").notNull().default(0),
    leaseOwner: text("lease_owner"),
    leaseUntil: time("lease_until"),
    refreshStartedAt: time("refresh_started_at"),
    connectedAt: time("connected_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [accounts.userId, accounts.id],
    }).onDelete("cascade"),
  ],
);
