// The database as requests use it: every wait ends, and what timed out leaves nothing half done.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  isUniqueViolation,
  type OpenDatabase,
  type Orm,
  type RequestDatabase,
} from "../../../src/foundation/db/database.ts";
import { runningMs } from "../../../src/foundation/db/running-clock.ts";
import { users } from "../../../src/foundation/db/schema/users.ts";
import { createStatementGate } from "../../../src/foundation/db/statement-gate.ts";
import { boundBySilence, createSilence, withDbTimeout } from "../../../src/foundation/db/timeouts.ts";
import { findAppError } from "../../../src/foundation/errors.ts";
import type { Deps } from "../../../src/server/deps.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);

/** The error code that a caller would get; "done" without an error. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => findAppError(error)?.code ?? error.message,
  );

describe("R-07: a process that stood still for longer than a wait", () => {
  /** As if the host had stopped the machine. */
  const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  test("goes on waiting for a database that stood still with it", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const waiting = codeOf(withDbTimeout(promise));
    standStill(1_500);
    setTimeout(() => resolve("late"), 100);
    expect(await waiting).toBe("done");
  });

  test("refuses no statement because none has ended meanwhile", async () => {
    const gate = createStatementGate(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = gate.run(() => promise);
    standStill(1_500);
    const second = codeOf(gate.run(async () => {}));
    resolve();
    expect(await second).toBe("done");
    await first;
  });
});

describe("R-07: a database that answers nobody", () => {
  /** How a wait for what never comes ends, and after how many milliseconds. */
  const waited = async (bound: ReturnType<typeof boundBySilence>) => {
    const start = performance.now();
    const code = await codeOf(bound(new Promise<never>(() => {})));
    return { code, tookMs: performance.now() - start };
  };

  test("has a second of a whole request, whatever the request asks afterwards; once it answers again, a second anew", async () => {
    let respondedAt = Number.NEGATIVE_INFINITY;
    const bound = boundBySilence(createSilence(() => respondedAt));
    const first = await waited(bound);
    expect(first.code).toBe("SERVICE_UNAVAILABLE");
    expect(first.tookMs).toBeGreaterThan(900);
    const start = performance.now();
    for (let i = 0; i < 3; i++) expect((await waited(bound)).code).toBe("SERVICE_UNAVAILABLE");
    // Alone each of them would take a second.
    expect(performance.now() - start).toBeLessThan(2_500);
    respondedAt = runningMs();
    expect((await waited(bound)).tookMs).toBeGreaterThan(900);
  });

  test("has that second also where another request's wait ends after the request's next one began", async () => {
    const bound = boundBySilence(createSilence(() => Number.NEGATIVE_INFINITY));
    const first = waited(bound);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const other = waited(bound);
    await first;
    const [next] = await Promise.all([waited(bound), other]);
    // Alone it would take a second.
    expect(next.tookMs).toBeLessThan(800);
  });
});

