// Compiles rule sets into tables by tool and evaluates calls, as pure functions: the same call, facts and rules have the same
// outcome by every way of a call.

import { type RedactedField, redactedFields } from "../../providers/registry/redactions.ts";
import { type ArgumentReader, readArguments } from "./argument-values.ts";
import { localClock, minuteOf } from "./local-time.ts";
import {
  type CallFacts,
  type Decision,
  type Outcome,
  type PolicyData,
  type Rule,
  type RuledCall,
  type RuleEffect,
  type Scope,
  severityOf,
} from "./model.ts";
import { compilePredicates } from "./predicates.ts";
import { type KnownRecipients, knownByPatterns, reachesOnlyKnown } from "./recipients.ts";
import { type RuledRegistry, type RuledTool, toolCondition } from "./rule-tools.ts";

/** One scope's rules, ready to evaluate. */
export interface CompiledPolicy {
  readonly scope: Scope;
  readonly default: Outcome;
  /** How many rules it has, and one for itself. */
  readonly size: number;
  /** Whom it takes for known; null where it names nobody. */
  readonly known: KnownRecipients | null;
  /** The rules that can apply to a tool, the most restrictive first. */
  rulesOf(tool: string): readonly CompiledRule[];
}

export interface CompiledRule {
  /** The rule's name, or its position from 1 on. */
  readonly name: string;
  readonly outcome: Outcome;
  readonly reason: string;
  /** What the tool's result then lacks; empty but for a rule that redacts. */
  readonly redacts: readonly RedactedField[];
  readonly when: Rule["when"];
  /** Whether it applies to a call of its tools. A rule that allows must hold for certain, the others only perhaps. */
  applies(call: ReadCall, facts: CallFacts): boolean;
}

/** A call whose arguments are read once for all rules. */
export interface ReadCall extends Omit<RuledCall, "args"> {
  args: ArgumentReader;
}

export const readCall = ({ args, ...call }: RuledCall): ReadCall => ({ ...call, args: readArguments(args) });

/** Compiles rules without errors (`policyErrors`). A tool's rules are found at its first call, and remembered. */
export function compilePolicy(scope: Scope, policy: PolicyData, registry: RuledRegistry): CompiledPolicy {
  const rules = policy.rules.map((rule, index) => ({
    rule: compileRule(rule, index),
    fields: rule.fields,
    isAbout: toolCondition(rule, registry),
  }));
  const byTool = new Map<string, readonly CompiledRule[]>();
  const { known_recipients: known = [] } = policy;
  return {
    scope,
    default: policy.default ?? "allow",
    size: rules.length + 1 + known.length,
    known: known.length > 0 ? knownByPatterns(known) : null,
    rulesOf(name) {
      const known = byTool.get(name);
      if (known) return known;
      const tool = registry.tool(name);
      const isRaw = tool !== undefined && registry.rawTools.get(tool.provider.id) === tool;
      const found = rules.flatMap(({ rule, fields, isAbout }) =>
        tool && isAbout(tool) ? ruleOfTool(rule, fields, isRaw ? null : tool) : [],
      );
      // The order among rules of one outcome stays: the first one decides.
      found.sort((a, b) => severityOf(b.outcome) - severityOf(a.outcome));
      // Names of tools are those of the registry, so the table is no larger than it.
      if (tool) byTool.set(name, found);
      return found;
    },
  };
}

const NOTHING: readonly RedactedField[] = [];

/** A rule as it is for one tool; one that redacts is none where the result has nothing to hide. A raw request, null, is denied. */
function ruleOfTool(rule: CompiledRule, fields: Rule["fields"], tool: RuledTool | null): CompiledRule[] {
  if (rule.outcome !== "redact") return [rule];
  if (tool === null) {
    const reason = `${rule.reason} The response of a raw request cannot be redacted; call the provider's tools.`;
    return [{ ...rule, outcome: "deny", reason }];
  }
  const redacts = redactedFields(tool, fields);
  return redacts.length === 0 ? [] : [{ ...rule, redacts }];
}

function compileRule({ name, when, outcome, reason }: Rule, index: number): CompiledRule {
  const conditions = [
    effectCondition(when),
    timeCondition(when),
    argumentCondition(when, outcome),
    recipientCondition(when),
    // The last one: the caller may have to read a session's facts for it.
    sessionCondition(when),
  ];
  const all = conditions.filter((condition) => condition !== null);
  return {
    name: name ?? String(index + 1),
    outcome,
    reason,
    redacts: NOTHING,
    when,
    applies(call, facts) {
      for (const holds of all) if (!holds(call, facts)) return false;
      return true;
    },
  };
}

type Condition = (call: ReadCall, facts: CallFacts) => boolean;

function effectCondition({ effect }: Rule["when"]): Condition | null {
  if (effect === undefined) return null;
  const effects = new Set<RuleEffect>([effect].flat());
  return (call) =>
    effects.has(call.effect) || (call.reaches && effects.has("reaches")) || (call.spends && effects.has("spends"));
}

