// Table revocations for Drizzle.
import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuthKind } from "../../../plugin/index.ts";
import type { Identity } from "./integrations.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** A subscription at the provider that ends before its grant; the row of its source is gone. */
export interface EndedSubscription {
  /** The id of the source's row, hence of its address. */
  sourceId: string;
  /** The plugin's name of the source. */
  source: string;
  resource: string;
  /** The provider's id of the subscription, and what the plugin remembers of it. */
  subscriptionId: string;
  data: Record<string, string>;
}

export const revocations = pgTable("revocations", {
  id: uuid("id").primaryKey(),
  grantId: uuid("grant_id").notNull(),
  provider: text("provider").notNull(),
  userId: uuid("user_id").notNull(),
  accountId: uuid("account_id"),
  /** How the grant was made. */
  auth: text("auth").$type<AuthKind>().notNull().default("oauth2"),
  clientId: text("client_id").notNull(),
  identityId: text("identity_id").notNull(),
  identity: jsonb("identity").$type<Identity>().notNull(),
  tenant: jsonb("tenant").$type<Record<string, string>>().notNull().default({}),
  accessToken: text("access_token").notNull(),
  refreshToken: text("refresh_token"),
  otherTokens: text("other_tokens"),
  subscriptions: jsonb("subscriptions").$type<EndedSubscription[]>().notNull().default([]),
  attempts: integer("attempts").notNull().default(0),
  nextAt: time("next_at").notNull(),
  leaseUntil: time("lease_until"),
  expiresAt: time("expires_at").notNull(),
});
