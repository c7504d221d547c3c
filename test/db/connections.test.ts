// The connections that a gateway opens before its first call.
import { expect, test } from "bun:test";
import { ORM_CONNECTIONS, RAW_CONNECTIONS } from "../../src/db/pool-sizes.ts";
import { testDatabase } from "../support/database.ts";

test("R-05: all connections that calls use are open before the first call, which has no time to open them", async () => {
  const { database, close } = await testDatabase("postgres");
  try {
    await database.openConnections();
    const rows = await database.query("select pid from pg_stat_activity where datname = current_database()");
    expect(rows).toHaveLength(ORM_CONNECTIONS + RAW_CONNECTIONS);
  } finally {
    await close();
  }
});
