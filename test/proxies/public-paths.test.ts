// The rules of docs/proxies against the table of routes: every public path passes, and nothing of the operator's API does.
import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isPublic, type PublicPaths, publicPathFiles, publicPathsOf } from "../../scripts/public-paths.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { startTestGateway } from "../support/gateway.ts";
import { START_MS } from "../support/gateway-process.ts";
import { DOCS, requestTarget } from "./behind.ts";

type Admits = (target: string) => boolean;

const read = (file: string) => readFileSync(join(DOCS, file), "utf8");
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = ""]) => part);

/** Each proxy's own rule, read out of its file, as it decides on a request's target. */
const RULES: Record<string, () => Admits> = {
  nginx() {
    const [map = ""] = found(read("nginx.conf"), /map \$request_uri \$is_public \{([^}]+)\}/g);
    const patterns = found(map, /"~([^"]+)" 1;/g).map((pattern) => new RegExp(pattern));
    return (target) => patterns.some((pattern) => pattern.test(target));
  },
  haproxy() {
    const text = read("haproxy.cfg");
    const words = (kind: string) =>
      found(text, new RegExp(`acl is_public ${kind} (.*)`, "g")).flatMap((line) => line.split(" "));
    const [exact, starts] = [new Set(words("path")), words("path_beg")];
    return (target) => {
      const path = target.replace(/\?.*/s, "");
      return exact.has(path) || starts.some((start) => path.startsWith(start));
    };
  },
  caddy() {
    const [pattern = ""] = found(read("Caddyfile"), /@closed expression `![^"]+matches\("(.+)"\)`/g);
    const isOpen = new RegExp(pattern);
    return (target) => isOpen.test(target);
  },
};

describe("docs/proxies", () => {
  let routes: { access: "key" | "public" | "admin"; path: string }[];
  let paths: PublicPaths;
  beforeAll(async () => {
    const gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
    routes = gateway.app.routes.map(({ access, path }) => ({ access, path }));
    paths = publicPathsOf(routes);
    await gateway.close();
  }, 2 * START_MS);

  test("the files and the guide's table have what bun scripts/public-paths.ts writes", () => {
    for (const [file, text] of publicPathFiles(paths))
      expect(readFileSync(join(DOCS, "../..", file), "utf8")).toBe(text);
  });

  for (const [name, rule] of Object.entries(RULES)) {
    test(`${name} admits every public route, and none of the operator's API`, () => {
      const admits = rule();
      const targets = (wanted: boolean) =>
        routes
          .filter((route) => isPublic(route) === wanted)
          .flatMap(({ path }) => [requestTarget(path), `${requestTarget(path)}?limit=2`]);
      expect(targets(true).length).toBeGreaterThan(1_000);
      expect(targets(true).filter((target) => !admits(target))).toEqual([]);
      expect(targets(false).length).toBeGreaterThan(50);
      expect(targets(false).filter(admits)).toEqual([]);
      for (const target of ["/admin", "/admin/", "/metrics?x", "//admin/v1/users", "/x", "/mcpx", "/connectx"])
        expect([target, admits(target)]).toEqual([target, false]);
    });
  }
});
