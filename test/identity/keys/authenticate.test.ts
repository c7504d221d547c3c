// Authenticating keys from the cache: no query for a cached key, and no stale key on any replica for over a second.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createChanges } from "../../../src/foundation/db/changes.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { makeKeyText } from "../../../src/identity/keys/key-text.ts";
import { createKey, createKeyDirectory, revokeKey } from "../../../src/identity/keys/service.ts";
import { changeUser, createUser } from "../../../src/identity/users/service.ts";
import { createStrangers } from "../../../src/metering/limits/strangers.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { testClock } from "../../support/clock.ts";
import { laneOf } from "../../support/database.ts";
import { testPostgres } from "../../support/postgres.ts";
import { type Replicas, testReplicas } from "../../support/replicas.ts";
import { until } from "../../support/until.ts";

const secret = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const OLD_RING = `old:${secret(1)}`;
const BOTH_RINGS = `new:${secret(2)},${OLD_RING}`;
const NEW_RING = `new:${secret(2)}`;
/** The promise: a change is in force on every replica within a second. */
const BOUND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A replica of the key directory; counts its queries. */
async function startReplica(database: OpenDatabase, ring = OLD_RING) {
  const counts = { select: 0, update: 0 };
  const orm = new Proxy(database.requests.orm, {
    get(target, name, receiver) {
      if (name === "select" || name === "update") counts[name]++;
      return Reflect.get(target, name, receiver);
    },
  });
  const changes = createChanges(database);
  await changes.start();
  const clock = testClock();
  const vault = createVault(parseKeyRing(ring) as KeyRing);
  const lines: string[] = [];
  const log = createLog("debug", Date.now, (line) => void lines.push(line));
  const strangers = createStrangers(() => clock.now());
  const deps = {
    database: { ...database.requests, orm },
    changes,
    vault,
    clock,
    log,
    strangers,
    registry: buildRegistry([]),
  };
  return {
    deps,
    clock,
    lines,
    keys: createKeyDirectory({ ...deps, compileConstraints: () => [] }),
    reads: () => counts.select,
    writes: () => counts.update,
  };
}
type Replica = Awaited<ReturnType<typeof startReplica>>;

