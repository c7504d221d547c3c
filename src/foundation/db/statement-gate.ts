// Keeps statements from piling up in the driver while Postgres hangs: those that would only queue are refused at once.
import { LRUCache } from "lru-cache";
import type { Sql, TransactionSql } from "postgres";
import { runningMs } from "./running-clock.ts";
import { databaseUnavailable } from "./timeouts.ts";

/** A client whose connections are all busy hangs when no statement has ended for this long. */
const SILENT_MS = 1_000;
/** Most statements of a client at once: more than Postgres can run in the second that a caller waits. */
const MAX_OUTSTANDING = 2_000;

export interface StatementGate {
  /** Runs `work` and counts it as outstanding until it ends; 503 where it could only queue. */
  run<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Statements, or whole transactions, that have begun and not ended. */
  readonly outstanding: number;
  /** When one last ended well, by the gate's clock. */
  readonly respondedAt: number;
}

/** Needs no probe: each connection holds a statement that ends when the database is back; the first opens the gate. */
export function createStatementGate(
  connections: number,
  now: () => number = runningMs,
  onFailed: (error: unknown) => void = () => {},
): StatementGate {
  let outstanding = 0;
  let lastEndedAt = 0;
  let respondedAt = Number.NEGATIVE_INFINITY;
  const isHanging = () => outstanding >= connections && now() - lastEndedAt > SILENT_MS;
  return {
    get outstanding() {
      return outstanding;
    },
    get respondedAt() {
      return respondedAt;
    },
    async run(work) {
      // No cause: the statements that timed out have logged the outage already.
      if (isHanging() || outstanding >= MAX_OUTSTANDING) throw databaseUnavailable();
      // Silence counts from the moment at which the last connection was taken.
      if (outstanding < connections) lastEndedAt = now();
      outstanding++;
      try {
        const result = await work();
        respondedAt = now();
        return result;
      } catch (error) {
        onFailed(error);
        throw error;
      } finally {
        outstanding--;
        lastEndedAt = now();
      }
    },
  };
}

/** A statement with more parameters may have a list of them, and each length of the list would stay prepared for good. */
const MAX_PREPARED_PARAMETERS = 16;
/** So often a longer statement comes before it counts as one that always has this length. */
const OFTEN = 5;
/** The most longer statements that a connection has prepared. */
const MAX_LONGER = 200;
const MAX_COUNTED = 1_000;

const counts = new LRUCache<string, number>({ max: MAX_COUNTED });
const longer = new Set<string>();

/** Whether Postgres keeps the statement's plan: parsing and planning it again takes longer than most statements themselves. */
function isPrepared(text: string, parameters: number): boolean {
  if (parameters <= MAX_PREPARED_PARAMETERS || longer.has(text)) return true;
  if (longer.size === MAX_LONGER) return false;
  const times = (counts.get(text) ?? 0) + 1;
  if (times <= OFTEN) {
    counts.set(text, times);
    return false;
  }
  counts.delete(text);
  longer.add(text);
  return true;
}

/** The client as Drizzle uses it: every statement and transaction goes through the gate, and `bound` ends its wait. */
export function gatedClient(
  client: Sql,
  gate: StatementGate,
  bound: <T>(work: Promise<T>) => Promise<T> = (work) => work,
): Sql {
  const gated: Record<PropertyKey, unknown> = {
    unsafe(text: string, parameters: Parameters<Sql["unsafe"]>[1] = []) {
      const prepare = isPrepared(text, parameters.length);
      // The driver's queries begin when they are awaited: as rows, or as lists of values.
      const query = () => client.unsafe(text, parameters, { prepare });
      return {
        values: () => bound(gate.run(() => query().values())),
        // biome-ignore lint/suspicious/noThenProperty: the driver's own queries are awaited in this way
        then: (...on: Parameters<Promise<unknown>["then"]>) => bound(gate.run(query)).then(...on),
      };
    },
    begin: (work: (sql: TransactionSql) => Promise<unknown>) =>
      bound(gate.run(() => client.begin((sql) => work(preparing(sql))))),
  };
  return new Proxy(client, { get: (target, name) => gated[name] ?? Reflect.get(target, name) });
}

/** A transaction's client as Drizzle uses it. A text without parameters may be a script, which cannot be prepared. */
function preparing(sql: TransactionSql): TransactionSql {
  const unsafe: TransactionSql["unsafe"] = (text, parameters = []) =>
    sql.unsafe(text, parameters, { prepare: parameters.length > 0 && isPrepared(text, parameters.length) });
  const savepoint = (work: (inner: TransactionSql) => Promise<unknown>) =>
    sql.savepoint((inner) => work(preparing(inner)));
  return new Proxy(sql, {
    get: (target, name) => (name === "unsafe" ? unsafe : name === "savepoint" ? savepoint : Reflect.get(target, name)),
  });
}
