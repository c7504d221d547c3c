// The conformance kit: everything a plugin must fulfil beyond its types, in sentences a contributor can act on.
import type { Provider } from "../plugin/index.ts";
import { pluginProblems } from "../registry/plugin-violations.ts";
import { buildRegistry } from "../registry/registry.ts";
import { declarationFindings } from "./declarations.ts";
import { fixtureFindings } from "./fixture-files.ts";
import { identityFindings } from "./identity-fixtures.ts";
import { sourceFindings } from "./source-files.ts";
import type { Finding } from "./violation.ts";
import { webhookFindings } from "./webhook-fixtures.ts";

export type { Finding } from "./violation.ts";

/** Checks a loaded plugin and its folder; an empty list means that it conforms. */
export async function checkPlugin(plugin: Provider, folder: string): Promise<Finding[]> {
  const broken = pluginProblems(plugin).map(({ field, message }) => ({ where: field, message }));
  if (broken.length > 0) return broken;
  const { endpoints } = buildRegistry([plugin]);
  return [
    ...declarationFindings(plugin, folder, endpoints),
    ...sourceFindings(folder),
    ...(await fixtureFindings(plugin, folder, endpoints)),
    ...(await identityFindings(plugin, folder)),
    ...(await webhookFindings(plugin, folder)),
  ];
}
