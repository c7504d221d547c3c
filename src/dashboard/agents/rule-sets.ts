// Ready-made rules, which one press adds.
import { RULE_EFFECTS } from "../../agents/policies/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
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

/** The providers at which money moves, for a gateway whose endpoints do not say whether they spend. */
const MONEY_PROVIDERS = ["stripe", "shopify"];

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

/** Those that this gateway's providers have a use for. */
export function ruleSets(registry: Registry): RuleSet[] {
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
    ...moneyRule(registry).map(({ text, when }) => ({
      ...title("money"),
      text,
      rule: rule("money", { when, outcome: "deny", reason: tr("Agents move no money here.") }),
    })),
  ];
}

function moneyRule(registry: Registry): { text: string; when: ReadRule["when"] }[] {
  if ((RULE_EFFECTS as readonly string[]).includes("spends"))
    return [{ text: tr("Denies every call that pays, transfers or refunds."), when: { effect: "spends" } }];
  const providers = MONEY_PROVIDERS.filter((id) => registry.providers.has(id));
  if (providers.length === 0) return [];
  const names = providers.map((id) => registry.provider(id)?.name ?? id).join(", ");
  const text = tr("Denies every change at the providers where money moves: {names}. Reading stays allowed.", { names });
  return [{ text, when: { provider: providers, effect: ["writes", "destroys"] } }];
}

/** Whether the policy has the rule under any reason, so that it would not be added twice. */
export const hasSet = (policy: Pick<PolicyView, "rules">, { rule }: RuleSet): boolean =>
  policy.rules.some((one) => {
    const { name, outcome, when } = readRule(one);
    return name === rule.name || (outcome === rule.outcome && JSON.stringify(when) === JSON.stringify(rule.when));
  });
