// Tiers and overrides on the wire: "unlimited" and "none" stand for the numbers by which they are stored.
import { type Static, Type as t } from "@sinclair/typebox";
import type { InputError } from "../../foundation/errors.ts";
import { UNLIMITED } from "../limits/windows.ts";
import { NO_OVERAGE, type PartnerOverrides, type TierRow, type UserOverrides } from "./resolve.ts";

const MAX_CALLS = 1_000_000_000_000;
const MICRO = 1_000_000;

/** The form of a tier's name; whether there is such a tier is for the database to say. */
export const TierName = t.String({
  pattern: "^[a-z][a-z0-9_-]{0,39}$",
  description: "A tier's name: a lower-case letter, then up to 39 lower-case letters, digits, - or _.",
});
export const TierParam = t.Object({ name: TierName });

const calls = (what: string) =>
  t.Union([t.Integer({ minimum: 1, maximum: MAX_CALLS }), t.Literal("unlimited")], { description: what });
const OverageUsd = t.Union([t.Number({ minimum: 0, maximum: 1 }), t.Literal("none")], {
  description: "The price in US dollars of each call over the monthly quota. Without a price, such calls are refused.",
});
const Minute = calls("Calls per minute.");
const Day = calls("Calls per UTC day.");
const Month = calls("Calls per UTC month.");

const Create = t.Optional(
  t.Boolean({ description: "Whether the tier is added if there is none of this name; otherwise that is refused." }),
);

export const UserTierBody = t.Object({ minute: Minute, day: Day, create: Create });
export const PartnerTierBody = t.Object({
  minute: Minute,
  month: Month,
  overage_usd: t.Optional(OverageUsd),
  create: Create,
});
export type TierBody = Partial<Static<typeof UserTierBody> & Static<typeof PartnerTierBody>>;

const ownCalls = ({ anyOf, description }: ReturnType<typeof calls>) =>
  t.Optional(t.Union([...anyOf, t.Null()], { description: `${description} null: the tier's value.` }));
const OwnOverageUsd = t.Optional(
  t.Union([...OverageUsd.anyOf, t.Null()], { description: `${OverageUsd.description} null: the tier's value.` }),
);
export const UserOverridesBody = t.Object(
  { minute: ownCalls(Minute), day: ownCalls(Day) },
  { minProperties: 1, description: "What differs from the tier for this user." },
);
export const PartnerOverridesBody = t.Object(
  { minute: ownCalls(Minute), month: ownCalls(Month), overage_usd: OwnOverageUsd },
  { minProperties: 1, description: "What differs from the tier for this partner." },
);

type Wire = number | string | null | undefined;

const toCalls = (value: Wire) => (value === "unlimited" ? UNLIMITED : (value as number | null | undefined));
const toMicroUsd = (value: Wire) =>
  typeof value === "number" ? Math.round(value * MICRO) : value === "none" ? NO_OVERAGE : (value as null | undefined);
const fromCalls = (value: number | null) => (value === UNLIMITED ? "unlimited" : value);
const fromMicroUsd = (value: number | null) => (value === null ? null : value === NO_OVERAGE ? "none" : value / MICRO);

/** Columns out of a body; a field that is left out stays as it is. */
export function userColumns({ minute, day }: TierBody | Static<typeof UserOverridesBody>): Partial<UserOverrides> {
  return present({ minuteLimit: toCalls(minute), dayLimit: toCalls(day) });
}
export function partnerColumns({
  minute,
  month,
  overage_usd,
}: TierBody | Static<typeof PartnerOverridesBody>): Partial<PartnerOverrides> {
  return present({
    minuteLimit: toCalls(minute),
    monthLimit: toCalls(month),
    overageMicroUsd: toMicroUsd(overage_usd),
  });
}

function present<T extends object>(columns: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as T;
}

/** Errors of a tier, or of overrides that lie at `path`, beyond their schemas. */
export function tierErrors({ month, overage_usd: price }: Record<string, unknown>, path = ""): InputError[] {
  const error = (message: string): InputError => ({ in: "body", path: `${path}/overage_usd`, message });
  if (typeof price !== "number") return [];
  // The column holds millionths.
  if (Math.round(price * MICRO) / MICRO !== price) return [error("overage_usd must have at most six decimals.")];
  return month === "unlimited"
    ? [error("overage_usd has no effect: a month without a limit has no calls over it. Leave it out.")]
    : [];
}

/** What is overridden; null where nothing is. */
export function userOverridesView({ minuteLimit, dayLimit }: UserOverrides) {
  return overridden({ minute: fromCalls(minuteLimit), day: fromCalls(dayLimit) });
}
export function partnerOverridesView({ minuteLimit, monthLimit, overageMicroUsd }: PartnerOverrides) {
  return overridden({
    minute: fromCalls(minuteLimit),
    month: fromCalls(monthLimit),
    overage_usd: fromMicroUsd(overageMicroUsd),
  });
}

function overridden(fields: Record<string, number | string | null>) {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  return set.length === 0 ? null : Object.fromEntries(set);
}

/** `source` says whose numbers these are: the contract's, the operator's in their place, or an added tier's. */
export function tierView(row: Omit<TierRow, "changedAt">, source: "contract" | "changed" | "added") {
  return {
    surface: row.surface,
    name: row.name,
    minute: fromCalls(row.minuteLimit),
    day: fromCalls(row.dayLimit),
    month: fromCalls(row.monthLimit),
    overage_usd: fromMicroUsd(row.overageMicroUsd),
    source,
  };
}
