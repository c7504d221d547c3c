// The conformance kit: everything a plugin must fulfil beyond its types, in sentences a contributor can act on.
import type { Provider } from "../plugin/index.ts";
import { pluginViolations } from "../registry/plugin-violations.ts";
import { buildRegistry } from "../registry/registry.ts";
import { declarationViolations } from "./declarations.ts";
import { fixtureFileViolations } from "./fixture-files.ts";
import { identityFileViolations } from "./identity-fixtures.ts";
import { sourceViolations } from "./source-files.ts";
import type { Violation } from "./violation.ts";
import { webhookFileViolations } from "./webhook-fixtures.ts";

export type { Violation as Finding } from "./violation.ts";

/** Checks a loaded plugin and its folder; an empty list means that it conforms. */
export async function checkPlugin(plugin: Provider, folder: string): Promise<Violation[]> {
  const broken = pluginViolations(plugin).map(({ field, message }) => ({ where: field, message }));
  if (broken.length > 0) return broken;
  const { endpoints } = buildRegistry([plugin]);
  return [
    ...declarationViolations(plugin, folder, endpoints),
    ...sourceViolations(folder),
    ...(await fixtureFileViolations(plugin, folder, endpoints)),
    ...(await identityFileViolations(plugin, folder)),
    ...(await webhookFileViolations(plugin, folder)),
  ];
}
