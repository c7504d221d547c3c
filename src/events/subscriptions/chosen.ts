// Sources that watch a chosen thing, such as a repository: listed, made and deleted by the integration's owner.

import { accessError, integrationNotFound } from "../../connections/integrations/access.ts";
import { type IntegrationRef, refText } from "../../connections/integrations/reference.ts";
import { isLiving, type LivingSource, sourceWithId } from "../../connections/integrations/source-model.ts";
import { findIntegration, lockIntegration } from "../../connections/integrations/store.ts";
import { AppError, invalidInput } from "../../foundation/errors.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { endSource, eventSettings, newSource, type PlanDeps } from "./plan.ts";
import { sourceMode, sourceOf, todaysSource } from "./planned.ts";
import { insertSource, listSources, type SourceRow, updateSource } from "./store.ts";

/** Chosen things of one integration. */
const MAX_CHOSEN = 50;

type ChosenDeps = PlanDeps & Pick<Deps, "database" | "sources">;

/** All sources of an integration with their ids; 404 without one. */
export async function listSourcesOf(deps: ChosenDeps, owner: Owner, ref: IntegrationRef) {
  const row = await findIntegration(deps.database.orm, owner, ref);
  if (!row) throw integrationNotFound(owner, refText(ref));
  const rows = await listSources(deps.database.orm, [row.id]);
  return rows.filter(isLiving).map((source) => sourceWithId(source, deps.registry.provider(row.provider)));
}

/** Watches a thing; the same one again changes nothing. */
export async function chooseSource(
  deps: ChosenDeps,
  owner: Owner,
  ref: IntegrationRef,
  { name: given, resource }: { name: string; resource: string },
) {
  const { made, provider } = await deps.database.transaction(async (tx) => {
    const row = await lockIntegration(tx, owner, ref);
    const provider = row && deps.registry.provider(row.provider);
    if (!row || !provider) throw integrationNotFound(owner, refText(ref));
    const name = todaysSource(provider, given);
    const isSame = (other: SourceRow) => other.resource === resource && todaysSource(provider, other.name) === name;
    const source = chosenSource(provider, name, resource);
    const service = source.permission.split(".")[0] ?? "";
    const refused = accessError(row, { provider, service, needs: [source.permission] });
    if (refused) throw refused;
    const mode = sourceMode(eventSettings(deps, provider.id), name);
    if (mode === null)
      throw invalid("/name", `The operator has turned "${name}" off, or the provider cannot reach this gateway.`);
    const rows = await listSources(tx, [row.id]);
    const now = new Date(deps.clock.now());
    const fresh = newSource(row, { name, resource, mode }, now);
    const present = rows.find(isSame);
    if (present && isLiving(present)) return { made: present, provider };
    const { id: _id, createdAt: _at, ...restarted } = fresh;
    if (present) await updateSource(tx, present.id, restarted);
    else {
      const chosen = rows.filter((other) => other.resource !== "" && other.state !== "ending");
      if (chosen.length >= MAX_CHOSEN)
        throw new AppError("CONFLICT", `An integration can watch at most ${MAX_CHOSEN} items; delete one first`);
      await insertSource(tx, fresh);
    }
    const after = await listSources(tx, [row.id]);
    return { made: after.find(isSame) as LivingSource, provider };
  });
  deps.sources.notify();
  return sourceWithId(made, provider);
}

/** Ends a chosen source, at the provider too; 404 where the integration has none with this id. */
export async function deleteChosen(deps: ChosenDeps, owner: Owner, ref: IntegrationRef, id: string): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const row = await lockIntegration(tx, owner, ref);
    if (!row) throw integrationNotFound(owner, refText(ref));
    const rows = await listSources(tx, [row.id]);
    const source = rows.find((other) => other.id === id && other.resource !== "" && other.state !== "ending");
    if (!source) throw new AppError("NOT_FOUND", "The integration has no watched item with this id");
    await endSource(tx, source, new Date(deps.clock.now()));
  });
  deps.sources.notify();
}

const invalid = (path: string, message: string) => invalidInput([{ in: "body", path, message }]);

function chosenSource(provider: Provider, name: string, resource: string) {
  const source = sourceOf(provider, name);
  if (!source?.resource) {
    const names = Object.entries(provider.sources ?? {}).flatMap(([other, { resource }]) => (resource ? [other] : []));
    const known = names.length > 0 ? ` Choose one of ${names.join(", ")}.` : "";
    throw invalid("/name", `${provider.name} has no source "${name.slice(0, 60)}" that watches chosen items.${known}`);
  }
  if (source.resource.pattern.exec(resource)?.[0] !== resource)
    throw invalid("/resource", `resource must match ${source.resource.pattern.source}: ${source.resource.description}`);
  return source;
}
