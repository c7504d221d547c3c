// One user's stalled downloads, beyond the runtime's own limit of parallel fetches, do not delay another user's calls.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { sendRaw } from "../support/raw-http.ts";
import { until, within } from "../support/until.ts";
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

test("R-41: 300 stalled downloads of one user delay nobody else's call", async () => {
  const [ada, bo] = [await connectedKey(server), await connectedKey(server)];
  const pending = stage.hold("/file");
  const headers = [`Authorization: Bearer ${ada}`, "Accept: application/octet-stream"];
  const downloads: ReturnType<typeof sendRaw>[] = [];
  try {
    // In batches: more at once than the owner's bulkhead queue would be refused.
    while (downloads.length < DOWNLOADS) {
      const more = Array.from({ length: AT_ONCE }, () => sendRaw(server.url, { target: "/api/v1/stub/file", headers }));
      downloads.push(...more);
      await until(() => stage.seen.filter((one) => one === "GET /file").length === downloads.length, START_MS);
    }
    const response = await within("another user's call", send(server, "GET", "/api/v1/stub/thing", { key: bo }));
    expect(response.status).toBe(200);
  } finally {
    pending.letGo();
    await Promise.allSettled(downloads);
  }
  expect((await Promise.all(downloads)).map(({ status }) => status)).toEqual(Array(DOWNLOADS).fill(200));
});
