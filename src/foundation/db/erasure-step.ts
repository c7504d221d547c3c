// The steps of an erasure that are one statement, which the rooms declare that own the rows.

/** Repeated until it changes nothing; it may be cut off and begun again anywhere. */
export interface ErasureStatement {
  /** The step's name, by which a running erasure goes on after an upgrade: it never changes. */
  step: string;
  /** SQL that defines `changed`, the rows that it changes, up to a limit; `$1` is the user, `$2` the account or null. */
  sql: string;
  /** Begins when no call of the owner's is under way any more: a call writes its rows up to a minute after it began. */
  isAfterCalls?: boolean;
}

/** Rows of one statement. */
export const ERASED_AT_ONCE = 1_000;
export const OF_USER = "user_id = $1::text::uuid and $2::text is null";
export const OF_ACCOUNT = "user_id = $1::text::uuid and account_id = $2::text::uuid";

/** Deletes the rows of a table, by default under the table's name as the step's. */
export const deletion = (
  table: string,
  where: string,
  { step = table, limit = ERASED_AT_ONCE } = {},
): ErasureStatement => ({
  step,
  sql: `changed as (
      delete from ${table} where ctid = any (array(select ctid from ${table} where ${where} limit ${limit})) returning 1)`,
});

/** The deletions of a table whose rows carry user and account. */
export const ofBoth = (table: string) => ({ user: deletion(table, OF_USER), account: deletion(table, OF_ACCOUNT) });
