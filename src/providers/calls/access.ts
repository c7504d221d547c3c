// The integration that a call uses, or the error that says why it may use none.
import { canConnect, notSetUp } from "../../connections/connect/authorize.ts";
import { accessError } from "../../connections/integrations/access.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";

export async function usableIntegration(
  deps: Pick<Deps, "integrations" | "oauthClients">,
  owner: Owner,
  endpoint: RegisteredEndpoint,
): Promise<IntegrationRow> {
  const row = (await deps.integrations.listByOwner(owner)).get(endpoint.provider.id) ?? null;
  const refused = accessError(row, endpoint);
  if (row && !refused) return row;
  // Sending somebody to connect what nobody can connect would lead nowhere.
  if (!row && !(await canConnect(deps, owner, endpoint.provider))) throw notSetUp(endpoint, owner);
  throw refused;
}
