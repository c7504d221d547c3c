// What a replica has done before it is ready, so that its first calls do not wait for it.
import { expect, setDefaultTimeout, test } from "bun:test";
import { ORM_CONNECTIONS, RAW_CONNECTIONS } from "../../src/foundation/db/pool-sizes.ts";
import { START_MS } from "../support/gateway-process.ts";
import { faultStage } from "./stage.ts";

setDefaultTimeout(3 * START_MS);

test("R-05: a replica is ready once all connections that calls use are open", async () => {
  const stage = await faultStage();
  try {
    const connections = () =>
      stage.database.query("select pid from pg_stat_activity where datname = current_database()");
    const before = await connections();
    await stage.start();
    expect((await connections()).length - before.length).toBeGreaterThanOrEqual(ORM_CONNECTIONS + RAW_CONNECTIONS);
  } finally {
    await stage.end();
  }
});
