// Table partner_brands for Drizzle.
import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { partners } from "./partners.ts";

export const partnerBrands = pgTable("partner_brands", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => partners.userId, { onDelete: "cascade" }),
  name: text("name"),
  /** `#rrggbb` */
  color: text("color"),
  /** A data URL of a PNG or WebP image. */
  logo: text("logo"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
