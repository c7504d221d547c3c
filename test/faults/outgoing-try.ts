// The full run of outgoing.test.ts, by hand: bun test/faults/outgoing-try.ts [events]
import { outgoingStage } from "./outgoing-run.ts";

const stage = await outgoingStage();
const { incoming, lost, wrong, streams, durationMs, ...counts } = await stage.run({
  deliveries: Number(process.argv[2] ?? 10_000),
  replicas: 3,
  owners: 12,
  killEveryMs: 2_000,
  concurrency: 24,
  manners: ["takes", "fails", "hangs"],
  oneOf: 100,
});
const unique = new Set(incoming.stored);
console.log({
  incoming: {
    accepted: incoming.accepted.size,
    lost: [...incoming.accepted].filter((id) => !unique.has(id)).length,
    doubled: incoming.stored.length - unique.size,
    kills: incoming.kills,
    repeats: incoming.repeats,
    seconds: Math.round(incoming.durationMs / 1_000),
  },
  outgoing: { ...counts, lost: lost.length, wrong: wrong.slice(0, 5), seconds: Math.round(durationMs / 1_000) },
  streams: { ...streams, lost: streams.lost.length, wrong: streams.wrong.slice(0, 5) },
});
await stage.end();
process.exit(0);
