// The rules of an agent session and of those above it: what their makers have set, and the safeguards that every session has.
import type { SafeguardOutcome, Safeguards } from "../../foundation/db/schema/agent-sessions.ts";
import type { AgentSession } from "../../identity/keys/model.ts";
import type { PolicyData, Rule } from "./model.ts";
import { type KnownRecipients, knownByPatterns, knownByText } from "./recipients.ts";
import type { RuledRegistry } from "./rule-tools.ts";
import { type CompiledPolicy, compilePolicy } from "./rules.ts";

export const SAFEGUARDS = ["destroys", "spends", "flow"] as const;
const DEFAULT: SafeguardOutcome = "ask";

export const safeguardOf = (safeguards: Safeguards, name: (typeof SAFEGUARDS)[number]): SafeguardOutcome =>
  safeguards[name] ?? DEFAULT;

/** What each safeguard is about, and its sentence for the person who is asked. */
const RULES: Readonly<Record<(typeof SAFEGUARDS)[number], Pick<Rule, "when" | "reason">>> = {
  destroys: { when: { effect: "destroys" }, reason: "This call deletes or ends something." },
  spends: { when: { effect: "spends" }, reason: "This call moves money." },
  // Reading the owner's own data is no condition: a call can forward or share what the session has never read.
  flow: {
    when: { effect: "reaches", recipients: "unknown", session: { has_read_untrusted: true } },
    reason:
      "The session has read text that others wrote, and this call reaches somebody whom the person who gave it its task did not name.",
  },
};

export interface SessionPolicies {
  /** The first session's before those of the sessions below it. */
  policies: readonly CompiledPolicy[];
  /** Whom the person named in the first session's input. */
  known: readonly KnownRecipients[];
}

const compiled = new WeakMap<AgentSession["rules"], SessionPolicies>();

/** Compiles a session's rules at its first call. */
export function policiesOfSession(session: AgentSession, registry: RuledRegistry): SessionPolicies {
  const found = compiled.get(session.rules) ?? compileSession(session, registry);
  compiled.set(session.rules, found);
  return found;
}

function compileSession({ rules, input }: AgentSession, registry: RuledRegistry): SessionPolicies {
  const policies = rules.toReversed().flatMap(({ id, policy, safeguards }, above) => {
    const scope = { kind: "session" as const, id };
    const data = policy as PolicyData | null;
    // A session below another may be an agent's own making: it names nobody who is then known.
    const own = data && { ...data, known_recipients: above === 0 ? data.known_recipients : undefined };
    return [
      compilePolicy(scope, { rules: safeguardRules(safeguards) }, registry),
      ...(own ? [compilePolicy(scope, own, registry)] : []),
    ];
  });
  if (input === null) return { policies, known: [] };
  return { policies, known: [typeof input === "string" ? knownByText(input) : knownByPatterns(input)] };
}

const safeguardRules = (safeguards: Safeguards): Rule[] =>
  SAFEGUARDS.flatMap((name) => {
    const outcome = safeguardOf(safeguards, name);
    return outcome === "allow" ? [] : [{ name: `safeguard ${name}`, outcome, ...RULES[name] }];
  });
