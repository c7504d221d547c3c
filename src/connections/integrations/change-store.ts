// Changes of an integration that its owner makes: its name, whether calls without a name use it, and its services.
import { and, eq, ne } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";
import type { Owner } from "../../identity/owner.ts";
import type { IntegrationRow } from "./model.ts";
import type { IntegrationRef } from "./reference.ts";
import { isMeant, lockIntegration } from "./store.ts";

/** Renames a connection, or makes it the only one that its owner has chosen; the caller has locked all of the provider. */
export async function updateChoice(
  tx: Orm,
  owner: Owner,
  { id, provider }: Pick<IntegrationRow, "id" | "provider">,
  { name, isDefault }: { name?: string | undefined; isDefault?: boolean | undefined },
): Promise<IntegrationRow> {
  if (isDefault === true)
    await tx
      .update(integrations)
      .set({ isDefault: false })
      .where(and(isMeant(owner, { provider }), ne(integrations.id, id), integrations.isDefault));
  const [changed] = await tx.update(integrations).set({ name, isDefault }).where(eq(integrations.id, id)).returning();
  return changed as IntegrationRow;
}

/**
 * Switches services of an integration off and on by all of their names, with `onSwitched` in the same transaction; null when there
 * is none. Tokens and epoch stay as they are.
 */
export function updateDisabledServices(
  database: Database,
  owner: Owner,
  ref: IntegrationRef,
  services: readonly { names: readonly string[]; isOn: boolean }[],
  onSwitched: (tx: Orm, row: IntegrationRow) => Promise<unknown>,
): Promise<IntegrationRow | null> {
  return database.transaction(async (tx) => {
    const row = await lockIntegration(tx, owner, ref);
    if (!row) return null;
    const unchanged = row.disabledServices.filter((name) => !services.some(({ names }) => names.includes(name)));
    const off = services.flatMap(({ names, isOn }) => (isOn ? [] : names));
    const [switched] = await tx
      .update(integrations)
      .set({ disabledServices: [...unchanged, ...off].sort() })
      .where(eq(integrations.id, row.id))
      .returning();
    if (switched) await onSwitched(tx, switched);
    return switched ?? null;
  });
}
