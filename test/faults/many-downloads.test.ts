// One user's open downloads, more than the runtime's fetch has under way by itself: another user's calls do not wait for it.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { within } from "../support/poll.ts";
import { sendRaw } from "../support/raw-http.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, send } from "./stage.ts";

setDefaultTimeout(3 * START_MS);

/** The runtime's own limit is 256. */
const DOWNLOADS = 300;
const AT_ONCE = 100;

let stage: FaultStage;
let server: GatewayServer;
beforeAll(async () => {
  stage = await faultStage();
  server = await stage.start();
});
afterAll(() => stage.end());

test("R-41: 300 downloads of one user that stand still hold nobody else's call", async () => {
  const [ada, bo] = [await connectedKey(server), await connectedKey(server)];
  const held = stage.hold("/file");
  const headers = [`Authorization: Bearer ${ada}`, "Accept: application/octet-stream"];
  const downloads: ReturnType<typeof sendRaw>[] = [];
  try {
    // More at once than may wait for a place of their owner's would be refused.
    while (downloads.length < DOWNLOADS) {
      const more = Array.from({ length: AT_ONCE }, () => sendRaw(server.url, { target: "/api/v1/stub/file", headers }));
      downloads.push(...more);
      await until(() => stage.seen.filter((one) => one === "GET /file").length === downloads.length, START_MS);
    }
    const answer = await within("another user's call", send(server, "GET", "/api/v1/stub/thing", { key: bo }));
    expect(answer.status).toBe(200);
  } finally {
    held.letGo();
    await Promise.allSettled(downloads);
  }
  expect((await Promise.all(downloads)).map(({ status }) => status)).toEqual(Array(DOWNLOADS).fill(200));
});
