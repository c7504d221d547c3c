// Floods and what others feel of them, by hand: bun test/faults/floods-try.ts [deliveries | receivers | reader]
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { flood, floodStage, memoryOf, newOwner, silentReader, silentReceivers, watchOthers } from "./floods.ts";

const DELIVERIES = 10_000;
const CALM_MS = 8_000;
const SILENT_MS = 60_000;
/** More than the buffers of a connection take. */
const LARGE_BYTES = 5_000;
const [what, url = "", user = "", bytes = "0"] = process.argv.slice(2);

/** In a process of its own, so that the flood does not delay who measures. */
function floodApart(at: { url: string }, identity: string, large = 0): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), "send", at.url, identity, String(large)], {
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`The flood ended with ${code}.`))));
  });
}

async function deliveriesFlood() {
  const { at, end } = await floodStage();
  const [one, other] = [await newOwner(at, "stub"), await newOwner(at, "other")];
  const calmUntil = performance.now() + CALM_MS;
  console.log("without the flood", await watchOthers(at, other, () => performance.now() > calmUntil));
  let isOver = false;
  const startedAt = performance.now();
  const flooding = floodApart(at, one.identity).then(() => {
    isOver = true;
  });
  console.log("with the flood", await watchOthers(at, other, () => isOver));
  await flooding;
  console.log(`${DELIVERIES} deliveries in ${Math.round(performance.now() - startedAt)} ms`);
  await end();
}

async function receiversFlood() {
  const { at, end } = await floodStage();
  console.log("200 receivers that never answer", await silentReceivers(at, 200, 20, SILENT_MS), `${memoryOf(at)} MiB`);
  await end();
}

async function readerFlood() {
  const { at, end } = await floodStage();
  const owner = await newOwner(at, "stub");
  // What a flood costs by itself.
  await floodApart(at, owner.identity, LARGE_BYTES);
  const before = memoryOf(at);
  const reader = silentReader(at, owner);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(at));
  }, 20);
  await floodApart(at, owner.identity, LARGE_BYTES);
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  clearInterval(timer);
  const after = memoryOf(at);
  console.log("a reader that never reads, MiB", { before, most, after }, await reader.readRest());
  await end();
}

if (what === "send") {
  await flood({ url }, user, DELIVERIES, Number(bytes));
} else {
  if (what === undefined || what === "deliveries") await deliveriesFlood();
  if (what === undefined || what === "receivers") await receiversFlood();
  if (what === undefined || what === "reader") await readerFlood();
}
process.exit(0);
