// kill -9 while a revocation run ends grants at their provider: another gateway goes on, and each grant is noted once.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { START_MS } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, send } from "./stage.ts";

setDefaultTimeout(4 * START_MS);

let stage: FaultStage;
beforeAll(async () => {
  stage = await faultStage();
});
afterAll(() => stage.end());

test("R-46: a gateway that is killed within a revocation run: another one completes it", async () => {
  const [victim, other] = await Promise.all([stage.start(), stage.start()]);
  const keys = [await connectedKey(victim), await connectedKey(victim)];
  let asked = 0;
  stage.beforeResponse.wait = async (path) => {
    if (path !== "/revoke") return;
    asked++;
    if (asked > 1) return;
    victim.kill("SIGKILL");
    await victim.ended;
  };
  const begun = await send(victim, "POST", "/admin/v1/revocation-runs", {
    key: victim.adminToken,
    body: { provider: "stub" },
  }).catch(() => null);
  expect(begun).toBeNull();
  const query = <Row>(text: string) => stage.database.query<Row>(text);
  const states = () => query<{ state: string }>("select state from revocation_runs");
  expect(await states()).toEqual([{ state: "due" }]);
  for (const key of keys)
    expect(JSON.stringify((await send(other, "GET", "/api/v1/stub/thing", { key })).json)).toContain(
      "INTEGRATION_REVOKED",
    );
  // The dead process's leases are over.
  await query("update revocation_runs set lease_until = null, next_at = now()");
  await query("update revocations set lease_until = null");
  await until(async () => {
    await query("update revocation_runs set next_at = now() where state = 'due' and lease_until is null");
    return (await states())[0]?.state === "done";
  }, START_MS);
  const items = await query<{ kind: string; end: string }>("select kind, provider_end as end from revocation_items");
  expect(items).toEqual([1, 2].map(() => ({ kind: "connection", end: "ended" })));
  expect(await query("select 1 from revocations")).toEqual([]);
  expect(asked).toBeGreaterThanOrEqual(3);
});
