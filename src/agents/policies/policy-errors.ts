// Checks a rule set when it is set, beyond its schema: names that the registry has, and predicates that fit their tools.
import { nearest } from "../../foundation/schema/nearest.ts";
import { fieldError, redactedFields } from "../../providers/registry/redactions.ts";
import { globError } from "./glob.ts";
import { isTimeZone } from "./local-time.ts";
import type { PolicyData, Rule } from "./model.ts";
import { predicateErrors } from "./predicate-errors.ts";
import { namesCondition, type RuledRegistry, type RuledTool, toolCondition, toolsOf } from "./rule-tools.ts";

/** Past it no error is looked for. */
const MAX_ERRORS = 20;
/** Bytes of a rule set as JSON. */
export const MAX_POLICY_BYTES = 512 * 1024;

/** `path` is a JSON pointer from the rule set on. */
export interface PolicyError {
  path: string;
  message: string;
}

/** Every error of a rule set that its schema has passed, twenty at most. */
export function policyErrors(policy: PolicyData, registry: RuledRegistry): PolicyError[] {
  if (Buffer.byteLength(JSON.stringify(policy)) > MAX_POLICY_BYTES)
    return [{ path: "/rules", message: `The rules are larger than ${MAX_POLICY_BYTES / 1024} KiB as JSON.` }];
  const errors: PolicyError[] = [];
  const known = namesIn(toolsOf(registry));
  const names = new Set<string>();
  for (const [index, rule] of policy.rules.entries()) {
    const at = `/rules/${index}`;
    if (rule.name !== undefined && names.has(rule.name))
      errors.push({ path: `${at}/name`, message: `There are two rules named "${rule.name}".` });
    if (rule.name !== undefined) names.add(rule.name);
    const ofCondition = conditionErrors(rule, registry, known);
    errors.push(...ofCondition.map(({ path, message }) => ({ path: `${at}/when${path}`, message })));
    const ofFields = ofCondition.length > 0 ? [] : fieldErrors(rule, registry, known);
    errors.push(...ofFields.map(({ path, message }) => ({ path: `${at}${path}`, message })));
    if (errors.length >= MAX_ERRORS) break;
  }
  return errors.slice(0, MAX_ERRORS);
}

interface KnownNames {
  providers: ReadonlySet<string>;
  services: ReadonlySet<string>;
  tools: readonly string[];
  all: readonly RuledTool[];
}

function namesIn(tools: readonly RuledTool[]): KnownNames {
  return {
    providers: new Set(tools.map(({ provider }) => provider.id)),
    services: new Set(tools.flatMap(({ service, provider }) => [service, `${provider.id}:${service}`])),
    tools: tools.map(({ tool }) => tool),
    all: tools,
  };
}

function conditionErrors(rule: Rule, registry: RuledRegistry, known: KnownNames): PolicyError[] {
  const { when } = rule;
  const errors = [
    ...unknownNames("provider", when.provider, known.providers),
    ...unknownNames("service", when.service, known.services),
    ...unknownTools(when.tool, registry, known),
    ...timeErrors(when.time),
  ];
  const about = errors.length > 0 ? [] : known.all.filter(toolCondition(rule, registry));
  if (errors.length === 0 && about.length === 0)
    errors.push({
      path: "",
      message: "No tool is of this provider, service and name at once, so the rule would never apply.",
    });
  if (when.arguments === undefined) return errors;
  const inputs = about.length > 0 ? about.map(({ input }) => input) : null;
  const ofArguments = predicateErrors(when.arguments, inputs);
  return [...errors, ...ofArguments.map(({ path, message }) => ({ path: `/arguments${path}`, message }))];
}

/** Whether a result has what a rule hides; its condition is right. */
function fieldErrors({ outcome, fields, ...rule }: Rule, registry: RuledRegistry, { all }: KnownNames): PolicyError[] {
  if (outcome !== "redact")
    return fields === undefined ? [] : [{ path: "/fields", message: "Only a rule that redacts has fields." }];
  const isAbout = toolCondition(rule, registry);
  const raw = new Set(registry.rawTools.values());
  const tools = all.filter((tool) => isAbout(tool) && !raw.has(tool));
  if (tools.length === 0)
    return [{ path: "/outcome", message: "The response of a raw request cannot be redacted. Deny it instead." }];
  if (fields === undefined && !tools.some((tool) => redactedFields(tool, undefined).length > 0))
    return [{ path: "/outcome", message: "No result of these tools has a text that others may have written." }];
  return (fields ?? []).flatMap((field, index) => {
    const message = fieldError(field, tools);
    return message === null ? [] : [{ path: `/fields/${index}`, message }];
  });
}

type Names = string | readonly string[] | undefined;

function unknownNames(what: "provider" | "service", given: Names, known: ReadonlySet<string>): PolicyError[] {
  const unknown = [given ?? []].flat().filter((name) => !known.has(name));
  return unknown.slice(0, MAX_ERRORS).map((name) => notThere(what, name, [...known]));
}

function unknownTools(given: Names, registry: RuledRegistry, known: KnownNames): PolicyError[] {
  return [given ?? []].flat().flatMap((name): PolicyError[] => {
    const wrong = globError(name);
    if (wrong !== null) return [{ path: "/tool", message: `"${name.slice(0, 60)}" ${wrong}.` }];
    return known.all.some(namesCondition([name], registry)) ? [] : [notThere("tool", name, known.tools)];
  });
}

function notThere(what: string, name: string, known: readonly string[]): PolicyError {
  const meant = nearest(name, known);
  const hint = meant === null ? "" : `; perhaps you mean "${meant}"`;
  return { path: `/${what}`, message: `There is no ${what} "${name.slice(0, 60)}"${hint}.` };
}

function timeErrors(time: Rule["when"]["time"]): PolicyError[] {
  if (time === undefined) return [];
  const errors: PolicyError[] = [];
  if (!isTimeZone(time.zone))
    errors.push({ path: "/time/zone", message: `"${time.zone}" is not a time zone such as Europe/Berlin or UTC.` });
  if (time.from !== undefined && time.from === time.to)
    errors.push({ path: "/time/to", message: "`to` is the same as `from`. Leave both out for the whole day." });
  return errors;
}
