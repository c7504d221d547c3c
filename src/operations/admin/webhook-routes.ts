// The operator's routes about inbound webhooks: counts, and secrets that came in a handshake.
import { Type as t } from "@sinclair/typebox";
import { acceptSecret, deleteSecret, listSecrets, showSecret } from "../../events/ingest/handshake-secrets.ts";
import { INBOUND_WEBHOOKS_PATH } from "../../events/subscriptions/address.ts";
import type { Deps } from "../../server/deps.ts";
import { AcceptedSecret, DeletedSecret, HandshakeSecret, InboundWebhookList } from "./engine-shapes.ts";
import { operation } from "./operation.ts";

const ProviderParam = t.Object({
  provider: t.String({ minLength: 1, maxLength: 60, description: "The provider's id." }),
});

export function webhookRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_show_webhooks",
        data: InboundWebhookList,
        method: "GET",
        path: "/webhooks",
        summary:
          "List each provider's inbound webhook address, this process's counts of requests, and secrets from handshakes.",
      },
      async () => ({ webhooks: await listWebhooks(deps) }),
    ),
    ...secretRoutes(deps),
  ];
}

function secretRoutes(deps: Deps) {
  const path = "/webhooks/{provider}/secret";
  return [
    operation(
      {
        id: "admin_show_webhook_secret",
        data: HandshakeSecret,
        method: "GET",
        path,
        role: "owner",
        event: "webhook_secret_read",
        summary: "Show the secret that a provider sent in a handshake.",
        params: ProviderParam,
      },
      ({ params }) => showSecret(deps, params.provider),
    ),
    operation(
      {
        id: "admin_accept_webhook_secret",
        data: AcceptedSecret,
        method: "POST",
        path: `${path}/accept`,
        role: "owner",
        event: "webhook_secret_accepted",
        summary: "Verify inbound webhooks with the secret from the handshake.",
        params: ProviderParam,
      },
      ({ params }) => acceptSecret(deps, params.provider),
    ),
    operation(
      {
        id: "admin_delete_webhook_secret",
        data: DeletedSecret,
        method: "DELETE",
        path,
        role: "owner",
        event: "webhook_secret_deleted",
        summary: "Delete the secret from a handshake, so that the next handshake can set another.",
        params: ProviderParam,
      },
      ({ params }) => deleteSecret(deps, params.provider),
    ),
  ];
}

async function listWebhooks(deps: Deps) {
  const secrets = new Map((await listSecrets(deps)).map((row) => [row.provider, row]));
  const totals = deps.inboundWebhooks.counts.totals();
  return [...deps.registry.providers.values()].flatMap(({ id, webhook }) => {
    if (!webhook) return [];
    const secret = secrets.get(id);
    return {
      provider: id,
      address: `${deps.baseUrl}${INBOUND_WEBHOOKS_PATH}/${id}`,
      has_secret: deps.target(id).webhookSecret !== null || secret?.state === "accepted",
      handshake_secret: secret ? { state: secret.state, received_at: secret.received_at } : null,
      inbound_webhooks: totals[id] ?? {},
      deliveries: totals[id] ?? {},
    };
  });
}
