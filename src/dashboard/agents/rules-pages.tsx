/** @jsxImportSource #pages */
// Rules on calls: each as a sentence with its outcome, ready-made ones, and what happens to all other calls.
import { DEFAULT_OUTCOMES } from "../../agents/policies/model.ts";
import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, Icon, LinkButton, Tag } from "../../web/pages/components.tsx";
import { type Column, Empty, Table } from "../../web/pages/data.tsx";
import { FormError, Select } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { RULES_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { AgentTabs } from "./agents-frame.tsx";
import { rulePages } from "./rule-pages.tsx";
import { hasSet, type RuleSet, ruleSets } from "./rule-sets.ts";
import { Outcome, RuleSentence, readRule } from "./rule-text.tsx";
import { changedMeanwhile, isCurrent, Replay, savePolicy } from "./rules-save.tsx";
import {
  contentOf,
  type PolicyView,
  policyInput,
  policyMeant,
  RULES_ACCESS,
  type RulesScope,
  rulesPath,
  scopeMeant,
} from "./rules-scope.ts";
import { textPages } from "./rules-text-pages.tsx";
import { ScopeForm, scopeText } from "./scope-form.tsx";
import { versionPages } from "./versions-pages.tsx";

/** Rules of one page: a policy can have a thousand. */
const PAGE = 50;

export const rulesPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({ id: "rules", path: RULES_PATH, access: "user", show: (visit) => showRules(dashboard, visit) }),
  ...changingForms(dashboard),
  ...rulePages(dashboard),
  ...textPages(dashboard),
  ...versionPages(dashboard),
];

/** Each of them changes the rules that the page has shown, or none. */
function changingForms(dashboard: Dashboard): PublicRoute[] {
  const change = (
    name: string,
    of: (policy: PolicyView, form: URLSearchParams) => { content: Record<string, unknown>; text: string },
  ) =>
    dashboard.form({
      ...RULES_ACCESS,
      ...{ id: `rules_${name}`, path: `${RULES_PATH}/${name}` },
      async submit(visit, form) {
        const scope = scopeMeant(visit);
        const policy = await policyMeant(dashboard, visit, scope);
        if (!isCurrent(form, policy)) return showRules(dashboard, visit, changedMeanwhile());
        const { content, text } = of(policy, form);
        const saved = await savePolicy(dashboard, visit, {
          ...{ scope, text },
          policy: { ...contentOf(policy), ...content, version: policy.version },
        });
        return "error" in saved ? showRules(dashboard, visit, saved.error) : saved.data;
      },
    });
  return [
    change("add", (policy, form) => {
      const set = setNamed(form.get("set"));
      if (!set) throw new AppError("NOT_FOUND", "There is no such set of rules.");
      if (hasSet(policy, set)) throw new AppError("CONFLICT", "The rules have this one already.");
      return { content: { rules: [...policy.rules, set.rule] }, text: tr("Added: {rule}", { rule: set.title }) };
    }),
    change("remove", (policy, form) => {
      const at = Number(form.get("rule"));
      if (!policy.rules[at]) throw new AppError("NOT_FOUND", "There is no such rule.");
      return { content: { rules: policy.rules.filter((_, index) => index !== at) }, text: tr("The rule is removed.") };
    }),
    change("default", (_, form) => ({
      content: { default: form.get("default") ?? "" },
      text: tr("Saved what happens to all other calls."),
    })),
  ];
}

const setNamed = (id: string | null) => ruleSets().find((one) => one.id === id);

async function showRules(dashboard: Dashboard, visit: PageRequest, error?: AppError): Promise<View> {
  const { api, deps } = dashboard;
  const scope = scopeMeant(visit);
  const policy = await policyMeant(dashboard, visit, scope);
  const tried = visit.url.searchParams.get("try");
  const set = setNamed(tried);
  return {
    title: tr("Rules on calls"),
    lead: tr("Which calls are made, denied, or confirmed by a person first. Before anything is sent."),
    ...(error && { error }),
    action: (
      <LinkButton kind="primary" href={rulesPath(scope, "/rule")}>
        {rich("{icon}New rule", { icon: <Icon name="plus" /> })}
      </LinkButton>
    ),
    body: (
      <>
        <AgentTabs current="rules" />
        <FormError error={error} fields={[]} />
        {await ScopeForm({ dashboard, visit, scope })}
        <p class="muted">{scopeText(scope)}</p>
        <Rules dashboard={dashboard} visit={visit} scope={scope} policy={policy} />
        <Links scope={scope} policy={policy} />
        {tried === null
          ? null
          : await Replay({
              ...{ dashboard, visit, scope },
              policy: { ...contentOf(policy), rules: [...policy.rules, ...(set ? [set.rule] : [])] },
            })}
        <Sets visit={visit} scope={scope} policy={policy} />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_policy", policyInput(scope))} id="policy" />
      </>
    ),
  };
}

