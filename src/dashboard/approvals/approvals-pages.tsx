/** @jsxImportSource #pages */
// Approvals: the calls of agents and keys that wait for a person, and one of them with the buttons that decide it.
import { Type as t } from "@sinclair/typebox";
import { findAppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, LinkButton, type Tone } from "../../web/pages/components.tsx";
import { Code, type Column, Empty, Facts, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { FormError, fieldError, TextField } from "../../web/pages/fields.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import { AgentTabs } from "../agents/agents-frame.tsx";
import { readingOf } from "../agents/session-facts.tsx";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { OwnData } from "../own-operations.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { ACCOUNTS_PATH, APPROVALS_PATH } from "../paths.ts";
import { prettyJson } from "../pretty-json.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { hasTeamRole, type PageRequest } from "../visit.ts";
import { AboutObject } from "./about-object.tsx";
import { ApprovalTabs } from "./approval-tabs.tsx";
import { DecideMany, MOST_SELECTED, Selection } from "./many-pages.tsx";
import { RememberFields, rememberedBy } from "./remember-fields.tsx";

const params = t.Object({ id: t.String({ format: "uuid", description: "The approval's id." }) });

type Detail = OwnData<"get_approval">;
type Listed = OwnData<"list_approvals">["approvals"][number];

export const approvalPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({
    ...{ id: "approvals", path: APPROVALS_PATH, access: "user" },
    show: (visit) => showApprovals(dashboard, visit),
  }),
  dashboard.page({
    ...{ id: "approval", path: `${APPROVALS_PATH}/{id}`, access: "user", params },
    show: (visit) => showApproval(dashboard, visit),
  }),
  dashboard.form({
    ...{ id: "decide_approval", path: `${APPROVALS_PATH}/{id}`, access: "user", role: "admin", params },
    async submit(visit, form) {
      const id = visit.params.id as string;
      const note = (form.get("note") ?? "").trim();
      const decision = form.get("decision") === "approve" ? "approve" : "deny";
      const remember = decision === "approve" && (await rememberOf(dashboard, visit, form));
      const body = { decision, ...(note !== "" && { note }), ...(remember && { remember }) };
      const decided = await attempt(() => dashboard.api.call(visit, "decide_approval", { params: { id }, body }));
      if ("error" in decided) return showApproval(dashboard, visit, { form, error: decided.error });
      const text = remember
        ? tr("Approved, and later calls that do the same too. You can end that under Always allowed.")
        : decision === "approve"
          ? tr("Approved. The gateway makes the call now, once.")
          : tr("Denied. The call is never made.");
      return done(`${APPROVALS_PATH}/${id}`, text);
    },
  }),
];

async function rememberOf({ api }: Dashboard, visit: PageRequest, form: URLSearchParams) {
  if (form.get("remember") !== "true") return null;
  return rememberedBy(form, await api.call(visit, "get_approval", { params: { id: visit.params.id as string } }));
}

