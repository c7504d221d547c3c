// The policies of a key's owner over HTTP. Their permissions must be named in a key: an agent's key with * cannot weaken its rules.

import { isPartnerOnly } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import type { PolicyData } from "./model.ts";
import {
  explain,
  explainForSession,
  ownScope,
  policyOf,
  replacePolicy,
  ruleErrors,
  sessionErrorsOf,
} from "./service.ts";
import {
  ExplainBody,
  ExplanationShape,
  PolicyShape,
  ReplacePolicyBody,
  SavedPolicyShape,
  ScopeParam,
  ScopeQuery,
} from "./shapes.ts";

const base = {
  access: "key",
  tag: { name: "policies", description: "Rules on calls: which are made, denied, or confirmed by a person first." },
  owner: "user-and-accounts",
} satisfies Partial<ApiKeyRoute>;
const ofScope = { path: "/api/v1/policies/{scope}", params: ScopeParam, query: ScopeQuery };

export function policyRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      ...ofScope,
      id: "get_policy",
      method: "GET",
      summary: "The rules of a scope: yours, your partner profile's, those of an account or a key.",
      permissions: ["gateway:policies.read"],
      data: PolicyShape,
      codes: ["NOT_FOUND", "ACCOUNT_NOT_FOUND"],
      handle: async ({ caller, params, query }) => ({
        data: await policyOf(deps, await ownScope(deps, caller, params.scope, query.id)),
      }),
    }),
    keyRoute({
      ...base,
      ...ofScope,
      id: "replace_policy",
      method: "PUT",
      summary: "Replace the rules of a scope. They apply on every replica within a second.",
      permissions: ["gateway:policies.write"],
      body: ReplacePolicyBody,
      check: ({ body }, errors) => (errors.length > 0 ? [] : ruleErrors(deps, body as Partial<PolicyData>)),
      data: SavedPolicyShape,
      codes: ["NOT_FOUND", "ACCOUNT_NOT_FOUND", "CONFLICT"],
      async handle({ caller, params, query, body, initiator }) {
        const scope = await ownScope(deps, caller, params.scope, query.id);
        return { data: await replacePolicy(deps, scope, body as PolicyData & { version: number }, initiator) };
      },
    }),
    keyRoute({
      ...base,
      id: "explain_policies",
      method: "POST",
      path: "/api/v1/policies/explain",
      summary: "What the rules would do to a call, and which rule decides. Nothing is called.",
      permissions: ["gateway:policies.read"],
      effects: { effect: "reads", reaches: false },
      body: ExplainBody,
      check: ({ body }) => sessionErrorsOf(body),
      data: ExplanationShape,
      codes: ["NOT_FOUND", "ACCOUNT_NOT_FOUND"],
      async handle({ caller, body }) {
        const { account, key, session } = body;
        const accountsOnly = isPartnerOnly(caller);
        if (session !== undefined)
          return {
            data: await explainForSession(deps, { userId: caller.userId, accountsOnly }, { ...body, session }),
          };
        const accountId = account === undefined ? null : (await ownScope(deps, caller, "account", account)).id;
        const keyId = key === undefined ? null : (await ownScope(deps, caller, "key", key)).id;
        const policies = await deps.policies.of({ userId: caller.userId, accountId, keyId });
        return { data: explain(deps, policies, body) };
      },
    }),
  ];
}
