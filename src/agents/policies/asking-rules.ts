// Every rule that asks about a call, not only the one that decides: a person's yes to one of them is no yes to the others.
import { createHash } from "node:crypto";
import type { AskingRule, CallFacts, RuledCall, Scope } from "./model.ts";
import { type CompiledPolicy, type CompiledRule, decisionOf, knownOf, outcomeOf, readCall } from "./rules.ts";

/** Those of a call that no rule denies, the outermost scope's first. A default that asks is one, too. */
export function askingRules(
  policies: readonly CompiledPolicy[],
  call: RuledCall,
  given: CallFacts,
): readonly AskingRule[] {
  const read = readCall(call);
  const facts = { ...given, known: knownOf(policies, given) };
  return policies.flatMap((policy) => {
    const asking = policy.rulesOf(call.tool).filter((rule) => rule.outcome === "ask" && rule.applies(read, facts));
    if (asking.length > 0) return asking.map((rule) => askingRule(policy, rule));
    return outcomeOf(policy, read, facts).outcome === "ask" ? [askingRule(policy, null)] : [];
  });
}

function askingRule(policy: CompiledPolicy, rule: CompiledRule | null): AskingRule {
  const { explanation } = decisionOf({ policy, outcome: "ask", rule });
  return {
    rule: rule?.name ?? null,
    scope: policy.scope.kind,
    question: questionOf(policy.scope, rule),
    explanation,
  };
}

const questions = new WeakMap<CompiledRule, string>();

/**
 * The rule with its kind of scope, as a hash: the same rule of an agent's next session asks the same question, and a rule that has
 * changed asks another one.
 */
function questionOf({ kind }: Scope, rule: CompiledRule | null): string {
  if (rule === null) return `${kind} default`;
  const known = questions.get(rule) ?? hashOf([kind, rule.reason, rule.when]);
  questions.set(rule, known);
  return known;
}

const hashOf = (parts: readonly unknown[]) => createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
