// A process whose run of the job "hanging" never ends, for engine.test.ts to kill; it prints a line when the run begins.
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { createJobEngine } from "../../../src/foundation/jobs/engine.ts";
import { createLog } from "../../../src/foundation/log/log.ts";

const engine = createJobEngine({
  database: await openPostgres(process.env.DATABASE_URL ?? ""),
  log: createLog("warn"),
  replicaId: crypto.randomUUID(),
  startAfterMs: 0,
  pollSeconds: 0.5,
  heartbeatSeconds: 10,
});
const run = () =>
  new Promise<void>(() => {
    console.log("running");
  });
engine.start([{ name: "hanging", everyMinutes: 60, timeoutSeconds: 600, run }]);
await engine.started();
await engine.runNow("hanging");
