// Connected accounts: creates, lists, changes and finds them.
import type { Static } from "@sinclair/typebox";
import type { Cache } from "../../foundation/db/cache.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../foundation/db/database.ts";
import { AppError, accountNotFound, type InputError } from "../../foundation/errors.ts";
import { isDeeperThan } from "../../foundation/schema/depth.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import type { AccountRef } from "../owner.ts";
import type { ChangeAccountBody, CreateAccountBody } from "./model.ts";
import { type AccountRow, findAccount, findByExternalId, insertAccount, updateAccount } from "./store.ts";

/** Lengths in Unicode code points; `length` counts those beyond U+FFFF twice. */
const MAX_EXTERNAL_ID = 255;
const MAX_DISPLAY_NAME = 255;
const MAX_METADATA_BYTES = 16 * 1024;
const MAX_METADATA_DEPTH = 8;

export interface AccountDirectory {
  /** The partner's account with this external_id, cached; null where there is none. */
  findByExternalId(userId: string, externalId: string): Promise<AccountRef | null>;
  /** The partner's account with this id; 404 for another partner's, as for none. */
  require(userId: string, id: string): Promise<AccountRow>;
}

export function createAccountDirectory(deps: Pick<Deps, "database" | "changes">): AccountDirectory {
  const cache: Cache<AccountRef> = deps.changes.cache<AccountRef>(["accounts"]);
  return {
    async findByExternalId(userId, externalId) {
      if (externalIdError(externalId) !== null) return null;
      return cache.get(`${userId}/${externalId}`, () => findByExternalId(deps.database, userId, externalId));
    },
    async require(userId, id) {
      const row = isUuid(id) ? await findAccount(deps.database, userId, id) : null;
      if (!row) throw accountNotFound(id);
      return row;
    },
  };
}

/** Why a text is no valid external_id; null where it is. */
function externalIdError(text: string): string | null {
  const length = [...text].length;
  if (length < 1 || length > MAX_EXTERNAL_ID) return `external_id must have 1 to ${MAX_EXTERNAL_ID} characters.`;
  if (/\p{Cc}/u.test(text)) return "external_id contains a control character.";
  return text.isWellFormed() ? null : "external_id contains half a surrogate pair.";
}

export async function createAccount(
  deps: Pick<Deps, "database" | "config" | "audit">,
  userId: string,
  body: Static<typeof CreateAccountBody>,
  initiator: Initiator,
) {
  const { external_id: externalId, display_name: displayName = null, metadata = {} } = body;
  try {
    const newAccount = { id: crypto.randomUUID(), userId, externalId, displayName, metadata };
    const maxAccounts = deps.config.maxAccountsPerPartner;
    const row = await insertAccount(deps.database, newAccount, maxAccounts);
    if (!row) throw tooManyAccounts(maxAccounts);
    await deps.audit.record(initiator, { event: "account_created", userId, accountId: row.id });
    return row;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("ACCOUNT_EXISTS", `An account with the external_id "${externalId}" already exists.`);
  }
}

function tooManyAccounts(most: number): AppError {
  const text = `You have ${most} accounts, which is the maximum. Delete some, or ask the operator for more.`;
  return new AppError("ACCOUNT_LIMIT_REACHED", text);
}

/** Validates an account's fields beyond their schema; any of them may be missing. */
export function accountErrors({
  external_id,
  display_name,
  metadata,
}: Partial<Static<typeof CreateAccountBody>>): InputError[] {
  const errors: InputError[] = [];
  const addError = (path: string, message: string) => void errors.push({ in: "body", path, message });
  const idError = external_id === undefined ? null : externalIdError(external_id);
  if (idError !== null) addError("/external_id", idError);
  const nameLength = [...(display_name ?? "")].length;
  if (nameLength > MAX_DISPLAY_NAME)
    addError("/display_name", `display_name has ${nameLength} characters; at most ${MAX_DISPLAY_NAME} are allowed.`);
  if (display_name?.includes("\u0000")) addError("/display_name", "display_name contains a NUL character.");
  if (display_name?.isWellFormed() === false) addError("/display_name", "display_name contains half a surrogate pair.");
  if (metadata !== undefined) {
    const size = new TextEncoder().encode(JSON.stringify(metadata)).byteLength;
    if (size > MAX_METADATA_BYTES)
      addError("/metadata", `metadata has ${size} bytes; at most ${MAX_METADATA_BYTES} are allowed.`);
    if (isDeeperThan(metadata, MAX_METADATA_DEPTH))
      addError("/metadata", `metadata is nested deeper than ${MAX_METADATA_DEPTH} levels.`);
  }
  return errors;
}

/** Runs work that inserts rows of an account; 404 where the account is deleted meanwhile and the foreign key refuses them. */
export async function whileAccountExists<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isForeignKeyViolation(error) ? accountNotFound(id) : error;
  }
}

export async function changeAccount(
  deps: Pick<Deps, "database" | "audit">,
  userId: string,
  id: string,
  body: Static<typeof ChangeAccountBody>,
  initiator: Initiator,
): Promise<AccountRow> {
  const row = await updateAccount(deps.database, userId, id, {
    ...(body.display_name !== undefined && { displayName: body.display_name }),
    ...(body.metadata !== undefined && { metadata: body.metadata }),
  });
  if (!row) throw accountNotFound(id);
  const details = { fields: Object.keys(body) };
  await deps.audit.record(initiator, { event: "account_changed", userId, accountId: id, details });
  return row;
}
