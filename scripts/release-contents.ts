// What a release's archive has beside the program: files at its root, and the pages that doctor, errors and the guide name.
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Copied to the root of the archive. */
export const filesBeside = (target: string): string[] => [
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "docs/alerts.yml",
  "docs/proxies/Caddyfile",
  "docs/proxies/haproxy.cfg",
  "docs/proxies/nginx.conf",
  ...(target.startsWith("linux") ? ["docs/systemd/gateway.service"] : []),
];

/** Files and folders that have the same path in the archive. */
export const PAGES = [
  "docs/operate",
  "docs/operate.md",
  "docs/providers.md",
  "docs/api",
  "docs/api.md",
  "docs/agents",
  "docs/agents.md",
  "docs/add-a-provider",
  "docs/add-a-provider.md",
  "docs/alerts.yml",
  "docs/grafana",
  "docs/helm",
  "docs/proxies",
  "docs/systemd",
  "bench/RESULTS.md",
  "client/README.md",
] as const;

/** A link or an image; the bounds keep a page with stray brackets from being read many times. */
const LINK = /!?\[([^[\]]{1,300})\]\(([^()\s]{1,300})\)/g;

/** Puts everything into `stage`, and returns what its root then has. */
export function stageContents(root: string, stage: string, target: string): string[] {
  for (const file of filesBeside(target)) copyFileSync(join(root, file), join(stage, basename(file)));
  for (const page of PAGES) {
    mkdirSync(dirname(join(stage, page)), { recursive: true });
    cpSync(join(root, page), join(stage, page), { recursive: true });
  }
  const pages = readdirSync(stage, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  for (const page of pages) {
    const file = join(stage, page);
    writeFileSync(file, withoutDeadLinks(readFileSync(file, "utf8"), dirname(file)));
  }
  return readdirSync(stage);
}

/** A link to what only the repository has is left as its text. */
const withoutDeadLinks = (markdown: string, folder: string): string =>
  markdown.replace(LINK, (link, text: string, to: string) => (leadsSomewhere(to, folder) ? link : text));

/** Addresses and places on the same page do. */
export const leadsSomewhere = (to: string, folder: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(to) || existsSync(join(folder, to.replace(/[#?].*$/, "")));
