// Addresses to which providers send events: the provider's own, and one for each source that has its own.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import type { DocumentedResponse, PublicRoute } from "../../web/http/route.ts";
import { INBOUND_WEBHOOKS_PATH } from "../subscriptions/address.ts";

const RESPONSES: Record<string, DocumentedResponse> = {
  "200": {
    description:
      "The inbound webhook is stored, or was stored before; or this is the response to a provider's challenge.",
    types: ["*/*"],
  },
  "202": { description: "The same, for providers that expect this status.", types: [] },
  "204": { description: "The same, for providers that expect this status.", types: [] },
  "401": { description: "The signature is missing, wrong or too old. Nothing is stored." },
  "404": { description: "No plugin with this name accepts inbound webhooks, or no subscription has this id." },
  "408": { description: "The request body arrived too slowly." },
  "413": { description: "The request body is larger than 10 MiB." },
  "415": { description: "The request body is compressed." },
  "503": { description: "Too many inbound webhooks are being read or waiting; the provider sends them again." },
};

export function inboundWebhookRoutes(deps: Pick<Deps, "inboundWebhooks">): PublicRoute[] {
  const provider = t.String({ minLength: 1, maxLength: 60, description: "The provider's id, such as github." });
  const source = t.String({ minLength: 1, maxLength: 60, description: "The subscription's id and signature." });
  const paths = [
    { of: "provider", path: `${INBOUND_WEBHOOKS_PATH}/{provider}`, params: t.Object({ provider }) },
    { of: "source", path: `${INBOUND_WEBHOOKS_PATH}/{provider}/{source}`, params: t.Object({ provider, source }) },
  ];
  const methods = [
    {
      method: "POST" as const,
      id: (of: string) => `receive_${of}_webhook`,
      summary: "Receives a provider's events; not for API clients.",
    },
    {
      method: "GET" as const,
      id: (of: string) => `verify_${of}_address`,
      summary: "Responds when a provider verifies the webhook address; not for API clients.",
    },
  ];
  return paths.flatMap(({ of, path, params }) =>
    methods.map(
      ({ method, id, summary }): PublicRoute => ({
        id: id(of),
        method,
        path,
        summary,
        tag: { name: "webhooks", description: "Inbound webhooks from providers." },
        access: "public",
        params,
        anyQuery: true,
        head: false,
        codes: ["AUTH_REQUIRED", "NOT_FOUND"],
        responses: RESPONSES,
        async handle({ request, arrival, address, params: named }) {
          const to = named as { provider: string; source?: string };
          return { response: await deps.inboundWebhooks.receive(request, { ...to, address, arrival }) };
        },
        ...(method === "GET" && {
          otherMethod: ({ request, arrival, address, params: named }) => {
            const to = named as { provider: string; source?: string };
            return deps.inboundWebhooks.checkAddress(request, { ...to, address, arrival });
          },
        }),
      }),
    ),
  );
}
