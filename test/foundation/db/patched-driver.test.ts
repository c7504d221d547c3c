// What our patch of the Postgres driver is for: no connection hangs, and none mixes the statements of two transactions.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Duplex } from "node:stream";
import postgres, { type Sql } from "postgres";
import { testPostgres } from "../../support/postgres.ts";
import { rejection } from "../../support/rejection.ts";
import { within } from "../../support/until.ts";

setDefaultTimeout(60_000);

/** A connection may come back once, and hang the next time. */
const ROUNDS = 3;
const BACK_WITHIN_MS = 4_000;

/** The driver's side of a socket; destroyed, it closes before the driver's next turn. */
function streamOver(socket: Socket): Duplex {
  const stream = new Duplex({
    read() {},
    write: (bytes, _encoding, done) => void socket.write(bytes, done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (bytes) => void stream.push(bytes));
  socket.on("error", (error) => void stream.destroy(error));
  socket.on("close", () => void stream.destroy());
  return stream;
}

describe("R-06: a lost connection of the driver", () => {
  let direct: Sql;
  let sql: Sql;
  /** Those of the one connection of `sql`. */
  let socket: Socket;
  let stream: Duplex;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = await testPostgres();
    const url = await server.createDatabase();
    direct = postgres(url, { max: 1 });
    await direct`create table notes (note text)`;
    const { hostname, port } = new URL(url);
    const options = {
      // One connection, so that whatever follows takes the place of the lost one.
      max: 1,
      connect_timeout: 5,
      backoff: () => 0.01,
      async socket() {
        socket = connect(Number(port), hostname);
        await once(socket, "connect");
        stream = streamOver(socket);
        return stream;
      },
    };
    sql = postgres(url, options);
    close = async () => {
      await Promise.all([sql.end({ timeout: 0 }), direct.end({ timeout: 0 })]);
      await server.dropDatabase(url);
    };
  });
  afterAll(() => close());
  beforeEach(async () => {
    await direct`truncate notes`;
    await sql`select 1`;
  });

  const pidOf = async () => (await sql`select pg_backend_pid() as pid`)[0]?.pid as number;
  const notes = async () => (await direct`select note from notes order by note`).map(({ note }) => note);
  /** Resolves with whether the work succeeded. */
  const outcome = (work: PromiseLike<unknown>) =>
    Promise.resolve(work).then(
      () => "done",
      (error: { code?: string }) => String(error.code),
    );
  const back = () => within("the next statement", sql`select 7 as seven`, BACK_WITHIN_MS);

  test("is opened again although it was lost with a statement about to be sent", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const waiting = outcome(sql`select 2`);
      // The driver has the statement now, and sends it in the next turn.
      for (let step = 0; step < 5; step++) await null;
      stream.destroy();
      expect(await waiting).toBe("CONNECTION_CLOSED");
      expect(await back()).toMatchObject([{ seven: 7 }]);
    }
  });

  test("does not hand its error to the statement after", async () => {
    const pid = await pidOf();
    const sleeping = outcome(sql`select pg_sleep(10)`);
    await direct`select pg_terminate_backend(${pid})`;
    expect(await sleeping).not.toBe("done");
    expect(await back()).toMatchObject([{ seven: 7 }]);
  });

  test("is opened again after a reset within a transaction", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const running = outcome(
        sql.begin(async (tx) => {
          await tx`insert into notes values ('reset')`;
          socket.resetAndDestroy();
          await tx`select pg_sleep(1)`;
        }),
      );
      expect(await running).not.toBe("done");
      expect(await back()).toMatchObject([{ seven: 7 }]);
    }
    expect(await notes()).toEqual([]);
  });

  test("I-1: takes no statement of its transaction into the one that is given its place", async () => {
    const [started, goOn] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const [inserted, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late: string[] = [];
    const lost = outcome(
      sql.begin(async (tx) => {
        await tx`insert into notes values ('lost, early')`;
        started.resolve((await tx`select pg_backend_pid() as pid`)[0]?.pid);
        await goOn.promise;
        late.push(await outcome(tx`insert into notes values ('lost, late')`));
        throw new Error("The work ends, so that the driver rolls back.");
      }),
    );
    const pid = await started.promise;
    const next = outcome(
      sql.begin(async (tx) => {
        await tx`insert into notes values ('next, early')`;
        inserted.resolve();
        await finish.promise;
        await tx`insert into notes values ('next, late')`;
      }),
    );
    await direct`select pg_terminate_backend(${pid})`;
    expect(await lost).not.toBe("done");
    await inserted.promise;
    goOn.resolve();
    while (late.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    finish.resolve();
    expect(await within("the next transaction", next)).toBe("done");
    expect(late).toEqual(["CONNECTION_CLOSED"]);
    expect(await notes()).toEqual(["next, early", "next, late"]);
  });
});

test("I-1: the driver begins a transaction on a connection of its own, however many statements wait there", async () => {
  const server = await testPostgres();
  const url = await server.createDatabase();
  // Every connection is busy, and holds as many statements as it may, when the transaction begins.
  const options = { max: 2, max_pipeline: 1 };
  const sql = postgres(url, options);
  const other = postgres(url, { max: 1 });
  try {
    await sql`create table notes (note text)`;
    const before = [sql`select pg_sleep(0.2)`, sql`select pg_sleep(0.2)`].map((query) => query.execute());
    const begun = sql.begin(async (tx) => {
      await tx`insert into notes values ('within')`;
      await sql`insert into notes values ('beside')`;
      throw new Error("undone");
    });
    expect(await rejection(begun)).toMatchObject({ message: "undone" });
    await Promise.all(before);
    expect(await other`select note from notes`).toMatchObject([{ note: "beside" }]);
  } finally {
    await Promise.all([sql.end({ timeout: 0 }), other.end({ timeout: 0 })]);
    await server.dropDatabase(url);
  }
});
