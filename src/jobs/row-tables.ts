// The tables whose rows are jobs, as `gateway jobs` shows them and retries their failed rows.

export interface RowTable {
  /** The queue's name. */
  name: string;
  table: string;
  /** SQL conditions, in which `$1` is now: rows with work to do, whenever that is, and rows that failed. */
  open: string;
  failed: string;
  /** SQL columns: why a row failed, and since when; null where the table does not say. */
  error: string | null;
  /** SQL that makes a failed row open again; `next_at` is set to now beside it. */
  retry: string;
}

/** Every table has `id`, `next_at`, `lease_until` and `attempts`. */
export const ROW_TABLES: readonly RowTable[] = [
  {
    name: "deliveries",
    table: "deliveries",
    open: "state = 'due'",
    failed: "state = 'failed'",
    error: "error",
    retry: "state = 'due', attempts = 0, lease_until = null, error = null",
  },
  {
    name: "sources",
    table: "sources",
    open: "next_at is not null",
    failed: "state = 'failed'",
    error: "coalesce(error_code, error)",
    retry: "state = 'pending', attempts = 0, lease_until = null, error_code = null, error = null",
  },
  {
    name: "revocations",
    table: "revocations",
    open: "true",
    failed: "attempts > 0 and next_at > $1::timestamptz",
    error: null,
    retry: "lease_until = null",
  },
];
