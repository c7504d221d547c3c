// The check at start refuses a key ring that cannot open what the database holds.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { registerKeyRing } from "../../../src/foundation/vault/key-ring-check.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { watched } from "../../support/replicas.ts";

const vaultOf = (...keys: [id: string, byte: number][]) =>
  createVault(
    parseKeyRing(keys.map(([id, byte]) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`).join(",")) as KeyRing,
  );

for (const lane of LANES) {
  describe(`key ring check on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
    }, 60_000);
    afterAll(() => opened.close());
    afterEach(() => database.query("delete from key_ring_checks"));

    const recordedIds = async () =>
      (await database.query<{ key_id: string }>("select key_id from key_ring_checks order by key_id")).map(
        (row) => row.key_id,
      );

    test("S-54: the same ring is accepted at every start and recorded once", async () => {
      for (let start = 0; start < 3; start++) await registerKeyRing(database, vaultOf(["k1", 1]));
      expect(await recordedIds()).toEqual(["k1"]);
    });

    test("S-54: another key under a known id is refused by name", async () => {
      await registerKeyRing(database, vaultOf(["k1", 1]));
      expect(String(await rejection(registerKeyRing(database, vaultOf(["k1", 2]))))).toMatch(
        /key "k1".* is not the one/,
      );
      expect(String(await rejection(registerKeyRing(database, vaultOf(["k2", 2], ["k1", 3]))))).toMatch(
        /key "k1".* is not the one/,
      );
    });

    test("S-54: a ring that lacks a used key is refused by name, and its own key is not recorded", async () => {
      await registerKeyRing(database, vaultOf(["k1", 1]));
      expect(String(await rejection(registerKeyRing(database, vaultOf(["k2", 2]))))).toMatch(/lacks the key "k1"/);
      expect(await recordedIds()).toEqual(["k1"]);
    });

    test("S-52: an added key is accepted in any position; a key that has sealed is needed from then on", async () => {
      await registerKeyRing(database, vaultOf(["k1", 1]));
      await registerKeyRing(database, vaultOf(["k1", 1], ["k2", 2]));
      expect(await recordedIds()).toEqual(["k1"]);
      await registerKeyRing(database, vaultOf(["k2", 2], ["k1", 1]));
      expect(await recordedIds()).toEqual(["k1", "k2"]);
      expect(String(await rejection(registerKeyRing(database, vaultOf(["k1", 1]))))).toMatch(/lacks the key "k2"/);
    });

    test("S-54: an altered record is refused", async () => {
      await registerKeyRing(database, vaultOf(["k1", 1]));
      await database.query("update key_ring_checks set sealed = $1", ["k1.AAAA"]);
      expect(String(await rejection(registerKeyRing(database, vaultOf(["k1", 1]))))).toMatch(
        /key "k1".* is not the one/,
      );
    });

    test("S-54: of two replicas that first start at once with different keys, the second is refused", async () => {
      let isFirst = true;
      const raced = watched(database.requests, async (text) => {
        if (!text.startsWith("insert") || !isFirst) return;
        isFirst = false;
        await registerKeyRing(database, vaultOf(["k1", 2]));
      });
      expect(String(await rejection(registerKeyRing(raced, vaultOf(["k1", 1]))))).toMatch(/key "k1".* is not the one/);
    });
  });
}
