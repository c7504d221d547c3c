/** @jsxImportSource #pages */
// One loan of a connection: what it allows, and the calls that the borrower made with it.
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { type Column, Empty, Facts, Pager, Status, Table, Time } from "../../web/pages/data.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard, View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import { durationText, statusLabel, statusTone } from "../usage/usage-labels.ts";
import type { PageRequest } from "../visit.ts";
import type { Lender, Share } from "./lender.ts";
import { Borrower, borrowerOf, EndsAt, PermissionTexts, ShareState } from "./share-views.tsx";

type CallPage = OwnData<"list_share_calls">;
type Call = CallPage["calls"][number];

const PAGE = 30;

export async function showShare({ deps, api }: Dashboard, lender: Lender, visit: PageRequest): Promise<View> {
  const connection = await lender.connectionOf(visit);
  const params = lender.paramsOf(visit, connection);
  const { shares } = await api.call(visit, lender.operations.list, { params });
  const share = shares.find(({ id }) => id === visit.params.share_id);
  if (!share) throw new AppError("NOT_FOUND", "The connection has no such share");
  const ofShare = { ...params, share_id: share.id };
  const cursor = visit.url.searchParams.get("cursor") ?? undefined;
  const page = await api.call(visit, lender.operations.calls, { params: ofShare, query: { limit: PAGE, cursor } });
  const path = lender.pathOf(visit);
  return {
    title: tr("Lent to {name}", { name: borrowerOf(share) }),
    lead: rich("Calls that they made as {identity}: what was called, never what was sent or received.", {
      identity: <bdi class="strong">{connection.identity.name}</bdi>,
    }),
    action:
      share.status === "ended" ? (
        NOTHING
      ) : (
        <LinkButton kind="quiet" href={`${path}/${share.id}/end`}>
          {tr("End the loan")}
        </LinkButton>
      ),
    body: (
      <>
        <Facts of={factsOf(visit, deps.registry.provider(share.provider), share)} />
        <Calls visit={visit} share={share} page={page} />
        <SameAsCall baseUrl={deps.baseUrl} id="calls" line={api.lineOf(lender.operations.calls, { params: ofShare })} />
      </>
    ),
  };
}

function factsOf(visit: PageRequest, provider: Provider | undefined, share: Share): [string, Child][] {
  return [
    [tr("To"), <Borrower of={share} />],
    [tr("State"), <ShareState of={share} />],
    [tr("Borrowed as"), <code>{share.name}</code>],
    [tr("Permissions"), <PermissionTexts provider={provider} of={share.permissions} />],
    [tr("Events"), share.events ? tr("Also in the borrower’s inbox") : tr("Only in yours")],
    [tr("Since"), <Time reader={visit.reader} at={share.accepted_at} none={tr("not accepted yet")} />],
    [tr("Ends"), <EndsAt visit={visit} until={share.until} />],
  ];
}

function Calls({ visit, share, page }: { visit: PageRequest; share: Share; page: CallPage }): Markup {
  const { reader } = visit;
  const columns: Column<Call>[] = [
    { title: tr("Time"), cell: ({ timestamp }) => <Time reader={reader} at={timestamp} format="log" /> },
    { title: tr("Call"), cell: ({ method, endpoint }) => <code class="wrapped">{`${method} ${endpoint}`}</code> },
    { title: tr("Permission"), hideOnNarrow: true, cell: ({ action }) => <code>{action ?? "—"}</code> },
    { title: tr("Status"), cell: ({ status }) => <Outcome status={status} /> },
    {
      ...{ title: tr("Duration"), isNumber: true, hideOnNarrow: true },
      cell: ({ duration_ms }) => durationText(reader, duration_ms),
    },
  ];
  return (
    <section class="section" aria-labelledby="share-calls">
      <h2 id="share-calls">{tr("Calls, newest first")}</h2>
      {page.calls.length > 0 ? (
        <Table caption={tr("Calls, newest first")} columns={columns} rows={page.calls} />
      ) : (
        <Empty title={page.next_cursor === null ? tr("No calls yet") : tr("None among the newest calls")}>
          <p class="muted">{tr("Calls appear here as soon as {name} makes them.", { name: borrowerOf(share) })}</p>
        </Empty>
      )}
      <Pager url={visit.url} next={page.next_cursor} />
    </section>
  );
}

const Outcome = ({ status }: { status: number | null }): Markup =>
  status === null ? (
    <span class="muted">—</span>
  ) : (
    <Status tone={statusTone(status)}>
      {status} {statusLabel(status)}
    </Status>
  );
