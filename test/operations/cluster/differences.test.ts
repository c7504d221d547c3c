// Differences of replicas: each one once, with who agrees with whom.
import { describe, expect, test } from "bun:test";
import { differencesOf, labelsOf } from "../../../src/operations/cluster/differences.ts";
import { type Fingerprints, KEY_ITSELF } from "../../../src/operations/cluster/fingerprints.ts";

const prints = (values: Record<string, string | null>, key = "k1", itself = "a"): Fingerprints => ({
  [key]: { [KEY_ITSELF]: itself, ...values },
});
const replica = (name: string, fingerprints: Fingerprints, more: { version?: string; ring?: string[] } = {}) => ({
  ...{ id: `${name}-0000-0000`, name, port: 3000, version: "0.4.0", ring: Object.keys(fingerprints), fingerprints },
  ...more,
});

describe("differences of replicas", () => {
  test("replicas that agree, one alone, and none have none", () => {
    expect(differencesOf([])).toEqual([]);
    expect(differencesOf([replica("a", prints({ X: "1" }))])).toEqual([]);
    expect(differencesOf([replica("a", prints({ X: "1" })), replica("b", prints({ X: "1" }))])).toEqual([]);
  });

  test("a version is named with its replicas, the largest group first", () => {
    const all = [replica("a", prints({}), { version: "0.3.0" }), replica("b", prints({})), replica("c", prints({}))];
    expect(differencesOf(all)).toEqual([
      {
        ...{ kind: "version", name: null },
        groups: [
          { value: "0.4.0", is_set: true, replicas: ["b:3000", "c:3000"] },
          { value: "0.3.0", is_set: true, replicas: ["a:3000"] },
        ],
      },
    ]);
  });

  test("a setting that differs, and one that is not set, are named without a value", () => {
    const all = [replica("a", prints({ X: "1", Y: null, Z: "3" })), replica("b", prints({ X: "2", Y: "2", Z: "3" }))];
    expect(
      differencesOf(all).map(({ kind, name, groups }) => [kind, name, groups.map((group) => group.is_set)]),
    ).toEqual([
      ["setting", "X", [true, true]],
      ["setting", "Y", [false, true]],
    ]);
    expect(differencesOf(all).flatMap(({ groups }) => groups.map((group) => group.value))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("a setting of a newer version is no difference, but a plugin that is only at one is", () => {
    const all = [
      replica("a", prints({ NEW: "1", "plugin acme": "h", "provider acme": "p" })),
      replica("b", prints({})),
    ];
    expect(differencesOf(all).map(({ kind, name }) => [kind, name])).toEqual([["plugin", "acme"]]);
  });

  test("rings in another order differ, and settings are compared under the key that they share", () => {
    const both = { ...prints({ X: "1" }), ...prints({ X: "9" }, "k2", "b") };
    const all = [replica("a", both, { ring: ["k2", "k1"] }), replica("b", prints({ X: "2" }), { ring: ["k1"] })];
    expect(differencesOf(all).map(({ kind, name }) => [kind, name])).toEqual([
      ["ring", null],
      ["setting", "X"],
    ]);
  });

  test("a key with other bytes under the same id is named, and nothing is compared under it", () => {
    const all = [replica("a", prints({ X: "1" })), replica("b", prints({ X: "2" }, "k1", "other"))];
    expect(differencesOf(all).map(({ kind, name }) => [kind, name])).toEqual([["ring_key", "k1"]]);
  });

  test("replicas of one name and port are told apart by their ids", () => {
    const two = [
      { id: "11111111-aaaa", name: "a", port: 1 },
      { id: "22222222-bbbb", name: "a", port: 1 },
      { id: "33333333-cccc", name: "b", port: 1 },
    ];
    expect([...labelsOf(two).values()]).toEqual(["a:1 (11111111)", "a:1 (22222222)", "b:1"]);
  });
});
