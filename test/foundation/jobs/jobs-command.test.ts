// `gateway jobs`: what is queued, what has failed, and retries, over tables and scheduled jobs, without an engine and with one.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { notifiedByReplicas } from "../../../src/foundation/jobs/notify.ts";
import { rowTables } from "../../../src/foundation/jobs/row-table.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

/** The engine looks for runs every ten seconds. */
const TEST_MS = 60_000;
setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;
const ZERO = "00000000-0000-0000-0000-000000000000";

for (const lane of LANES) {
  describe(`the jobs of the admin API on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => gateway.database.database.script("delete from inbound_webhooks"));

    const query = <Row>(text: string) => gateway.database.database.query<Row>(text);
    const delivery = async (key: string, { state = "due", next = "0 s" } = {}) => {
      const [row] = await query<{ id: string }>(
        `insert into inbound_webhooks (provider, source_id, webhook_key, partition_key, state, attempts, next_at, error, received_at)
         values ('stub', '${ZERO}', '${key}', 'stub', '${state}', 3, now() + interval '${next}',
           ${state === "failed" ? "'no_owner'" : "null"}, now())
         returning id::text as id`,
      );
      return row?.id ?? "";
    };
    const revocation = (next: string, lease: string) =>
      query(
        `insert into revocations (id, grant_id, provider, user_id, client_id, identity_id, identity, access_token,
           next_at, lease_until, expires_at)
         values (gen_random_uuid(), gen_random_uuid(), 'stub', gen_random_uuid(), 'c', '1', '{}', 'k1.sealed',
           now() + interval '${next}', now() + interval '${lease}', now() + interval '1 day')`,
      );
    const countsOf = async (queue: string) => {
      const { queues } = (await gateway.admin("GET", "/jobs")).json.data;
      return queues.find((row: { queue: string }) => row.queue === queue);
    };
    const retry = (queue: string, body: object) => gateway.admin("POST", `/jobs/${queue}/retry`, body);

    test("every table stands there; due, leased, later and failed rows are told apart, with the age of the oldest due one", async () => {
      for (const { name } of rowTables(gateway.app.deps.tables))
        expect(await countsOf(name)).toMatchObject({ queue: name });
      await delivery("due", { next: "-90 s" });
      await delivery("due too", { next: "-30 s" });
      await delivery("later", { next: "60 s" });
      await delivery("failed", { state: "failed" });
      await delivery("done", { state: "done" });
      const counts = await countsOf("inbound_webhooks");
      expect(counts).toMatchObject({ due: 2, active: null, failed: 1, last_run_at: null });
      expect(counts.oldest_due_s).toBeGreaterThanOrEqual(89);
      expect(counts.oldest_due_s).toBeLessThan(120);
      await revocation("-30 s", "-1 s");
      await revocation("-30 s", "60 s");
      expect(await countsOf("revocations")).toMatchObject({ due: 1, active: 1, failed: 0 });
    });

    test('one failed row is retried by its id, all by "all", and the queues of all replicas are notified', async () => {
      let notified = 0;
      notifiedByReplicas(gateway.app.deps.changes, { notify: () => void notified++ });
      const [first] = [await delivery("one", { state: "failed" }), await delivery("two", { state: "failed" })];
      const { failed } = (await gateway.admin("GET", "/jobs/inbound_webhooks/failed")).json.data;
      expect(failed).toHaveLength(2);
      expect(failed).toContainEqual({
        id: first,
        attempts: 3,
        error: "no_owner",
        next_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect((await retry("inbound_webhooks", { job: first })).json.data).toEqual({ retried: 1 });
      expect(await countsOf("inbound_webhooks")).toMatchObject({ due: 1, failed: 1 });
      await until(() => notified > 0);
      expect((await retry("inbound_webhooks", { job: first })).status).toBe(404);
      // The queue's name in the version before.
      expect((await gateway.admin("GET", "/jobs/deliveries/failed")).status).toBe(200);
      expect((await retry("inbound_webhooks", { all: true })).json.data).toEqual({ retried: 1 });
      expect(await countsOf("inbound_webhooks")).toMatchObject({ due: 2, failed: 0 });
      expect(await query("select distinct attempts, error from inbound_webhooks")).toEqual([
        { attempts: 0, error: null },
      ]);
    });

    test("an unknown queue is 404, and a retry of neither one nor all, or of both, is 400", async () => {
      for (const path of ["/jobs/nothing/failed", "/jobs/__pgboss__send_it/failed"])
        expect([404, 400]).toContain((await gateway.admin("GET", path)).status);
      expect((await retry("nothing", { all: true })).status).toBe(404);
      for (const body of [{}, { all: false }, { job: "1", all: true }])
        expect((await retry("inbound_webhooks", body)).json.details.errors[0].message).toBe(
          "Send either the id of one job, or all: true.",
        );
    });

    test("scheduled jobs stand there once an engine has run, and their failed runs are retried", async () => {
      expect(await countsOf("breaking")).toBeUndefined();
      // Reading made nothing of the engine's.
      expect(await query("select to_regnamespace('gateway_jobs') as found")).toEqual([{ found: null }]);
      let runs = 0;
      const run = async () => {
        runs++;
        if (runs === 1) throw new Error("Broken.");
      };
      gateway.app.deps.jobs.start([{ name: "breaking", everyMinutes: 60, timeoutSeconds: 60, run }]);
      await gateway.app.deps.jobs.started();
      await gateway.app.deps.jobs.runNow("breaking");
      await until(() => runs === 1, TEST_MS);
      await until(async () => (await countsOf("breaking")).active === 0);
      await query("update gateway_jobs.job set state = 'failed', completed_on = now() where name = 'breaking'");
      // The engine counts by its clock.
      await until(async () => (await countsOf("breaking")).failed === 1, TEST_MS);
      expect(await countsOf("breaking")).toMatchObject({ due: 0, active: 0, failed: 1, last_run_at: null });
      const { failed } = (await gateway.admin("GET", "/jobs/breaking/failed")).json.data;
      expect(failed).toMatchObject([{ error: null }]);
      expect((await retry("breaking", { job: failed[0].id })).json.data).toEqual({ retried: 1 });
      // At once, whatever the engine counted last: a failed run that is due again would else invite another retry.
      expect(await countsOf("breaking")).toMatchObject({ failed: 0 });
      expect((await gateway.admin("GET", "/jobs/breaking/failed")).json.data).toEqual({ failed: [] });
      await until(async () => (await countsOf("breaking")).last_run_at !== null, TEST_MS);
      expect(runs).toBe(2);
      // It stays when the engine has deleted the run.
      const { last_run_at } = await countsOf("breaking");
      expect(Math.abs(Date.parse(last_run_at) - Date.now())).toBeLessThan(TEST_MS);
      await query("delete from gateway_jobs.job");
      expect((await countsOf("breaking")).last_run_at).toBe(last_run_at);
      const { jobs } = (await gateway.admin("GET", "/cluster")).json.data;
      const ran = { replica_id: gateway.app.deps.replicaId, replica: null };
      expect(jobs).toContainEqual({ job: "breaking", last_success_at: last_run_at, ...ran });
    });

    test("a run that waits is due from its time on, and all failed ones are found among thousands that ended well", async () => {
      const insert = (state: string, times: string, count: number) =>
        query(
          `insert into gateway_jobs.job (name, policy, state, start_after, created_on, completed_on)
           select 'breaking', 'exclusive', '${state}', ${times} from generate_series(1, ${count}) as n`,
        );
      await insert("completed", "now() - n * interval '1 s', now() - n * interval '1 s', now()", 1_200);
      await insert("failed", "now() - n * interval '1 s', now() - n * interval '90 s', now()", 3);
      await until(async () => (await countsOf("breaking")).failed === 3, TEST_MS);
      const { failed } = (await gateway.admin("GET", "/jobs/breaking/failed")).json.data;
      expect(failed).toHaveLength(3);
      await insert("created", "now() + interval '1 hour', now(), null", 1);
      expect(await countsOf("breaking")).toMatchObject({ due: 0, oldest_due_s: null });
      gateway.clock.move(2 * HOUR_MS);
      const { due, oldest_due_s } = await countsOf("breaking");
      expect(due).toBe(1);
      expect(oldest_due_s).toBeGreaterThan(3_500);
      expect(oldest_due_s).toBeLessThan(3_700);
    });
  });
}
