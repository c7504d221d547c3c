// Tiers, which the operator manages: the contract's, changed or not, and those that were added.
import { Type as t } from "@sinclair/typebox";
import { ValueErrorType } from "@sinclair/typebox/errors";
import { ALL_USERS } from "../../foundation/db/changes.ts";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import { sentence } from "../../foundation/schema/sentences.ts";
import type { Surface } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import type { ExtraChecks } from "../../web/http/input.ts";
import { PARTNER_LIMITS, TIER_LIMITS } from "../limits/windows.ts";
import { partnerColumns, type TierBody, tierView, userColumns } from "./model.ts";
import { NO_OVERAGE, overageOf } from "./resolve.ts";
import { deleteTierRow, holdersOf, listTierRows, lockTier, upsertTier } from "./store.ts";

/** Most rows of each surface. */
const MAX_TIERS = 100;
/** Most names in an error. */
const MAX_NAMED = 12;
const CONTRACT = { user: Object.keys(TIER_LIMITS), partner: Object.keys(PARTNER_LIMITS) } as const;

/** The contract's tiers first, in their order. */
export async function listTiers({ database }: Pick<Deps, "database">) {
  const rows = await listTierRows(database);
  const views = (["user", "partner"] as const).flatMap((surface) => {
    const own = rows.filter((row) => row.surface === surface);
    const added = own.filter(({ name }) => !CONTRACT[surface].includes(name));
    const contract = contractRows(surface).map((row) => {
      const changed = own.find(({ name }) => name === row.name);
      return changed ? tierView(changed, "changed") : tierView(row, "contract");
    });
    return [...contract, ...added.map((row) => tierView(row, "added"))];
  });
  return { tiers: views };
}

function contractRows(surface: Surface) {
  const none = { dayLimit: null, monthLimit: null, overageMicroUsd: null };
  if (surface === "user") {
    return Object.entries(TIER_LIMITS).map(([name, { minute, day }]) => {
      return { surface, name, ...none, minuteLimit: minute, dayLimit: day };
    });
  }
  return Object.entries(PARTNER_LIMITS).map(([name, limits]) => {
    const { minute, month } = limits;
    return { surface, name, ...none, minuteLimit: minute, monthLimit: month, overageMicroUsd: overageOf(limits) };
  });
}

/** Changes a tier, on every replica within a second; one of an unknown name is added only with `create`, since it may be a typing error. */
export async function setTier(
  { database, changes }: Pick<Deps, "database" | "changes">,
  surface: Surface,
  name: string,
  body: TierBody,
) {
  const known = (await listTierRows(database)).filter((row) => row.surface === surface).map((row) => row.name);
  const names = [...new Set([...CONTRACT[surface], ...known])];
  if (!names.includes(name) && body.create !== true) {
    const others = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} others` : "";
    const text = `There is no ${surface} tier ${name}. There are ${names.slice(0, MAX_NAMED).join(", ")}${others}. To add ${name}, send "create": true, or use --new of gateway tier set.`;
    throw new AppError("NOT_FOUND", text);
  }
  if (known.length >= MAX_TIERS && !known.includes(name)) {
    throw new AppError("CONFLICT", `There are already ${MAX_TIERS} ${surface} tiers. Delete one first.`);
  }
  const columns =
    surface === "user"
      ? { monthLimit: null, overageMicroUsd: null, ...userColumns(body) }
      : { dayLimit: null, overageMicroUsd: NO_OVERAGE, ...partnerColumns(body) };
  const row = {
    surface,
    name,
    dayLimit: null,
    monthLimit: null,
    ...columns,
    minuteLimit: columns.minuteLimit as number,
  };
  await upsertTier(database, row);
  changes.invalidate(ALL_USERS, ["tiers"]);
  return tierView(row, CONTRACT[surface].includes(name) ? "changed" : "added");
}

/** Gives a tier of the contract its own numbers back; deletes an added one that nobody has. */
export async function deleteTier(
  { database, changes }: Pick<Deps, "database" | "changes">,
  surface: Surface,
  name: string,
) {
  const isContract = CONTRACT[surface].includes(name);
  await database.transaction(async (tx) => {
    const isThere = await lockTier(tx, surface, name, "update");
    if (!isThere && !isContract) throw new AppError("NOT_FOUND", `There is no ${surface} tier ${name}.`);
    const holders = isContract ? [] : await holdersOf(tx, surface, name);
    if (holders.length > 0) {
      const others = holders.length > 2 ? " and others" : "";
      const who = `${holders.slice(0, 2).join(", ")}${others} ${holders.length > 1 ? "have" : "has"} the tier ${name}`;
      throw new AppError("CONFLICT", `${who}. Give them another tier first.`);
    }
    await deleteTierRow(tx, surface, name);
  });
  changes.invalidate(ALL_USERS, ["tiers"]);
  return { surface, name, deleted: !isContract, reset: isContract };
}

/** Runs `work` in a transaction in which nobody can delete the tier; 400 where there is none. */
export function withTier<T>(
  database: Database,
  surface: Surface,
  tier: string | undefined,
  work: (tx: Orm) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    const isAdded = tier !== undefined && !CONTRACT[surface].includes(tier);
    if (isAdded && !(await lockTier(tx, surface, tier, "share"))) {
      throw invalidInput([unknownTier(tier, CONTRACT[surface])]);
    }
    return work(tx);
  });
}

/** Checks that the body's tier exists, among the other checks of the body. */
export async function tierCheck({ database }: Pick<Deps, "database">, surface: Surface): Promise<ExtraChecks> {
  const rows = await listTierRows(database);
  const added = rows.filter((row) => row.surface === surface).map(({ name }) => name);
  const names = [...new Set([...CONTRACT[surface], ...added])];
  return ({ body: { tier } }) => (typeof tier !== "string" || names.includes(tier) ? [] : [unknownTier(tier, names)]);
}

function unknownTier(tier: string, names: readonly string[]): InputError {
  const schema = t.Union(names.map((name) => t.Literal(name)));
  const message = sentence('"tier"', { type: ValueErrorType.Union, schema, value: tier });
  return { in: "body", path: "/tier", message };
}
