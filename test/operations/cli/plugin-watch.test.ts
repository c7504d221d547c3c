// `gateway plugin check --watch`: a changed file leads to another check, and a signal ends it.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { conforming } from "../../support/conforming.ts";
import {
  endProcesses,
  type GatewayProcess,
  newFolder,
  run,
  START_MS,
  startProcess,
} from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const WAITING = "── Waiting for changes; press Ctrl-C to end.\n";
const checksOf = ({ written }: GatewayProcess) => written.stdout.split(WAITING);
const hasChecked = (watching: GatewayProcess, times: number) =>
  until(() => checksOf(watching).length > times, START_MS);

test("plugin check --watch checks again after a change, several at once only once, and ends with a signal", async () => {
  const folder = join(newFolder(), "acme");
  cpSync(join(ROOT, "docs/examples/acme"), folder, { recursive: true });
  const watching = startProcess(["plugin", "check", folder, "--watch"], {});
  await hasChecked(watching, 1);
  expect(checksOf(watching)[0]).toBe(conforming(folder));
  const fixture = join(folder, "fixtures/update_task.json");
  const text = readFileSync(fixture, "utf8");
  for (let i = 0; i < 5; i++) writeFileSync(fixture, text.replace('"is_done": true', `"is_done": "${i}"`));
  writeFileSync(join(folder, "notes.md"), "No file that a check reads.");
  await hasChecked(watching, 2);
  expect(checksOf(watching)[1]).toStartWith(`${folder}: `);
  expect(checksOf(watching)[1]).toContain("fixtures/update_task.json: The result differs at /is_done");
  writeFileSync(fixture, text);
  await until(() => checksOf(watching).at(-2) === conforming(folder) && checksOf(watching).length > 3, START_MS);
  // The five writes are one change, two where the machine stalls between them.
  expect(checksOf(watching).length).toBeLessThan(6);
  watching.kill("SIGTERM");
  expect((await watching.ended).code).toBe(0);
});

test("plugin check --watch needs a folder", async () => {
  for (const words of [["--watch"], [join(newFolder(), "none"), "--watch"]]) {
    const { code, stderr } = await run(["plugin", "check", ...words], {});
    expect([code, stderr]).toEqual([1, "--watch needs the folder of a plugin.\n"]);
  }
});
