/** @jsxImportSource #pages */
// What people have approved for later calls too: whose calls, what they must send, until when, and the button that ends it.
import type { PublicRoute } from "../../web/http/route.ts";
import type { Tone } from "../../web/pages/components.tsx";
import { type Column, Empty, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import { AgentTabs } from "../agents/agents-frame.tsx";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard, View } from "../pages.tsx";
import { STANDING_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { hasTeamRole, type PageRequest } from "../visit.ts";
import { ApprovalTabs } from "./approval-tabs.tsx";
import { RememberedCaller } from "./remembered-caller.tsx";

const PAGE = 30;
type Standing = OwnData<"list_standing_approvals">["standing_approvals"][number];

export const standingPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({
    ...{ id: "standing_approvals", path: STANDING_PATH, access: "user" },
    show: (visit) => showStanding(dashboard, visit),
  }),
  dashboard.form({
    ...{ id: "end_standing_approval", path: STANDING_PATH, access: "user", role: "admin" },
    async submit(visit, form) {
      await dashboard.api.call(visit, "end_standing_approval", { params: { id: form.get("id") ?? "" } });
      return done(STANDING_PATH, tr("Ended. The next such call waits for a person again."));
    },
  }),
];

const STATES: Record<Standing["status"], readonly [Tone, Message]> = {
  in_force: ["good", message("In force")],
  expired: ["neutral", message("Expired")],
  caller_ended: ["neutral", message("The key or client has ended")],
  connection_changed: ["neutral", message("The connection has changed")],
  tool_changed: ["neutral", message("The tool has changed")],
};

async function showStanding({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const listed = await api.call(visit, "list_standing_approvals", { query: { limit: PAGE, cursor } });
  return {
    title: tr("Approvals"),
    lead: tr("Calls that a person has approved for later times too."),
    body: (
      <>
        <AgentTabs current="approvals" />
        <ApprovalTabs current="standing" />
        {listed.standing_approvals.length > 0 ? (
          <Table caption={tr("Always allowed")} columns={columnsOf(visit)} rows={listed.standing_approvals} />
        ) : (
          <Empty title={tr("Nothing is always allowed")}>
            <p class="muted">{tr("On the page of a call that waits, approve later calls that do the same with it.")}</p>
          </Empty>
        )}
        <Pager url={visit.url} next={listed.next_cursor} />
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_standing_approvals")} id="standing" />
      </>
    ),
  };
}

const columnsOf = (visit: PageRequest): Column<Standing>[] => [
  {
    title: tr("Call"),
    cell: (standing) => (
      <>
        <span class="strong">{standing.title}</span>
        <br />
        <bdi class="muted">{standing.identity}</bdi>
        <Arguments of={standing} />
        <State of={standing} />
      </>
    ),
  },
  { title: tr("For calls of"), cell: (standing) => <RememberedCaller of={standing.for} /> },
  {
    title: tr("Approved"),
    hideOnNarrow: true,
    cell: ({ created_by: { name }, created_at }) => (
      <>
        {name === null ? NOTHING : <bdi>{name}</bdi>}
        <br />
        <Time reader={visit.reader} at={created_at} />
      </>
    ),
  },
  { title: tr("Ends"), cell: ({ expires_at }) => <Time reader={visit.reader} at={expires_at} format="day" /> },
  {
    title: tr("Used"),
    hideOnNarrow: true,
    cell: ({ used, last_used_at }) => (
      <>
        {tr("{count, plural, one {# time} other {# times}}", { count: used })}
        <br />
        <Time reader={visit.reader} at={last_used_at} />
      </>
    ),
  },
  ...(hasTeamRole(visit, "admin")
    ? [{ title: "", cell: (one: Standing) => <EndButton visit={visit} of={one} /> }]
    : []),
];

const State = ({ of: { status } }: { of: Standing }): Markup => {
  const [tone, text] = STATES[status];
  return <Status tone={tone}>{tr(text)}</Status>;
};

const MAX_TEXT = 80;
const MAX_LINES = 8;

/** What calls must send, an argument a line. */
const Arguments = ({ of: { arguments: args, may_differ: mayDiffer } }: { of: Standing }): Markup => {
  const all = Object.entries(args);
  return (
    <>
      {all.slice(0, MAX_LINES).map(([name, value]) => (
        <div>
          <code>{name}</code> <bdi>{lineOf(value)}</bdi>
        </div>
      ))}
      {all.length > MAX_LINES ? <div>…</div> : NOTHING}
      {mayDiffer.length > 0 ? (
        <div class="muted">{tr("May differ: {names}", { names: mayDiffer.join(", ") })}</div>
      ) : (
        NOTHING
      )}
    </>
  );
};

function lineOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}

const EndButton = ({ visit, of: { id, title } }: { visit: PageRequest; of: Standing }): Markup => (
  <form method="post" action={STANDING_PATH}>
    <FormToken visit={visit} />
    <button type="submit" class="button quiet small" name="id" value={id}>
      {tr("End")}
      <span class="visually-hidden"> {title}</span>
    </button>
  </form>
);
