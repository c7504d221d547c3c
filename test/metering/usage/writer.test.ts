// The usage log is written in batches: every acknowledged call has its one row, whatever happens to its neighbours.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase, Parameter } from "../../../src/foundation/db/database.ts";
import { aggregateRowId, createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { LANES, requestsOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { watched } from "../../support/replicas.ts";
import { NOW, usageRow } from "../../support/usage-row.ts";

const MAX_BATCH = 1_000;
const MAX_QUEUED = 20_000;

/** The writer closes a batch after a turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

for (const lane of LANES) {
  describe(`usage log on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
    }, 60_000);
    afterAll(() => opened.close());

    const newUser = async () => {
      const id = crypto.randomUUID();
      await database.query("insert into users (id, email) values ($1, $2)", [id, `${id}@example.com`]);
      return id;
    };
    const rowsOf = (userId: string) =>
      database.query<{ id: string; state: string; status: number | null; units: number; call_count: number }>(
        "select id, state, status, units, call_count from usage_entries where user_id = $1 order by request_id, id",
        [userId],
      );

    test("I-1: a written row is in the log with every field", async () => {
      const user = await newUser();
      const row = usageRow(user, {
        personId: crypto.randomUUID(),
        accountId: crypto.randomUUID(),
        integrationId: crypto.randomUUID(),
        externalId: 'köln "42" \\ 東京',
        surface: "partner",
        inputs: 'query."q",body.a\\b',
        steps: [{ kind: "request", at_ms: 1, duration_ms: 2, method: "GET", status: 503, reason: 'a "b" \\ c' }],
      });
      await createUsageWriter(database.requests).write(row);
      const [stored] = await database.query<Record<string, unknown>>("select * from usage_entries where id = $1", [
        row.id,
      ]);
      expect(stored).toEqual({
        id: row.id,
        occurred_at: expect.anything(),
        user_id: user,
        key_id: row.keyId,
        agent_session_id: null,
        agent: null,
        person_id: row.personId,
        account_id: row.accountId,
        integration_id: row.integrationId,
        external_id: row.externalId,
        request_id: row.requestId,
        method: row.method,
        endpoint: row.endpoint,
        provider: row.provider,
        action: row.action,
        state: "done",
        status: 200,
        units: 1,
        duration_ms: 12,
        call_count: 1,
        surface: "partner",
        is_aggregate: false,
        inputs: row.inputs,
        steps: row.steps,
      });
      const [time] = await database.query<{ at: number }>(
        "select extract(epoch from occurred_at)::float8 as at from usage_entries where id = $1",
        [row.id],
      );
      expect(time?.at).toBe(NOW / 1_000);
    });

    test("a pending row and its end are one row, in two batches or in one", async () => {
      const user = await newUser();
      const writer = createUsageWriter(database.requests);
      const apart = usageRow(user, { requestId: "apart", state: "pending", status: null, units: 0 });
      await writer.write(apart);
      expect(await rowsOf(user)).toEqual([{ id: apart.id, state: "pending", status: null, units: 0, call_count: 1 }]);
      await writer.write({ ...apart, state: "done", status: 201, units: 3 });
      const together = usageRow(user, { requestId: "together", state: "pending", status: null, units: 0 });
      await Promise.all([
        writer.write(usageRow(user, { requestId: "first" })),
        writer.write(together),
        writer.write({ ...together, state: "done", status: 502, units: 2 }),
      ]);
      expect((await rowsOf(user)).filter(({ id }) => id === apart.id || id === together.id)).toEqual([
        { id: apart.id, state: "done", status: 201, units: 3, call_count: 1 },
        { id: together.id, state: "done", status: 502, units: 2, call_count: 1 },
      ]);
    });

    test("refused calls of a key, minute and status add up in one row, in one batch and over many", async () => {
      const user = await newUser();
      const writer = createUsageWriter(database.requests);
      const id = aggregateRowId("key-1", NOW, 429, "user");
      const refused = usageRow(user, { id, isAggregate: true, status: 429 });
      await writer.write(refused);
      await Promise.all(Array.from({ length: 50 }, () => writer.write(refused)));
      await writer.write({ ...refused, callCount: 7 });
      expect(await rowsOf(user)).toEqual([{ id: refused.id, state: "done", status: 429, units: 1, call_count: 58 }]);
    });

    test("I-1: 5,000 calls at once are 5,000 rows, in a handful of statements", async () => {
      const user = await newUser();
      let statements = 0;
      const writer = createUsageWriter(watched(database.requests, () => void statements++));
      const rows = Array.from({ length: 5_000 }, () => usageRow(user));
      await Promise.all(rows.map((row) => writer.write(row)));
      const stored = new Set((await rowsOf(user)).map(({ id }) => id));
      expect(stored).toEqual(new Set(rows.map(({ id }) => id)));
      expect(statements).toBeLessThanOrEqual(1 + Math.ceil(5_000 / MAX_BATCH));
    });

    test("rows that arrive in one turn of the event loop are one statement, also those of later steps", async () => {
      const user = await newUser();
      let statements = 0;
      const writer = createUsageWriter(watched(database.requests, () => void statements++));
      const writeAfter = async (steps: number) => {
        for (let i = 0; i < steps; i++) await null;
        await writer.write(usageRow(user));
      };
      await Promise.all(Array.from({ length: 20 }, (_, i) => writeAfter(i)));
      expect(await rowsOf(user)).toHaveLength(20);
      expect(statements).toBe(1);
    });

    test("a write waits for its own commit, not for later ones", async () => {
      const user = await newUser();
      const held = Promise.withResolvers<void>();
      let statements = 0;
      const writer = createUsageWriter(watched(database.requests, () => (++statements > 1 ? held.promise : undefined)));
      const first = writer.write(usageRow(user));
      await turn();
      let isSecondDone = false;
      const second = writer.write(usageRow(user)).then(() => {
        isSecondDone = true;
      });
      await first;
      expect(await rowsOf(user)).toHaveLength(1);
      expect(isSecondDone).toBe(false);
      held.resolve();
      await second;
      expect(await rowsOf(user)).toHaveLength(2);
    });

    test("a user who is deleted meanwhile does not keep the others of the batch from the log", async () => {
      const [user, gone] = [await newUser(), await newUser()];
      await database.query("delete from users where id = $1", [gone]);
      const writer = createUsageWriter(database.requests);
      const rows = [user, gone, user, gone, user].map((owner) => usageRow(owner));
      await Promise.all(rows.map((row) => writer.write(row)));
      expect(await rowsOf(user)).toHaveLength(3);
      expect(await rowsOf(gone)).toEqual([]);
    });

    test("a row whose statement ran although its reply was lost is written again, and is one row", async () => {
      const user = await newUser();
      let isLost = true;
      const losing = requestsOf({
        async query<Row>(text: string, parameters?: readonly Parameter[]) {
          const rows = await database.query<Row>(text, parameters);
          if (!isLost) return rows;
          isLost = false;
          throw new Error("The connection was lost.");
        },
      });
      const writer = createUsageWriter(losing, undefined, (work) => work());
      const row = usageRow(user, { isNew: true });
      expect(await rejection(writer.write(row))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
      await writer.drain();
      expect(await rowsOf(user)).toHaveLength(1);
      expect([writer.queued, writer.outage()]).toEqual([0, null]);
    });

    test("drain waits until everything that was queued is written", async () => {
      const user = await newUser();
      const writer = createUsageWriter(database.requests);
      const writes = Promise.all(Array.from({ length: 1_500 }, () => writer.write(usageRow(user))));
      await writer.drain();
      expect(await rowsOf(user)).toHaveLength(1_500);
      await writes;
      await writer.drain();
    });
  });
}

describe("usage log", () => {
  test("R-07: a full queue refuses with a clear error instead of growing, and takes rows again when it is written", async () => {
    const held = Promise.withResolvers<void>();
    const stuck = requestsOf({ query: async () => held.promise.then(() => []) });
    const writer = createUsageWriter(stuck);
    const user = crypto.randomUUID();
    const writes = Array.from({ length: MAX_QUEUED }, () => writer.write(usageRow(user)));
    expect(String(await rejection(writer.write(usageRow(user))))).toMatch("The usage log's queue is full.");
    held.resolve();
    await Promise.all(writes);
    await writer.write(usageRow(user));
  });

  test("a refused row's id is a UUID that hangs on key, minute and status alone", () => {
    const ids = [
      aggregateRowId("key-1", NOW, 429, "user"),
      aggregateRowId("key-2", NOW, 429, "user"),
      aggregateRowId("key-1", NOW + 60_000, 429, "user"),
      aggregateRowId("key-1", NOW, 402, "user"),
    ];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(aggregateRowId("key-1", NOW, 429, "user")).toBe(ids[0] as string);
  });
});
