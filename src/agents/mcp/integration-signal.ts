// Tells of changes of users' integrations, for waiting calls and for clients that listen for a changed list of tools.

import { GRANT_TABLES } from "../../connections/integrations/store.ts";
import type { Deps } from "../../server/deps.ts";

export interface IntegrationSignal {
  /** Calls `onChange` when an integration of the user's may have changed; gives what ends that. */
  subscribe(userId: string, onChange: () => void): () => void;
}

/** Uses the notices that empty the caches, so that a reader who looks after one sees the change. */
export function createIntegrationSignal({ changes }: Pick<Deps, "changes">): IntegrationSignal {
  const byUser = new Map<string, Set<() => void>>();
  changes.watch(GRANT_TABLES, (userId) => {
    const affected = userId === null ? [...byUser.values()] : [byUser.get(userId) ?? new Set<() => void>()];
    for (const subscribers of affected) for (const onChange of [...subscribers]) onChange();
  });
  return {
    subscribe(userId, onChange) {
      const subscribers = byUser.get(userId) ?? new Set();
      byUser.set(userId, subscribers.add(onChange));
      return () => {
        subscribers.delete(onChange);
        if (subscribers.size === 0 && byUser.get(userId) === subscribers) byUser.delete(userId);
      };
    },
  };
}
