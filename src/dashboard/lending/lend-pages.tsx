/** @jsxImportSource #pages */
// What is lent of a connection: the list, a new loan, the calls by each, and its end; of the user's own and of accounts'.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Disclosure, LinkButton } from "../../web/pages/components.tsx";
import { Empty } from "../../web/pages/data.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import type { Integration } from "../integrations/connected-card.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { LendForm, lendError, lendRequest } from "./lend-form.tsx";
import { accountLender, LENDING_ROLE, type Lender, ownLender, type Share, shareId } from "./lender.ts";
import { showShare } from "./share-page.tsx";
import { borrowerOf, ShareTable } from "./share-views.tsx";

export const lendPages = (dashboard: Dashboard): PublicRoute[] =>
  [ownLender(dashboard), accountLender(dashboard)].flatMap((lender) => [
    dashboard.page({
      ...{ id: `${lender.prefix}shares`, path: lender.template, access: lender.access, params: lender.params },
      show: (visit) => showShares(dashboard, lender, visit),
    }),
    ...newSharePages(dashboard, lender),
    dashboard.page({
      ...{ id: `${lender.prefix}share`, path: `${lender.template}/{share_id}`, access: lender.access },
      params: ofShare(lender),
      show: (visit) => showShare(dashboard, lender, visit),
    }),
    ...endPages(dashboard, lender),
  ]);

const ofShare = ({ params }: Lender) => t.Object({ ...params.properties, share_id: shareId });

const nameOf = ({ deps }: Dashboard, { provider }: Integration) => deps.registry.provider(provider)?.name ?? provider;

/** Whose account at the provider it is, with the connection's name. */
const identityText = ({ identity, name }: Integration): Child => (
  <>
    <bdi class="strong">{identity.name}</bdi> (<code>{name}</code>)
  </>
);

async function showShares(dashboard: Dashboard, lender: Lender, visit: PageRequest): Promise<View> {
  const { deps, api } = dashboard;
  const connection = await lender.connectionOf(visit);
  const params = lender.paramsOf(visit, connection);
  const { shares } = await api.call(visit, lender.operations.list, { params });
  const path = lender.pathOf(visit);
  const [ended, living] = [true, false].map((isEnded) => shares.filter((one) => (one.status === "ended") === isEnded));
  const table = (caption: string, shares: readonly Share[]) => (
    <ShareTable visit={visit} caption={caption} shares={shares} pathOf={({ id }) => `${path}/${id}`} />
  );
  return {
    title: tr("Lent: {provider}", { provider: nameOf(dashboard, connection) }),
    lead: rich("Those who borrow {identity} act as it within what you allow. Both logs name you both.", {
      identity: identityText(connection),
    }),
    action: <LendButton path={path} />,
    body: (
      <>
        {living && living.length > 0 ? (
          table(tr("To whom it is lent"), living)
        ) : (
          <Empty title={tr("Lent to nobody")}>
            <p class="muted">
              {lender.invitesUsers
                ? tr("Others can use this connection without its sign-in: only as you allow, and until you end it.")
                : tr("Other accounts can use this connection: only as you allow, and until you end it.")}
            </p>
            <LendButton path={path} />
          </Empty>
        )}
        {ended && ended.length > 0 ? (
          <div class="section">
            <Disclosure summary={tr("Ended in the last 90 days ({count})", { count: ended.length })}>
              {table(tr("Loans that have ended"), ended)}
            </Disclosure>
          </div>
        ) : null}
        <SameAsCall baseUrl={deps.baseUrl} id="shares" line={api.lineOf(lender.operations.list, { params })} />
      </>
    ),
  };
}

const LendButton = ({ path }: { path: string }): Markup => (
  <LinkButton kind="primary" href={`${path}/new`}>
    {tr("Lend")}
  </LinkButton>
);

