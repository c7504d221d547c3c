// kill -9 between the deletion of a grant here and its end at the provider: another gateway ends it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createJobEngine } from "../../src/foundation/jobs/engine.ts";
import { createLog } from "../../src/foundation/log/log.ts";
import { START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, send } from "./stage.ts";

setDefaultTimeout(3 * START_MS);

let stage: FaultStage;
beforeAll(async () => {
  stage = await faultStage();
});
afterAll(() => stage.end());

test("S-23: a gateway that is killed after it has deleted a grant: another one revokes it", async () => {
  const [victim, other] = await Promise.all([stage.start(), stage.start()]);
  const key = await connectedKey(victim);
  const rows = () => stage.database.query<{ provider: string }>("select provider from revocations");
  const revoked: string[] = [];
  stage.beforeResponse.wait = async (path) => {
    if (path !== "/revoke") return;
    revoked.push(path);
    if (revoked.length > 1) return;
    victim.kill("SIGKILL");
    await victim.ended;
  };
  const cut = await send(victim, "DELETE", "/api/v1/integrations/stub", { key }).catch(() => null);
  expect(cut).toBeNull();
  expect(await stage.database.query("select id from integrations")).toEqual([]);
  expect(await rows()).toEqual([{ provider: "stub" }]);

  // The minute until others may try is over, and so is the one until the job's next run.
  await stage.database.query("update revocations set next_at = now()");
  const engine = createJobEngine({
    ...{ database: stage.database, log: createLog("silent"), replicaId: crypto.randomUUID() },
  });
  await until(() => engine.runNow("retry_revocations").catch(() => false), START_MS);
  await until(() => revoked.length === 2, START_MS);
  await until(async () => (await rows()).length === 0, START_MS);
  await engine.stop();
  expect((await send(other, "GET", "/health/ready", { key })).status).toBe(200);
});
