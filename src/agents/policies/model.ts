// Policies as data: rules on calls, by scope, and what they say of one call.
import { type Static, Type as t } from "@sinclair/typebox";
import { oneOf } from "../../plugin/fields.ts";
import type { RedactedField } from "../../providers/registry/redactions.ts";
import type { ArgumentPredicates } from "./predicates.ts";
import type { KnownRecipients, Recipients } from "./recipients.ts";

/** From the outermost to the innermost: no scope weakens one before it. */
export const SCOPE_KINDS = ["operator", "partner", "user", "account", "key", "session"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/** Whose policy it is; the operator's has no id. */
export interface Scope {
  kind: ScopeKind;
  id: string | null;
}

export const OPERATOR_SCOPE: Scope = { kind: "operator", id: null };

/** From the mildest to the most restrictive, which wins. */
export const OUTCOMES = ["allow", "redact", "ask", "deny"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const severityOf = (outcome: Outcome): number => OUTCOMES.indexOf(outcome);

/** Those of calls to which no rule applies: only a rule says which fields are hidden. */
export const DEFAULT_OUTCOMES = ["allow", "ask", "deny"] as const;
type DefaultOutcome = (typeof DEFAULT_OUTCOMES)[number];

/** `reaches`: somebody besides the owner gets something; `spends`: money moves; whatever else the call does. */
export const RULE_EFFECTS = ["reads", "writes", "destroys", "reaches", "spends"] as const;
export type RuleEffect = (typeof RULE_EFFECTS)[number];

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export const MAX_RULES = 1000;
const MAX_NAMES = 100;
const MAX_FIELDS = 50;

const names = (description: string) =>
  t.Union(
    [
      t.String({ minLength: 1, maxLength: 200 }),
      t.Array(t.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: MAX_NAMES }),
    ],
    { description },
  );
const clock = (description: string) =>
  t.String({ pattern: "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$", examples: ["18:00"], description });

const When = t.Object(
  {
    provider: t.Optional(names("Ids of providers.")),
    service: t.Optional(names("Services, such as gmail or microsoft:mail.")),
    tool: t.Optional(names("Names of tools; * stands for any characters, as in github_*.")),
    effect: t.Optional(
      t.Union(
        [
          oneOf(RULE_EFFECTS, "An effect."),
          t.Array(oneOf(RULE_EFFECTS, "An effect."), { minItems: 1, maxItems: RULE_EFFECTS.length }),
        ],
        { description: "What the call does; with several, one is enough." },
      ),
    ),
    arguments: t.Optional(
      t.Record(t.String(), t.Object({}, { additionalProperties: true }), {
        description:
          "Predicates by argument path, such as to or attendees.email. Operators: matches, not_matches, equals, not_equals, in, not_in, at_most, at_least, above, below, before, after, count_at_most, count_at_least, absent.",
      }),
    ),
    recipients: t.Optional(
      t.Literal("unknown", {
        description:
          "Whether the call reaches somebody whom neither the session's input nor known_recipients names, or names nobody.",
      }),
    ),
    session: t.Optional(
      t.Object(
        {
          has_read_private: t.Optional(
            t.Boolean({ description: "Whether the session has read the owner's own data." }),
          ),
          has_read_untrusted: t.Optional(
            t.Boolean({ description: "Whether the session has read text that others have written." }),
          ),
        },
        { minProperties: 1, description: "Facts of the caller's session. A caller without a session has none." },
      ),
    ),
    time: t.Optional(
      t.Object(
        {
          zone: t.String({ minLength: 1, maxLength: 64, description: "A time zone, such as Europe/Berlin." }),
          days: t.Optional(
            t.Array(oneOf(DAYS, "A day of the week."), { minItems: 1, maxItems: DAYS.length, uniqueItems: true }),
          ),
          from: t.Optional(clock("The first minute, such as 18:00.")),
          to: t.Optional(clock("The minute before which it ends. Before `from`, it is the next day's.")),
        },
        { description: "When the call is made. Without days it is every day, without from and to the whole day." },
      ),
    ),
  },
  {
    description: "What a call must be for the rule to apply. Every condition must hold; without any, it is every call.",
  },
);

export const RuleShape = t.Object(
  {
    name: t.Optional(t.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9][A-Za-z0-9 ._-]*$" })),
    when: When,
    outcome: oneOf(OUTCOMES, "What happens to the call. redact: it is made, and its result lacks the fields."),
    fields: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f]*$" }), {
        minItems: 1,
        maxItems: MAX_FIELDS,
        description:
          "Of a rule that redacts: texts, addresses and links of the result that are hidden, such as body or from.email. Without it, all that others may have written.",
      }),
    ),
    reason: t.String({
      minLength: 1,
      maxLength: 300,
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      description: "Why, as a sentence for the person who made the call.",
    }),
  },
  { title: "PolicyRule" },
);

export const PolicyBody = t.Object({
  default: t.Optional(
    oneOf(
      DEFAULT_OUTCOMES,
      "What happens to calls to which no rule applies. The default is allow: other scopes decide.",
    ),
  ),
  rules: t.Array(RuleShape, { maxItems: MAX_RULES }),
  known_recipients: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 320, pattern: "^[^\\u0000-\\u001f\\u007f]*$" }), {
      maxItems: MAX_NAMES,
      description: "Whom rules about unknown recipients take for known, such as *@acme.example.",
    }),
  ),
});
export type PolicyBody = Static<typeof PolicyBody>;

type RuleData = Static<typeof RuleShape>;
export interface Rule extends Omit<RuleData, "when" | "outcome"> {
  when: Omit<RuleData["when"], "arguments"> & { arguments?: ArgumentPredicates };
  outcome: Outcome;
}

export interface PolicyData {
  default?: DefaultOutcome;
  rules: readonly Rule[];
  known_recipients?: readonly string[];
}

/** What rules look at, of one call. */
export interface RuledCall {
  tool: string;
  effect: "reads" | "writes" | "destroys";
  /** Whether somebody besides the owner gets something by this call. */
  reaches: boolean;
  spends: boolean;
  /** Whom it reaches; of an endpoint that does not say, nobody who could be known. */
  recipients: Recipients;
  /** Every argument by its name, from path, query and body. */
  args: Readonly<Record<string, unknown>>;
}

/** What rules look at beside the call. */
export interface CallFacts {
  /** Unix time in milliseconds. */
  now: number;
  /** Null for a caller without a session. */
  session: SessionFacts | null;
  /** Who is known, beside those of policies. */
  known: readonly KnownRecipients[];
}

/** What an agent session, and those above and below it, have received. */
export interface SessionFacts {
  /** Text out of the owner's services: mails, files, messages, tickets. */
  readonly has_read_private: boolean;
  /** Text that others than the owner have written. */
  readonly has_read_untrusted: boolean;
}

export interface Decision {
  outcome: Outcome;
  /** What the result of the call lacks, by all rules that redact together. */
  redacts: readonly RedactedField[];
  /** The rule that decided, by its name or its position from 1 on; null where no rule did. */
  rule: string | null;
  /** Null where every scope allows by default. */
  scope: Scope | null;
  reason: string | null;
  /** What decided, as a sentence. */
  explanation: string;
}

/** A rule that asks about a call, or with null the default of its scope. */
export interface AskingRule {
  rule: string | null;
  scope: ScopeKind;
  /** Stands for the rule as it is now. */
  question: string;
  /** Why a person must decide, as a sentence. */
  explanation: string;
}

/** A decision about a request. */
export interface RequestDecision extends Decision {
  /** Every rule that asks, the one that decided first; empty where the outcome is another one. */
  asking: readonly AskingRule[];
}
