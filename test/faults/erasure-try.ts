// Kills a gateway with -9 at the end of every step of an erasure; run by hand: bun test/faults/erasure-try.ts
import { eraseUnderKills } from "./erasure-run.ts";
import { faultStage } from "./stage.ts";

const stage = await faultStage();
const began = performance.now();
const run = await eraseUnderKills(stage);
console.log({ ...run, seconds: Math.round((performance.now() - began) / 1_000) });
await stage.end();
process.exit(run.state === "done" && run.revoked > 0 ? 0 : 1);
