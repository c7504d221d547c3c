// Idempotency-Key while the database is gone: outcomes are written as soon as it is back, and no key stays claimed.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { Database } from "../../../src/foundation/db/database.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { createOutcomes, type Outcome } from "../../../src/metering/idempotency/outcomes.ts";
import { createIdempotency } from "../../../src/metering/idempotency/service.ts";
import { claimKey, findKey, NO_OWNER } from "../../../src/metering/idempotency/store.ts";
import { LANES, requestsOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { TEST_KEY_RING } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { breakable } from "../../support/replicas.ts";
import { until } from "../../support/until.ts";

const UNAVAILABLE = { code: "SERVICE_UNAVAILABLE", retryAfter: 1 };
const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
const MEGABYTE = 1024 * 1024;
const notStored = () => new Response(null, { status: 409 });

/** A log that records its events. */
function recordedLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", Date.now, (line) => void lines.push(JSON.parse(line)));
  return { log, lines, events: () => lines.map(({ event }) => event) };
}

for (const lane of LANES) {
  describe(`Idempotency-Key in an outage on ${lane}`, () => {
    let opened: TestDatabase;
    let userId: string;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      userId = crypto.randomUUID();
      await opened.database.query("insert into users (id, email) values ($1, $2)", [userId, "ada@example.com"]);
    }, 60_000);
    afterAll(() => opened.close());

    let keys = 0;
    /** A replica whose database can fail, and a request under a new key. */
    const stage = (key = `key-${++keys}`) => {
      const state = { isDown: false };
      const { log, lines, events } = recordedLog();
      const database = breakable(opened.database.requests, state);
      const replica = createIdempotency({ database, vault, replicaId: crypto.randomUUID(), log });
      const attempt = () => ({
        userId,
        accountId: null,
        key,
        method: "POST",
        target: "/api/v1/acme/items",
        body: new TextEncoder().encode("{}"),
      });
      return { replica, attempt, state, key, lines, events };
    };
    const response = () => Response.json({ data: { id: "1" } }, { status: 201 });
    const rowOf = (key: string) => findKey(opened.database, userId, key);
    const isFree = async (key: string) => (await rowOf(key))?.owner === NO_OWNER;

    test("R-06: a key whose call surely changed nothing is released at its next use, once the database is back", async () => {
      const { replica, attempt, state, events } = stage();
      const first = attempt();
      expect(await replica.begin(first)).toBeNull();
      state.isDown = true;
      await replica.end(first, null, notStored);
      expect(await rejection(replica.begin(attempt()))).toMatchObject(UNAVAILABLE);
      state.isDown = false;
      const second = attempt();
      expect(await replica.begin(second)).toBeNull();
      await replica.end(second, response(), notStored);
      expect((await replica.begin(attempt()))?.status).toBe(201);
      expect(events()).toEqual(["idempotency_behind", "idempotency_caught_up"]);
    });

    test("R-06: a response that could not be stored is replayed once the database is back", async () => {
      const { replica, attempt, state } = stage();
      const first = attempt();
      await replica.begin(first);
      state.isDown = true;
      await replica.end(first, response(), notStored);
      state.isDown = false;
      const again = await replica.begin(attempt());
      expect([again?.status, await again?.text()]).toEqual([201, await response().text()]);
      expect(again?.headers.get("idempotency-replayed")).toBe("true");
    });

    test("R-06: queued outcomes are written without another request", async () => {
      const [freed, stored] = [stage(), stage()];
      for (const { replica, attempt, state } of [freed, stored]) {
        const one = attempt();
        await replica.begin(one);
        state.isDown = true;
        await replica.end(one, state === stored.state ? response() : null, notStored);
        state.isDown = false;
      }
      const isDone = async () => (await isFree(freed.key)) && (await rowOf(stored.key))?.status === 201;
      await until(isDone, 5_000);
    });

    test("R-06: an outcome that the database refuses each time keeps its own key alone", async () => {
      const { replica, attempt, key, lines } = stage();
      const refusing = `create trigger refuse before update on idempotency_keys for each row
        when (old.key = '${key}') execute function refuse()`;
      await opened.database.script(`create or replace function refuse() returns trigger language plpgsql as
        $$ begin raise 'a fault of one row' using errcode = 'XX000'; end $$`);
      const first = attempt();
      await replica.begin(first);
      await opened.database.script(refusing);
      await replica.end(first, response(), notStored);
      for (const { attempt: other } of [stage(), stage()]) {
        const one = other();
        expect(await replica.begin(one)).toBeNull();
        await replica.end(one, response(), notStored);
        expect((await replica.begin(other()))?.status).toBe(201);
      }
      expect(await rejection(replica.begin(attempt()))).toMatchObject(UNAVAILABLE);
      const refused = () => lines.filter(({ event }) => event === "idempotency_refused");
      await until(() => refused().length > 0, 5_000);
      await opened.database.script("drop trigger refuse on idempotency_keys");
      expect((await replica.begin(attempt()))?.status).toBe(201);
      expect(refused()).toMatchObject([{ level: "error", keys: 1 }]);
    });

    test("an outcome applies to its own claim: a later claim of the same key is unchanged", async () => {
      const { replica, attempt, state, key } = stage();
      const first = attempt();
      await replica.begin(first);
      state.isDown = true;
      await replica.end(first, null, notStored);
      await opened.database.query("delete from idempotency_keys where key = $1", [key]);
      const other = stage(key);
      await other.replica.begin(other.attempt());
      state.isDown = false;
      expect(await rejection(replica.begin(attempt()))).toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
      expect(await isFree(key)).toBe(false);
    });

    test("a shutdown writes the queued outcomes, or logs how many are lost", async () => {
      const [back, gone] = [stage(), stage()];
      for (const { replica, attempt, state } of [back, gone]) {
        const one = attempt();
        await replica.begin(one);
        state.isDown = true;
        await replica.end(one, null, notStored);
      }
      back.state.isDown = false;
      await Promise.all([back.replica.close(), gone.replica.close()]);
      expect([await isFree(back.key), await isFree(gone.key)]).toEqual([true, false]);
      expect(gone.lines.at(-1)).toMatchObject({ event: "idempotency_lost", keys: 1 });
      gone.state.isDown = false;
      await gone.replica.close();
      expect(await isFree(gone.key)).toBe(false);
    });

    test("a body with a password leaves no hash behind by which it could be guessed", async () => {
      const { replica, attempt, key } = stage();
      const secret = () => ({ ...attempt(), hasSecret: true });
      const first = secret();
      expect(await replica.begin(first)).toBeNull();
      await replica.end(first, response(), notStored);
      const plain = createHash("sha256").update("POST\n/api/v1/acme/items\n{}").digest("hex");
      expect((await rowOf(key))?.fingerprint).toMatch(/^\w+\.[0-9a-f]{64}$/);
      expect((await rowOf(key))?.fingerprint).not.toContain(plain);
      expect((await replica.begin(secret()))?.status).toBe(201);
      const other = { ...secret(), body: new TextEncoder().encode("{ }") };
      expect(await rejection(replica.begin(other))).toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
    });

    test("an outcome whose data the database refuses is dropped, and those behind it are written", async () => {
      const state = { isDown: true };
      const { log, events } = recordedLog();
      const outcomes = createOutcomes(breakable(opened.database.requests, state), log, () => {});
      const claim = { userId, key: "behind-a-bad-one", owner: "o" };
      await claimKey(opened.database, claim, ["f"]);
      await outcomes.write({ claim, response: { status: 200, headers: {}, body: "zero \u0000 byte" } });
      await outcomes.write({ claim, response: null });
      state.isDown = false;
      await outcomes.flush(claim);
      expect(await isFree(claim.key)).toBe(true);
      expect(events()).toEqual(["idempotency_behind", "idempotency_lost", "idempotency_caught_up"]);
    });
  });
}

