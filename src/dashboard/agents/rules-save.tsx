/** @jsxImportSource #pages */
// Saves the rules of a scope from a form, and says what a set of rules would have done to the calls of the last week.

import type { PolicyData } from "../../agents/policies/model.ts";
import { ruleErrors } from "../../agents/policies/service.ts";
import { ReplacePolicyBody } from "../../agents/policies/shapes.ts";
import { replayScope } from "../../agents/policies/versions.ts";
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import { checkValue } from "../../foundation/schema/check.ts";
import { Notice } from "../../web/pages/components.tsx";
import { type Column, FormattedNumber, Table } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { type Done, done } from "../notice.tsx";
import { attempt, type Dashboard } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { policyInput, type RulesScope, rulesPath, storedScope } from "./rules-scope.ts";

const DAYS = 7;

/** Rules with the version that they replace. */
export type NewPolicy = Record<string, unknown> & { version: number };

/** The page of the rules, which says what is saved and offers the version before; or what is wrong. */
export async function savePolicy(
  { api }: Dashboard,
  visit: PageRequest,
  { scope, policy, text }: { scope: RulesScope; policy: NewPolicy; text: string },
): Promise<{ data: Done } | { error: AppError }> {
  const saved = await attempt(() => api.call(visit, "replace_policy", { ...policyInput(scope), body: policy }));
  if ("error" in saved) return { error: saved.error.code === "CONFLICT" ? changedMeanwhile() : saved.error };
  const { version, warnings } = saved.data;
  const undo =
    policy.version === 0
      ? undefined
      : {
          action: rulesPath(scope, "/back"),
          fields: { version: String(version), to: String(policy.version) },
        };
  return { data: done(rulesPath(scope), [text, ...warnings.slice(0, 2)].join(" "), { ...(undo && { undo }) }) };
}

/** Somebody else has saved since the form was loaded. */
export const changedMeanwhile = () =>
  new AppError(
    "CONFLICT",
    "Nothing was saved: the rules were changed after you opened this form. Look at them, then send the form again.",
  );

/** Whether the form is for the rules as they are now. */
export const isCurrent = (form: URLSearchParams, { version }: { version: number }) =>
  form.get("version") === String(version);

/** What is wrong with rules that are not saved; their schema and their names. */
export function policyError(deps: Dashboard["deps"], policy: NewPolicy): AppError | null {
  const result = checkValue(ReplacePolicyBody, policy, "body");
  const errors: InputError[] =
    "errors" in result ? [...result.errors] : ruleErrors(deps, result.value as Partial<PolicyData>);
  return errors.length > 0 ? invalidInput(errors) : null;
}

/** The rules have no errors. */
export async function Replay(props: {
  dashboard: Dashboard;
  visit: PageRequest;
  scope: RulesScope;
  policy: Record<string, unknown>;
}): Promise<Markup> {
  const { dashboard, visit, scope, policy } = props;
  const stored = await storedScope(dashboard, visit, scope);
  const { version: _, ...data } = policy;
  const { calls, tools, is_complete } = await replayScope(dashboard.deps, stored, data as unknown as PolicyData, DAYS);
  const stopped = tools.filter(({ to_confirm, denied, undecided }) => to_confirm + denied + undecided > 0);
  const sum = (of: "to_confirm" | "denied" | "undecided") => stopped.reduce((total, one) => total + one[of], 0);
  const values = { calls, asked: sum("to_confirm"), denied: sum("denied"), undecided: sum("undecided") };
  return (
    <section class="section">
      <h2 id="replay">{tr("What these rules would have done in the last 7 days")}</h2>
      <Notice tone={stopped.length === 0 ? "good" : "neutral"}>
        {tr(
          "{calls, plural, =0 {There were no calls.} one {1 call: {denied} denied, {asked} asked first, {undecided} that depends on values which the call log does not hold.} other {# calls: {denied} denied, {asked} asked first, {undecided} that depend on values which the call log does not hold.}}",
          values,
        )}
        {is_complete ? "" : ` ${tr("Only the newest calls were read.")}`}
      </Notice>
      {stopped.length > 0 ? <ReplayTable visit={visit} tools={stopped.slice(0, MAX_TOOLS)} /> : null}
    </section>
  );
}

/** Tools that the table has. */
const MAX_TOOLS = 40;

type Replayed = Awaited<ReturnType<typeof replayScope>>["tools"][number];

function ReplayTable({ visit, tools }: { visit: PageRequest; tools: readonly Replayed[] }): Markup {
  const number = (title: string, of: "calls" | "denied" | "to_confirm" | "undecided", hideOnNarrow = false) => ({
    ...{ title, isNumber: true, hideOnNarrow },
    cell: (row: Replayed) => <FormattedNumber reader={visit.reader} value={row[of]} />,
  });
  const columns: Column<Replayed>[] = [
    { title: tr("Tool"), cell: ({ tool }) => <code class="wrapped">{tool}</code> },
    number(tr("Calls"), "calls", true),
    number(tr("Denied"), "denied"),
    number(tr("Asked first"), "to_confirm"),
    number(tr("Depends"), "undecided", true),
  ];
  return <Table caption={tr("What these rules would have done in the last 7 days")} columns={columns} rows={tools} />;
}
