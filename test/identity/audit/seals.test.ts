// The sealed audit log: whatever is tampered with is named, exactly that, and what is gone by design is no alarm.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Orm } from "../../../src/foundation/db/database.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import type { AuditProblem } from "../../../src/identity/audit/model.ts";
import { TABLES as SEALS, sealContext } from "../../../src/identity/audit/seal-store.ts";
import { sealEntries, sha256 } from "../../../src/identity/audit/seals.ts";
import { insertEntries, type NewEntry, TABLES } from "../../../src/identity/audit/store.ts";
import { verifyAudit } from "../../../src/identity/audit/verify.ts";
import { rotateSecrets } from "../../../src/operations/key-rotation/service.ts";
import { testClock } from "../../support/clock.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { type Random, random } from "../../support/random.ts";
import { swept } from "../../support/sweeping.ts";

setDefaultTimeout(120_000);
const DAY_MS = 86_400_000;
const AUDIT_DAYS = 30;
const OLD = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const NEW = `k2:${Buffer.alloc(32, 2).toString("base64")}`;
const STRANGER = `k1:${Buffer.alloc(32, 9).toString("base64")}`;
const vaultOf = (ring: string) => createVault(parseKeyRing(ring) as KeyRing);

const line = ({ kind, seal, entry_id }: AuditProblem) => `${kind} ${seal} ${entry_id ?? ""}`.trim();

