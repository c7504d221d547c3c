// Statements of the embedded database that come again: parsed and planned once under a name, and run by one message, not by six.
import {
  messages,
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";

const { serialize } = protocol;

/** The most names at once: a plan takes some tens of kilobytes. */
const MAX_NAMED = 200;
/** The most texts that came once and may come again. */
const MAX_SEEN = 1_000;
/** Longer texts have lists in them, whose lengths differ. */
const MAX_TEXT = 10_000;
/** No autovacuum ends the plan of a table that was small when it was planned, as on a server. */
const REPLAN_AFTER_MS = 10_000;

/** Statements that have a plan; all others, such as COPY, stay with PGlite. */
const PLANNED = /^\s*(?:select|insert|update|delete|merge|with)\b/i;
/** Words of those after which a parsed statement may no longer hold. */
const CHANGES = /\b(?:alter|create|discard|deallocate|drop)\b/i;

/** Leaves a statement to PGlite's own `query`, which plans it for its values each time. */
export const UNNAMED: QueryOptions = { paramTypes: [] };

interface NamedStatement {
  name: string;
  parameterTypes: number[];
  /** Describes the rows; none for a statement without. */
  columns: messages.BackendMessage[];
}

type Run = <T>(text: string, values?: unknown[], options?: QueryOptions) => Promise<Results<T>>;

interface Statements {
  /** Whether `run` is for this statement: it has a name, or comes again. */
  takes(text: string, options?: QueryOptions): boolean;
  /** Runs it on the connection, of which the caller has the turn. */
  run: Run;
  /** Has everything parsed again. */
  forget(): void;
  /** How often that was. */
  readonly forgotten: number;
}

/** Replaces what runs statements on `client`; results, errors, notices and turns are PGlite's own. */
export function nameStatements(client: PGlite, now: () => number = () => performance.now()): void {
  const statements = createStatements(client, now);
  const { query, exec, transaction } = client;

  async function watched<T>(changes: boolean, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      if (changes) statements.forget();
    }
  }
  const isChange = (text: string) => !PLANNED.test(text) && CHANGES.test(text);

  /** A transaction has the connection's turn already. */
  function named(tx: Transaction): Transaction {
    const { query, exec } = tx;
    tx.query = (text, values, options) =>
      !tx.closed && statements.takes(text, options)
        ? statements.run(text, values, options)
        : watched(isChange(text), query(text, values, options));
    tx.exec = (text, options) => watched(CHANGES.test(text), exec(text, options));
    return tx;
  }

  client.query = async (text, values, options) => {
    if (!statements.takes(text, options))
      return watched(isChange(text), query.call(client, text, values, options) as never);
    await client._checkReady();
    return client._runExclusiveTransaction(() => statements.run(text, values, options));
  };
  client.exec = (text, options) => watched(CHANGES.test(text), exec.call(client, text, options));
  client.transaction = async (work) => {
    const { forgotten } = statements;
    try {
      return (await transaction.call(client, (tx) => work(named(tx)))) as never;
    } finally {
      // A rollback brings back what was changed.
      if (statements.forgotten !== forgotten) statements.forget();
    }
  };
}

const RUN = joined([serialize.execute({}), serialize.sync()]);
const REPLAN = serialize.query("discard plans");

/** What stands on the connection under a name. */
function createNames(client: PGlite) {
  /** Names that Postgres is to forget. */
  let closing: string[] = [];
  const dispose = ({ name }: NamedStatement) => void closing.push(name);
  const named = new LRUCache<string, NamedStatement>({ max: MAX_NAMED, dispose });
  let count = 0;

  const send = (message: Uint8Array) => client.execProtocolStream(message, { syncToFs: false });

  async function parsed(text: string): Promise<NamedStatement> {
    const name = `named_${++count}`;
    const closes = closing.map((closed) => serialize.close({ type: "S", name: closed }));
    closing = [];
    const parts = [serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()];
    const described = await send(joined([...closes, ...parts]));
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === "rowDescription"),
    };
    named.set(text, statement);
    return statement;
  }

  return {
    named,
    async execute<T>(text: string, values: readonly unknown[], options?: QueryOptions): Promise<Results<T>> {
      const { name, parameterTypes, columns } = named.get(text) ?? (await parsed(text));
      const texts = values.map((value, i) => asText(client, value, parameterTypes[i]));
      const sent = await send(joined([serialize.bind({ statement: name, values: texts }), RUN]));
      const rowMode = options?.rowMode;
      return parse.parseResults([...columns, ...sent], parsersOf(client, options), { rowMode })[0] as Results<T>;
    },
  };
}

function createStatements(client: PGlite, now: () => number): Statements {
  const { named, execute } = createNames(client);
  const seen = new LRUCache<string, true>({ max: MAX_SEEN });
  let [forgotten, plannedAt] = [0, now()];

  async function replan(): Promise<void> {
    if (now() - plannedAt < REPLAN_AFTER_MS) return;
    plannedAt = now();
    // Fails in a transaction that has failed, as the statement itself will.
    await client.execProtocolStream(REPLAN, { syncToFs: false, throwOnError: false });
  }

  const onTurn: Run = async (text, values = [], options) => {
    await replan();
    try {
      return await execute(text, values, options);
    } catch (error) {
      if (!isStale(error)) throw error;
      named.delete(text);
      if (client.isInTransaction()) throw error;
    }
    return execute(text, values, options);
  };

  return {
    get forgotten() {
      return forgotten;
    },
    forget() {
      forgotten++;
      named.clear();
    },
    takes(text, options) {
      if (options?.blob || options?.paramTypes || options?.serializers || options?.onNotice) return false;
      if (named.has(text)) return true;
      if (text.length > MAX_TEXT || !PLANNED.test(text)) return false;
      if (seen.has(text)) return true;
      seen.set(text, true);
      return false;
    },
    run: (text, values, options) =>
      client
        .runExclusive(() => onTurn<never>(text, values, options))
        .catch((error: unknown) => {
          // PGlite's own say this, too.
          const more = { query: text, params: values, queryOptions: options };
          throw error instanceof messages.DatabaseError ? Object.assign(error, more) : error;
        }),
  };
}

/** Whether nothing has run because a change came in a way that has no words for it, such as a function's. */
function isStale(error: unknown): boolean {
  if (!(error instanceof messages.DatabaseError)) return false;
  return error.code === "26000" || (error.code === "0A000" && error.routine === "RevalidateCachedQuery");
}

function asText(client: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null;
  const serializer = client.serializers[type];
  return serializer ? serializer(value) : String(value);
}

/** The client's parsers behind those of the options: to copy hundreds takes longer than most statements. */
function parsersOf({ parsers }: PGlite, options?: QueryOptions): PGlite["parsers"] {
  return options?.parsers ? Object.assign(Object.create(parsers), options.parsers) : parsers;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let length = 0;
  for (const part of parts) {
    whole.set(part, length);
    length += part.length;
  }
  return whole;
}
