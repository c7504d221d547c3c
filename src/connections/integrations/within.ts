// An owner's integrations as an agent session sees them that is limited to some of them.
import { isWithin, type Owner } from "../../identity/owner.ts";
import type { IntegrationRow } from "./model.ts";

type ByProvider = ReadonlyMap<string, readonly IntegrationRow[]>;

/** Parts by the whole list, then by the ids: what is made of a list is cached by it, so the same ones give the same list. */
const parts = new WeakMap<ByProvider, WeakMap<ReadonlySet<string>, ByProvider>>();

/** A provider without a connection that counts is as one that was never connected. */
export function withinOwner(owner: Owner, all: ByProvider): ByProvider {
  if (!owner.connections) return all;
  const ofAll = parts.get(all) ?? new WeakMap<ReadonlySet<string>, ByProvider>();
  parts.set(all, ofAll);
  const known = ofAll.get(owner.connections);
  if (known) return known;
  const seen = [...all].map(([provider, rows]) => [provider, rows.filter((row) => isWithin(owner, row))] as const);
  const part = new Map(seen.filter(([, rows]) => rows.length > 0));
  ofAll.set(owner.connections, part);
  return part;
}
