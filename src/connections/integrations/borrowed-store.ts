// Connections that others lend to an owner, as its calls use them: the lender's rows under the borrower's names.
import type { Database } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { BORROWED } from "../../foundation/schema/connection-name.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Connection, IntegrationRow } from "./model.ts";
import { COLUMNS } from "./store.ts";

/** A lender's name for people: of an account the partner's own id. */
export const LENDER = "coalesce((select a.external_id from accounts a where a.id = i.account_id), u.email)";
/** Whether a share `s` is one of the owner with the user `$1` and the account `$2`; each kind of owner has its index. */
export const isBorrowers = ({ accountId }: Owner) =>
  `s.borrower_user_id = $1::text::uuid and ${
    accountId === null ? "s.borrower_account_id is null and $2::text is null" : "s.borrower_account_id = $2::text::uuid"
  }`;

/** What calls of a borrower may use now; `$3` is the time. Lenders whose erasure has begun lend nothing. */
const borrowedOf = (owner: Owner) => `
  select ${COLUMNS}, s.id as "shareId", s.name as "shareName", s.permissions as "sharePermissions", s.ends_at as "shareEndsAt",
    ${LENDER} as lender, u.payment_state <> 'ok' as "isSuspended"
  from shares s
  join connections i on i.id = s.connection_id
  join users u on u.id = i.user_id and u.erased_at is null
  where ${isBorrowers(owner)} and s.accepted_at is not null and s.ended_at is null and (s.ends_at is null or s.ends_at > $3::text::timestamptz)
    and not exists (select 1 from accounts a where a.id = i.account_id and a.erased_at is not null)
  order by i.provider, s.name`;

type BorrowedRow = IntegrationRow & {
  shareId: string;
  shareName: string;
  sharePermissions: string[];
  shareEndsAt: Date | null;
  lender: string;
  isSuspended: boolean;
};

/** `now` is in Unix milliseconds. */
export async function listBorrowed(
  database: Pick<Database, "query">,
  owner: Owner,
  now: number,
): Promise<Connection[]> {
  const rows = await database.query<BorrowedRow>(borrowedOf(owner), [owner.userId, owner.accountId, isoOf(now)]);
  return rows.map(({ shareId, shareName, sharePermissions, shareEndsAt, lender, isSuspended, ...lent }) => ({
    ...lent,
    name: BORROWED + shareName,
    isDefault: false,
    share: {
      id: shareId,
      permissions: sharePermissions,
      endsAt: shareEndsAt === null ? null : new Date(shareEndsAt),
      lender,
      isSuspended,
      lent,
    },
  }));
}
