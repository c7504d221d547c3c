// How long the event loop is silent while the largest bodies come, in every shape: wall and own time of the main thread, the best of
// three. `bun bench/silence.ts [reader]`, on a quiet machine.
import { silenceCases } from "../test/guarantees/silence-cases.ts";
import { startSilenceGateway } from "../test/guarantees/silence-gateway.ts";
import { type Silence, startSender } from "../test/support/silence.ts";

const TRIES = 3;
const SHOWN = 3;

const [only] = process.argv.slice(2);
const gateway = await startSilenceGateway();
const sender = startSender();
const measure = async (make: () => Parameters<typeof sender.send>[0]): Promise<Silence> => {
  let best: Silence | null = null;
  for (let i = 0; i < TRIES; i++) {
    gateway.clock.nextMinute();
    const one = await sender.send(make());
    if (!best || one.wall < best.wall) best = one;
  }
  return best as Silence;
};
const print = (name: string, { wall, cpu, status }: Silence) =>
  console.log(`${name.padEnd(60)} ${wall.toFixed(0).padStart(5)} ms, own ${cpu.toFixed(0).padStart(5)} ms  ${status}`);

for (const { reader, harmless, shapes } of await silenceCases(gateway)) {
  if (only !== undefined && !reader.includes(only)) continue;
  print(`${reader}, harmless`, await measure(harmless));
  const all: [string, Silence][] = [];
  for (const [shape, make] of shapes) all.push([shape, await measure(make)]);
  all.sort(([, a], [, b]) => b.wall - a.wall);
  for (const [shape, silence] of all.slice(0, SHOWN)) print(`${reader}, ${shape}`, silence);
}
await sender.close();
await gateway.close();
process.exit(0);