/** Recipients who are known only perhaps are unknown. */
function recipientCondition({ recipients }: Rule["when"]): Condition | null {
  if (recipients === undefined) return null;
  return (call, { known }) => call.reaches && !reachesOnlyKnown(call.recipients, call.args, known);
}

function sessionCondition({ session }: Rule["when"]): Condition | null {
  if (session === undefined) return null;
  const { has_read_private: isPrivate, has_read_untrusted: isUntrusted } = session;
  return (_call, facts) =>
    facts.session !== null &&
    (isPrivate === undefined || facts.session.has_read_private === isPrivate) &&
    (isUntrusted === undefined || facts.session.has_read_untrusted === isUntrusted);
}

const DAY_MINUTES = 24 * 60;

function timeCondition({ time }: Rule["when"]): Condition | null {
  if (time === undefined) return null;
  const clock = localClock(time.zone);
  const days = time.days && new Set<string>(time.days);
  const from = time.from === undefined ? 0 : minuteOf(time.from);
  const to = time.to === undefined ? DAY_MINUTES : minuteOf(time.to);
  const isWithin = (minute: number) => (from < to ? minute >= from && minute < to : minute >= from || minute < to);
  return (_call, { now }) => {
    const { day, minute } = clock(now);
    return (days === undefined || days.has(day)) && isWithin(minute);
  };
}

function argumentCondition({ arguments: predicates }: Rule["when"], outcome: Outcome): Condition | null {
  if (predicates === undefined) return null;
  const { admits, restricts } = compilePredicates(predicates);
  return outcome === "allow" ? ({ args }) => admits(args) : ({ args }) => restricts(args);
}

/**
 * What one scope says of a call: its most restrictive rule that applies, else its default. A rule that redacts decides nothing
 * else: beside it a call is made as it would be without it.
 */
export function outcomeOf(
  policy: CompiledPolicy,
  call: ReadCall,
  facts: CallFacts,
): { outcome: Outcome; rule: CompiledRule | null } {
  let redacting: CompiledRule | null = null;
  for (const rule of policy.rulesOf(call.tool)) {
    if ((redacting !== null && rule.outcome === "redact") || !rule.applies(call, facts)) continue;
    if (rule.outcome === "redact") redacting = rule;
    else return { outcome: redacting?.outcome ?? rule.outcome, rule: redacting ?? rule };
  }
  if (redacting !== null && policy.default === "allow") return { outcome: "redact", rule: redacting };
  return { outcome: policy.default, rule: null };
}

/** Those whom policies and the session know. */
export const knownOf = (policies: readonly CompiledPolicy[], { known }: CallFacts): readonly KnownRecipients[] => [
  ...known,
  ...policies.flatMap((policy) => policy.known ?? []),
];

const NO_POLICY: Decision = Object.freeze({
  outcome: "allow",
  redacts: NOTHING,
  rule: null,
  scope: null,
  reason: null,
  explanation: "No rule restricts this call.",
});

/** What policies say of a call together, the outermost first: the most restrictive outcome, of equal ones the outermost. */
export function evaluate(policies: readonly CompiledPolicy[], call: RuledCall, given: CallFacts): Decision {
  if (policies.length === 0) return NO_POLICY;
  const read = readCall(call);
  const facts = { ...given, known: knownOf(policies, given) };
  let worst: { policy: CompiledPolicy; outcome: Outcome; rule: CompiledRule | null } | null = null;
  for (const policy of policies) {
    const { outcome, rule } = outcomeOf(policy, read, facts);
    if (severityOf(outcome) > (worst === null ? 0 : severityOf(worst.outcome))) worst = { policy, outcome, rule };
    if (outcome === "deny") break;
  }
  if (worst === null) return NO_POLICY;
  const redacts = worst.outcome === "deny" ? NOTHING : redactionsOf(policies, read, facts);
  return decisionOf(worst, redacts);
}

/** What every rule that redacts hides: one does so also where another one asks. */
function redactionsOf(policies: readonly CompiledPolicy[], call: ReadCall, facts: CallFacts): readonly RedactedField[] {
  const fields = new Map<string, RedactedField>();
  for (const policy of policies)
    for (const rule of policy.rulesOf(call.tool))
      if (rule.redacts.length > 0 && rule.applies(call, facts))
        for (const field of rule.redacts) fields.set(field.path, field);
  return fields.size === 0 ? NOTHING : [...fields.values()];
}

export function decisionOf(
  { policy, outcome, rule }: { policy: CompiledPolicy; outcome: Outcome; rule: CompiledRule | null },
  redacts: readonly RedactedField[] = NOTHING,
): Decision {
  const whose = `the ${policy.scope.kind}'s policy`;
  const explanation = rule
    ? `Rule ${JSON.stringify(rule.name)} of ${whose}: ${rule.reason}`
    : `No rule of ${whose} allows this call.`;
  return { outcome, redacts, rule: rule?.name ?? null, scope: policy.scope, reason: rule?.reason ?? null, explanation };
}
