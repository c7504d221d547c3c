// kill -9 within the erasure of a user: another gateway goes on where it stood.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { START_MS } from "../support/gateway-process.ts";
import { eraseUnderKills } from "./erasure-run.ts";
import { type FaultStage, faultStage } from "./stage.ts";

setDefaultTimeout(4 * START_MS);

let stage: FaultStage;
beforeAll(async () => {
  stage = await faultStage();
});
afterAll(() => stage.end());

test("R-46: a gateway that is killed within an erasure: another one completes it", async () => {
  const run = await eraseUnderKills(stage, ["connect_sessions"]);
  expect(run).toEqual({ kills: 1, left: ["audit_entries", "erasures"], revoked: 1, state: "done" });
});
