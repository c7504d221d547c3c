// What a person does with the keys of the user they act for: every act is checked, bounded and audited.
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError, invalidInput } from "../../foundation/errors.ts";
import { checkValue } from "../../foundation/schema/check.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import { type Caller, type ChangeKeyBody, CreateKeyBody, keyView } from "./model.ts";
import { changeKey, createKey, keyErrors, revokeKey } from "./service.ts";
import { countKeys, findKey } from "./store.ts";

/** Keys of one user that are not revoked: what its list shows. */
export const MAX_OWN_KEYS = 100;

type OwnKeyDeps = Pick<Deps, "database" | "vault" | "clock" | "audit">;
type User = Pick<Caller, "userId" | "partner">;

/** Creates a key of the user's; its text is in this result and is stored nowhere. */
export async function createOwnKey(deps: OwnKeyDeps, user: User, input: Record<string, unknown>, initiator: Initiator) {
  const body = checkedBody(deps, user, { ...input, user: user.userId });
  const created = await serialized(deps.database, `keys of ${user.userId}`, async (tx) => {
    if ((await countKeys({ orm: tx }, user.userId)) >= MAX_OWN_KEYS)
      throw new AppError("CONFLICT", `There are already ${MAX_OWN_KEYS} keys. Revoke one that is not in use.`);
    return createKey({ ...deps, database: { orm: tx } }, user.userId, body);
  });
  const { permissions, partner_only, confirm_destructive, record_evidence, expires_at } = created;
  await deps.audit.record(initiator, {
    event: "key_created",
    ...aboutKey(user, created.id),
    details: { permissions: permissions ?? ["*"], partner_only, confirm_destructive, record_evidence, expires_at },
  });
  return created;
}

function checkedBody(deps: Pick<Deps, "clock">, { partner }: User, input: Record<string, unknown>): CreateKeyBody {
  const result = checkValue(CreateKeyBody, input, "body");
  const passed = "value" in result ? result.value : result.passed;
  const errors = [...("errors" in result ? result.errors : []), ...keyErrors(deps, passed)];
  if (passed.partner_only === true && partner === null) {
    const message = "partner_only needs a partner profile. The operator can add one.";
    errors.push({ in: "body", path: "/partner_only", message });
  }
  if (Array.isArray(passed.permissions) && passed.permissions.length === 0) {
    errors.push({ in: "body", path: "/permissions", message: "Choose at least one permission, or everything." });
  }
  if (errors.length > 0) throw invalidInput(errors);
  return passed as CreateKeyBody;
}

/** A key of the user's; the same 404 for another user's as for none. */
export async function findOwnKey(deps: Pick<Deps, "database">, { userId }: Pick<Caller, "userId">, id: string) {
  const row = isUuid(id) ? await findKey(deps.database, userId, id) : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no key with this id.");
  return keyView(row);
}

/** Changes a key of the user's on every replica. */
export async function changeOwnKey(
  deps: Pick<Deps, "database" | "changes" | "audit">,
  user: Pick<Caller, "userId">,
  { id, body }: { id: string; body: ChangeKeyBody },
  initiator: Initiator,
): Promise<void> {
  const key = await findOwnKey(deps, user, id);
  const { confirm_destructive = key.confirm_destructive, record_evidence = key.record_evidence } = body;
  const isSame = confirm_destructive === key.confirm_destructive && record_evidence === key.record_evidence;
  if (key.revoked_at === null && isSame) return;
  await changeKey(deps, id, body);
  await deps.audit.record(initiator, { event: "key_changed", ...aboutKey(user, id), details: { ...body } });
}

/** Revokes a key of the user's on every replica; a second time changes nothing and is not audited. */
export async function revokeOwnKey(
  deps: Pick<Deps, "database" | "changes" | "clock" | "audit">,
  user: Pick<Caller, "userId">,
  id: string,
  initiator: Initiator,
): Promise<void> {
  const key = await findOwnKey(deps, user, id);
  if (key.revoked_at !== null) return;
  await revokeKey(deps, id);
  await deps.audit.record(initiator, { event: "key_revoked", ...aboutKey(user, id) });
}

const aboutKey = ({ userId }: Pick<Caller, "userId">, id: string) => ({ userId, resource: { kind: "key", id } });
