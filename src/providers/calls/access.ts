// The integration that a call uses, or the error that says why it may use none.
import { canConnect, notSetUp } from "../../connections/connect/authorize.ts";
import { accessError, noSuchConnection } from "../../connections/integrations/access.ts";
import { chosenConnection, isByChoice } from "../../connections/integrations/choice.ts";
import type { Connection } from "../../connections/integrations/model.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import type { CallReport } from "../../web/pipeline/route.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";

/** What a call says of the integration that it wants; `connection` is the name that it gives, null where it gives none. */
export interface Wanted {
  endpoint: RegisteredEndpoint;
  owner: Owner;
  connection: string | null;
  report: Pick<CallReport, "noteIntegration">;
}

export async function usableIntegration(
  deps: Pick<Deps, "integrations" | "oauthClients">,
  { endpoint, owner, connection, report }: Wanted,
): Promise<Connection> {
  const rows = (await deps.integrations.listByOwner(owner)).get(endpoint.provider.id) ?? [];
  const row = chosenConnection(rows, connection);
  const refused = row === null && rows.length > 0 ? noSuchConnection(rows, connection) : accessError(row, endpoint);
  // A lender sees what its borrower tried, too.
  if (row && (!refused || row.share)) report.noteIntegration(row, isByChoice(rows, connection));
  if (row && !refused) return row;
  // Sending somebody to connect what nobody can connect would lead nowhere.
  if (rows.length === 0 && !(await canConnect(deps, owner, endpoint.provider))) throw notSetUp(endpoint, owner);
  throw refused;
}
