// Who a request is for: the owner whose integrations apply, and the surface of the API that it came through.
import { type TString, Type as t } from "@sinclair/typebox";

/** A user, or one connected account of a partner's. */
export interface Owner {
  userId: string;
  /** Null: the user's own integrations. */
  accountId: string | null;
  /** The ids of the only integrations that count, for an agent session that is limited to them; without it, all do. */
  connections?: ReadonlySet<string>;
}

/** Whether an integration of the owner's is among those that count. */
export const isWithin = ({ connections }: Owner, { id }: { id: string }): boolean => connections?.has(id) ?? true;

/** The API for a user's own integrations, or the one for partners (areas A and B of the public documents). */
export type Surface = "user" | "partner";

/** A connected account by both its names. */
export interface AccountRef {
  id: string;
  userId: string;
  externalId: string;
}

/** How paths, filters and bodies name an account by the partner's own id; without it, by the gateway's. */
export const BY_EXTERNAL_ID = "external:";
/** An external_id has at most 255 characters, and `length` counts those beyond U+FFFF twice. */
const MAX_ACCOUNT_NAME = BY_EXTERNAL_ID.length + 2 * 255;

/** An account's name in an input; `AccountDirectory` finds the account. */
export function accountName(description: string): TString {
  return t.String({ minLength: 1, maxLength: MAX_ACCOUNT_NAME, description });
}
