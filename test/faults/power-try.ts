// Cuts the power of an embedded database under load: bun test/faults/power-try.ts [cuts, default 1000] [full or relaxed]
// A process makes forty cuts of one load, since each opened database leaves memory of the runtime behind.
import { random } from "../support/random.ts";
import { cutRecording, recordLoad } from "./power-run.ts";

const CUTS_OF_PROCESS = 40;
const CHANGES = 1_500;
const [cuts = 1_000, durability = "full", seed] = [Number(process.argv[2] ?? 1_000), process.argv[3], process.argv[4]];

if (seed === undefined) {
  const total = { cuts: 0, lost: 0, unopened: 0 };
  while (total.cuts < cuts) {
    const count = Math.min(CUTS_OF_PROCESS, cuts - total.cuts);
    const seedOfRun = `${Math.floor(Math.random() * 2 ** 31)}`;
    const run = Bun.spawnSync([process.execPath, import.meta.path, `${count}`, durability, seedOfRun], {
      stderr: "inherit",
    });
    const { losses, unopened, acknowledged } = JSON.parse(run.stdout.toString());
    total.cuts += count;
    total.lost += losses.length;
    total.unopened += unopened;
    for (const loss of losses) console.log(`seed ${seedOfRun}: ${loss}`);
    console.log(
      `${total.cuts} cuts, of ${acknowledged} acknowledged changes the last time: ${total.lost} wrong, ${total.unopened} unopened`,
    );
  }
  process.exit(total.lost === 0 ? 0 : 1);
}

const recording = await recordLoad(CHANGES, durability === "relaxed" ? "relaxed" : "full", random(Number(seed)));
const found = await cutRecording(recording, cuts, random(Number(seed) + 1)).finally(recording.stop);
console.log(JSON.stringify({ ...found, acknowledged: recording.acknowledged.length }));
process.exit(0);
