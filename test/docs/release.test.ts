// What an operator has after unpacking a release: every page that the program names, settings that a shell reads whole, and ports that differ.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PAGES, stageContents } from "../../scripts/release-contents.ts";
import { newFolder } from "../support/gateway-process.ts";
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

test("every relative link of a page in the archive leads to a file in it, and the rest is text", () => {
  for (const target of ["linux-x64", "windows-x64"]) {
    const stage = newFolder();
    stageContents(ROOT, stage, target);
    const pages = readdirSync(stage, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
    expect(pages.length).toBeGreaterThan(50);
    const links = pages.flatMap((page) =>
      [...readFileSync(join(stage, page), "utf8").matchAll(/\]\(([^()\s]+)\)/g)].map(
        ([, to = ""]) => [page, to] as const,
      ),
    );
    const dead = links.filter(
      ([page, to]) => !/^(?:[a-z]+:|#)/.test(to) && !existsSync(join(stage, dirname(page), to.replace(/#.*$/, ""))),
    );
    expect([target, dead]).toEqual([target, []]);
    const ofGuide = links.filter(([page]) => page === "docs/operate/proxy.md" || page === "docs/operate/watching.md");
    for (const to of ["../proxies/nginx.conf", "../alerts.yml", "../../bench/RESULTS.md#proxies"])
      expect(ofGuide.map(([, link]) => link)).toContain(to);
    expect(readFileSync(join(stage, "docs/operate/container.md"), "utf8")).not.toContain("](../../Dockerfile)");
  }
});

test("the guide's list of what the archive has names each entry of its root", () => {
  const stage = newFolder();
  const guide = read("docs/operate/first-hour.md");
  const [, list = ""] = /The archive has ([\s\S]*?)\n\n```/.exec(guide) ?? [];
  for (const entry of stageContents(ROOT, stage, "linux-x64")) expect(list).toContain(`\`${entry}\``);
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
