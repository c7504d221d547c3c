// Accounts with their integrations, as calls look them up by a partner's own ids: many by one statement.
import type { Database } from "../../foundation/db/database.ts";
import type { IntegrationRow } from "./model.ts";
import { COLUMNS, confirmedWith, type FoundRow, HAS_PENDING } from "./store.ts";

const HAS_BORROWED = `exists (
    select from shares s where s.borrower_account_id = a.id and s.ended_at is null
  ) as "hasBorrowed"`;
/** A row for each integration of an account, or one without, with the account's place in the list. */
const OF_EXTERNAL_IDS = `
  select ${COLUMNS}, ${HAS_PENDING}, ${HAS_BORROWED}, a.id as "foundAccount", named.place
  from json_to_recordset($1::text::json) as named ("userId" uuid, "externalId" text, place int)
  join accounts a on a.user_id = named."userId" and a.external_id = named."externalId" and a.erased_at is null
  left join connections i on i.user_id = a.user_id and i.account_id = a.id`;

type PlacedRow = FoundRow & { foundAccount: string; place: number; hasBorrowed: boolean };

/** An account by its external_id. `integrations` is null where pending grants or borrowed connections need another statement. */
interface AccountWithIntegrations {
  accountId: string;
  integrations: IntegrationRow[] | null;
}

/** Accounts of users by their external_ids with their integrations, in the order of `named`; null where there is none. */
export async function findAccountsWithIntegrations(
  database: Database,
  named: readonly { userId: string; externalId: string }[],
): Promise<(AccountWithIntegrations | null)[]> {
  const placed = named.map((one, place) => ({ ...one, place }));
  const rows = await database.query<PlacedRow>(OF_EXTERNAL_IDS, [JSON.stringify(placed)]);
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return named.map((_, place) => {
    const own = byPlace.get(place);
    if (!own) return null;
    const found = own.map(({ foundAccount: _account, place: _place, hasBorrowed: _borrowed, ...row }) => row);
    const [{ foundAccount, hasPending, hasBorrowed }] = own as [PlacedRow];
    return { accountId: foundAccount, integrations: hasPending || hasBorrowed ? null : confirmedWith([], found) };
  });
}
