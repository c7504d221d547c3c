// Policies over HTTP: what callers name, set and get.
import { type Static, Type as t } from "@sinclair/typebox";
import { nullable, oneOf } from "../../plugin/fields.ts";
import { FactsShape } from "./facts-shape.ts";
import type { PolicyData } from "./model.ts";
import { DEFAULT_OUTCOMES, OUTCOMES, PolicyBody, SCOPE_KINDS } from "./model.ts";
import type { PolicyRow } from "./store.ts";

/** The scopes that an owner sets; the operator's is in the admin API. */
export const OWN_SCOPES = ["user", "partner", "account", "key"] as const;
export type OwnScope = (typeof OWN_SCOPES)[number];

export const ScopeParam = t.Object({
  scope: oneOf(
    OWN_SCOPES,
    "user: calls for your own integrations. partner: calls for your connected accounts. account: for one of them. key: calls with one of your API keys.",
  ),
});
export const ScopeQuery = t.Object({
  id: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 520,
      description: "Which account or key: an id, or for an account external: and your own id. Only with these scopes.",
    }),
  ),
});

const version = t.Integer({
  minimum: 0,
  maximum: 1_000_000_000,
  description: "The version that this one replaces, as you read it; 0 for the first. With another, it is 409.",
});
export const ReplacePolicyBody = t.Object({ ...PolicyBody.properties, version });

const policy = {
  scope: oneOf(SCOPE_KINDS, "Whose calls it is about."),
  id: nullable(t.String({ description: "The user, account or key; null for the operator." })),
  version: t.Integer({ description: "Counts changes from 1 on; 0 where the scope never had a policy." }),
  default: oneOf(DEFAULT_OUTCOMES, "What happens to calls to which no rule applies."),
  rules: t.Array(t.Object({}, { additionalProperties: true, description: "A rule, as it was set." })),
  known_recipients: t.Array(t.String()),
  set_by: nullable(t.String({ description: "Who set it, as the kind of actor and its id." })),
  set_at: nullable(t.String({ format: "date-time" })),
};
export const PolicyShape = t.Object(policy);
export const SavedPolicyShape = t.Object({
  ...policy,
  warnings: t.Array(t.String(), { description: "Rules that never decide, and why." }),
});
export type PolicyView = Static<typeof PolicyShape>;

export function policyView(
  { kind, id }: { kind: PolicyView["scope"]; id: string | null },
  row: PolicyRow | null,
): PolicyView {
  const data: PolicyData = row?.data ?? { rules: [] };
  return {
    scope: kind,
    id: id || null,
    version: row?.version ?? 0,
    default: data.default ?? "allow",
    rules: data.rules.map((rule) => ({ ...rule })),
    known_recipients: [...(data.known_recipients ?? [])],
    set_by: row?.setBy ?? null,
    set_at: row?.setAt ?? null,
  };
}

const calls = t.Integer();
export const TestedPolicyBody = t.Object({
  ...PolicyBody.properties,
  user: t.String({ minLength: 1, maxLength: 320, description: "The user's e-mail address or id." }),
  days: t.Optional(t.Integer({ minimum: 1, maximum: 31, default: 7, description: "How far back; 7 by default." })),
});
export const TestedPolicyShape = t.Object({
  calls,
  tools: t.Array(
    t.Object({
      tool: t.String(),
      calls,
      allowed: calls,
      to_confirm: calls,
      denied: calls,
      undecided: t.Integer({ description: "Calls about which the values of their arguments would have decided." }),
    }),
    { description: "By tool, those first of which most would have been stopped." },
  ),
  is_complete: t.Boolean({ description: "Whether all calls of these days are in it." }),
});

export const ExplainBody = t.Object({
  tool: t.String({ minLength: 1, maxLength: 200, description: "The tool's name." }),
  arguments: t.Optional(
    t.Object({}, { additionalProperties: true, description: "The call's arguments, as a call by name has them." }),
  ),
  account: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 520,
      description: "The connected account: its id, or external: and your own.",
    }),
  ),
  key: t.Optional(t.String({ minLength: 1, maxLength: 64, description: "The id of the key that calls." })),
  session: t.Optional(
    t.String({ minLength: 1, maxLength: 64, description: "The id of the agent session that calls, with its facts." }),
  ),
  at: t.Optional(t.String({ format: "date-time", description: "When the call is made; now by default." })),
});
export type ExplainBody = Static<typeof ExplainBody>;

const decision = {
  outcome: oneOf(OUTCOMES, "What would happen."),
  rule: nullable(t.String({ description: "The rule that decides: its name, or its position from 1 on." })),
};
const redacts = t.Array(t.String(), {
  description: "Fields of the result that rules hide, such as messages[].subject.",
});
export const ExplanationShape = t.Object({
  ...decision,
  redacts,
  scope: nullable(oneOf(SCOPE_KINDS, "Whose policy decides.")),
  reason: nullable(t.String()),
  explanation: t.String(),
  facts: nullable(FactsShape),
  scopes: t.Array(
    t.Object({ scope: oneOf(SCOPE_KINDS, "Whose policy it is."), id: nullable(t.String()), ...decision }),
    { description: "What each policy says by itself, the outermost first." },
  ),
});
export type Explanation = Static<typeof ExplanationShape>;
