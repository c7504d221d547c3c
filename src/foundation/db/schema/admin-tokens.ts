// Table admin_tokens for Drizzle.
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const adminTokens = pgTable("admin_tokens", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull().unique(),
  role: text("role", { enum: ["viewer", "operator", "owner"] }).notNull(),
  hash: text("hash").notNull().unique(),
  lastFour: text("last_four").notNull(),
  /** The name of the token that created it. */
  createdBy: text("created_by").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at"),
  revokedAt: time("revoked_at"),
  lastUsedAt: time("last_used_at"),
});
