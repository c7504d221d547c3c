// A partner's own OAuth clients: one for each provider, its secret sealed and never returned.

import { type Static, Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { clientSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import { listApps, type OAuthAppRow, removeApps, saveApp } from "./store.ts";

/** RFC 6749, appendix A.1 and A.2, but no spaces: a copied trailing one would be stored unseen. */
const CREDENTIAL = { minLength: 1, maxLength: 512, pattern: "^[\\x21-\\x7E]*$" };

export const SaveAppBody = t.Object({
  client_id: t.String({ ...CREDENTIAL, description: "The OAuth app's client id at the provider." }),
  client_secret: t.String({
    ...CREDENTIAL,
    description: "The OAuth app's client secret. It is stored encrypted and never returned.",
  }),
});

export const AppShape = t.Object({
  provider: t.String(),
  client_id: t.String(),
  created_at: t.String({ format: "date-time" }),
  updated_at: t.String({ format: "date-time" }),
});

function appView(row: OAuthAppRow) {
  return {
    provider: row.provider,
    client_id: row.clientId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The current clients, without their secrets. */
export async function listOwnApps(deps: Pick<Deps, "database">, userId: string) {
  return (await listApps(deps.database, userId)).filter((row) => row.replacedAt === null).map(appView);
}

/** Sets the client of a provider, on every replica within a second. */
export async function saveOwnApp(
  deps: Pick<Deps, "database" | "changes" | "vault" | "registry" | "audit">,
  userId: string,
  providerId: string,
  body: Static<typeof SaveAppBody>,
  initiator: Initiator,
) {
  if (!deps.registry.provider(providerId)) throw new AppError("NOT_FOUND", `There is no provider "${providerId}".`);
  const { client_id: clientId, client_secret: secret } = body;
  const clientSecret = deps.vault.seal(secret, clientSecretContext(userId, providerId, clientId));
  const row = await saveApp(deps.database, { userId, provider: providerId, clientId, clientSecret });
  deps.changes.invalidate(userId, ["oauth_apps"]);
  const details = { provider: providerId, client_id: clientId };
  await deps.audit.record(initiator, { event: "oauth_app_saved", userId, details });
  return appView(row);
}

/** Removes the client of a provider; 404 where there is none, 409 while integrations use it. */
export async function removeOwnApp(
  deps: Pick<Deps, "database" | "changes" | "audit">,
  userId: string,
  provider: string,
  initiator: Initiator,
): Promise<void> {
  const outcome = await removeApps(deps.database, userId, provider);
  if (outcome === "missing") throw new AppError("NOT_FOUND", `There is no OAuth app for "${provider}".`);
  if (outcome === "in_use") {
    const text = `Integrations of your accounts use your OAuth app for "${provider}" and could not be renewed without it. Disconnect them first.`;
    throw new AppError("CONFLICT", text);
  }
  deps.changes.invalidate(userId, ["oauth_apps"]);
  await deps.audit.record(initiator, { event: "oauth_app_removed", userId, details: { provider } });
}
