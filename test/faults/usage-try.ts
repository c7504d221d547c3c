// The full run of killed-usage.test.ts, by hand: bun test/faults/usage-try.ts [kills on each database] [rows a month]
import { LANES } from "../support/database.ts";
import { endProcesses } from "../support/gateway-process.ts";
import { killUsageWorker } from "./usage-run.ts";

const kills = Number(process.argv[2] ?? 40);
const rowsAMonth = Number(process.argv[3] ?? 5_000);
for (const lane of LANES) {
  const { killed, found, expected } = await killUsageWorker(lane, kills, rowsAMonth, 1_500);
  console.log(lane, { kills: killed, isAsExpected: JSON.stringify(found) === JSON.stringify(expected), ...found });
}
await endProcesses();
process.exit(0);
