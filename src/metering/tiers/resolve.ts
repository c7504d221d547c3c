// The limits in force for a caller: what is set for the one user or partner, else the operator's tier, else the contract's.
import type { partners } from "../../foundation/db/schema/partners.ts";
import type { tiers } from "../../foundation/db/schema/tiers.ts";
import type { users } from "../../foundation/db/schema/users.ts";
import { PARTNER_LIMITS, type PartnerLimits, TIER_LIMITS, UNLIMITED, type UserLimits } from "../limits/windows.ts";

export type TierRow = typeof tiers.$inferSelect;
export type UserOverrides = Pick<typeof users.$inferSelect, "minuteLimit" | "dayLimit">;
export type PartnerOverrides = Pick<typeof partners.$inferSelect, "minuteLimit" | "monthLimit" | "overageMicroUsd">;

/** Stored in place of a price: calls past the month are refused. */
export const NO_OVERAGE = -1;

/** The contract's limits of a tier; of one that neither the contract nor a row knows, those of the lowest. */
const contractOf = <L>(tiers: Readonly<Record<"free", L>>, name: string): L =>
  Object.hasOwn(tiers, name) ? ((tiers as Record<string, L>)[name] as L) : tiers.free;

/** The price by which a partner's tier of the contract is stored. */
export function overageOf({ soft, overageMicroUsd }: PartnerLimits): number {
  return soft === "month" ? (overageMicroUsd ?? 0) : NO_OVERAGE;
}

/** `row` is the operator's, if there is one for the tier. */
export function userLimits(tier: string, row: UserOverrides | null, own: UserOverrides): UserLimits {
  const contract = contractOf(TIER_LIMITS, tier);
  return {
    minute: own.minuteLimit ?? row?.minuteLimit ?? contract.minute,
    day: own.dayLimit ?? row?.dayLimit ?? contract.day,
  };
}

/** The same of a partner. Nothing is past an unlimited month, whatever its price. */
export function partnerLimits(tier: string, row: PartnerOverrides | null, own: PartnerOverrides): PartnerLimits {
  const contract = contractOf(PARTNER_LIMITS, tier);
  const month = own.monthLimit ?? row?.monthLimit ?? contract.month;
  const overageMicroUsd = own.overageMicroUsd ?? row?.overageMicroUsd ?? overageOf(contract);
  const isSoft = month !== UNLIMITED && overageMicroUsd !== NO_OVERAGE;
  return {
    minute: own.minuteLimit ?? row?.minuteLimit ?? contract.minute,
    month,
    ...(isSoft && { soft: "month" as const, overageMicroUsd }),
  };
}
