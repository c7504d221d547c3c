/** @jsxImportSource #pages */
// What a connected account lends and borrows, on its page, and the end of what is lent to it.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { BY_EXTERNAL_ID } from "../../identity/owner.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Table } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import type { Integration } from "../integrations/connected-card.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { ACCOUNTS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import { borrowedColumns } from "./borrowed-section.tsx";
import { type Borrowed, LENDING_ROLE, type Share, shareId } from "./lender.ts";
import { ShareTable } from "./share-views.tsx";

/** Each takes a query; those of further connections are on their own pages. */
const MAX_CONNECTIONS = 20;

export interface AccountLoans {
  lent: Share[];
  borrowed: Borrowed[];
}

/** What is lent now; each connection's own page has what has ended as well. */
export async function loansOf(
  { api }: Dashboard,
  visit: PageRequest,
  integrations: readonly Integration[],
): Promise<AccountLoans> {
  const id = visit.params.id as string;
  const [{ borrowed }, ...lent] = await Promise.all([
    api.call(visit, "list_account_borrowed_integrations", { params: { id } }),
    ...integrations
      .slice(0, MAX_CONNECTIONS)
      .map((one) => api.call(visit, "list_account_shares", { params: { id, provider: one.id } })),
  ]);
  return { borrowed, lent: lent.flatMap(({ shares }) => shares.filter(({ status }) => status !== "ended")) };
}

interface Props extends AccountLoans {
  visit: PageRequest;
  /** The account's address. */
  path: string;
  registry: Registry;
  integrations: readonly Integration[];
}

export const AccountLoansView = (props: Props): Markup => (
  <>
    <Lent {...props} />
    <BorrowedByAccount {...props} />
  </>
);

function Lent({ visit, path, registry, integrations, lent }: Props): Markup {
  if (lent.length === 0) return NOTHING;
  const names = new Map(integrations.map(({ id, name }) => [id, name]));
  return (
    <section class="section">
      <h2>{tr("Lent")}</h2>
      <ShareTable
        visit={visit}
        caption={tr("What the account lends")}
        shares={lent}
        pathOf={({ id, integration_id }) => `${path}/integrations/${integration_id}/lend/${id}`}
        connectionOf={({ provider, integration_id }) => (
          <>
            {registry.provider(provider)?.name ?? provider} <code>{names.get(integration_id)}</code>
          </>
        )}
      />
    </section>
  );
}

function BorrowedByAccount({ visit, path, registry, borrowed }: Props): Markup {
  if (borrowed.length === 0) return NOTHING;
  return (
    <section class="section">
      <h2>{tr("Borrowed")}</h2>
      <Table
        caption={tr("What the account borrows")}
        rows={borrowed}
        columns={borrowedColumns({ visit, registry }, ({ id, name }) => (
          <a class="button quiet small" href={`${path}/borrowed/${id}/end`}>
            {rich("End{name}", { name: <span class="visually-hidden"> {name}</span> })}
          </a>
        ))}
      />
    </section>
  );
}

const params = t.Object({
  id: t.String({ maxLength: 64, description: "The account's external_id." }),
  share_id: shareId,
});

export function accountBorrowedPages(dashboard: Dashboard): PublicRoute[] {
  const { api } = dashboard;
  const pathOf = ({ params }: PageRequest) => `${ACCOUNTS_PATH}/${encodeURIComponent(params.id ?? "")}`;
  const found = async (visit: PageRequest): Promise<Borrowed> => {
    const { borrowed } = await api.call(visit, "list_account_borrowed_integrations", {
      params: { id: visit.params.id as string },
    });
    const one = borrowed.find(({ id }) => id === visit.params.share_id);
    if (!one) throw new AppError("NOT_FOUND", "Nothing of this id is lent to the account.");
    return one;
  };
  return confirmationPages(dashboard, {
    ...{ id: "account_end_borrowed", path: `${ACCOUNTS_PATH}/{id}/borrowed/{share_id}/end`, access: "partner" },
    ...{ role: LENDING_ROLE, params },
    async ask(visit) {
      const one = await found(visit);
      return {
        title: tr("End the loan of {name}?", { name: one.name }),
        button: tr("End the loan"),
        isDangerous: true,
        back: pathOf(visit),
        body: (
          <p>
            {rich(
              "The account’s calls with {name} are refused within a second. The connection of {lender} stays as it is.",
              { name: <code>{one.name}</code>, lender: <bdi class="strong">{one.lender}</bdi> },
            )}
          </p>
        ),
      };
    },
    async act(visit) {
      const one = await found(visit);
      await endByLender(dashboard, visit, one);
      return done(pathOf(visit), tr("The account no longer borrows {name}.", { name: one.name }));
    },
  });
}

/** The partner's own user or another account lends it, and a share is its lender's to end. */
async function endByLender({ api }: Dashboard, visit: PageRequest, one: Borrowed): Promise<void> {
  const params = { provider: one.integration_id, share_id: one.id };
  const { integrations } = await api.call(visit, "list_integrations");
  if (integrations.some(({ id }) => id === one.integration_id)) await api.call(visit, "end_share", { params });
  else await api.call(visit, "end_account_share", { params: { ...params, id: BY_EXTERNAL_ID + one.lender } });
}