async function showApprovals({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const isWhole = visit.url.searchParams.get("all") === "true";
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const query = isWhole ? {} : { status: "pending" };
  const listed = await api.call(visit, "list_approvals", { query: { ...query, limit: MOST_SELECTED, cursor } });
  return {
    title: tr("Approvals"),
    lead: tr("Calls that a person must approve before anything is sent."),
    body: (
      <>
        <AgentTabs current="approvals" />
        <ApprovalTabs current={isWhole ? "all" : "waiting"} />
        {listed.approvals.length > 0 ? (
          <DecideMany visit={visit} isOffered={!isWhole}>
            <ApprovalTable visit={visit} approvals={listed.approvals} />
          </DecideMany>
        ) : (
          <Empty title={tr("No call waits")}>
            <p class="muted">
              {tr(
                "A rule, a safeguard of an agent session or the setting of a key says which calls a person must approve.",
              )}
            </p>
          </Empty>
        )}
        <Pager url={visit.url} next={listed.next_cursor} />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_approvals", { query })} id="approvals" />
      </>
    ),
  };
}

const STATES: Record<Listed["status"], readonly [Tone, Message]> = {
  pending: ["warning", message("Waiting")],
  approved: ["good", message("Approved")],
  running: ["good", message("Being made")],
  done: ["good", message("Made")],
  failed: ["bad", message("Failed")],
  denied: ["neutral", message("Denied")],
  expired: ["neutral", message("Expired")],
};
const State = ({ of: { status } }: { of: Pick<Listed, "status"> }): Markup => {
  const [tone, text] = STATES[status];
  return <Status tone={tone}>{tr(text)}</Status>;
};

const requesterOf = ({ requested_by: { name, agent, id } }: Listed): string => name ?? agent ?? id;

const AccountOf = ({ of: { account_id } }: { of: Listed }): Markup =>
  account_id === null ? (
    <span class="muted">{tr("your own connections")}</span>
  ) : (
    <a href={`${ACCOUNTS_PATH}/${account_id}`}>{account_id}</a>
  );

function ApprovalTable({ visit, approvals }: { visit: PageRequest; approvals: readonly Listed[] }): Markup {
  const { reader } = visit;
  const columns: Column<Listed>[] = [
    {
      title: tr("Call"),
      cell: (approval) => (
        <div class="event-cell">
          {approval.status === "pending" && hasTeamRole(visit, "admin") ? <Selection of={approval} /> : NOTHING}
          <a class="strong" href={`${APPROVALS_PATH}/${approval.id}`}>
            {approval.title}
          </a>
        </div>
      ),
    },
    { title: tr("Requested by"), cell: (approval) => <bdi>{requesterOf(approval)}</bdi> },
    { title: tr("At the provider"), hideOnNarrow: true, cell: ({ identity }) => <bdi>{identity}</bdi> },
    { title: tr("State"), cell: (approval) => <State of={approval} /> },
    { title: tr("Requested"), hideOnNarrow: true, cell: ({ created_at }) => <Time reader={reader} at={created_at} /> },
    { title: tr("Expires"), hideOnNarrow: true, cell: ({ expires_at }) => <Time reader={reader} at={expires_at} /> },
  ];
  return <Table caption={tr("Approvals")} columns={columns} rows={approvals} />;
}

/** A form that was not taken. */
type Refused = Parameters<typeof decideForm>[2];

async function showApproval({ api, deps }: Dashboard, visit: PageRequest, refused?: Refused): Promise<View> {
  const id = visit.params.id as string;
  const approval = await api.call(visit, "get_approval", { params: { id }, query: { include: "object" } });
  return {
    title: approval.title,
    lead: approval.reason,
    ...(refused && { error: refused.error }),
    body: (
      <>
        <AgentTabs current="approvals" />
        <Facts of={[...factsOf(visit, approval), ...(await readingFor(api, visit, approval))]} />
        <AboutObject of={approval} />
        <section class="section" aria-labelledby="arguments">
          <h2 id="arguments">{tr("What it would send")}</h2>
          {approval.arguments === null ? (
            <p class="muted">{tr("The arguments have been deleted.")}</p>
          ) : (
            <Code id="approval-arguments" label={tr("Copy the arguments")}>
              {prettyJson(approval.arguments).text}
            </Code>
          )}
          {approval.arguments_truncated ? (
            <p class="muted">{tr("Parts are left out because of their size.")}</p>
          ) : (
            NOTHING
          )}
        </section>
        {approval.status === "pending" ? (
          decideForm(visit, approval, refused)
        ) : (
          <FormError error={refused?.error} fields={[]} />
        )}
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_approval", { params: { id } })} id="approval" />
      </>
    ),
  };
}

/** What the session that made the call has read; nothing of one that is no longer stored. */
async function readingFor(
  api: Dashboard["api"],
  visit: PageRequest,
  { requested_by: { kind, id } }: Detail,
): Promise<[string, Child][]> {
  if (kind !== "agent_session") return [];
  try {
    return [readingOf(await api.call(visit, "get_agent_session", { params: { id } }))];
  } catch (error) {
    if (findAppError(error)?.code === "NOT_FOUND") return [];
    throw error;
  }
}

function factsOf({ reader }: PageRequest, approval: Detail): [string, Child][] {
  const { note, failure, decided_by: decidedBy, response } = approval;
  const time = (title: string, at: string | null): [string, Child][] =>
    at === null ? [] : [[title, <Time reader={reader} at={at} />]];
  return [
    [tr("State"), <State of={approval} />],
    [tr("Effect"), approval.effect],
    [tr("Requested by"), <bdi>{requesterOf(approval)}</bdi>],
    [tr("Account"), <AccountOf of={approval} />],
    [tr("At the provider"), <bdi>{approval.identity}</bdi>],
    [tr("Tool"), <code>{approval.tool}</code>],
    ...time(tr("Requested"), approval.created_at),
    ...time(tr("Expires"), approval.status === "pending" ? approval.expires_at : null),
    ...time(tr("Decided"), approval.decided_at),
    ...(decidedBy?.name ? [[tr("Decided by"), <bdi>{decidedBy.name}</bdi>] as [string, Child]] : []),
    ...(note === null ? [] : [[tr("Note"), <bdi>{note}</bdi>] as [string, Child]]),
    ...(response === null ? [] : [[tr("Response"), String(response.status)] as [string, Child]]),
    ...(failure === null ? [] : [[tr("What went wrong"), failure.message] as [string, Child]]),
  ];
}

function decideForm(
  visit: PageRequest,
  approval: Detail,
  refused?: { form: URLSearchParams; error: View["error"] & object },
): Markup {
  return (
    <form class="fields section" method="post" action={visit.url.pathname}>
      <FormToken visit={visit} />
      <FormError error={refused?.error} fields={["note", "remember"]} />
      <TextField
        name="note"
        label={tr("Note for the caller")}
        value={refused?.form.get("note")}
        maxLength={500}
        autocomplete="off"
        error={fieldError(refused?.error, "note")}
      />
      <RememberFields approval={approval} refused={refused} />
      <div class="form-foot wrap">
        <Button kind="primary" name="decision" value="approve">
          {tr("Approve the call")}
        </Button>
        <Button kind="quiet" name="decision" value="deny">
          {tr("Deny it")}
        </Button>
        <LinkButton kind="quiet" href={`${visit.url.pathname}/link`}>
          {tr("Let somebody else decide")}
        </LinkButton>
      </div>
    </form>
  );
}