function newSharePages(dashboard: Dashboard, lender: Lender): PublicRoute[] {
  const { deps, api, page, form } = dashboard;
  const definition = {
    ...{ id: `${lender.prefix}new_share`, path: `${lender.template}/new`, access: lender.access },
    ...{ params: lender.params, role: LENDING_ROLE, needsRecentSignIn: true },
  };
  return [
    page({ ...definition, show: async (visit) => newView(dashboard, lender, visit, await lender.connectionOf(visit)) }),
    form({
      ...definition,
      async submit(visit, sent) {
        const connection = await lender.connectionOf(visit);
        const body = lendRequest(lender, sent, deps.clock.now());
        const params = lender.paramsOf(visit, connection);
        const lent = await attempt(() => api.call(visit, lender.operations.lend, { params, body }));
        if ("error" in lent)
          return newView(dashboard, lender, visit, connection, {
            form: sent,
            error: lendError(lent.error, lender, sent),
          });
        const values = { name: borrowerOf(lent.data), borrowed: lent.data.name };
        return done(
          lender.pathOf(visit),
          lent.data.status === "invited"
            ? tr(
                "{name} is invited, and finds the invitation under Integrations. The loan begins when they accept.",
                values,
              )
            : tr("{name} borrows the connection from now on, as {borrowed}.", values),
        );
      },
    }),
  ];
}

function newView(
  dashboard: Dashboard,
  lender: Lender,
  visit: PageRequest,
  connection: Integration,
  sent: { form?: URLSearchParams; error?: AppError } = {},
): View {
  const { deps, api } = dashboard;
  const provider = deps.registry.provider(connection.provider);
  if (!provider) throw new AppError("NOT_FOUND", "This gateway has no such provider.");
  const params = lender.paramsOf(visit, connection);
  return {
    title: tr("Lend a {provider} connection", { provider: provider.name }),
    lead: rich("Choose who may use {identity}, and what their calls may do. Nothing else is lent.", {
      identity: identityText(connection),
    }),
    ...(sent.error && { error: sent.error }),
    body: (
      <>
        <LendForm visit={visit} lender={lender} provider={provider} connection={connection} {...sent} />
        <SameAsCall
          baseUrl={deps.baseUrl}
          id="lend"
          line={api.lineOf(lender.operations.lend, { params })}
          body={exampleOf(lender, provider)}
        />
      </>
    ),
  };
}

const exampleOf = ({ invitesUsers }: Lender, { services }: Provider) => ({
  to: invitesUsers ? { user: "colleague@example.com" } : { account: "external:customer-42" },
  permissions: Object.entries(services)
    .flatMap(([service, actions]) => Object.keys(actions).map((action) => `${service}.${action}`))
    .slice(0, 1),
});

function endPages(dashboard: Dashboard, lender: Lender): PublicRoute[] {
  const { api } = dashboard;
  const found = async (visit: PageRequest) => {
    const connection = await lender.connectionOf(visit);
    const params = lender.paramsOf(visit, connection);
    const { shares } = await api.call(visit, lender.operations.list, { params });
    const share = shares.find(({ id }) => id === visit.params.share_id);
    if (!share) throw new AppError("NOT_FOUND", "The connection has no such share");
    if (share.status === "ended") throw new AppError("CONFLICT", "This loan has ended already.");
    return { connection, share, params: { ...params, share_id: share.id } };
  };
  return confirmationPages(dashboard, {
    ...{ id: `${lender.prefix}end_share`, path: `${lender.template}/{share_id}/end`, access: lender.access },
    ...{ params: ofShare(lender), role: LENDING_ROLE },
    async ask(visit) {
      const { connection, share } = await found(visit);
      const name = borrowerOf(share);
      const isInvited = share.status === "invited";
      return {
        title: isInvited ? tr("Withdraw the invitation of {name}?", { name }) : tr("End the loan to {name}?", { name }),
        button: isInvited ? tr("Withdraw") : tr("End the loan"),
        isDangerous: true,
        back: lender.pathOf(visit),
        body: (
          <p>
            {rich(
              isInvited
                ? "{name} can no longer accept it. Your connection {identity} stays as it is."
                : "Calls of {name} as {identity} are refused within a second. Your connection stays as it is, and so do both logs.",
              { name: <bdi class="strong">{name}</bdi>, identity: identityText(connection) },
            )}
          </p>
        ),
      };
    },
    async act(visit) {
      const { share, params } = await found(visit);
      await api.call(visit, lender.operations.end, { params });
      const text = tr("{name} no longer borrows the connection.", { name: borrowerOf(share) });
      return done(lender.pathOf(visit), text);
    },
  });
}
