// docs/api/partner-limits.md says whose limit counts a call, as the routes do.
import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_ROOT, isPartners } from "../../src/web/http/route.ts";
import { startTestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(60_000);
type Counted = "the partner's" | "the user's" | "either";

/** The first segments of the paths in the table's row for it, as `/keys`. */
function documented(counted: Counted): string[] {
  const page = readFileSync(join(ROOT, "docs/api/partner-limits.md"), "utf8");
  const row = page.split("\n").find((line) => line.startsWith(`| ${counted} |`)) ?? "";
  return [...row.matchAll(/`(\/[a-z-]+)`/g)].map(([, path = ""]) => path).sort();
}

test("docs/api/partner-limits.md lists the paths of each limit", async () => {
  const gateway = await startTestGateway({ lane: "embedded" });
  const providers = new Set(gateway.app.deps.registry.providers.keys());
  const found: Record<Counted, Set<string>> = {
    "the partner's": new Set(),
    "the user's": new Set(),
    either: new Set(),
  };
  for (const route of gateway.app.routes) {
    if (route.access !== "key") continue;
    const [first = ""] = route.path.slice(API_ROOT.length + 1).split("/");
    if (providers.has(first) || first === "{provider}" || !route.path.startsWith(`${API_ROOT}/`)) continue;
    const counted = isPartners(route) ? "the partner's" : route.owner === "user-or-account" ? "either" : "the user's";
    found[counted].add(`/${first}`);
  }
  await gateway.close();
  for (const counted of Object.keys(found) as Counted[])
    expect([counted, documented(counted)]).toEqual([counted, [...found[counted]].sort()]);
});
