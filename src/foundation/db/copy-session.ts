// A connection on which tables are copied as text, within one transaction: how backups read and fill a database.
import type { Writable } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";
import type postgres from "postgres";
import type { Parameter } from "./database.ts";

export interface CopySession {
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** What `COPY … TO STDOUT` sends. It must be read to its end, or the session be closed. */
  copyOut(statement: string): AsyncIterable<Uint8Array>;
  /** Copies whole rows into a table, within a transaction; `table` may name columns. */
  copyIn(table: string, options: string, rows: Uint8Array): Promise<void>;
  /** Closes it, which ends its transaction. */
  close(): Promise<void>;
}

/** `makeClient` gets a listener of the connection's end: the driver would connect again, outside the transaction. */
export function postgresCopySession(makeClient: (onClose: () => void) => postgres.Sql): CopySession {
  let isLost = false;
  const client = makeClient(() => {
    isLost = true;
  });
  const assertOpen = () => {
    if (isLost) throw new Error("The connection to the database was lost.");
  };
  return {
    async query<Row>(text: string, parameters: readonly Parameter[] = []) {
      assertOpen();
      return (await client.unsafe(text, [...parameters])) as unknown as Row[];
    },
    async *copyOut(statement) {
      assertOpen();
      const rows = await client.unsafe(statement).readable();
      yield* rows as AsyncIterable<Uint8Array>;
      // The driver pauses the socket for a full buffer, and resumes it for a reader: the last rows have none behind them.
      rows._read(0);
      assertOpen();
    },
    async copyIn(table, options, rows) {
      assertOpen();
      const sink = await client.unsafe(`copy ${table} from stdin ${options}`).writable();
      const failed = new Promise<never>((_, reject) => void sink.once("error", reject));
      await Promise.race([endCopy(sink, rows), failed]);
      // The driver tells nobody that the server refused rows; its transaction is then over, and this refused, too.
      await Promise.race([client.unsafe("select 1"), failed]);
      assertOpen();
    },
    close: () => client.end({ timeout: 1 }),
  };
}

/** Resolves once the end of the rows is on its way: a statement that came before would be read as one of them. */
function endCopy(sink: Writable, rows: Uint8Array): Promise<void> {
  const sendEnd = sink._final.bind(sink);
  return new Promise((resolve) => {
    sink._final = (done) => {
      sendEnd(done);
      resolve();
    };
    sink.end(rows);
  });
}

/** On the embedded database's one connection, of which the caller must be the only user. */
export function embeddedCopySession(client: PGlite): CopySession {
  return {
    query: async <Row>(text: string, parameters: readonly Parameter[] = []) =>
      (await client.query<Row>(text, [...parameters])).rows,
    async *copyOut(statement) {
      const { blob } = await client.query(statement.replace(/\bto stdout\b/, "to '/dev/blob'"));
      if (blob) yield new Uint8Array(await blob.arrayBuffer());
    },
    async copyIn(table, options, rows) {
      await client.query(`copy ${table} from '/dev/blob' ${options}`, [], { blob: new Blob([new Uint8Array(rows)]) });
    },
    close: async () => {},
  };
}
