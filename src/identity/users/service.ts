// Users, which the operator manages: they own keys and integrations, and have a tier and a payment state.
import { type Static, Type as t } from "@sinclair/typebox";
import { isUniqueViolation } from "../../foundation/db/database.ts";
import { AppError, type InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import { TierName, UserOverridesBody, userColumns, userOverridesView } from "../../metering/tiers/model.ts";
import { withTier } from "../../metering/tiers/service.ts";
import type { Deps } from "../../server/deps.ts";
import { findByEmail, findById, insertUser, listUsers, type UserPosition, type UserRow, updateUser } from "./store.ts";

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
export const ListUsersQuery = t.Object({
  email: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 320,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      description: "Only users whose e-mail address starts with this text, ignoring case. They are sorted by address.",
    }),
  ),
  limit: t.Optional(
    t.Integer({ minimum: 1, maximum: 1_000, default: 1_000, description: "Maximum number of users to return." }),
  ),
  cursor: t.Optional(t.String({ maxLength: 4_096, description: "The previous response's next_cursor." })),
});
type ListUsersQuery = Static<typeof ListUsersQuery>;

export function userView(row: UserRow) {
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
      throw new AppError("CONFLICT", `A user with the address ${body.email} already exists.`);
    throw error;
  }
}

/** Associated data of a cursor: it opens only for its filter. */
const cursorContext = (email: string | undefined) => JSON.stringify(["users", email ?? null]);

export function userListErrors(
  { vault }: Pick<Deps, "vault">,
  { email, cursor }: Partial<ListUsersQuery>,
  errors: readonly InputError[],
): InputError[] {
  return cursorErrors(vault, cursor, () => cursorContext(email), errors);
}

/** A page of users, newest first, or by address where its beginning is known. */
export async function listUsersPage(
  { database, vault }: Pick<Deps, "database" | "vault">,
  { email, limit = 1_000, cursor }: ListUsersQuery,
) {
  const context = cursorContext(email);
  const after = cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context)) as UserPosition);
  const found = await listUsers(database, { email, after, limit: limit + 1 });
  const listed = found.slice(0, limit);
  const last = found.length > limit ? listed.at(-1) : undefined;
  return {
    users: listed.map(({ row }) => userView(row)),
    next_cursor: last ? sealCursor(vault, JSON.stringify(last.position), context) : null,
  };
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
