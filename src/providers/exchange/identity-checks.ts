// What the identity request has said of a token lately: a service that always refuses must not double its own traffic.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";
import { type FailureDetail, UpstreamFailure } from "../upstream/failure.ts";

/** For so long a token counts as good after the identity request did not refuse it, in seconds. */
const REMEMBERED_S = 60;
const MAX_ENTRIES = 50_000;

export interface IdentityChecks {
  /**
   * Whether `ask` is refused; its other outcomes say nothing against the token. `key` is the token's through all its renewals,
   * `version` tells these apart; one request at a time for both.
   */
  isRefused(key: string, version: number, now: number, ask: () => Promise<unknown>): Promise<boolean>;
}

/** `now` is Unix time in milliseconds. */
export function createIdentityChecks(): IdentityChecks {
  const goodUntil = new LRUCache<string, number>(atMost(MAX_ENTRIES));
  const running = new Map<string, Promise<boolean>>();
  const check = async (key: string, now: number, ask: () => Promise<unknown>): Promise<boolean> => {
    const failure = await failureOf(ask);
    if (failure?.failure === "expired" || failure?.failure === "revoked") return true;
    const seconds = Math.max(REMEMBERED_S, failure?.retryAfter ?? 0);
    goodUntil.set(key, now + seconds * 1_000);
    return false;
  };
  return {
    async isRefused(key, version, now, ask) {
      if ((goodUntil.get(key) ?? 0) > now) return false;
      const one = `${key}/${version}`;
      const work = running.get(one) ?? check(key, now, ask).finally(() => running.delete(one));
      running.set(one, work);
      return work;
    },
  };
}

/** Whether the identity request refuses its token. */
export async function isRefused(ask: () => Promise<unknown>): Promise<boolean> {
  const failure = (await failureOf(ask))?.failure;
  return failure === "expired" || failure === "revoked";
}

async function failureOf(ask: () => Promise<unknown>): Promise<FailureDetail | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    // A failure of ours is no answer of the provider, and must not count as a good token for a minute.
    if (!(error instanceof UpstreamFailure)) throw error;
    return error.detail;
  }
}
