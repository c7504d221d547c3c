/** @jsxImportSource #pages */
// The name of a connection, and whether calls that name none use it.

import { Type as t } from "@sinclair/typebox";
import { ambiguous } from "../../connections/integrations/choice.ts";
import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, LinkButton } from "../../web/pages/components.tsx";
import { Check, FormError, fieldError, TextField } from "../../web/pages/fields.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import type { Integration } from "./connected-card.tsx";

const PATH = "/integrations/{provider}/name";
const params = t.Object({
  provider: t.String({ maxLength: 64, description: "The provider's id, or the integration's." }),
});

export function namePages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const definition = { path: PATH, access: "user", role: "member", params } as const;
  return [
    page({
      ...definition,
      id: "connection_name",
      show: async (visit) => nameView(dashboard, visit, await requireIntegration(dashboard, visit)),
    }),
    form({
      ...definition,
      id: "change_connection",
      async submit(visit, sent) {
        const integration = await requireIntegration(dashboard, visit);
        const name = (sent.get("name") ?? "").trim();
        const body = { name, is_default: sent.get("is_default") === "1" };
        const changed = await attempt(() =>
          api.call(visit, "change_integration", { params: { provider: integration.id }, body }),
        );
        if ("data" in changed) return done(INTEGRATIONS_PATH, tr("The connection is called {name}.", { name }));
        return nameView(dashboard, visit, { ...integration, ...body }, changed.error);
      },
    }),
  ];
}

function nameView({ api, deps }: Dashboard, visit: PageRequest, integration: Integration, error?: AppError): View {
  const provider = deps.registry.provider(integration.provider)?.name ?? integration.provider;
  return {
    title: tr("Name of a {provider} connection", { provider }),
    lead: rich("Of {identity}. Calls name it in the header {header}, agents in the argument {argument}.", {
      identity: <bdi class="strong">{integration.identity.name}</bdi>,
      header: <code>X-Connection</code>,
      argument: <code>connection</code>,
    }),
    ...(error && { error }),
    body: (
      <>
        <form method="post" action={visit.url.pathname} class="fields">
          <FormToken visit={visit} />
          <FormError error={error} fields={["name"]} />
          <TextField
            name="name"
            label={tr("Name")}
            hint={tr("1 to 64 of a–z, 0–9, hyphen, underscore and full stop, such as work.")}
            value={integration.name}
            maxLength={64}
            autocomplete="off"
            error={fieldError(error, "name")}
            isRequired
          />
          <Check name="is_default" value="1" isChecked={integration.is_default}>
            {tr("Calls that name no connection use this one")}
          </Check>
          <div class="form-foot">
            <Button kind="primary">{tr("Save")}</Button>
            <LinkButton kind="quiet" href={INTEGRATIONS_PATH}>
              {tr("Cancel")}
            </LinkButton>
          </div>
        </form>
        <SameAsCall
          baseUrl={deps.baseUrl}
          id="change"
          line={api.lineOf("change_integration", { params: { provider: integration.id } })}
          body={{ name: integration.name, is_default: integration.is_default }}
        />
      </>
    ),
  };
}

/** The integration of the path: by its id, or of a provider by the connection's name, by default the first. */
export async function integrationOf(
  { api }: Dashboard,
  visit: PageRequest,
  connection: string | null = null,
): Promise<Integration | undefined> {
  const { integrations } = await api.call(visit, "list_integrations");
  const key = visit.params.provider;
  const isNamed = ({ name }: Integration) => connection === null || name === connection;
  return integrations.find((one) => one.id === key) ?? integrations.find((one) => one.provider === key && isNamed(one));
}

/** The same, without a guess: throws `CONNECTION_AMBIGUOUS` for a provider with several connections, and 404 for one without. */
export async function requireIntegration({ api }: Dashboard, visit: PageRequest): Promise<Integration> {
  const { integrations } = await api.call(visit, "list_integrations");
  return integrationMeant(integrations, visit.params.provider as string);
}

/** The one of an owner's integrations that a path means by its id, or by its provider. */
export function integrationMeant(integrations: readonly Integration[], key: string): Integration {
  const meant = integrations.filter(({ id, provider }) => id === key || provider === key);
  if (meant.length > 1) throw ambiguous(meant.map(({ provider, name, identity }) => ({ provider, name, identity })));
  const [integration] = meant;
  if (!integration) throw new AppError("NOT_FOUND", "This integration does not exist.");
  return integration;
}
