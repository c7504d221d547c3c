// The admin API of rules on calls: the operator's own, and what all of them would do to a call of a user's.
import { Type as t } from "@sinclair/typebox";
import type { PolicyData } from "../../agents/policies/model.ts";
import {
  explain,
  explainForSession,
  OPERATOR,
  policyOf,
  replacePolicy,
  replayCalls,
  ruleErrors,
  sessionErrorsOf,
} from "../../agents/policies/service.ts";
import {
  ExplainBody,
  ExplanationShape,
  PolicyShape,
  ReplacePolicyBody,
  SavedPolicyShape,
  TestedPolicyBody,
  TestedPolicyShape,
} from "../../agents/policies/shapes.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";

const UserExplainBody = t.Object({
  ...ExplainBody.properties,
  key: t.Optional(t.String({ format: "uuid", description: "The id of the key that calls." })),
  user: t.String({ minLength: 1, maxLength: 320, description: "The user's e-mail address or id." }),
});

export function policyRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_get_policy",
        data: PolicyShape,
        method: "GET",
        path: "/policy",
        summary: "The operator's rules, which are about the calls of everybody.",
      },
      () => policyOf(deps, OPERATOR),
    ),
    operation(
      {
        id: "admin_replace_policy",
        data: SavedPolicyShape,
        method: "PUT",
        path: "/policy",
        summary: "Replace the operator's rules. They apply on every replica within a second.",
        role: "owner",
        body: ReplacePolicyBody,
        check: ({ body }, errors) => (errors.length > 0 ? [] : ruleErrors(deps, body as Partial<PolicyData>)),
        codes: ["CONFLICT"],
        event: "policy_changed",
        about: ({ version }) => ({ resource: { kind: "policy", id: "operator" }, details: { version } }),
      },
      ({ body, initiator }) => replacePolicy(deps, OPERATOR, body as PolicyData & { version: number }, initiator),
    ),
    ...triedRoutes(deps),
  ];
}

/** Nothing changes by these. */
function triedRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_test_policy",
        data: TestedPolicyShape,
        method: "POST",
        path: "/policy/test",
        summary: "What rules by themselves would have done to a user's calls of the last days. Nothing is changed.",
        body: TestedPolicyBody,
        check: ({ body }, errors) => (errors.length > 0 ? [] : ruleErrors(deps, body as Partial<PolicyData>)),
        codes: ["NOT_FOUND"],
        event: "policy_tested",
      },
      async ({ body: { user, days = 7, ...policy } }) => {
        const { id } = await requireUser(deps, user);
        return replayCalls(deps, id, { ...(policy as PolicyData), days });
      },
    ),
    operation(
      {
        id: "admin_explain_policies",
        data: ExplanationShape,
        method: "POST",
        path: "/policy/explain",
        summary: "What the rules would do to a call of a user's, and which rule decides. Nothing is called.",
        body: UserExplainBody,
        codes: ["NOT_FOUND"],
        event: "policy_explained",
        check: ({ body }) => sessionErrorsOf(body),
      },
      async ({ body }) => {
        const { id: userId } = await requireUser(deps, body.user);
        const { session } = body;
        if (session !== undefined)
          return explainForSession(deps, { userId, accountsOnly: false }, { ...body, session });
        const accountId = body.account === undefined ? null : (await deps.accounts.require(userId, body.account)).id;
        return explain(deps, await deps.policies.of({ userId, accountId, keyId: body.key ?? null }), body);
      },
    ),
  ];
}
