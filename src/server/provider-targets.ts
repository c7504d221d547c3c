// The targets of the providers, with the operator's overrides.
import type { Config } from "../foundation/config/config.ts";
import type { Log } from "../foundation/log/log.ts";
import type { Provider } from "../plugin/index.ts";
import { resolveTarget, type Target } from "../providers/upstream/target.ts";
import type { AppOptions } from "./app.ts";
import type { Deps } from "./deps.ts";

/** Finds a provider's target. The start has checked that the operator's settings fit the plugins. */
export function targetsOf({ config, plugins, log }: Pick<AppOptions, "config" | "plugins" | "log">): Deps["target"] {
  const settingsOf = ({ id, settings = {} }: Provider) => config.provider(id, Object.keys(settings));
  const targets = new Map(plugins.map((plugin) => [plugin.id, resolveTarget(plugin, settingsOf(plugin))]));
  logOverrides(log, config, targets);
  return (id) => {
    const target = targets.get(id);
    if (!target) throw new Error(`The plugin "${id}" is not loaded.`);
    return target;
  };
}

/** Logs which of a plugin's URLs the start-up configuration overrides. */
function logOverrides(log: Log, config: Config, targets: Map<string, Target>): void {
  for (const id of config.configuredProviders) {
    const target = targets.get(id);
    if (!target) continue;
    const { clientId: _id, clientSecret: _secret, ...overrides } = config.provider(id);
    if (Object.keys(overrides).length > 0)
      log.info("provider_overridden", { provider: id, overrides: Object.keys(overrides) });
  }
}
