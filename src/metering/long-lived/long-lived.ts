// The one accountant and the one registry of what is held: streams, MCP listeners, downloads, exports, bodies on their way.
import type { Changes } from "../../foundation/db/changes.ts";
import type { Clock } from "../../server/deps.ts";
import { type CountedBody, createBodies } from "./bodies.ts";
import { createLiveAuthorizations, type LiveAuthorization } from "./live-authorizations.ts";
import { createSlots, type Holder, type LongLivedKind } from "./slots.ts";

export interface LongLived {
  /**
   * Takes a slot of a kind under an authorization, whose loss ends it; gives what releases both, once. Throws `RATE_LIMITED` where a share is
   * full.
   */
  hold(kind: LongLivedKind, holder: Holder, authorization: Omit<LiveAuthorization, "userId">): () => void;
  /** Watches an authorization alone, of something that others bound; gives what ends the watch. */
  watch(authorization: LiveAuthorization): () => void;
  /** Opens the account of a request's body. */
  openBody(address: string | null): CountedBody;
  /** Slots taken of a kind. */
  count(kind: LongLivedKind): number;
  /** Everything whose authorization is watched. */
  watched(): number;
  stop(): void;
}

export function createLongLived({ changes, clock }: { changes: Pick<Changes, "watch">; clock: Clock }): LongLived {
  const slots = createSlots();
  const bodies = createBodies(slots);
  const authorizations = createLiveAuthorizations(changes, clock);
  return {
    hold(kind, holder, authorization) {
      const release = slots.take(kind, holder);
      const unwatch = authorizations.watch({ ...authorization, userId: holder.userId });
      return () => {
        unwatch();
        release();
      };
    },
    watch: authorizations.watch,
    openBody: bodies.open,
    count: slots.count,
    watched: authorizations.count,
    stop: authorizations.stop,
  };
}
