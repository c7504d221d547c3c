// The full run of deliveries.test.ts, by hand: bun test/faults/deliveries-try.ts [deliveries]
import { deliveryStage } from "./delivery-run.ts";

const deliveries = Number(process.argv[2] ?? 10_000);
const stage = await deliveryStage();
const { accepted, stored, strayed, kills, repeats, durationMs } = await stage.run({
  deliveries,
  replicas: 3,
  owners: 12,
  killEveryMs: 2_000,
  concurrency: 24,
});
const unique = new Set(stored);
console.log({
  accepted: accepted.size,
  lost: [...accepted].filter((id) => !unique.has(id)).length,
  doubled: stored.length - unique.size,
  strayed: strayed.length,
  kills,
  repeats,
  seconds: Math.round(durationMs / 1_000),
});
await stage.end();
process.exit(0);
