// The same sources on another runtime: plugins, the conformance kit and requests under Deno.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PLUGIN_IDS } from "../../support/built-in.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Deno's executable out of its platform package; the `deno` package's own script is not run by a frozen install. */
function denoExecutable(): string {
  const folder = join(root, "node_modules", "@deno");
  const [name] = readdirSync(folder);
  return join(folder, name ?? "", process.platform === "win32" ? "deno.exe" : "deno");
}

test("plugins and core run unchanged on Deno: every plugin conforms, and the application serves requests with a database", () => {
  const run = spawnSync(
    denoExecutable(),
    ["run", "-A", "--no-check", "--quiet", "test/foundation/platform/deno-run.ts"],
    {
      cwd: root,
      encoding: "utf8",
      timeout: 60_000,
    },
  );
  expect(run.status, run.stderr).toBe(0);
  const report = JSON.parse(run.stdout.trim().split("\n").at(-1) ?? "{}");
  expect(report).toEqual({
    runtime: "deno",
    plugins: PLUGIN_IDS,
    violations: [],
    tools: { status: 200, total: report.tools.total },
    // The key may call, but has not connected GitHub.
    call: 403,
    usage: 2,
  });
  expect(report.tools.total).toBeGreaterThan(150);
}, 60_000);
