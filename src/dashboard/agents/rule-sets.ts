// Ready-made rules, which one press adds.
import { type Message, message, tr } from "../../web/pages/messages.ts";
import { type ReadRule, readRule } from "./rule-text.tsx";
import type { PolicyView } from "./rules-scope.ts";

export const RULE_SETS = ["leaves", "read-only", "money"] as const;
export type RuleSetId = (typeof RULE_SETS)[number];

export interface RuleSet {
  id: RuleSetId;
  title: string;
  text: string;
  rule: ReadRule;
}

const NAMES: Record<RuleSetId, string> = {
  leaves: "ask before anything leaves",
  "read-only": "read only",
  money: "no money",
};
const TITLES: Record<RuleSetId, Message> = {
  leaves: message("Ask before anything leaves"),
  "read-only": message("Read only"),
  money: message("No money"),
};

export function ruleSets(): RuleSet[] {
  const title = (id: RuleSetId) => ({ id, title: tr(TITLES[id]) });
  const rule = (id: RuleSetId, rest: Omit<ReadRule, "name">): ReadRule => ({ name: NAMES[id], ...rest });
  return [
    {
      ...title("leaves"),
      text: tr("Asks a person before a call sends, shares or shows something to somebody else."),
      rule: rule("leaves", {
        when: { effect: "reaches" },
        outcome: "ask",
        reason: tr("A person confirms what others get."),
      }),
    },
    {
      ...title("read-only"),
      text: tr("Denies every call that creates, changes or deletes something."),
      rule: rule("read-only", {
        when: { effect: ["writes", "destroys"] },
        outcome: "deny",
        reason: tr("Only reading is allowed here."),
      }),
    },
    {
      ...title("money"),
      text: tr("Denies every call that pays, transfers or refunds."),
      rule: rule("money", { when: { effect: "spends" }, outcome: "deny", reason: tr("Agents move no money here.") }),
    },
  ];
}

/** Whether the policy has the rule under any reason, so that it would not be added twice. */
export const hasSet = (policy: Pick<PolicyView, "rules">, { rule }: RuleSet): boolean =>
  policy.rules.some((one) => {
    const { name, outcome, when } = readRule(one);
    return name === rule.name || (outcome === rule.outcome && JSON.stringify(when) === JSON.stringify(rule.when));
  });
