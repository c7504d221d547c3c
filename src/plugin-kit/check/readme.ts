// The kit's rules for a plugin's README: it is about this plugin, and the routes that it names are there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { RESERVED_IDS } from "../../server/reserved-ids.ts";
import { lineOf } from "./source-text.ts";
import type { Violation } from "./violation.ts";

const README = "README.md";
/** Bounds what the kit reads of it. */
const MAX_README = 200_000;
const ROUTE = /\/api\/v1(\/[a-z0-9_{}/-]{1,300})/g;

export function readmeViolations(
  plugin: Provider,
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
): Violation[] {
  const file = join(folder, README);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8").slice(0, MAX_README);
  const violations: Violation[] = [];
  if (!text.toLowerCase().includes(plugin.name.toLowerCase()))
    violations.push({ where: README, message: `does not name ${plugin.name}: write it for this plugin.` });
  for (const { 0: route, 1: path = "", index } of text.matchAll(ROUTE)) {
    const [, id, ...rest] = path.replace(/\/+$/, "").split("/");
    const isOwn =
      id === plugin.id && (rest.length === 0 || rest[0] === "proxy" || endpoints.some((one) => isRoute(one, rest)));
    // The gateway's own paths, and a word in braces for any provider.
    if (!isOwn && !RESERVED_IDS.includes(id ?? "") && !id?.startsWith("{"))
      violations.push({
        where: `${README}:${lineOf(text, index)}`,
        message: `names ${route}, which is no route of this plugin.`,
      });
  }
  return violations;
}

/** Whether the segments are those of the route, where a parameter stands for any. */
function isRoute({ def }: RegisteredEndpoint, segments: readonly string[]): boolean {
  const declared = def.path.slice(1).split("/");
  return (
    declared.length === segments.length && declared.every((one, at) => one.startsWith("{") || one === segments[at])
  );
}
