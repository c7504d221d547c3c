// Sources at addresses that carry no MAC of ours: those of an earlier version are found, and strangers' cost little.

import { createLookUps } from "../../metering/limits/look-ups.ts";
import type { Deps } from "../../server/deps.ts";
import { findSourceAddresses, type SourceAddress } from "./store.ts";

export interface UnsignedSources {
  find(provider: string, id: string, address: string | null): Promise<SourceAddress | null>;
}

type Found = SourceAddress & { provider: string };

export function createUnsignedSources({
  database,
  strangers,
  clock,
}: Pick<Deps, "database" | "strangers" | "clock">): UnsignedSources {
  const findAll = (ids: readonly string[]) => findSourceAddresses(database, ids);
  const lookUps = createLookUps<Found>({
    ...{ strangers, work: "unknown_link", now: () => clock.now(), findAll, macOf: ({ id }) => id },
    find: async (ids) => (await findAll(ids))[0] ?? null,
  });
  return {
    async find(provider, id, address) {
      // One spelling: what nobody has is remembered by it.
      const found = await lookUps.of([id.toLowerCase()], address);
      if (found?.provider === provider) return found;
      strangers.count("unknown_link", address);
      return null;
    },
  };
}
