// Checks a source at once on its owner's request, before the pauses of a source that failed are over.
import { accessError, integrationNotFound } from "../../connections/integrations/access.ts";
import { type IntegrationRef, refText } from "../../connections/integrations/reference.ts";
import { isLiving, sourceWithId } from "../../connections/integrations/source-model.ts";
import { lockIntegration } from "../../connections/integrations/store.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { sourceOf } from "./planned.ts";
import { listSources, makeDue } from "./store.ts";

/** Returns the source as it is before the check; refuses where the grant or a switched service forbids its calls. */
export async function checkSource(
  deps: Pick<Deps, "database" | "sources" | "registry" | "clock" | "audit">,
  owner: Owner,
  { ref, id: sourceId }: { ref: IntegrationRef; id: string },
  initiator: Initiator,
) {
  const { view, announce } = await deps.database.transaction(async (tx) => {
    const row = await lockIntegration(tx, owner, ref);
    const provider = row && deps.registry.provider(row.provider);
    if (!row || !provider) throw integrationNotFound(owner, refText(ref));
    const source = (await listSources(tx, [row.id])).filter(isLiving).find(({ id }) => id === sourceId);
    const def = source && sourceOf(provider, source.name);
    if (!source || !def) throw new AppError("NOT_FOUND", "The integration has no source with this id.");
    const service = def.permission.split(".")[0] ?? "";
    const refused = accessError(row, { provider, service, needs: [def.permission] });
    if (refused) throw refused;
    const due = await makeDue(tx, source, deps.clock.now());
    const announce = await deps.audit.recordIn(tx, initiator, {
      event: "source_check_requested",
      ...owner,
      resource: { kind: "source", id: source.id },
      details: { provider: provider.id, source: source.name, resource: source.resource || null },
    });
    return { view: sourceWithId({ ...source, ...due }, provider), announce };
  });
  deps.sources.notify();
  announce();
  return view;
}
