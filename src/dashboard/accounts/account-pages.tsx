/** @jsxImportSource #pages */
// One connected account of a partner: its forms, and the pages that come before something ends.

import { Type as t } from "@sinclair/typebox";
import { asSession } from "../../connections/connect/model.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code } from "../../web/pages/data.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { loansOf } from "../lending/account-loans.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { ACCOUNTS_PATH } from "../paths.ts";
import { hasTeamRole, type PageRequest } from "../visit.ts";
import { AccountView, type SubmittedForms } from "./account-views.tsx";
import { metadataOf, NOT_AN_OBJECT } from "./accounts-pages.tsx";

const PATH = `${ACCOUNTS_PATH}/{id}`;
const id = t.String({ maxLength: 64, description: "The account's external_id." });
const params = t.Object({ id });
const ofProvider = t.Object({
  id,
  provider: t.String({ maxLength: 64, description: "The provider's id, or the integration's." }),
});
const pathOf = (visit: PageRequest) => `${ACCOUNTS_PATH}/${encodeURIComponent(visit.params.id ?? "")}`;

export function accountPages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({ id: "account", path: PATH, access: "partner", params, show: (visit) => showAccount(dashboard, visit) }),
    ...changeForms(dashboard),
    ...integrationForms(dashboard),
    ...endForms(dashboard),
  ];
}

async function showAccount(dashboard: Dashboard, visit: PageRequest, typed: SubmittedForms = {}): Promise<View> {
  const { deps, api } = dashboard;
  const { params } = visit;
  const account = await api.call(visit, "get_account", { params });
  const [{ integrations }, { sessions }, { events }, { entries }] = await Promise.all([
    api.call(visit, "list_account_integrations", { params }),
    api.call(visit, "list_account_connect_sessions", { params, query: { limit: 10 } }),
    hasTeamRole(visit, "member")
      ? api.call(visit, "list_events", { accountId: account.id, query: { status: "all", limit: 10 } })
      : { events: null },
    api.call(visit, "list_usage", { query: { account_id: account.id, limit: 10 } }),
  ]);
  const { origins } = await api.call(visit, "get_redirect_origins");
  const loans = await loansOf(dashboard, visit, integrations);
  const data = {
    account,
    integrations,
    loans,
    sessions,
    events,
    entries,
    redirectUrl: origins[0] ? `${origins[0]}/` : "",
  };
  return {
    title: account.display_name ?? account.external_id,
    lead: <code>{account.external_id}</code>,
    action: (
      <LinkButton kind="quiet" href={`${pathOf(visit)}/delete`}>
        {tr("Delete")}
      </LinkButton>
    ),
    ...(typed.error && { error: typed.error }),
    body: (
      <AccountView
        visit={visit}
        path={pathOf(visit)}
        registry={deps.registry}
        providers={[...deps.registry.providers.values()]}
        data={data}
        typed={typed}
        call={{ baseUrl: deps.baseUrl, line: api.lineOf("get_account", { params }), id: "account" }}
      />
    ),
  };
}

function changeForms(dashboard: Dashboard): PublicRoute[] {
  const { api, form } = dashboard;
  return [
    form({
      id: "account",
      path: PATH,
      access: "partner",
      role: "member",
      params,
      maxBytes: 128 * 1024,
      async submit(visit, form) {
        const metadata = metadataOf(form);
        if (metadata === null) return showAccount(dashboard, visit, { form, metadataError: NOT_AN_OBJECT });
        const body = { display_name: form.get("display_name") || null, metadata };
        const result = await attempt(() => api.call(visit, "update_account", { params: visit.params, body }));
        if ("error" in result) return showAccount(dashboard, visit, { form, error: result.error });
        return done(pathOf(visit), tr("The account is saved."));
      },
    }),
    form({
      id: "account_link",
      path: `${PATH}/link`,
      access: "partner",
      role: "member",
      params,
      async submit(visit, form) {
        const provider = form.get("provider");
        const redirect_url = form.get("redirect_url") ?? "";
        const connection = form.get("connection")?.trim();
        const body = { page: true, redirect_url, ...(provider && { provider }), ...(connection && { connection }) };
        const { params } = visit;
        const result = await attempt(() => api.call(visit, "start_account_connect", { params, body }));
        if ("error" in result) return showAccount(dashboard, visit, { link: form, error: result.error });
        return connectLinkPage(visit, asSession(result.data).connect_url);
      },
    }),
  ];
}

