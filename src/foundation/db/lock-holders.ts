// Who holds the lock that a session waits for, by name, without any text of their statements.
import type { Log } from "../log/log.ts";
import { onceAMinute } from "../log/once-a-minute.ts";
import type { Database } from "./database.ts";

export interface LockHolder {
  /** The process of the database server; 0 for a prepared transaction. */
  pid: number;
  application: string | null;
  user: string | null;
  address: string | null;
  /** `active`, `idle in transaction` …, or `autovacuum`. */
  activity: string | null;
  /** The first word of its statement. */
  statement: string | null;
  /** Age of its transaction. */
  seconds: number | null;
}

export interface LockWait {
  /** Null for a lock that is not a table's. */
  relation: string | null;
  holders: LockHolder[];
}

const MAX_HOLDERS = 10;
const POLL_MS = 50;
const REPORT_MS = 5_000;

/** What the session waits for now; null where it does not wait. */
export function readLockWait(database: Pick<Database, "query">, pid: number): Promise<LockWait | null> {
  return readHolders(database, "unnest(pg_blocking_pids($1::int))", pid);
}

/** Who holds an advisory lock of this database; null where it is free. */
export function readAdvisoryHolder(database: Pick<Database, "query">, lockId: number): Promise<LockWait | null> {
  const holder = `(select pid from pg_locks where locktype = 'advisory' and granted and objid = $1::int::oid
    and database = (select oid from pg_database where datname = current_database()))`;
  return readHolders(database, holder, lockId);
}

async function readHolders(database: Pick<Database, "query">, pids: string, id: number): Promise<LockWait | null> {
  const rows = await database.query<LockHolder & { relation: string | null }>(
    `select distinct w.relation::regclass::text as relation, b.pid, a.application_name as application, a.usename as "user",
       host(a.client_addr) as address,
       case a.backend_type when 'autovacuum worker' then 'autovacuum' else a.state end as activity,
       upper(substring(a.query from '^\\s*([A-Za-z]{1,20})')) as statement,
       round(extract(epoch from clock_timestamp() - coalesce(a.xact_start, a.state_change)))::int as seconds
     from ${pids} as b (pid)
     left join pg_stat_activity a on a.pid = b.pid
     left join pg_locks w on w.pid = $1::int and not w.granted
     limit ${MAX_HOLDERS}`,
    [id],
  );
  return rows[0] ? { relation: rows[0].relation, holders: rows.map(({ relation: _, ...holder }) => holder) } : null;
}

/** The view of the server's sessions can be refused or time out: that is logged, and the migration goes on without. */
export function unreadHolders(log: Log | undefined): (error: unknown) => null {
  const tell = onceAMinute((error: unknown) => log?.warn("lock_holders_unread", { error }));
  return (error) => {
    tell(error);
    return null;
  };
}

/** Looks again and again until it is stopped; gives the last wait that it saw, and reports each every few seconds. */
export function watchLockWaits(
  database: Pick<Database, "query">,
  pid: number,
  log: Log | undefined,
  onWait: (wait: LockWait) => void = () => {},
): { stop(): Promise<LockWait | null> } {
  let last: LockWait | null = null;
  let looking: Promise<void> | null = null;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const unread = unreadHolders(log);
  const look = async () => {
    const wait = await readLockWait(database, pid).catch(unread);
    last = wait ?? last;
    looking = null;
    if (!wait || performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    onWait(wait);
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, POLL_MS);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      return last;
    },
  };
}

/** `pg_dump (process 4711, user backup, idle in transaction for 312 s)` */
export function describeHolder({ pid, application, user, activity, statement, seconds }: LockHolder): string {
  if (pid === 0) return "a prepared transaction (pg_prepared_xacts)";
  const doing = activity === "active" ? statement : activity;
  const details = [`process ${pid}`, user && `user ${user}`, doing && `${doing} for ${seconds} s`];
  return `${application || "a session without a name"} (${details.filter(Boolean).join(", ")})`;
}
