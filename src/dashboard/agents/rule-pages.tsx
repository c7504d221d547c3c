/** @jsxImportSource #pages */
// Adding and changing one rule, with what it would have done to the calls of the last week before it is saved.
import { AppError, type InputError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { tr } from "../../web/pages/messages.ts";
import type { Dashboard, FormResult, View } from "../pages.tsx";
import { RULES_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { AgentTabs } from "./agents-frame.tsx";
import { fieldAt, fieldsOf, ruleOf } from "./rule-fields.ts";
import { RuleForm } from "./rule-form.tsx";
import { readRule } from "./rule-text.tsx";
import { changedMeanwhile, isCurrent, type NewPolicy, policyError, Replay, savePolicy } from "./rules-save.tsx";
import {
  contentOf,
  type PolicyView,
  policyMeant,
  RULES_ACCESS,
  type RulesScope,
  rulesPath,
  scopeMeant,
} from "./rules-scope.ts";

const PATH = `${RULES_PATH}/rule`;

export const rulePages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({ ...RULES_ACCESS, id: "rule", path: PATH, show: (visit) => showRule(dashboard, visit) }),
  dashboard.form({ ...RULES_ACCESS, id: "rule", path: PATH, submit: (visit, form) => submit(dashboard, visit, form) }),
];

interface Entered {
  scope: RulesScope;
  policy: PolicyView;
  /** The rule that is changed, as JSON; empty for a new one. */
  was: string;
  form: URLSearchParams;
  error?: AppError;
  tried?: NewPolicy;
}

async function showRule(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const scope = scopeMeant(visit);
  const policy = await policyMeant(dashboard, visit, scope);
  const at = visit.url.searchParams.get("rule");
  if (at === null) return ruleView(dashboard, visit, { scope, policy, was: "", form: new URLSearchParams() });
  const rule = policy.rules[Number(at)];
  if (!rule) throw new AppError("NOT_FOUND", "There is no such rule.");
  const form = fieldsOf(readRule(rule));
  if (form) return ruleView(dashboard, visit, { scope, policy, was: JSON.stringify(rule), form });
  return {
    title: tr("Change a rule"),
    body: (
      <>
        <AgentTabs current="rules" />
        <Notice tone="neutral">
          {tr("This rule says more than the form can. Change it in the JSON of the rules.")}
        </Notice>
        <p class="section">
          <LinkButton kind="primary" href={rulesPath(scope, "/text")}>
            {tr("As JSON")}
          </LinkButton>
        </p>
      </>
    ),
  };
}

async function submit(dashboard: Dashboard, visit: PageRequest, form: URLSearchParams): Promise<FormResult> {
  const scope = scopeMeant(visit);
  const policy = await policyMeant(dashboard, visit, scope);
  const was = form.get("was") ?? "";
  const entered = { scope, policy, was, form };
  const at = was === "" ? policy.rules.length : policy.rules.findIndex((rule) => JSON.stringify(rule) === was);
  // The rule itself is gone or another one: what is typed can be saved as a new one.
  if (at < 0) return ruleView(dashboard, visit, { ...entered, was: "", error: changedMeanwhile() });
  if (!isCurrent(form, policy)) return ruleView(dashboard, visit, { ...entered, error: changedMeanwhile() });
  const rules: unknown[] = [...policy.rules];
  rules[at] = ruleOf(form);
  const wanted = { ...contentOf(policy), rules, version: policy.version };
  const error = policyError(dashboard.deps, wanted);
  if (error) return ruleView(dashboard, visit, { ...entered, error: atFields(error, at, form) });
  if (form.has("check")) return ruleView(dashboard, visit, { ...entered, tried: wanted });
  const saved = await savePolicy(dashboard, visit, { scope, policy: wanted, text: tr("The rule is saved.") });
  return "error" in saved ? ruleView(dashboard, visit, { ...entered, error: saved.error }) : saved.data;
}

/** Errors of the changed rule stand at its fields; those of others are above the form. */
function atFields(error: AppError, at: number, form: URLSearchParams): AppError {
  const own = `/rules/${at}`;
  const errors = (error.details.errors as InputError[]).map((one) =>
    one.path === own || one.path.startsWith(`${own}/`)
      ? { ...one, path: fieldAt(one.path.slice(own.length), form) }
      : one,
  );
  return new AppError(error.code, error.message, { ...error.details, errors });
}

async function ruleView(dashboard: Dashboard, visit: PageRequest, entered: Entered): Promise<View> {
  const { scope, policy, was, form, error, tried } = entered;
  return {
    title: was === "" ? tr("New rule") : tr("Change a rule"),
    lead: tr("Without any condition a rule is about every call."),
    ...(error && { error }),
    body: (
      <>
        <AgentTabs current="rules" />
        {tried ? await Replay({ dashboard, visit, scope, policy: tried }) : null}
        <RuleForm
          visit={visit}
          registry={dashboard.deps.registry}
          action={rulesPath(scope, "/rule")}
          back={rulesPath(scope)}
          version={policy.version}
          was={was}
          form={form}
          error={error}
        />
      </>
    ),
  };
}