test("the queue has a bound in bytes, and retries once a second whatever its length", async () => {
  const { log, events } = recordedLog();
  const retries: (() => void)[] = [];
  const state = { isDown: true };
  const written: unknown[] = [];
  const table = { where: async () => void written.push(1) };
  const orm = { update: () => ({ set: () => table }) } as unknown as Database["orm"];
  const outcomes = createOutcomes(breakable(requestsOf({ orm }), state), log, (work) => void retries.push(work));
  const body = "x".repeat(MEGABYTE);
  const outcome = (response: Outcome["response"]): Outcome => ({
    claim: { userId: "u", key: "k", owner: "o" },
    response,
  });
  for (let i = 0; i < 70; i++) await outcomes.write(outcome({ status: 200, headers: {}, body }));
  await outcomes.write(outcome(null));
  expect(events().filter((event) => event === "idempotency_lost")).toHaveLength(7);
  expect(retries).toHaveLength(1);
  retries.shift()?.();
  await until(() => retries.length === 1);
  state.isDown = false;
  retries.shift()?.();
  await until(() => events().at(-1) === "idempotency_caught_up");
  expect([written.length, retries.length]).toEqual([64, 0]);
  state.isDown = true;
  await outcomes.write(outcome(null));
  state.isDown = false;
  await outcomes.flush(outcome(null).claim);
  state.isDown = true;
  await outcomes.write(outcome(null));
  expect([written.length, retries.length]).toEqual([65, 1]);
});
