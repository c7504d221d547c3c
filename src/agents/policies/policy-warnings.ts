// Warns of rules that never decide: the most restrictive rule wins, so that an exception to a stricter rule does nothing.
import { type PolicyData, RULE_EFFECTS, type Rule, type RuleEffect, severityOf } from "./model.ts";
import { type RuledRegistry, toolCondition, toolsOf } from "./rule-tools.ts";

const MAX_WARNINGS = 20;

interface Extent {
  rule: Rule;
  name: string;
  /** One bit for each tool. */
  tools: Uint32Array;
  /** One bit for each effect. */
  effects: number;
  /** The other conditions, each as a text; empty where there is none. */
  others: readonly string[];
}

/** Sentences about rules that change nothing, twenty at most. */
export function policyWarnings(policy: PolicyData, registry: RuledRegistry): string[] {
  const extents = extentsOf(policy, registry);
  const warnings: string[] = [];
  const isAllowed = (policy.default ?? "allow") === "allow";
  for (const one of extents) {
    if (warnings.length >= MAX_WARNINGS) break;
    const stricter = extents.find((other) => isStricter(other, one) && covers(other, one));
    if (stricter)
      warnings.push(
        `Rule ${one.name} (${one.rule.outcome}) never decides: rule ${stricter.name} (${stricter.rule.outcome}) applies to the same calls, and the most restrictive rule wins.`,
      );
    else if (one.rule.outcome === "allow" && isAllowed)
      warnings.push(
        `Rule ${one.name} allows what the policy's default allows already. A rule that allows has an effect only beside a stricter default, and lifts no other rule.`,
      );
  }
  return warnings;
}

function extentsOf({ rules }: PolicyData, registry: RuledRegistry): Extent[] {
  const tools = toolsOf(registry);
  return rules.map((rule, index) => {
    const isAbout = toolCondition(rule, registry);
    const bits = new Uint32Array(Math.ceil(tools.length / 32));
    tools.forEach((tool, at) => {
      if (isAbout(tool)) bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
    });
    const { effect, arguments: args, session, time, recipients } = rule.when;
    const others = [args, session, time, recipients].map((one) => (one === undefined ? "" : JSON.stringify(one)));
    return { rule, name: JSON.stringify(rule.name ?? String(index + 1)), tools: bits, effects: bitsOf(effect), others };
  });
}

const ANY_EFFECT = (1 << RULE_EFFECTS.length) - 1;

/** Without a condition it is every effect. */
function bitsOf(effect: RuleEffect | readonly RuleEffect[] | undefined): number {
  if (effect === undefined) return ANY_EFFECT;
  return [effect].flat().reduce((bits, one) => bits | (1 << RULE_EFFECTS.indexOf(one)), 0);
}

/** A rule that redacts takes nothing from one that allows, and nothing but a denial from it. */
function isStricter({ rule: one }: Extent, { rule: other }: Extent): boolean {
  if (one.outcome === "redact" || (other.outcome === "redact" && one.outcome !== "deny")) return false;
  return severityOf(one.outcome) > severityOf(other.outcome);
}

/** Whether every call to which the second rule applies is one of the first's. */
function covers(one: Extent, other: Extent): boolean {
  if ((other.effects & ~one.effects) !== 0) return false;
  if (!one.others.every((text, at) => text === "" || text === other.others[at])) return false;
  return other.tools.every((bits, at) => (bits & ~(one.tools[at] as number)) === 0);
}
