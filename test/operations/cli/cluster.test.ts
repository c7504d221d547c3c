// How `gateway cluster` names the replica that ran a job or holds a lease.
import { expect, test } from "bun:test";
import { nameOf } from "../../../src/operations/cli/cluster-command.ts";

test("a replica that is no longer listed, as after a restore, is gone and no id", () => {
  const replicas = [
    { id: "1", state: "serving" as const },
    { id: "2", state: "gone" as const },
  ];
  expect(nameOf({ replica: "one:3000", replica_id: "1" }, replicas)).toBe("one:3000");
  expect(nameOf({ replica: "two:3000", replica_id: "2" }, replicas)).toBe("two:3000 (gone)");
  expect(nameOf({ replica: null, replica_id: "3" }, replicas)).toBe("gone");
  expect(nameOf({ replica: null, replica_id: null }, replicas)).toBeNull();
});
