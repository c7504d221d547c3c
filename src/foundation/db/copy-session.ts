// A connection on which tables are copied as text, within one transaction: how backups read and fill a database.
import type { PGlite } from "@electric-sql/pglite";
import type postgres from "postgres";
import type { Parameter } from "./database.ts";

export interface CopySession {
  query<Row>(text: string, parameters?: readonly Parameter[]): Promise<Row[]>;
  /** What `COPY … TO STDOUT` sends. It must be read to its end, or the session be closed. */
  copyOut(statement: string): AsyncIterable<Uint8Array>;
  /** Feeds `COPY … FROM STDIN` with whole rows; `statement` is without its source. */
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
      yield* (await client.unsafe(statement).readable()) as AsyncIterable<Uint8Array>;
      assertOpen();
    },
    async copyIn(table, options, rows) {
      assertOpen();
      const sink = await client.unsafe(`copy ${table} from stdin ${options}`).writable();
      await new Promise<void>((resolve, reject) => {
        sink.once("error", reject).once("finish", resolve);
        sink.end(rows);
      });
      assertOpen();
      // The driver tells nobody that the server refused the last rows; the transaction is then over.
      await client.unsafe("select 1");
    },
    close: () => client.end({ timeout: 1 }),
  };
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