describe("R-07: a Postgres that answers others", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await testDatabase("postgres");
  });
  afterAll(() => opened.close());

  /** Has Postgres answer statements until `isOver`. */
  const answered = async (isOver: () => boolean) => {
    while (!isOver()) await opened.database.requests.query("select 1");
  };
  const insertUser = () =>
    codeOf(
      (async () =>
        opened.database.requests.orm
          .insert(users)
          .values({ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` }))(),
    );

  test("is given more than a second: the machine is busy, or a lock is held", async () => {
    const start = performance.now();
    let inserted = Promise.resolve("");
    await opened.database.transaction(async (tx) => {
      await tx.execute("lock table users in access exclusive mode");
      inserted = insertUser();
      await answered(() => performance.now() - start > 2_000);
    });
    expect(await inserted).toBe("done");
  });

  test("is given no more than five seconds", async () => {
    const start = performance.now();
    await opened.database.transaction(async (tx) => {
      await tx.execute("lock table users in access exclusive mode");
      let code = "";
      const inserted = insertUser().then((ended) => {
        code = ended;
      });
      await answered(() => code !== "");
      await inserted;
      expect(code).toBe("SERVICE_UNAVAILABLE");
      expect(performance.now() - start).toBeLessThan(8_000);
    });
    expect(performance.now() - start).toBeGreaterThan(4_900);
  });
});

for (const lane of LANES) {
  describe(`R-07: a request's database on ${lane}`, () => {
    let opened: TestDatabase;
    let requests: RequestDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      requests = opened.database.requests;
    });
    afterAll(() => opened.close());

    const id = () => crypto.randomUUID();
    const user = (email: string) => ({ id: id(), email });
    const emails = async (email: string) =>
      (await opened.database.query<{ id: string }>("select id from users where email = $1", [email])).length;
    /** Runs `work` while no statement on the table of users can go on; what it has begun may go on afterwards. */
    const whileLocked = (work: () => Promise<void>) =>
      opened.database.transaction(async (tx) => {
        await tx.execute("lock table users in access exclusive mode");
        await work();
      });
    /** Resolves when whatever was begun before has ended. */
    const settled = async () => {
      await opened.database.transaction(async (tx) => void (await tx.execute("lock table users")));
    };

    /** Slow statements; the embedded database runs them on this thread, which sees to its timers in between. */
    const pause = async (tx: Orm, times: number) => {
      for (let i = 0; i < times; i++) {
        await tx.execute(sql`select pg_sleep(0.4)`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };

    test("gives up a raw query, a Drizzle statement, a transaction and an attempt after a second, with 503", async () => {
      const [raw, orm, inTransaction, attempted] = [id(), id(), id(), id()];
      const undone: unknown[] = [];
      let codes: string[] = [];
      await whileLocked(async () => {
        const start = performance.now();
        codes = await Promise.all([
          codeOf(requests.query("insert into users (id, email) values ($1, $2)", [id(), raw])),
          codeOf((async () => requests.orm.insert(users).values(user(orm)))()),
          codeOf(requests.transaction(async (tx) => void (await tx.insert(users).values(user(inTransaction))))),
          codeOf(
            requests.attempt(
              (own) => own.orm.insert(users).values(user(attempted)).returning({ email: users.email }),
              (late) => void undone.push(late),
            ),
          ),
        ]);
        expect(performance.now() - start).toBeLessThan(3_000);
      });
      expect(codes).toEqual(Array(4).fill("SERVICE_UNAVAILABLE"));
      await settled();
      // A single statement may be carried out late, and the attempt is told of it; the transaction is not.
      expect(await emails(inTransaction)).toBe(0);
      // The late result travels on another connection than the lock that has waited for it.
      await until(() => undone.length > 0, 10_000);
      expect(undone).toEqual([[{ email: attempted }]]);
    });

    test("goes on with a transaction of many slow statements, and gives up one whose statement hangs", async () => {
      const slow = requests.transaction((tx) => pause(tx, 4));
      expect(await codeOf(slow)).toBe("done");
      const email = id();
      await whileLocked(async () => {
        const start = performance.now();
        const stuck = requests.transaction(async (tx) => {
          await pause(tx, 1);
          await tx.insert(users).values(user(email));
        });
        expect(await codeOf(stuck)).toBe("SERVICE_UNAVAILABLE");
        expect(performance.now() - start).toBeLessThan(4_000);
      });
      await settled();
      expect(await emails(email)).toBe(0);
    });

    test("gives up a transaction that has not ended after five seconds, and undoes it", async () => {
      const email = id();
      const running = requests.transaction(async (tx) => {
        await tx.insert(users).values(user(email));
        await pause(tx, 14);
      });
      expect(await codeOf(running)).toBe("SERVICE_UNAVAILABLE");
      await settled();
      expect(await emails(email)).toBe(0);
    });

    test("tells what speaks of the data apart from a database that is not there", async () => {
      const twice = user(id());
      await requests.orm.insert(users).values(twice);
      for (const again of [
        () => requests.query("insert into users (id, email) values ($1, $2)", [twice.id, id()]),
        async () => requests.orm.insert(users).values({ ...twice, email: id() }),
        () => requests.transaction(async (tx) => void (await tx.insert(users).values({ ...twice, email: id() }))),
      ]) {
        const error = await rejection(again());
        expect([isUniqueViolation(error), findAppError(error)]).toEqual([true, null]);
      }
      expect(await codeOf(requests.query("select * from no_such_table"))).toBe("SERVICE_UNAVAILABLE");
    });

    test("undoes a transaction whose work throws, and throws the same", async () => {
      const email = id();
      class Undo extends Error {}
      const work = requests.transaction(async (tx) => {
        await tx.insert(users).values(user(email));
        throw new Undo("of our own");
      });
      expect(await rejection(work)).toBeInstanceOf(Undo);
      expect(await emails(email)).toBe(0);
      expect(await requests.transaction(async (tx) => (await tx.execute(sql`select 1`)) !== null)).toBe(true);
    });

    test("a report has ten seconds of a database that answers", async () => {
      if (lane === "embedded") return expect((await requests.reports.query("select 1 as one")).length).toBe(1);
      expect(await codeOf(requests.reports.query("select pg_sleep(1.5)"))).toBe("done");
      expect(await codeOf(requests.query("select pg_sleep(1.5)"))).toBe("SERVICE_UNAVAILABLE");
    });
  });
}

test("R-07: code of a request cannot have a statement without a bound: it does not compile", () => {
  const opened = {} as OpenDatabase;
  // @ts-expect-error: the process's own face is no request's
  const given: Deps["database"] = opened;
  // @ts-expect-error: scripts are the process's own
  given.script;
  // @ts-expect-error: so is listening
  given.listen;
  // @ts-expect-error: and the way back
  given.requests;
  expect(given as unknown).toBe(opened);
});
