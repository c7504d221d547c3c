// Partner profiles, which the operator manages: who may serve connected accounts, and within which limits.
import { type Static, Type as t } from "@sinclair/typebox";
import { isUniqueViolation } from "../../foundation/db/database.ts";
import { AppError } from "../../foundation/errors.ts";
import { PartnerOverridesBody, partnerColumns, partnerOverridesView, TierName } from "../../metering/tiers/model.ts";
import { withTier } from "../../metering/tiers/service.ts";
import type { Deps } from "../../server/deps.ts";
import { requireUser } from "../users/service.ts";
import type { UserRow } from "../users/store.ts";
import { findPartner, insertPartner, listPartners, type PartnerRow, updatePartner } from "./store.ts";

const Status = t.Union([t.Literal("active"), t.Literal("suspended")], {
  description: "suspended refuses the partner's calls for its accounts.",
});
const Name = t.String({
  minLength: 1,
  maxLength: 255,
  pattern: "^[^\\u0000-\\u001f\\u007f]*$",
  description: "The partner's name.",
});

export const RecordEvidence = t.Boolean({
  description:
    "Whether what all calls of the partner's user and accounts send to providers and get back is stored for some days, encrypted and without secrets.",
});

export const CreatePartnerBody = t.Object({
  user: t.String({ minLength: 1, maxLength: 320, description: "The user's e-mail address or id." }),
  name: t.Optional(Name),
  tier: t.Optional(TierName),
});
export const ChangePartnerBody = t.Object(
  {
    name: t.Optional(Name),
    tier: t.Optional(TierName),
    status: t.Optional(Status),
    overrides: t.Optional(PartnerOverridesBody),
    record_evidence: t.Optional(RecordEvidence),
  },
  { minProperties: 1 },
);

type UserOfPartner = Pick<UserRow, "email" | "paymentState">;

export function partnerView(row: PartnerRow, user: UserOfPartner) {
  return {
    user_id: row.userId,
    email: user.email,
    name: row.name,
    tier: row.tier,
    status: row.status,
    payment_state: user.paymentState,
    overrides: partnerOverridesView(row),
    record_evidence: row.recordEvidence,
    created_at: row.createdAt.toISOString(),
  };
}

/** Creates a user's partner profile; 409 where there is one already. */
export async function createPartner(deps: Pick<Deps, "database" | "changes">, body: Static<typeof CreatePartnerBody>) {
  const user = await requireUser(deps, body.user);
  try {
    const partner = { userId: user.id, name: body.name ?? null, tier: body.tier ?? "free" };
    const row = await withTier(deps.database, "partner", body.tier, (tx) => insertPartner(tx, partner));
    deps.changes.invalidate(user.id, ["partners"]);
    return partnerView(row, user);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("CONFLICT", `${user.email} already has a partner profile.`);
    throw error;
  }
}

/** A user's partner profile; null where there is none. */
export async function partnerOf({ database }: Pick<Deps, "database">, user: UserRow) {
  const row = await findPartner(database, user.id);
  return row && partnerView(row, user);
}

export async function listAllPartners(deps: Pick<Deps, "database">) {
  return (await listPartners(deps.database)).map((row) => partnerView(row, row));
}

/** Changes name, tier, status, overrides or the recording of evidence on every replica within a second. */
export async function changePartner(
  deps: Pick<Deps, "database" | "changes">,
  emailOrId: string,
  { overrides = {}, record_evidence, ...body }: Static<typeof ChangePartnerBody>,
) {
  const user = await requireUser(deps, emailOrId);
  const evidence = record_evidence === undefined ? {} : { recordEvidence: record_evidence };
  const change = { ...body, ...evidence, ...partnerColumns(overrides) };
  const row = await withTier(deps.database, "partner", body.tier, (tx) => updatePartner(tx, user.id, change));
  if (!row) throw new AppError("NOT_FOUND", `${user.email} has no partner profile.`);
  deps.changes.invalidate(user.id, ["partners"]);
  return partnerView(row, user);
}
