/** @jsxImportSource #pages */
// A partner's own OAuth apps: one for each provider, with the address to register there; a secret is never shown again.

import { Type as t } from "@sinclair/typebox";
import { CALLBACK_PATH } from "../../connections/connect/authorize.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Code, Table, Time } from "../../web/pages/data.tsx";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";

const PATH = "/partner/clients";
const params = t.Object({ provider: t.String({ maxLength: 64, description: "The provider's id." }) });
const ofOne = {
  path: `${PATH}/{provider}`,
  access: "partner" as const,
  role: "admin" as const,
  params,
  needsRecentSignIn: true,
};

export function clientsPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  return [
    page({ id: "clients", path: PATH, access: "partner", show: (visit) => showClients(dashboard, visit) }),
    page({ ...ofOne, id: "client", show: (visit) => editView(dashboard, visit, null, null) }),
    form({
      ...ofOne,
      id: "client",
      async submit(visit, form) {
        const body = { client_id: form.get("client_id") ?? "", client_secret: form.get("client_secret") ?? "" };
        const result = await attempt(() => api.call(visit, "save_oauth_app", { params: visit.params, body }));
        if ("error" in result) return editView(dashboard, visit, form, result.error);
        return done(
          PATH,
          tr("Your OAuth app for {provider} is saved. New connections use it.", {
            provider: nameOf(dashboard, visit),
          }),
        );
      },
    }),
    ...confirmationPages(dashboard, {
      ...ofOne,
      id: "client_removal",
      path: `${PATH}/{provider}/remove`,
      ask: async (visit) => ({
        title: tr("Remove this OAuth app?"),
        button: tr("Remove OAuth app"),
        isDangerous: true,
        back: PATH,
        body: (
          <p>
            {rich(
              "Your OAuth app for {provider} and its secret are erased here. New connections then use the operator’s OAuth app, if there is one. You cannot remove it while integrations of your accounts use it.",
              { provider: <code>{visit.params.provider}</code> },
            )}
          </p>
        ),
      }),
      async act(visit) {
        await api.call(visit, "delete_oauth_app", { params: visit.params });
        return done(PATH, tr("Your OAuth app for {provider} is removed.", { provider: nameOf(dashboard, visit) }));
      },
    }),
  ];
}

const nameOf = ({ deps }: Dashboard, { params }: PageRequest) =>
  deps.registry.provider(params.provider as string)?.name ?? "the provider";

const clientsOf = async ({ api }: Dashboard, visit: PageRequest) =>
  (await api.call(visit, "list_oauth_apps")).oauth_apps;

async function showClients(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps, api } = dashboard;
  const byProvider = new Map((await clientsOf(dashboard, visit)).map((one) => [one.provider, one]));
  const columns = [
    {
      title: tr("Provider"),
      cell: ({ id, name }: Provider) => <a href={`${PATH}/${id}`}>{name}</a>,
    },
    {
      title: tr("Client"),
      cell: ({ id }: Provider) => {
        const client = byProvider.get(id);
        return client ? <code>{client.client_id}</code> : <span class="muted">{tr("the operator’s")}</span>;
      },
    },
    {
      title: tr("Changed"),
      hideOnNarrow: true,
      cell: ({ id }: Provider) => <Time reader={visit.reader} at={byProvider.get(id)?.updated_at ?? null} none="—" />,
    },
    {
      title: "",
      cell: ({ id, name }: Provider) => (
        <>
          <LinkButton kind="quiet" href={`${PATH}/${id}`}>
            {byProvider.has(id) ? tr("Replace") : tr("Set up")}
            <span class="visually-hidden"> {name}</span>
          </LinkButton>
          {byProvider.has(id) ? (
            <LinkButton kind="quiet" href={`${PATH}/${id}/remove`}>
              {rich("Remove{name}", { name: <span class="visually-hidden"> {name}</span> })}
            </LinkButton>
          ) : null}
        </>
      ),
    },
  ];
  return {
    title: tr("OAuth apps"),
    lead: tr("With a client of your own, providers show your name when your customers grant access."),
    body: (
      <>
        <Table caption={tr("OAuth apps by provider")} rows={[...deps.registry.providers.values()]} columns={columns} />
        <section class="section">
          <h2>{tr("Callback address to register at each provider")}</h2>
          <Code id="callback">{`${deps.baseUrl}${CALLBACK_PATH}`}</Code>
        </section>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_oauth_apps")} id="clients" />
      </>
    ),
  };
}

async function editView(
  dashboard: Dashboard,
  visit: PageRequest,
  form: URLSearchParams | null,
  error: AppError | null,
): Promise<View> {
  const provider = dashboard.deps.registry.provider(visit.params.provider as string);
  if (!provider) throw new AppError("NOT_FOUND", "There is no provider with this id.");
  const id =
    form?.get("client_id") ??
    (await clientsOf(dashboard, visit)).find((one) => one.provider === provider.id)?.client_id;
  return {
    title: tr("{name} client", { name: provider.name }),
    lead: tr("New connections use it at once. Existing integrations keep the OAuth app that they were connected with."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={visit.url.pathname}
        error={error ?? undefined}
        fields={["client_id", "client_secret"]}
        button={tr("Save OAuth app")}
        back={PATH}
      >
        <div>
          <p class="strong">{rich("Callback address to register at {name}", { name: provider.name })}</p>
          <Code id="callback">{`${dashboard.deps.baseUrl}${CALLBACK_PATH}`}</Code>
        </div>
        <ClientFields id={id} error={error} />
      </EntryForm>
    ),
  };
}

const ClientFields = ({ id, error }: { id: string | undefined; error: AppError | null }): Markup => (
  <>
    <TextField
      name="client_id"
      label={tr("Client id")}
      isCode
      isRequired
      autocomplete="off"
      value={id}
      error={fieldError(error, "client_id")}
    />
    <TextField
      name="client_secret"
      label={tr("Client secret")}
      type="password"
      isCode
      isRequired
      autocomplete="off"
      error={fieldError(error, "client_secret")}
      hint={tr("It is stored encrypted and cannot be shown again.")}
    />
  </>
);