interface Props {
  dashboard: Dashboard;
  visit: PageRequest;
  scope: RulesScope;
  policy: PolicyView;
}

function Rules(props: Props): Markup {
  const { dashboard, visit, scope, policy } = props;
  const { registry } = dashboard.deps;
  const from = Math.max(0, Number(visit.url.searchParams.get("from") ?? 0) || 0);
  const rows = policy.rules.map((rule, index) => ({ rule: readRule(rule), index })).slice(from, from + PAGE);
  const next = from + PAGE < policy.rules.length ? from + PAGE : null;
  const columns: Column<(typeof rows)[number]>[] = [
    { title: tr("Rule"), cell: ({ rule }) => <RuleSentence registry={registry} of={rule} /> },
    { title: tr("Outcome"), cell: ({ rule }) => <Outcome of={rule.outcome} /> },
    {
      title: "",
      cell: ({ rule, index }) => {
        const hidden = <span class="visually-hidden"> {rule.name ?? String(index + 1)}</span>;
        return (
          <>
            <a class="button small" href={rulesPath(scope, "/rule", { rule: String(index) })}>
              {rich("Change{name}", { name: hidden })}
            </a>{" "}
            <form method="post" action={rulesPath(scope, "/remove")}>
              <FormToken visit={visit} />
              <input type="hidden" name="version" value={String(policy.version)} />
              <input type="hidden" name="rule" value={String(index)} />
              <button type="submit" class="button small">
                {rich("Remove{name}", { name: hidden })}
              </button>
            </form>
          </>
        );
      },
    },
  ];
  return (
    <>
      {rows.length > 0 ? (
        <Table caption={tr("Rules")} columns={columns} rows={rows} />
      ) : (
        <Empty title={tr("No rules")}>
          <p class="muted">{tr("Begin with a ready-made one below, or write your own.")}</p>
        </Empty>
      )}
      {next === null ? null : (
        <p class="pager">
          <a class="button" href={rulesPath(scope, "", { from: String(next) })}>
            {tr("Further rules")}
          </a>
        </p>
      )}
      <DefaultForm {...props} />
    </>
  );
}

const DEFAULTS: Record<(typeof DEFAULT_OUTCOMES)[number], Message> = {
  allow: message("are allowed, as far as other rules allow them"),
  ask: message("are asked about first"),
  deny: message("are denied"),
};

const DefaultForm = ({ visit, scope, policy }: Props): Markup => (
  <form method="post" action={rulesPath(scope, "/default")} class="filters dense" aria-label={tr("All other calls")}>
    <FormToken visit={visit} />
    <input type="hidden" name="version" value={String(policy.version)} />
    <Select
      name="default"
      label={tr("All other calls")}
      value={policy.default}
      options={DEFAULT_OUTCOMES.map((value) => ({ value, title: tr(DEFAULTS[value]) }))}
    />
    <Button kind="quiet">{tr("Save")}</Button>
  </form>
);

const Links = ({ scope, policy }: Pick<Props, "scope" | "policy">): Markup => (
  <p class="bulk">
    <a class="button small" href={rulesPath(scope, "", { try: "now" })}>
      {tr("Try them on the last week")}
    </a>
    <a class="button small" href={rulesPath(scope, "/text")}>
      {tr("As JSON")}
    </a>
    {policy.version > 0 ? (
      <a class="button small" href={rulesPath(scope, "/versions")}>
        {tr("Versions")}
      </a>
    ) : null}
  </p>
);

const Sets = ({ visit, scope, policy }: Omit<Props, "dashboard">): Markup => (
  <section class="section" aria-labelledby="sets">
    <h2 id="sets">{tr("Ready-made rules")}</h2>
    <ul class="cards">
      {ruleSets().map((set) => (
        <li class="card">
          <h2>{set.title}</h2>
          <p class="muted">{set.text}</p>
          {hasSet(policy, set) ? (
            <p>
              <Tag tone="good">{tr("In force")}</Tag>
            </p>
          ) : (
            <AddSet visit={visit} scope={scope} version={policy.version} set={set} />
          )}
        </li>
      ))}
    </ul>
  </section>
);

const AddSet = (props: { visit: PageRequest; scope: RulesScope; version: number; set: RuleSet }): Markup => {
  const { visit, scope, version, set } = props;
  const hidden = <span class="visually-hidden"> {set.title}</span>;
  return (
    <form method="post" action={rulesPath(scope, "/add")} class="bulk">
      <FormToken visit={visit} />
      <input type="hidden" name="version" value={String(version)} />
      <input type="hidden" name="set" value={set.id} />
      <button type="submit" class="button small">
        {rich("Add{name}", { name: hidden })}
      </button>
      <a class="button small quiet" href={rulesPath(scope, "", { try: set.id })}>
        {rich("Try on the last week{name}", { name: hidden })}
      </a>
    </form>
  );
};
