// Renames a connection, and chooses the one that calls without a name use.

import type { Static } from "@sinclair/typebox";
import { isUniqueViolation } from "../../foundation/db/database.ts";
import { AppError, accountNotFound } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "./access.ts";
import { updateChoice } from "./change-store.ts";
import { connectionToChange } from "./choice.ts";
import { type ChangeIntegrationBody, integrationView } from "./model.ts";
import { type IntegrationRef, nameIn, refText } from "./reference.ts";
import { findConnections, GRANT_TABLES, lockConnections } from "./store.ts";

/** Changes an integration, on every replica within a second; 409 where another connection with the provider has the name. */
export async function changeIntegration(
  deps: Pick<Deps, "database" | "changes" | "audit" | "registry" | "sources">,
  owner: Owner,
  ref: IntegrationRef,
  { name, is_default: isDefault }: Static<typeof ChangeIntegrationBody>,
  initiator: Initiator,
) {
  const { row, announce } = await deps.database
    .transaction(async (tx) => {
      if (!(await lockOwner(tx, owner))) throw accountNotFound(owner.accountId ?? undefined);
      // Whom the owner has chosen for calls does not say which one is to be changed.
      const meant = connectionToChange(await findConnections(tx, owner, ref), nameIn(ref));
      // All of the provider: of two choices at once the second one ends the first.
      const locked = meant ? await lockConnections(tx, owner, { provider: meant.provider }) : [];
      const before = locked.find(({ id }) => id === meant?.id);
      if (!before) throw integrationNotFound(owner, refText(ref));
      const row = await updateChoice(tx, owner, before, { name, isDefault });
      const announce = await deps.audit.recordIn(tx, initiator, {
        event: "integration_changed",
        ...owner,
        resource: { kind: "integration", id: row.id },
        details: {
          provider: row.provider,
          connection: row.name,
          ...(row.name !== before.name && { old_name: before.name }),
          is_default: row.isDefault,
        },
      });
      return { row, announce };
    })
    .catch((error: unknown) => Promise.reject(name && isUniqueViolation(error) ? nameTaken(name) : error));
  deps.changes.invalidate(row.userId, GRANT_TABLES);
  announce();
  return integrationView(row, deps.registry.provider(row.provider), await deps.sources.ofIntegrations([row.id]));
}

const nameTaken = (name: string): AppError =>
  new AppError("CONFLICT", `Another connection with this provider is called "${name}"; choose another name`);
