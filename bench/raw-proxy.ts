// Sends large bodies through the raw proxy, both ways, and measures the gateway's memory meanwhile.
// bun bench/raw-proxy.ts [GB of each transfer, default 5]
import { startStreamingPeer } from "../test/support/streaming-peer.ts";
import { residentMb, startGateway, startStub } from "./processes.ts";

const MiB = 1024 * 1024;
const bytes = Number(process.argv[2] ?? 5) * 1024 * MiB;
const LOOK_EVERY_MS = 50;

const peer = await startStreamingPeer();
const { port, pid, keys } = await startGateway({
  baseUrl: peer.url,
  oauthUrl: await startStub(),
  databaseUrl: null,
  users: 1,
});
const [key = ""] = keys;

const url = `http://127.0.0.1:${port}/api/v1/bench/proxy/file`;
console.log("| transfer | GB | seconds | MB/s | MB before | MB at most | grown MB | unchanged |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
for (const [what, how] of [
  ["download", { method: "GET" }],
  ["upload of a known length", { method: "POST", isSized: true }],
  ["chunked upload", { method: "POST" }],
] as const) {
  await peer.transfer({ ...how, url, key, bytes: MiB });
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, LOOK_EVERY_MS);
  const { seconds, hash, status } = await peer.transfer({ ...how, url, key, bytes });
  clearInterval(timer);
  const isUnchanged = status === 200 && hash === peer.hashOf(bytes);
  const cells = [seconds.toFixed(1), (bytes / MiB / seconds).toFixed(0), before.toFixed(0), most.toFixed(0)];
  console.log(
    `| ${[what, bytes / MiB / 1024, ...cells, (most - before).toFixed(0), isUnchanged ? "yes" : `no (${status})`].join(" | ")} |`,
  );
}
peer.close();
process.exit(0);
