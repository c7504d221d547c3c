// Connected accounts: creates, lists, changes and finds them.
import { isDeepStrictEqual } from "node:util";
import type { Static } from "@sinclair/typebox";
import type { Cache } from "../../foundation/db/cache.ts";
import { isForeignKeyViolation, isUniqueViolation } from "../../foundation/db/database.ts";
import { AppError, accountNotFound, findAppError, type InputError } from "../../foundation/errors.ts";
import { isDeeperThan } from "../../foundation/schema/depth.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import { type AccountRef, BY_EXTERNAL_ID } from "../owner.ts";
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
  /** The partner's account by its id, or by `external:` and its external_id; 404 for another partner's, as for none. */
  require(userId: string, name: string): Promise<AccountRow>;
  /** The id of an account that a filter names in the same way; an id stays as it is, whosever it may be. */
  idOf(userId: string, name: string): Promise<string>;
}

/** `find` reads an account of a user by its external_id where it is not in the cache. */
export function createAccountDirectory(
  deps: Pick<Deps, "database" | "changes">,
  find: AccountDirectory["findByExternalId"],
): AccountDirectory {
  const cache: Cache<AccountRef> = deps.changes.cache<AccountRef>(["accounts"]);
  return {
    async findByExternalId(userId, externalId) {
      if (externalIdError(externalId) !== null) return null;
      return cache.get(`${userId}/${externalId}`, () => find(userId, externalId));
    },
    async require(userId, name) {
      const row = await findNamed(deps.database, userId, name);
      if (!row) throw noSuchAccount(name);
      return row;
    },
    async idOf(userId, name) {
      return isUuid(name) ? name : (await this.require(userId, name)).id;
    },
  };
}

async function findNamed(database: Deps["database"], userId: string, name: string): Promise<AccountRow | null> {
  if (isUuid(name)) return findAccount(database, userId, name);
  const externalId = externalIdIn(name);
  if (externalId === null || externalIdError(externalId) !== null) return null;
  const found = await findByExternalId(database, userId, externalId);
  return found && findAccount(database, userId, found.id);
}

/** The external_id that a name has behind `external:`; null where it names an account by its id. */
export function externalIdIn(name: string): string | null {
  return name.startsWith(BY_EXTERNAL_ID) ? name.slice(BY_EXTERNAL_ID.length) : null;
}

/** Says which kind of id was looked up. */
export function noSuchAccount(name: string): AppError {
  const { code, message, details } = accountNotFound(name);
  const externalId = externalIdIn(name);
  const why =
    externalId !== null
      ? `none of yours has the external_id "${externalId}".`
      : isUuid(name)
        ? "none of yours has this id."
        : `an id is a UUID. For your own external_id send ${BY_EXTERNAL_ID}${name}, percent-encoded in a URL.`;
  return new AppError(code, `${message}: ${why}`, details);
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

/** Others may create or delete the account between a look and what follows from it. */
const ATTEMPTS = 3;

/** The account with this external_id, created where it is missing; of one that exists, the fields that are sent are changed. */
export async function ensureAccount(
  deps: Pick<Deps, "database" | "config" | "audit">,
  userId: string,
  body: Static<typeof CreateAccountBody>,
  initiator: Initiator,
): Promise<AccountRow> {
  const { external_id: externalId, ...fields } = body;
  const name = `${BY_EXTERNAL_ID}${externalId}`;
  for (let attempt = 1; ; attempt++) {
    const row = await findNamed(deps.database, userId, name);
    try {
      if (!row) return await createAccount(deps, userId, body, initiator);
      const { display_name = row.displayName, metadata = row.metadata } = fields;
      const isSame = isDeepStrictEqual([display_name, metadata], [row.displayName, row.metadata]);
      return isSame ? row : await changeAccount(deps, userId, row.id, { display_name, metadata }, initiator);
    } catch (error) {
      const isOvertaken = findAppError(error)?.code === (row ? "ACCOUNT_NOT_FOUND" : "ACCOUNT_EXISTS");
      if (attempt === ATTEMPTS || !isOvertaken) throw error;
    }
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
