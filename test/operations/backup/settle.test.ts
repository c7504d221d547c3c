// What a restored database says of the time since its backup: nothing is taken for known that may have changed elsewhere.
import { expect, setDefaultTimeout, test } from "bun:test";
import { OUTCOME_UNKNOWN } from "../../../src/connections/tokens/refresh-lease-store.ts";
import { settle } from "../../../src/operations/backup/copy.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { databaseWithUser, LANES } from "../../support/database.ts";

setDefaultTimeout(TEST_MS);

async function stage(lane: (typeof LANES)[number]) {
  const { opened, database, user } = await databaseWithUser(lane);
  for (const status of ["active", "revoked"]) {
    await database.query(
      `insert into integrations (id, user_id, provider, status, identity_id, identity, client_id, scopes, access_token,
         lease_owner, lease_until, connected_at, updated_at)
       values (gen_random_uuid(), $1, $2, $2, '1', '{}', 'client', '{}', 'sealed', 'replica', now(), now(), now())`,
      [user, status],
    );
  }
  const integrations = () =>
    database.query("select status, status_reason, lease_owner from integrations order by status");
  return { opened, database, user, integrations };
}

const SETTLED = [
  { status: "active", status_reason: OUTCOME_UNKNOWN, lease_owner: null },
  { status: "revoked", status_reason: null, lease_owner: "replica" },
];

for (const lane of LANES) {
  test(`R-46: no position in an inbox is given twice, and refresh tokens may be used up, on ${lane}`, async () => {
    const { opened, database, user, integrations } = await stage(lane);
    const publish = async () => {
      const [row] = await database.query<{ seq: string }>(
        `insert into inbox_events (id, user_id, integration_id, event_key, provider, service, type, title, payload, occurred_at, received_at)
         values (gen_random_uuid(), $1, gen_random_uuid(), 'k', 'p', 's', 't', 'Title', '{}', now(), now()) returning seq::text as seq`,
        [user],
      );
      return Number(row?.seq);
    };
    const before = await publish();
    await settle(database);
    expect(await publish()).toBeGreaterThan(before + 1_000_000_000);
    expect(await integrations()).toEqual(SETTLED);
    await opened.close();
  });

  test(`R-46: no process that served the backed up database counts as a replica of this one, on ${lane}`, async () => {
    const { opened, database } = await stage(lane);
    await database.query(
      `insert into replicas (id, name, port, version, is_draining, ring, migrations, usage_queued, fingerprints)
       values (gen_random_uuid(), 'one', 3000, '0.4.0', false, '{}', 1, 0, '{}')`,
    );
    await settle(database);
    expect(await database.query("select id from replicas")).toEqual([]);
    await opened.close();
  });

  test(`R-46: a backup of a version without replicas and runs of backups settles too, on ${lane}`, async () => {
    const { opened, database, integrations } = await stage(lane);
    await database.query("drop table replicas, backup_runs");
    await settle(database);
    expect(await integrations()).toEqual(SETTLED);
    await opened.close();
  });

  test(`R-46: a backup of a version without an inbox settles too, on ${lane}`, async () => {
    const { opened, database, integrations } = await stage(lane);
    await database.query("drop table inbox_events cascade");
    await settle(database);
    expect(await integrations()).toEqual(SETTLED);
    await opened.close();
  });
}
