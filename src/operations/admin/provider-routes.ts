// The admin API of providers and the operator's OAuth client of each.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";
import { ClientBody, listProviders, removeClient, setClient, showProvider } from "./provider-clients.ts";
import { ProviderList, ProviderShape } from "./shapes.ts";

const params = t.Object({ provider: t.String({ minLength: 1, maxLength: 64, description: "A provider's id." }) });

const about = ({ id, entered_client: client }: ProviderShape) => ({
  resource: { kind: "provider", id },
  details: { client_id: client?.client_id ?? null },
});

export function providerClientRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_providers",
        data: ProviderList,
        method: "GET",
        path: "/providers",
        summary: "List the providers with the OAuth app of each.",
      },
      () => listProviders(deps),
    ),
    operation(
      {
        id: "admin_show_provider",
        data: ProviderShape,
        method: "GET",
        path: "/providers/{provider}",
        summary: "Show a provider.",
        params,
      },
      ({ params }) => showProvider(deps, params.provider),
    ),
    ...clientRoutes(deps),
  ];
}

function clientRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_set_client",
        data: ProviderShape,
        method: "PUT",
        path: "/providers/{provider}/client",
        summary: "Set a provider's OAuth app. An app in the configuration takes precedence.",
        params,
        body: ClientBody,
        event: "operator_client_set",
        about,
      },
      ({ params, body }) => setClient(deps, params.provider, body),
    ),
    operation(
      {
        id: "admin_remove_client",
        data: ProviderShape,
        method: "DELETE",
        path: "/providers/{provider}/client",
        summary: "Remove a provider's OAuth app that was set here.",
        params,
        event: "operator_client_removed",
        about,
      },
      ({ params }) => removeClient(deps, params.provider),
    ),
  ];
}
