// Table connect_sessions for Drizzle.
import { sql } from "drizzle-orm";
import { boolean, foreignKey, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuthKind } from "../../../plugin/index.ts";
import { accounts } from "./accounts.ts";
import type { Identity } from "./integrations.ts";
import { users } from "./users.ts";

export const connectSessions = pgTable(
  "connect_sessions",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: uuid("account_id"),
    provider: text("provider").notNull(),
    /** The name of the connection that it makes or renews; null for the one that calls without a name use. */
    connection: text("connection"),
    /** Null where the session began before it was noted: then the operator's. */
    clientId: text("client_id"),
    /** How the person signs in at the provider. */
    auth: text("auth").$type<AuthKind>().notNull().default("oauth2"),
    /** Values of the provider's `tenant` that were given before connecting. */
    tenant: jsonb("tenant").$type<Record<string, string>>().notNull().default({}),
    /** How often the page was gone on with, or credentials were tried. */
    attempts: integer("attempts").notNull().default(0),
    stateHash: text("state_hash").notNull().unique(),
    verifier: text("verifier"),
    redirectUrl: text("redirect_url").notNull(),
    scopes: text("scopes").array().notNull(),
    status: text("status", { enum: ["pending", "completed", "failed"] })
      .notNull()
      .default("pending"),
    error: text("error"),
    errorDescription: text("error_description"),
    identity: jsonb("identity").$type<Identity>(),
    integrationId: uuid("integration_id"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull().default(sql`now() + interval '30 minutes'`),
    claimedAt: timestamp("claimed_at", { withTimezone: true }),
    confirm: boolean("confirm").notNull().default(false),
    /** The MAC of the link's token, for a session with a page. */
    linkHash: text("link_hash"),
    /** MAC of the secret in the cookie of the browser that began it. */
    browserHash: text("browser_hash"),
    /** The providers that the person can choose, for a session with a page; `provider` is empty until then. */
    providers: text("providers").array(),
    grantedScopes: text("granted_scopes").array(),
    /** When the access ends, where nothing renews it. */
    accessExpiresAt: timestamp("access_expires_at", { withTimezone: true }),
    /** Sealed. */
    confirmToken: text("confirm_token"),
    /** Sealed: the grant of another person, until the one in front has said whether it replaces the integration's. */
    replacement: text("replacement"),
    replacementUntil: timestamp("replacement_until", { withTimezone: true }),
    /** Which window shows the page: a pop-up of the partner's page or of our frame; null for a tab. */
    pageWindow: text("page_window", { enum: ["popup", "frame_popup"] }),
    /** The language that the link asked for; null for the browser's own. */
    pageLang: text("page_lang"),
  },
  (table) => [
    foreignKey({
      columns: [table.userId, table.accountId],
      foreignColumns: [accounts.userId, accounts.id],
    }).onDelete("cascade"),
  ],
);
