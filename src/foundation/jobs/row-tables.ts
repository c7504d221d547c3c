// The tables whose rows are jobs, as `gateway jobs` shows them and retries their failed rows.

export interface RowTable {
  /** The queue's name. */
  name: string;
  table: string;
  /** SQL of a row's id. */
  id?: string;
  /** SQL conditions, in which `$1` is now: rows with work to do, whenever that is, and rows that failed. */
  open: string;
  failed: string;
  /** SQL columns: why a row failed, and since when; null where the table does not say. */
  error: string | null;
  nextAt?: string;
  /** Null where a lease moves the time of the next attempt: running rows are then not told from later ones. */
  leaseUntil?: string | null;
  attempts?: string;
  /** SQL that makes a failed row open again; its time is set to now beside it. */
  retry: string;
}

/** Columns have the usual names unless a table says others. */
export const ROW_TABLES: readonly RowTable[] = [
  {
    name: "deliveries",
    table: "deliveries",
    open: "state = 'due'",
    failed: "state = 'failed'",
    error: "error",
    leaseUntil: null,
    retry: "state = 'due', attempts = 0, error = null",
  },
  {
    name: "source_polls",
    table: "sources",
    open: "next_at is not null",
    failed: "state = 'failed' and next_at is not null",
    error: "coalesce(error_code, error)",
    retry: "state = 'pending', attempts = 0, lease_until = null, error_code = null, error = null",
  },
  {
    name: "source_subscriptions",
    table: "sources",
    open: "renew_at is not null",
    failed: "state = 'failed' and renew_at is not null",
    error: "coalesce(error_code, error)",
    nextAt: "renew_at",
    leaseUntil: "renew_lease_until",
    attempts: "renew_attempts",
    retry: "state = 'pending', renew_attempts = 0, renew_lease_until = null, error_code = null, error = null",
  },
  {
    name: "webhooks",
    table: "webhook_messages",
    id: "endpoint_id || '/' || event_id",
    open: "state in ('due', 'active')",
    failed: "state = 'failed'",
    error: "log -> -1 ->> 'error'",
    retry: "state = 'due', attempts = 0, lease_until = null",
  },
  {
    name: "revocations",
    table: "revocations",
    open: "true",
    failed: "attempts > 0 and next_at > $1::timestamptz",
    error: null,
    retry: "lease_until = null",
  },
  {
    name: "erasures",
    table: "erasures",
    open: "state = 'due'",
    failed: "state = 'due' and attempts > 0 and next_at > $1::timestamptz",
    error: "error",
    retry: "lease_until = null",
  },
];
