// The one accountant and the one registry of what is held: streams, MCP listeners, downloads, exports, bodies on their way.
import type { Changes } from "../../foundation/db/changes.ts";
import type { Clock } from "../../server/deps.ts";
import { type CountedBody, createBodies } from "./bodies.ts";
import { createRights, type Right } from "./rights.ts";
import { createSlots, type Holder, type LongLivedKind } from "./slots.ts";

export interface LongLived {
  /**
   * Takes a slot of a kind under a right, whose loss ends it; gives what releases both, once. Throws `RATE_LIMITED` where a share is
   * full.
   */
  hold(kind: LongLivedKind, holder: Holder, right: Omit<Right, "userId">): () => void;
  /** Watches a right alone, of something that others bound; gives what ends the watch. */
  watch(right: Right): () => void;
  /** Opens the account of a request's body. */
  openBody(address: string | null): CountedBody;
  /** Slots taken of a kind. */
  count(kind: LongLivedKind): number;
  /** Everything whose right is watched. */
  watched(): number;
  stop(): void;
}

export function createLongLived({ changes, clock }: { changes: Pick<Changes, "watch">; clock: Clock }): LongLived {
  const slots = createSlots();
  const bodies = createBodies(slots);
  const rights = createRights(changes, clock);
  return {
    hold(kind, holder, right) {
      const release = slots.take(kind, holder);
      const unwatch = rights.watch({ ...right, userId: holder.userId });
      return () => {
        unwatch();
        release();
      };
    },
    watch: rights.watch,
    openBody: bodies.open,
    count: slots.count,
    watched: rights.count,
    stop: rights.stop,
  };
}
