/** @jsxImportSource #pages */
// One decision on several approvals: the page that lists what each call does, and the form that decides them.
import { findAppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Code } from "../../web/pages/data.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { type Done, done } from "../notice.tsx";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard, View } from "../pages.tsx";
import { APPROVALS_PATH, DECIDE_MANY_PATH } from "../paths.ts";
import { prettyJson } from "../pretty-json.ts";
import { hasTeamRole, type PageRequest } from "../visit.ts";

/** As many as a page of the list has. */
export const MOST_SELECTED = 30;

type Detail = OwnData<"get_approval">;
type Decision = "approve" | "deny";

export const manyApprovalPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({
    ...{ id: "decide_approvals", path: DECIDE_MANY_PATH, access: "user", role: "admin" },
    show: (visit) => showSelected(dashboard, visit),
  }),
  dashboard.form({
    ...{ id: "decide_approvals", path: DECIDE_MANY_PATH, access: "user", role: "admin" },
    submit: (visit, form) => decide(dashboard, visit, form),
  }),
];

/** Anything else than a clear yes is a no. */
const decisionOf = (form: URLSearchParams): Decision => (form.get("decision") === "approve" ? "approve" : "deny");

const selectedIds = (form: URLSearchParams) => [...new Set(form.getAll("id"))].slice(0, MOST_SELECTED);

/** Around the list of those that wait: its buttons lead to the page that lists what is selected. */
export const DecideMany = (props: { visit: PageRequest; isOffered: boolean; children?: Child }): Markup =>
  props.isOffered && hasTeamRole(props.visit, "admin") ? (
    <form method="get" action={DECIDE_MANY_PATH}>
      <p class="bulk">
        <button type="submit" class="button small" name="decision" value="approve">
          {tr("Approve selected")}
        </button>
        <button type="submit" class="button small" name="decision" value="deny">
          {tr("Deny selected")}
        </button>
      </p>
      {props.children}
    </form>
  ) : (
    <div>{props.children}</div>
  );

export const Selection = ({ of: { id, title } }: { of: { id: string; title: string } }): Markup => (
  <input type="checkbox" name="id" value={id} aria-label={tr("Select: {title}", { title })} />
);

async function showSelected(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { searchParams } = visit.url;
  const decision = decisionOf(searchParams);
  const found = await Promise.all(selectedIds(searchParams).map((id) => pendingApproval(dashboard, visit, id)));
  const approvals = found.filter((one) => one !== null);
  const count = approvals.length;
  if (count === 0)
    return {
      title: tr("Nothing to decide"),
      body: (
        <>
          <p>{tr("Select calls that still wait, and try again.")}</p>
          <LinkButton kind="quiet" href={APPROVALS_PATH}>
            {tr("Back")}
          </LinkButton>
        </>
      ),
    };
  return {
    title:
      decision === "approve"
        ? tr("Approve {count, plural, one {# call} other {# calls}}?", { count })
        : tr("Deny {count, plural, one {# call} other {# calls}}?", { count }),
    lead: decision === "approve" ? tr("The gateway makes each of them now, once.") : tr("None of them is ever made."),
    body: (
      <>
        {approvals.map((approval) => (
          <Selected of={approval} />
        ))}
        <form method="post" action={DECIDE_MANY_PATH} class="fields section">
          <FormToken visit={visit} />
          {approvals.map(({ id }) => (
            <input type="hidden" name="id" value={id} />
          ))}
          <div class="form-foot">
            <button
              type="submit"
              class={decision === "approve" ? "button primary" : "button danger"}
              name="decision"
              value={decision}
            >
              {decision === "approve" ? tr("Approve them") : tr("Deny them")}
            </button>
            <LinkButton kind="quiet" href={APPROVALS_PATH}>
              {tr("Back")}
            </LinkButton>
          </div>
        </form>
      </>
    ),
  };
}

/** Null for one that is gone or decided already. */
async function pendingApproval({ api }: Dashboard, visit: PageRequest, id: string): Promise<Detail | null> {
  try {
    const approval = await api.call(visit, "get_approval", { params: { id } });
    return approval.status === "pending" ? approval : null;
  } catch (error) {
    // Selected in an old page: the others can still be decided.
    if (findAppError(error)?.code === "NOT_FOUND") return null;
    throw error;
  }
}

const Selected = ({ of: approval }: { of: Detail }): Markup => (
  <div class="section">
    <h2>
      <a href={`${APPROVALS_PATH}/${approval.id}`}>{approval.title}</a>
    </h2>
    <p>
      {approval.effect} {approval.reason}
    </p>
    <p class="muted">
      {tr("Requested by")}{" "}
      <bdi>{approval.requested_by.name ?? approval.requested_by.agent ?? approval.requested_by.id}</bdi>
      {" · "}
      <bdi>{approval.identity}</bdi>
    </p>
    <Code id={`arguments-${approval.id}`} label={tr("Copy the arguments")}>
      {prettyJson(approval.arguments).text}
    </Code>
    {approval.arguments_truncated ? <p class="muted">{tr("Parts are left out because of their size.")}</p> : NOTHING}
  </div>
);

async function decide({ api }: Dashboard, visit: PageRequest, form: URLSearchParams): Promise<Done> {
  const decision = decisionOf(form);
  const body = { ids: selectedIds(form), decision };
  const { results } = await api.call(visit, "decide_approvals", { body });
  const count = results.filter(({ decided }) => decided).length;
  const left = results.length - count;
  const text =
    decision === "approve"
      ? tr("{count, plural, one {# call} other {# calls}} approved.", { count })
      : tr("{count, plural, one {# call} other {# calls}} denied.", { count });
  const others = tr(
    "{left, plural, one {# call} other {# calls}} could not be decided: somebody was faster, or the time was over.",
    { left },
  );
  return done(APPROVALS_PATH, left === 0 ? text : `${text} ${others}`);
}