for (const lane of laneOf(import.meta.file)) {
  describe(`keys on ${lane}`, () => {
    let replicas: Replicas;
    let here: Replica;
    let there: Replica;
    beforeAll(async () => {
      replicas = await testReplicas(lane, 2);
      const [first, second] = replicas.databases as [OpenDatabase, OpenDatabase];
      [here, there] = await Promise.all([startReplica(first), startReplica(second)]);
    }, 60_000);
    afterAll(() => replicas.close());

    const newKey = async (more: { expires_at?: string } = {}) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const user = await createUser(here.deps, { email });
      return { user, ...(await createKey(here.deps, user.id, { user: email, ...more })) };
    };
    const database = () => replicas.databases[0] as OpenDatabase;

    test("a key is authenticated on every replica, with its user's tier", async () => {
      const { key, id, user } = await newKey();
      for (const { keys } of [here, there]) {
        expect(await keys.authenticate(key)).toMatchObject({ id, userId: user.id, tier: "free", paymentState: "ok" });
      }
    });

    test("S-37, S-38: the database holds a MAC, the first 12 and the last 4 characters, and no more of the key", async () => {
      const { key, id } = await newKey();
      await here.keys.authenticate(key);
      const [row] = await database().query<Record<string, unknown>>("select * from api_keys where id = $1", [id]);
      expect(row).toMatchObject({ prefix: key.slice(0, 12), last_four: key.slice(-4) });
      expect(String(row?.hash)).toMatch(/^old\.[0-9a-f]{64}$/);
      const stored = JSON.stringify(row);
      for (let at = 8; at + 6 <= key.length - 4; at++) expect(stored).not.toContain(key.slice(at, at + 6));
    });

    test("S-37: stored MACs need their ring key: another key of the same id authenticates nothing", async () => {
      const { key } = await newKey();
      const stranger = await startReplica(database(), `old:${secret(9)}`);
      expect(await stranger.keys.authenticate(key)).toBeNull();
    });

    test("S-36: a text with a wrong checksum is refused without a query", async () => {
      const { key } = await newKey();
      const before = here.reads();
      const wrong = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
      for (const text of [wrong, "", "sk_live_", "sk_live_x", `${key} `])
        expect(await here.keys.authenticate(text)).toBeNull();
      expect(here.reads()).toBe(before);
      expect(await here.keys.authenticate(makeKeyText())).toBeNull();
      expect(here.reads()).toBe(before + 1);
    });

    test("a key that is used again comes from the cache", async () => {
      const { key } = await newKey();
      // A change that is notified during the first read keeps its result out of the cache.
      const isCached = async () => {
        const before = here.reads();
        await here.keys.authenticate(key);
        return here.reads() === before;
      };
      await until(isCached);
      const before = here.reads();
      for (let i = 0; i < 20; i++) expect(await here.keys.authenticate(key)).not.toBeNull();
      expect(here.reads()).toBe(before);
    });

    test("S-39: a key revoked on one replica is refused on the other within a second", async () => {
      const { key, id } = await newKey();
      expect(await there.keys.authenticate(key)).not.toBeNull();
      await revokeKey(here.deps, id);
      await until(async () => (await there.keys.authenticate(key)) === null, BOUND_MS);
      await until(async () => (await here.keys.authenticate(key)) === null, BOUND_MS);
    });

    test("a key deleted with its user is refused on the other replica within a second", async () => {
      const { key, user } = await newKey();
      expect(await there.keys.authenticate(key)).not.toBeNull();
      await database().query("delete from users where id = $1", [user.id]);
      await until(async () => (await there.keys.authenticate(key)) === null, BOUND_MS);
    });

    test("R-33: a changed tier and a changed payment state are seen on the other replica within a second", async () => {
      const { key, user } = await newKey();
      expect(await there.keys.authenticate(key)).toMatchObject({ tier: "free", paymentState: "ok" });
      await changeUser(here.deps, user.id, { tier: "team" });
      await until(async () => (await there.keys.authenticate(key))?.tier === "team", BOUND_MS);
      await changeUser(here.deps, user.id, { payment_state: "past_due" });
      await until(async () => (await there.keys.authenticate(key))?.paymentState === "past_due", BOUND_MS);
    });

    test("a key stops working at its expiry, cached or not", async () => {
      const clock = here.clock;
      clock.set(clock.now());
      const { key } = await newKey({ expires_at: new Date(clock.now() + MINUTE_MS).toISOString() });
      expect(await here.keys.authenticate(key)).not.toBeNull();
      clock.move(MINUTE_MS - 1);
      expect(await here.keys.authenticate(key)).not.toBeNull();
      clock.move(1);
      expect(await here.keys.authenticate(key)).toBeNull();
    });

    test("S-37: a key of the old ring key works under both, and moves to the newest when it is used", async () => {
      const { key, id } = await newKey();
      const hashOf = async () => {
        const [row] = await database().query<{ hash: string }>("select hash from api_keys where id = $1", [id]);
        return row?.hash ?? "";
      };
      expect(await hashOf()).toStartWith("old.");
      const rotating = await startReplica(database(), BOTH_RINGS);
      expect(await rotating.keys.authenticate(key)).toMatchObject({ id });
      await until(async () => (await hashOf()).startsWith("new."), BOUND_MS);
      const rotated = await startReplica(database(), NEW_RING);
      expect(await rotated.keys.authenticate(key)).toMatchObject({ id });
      expect(await rotating.keys.authenticate(key)).toMatchObject({ id });
    });

    test("the time of last use is written when a key is used, at most once a minute", async () => {
      const clock = here.clock;
      clock.set(Date.UTC(2026, 2, 4, 12));
      const { key, id } = await newKey();
      const lastUsed = async () => {
        const [row] = await database().query<{ at: number | null }>(
          "select extract(epoch from last_used_at)::float8 * 1000 as at from api_keys where id = $1",
          [id],
        );
        return row?.at ?? null;
      };
      const first = clock.now();
      await here.keys.authenticate(key);
      await until(async () => (await lastUsed()) === first);
      clock.move(MINUTE_MS - 1);
      const before = here.writes();
      await here.keys.authenticate(key);
      expect(here.writes()).toBe(before);
      clock.move(1);
      await here.keys.authenticate(key);
      await until(async () => (await lastUsed()) === first + MINUTE_MS);
    });
  });
}

describe("keys on postgres, when the listener's connection breaks", () => {
  test("S-39: nothing stale is served until the listener has reconnected by itself", async () => {
    const replicas = await testReplicas("postgres", 2);
    const [first, second] = replicas.databases as [OpenDatabase, OpenDatabase];
    const [row] = await first.query<{ name: string }>("select current_database() as name");
    const server = await openPostgres((await testPostgres()).url);
    const allowConnections = (isAllowed: boolean) =>
      server.script(`alter database "${row?.name}" with allow_connections ${isAllowed}`);
    try {
      const [here, there] = await Promise.all([startReplica(first), startReplica(second)]);
      const email = "ada@example.com";
      const user = await createUser(here.deps, { email });
      const cached = await createKey(here.deps, user.id, { user: email });
      // Every connection that the check below needs is open before new ones are refused.
      expect(await there.keys.authenticate(cached.key)).not.toBeNull();
      await allowConnections(false);
      const ended = await first.query<{ pid: number }>(
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`,
      );
      expect(ended).toHaveLength(2);
      await revokeKey(here.deps, cached.id);
      // A look-up that needs a further connection gets 503, which is not stale either.
      const found = () => there.keys.authenticate(cached.key).catch(() => "unavailable");
      await until(async () => (await found()) === null, BOUND_MS);

      await allowConnections(true);
      const next = await createKey(here.deps, user.id, { user: email });
      const isCached = async () => {
        await there.keys.authenticate(next.key);
        const before = there.reads();
        await there.keys.authenticate(next.key);
        return there.reads() === before;
      };
      await until(isCached, 10_000);
      await revokeKey(here.deps, next.id);
      await until(async () => (await there.keys.authenticate(next.key)) === null, BOUND_MS);
    } finally {
      await allowConnections(true);
      await server.close();
      await replicas.close();
    }
  });
});
