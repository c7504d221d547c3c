// Table revocations for Drizzle.
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Identity } from "./integrations.ts";
import type { sources } from "./sources.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** What ends a source's subscription at its provider, though the source's row is gone. Times in Unix milliseconds. */
export interface EndedSubscription
  extends Pick<typeof sources.$inferSelect, "id" | "provider" | "name" | "resource" | "subscriptionId" | "data"> {
  expiresAt: number | null;
}

export const revocations = pgTable("revocations", {
  id: uuid("id").primaryKey(),
  grantId: uuid("grant_id").notNull(),
  provider: text("provider").notNull(),
  userId: uuid("user_id").notNull(),
  accountId: uuid("account_id"),
  clientId: text("client_id").notNull(),
  identityId: text("identity_id").notNull(),
  identity: jsonb("identity").$type<Identity>().notNull(),
  tenant: jsonb("tenant").$type<Record<string, string>>().notNull().default({}),
  accessToken: text("access_token").notNull(),
  refreshToken: text("refresh_token"),
  otherTokens: text("other_tokens"),
  revokes: boolean("revokes").notNull(),
  subscriptions: jsonb("subscriptions").$type<EndedSubscription[]>().notNull().default([]),
  attempts: integer("attempts").notNull().default(0),
  nextAt: time("next_at").notNull(),
  leaseUntil: time("lease_until"),
  expiresAt: time("expires_at").notNull(),
});