/** Shown once: the link's token is not stored. */
const connectLinkPage = (visit: PageRequest, url: string): View => ({
  title: tr("Connect link"),
  isSecret: true,
  lead: tr("Send it only to this customer. It works for 30 minutes, and in one browser."),
  body: (
    <>
      <Code id="link" label={tr("Copy link")}>
        {url}
      </Code>
      <p class="section">
        <LinkButton kind="quiet" href={pathOf(visit)}>
          {tr("Back to the account")}
        </LinkButton>
      </p>
    </>
  ),
});

function integrationForms(dashboard: Dashboard): PublicRoute[] {
  const { api, form } = dashboard;
  return [
    form({
      id: "account_services",
      path: `${PATH}/integrations/{provider}/services`,
      access: "partner",
      role: "member",
      params: ofProvider,
      async submit(visit, form) {
        const on = new Set(form.getAll("on"));
        const services = Object.fromEntries(form.getAll("known").map((name) => [name, on.has(name)]));
        await api.call(visit, "switch_account_services", { params: visit.params, body: { services } });
        return done(pathOf(visit), tr("The services are saved. Calls to those that are off are refused."));
      },
    }),
    form({
      id: "account_confirm",
      path: `${PATH}/integrations/{provider}/confirm`,
      access: "partner",
      role: "member",
      params: ofProvider,
      async submit(visit, form) {
        const body = { confirm_token: (form.get("confirm_token") ?? "").trim() };
        const { params } = visit;
        const result = await attempt(() => api.call(visit, "confirm_account_integration", { params, body }));
        if ("error" in result) return showAccount(dashboard, visit, { error: result.error });
        return done(pathOf(visit), tr("The integration is confirmed. Calls for this account can use it."));
      },
    }),
  ];
}

function endForms(dashboard: Dashboard): PublicRoute[] {
  const { api } = dashboard;
  const accountOf = (visit: PageRequest) =>
    api.call(visit, "get_account", { params: { id: visit.params.id as string } });
  return [
    ...confirmationPages(dashboard, {
      id: "account_disconnect",
      path: `${PATH}/integrations/{provider}/disconnect`,
      access: "partner",
      role: "member",
      params: ofProvider,
      async ask(visit) {
        const account = await accountOf(visit);
        const { integrations } = await api.call(visit, "list_account_integrations", { params: { id: account.id } });
        const one = integrations.find(({ id }) => id === visit.params.provider);
        return {
          title: tr("Disconnect this integration?"),
          button: tr("Disconnect"),
          isDangerous: true,
          back: pathOf(visit),
          body: (
            <p>
              {rich(
                "The tokens of {account} for {provider} are erased here and revoked at the provider. The account, its events and its usage log are kept.",
                {
                  account: <bdi class="strong">{account.display_name ?? account.external_id}</bdi>,
                  provider: <code>{one ? `${one.provider} (${one.name})` : visit.params.provider}</code>,
                },
              )}
            </p>
          ),
        };
      },
      async act(visit) {
        await api.call(visit, "disconnect_account_integration", { params: visit.params });
        return done(pathOf(visit), tr("Disconnected. The tokens are erased here and revoked at the provider."));
      },
    }),
    ...confirmationPages(dashboard, {
      id: "account_delete",
      path: `${PATH}/delete`,
      access: "partner",
      role: "admin",
      params,
      needsRecentSignIn: true,
      async ask(visit) {
        const { external_id: text } = await accountOf(visit);
        return {
          title: tr("Delete this account?"),
          button: tr("Delete account"),
          isDangerous: true,
          back: pathOf(visit),
          typed: { label: tr("Type its external_id to delete it: {text}", { text }), text },
          body: (
            <Notice tone="warning">
              {tr(
                "Its integrations, tokens, events and connect sessions are erased, and the grants are revoked at the providers. The usage log keeps the calls, without the account. This cannot be undone.",
              )}
            </Notice>
          ),
        };
      },
      async act(visit) {
        await api.call(visit, "delete_account", { params: visit.params });
        return done(ACCOUNTS_PATH, tr("The account is deleted, and its grants are revoked at the providers."));
      },
    }),
  ];
}
