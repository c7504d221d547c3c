// What a rule set would have done to calls of the usage log, which has the names of a call's arguments and not their values.

import { UNREAD } from "./argument-values.ts";
import { compared } from "./compared-value.ts";
import { OPERATOR_SCOPE, type Outcome, type PolicyData, type RuledCall, severityOf } from "./model.ts";
import type { Recipients } from "./recipients.ts";
import type { RuledRegistry } from "./rule-tools.ts";
import { compilePolicy, evaluate } from "./rules.ts";
import type { LoggedCalls } from "./store.ts";
import { YES } from "./verdict.ts";

/** Calls by what would have happened to them. */
export interface Replayed {
  tool: string;
  calls: number;
  allowed: number;
  to_confirm: number;
  denied: number;
  /** The values of the arguments would have decided. */
  undecided: number;
}

const NO_RECIPIENTS: Recipients = { of: () => [] };
const ANYBODY: Recipients = { of: () => [compared("anybody")] };

interface ReplayedTool {
  tool: string;
  effects: { effect: RuledCall["effect"]; reaches: boolean | { readonly when: readonly string[] }; spends?: true };
  /** Whom it reaches, as its endpoint declares; undefined where it does not. */
  recipients?: readonly string[];
}

/** The calls of each tool, those first of which most would have been stopped. A span's calls are taken as made at its begin. */
export function replay(
  policy: PolicyData,
  registry: RuledRegistry,
  logged: readonly LoggedCalls[],
  toolOf: (call: LoggedCalls) => ReplayedTool | undefined,
): Replayed[] {
  const policies = [compilePolicy(OPERATOR_SCOPE, policy, registry)];
  const byTool = new Map<string, Replayed>();
  for (const calls of logged) {
    const found = toolOf(calls);
    if (!found) continue;
    const { tool, effects, recipients } = found;
    const facts = { now: calls.from, session: null, known: [] };
    const { when } = typeof effects.reaches === "object" ? effects.reaches : { when: [] };
    const args = argumentsOf(calls.inputs);
    const call = { tool, effect: effects.effect, spends: effects.spends === true, recipients: NO_RECIPIENTS, args };
    const reaches =
      effects.reaches === true || (args === UNREAD ? when.length > 0 : when.some((name) => Object.hasOwn(args, name)));
    const outcomes = [
      evaluate(policies, { ...call, reaches }, facts).outcome,
      // Recipients who may have been known were so.
      evaluate(
        policies,
        { ...call, reaches: effects.reaches === true, args: {}, ...(recipients && { recipients: ANYBODY }) },
        { ...facts, known: [() => YES] },
      ).outcome,
    ];
    add(byTool, tool, calls.calls, outcomes as [Outcome, Outcome]);
  }
  const stopped = ({ to_confirm, denied, undecided }: Replayed) => to_confirm + denied + undecided;
  return [...byTool.values()].sort((a, b) => stopped(b) - stopped(a) || (a.tool < b.tool ? -1 : 1));
}

function argumentsOf(inputs: string | null): RuledCall["args"] {
  if (inputs === null) return {};
  // The log names only so many.
  if (inputs.endsWith("…")) return UNREAD as RuledCall["args"];
  return Object.fromEntries(inputs.split(",").map((input) => [input.slice(input.indexOf(".") + 1), UNREAD]));
}

function add(byTool: Map<string, Replayed>, tool: string, calls: number, [perhaps, surely]: [Outcome, Outcome]): void {
  const row = byTool.get(tool) ?? { tool, calls: 0, allowed: 0, to_confirm: 0, denied: 0, undecided: 0 };
  byTool.set(tool, row);
  row.calls += calls;
  if (severityOf(perhaps) !== severityOf(surely)) row.undecided += calls;
  else if (perhaps === "deny") row.denied += calls;
  else if (perhaps === "ask") row.to_confirm += calls;
  else row.allowed += calls;
}