for (const lane of LANES) {
  describe(`seals of the audit log on ${lane}`, () => {
    let opened: TestDatabase;
    let clock: ReturnType<typeof testClock>;
    let vault = vaultOf(OLD);
    beforeAll(async () => {
      opened = await testDatabase(lane);
    });
    afterAll(() => opened.close());
    beforeEach(async () => {
      vault = vaultOf(OLD);
      clock = testClock();
      clock.set(Date.now());
      await query("truncate audit_entries, audit_seals, users cascade");
    });

    const query = <Row>(text: string, parameters: (string | number)[] = []) =>
      opened.database.query<Row>(text, parameters);
    const deps = () => ({ vault, clock, config: { auditDays: AUDIT_DAYS } });
    const seal = (auditDays = AUDIT_DAYS) => sealEntries({ ...deps(), config: { auditDays } }, opened.database);
    const entryOf = (facts: Partial<NewEntry> = {}): NewEntry => {
      const id = crypto.randomUUID();
      const nothing = {
        actorId: null,
        userId: null,
        accountId: null,
        resourceKind: null,
        resourceId: null,
        code: null,
      };
      return {
        ...{ id, at: new Date(clock.now()).toISOString(), event: "key_created", actorKind: "key", actorName: "k…1" },
        ...{
          ...nothing,
          outcome: "success",
          times: 1,
          address: "192.0.2.7",
          requestId: "r",
          details: '{"b":1,"a":"é"}',
        },
        ...facts,
      };
    };
    const insert = async (facts: Partial<NewEntry> = {}): Promise<string> => {
      const entry = entryOf(facts);
      await insertEntries(query as never, [entry]);
      return entry.id;
    };
    const user = async () => {
      const id = crypto.randomUUID();
      await query("insert into users (id, email) values ($1, $2)", [id, id]);
      return id;
    };
    const erase = async (userId: string) => {
      await query("delete from users where id = $1", [userId]);
      const sql = TABLES[0]?.erasure?.user?.sql ?? "";
      await query(`with ${sql} select count(*) from changed where $1::text is not null or $2::text is null`, [
        userId,
        null as never,
      ]);
    };
    const sweep = async () => {
      for (const table of ["audit_entries", "audit_seals"])
        await swept(opened.database, table, clock.now(), { auditDays: AUDIT_DAYS });
    };
    const verify = async (options: { since?: string; expect?: string; auditDays?: number } = {}) => {
      const { auditDays = AUDIT_DAYS, ...chosen } = options;
      const total = { seals: 0, entries: 0, erased: 0, aged: 0, problems: [] as string[], hash: "" };
      for (let cursor: string | undefined; ; ) {
        const part = await verifyAudit(
          { ...deps(), config: { auditDays }, database: opened.database.requests },
          { ...chosen, ...(cursor !== undefined && { cursor }) },
        );
        for (const name of ["seals", "entries", "erased", "aged"] as const) total[name] += part[name];
        total.problems.push(...part.problems.map(line));
        total.hash = part.head?.hash ?? "";
        if (part.next_cursor === null) return { ...total, problems: total.problems.sort() };
        cursor = part.next_cursor;
      }
    };
    const sealed = () =>
      query<{ id: string; seal: number }>("select id, seal::int as seal from audit_entries where seal > 0");

    /** Entries, seals, erasures and time, as they come. */
    async function live(from: Random): Promise<void> {
      const users = [await user(), await user()];
      // Entries wait for the next act that reads them: one statement stores them all.
      let waiting: NewEntry[] = [];
      const add = (facts: Partial<NewEntry> = {}) => void waiting.push(entryOf(facts));
      const stored = async () => {
        if (waiting.length > 0) await insertEntries(query as never, waiting);
        waiting = [];
      };
      const acts: (() => unknown)[] = [
        () => add(),
        () => add({ userId: from.oneOf(users), resourceId: "x" }),
        () => add({ userId: from.oneOf(users), actorKind: "admin", actorName: "ada" }),
        () => add({ actorName: null, address: null, requestId: null, details: "{}" }),
        ...[1, 2].map(() => async () => {
          await stored();
          await seal();
        }),
        async () => {
          await stored();
          await erase(from.oneOf(users));
          users.push(await user());
        },
        async () => {
          await stored();
          clock.move(from.below(9) * DAY_MS);
          await seal();
          await sweep();
        },
      ];
      for (let i = 0; i < 30; i++) await from.oneOf(acts)();
      add({ userId: users.at(-1) as string });
      await stored();
      await seal();
    }

    test("no sequence of entries, seals, erasures and ages is an alarm", async () => {
      for (let seed = 0; seed < 12; seed++) {
        await query("truncate audit_entries, audit_seals, users cascade");
        await live(random(seed));
        const { problems, entries } = await verify();
        expect([seed, problems]).toEqual([seed, []]);
        expect(entries).toBe((await sealed()).length);
      }
    });

    test("whatever is tampered with is named, and nothing else", async () => {
      const CHANGES = [
        "event = 'nothing'",
        "at = at - interval '1 second'",
        "user_id = gen_random_uuid()",
        "seq = default",
        "times = times + 1",
        "details = '{\"b\":2}'",
        "address = '198.51.100.1'",
        "actor_name = 'somebody'",
        "seal = null",
        "outcome = 'refused'",
      ];
      for (let seed = 100; seed < 124; seed++) {
        await query("truncate audit_entries, audit_seals, users cascade");
        const from = random(seed);
        await live(from);
        const expected: string[] = [];
        const young = await query<{ id: string; seal: number }>(
          "select id, seal::int as seal from audit_entries where at > $1::text::timestamptz order by seq",
          [new Date(clock.now() - 20 * DAY_MS).toISOString()],
        );
        for (const [i, { id, seal: number }] of young.entries()) {
          if (i > 0 && from.below(2)) continue;
          const act = from.below(3);
          if (act === 0) {
            await query("delete from audit_entries where id = $1", [id]);
            expected.push(`entry_missing ${number} ${id}`);
          } else if (act === 1) {
            await query(`update audit_entries set ${from.oneOf(CHANGES)} where id = $1`, [id]);
            expected.push(`entry_changed ${number} ${id}`);
          } else {
            const added = await insert();
            await query("update audit_entries set seal = $2::bigint where id = $1", [added, number]);
            expected.push(`entry_added ${number} ${added}`);
          }
        }
        expect([seed, (await verify()).problems]).toEqual([seed, expected.sort()]);
      }
    });

    test("a stripped entry counts as erased only when its owner is", async () => {
      const [gone, here] = [await user(), await user()];
      const ids = [await insert({ userId: gone }), await insert({ userId: here }), await insert()];
      const admin = await insert({ userId: gone, actorKind: "admin" });
      await seal();
      await erase(gone);
      expect(await verify()).toMatchObject({ problems: [], erased: 1, entries: 4 });
      const [row] = await query<{ seal_salt: null }>("select seal_salt from audit_entries where id = $1", [
        ids[0] as string,
      ]);
      expect(row?.seal_salt).toBeNull();
      await query(
        "update audit_entries set actor_name = null, address = null, request_id = null, details = '{}', seal_salt = null",
      );
      const { problems } = await verify();
      expect(problems).toEqual([...ids.slice(1), admin].map((id) => `entry_changed 1 ${id}`).sort());
    });

    /** Ten seals of an entry each, an hour apart. */
    const chain = async () => {
      const ids: string[] = [];
      for (let i = 0; i < 10; i++) {
        ids.push(await insert());
        await seal();
        clock.move(3_600_000);
      }
      return ids;
    };
    const hashOf = async (number: number) =>
      (await query<{ hash: string }>("select hash from audit_seals where number = $1::bigint", [number]))[0]?.hash ??
      "";

    test("changed, forged, swapped and deleted seals are named by their numbers", async () => {
      const ids = await chain();
      expect(await verify()).toMatchObject({ seals: 10, entries: 10, problems: [] });
      await query("update audit_seals set leaves = '[]' where number = 2");
      await query("update audit_seals set sealed_at = sealed_at - interval '1 hour' where number = 4");
      // Made anew with everything but the ring's key.
      const [row] = await query<{ header: string }>("select header from audit_seals where number = 6");
      const header = JSON.stringify({ ...JSON.parse(row?.header ?? ""), retained_since: clock.now() });
      const forged = vaultOf(STRANGER).seal(sha256(header), sealContext(6));
      await query("update audit_seals set header = $1, hash = $2, sealed_hash = $3 where number = 6", [
        ...[header, sha256(header), forged],
      ]);
      await query("delete from audit_seals where number = 8");
      expect((await verify()).problems).toEqual([
        "seal_changed 2",
        "seal_changed 4",
        "seal_changed 6",
        "seals_missing 8",
      ]);
      await query("delete from audit_seals where number = 1");
      await query("delete from audit_seals where number = 10");
      const cut = ["seals_missing 1", "seals_missing 10", "seals_missing 8"];
      const added = `entry_added 1 ${ids[0]}`;
      expect((await verify()).problems).toEqual(
        [added, "seal_changed 2", "seal_changed 4", "seal_changed 6", ...cut].sort(),
      );
    });

    test("a noted hash shows that the newest seals and their entries were cut off", async () => {
      await chain();
      const noted = (await verify()).hash;
      expect((await verify({ expect: noted })).problems).toEqual([]);
      await query("delete from audit_entries where seal > 7");
      await query("delete from audit_seals where number > 7");
      expect((await verify()).problems).toEqual([]);
      expect((await verify({ expect: noted })).problems).toEqual(["head_not_found null"]);
      // The chain goes on, and does not get the hash again.
      await insert();
      await seal();
      expect((await verify({ expect: noted })).problems).toEqual(["head_not_found null"]);
      expect((await verify({ expect: await hashOf(5) })).problems).toEqual([]);
    });

    test("a changed head cannot have the next seal sign that deletions are by design", async () => {
      const ids = await chain();
      const [row] = await query<{ header: string }>("select header from audit_seals where number = 10");
      const header = { ...JSON.parse(row?.header ?? ""), retained_since: clock.now() + DAY_MS };
      await query("update audit_seals set header = $1, sealed_at = 'epoch' where number = 10", [
        JSON.stringify(header),
      ]);
      await insert();
      await seal();
      await query("delete from audit_entries where id = $1", [ids[3] as string]);
      await query("delete from audit_entries where id = $1", [ids[9] as string]);
      await query("delete from audit_seals where number = 10");
      expect((await verify()).problems).toEqual([`entry_missing 4 ${ids[3]}`, "seals_missing 10"]);
    });

    test("since verifies the newer seals only, and a raised setting makes no alarm of what an earlier one deleted", async () => {
      const ids = await chain();
      await query("delete from audit_entries where id = $1", [ids[1] as string]);
      const since = new Date(clock.now() - 5 * 3_600_000).toISOString();
      expect(await verify({ since })).toMatchObject({ seals: 5, entries: 5, problems: [] });
      clock.move((AUDIT_DAYS + 2) * DAY_MS);
      await seal();
      await sweep();
      expect(await verify({ auditDays: 400 })).toMatchObject({ seals: 1, entries: 0, problems: [] });
    });

    test("what a shorter setting deleted is no alarm after seals under a longer one", async () => {
      await chain();
      clock.move((AUDIT_DAYS + 2) * DAY_MS);
      await seal();
      await query("delete from audit_entries");
      for (let i = 0; i < 2; i++) {
        clock.move(2 * DAY_MS);
        await seal(400);
      }
      expect(await verify({ auditDays: 400 })).toMatchObject({ seals: 13, entries: 0, aged: 10, problems: [] });
    });

    test("replicas that seal at once, and one that dies before its commit, leave one chain with each entry once", async () => {
      await insertEntries(
        query as never,
        Array.from({ length: 1_200 }, () => entryOf()),
      );
      class Died extends Error {}
      const dying = {
        transaction: <T>(work: (tx: Orm) => Promise<T>) =>
          opened.database.transaction<T>(async (tx) => {
            await work(tx);
            throw new Died();
          }),
      };
      const died = await sealEntries(deps(), dying).catch((error: unknown) => error);
      expect(died).toBeInstanceOf(Died);
      expect(await sealed()).toEqual([]);
      await Promise.all([seal(), seal(), seal()]);
      await seal();
      expect(await verify()).toMatchObject({ entries: 1_200, problems: [] });
    });

    test("an idle log gets a seal a day, and a rotated ring opens the whole chain", async () => {
      await chain();
      expect(await seal()).toBe(0);
      clock.move(DAY_MS);
      await seal();
      await seal();
      expect(await verify()).toMatchObject({ seals: 11, problems: [] });
      vault = vaultOf(`${NEW},${OLD}`);
      const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
      const audit = { record: async () => {}, count: () => {} };
      const rotation = { ...deps(), database: opened.database.requests, tables: SEALS, log: silent, audit };
      expect(await rotateSecrets(rotation as never)).toMatchObject({ sealed: 11, unreadable: 0, remaining: 0 });
      vault = vaultOf(NEW);
      await insert();
      await seal();
      expect(await verify()).toMatchObject({ seals: 12, problems: [] });
      vault = vaultOf(OLD);
      expect((await verify()).problems).toHaveLength(12);
    });
  });
}
