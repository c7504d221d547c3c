// The kit's rules for declarations: the folder has the plugin's id, permissions are used, inputs are described and unique.
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TObject, TSchema } from "@sinclair/typebox";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { effectViolations } from "./effects.ts";
import { IDENTITY } from "./fixture.ts";
import { listInputViolations } from "./list-inputs.ts";
import type { Violation } from "./violation.ts";

/** How packages of plugins are called: `gateway-plugin-trello`. */
export const PACKAGE_PREFIX = "gateway-plugin-";
const SHORTEST_DESCRIPTION = 15;

export function declarationViolations(
  plugin: Provider,
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
): Violation[] {
  const violations: Violation[] = [];
  if (basename(folder) !== plugin.id && packageOf(folder) !== PACKAGE_PREFIX + plugin.id)
    violations.push({ where: "id", message: `is "${plugin.id}" but the folder is "${basename(folder)}".` });
  const sources = Object.values(plugin.sources ?? {});
  const used = new Set([...endpoints.flatMap(({ needs }) => needs), ...sources.map(({ permission }) => permission)]);
  for (const permission of permissionsOf(plugin)) {
    if (!used.has(permission))
      violations.push({ where: `services.${permission}`, message: "is not used by any endpoint or source." });
  }
  return [...violations, ...endpoints.flatMap(endpointViolations)];
}

/** The name in the folder's package.json without its scope; null without one. */
function packageOf(folder: string): string | null {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return null;
  const [, name] = /"name"\s*:\s*"(?:@[^"/]+\/)?([^"]+)"/.exec(readFileSync(file, "utf8")) ?? [];
  return name ?? null;
}

function endpointViolations(endpoint: RegisteredEndpoint): Violation[] {
  const violations: Violation[] = [];
  const where = `endpoints.${endpoint.key}`;
  if (endpoint.key === IDENTITY)
    violations.push({
      where,
      message: `cannot have this name: fixtures/${IDENTITY}.json is the fixture of the identity.`,
    });
  if (endpoint.def.description.length < SHORTEST_DESCRIPTION)
    violations.push({ where: `${where}.description`, message: "is too short." });
  violations.push(...effectViolations(endpoint), ...listInputViolations(endpoint));
  const partOf = new Map<string, string>();
  for (const [part, schema] of Object.entries(endpoint.input) as [string, TObject | null][]) {
    if (!schema) continue;
    violations.push(...undescribed(schema, `${where}.${part}`));
    for (const name of Object.keys(schema.properties)) {
      const other = partOf.get(name);
      if (other) {
        const message = `is also in ${other}; the arguments of a tool are one object.`;
        violations.push({ where: `${where}.${part}.${name}`, message });
      }
      partOf.set(name, part);
    }
  }
  return violations;
}

/** Properties without a description, in objects, lists and unions at any depth. */
function undescribed(schema: TSchema, where: string): Violation[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items].flat() : [])] as TSchema[];
  return [
    ...inner.flatMap((part) => undescribed(part, where)),
    ...Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, field]) => [
      ...(field.description ? [] : [{ where: `${where}.${name}`, message: "has no description." }]),
      ...undescribed(field, `${where}.${name}`),
    ]),
  ];
}
