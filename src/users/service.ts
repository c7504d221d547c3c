// Users, which the operator manages: they own keys and integrations, and have a tier and a payment state.
import { type Static, Type as t } from "@sinclair/typebox";
import { isUniqueViolation } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { isUuid } from "../schema/formats.ts";
import { TierName, UserOverridesBody, userColumns, userOverridesView } from "../tiers/model.ts";
import { withTier } from "../tiers/service.ts";
import { findByEmail, findById, insertUser, listUsers, type UserRow, updateUser } from "./store.ts";

const PaymentState = t.Union([t.Literal("ok"), t.Literal("past_due")], {
  description: "past_due blocks every call of the user.",
});
export const CreateUserBody = t.Object({
  email: t.String({ format: "email", maxLength: 320, description: "The user's e-mail address." }),
  tier: t.Optional(TierName),
});
export const ChangeUserBody = t.Object(
  {
    tier: t.Optional(TierName),
    payment_state: t.Optional(PaymentState),
    overrides: t.Optional(UserOverridesBody),
  },
  { minProperties: 1 },
);

function userView(row: UserRow) {
  return {
    id: row.id,
    email: row.email,
    tier: row.tier,
    payment_state: row.paymentState,
    overrides: userOverridesView(row),
    created_at: row.createdAt.toISOString(),
  };
}

export async function createUser(deps: Pick<Deps, "database">, body: Static<typeof CreateUserBody>) {
  try {
    const user = { id: crypto.randomUUID(), email: body.email, tier: body.tier ?? "free" };
    const row = await withTier(deps.database, "user", body.tier, (tx) => insertUser(tx, user));
    return userView(row);
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("CONFLICT", `There is a user with the address ${body.email} already.`);
    throw error;
  }
}

export async function listAllUsers(deps: Pick<Deps, "database">) {
  return (await listUsers(deps.database)).map(userView);
}

/** Finds a user by e-mail address or id; 404 where there is none. */
export async function requireUser(deps: Pick<Deps, "database">, emailOrId: string): Promise<UserRow> {
  const row = isUuid(emailOrId)
    ? await findById(deps.database, emailOrId)
    : await findByEmail(deps.database, emailOrId);
  if (!row) throw new AppError("NOT_FOUND", `There is no user ${emailOrId}.`);
  return row;
}

/** Changes tier, payment state or overrides on every replica within a second. */
export async function changeUser(
  deps: Pick<Deps, "database" | "changes">,
  emailOrId: string,
  body: Static<typeof ChangeUserBody>,
) {
  const { id } = await requireUser(deps, emailOrId);
  const change = {
    ...(body.tier && { tier: body.tier }),
    ...(body.payment_state && { paymentState: body.payment_state }),
    ...userColumns(body.overrides ?? {}),
  };
  const row = await withTier(deps.database, "user", body.tier, (tx) => updateUser(tx, id, change));
  deps.changes.invalidate(id, ["users"]);
  return userView(row);
}
