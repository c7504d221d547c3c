// `gateway/testing`: the conformance kit, which checks everything a plugin must fulfil beyond its types.
import type { Provider } from "../../plugin/index.ts";
import { pluginViolations } from "../../providers/registry/plugin-violations.ts";
import { buildRegistry } from "../../providers/registry/registry.ts";
import { RESERVED_IDS } from "../../server/reserved-ids.ts";
import { declarationViolations } from "./declarations.ts";
import { fixtureFileViolations, strayFixtures } from "./fixture-files.ts";
import { functionViolations } from "./function-probes.ts";
import { helperViolations } from "./helper-options.ts";
import { identityFileViolations } from "./identity-fixtures.ts";
import { oauthFileViolations } from "./oauth-fixtures.ts";
import { withPositions } from "./positions.ts";
import { readBackViolations } from "./read-back.ts";
import { readmeViolations } from "./readme.ts";
import { sentenceViolations } from "./sentences.ts";
import { sharedViolations } from "./shared-things.ts";
import { sourceViolations } from "./source-files.ts";
import { sourceFileViolations } from "./source-fixtures.ts";
import { tenantViolations } from "./tenant-values.ts";
import { toolNameViolations } from "./tool-names.ts";
import { translationViolations } from "./translations.ts";
import { unsentViolations } from "./unsent-requests.ts";
import { inFolder, type Violation } from "./violation.ts";
import { webhookFileViolations } from "./webhook-fixtures.ts";

export { loadViolations } from "./load-violations.ts";
export type { Violation } from "./violation.ts";

/**
 * Checks a plugin (the default export of its `index.ts`) and its folder: declarations, source and fixtures. An empty list
 * means that it conforms. Of a plugin whose declarations cannot be served no fixture is run. Works without a network.
 */
export async function checkPlugin(plugin: Provider, folder: string): Promise<Violation[]> {
  const unservable = pluginViolations(plugin, RESERVED_IDS).map(({ field, message }) => ({ where: field, message }));
  const ofSource = [...sourceViolations(folder), ...helperViolations(folder)];
  if (unservable.length > 0) return inFolder([...withPositions(unservable, folder), ...ofSource], folder);
  const { endpoints } = buildRegistry([plugin]);
  const ofFixtures = [
    ...strayFixtures(folder),
    ...sharedViolations(folder),
    ...(await fixtureFileViolations(plugin, folder, endpoints)),
    ...(await identityFileViolations(plugin, folder)),
    ...(await oauthFileViolations(plugin, folder)),
    ...(await webhookFileViolations(plugin, folder)),
    ...(await sourceFileViolations(plugin, folder)),
  ];
  const violations = [
    ...withPositions(declarationViolations(plugin, folder, endpoints), folder),
    ...ofSource,
    ...toolNameViolations(folder, endpoints),
    ...withPositions(sentenceViolations(plugin, endpoints), folder),
    ...withPositions(readBackViolations(endpoints), folder),
    ...withPositions(translationViolations(plugin), folder),
    ...withPositions(await functionViolations(plugin), folder),
    ...withPositions(tenantViolations(plugin, folder), folder),
    ...readmeViolations(plugin, folder, endpoints),
    ...ofFixtures,
    // A request that differs from its fixture is one mistake, and said once.
    ...(ofFixtures.length === 0 ? unsentViolations(folder) : []),
  ];
  return inFolder(violations, folder);
}
