// Keeps statements from piling up in the driver while Postgres hangs: what would only queue is refused at once.
import type { Sql, TransactionSql } from "postgres";
import { databaseUnavailable } from "./timeouts.ts";

/** How long no statement may have ended before a client whose connections are all busy counts as hanging. */
const SILENT_MS = 1_000;
/** Most statements of a client at once; more than Postgres answers in the second that a caller waits. */
const MAX_OUTSTANDING = 2_000;

export interface StatementGate {
  /** Runs `work` and counts it as outstanding until it ends; refuses it where it could only queue. */
  run<T>(work: () => PromiseLike<T>): Promise<T>;
  /** Statements, or whole transactions, that have begun and not ended. */
  readonly outstanding: number;
}

/**
 * The gate of a client with this many connections. It needs no probe: each of its connections holds a statement that will
 * end when the database wakes, and the first one to end opens it. What was let in before is all that runs then.
 */
export function createStatementGate(connections: number, now: () => number = () => performance.now()): StatementGate {
  let outstanding = 0;
  let lastEndedAt = 0;
  const isHanging = () => outstanding >= connections && now() - lastEndedAt > SILENT_MS;
  return {
    get outstanding() {
      return outstanding;
    },
    async run(work) {
      // Without a cause, which would be a line in the log for each: those that waited in vain have told of it.
      if (isHanging() || outstanding >= MAX_OUTSTANDING) throw databaseUnavailable();
      // Silence counts from the moment at which the last connection was taken.
      if (outstanding < connections) lastEndedAt = now();
      outstanding++;
      try {
        return await work();
      } finally {
        outstanding--;
        lastEndedAt = now();
      }
    },
  };
}

/** The client as Drizzle uses it: the gate stands before every statement and transaction, and `bound` ends their waits. */
export function gatedClient(
  client: Sql,
  gate: StatementGate,
  bound: <T>(work: Promise<T>) => Promise<T> = (work) => work,
): Sql {
  const gated: Record<PropertyKey, unknown> = {
    unsafe(...given: Parameters<Sql["unsafe"]>) {
      // The driver's queries begin when they are waited for: as rows, or as lists of values.
      const query = () => client.unsafe(...given);
      return {
        values: () => bound(gate.run(() => query().values())),
        // biome-ignore lint/suspicious/noThenProperty: the driver's own queries are waited for in this way
        then: (...on: Parameters<Promise<unknown>["then"]>) => bound(gate.run(query)).then(...on),
      };
    },
    begin: (work: (sql: TransactionSql) => Promise<unknown>) => bound(gate.run(() => client.begin(work))),
  };
  return new Proxy(client, { get: (target, name) => gated[name] ?? Reflect.get(target, name) });
}
