// A process that erases a user's usage rows and drops old months, for runs that kill it.
// bun test/faults/usage-worker.ts <user> <now>, with DATABASE_URL or DATA_DIR
import { openEmbedded } from "../../src/foundation/db/embedded.ts";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { eraseUsageStep, type UsageErasureStep } from "../../src/metering/usage/erasure.ts";
import { dropOldPartitions, makePartitions } from "../../src/metering/usage/partitions.ts";
import { ageTotals, foldIncrements } from "../../src/metering/usage/totals.ts";

const [userId = "", now = ""] = process.argv.slice(2);
const { DATABASE_URL: url, DATA_DIR: dataDir = "" } = process.env;
const database = url ? await openPostgres(url) : await openEmbedded({ dataDir });
process.stdout.write("begun\n");
await makePartitions(database, Number(now));
let step: UsageErasureStep | null = null;
do step = await eraseUsageStep(database, { userId, accountId: null }, step?.next ?? null);
while (step.next);
await foldIncrements(database);
await dropOldPartitions(database, { months: 13, now: Number(now) });
await ageTotals(database, { now: Number(now), usageMonths: 13 });
await database.close();
process.stdout.write("ended\n");
