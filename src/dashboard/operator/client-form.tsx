/** @jsxImportSource #pages */
// Entering and removing a provider's OAuth client; the secret goes in and never comes out.

import type { AppError } from "../../foundation/errors.ts";
import type { ProviderShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Notice } from "../../web/pages/components.tsx";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";
import { clientPath, findProvider, PROVIDERS_PATH, providerParams, providerPath } from "./provider-paths.ts";

/** Said where it is entered and where it is shown. */
export const takesPrecedence = () =>
  tr("The environment or the providers file sets an OAuth app, which takes precedence over one entered here.");

const PATH = `${PROVIDERS_PATH}/{provider}/client`;

export function clientPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const base = {
    id: "operator_client",
    path: PATH,
    access: "operator",
    params: providerParams,
    needsRecentSignIn: true,
  } as const;
  return [
    page({ ...base, show: async (visit) => clientView(visit, await findProvider(dashboard, visit)) }),
    form({
      ...base,
      async submit(visit, sent) {
        const provider = await findProvider(dashboard, visit);
        const body = {
          client_id: sent.get("client_id")?.trim() ?? "",
          client_secret: sent.get("client_secret")?.trim() ?? "",
        };
        const call = { params: { provider: provider.id }, body };
        const result = await attempt(() => api.admin(visit, "admin_set_client", call));
        if ("data" in result) {
          const saved = tr("The OAuth app of {name} is saved. Test it before you rely on it.", { name: provider.name });
          return done(
            providerPath(provider.id),
            result.data.warning === null ? saved : `${saved} ${takesPrecedence()}`,
          );
        }
        return clientView(visit, provider, sent.get("client_id"), result.error);
      },
    }),
    ...confirmationPages(dashboard, {
      ...base,
      id: "operator_remove_client",
      path: `${PATH}/remove`,
      async ask(visit) {
        const { id, name, entered_client: entered, client } = await findProvider(dashboard, visit);
        const isInForce = client?.source === "entered";
        return {
          title: tr("Remove the OAuth app of {name}?", { name }),
          button: tr("Remove the OAuth app"),
          isDangerous: true,
          back: providerPath(id),
          body: (
            <p>
              {rich("The secret of {client} is deleted.", {
                client: <code>{entered?.client_id ?? tr("the OAuth app")}</code>,
              })}{" "}
              {isInForce
                ? tr(
                    "{name} can then no longer be connected. Existing connections work until their token expires, and must then be connected again.",
                    { name },
                  )
                : tr("The OAuth app in the configuration is still used.")}
            </p>
          ),
        };
      },
      async act(visit) {
        const { id, name } = await findProvider(dashboard, visit);
        await api.admin(visit, "admin_remove_client", { params: { provider: id } });
        return done(providerPath(id), tr("The OAuth app of {name} is removed.", { name }));
      },
    }),
  ];
}

const SAME_ID = message(
  "With the same id a new secret replaces the old one, and nothing must be connected again. With another id, what is connected works until its token expires, and must then be connected again.",
);

function clientView(visit: PageRequest, provider: ProviderShape, clientId?: string | null, error?: AppError): View {
  return {
    title: provider.entered_client
      ? tr("Replace the OAuth app of {name}", { name: provider.name })
      : tr("Enter the OAuth app of {name}", { name: provider.name }),
    lead: tr("It is used everywhere within a second."),
    ...(error && { error }),
    body: (
      <ClientForm
        visit={visit}
        provider={provider}
        clientId={clientId}
        error={error}
        back={providerPath(provider.id)}
      />
    ),
  };
}

interface ClientFormProps {
  visit: PageRequest;
  provider: ProviderShape;
  clientId?: string | null;
  error?: AppError;
  back?: string;
}

/** The secret is typed again after an error: no page has it. */
export const ClientForm = ({ visit, provider, clientId, error, back }: ClientFormProps): Markup => {
  const { entered_client: entered, client } = provider;
  return (
    <EntryForm
      visit={visit}
      action={clientPath(provider.id)}
      error={error}
      fields={["client_id", "client_secret"]}
      button={tr("Save")}
      back={back}
    >
      {client?.source === "configuration" ? (
        <Notice tone="warning">
          {tr(
            "The environment or the providers file sets an OAuth app, which takes precedence. This one is used when that one is removed.",
          )}
        </Notice>
      ) : null}
      <TextField
        name="client_id"
        label={tr("Client id")}
        value={clientId ?? entered?.client_id}
        isRequired
        isCode
        isFocused={back !== undefined}
        autocomplete="off"
        maxLength={512}
        hint={entered ? tr(SAME_ID) : undefined}
        error={fieldError(error, "client_id")}
      />
      <TextField
        name="client_secret"
        label={tr("Client secret")}
        type="password"
        isRequired
        isCode
        autocomplete="off"
        hint={tr("Stored encrypted. No page or response shows it.")}
        error={fieldError(error, "client_secret")}
      />
    </EntryForm>
  );
};
