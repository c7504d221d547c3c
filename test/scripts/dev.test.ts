// `npm run dev`: starts anew on a change, tells open pages, says what did not start, and is nothing for production.
import { afterAll, describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import {
  BY_LAUNCHER,
  endProcesses,
  newDataDir,
  type Program,
  run,
  START_MS,
  startProcess,
} from "../support/gateway-process.ts";
import { removePluginFolders, scaffold } from "../support/plugin-folder.ts";
import { until } from "../support/until.ts";

const DEV: Program = [
  process.execPath,
  "--no-install",
  fileURLToPath(new URL("../../scripts/dev.ts", import.meta.url)),
];
const TAG = '<script src="/__dev/reload.js" defer></script>';

afterAll(async () => {
  await endProcesses();
  removePluginFolders();
});

/** Numbers of starts, as an open page hears them. */
async function startsAt(url: string): Promise<{ last: () => string | undefined; stop: () => void }> {
  const controller = new AbortController();
  const response = await fetch(`${url}/__dev/starts`, { signal: controller.signal });
  let text = "";
  const heard = new WritableStream<Uint8Array>({
    write(bytes) {
      text += new TextDecoder().decode(bytes);
    },
  });
  void response.body?.pipeTo(heard).catch(() => {
    // Stopped.
  });
  return { last: () => [...text.matchAll(/data: (\d+)/g)].at(-1)?.[1], stop: () => controller.abort() };
}

describe("npm run dev", () => {
  test(
    "serves what a changed plugin is now, and pages reload",
    async () => {
      const plugin = await scaffold();
      const dev = startProcess([], { DATA_DIR: newDataDir(), GATEWAY_PLUGINS_DIR: plugin.parent }, undefined, DEV);
      await until(() => /Sign in as dev@example\.com with \S+\n/.test(dev.written.stdout), START_MS);
      const url = /Gateway at (http:\/\/127\.0\.0\.1:\d+),/.exec(dev.written.stdout)?.[1] as string;
      const page = await fetch(`${url}/sign-in`);
      expect(await page.text()).toContain(TAG);
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      const starts = await startsAt(url);
      await until(() => starts.last() === "1", START_MS);

      const source = plugin.read("index.ts");
      plugin.write("index.ts", "export default {");
      await until(() => starts.last() === "2", START_MS);
      const broken = await fetch(`${url}/sign-in`);
      expect(broken.status).toBe(503);
      expect(await broken.text()).toContain("did not start");

      plugin.write("index.ts", source);
      await until(() => starts.last() === "3", START_MS);
      expect((await fetch(`${url}/sign-in`)).status).toBe(200);
      starts.stop();
      dev.kill("SIGTERM");
      expect((await dev.ended).code).toBe(0);
    },
    4 * START_MS,
  );

  test("is refused where the environment is production", async () => {
    for (const name of ["NODE_ENV", "GATEWAY_ENV"]) {
      const { code, stderr } = await run(["--dev"], { [name]: "production" }, undefined, BY_LAUNCHER);
      expect(code).toBe(1);
      expect(stderr).toContain(`${name} is production`);
    }
  });
});
