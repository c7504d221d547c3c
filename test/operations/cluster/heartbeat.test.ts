// The heartbeat of a replica: its row stays young, goes with a clean stop, and no failure of it reaches the service.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createHeartbeat } from "../../../src/operations/cluster/heartbeat.ts";
import {
  listReplicas,
  MAX_LISTED,
  type ReplicaFacts,
  recordReplica,
} from "../../../src/operations/cluster/replica-store.ts";
import { compareReplicas, stateOf } from "../../../src/operations/cluster/service.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { breakable, watched } from "../../support/replicas.ts";

const factsOf = (name: string, more: Partial<ReplicaFacts> = {}): ReplicaFacts => ({
  ...{ id: crypto.randomUUID(), name, port: 3000, version: "0.4.0", isDraining: false, ring: ["k2", "k1"] },
  ...{ migrations: 80, usageQueued: 0, fingerprints: { k1: { X: null, Y: "0f" } } },
  ...more,
});

for (const lane of LANES) {
  describe(`heartbeats on ${lane}`, () => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
    });
    afterAll(() => opened.close());
    beforeEach(() => opened.database.query("delete from replicas"));

    const rows = () => listReplicas(opened.database);
    const statesOf = async () => (await rows()).map((row) => [row.name, stateOf(row)]);
    const pass = (seconds: number) =>
      opened.database.query("update replicas set seen_at = seen_at - $1::text::integer * interval '1 second'", [
        String(seconds),
      ]);
    const beating = (facts: ReplicaFacts, state = { isDown: false }) => {
      const lines: string[] = [];
      const log = createLog("debug", Date.now, (line) => void lines.push(line));
      const database = breakable(opened.database.requests, state);
      let queued = 0;
      const heartbeat = createHeartbeat({ database, log, facts, usageQueued: () => queued++ });
      return { heartbeat, lines, state };
    };

    test("a beat writes the row, the next one keeps it young, and a stop removes it", async () => {
      const facts = factsOf("a");
      const { heartbeat } = beating(facts);
      await heartbeat.beat();
      const [row] = await rows();
      expect(row).toEqual({
        ...facts,
        isGone: false,
        startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        seenAt: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      await pass(60);
      await heartbeat.beat();
      const [later] = await rows();
      expect(Date.parse(later?.seenAt as string) - Date.parse(row?.seenAt as string)).toBeGreaterThanOrEqual(0);
      expect(later).toMatchObject({ startedAt: row?.startedAt, usageQueued: 1 });
      await heartbeat.stop();
      expect(await rows()).toEqual([]);
    });

    test("a beat that comes after the stop does not bring the row back", async () => {
      const { heartbeat } = beating(factsOf("a"));
      const late = [heartbeat.beat(), heartbeat.beat()];
      await heartbeat.stop();
      await heartbeat.beat();
      await Promise.all(late);
      expect(await rows()).toEqual([]);
    });

    test("a stop waits for the beat under way, which would otherwise bring the row back", async () => {
      const held = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      let statements = 0;
      const database = watched(opened.database.requests, () => {
        statements++;
        if (statements > 1) return;
        arrived.resolve();
        return held.promise;
      });
      const log = createLog("silent");
      const heartbeat = createHeartbeat({ database, log, facts: factsOf("a"), usageQueued: () => 0 });
      const beats = [heartbeat.beat(), heartbeat.beat()];
      await arrived.promise;
      const stopped = heartbeat.stop();
      // Time enough for a stop that does not wait.
      for (let i = 0; i < 20; i++) await rows();
      held.resolve();
      await Promise.all([...beats, stopped]);
      expect(await rows()).toEqual([]);
    });

    test("one that drains says so; one that was killed is gone after 90 s", async () => {
      const [draining, killed] = [beating(factsOf("draining")), beating(factsOf("killed"))];
      await draining.heartbeat.beat();
      await killed.heartbeat.beat();
      await draining.heartbeat.drain();
      await pass(89);
      expect(await statesOf()).toEqual([
        ["draining", "draining"],
        ["killed", "serving"],
      ]);
      await pass(2);
      await draining.heartbeat.beat();
      expect(await statesOf()).toEqual([
        ["draining", "draining"],
        ["killed", "gone"],
      ]);
    });

    test("a new process at the same place replaces one that is gone, and no other", async () => {
      await recordReplica(opened.database, factsOf("a"));
      await recordReplica(opened.database, factsOf("b"));
      await recordReplica(opened.database, factsOf("a", { port: 3001 }));
      await pass(91);
      await recordReplica(opened.database, factsOf("a"));
      expect((await rows()).map(({ name, port, isGone }) => [name, port, isGone])).toEqual([
        ["a", 3000, false],
        ["a", 3001, true],
        ["b", 3000, true],
      ]);
      await recordReplica(opened.database, factsOf("a"));
      expect((await rows()).filter(({ isGone }) => !isGone)).toHaveLength(2);
    });

    test("a database that is away ends nothing, is logged once, and the row comes with its return", async () => {
      const { heartbeat, lines, state } = beating(factsOf("a"), { isDown: true });
      await heartbeat.beat();
      await heartbeat.beat();
      expect(lines.filter((line) => line.includes("replica_not_recorded"))).toHaveLength(1);
      state.isDown = false;
      await heartbeat.beat();
      expect(await statesOf()).toEqual([["a", "serving"]]);
      state.isDown = true;
      await heartbeat.stop();
      expect(await statesOf()).toEqual([["a", "serving"]]);
      expect(lines.some((line) => line.includes("replica_not_removed"))).toBe(true);
    });

    test("only replicas that serve are compared, and the list is bounded", async () => {
      await recordReplica(opened.database, factsOf("gone", { version: "0.1.0" }));
      await pass(91);
      await recordReplica(opened.database, factsOf("draining", { version: "0.2.0", isDraining: true }));
      await recordReplica(opened.database, factsOf("a"));
      expect((await compareReplicas(opened.database)).differences).toEqual([]);
      await recordReplica(opened.database, factsOf("b", { version: "0.5.0" }));
      expect((await compareReplicas(opened.database)).differences.map(({ kind }) => kind)).toEqual(["version"]);
      await opened.database.query(
        `insert into replicas (id, name, port, version, is_draining, ring, migrations, usage_queued, fingerprints)
         select gen_random_uuid(), 'many', 1, '1', false, '{}', 1, 0, '{}' from generate_series(1, 300)`,
      );
      expect(await rows()).toHaveLength(MAX_LISTED);
    });
  });
}
