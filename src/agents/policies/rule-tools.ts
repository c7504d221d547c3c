// Which tools a rule is about, by what the registry knows of providers, services and names.
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { ArgumentSchemas } from "./argument-schemas.ts";
import { compileGlob } from "./glob.ts";
import type { Rule } from "./model.ts";

/** A tool as rules see it. */
export interface RuledTool {
  tool: string;
  service: string;
  provider: Pick<Provider, "id">;
  /** `def.previousNames` are keys, without the provider. */
  def: RegisteredEndpoint["def"];
  input: ArgumentSchemas;
}

/** What rules need of the registry. */
export interface RuledRegistry {
  endpoints: readonly RuledTool[];
  rawTools: ReadonlyMap<string, RuledTool>;
  tool(name: string): RuledTool | undefined;
}

export const toolsOf = ({ endpoints, rawTools }: RuledRegistry): RuledTool[] => [...endpoints, ...rawTools.values()];

const WILDCARD = /[*?\\]/;
const listed = (given: string | readonly string[]): readonly string[] => [given].flat();

/** Whether a rule's conditions on provider, service and tool hold for a tool. Made once for a rule. */
export function toolCondition({ when }: Pick<Rule, "when">, registry: RuledRegistry): (tool: RuledTool) => boolean {
  const providers = when.provider === undefined ? null : new Set(listed(when.provider));
  const services = when.service === undefined ? null : new Set(listed(when.service));
  const isNamed = when.tool === undefined ? null : namesCondition(listed(when.tool), registry);
  return (tool) => {
    if (isNamed?.(tool) === false) return false;
    const { id } = tool.provider;
    if (providers && !providers.has(id)) return false;
    return !services || services.has(tool.service) || services.has(`${id}:${tool.service}`);
  };
}

/** Whether one of these names and globs is a tool's. A name that a tool had before means the tool still. */
export function namesCondition(names: readonly string[], registry: RuledRegistry): (tool: RuledTool) => boolean {
  const exact = new Set(names.flatMap((name) => registry.tool(name)?.tool ?? []));
  const globs = names.filter((name) => WILDCARD.test(name)).map(compileGlob);
  return ({ tool, provider, def }) => {
    if (exact.has(tool)) return true;
    if (globs.length === 0) return false;
    const all = [tool, ...(def.previousNames ?? []).map((key) => `${provider.id}_${key}`)];
    return globs.some((matches) => all.some(matches));
  };
}
