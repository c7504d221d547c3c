// What an operator has after unpacking a release: every page that the program names, settings that a shell reads whole, and ports that differ.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "../../scripts/release-contents.ts";
import { ROOT } from "../support/sources.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test("each page that the program names in a text is in the archive of a release", () => {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  const named = sources
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => [...read(join("src", name)).matchAll(/docs\/(?:operate\/)?[\w-]+\.md/g)].map(([page]) => page));
  expect(named.length).toBeGreaterThan(10);
  const isShipped = (page: string) =>
    existsSync(join(ROOT, page)) && PAGES.some((path) => page === path || page.startsWith(`${path}/`));
  expect(named.filter((page) => page.startsWith("docs/operate") && !isShipped(page))).toEqual([]);
});

test("a shell reads the settings of the guide as they stand there, with any character", () => {
  for (const page of ["first-hour", "systemd"]) {
    const settings = [...read(`docs/operate/${page}.md`).matchAll(/^(?:echo ")?([A-Z_]+=.*?)(?:" >> .*)?$/gm)]
      .map(([, line = ""]) => line)
      .filter((line) => !line.includes("$("));
    expect(settings.length).toBeGreaterThan(2);
    for (const line of settings) {
      const [name = "", value = ""] = /^(\w+)='(.*)'$/.exec(line)?.slice(1) ?? [];
      const odd = line.replace(/'$/, "&b=1 $c'");
      const { stdout } = spawnSync("sh", ["-c", `set -a; ${odd}; printenv ${name}`], { encoding: "utf8" });
      expect([page, line, stdout]).toEqual([page, line, `${value}&b=1 $c\n`]);
    }
  }
});

test("no proxy's file sends callers to the port that the guide gives to the admin API", () => {
  const [, port = ""] = /^ADMIN_PORT='(\d+)'$/m.exec(read("docs/operate/systemd.md")) ?? [];
  expect(port).not.toBe("");
  for (const name of readdirSync(join(ROOT, "docs/proxies")))
    expect([name, read(`docs/proxies/${name}`).includes(`:${port}`)]).toEqual([name, false]);
});

test("by hand and by gateway upgrade, the former binary has the name of the version that ran", () => {
  const page = read("docs/operate/systemd.md");
  expect(page).toContain('gateway.before-$(/usr/local/bin/gateway --version)"');
  expect(read("src/operations/upgrade/in-place.ts")).toContain(".before-${formerVersion}");
  expect(page).toContain("gateway-run health --wait ");
});
