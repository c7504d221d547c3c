// Writes the public paths into docs/proxies and docs/operate/public-paths.md, out of the table of routes: bun scripts/public-paths.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isPublic, type PublicPaths, publicPathsOf } from "../src/web/http/public-paths.ts";
import { withBuiltInApp } from "./built-in-app.ts";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export { isPublic, type PublicPaths, publicPathsOf };

/** What stands below each path of the guide's table; a new one must be described here. */
const MEANING: Record<string, string> = {
  "/": "home of the dashboard",
  "/.well-known/": "descriptions of the sign-in, for MCP clients",
  "/acting": "the user as whom a person looks at the dashboard",
  "/agents": "dashboard: agent sessions",
  "/agents/": "dashboard: one of them, and the rules on calls",
  "/approvals": "dashboard: calls that wait for a person",
  "/approvals/": "dashboard: one of them, and its decision",
  "/approve/": "links with which somebody without a login decides on one call",
  "/api/v1/": "the API, the callbacks and inbound webhooks of providers",
  "/assets/": "styles, icons and scripts of all pages",
  "/client.tgz": "the typed client as an npm package",
  "/connect.js": "the script that partners embed",
  "/connect/": "the connect page",
  "/connected": "where a connect ends without a page of yours",
  "/docs": "the API reference",
  "/docs/": "its guides and files",
  "/health/": "the two probes",
  "/inbox": "dashboard: events",
  "/requests": "dashboard: calls",
  "/requests/": "dashboard: calls",
  "/inbox/": "dashboard: one event",
  "/integrations": "dashboard: the connected providers",
  "/integrations/": "dashboard: connecting and disconnecting",
  "/llms-full.txt": "every operation and guide as text",
  "/llms.txt": "an overview for language models",
  "/mcp": "the tools over MCP",
  "/oauth/": "sign-in of MCP clients",
  "/openapi.json": "the API document",
  "/operator/":
    "dashboard: operators' pages, behind a sign-in with a role; with `ADMIN_PORT` they are at that listener alone",
  "/panel": "the panel of an account's integrations, in a partner's frame",
  "/panel/": "why a page cannot show it",
  "/partner/": "dashboard: partners' pages",
  "/search": "dashboard: search over everything",
  "/settings/": "dashboard: keys, usage, AI clients, sign-in",
  "/setup/": "links with which people set up their sign-in, the first owner too",
  "/shown-once/": "dashboard: a new key or another secret, once",
  "/sign-in": "sign-in",
  "/sign-in/": "second factor, passkeys, other providers, callbacks and logouts of OpenID Connect issuers",
  "/sign-out": "sign-out",
  "/subscriptions": "dashboard: where events come from",
  "/subscriptions/": "dashboard: checking one of them",
  "/tools": "dashboard: tools",
  "/tools/": "dashboard: one tool",
  "/u/": "dashboard: the same pages, for people who act for several users",
  "/webhooks": "dashboard: outgoing webhooks",
  "/webhooks/": "dashboard: one of them",
};

const inPattern = (text: string) => text.replaceAll(".", "[.]");
const bare = (path: string) => inPattern(path.replace(/^\/|\/$/g, ""));
const below = (paths: PublicPaths) => paths.below.map(bare).join("|");
const exact = (paths: PublicPaths) => paths.exact.map(bare).join("|");

/** Lines of the given paths, as many on each as fit. */
function wrapped(start: string, words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 118) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${start} ${word}`);
  }
  return lines.join("\n");
}

interface Written {
  file: string;
  /** The line before the generated lines, and the one after them. */
  from: string;
  to: string;
  lines(paths: PublicPaths): string;
}

const WRITTEN: readonly Written[] = [
  {
    file: "docs/proxies/nginx.conf",
    from: "    default 0;\n    # Written by scripts/public-paths.ts.\n",
    to: "  }\n",
    lines: (paths) => `    "~^/(${below(paths)})/" 1;\n    "~^/(${exact(paths)})([?]|$)" 1;\n`,
  },
  {
    file: "docs/proxies/haproxy.cfg",
    from: "  # Written by scripts/public-paths.ts.\n",
    to: "  http-request deny deny_status 404 unless is_public\n",
    lines: (paths) =>
      `${wrapped("  acl is_public path_beg", paths.below)}\n${wrapped("  acl is_public path", paths.exact)}\n`,
  },
  {
    file: "docs/proxies/Caddyfile",
    from: "\t\t# Written by scripts/public-paths.ts.\n",
    to: "\t\trespond @closed 404\n",
    lines: (paths) =>
      `\t\t@closed expression \`!{http.request.uri}.matches("^/((${below(paths)})/|(${exact(paths)})([?]|$))")\`\n`,
  },
  {
    file: "docs/operate/public-paths.md",
    from: "| Path | What it is |\n|---|---|\n",
    to: "\n## ",
    lines: (paths) =>
      [...paths.exact, ...paths.below]
        .sort()
        .map(
          (path) => `| \`${path}\`${path.endsWith("/") && path !== "/" ? " and below" : ""} | ${meaningOf(path)} |\n`,
        )
        .join(""),
  },
];

function meaningOf(path: string): string {
  const meaning = MEANING[path];
  if (meaning === undefined) throw new Error(`scripts/public-paths.ts does not say what ${path} is.`);
  return meaning;
}

/** The files as they should be, by their path in the project. */
export function publicPathFiles(paths: PublicPaths): Map<string, string> {
  return new Map(WRITTEN.map((written) => [written.file, rewritten(written, paths)]));
}

function rewritten({ file, from, to, lines }: Written, paths: PublicPaths): string {
  const text = readFileSync(at(file), "utf8");
  const start = text.indexOf(from) + from.length;
  const end = text.indexOf(to, start);
  if (start < from.length || end < 0) throw new Error(`${file} has no place for the public paths.`);
  return text.slice(0, start) + lines(paths) + text.slice(end);
}

if (import.meta.main) {
  const paths = await withBuiltInApp(({ routes }) => publicPathsOf(routes));
  for (const [file, text] of publicPathFiles(paths)) writeFileSync(at(file), text);
}
