// Disconnects a provider: the tokens are erased here in any case, and the grant is ended there where it can be.
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Subject } from "../integrations/service.ts";
import { deleteIntegration, findIntegration } from "../integrations/store.ts";
import { revokeUpstream } from "./grant.ts";

/** Erases an integration first, then asks the provider to end the grant; 404 when there is none. */
export async function disconnect(deps: Deps, subject: Subject, provider: string): Promise<void> {
  const row = await findIntegration(deps.database.orm, subject, provider);
  if (!row) throw new AppError("NOT_FOUND", `Integration "${provider}" is not connected`);
  await deleteIntegration(deps.database, row.id);
  deps.log.info("integration_disconnected", { integration_id: row.id, user_id: row.userId, provider });
  await revokeUpstream(deps, row);
}
