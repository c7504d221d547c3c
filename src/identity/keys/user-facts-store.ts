// What every caller's row has of its user: the partner profile, and the limits of both in force.
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { partners } from "../../foundation/db/schema/partners.ts";
import { tiers } from "../../foundation/db/schema/tiers.ts";
import { users } from "../../foundation/db/schema/users.ts";
import { partnerLimits, userLimits } from "../../metering/tiers/resolve.ts";

export const userTiers = alias(tiers, "user_tiers");
export const partnerTiers = alias(tiers, "partner_tiers");

export const OF_USER = { user: users, partner: partners, userTier: userTiers, partnerTier: partnerTiers };
export const IS_PARTNER = eq(partners.userId, users.id);
export const IS_USER_TIER = and(eq(userTiers.surface, "user"), eq(userTiers.name, users.tier));
export const IS_PARTNER_TIER = and(eq(partnerTiers.surface, "partner"), eq(partnerTiers.name, partners.tier));

type TierRow = typeof tiers.$inferSelect;
export interface UserFacts {
  user: typeof users.$inferSelect;
  partner: typeof partners.$inferSelect | null;
  userTier: TierRow | null;
  partnerTier: TierRow | null;
}

export function limitsOf({ user, partner, userTier, partnerTier }: UserFacts) {
  return {
    tier: user.tier,
    limits: userLimits(user.tier, userTier, user),
    paymentState: user.paymentState,
    partner: partner && {
      tier: partner.tier,
      limits: partnerLimits(partner.tier, partnerTier, partner),
      status: partner.status,
      recordEvidence: partner.recordEvidence,
    },
  };
}
