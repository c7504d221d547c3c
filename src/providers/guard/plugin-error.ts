// The error of a call that ends because of its plugin's own code.
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";

/** `result`: it does not fit the declared shape. `deadline`: the code ran too long. */
export type PluginErrorReason = "result" | "deadline";

/** Nothing of a value is in it: only the plugin, the part that failed, and declared names. */
export class PluginError extends AppError {
  override name = "PluginError";
}

const WHAT: Record<PluginErrorReason, string> = {
  result: "returned a result that it does not declare",
  deadline: "took too long and was stopped",
};

/** `part` is a dotted path in the plugin, such as `endpoints.get_item`; `path` a JSON pointer in the result. */
export function brokenPart(
  { id, name }: Pick<Provider, "id" | "name">,
  reason: PluginErrorReason,
  part: string,
  path: string | null = null,
): PluginError {
  const at = path === null ? "" : ` at ${path}`;
  const message = `The gateway's plugin for ${name} ${WHAT[reason]}${at} (${part}): its operator must mend the plugin. ${name} may have carried the call out: look before you repeat a change.`;
  return new PluginError("PLUGIN_ERROR", message, { provider: id, reason, part, path });
}

/** For a plugin that did not load; nobody's call helps before the operator has mended it. */
export function unavailablePlugin(id: string): PluginError {
  const message = `The gateway's plugin "${id}" does not load, and nothing was sent. Its operator must mend it; the gateway's log and \`gateway doctor\` say what is wrong.`;
  return new PluginError("PLUGIN_UNAVAILABLE", message, { provider: id, reason: "not_loaded", part: null });
}

/** For a part that is out of use after it ran too long; `retryAfter` in seconds. */
export function unavailablePart(
  { id, name }: Pick<Provider, "id" | "name">,
  part: string,
  retryAfter: number,
): PluginError {
  const message = `The gateway's plugin for ${name} took too long (${part}) and is out of use for ${retryAfter} seconds; nothing was sent. Its operator must mend the plugin.`;
  return new PluginError("PLUGIN_UNAVAILABLE", message, { provider: id, reason: "quarantined", part }, retryAfter);
}
