// The operator's OAuth client of each provider: configured, or entered here, sealed and never returned.
import { type Static, Type as t } from "@sinclair/typebox";
import { callbackUrl } from "../../connections/connect/authorize.ts";
import { deleteOperatorClient, upsertOperatorClient } from "../../connections/oauth/operator-client-store.ts";
import { providerVariable } from "../../foundation/config/provider-settings.ts";
import { ALL_USERS } from "../../foundation/db/changes.ts";
import { AppError } from "../../foundation/errors.ts";
import { operatorClientContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";

/** As the provider issued it: no space, no control character. */
const ISSUED = "^[\\u0021-\\u007e]*$";

export const ClientBody = t.Object(
  {
    client_id: t.String({ minLength: 1, maxLength: 512, pattern: ISSUED, description: "The OAuth app's client id." }),
    client_secret: t.String({
      minLength: 1,
      maxLength: 4_096,
      pattern: ISSUED,
      description: "The OAuth app's client secret. It is stored encrypted and never returned.",
    }),
  },
  { additionalProperties: false },
);

type ClientDeps = Pick<
  Deps,
  "database" | "vault" | "clock" | "changes" | "registry" | "target" | "oauthClients" | "baseUrl"
>;

/** `entered_client` is in force unless the configuration names one. */
async function providerView(deps: ClientDeps, provider: Provider) {
  const entered = (await deps.oauthClients.entered()).find((row) => row.provider === provider.id);
  const configured = deps.target(provider.id).client;
  const inForce = configured?.id ?? entered?.clientId;
  return {
    id: provider.id,
    name: provider.name,
    client:
      inForce === undefined
        ? null
        : { client_id: inForce, source: configured ? ("configuration" as const) : ("entered" as const) },
    entered_client: entered ? { client_id: entered.clientId, updated_at: entered.updatedAt } : null,
    callback_url: callbackUrl(deps),
    /** The callback of people who sign in with the provider; null if no one can. */
    sign_in_callback_url: provider.auth.oauth2?.identifiesPeople ? `${callbackUrl(deps)}/sign-in/${provider.id}` : null,
    warning: configured && entered ? overridden(provider) : null,
  };
}

/** An app of the settings takes precedence: without this, setting another one looks as if it had worked. */
function overridden({ id, name }: Provider): string {
  const settings = `${providerVariable(id, "client_id")} and ${providerVariable(id, "client_secret")}, or clientId and clientSecret of ${id} in the providers file`;
  return `This OAuth app of ${name} is stored and not used: that of the configuration takes precedence. To use this one, remove ${settings}, and restart the gateway; otherwise remove this one (DELETE /admin/v1/providers/${id}/client).`;
}

export async function listProviders(deps: ClientDeps) {
  return { providers: await Promise.all([...deps.registry.providers.values()].map((one) => providerView(deps, one))) };
}

function requireProvider({ registry }: Pick<Deps, "registry">, id: string): Provider {
  const provider = registry.provider(id);
  if (!provider) throw new AppError("NOT_FOUND", `There is no provider ${id}.`);
  return provider;
}

export const showProvider = (deps: ClientDeps, id: string) => providerView(deps, requireProvider(deps, id));

/** Enters a client or replaces it, on every replica within a second. */
export async function setClient(deps: ClientDeps, id: string, body: Static<typeof ClientBody>) {
  const provider = requireProvider(deps, id);
  await upsertOperatorClient(deps.database, {
    provider: id,
    clientId: body.client_id,
    clientSecret: deps.vault.seal(body.client_secret, operatorClientContext(id)),
    updatedAt: new Date(deps.clock.now()).toISOString(),
  });
  deps.changes.invalidate(ALL_USERS, ["operator_clients"]);
  return providerView(deps, provider);
}

/** Forgets an entered client; what was connected with it must be connected again. */
export async function removeClient(deps: ClientDeps, id: string) {
  const provider = requireProvider(deps, id);
  if (!(await deleteOperatorClient(deps.database, id))) {
    throw new AppError("NOT_FOUND", `No OAuth app for ${provider.name} was set here.`);
  }
  deps.changes.invalidate(ALL_USERS, ["operator_clients"]);
  return providerView(deps, provider);
}
