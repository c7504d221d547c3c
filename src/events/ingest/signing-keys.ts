// The public keys that providers sign inbound webhooks with (RFC 7517): fetched when needed, cached, never fetched in a flood.

import type { InboundWebhook, Provider, SigningKey } from "../../plugin/index.ts";
import { readBytes } from "../../providers/upstream/send.ts";
import type { Deps } from "../../server/deps.ts";

const TTL_MS = 60 * 60_000;
/** Keys that cannot be fetched again stay in use: providers announce new ones days ahead. */
const STALE_MS = 24 * 60 * 60_000;
/** Between two fetches that an unknown key has caused, and after one that failed. */
const RETRY_MS = 60_000;
const RETRY_FAILED_MS = 10_000;
const DEADLINE_MS = 3_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 50;

/** Keys to judge an inbound webhook by. */
export interface Judging {
  keys: readonly SigningKey[];
  /** False where the inbound webhook's key may be one that could not be fetched: what these keys refuse may be genuine. */
  isCertain: boolean;
}

export interface SigningKeys {
  /** The provider's keys; empty without a `jwksUrl`. */
  of(provider: Provider, inbound: InboundWebhook): Promise<Judging>;
}

interface Cached {
  keys: readonly SigningKey[];
  /** The time of the last fetch that returned keys. */
  fetchedAt: number;
  triedAt: number;
  hasFailed: boolean;
}

const NOTHING: Cached = {
  keys: [],
  fetchedAt: Number.NEGATIVE_INFINITY,
  triedAt: Number.NEGATIVE_INFINITY,
  hasFailed: false,
};

/** Fetches are nobody's: they share no owner's part of the provider. */
const NOBODY = { userId: "webhooks", accountId: null };

export function createSigningKeys(deps: Pick<Deps, "clock" | "fetchFor" | "log" | "target">): SigningKeys {
  const cache = new Map<string, Cached>();
  const fetching = new Map<string, Promise<Cached>>();
  const load = async (url: string): Promise<Cached> => {
    const triedAt = deps.clock.now();
    const fresh = await fetchKeys(deps, url);
    const loaded = fresh
      ? { keys: fresh, fetchedAt: triedAt, triedAt, hasFailed: false }
      : { ...(cache.get(url) ?? NOTHING), triedAt, hasFailed: true };
    cache.set(url, loaded);
    return loaded;
  };
  const shared = (url: string): Promise<Cached> => {
    const running = fetching.get(url) ?? load(url).finally(() => fetching.delete(url));
    fetching.set(url, running);
    return running;
  };
  return {
    async of(provider, inbound) {
      const url = deps.target(provider.id).jwksUrl;
      if (url === null) return { keys: [], isCertain: true };
      const kid = keyIdIn(inbound);
      const now = deps.clock.now();
      const cached = cache.get(url) ?? NOTHING;
      const isGood = cached.keys.some((key) => key.kid === kid) && now - cached.fetchedAt < TTL_MS;
      const mayFetch = now - cached.triedAt >= (cached.hasFailed ? RETRY_FAILED_MS : RETRY_MS);
      const { keys, fetchedAt, hasFailed } = !isGood && mayFetch ? await shared(url) : cached;
      const usable = now - fetchedAt < STALE_MS ? keys : [];
      return { keys: usable, isCertain: !hasFailed || usable.some((key) => key.kid === kid) };
    },
  };
}

/** The `kid` of the bearer token's header; null without one. */
function keyIdIn({ headers }: InboundWebhook): string | null {
  const head = /^Bearer ([\w-]+)\./i.exec(headers.get("authorization") ?? "")?.[1];
  if (head === undefined) return null;
  try {
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid?: unknown };
    return typeof kid === "string" ? kid : null;
  } catch {
    // A token that cannot be read names no key.
    return null;
  }
}

/** Null where the address did not give a set with keys. */
async function fetchKeys(
  { fetchFor, log }: Pick<Deps, "fetchFor" | "log">,
  url: string,
): Promise<readonly SigningKey[] | null> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetchFor(NOBODY)(url, {
      signal,
      redirect: "error",
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw new Error(`The keys' address responded with ${response.status}.`);
    const json: unknown = JSON.parse(new TextDecoder().decode(await readBytes(response, MAX_BYTES, signal)));
    const listed = (json as { keys?: unknown } | null)?.keys;
    const keys = Array.isArray(listed) ? listed.filter((key) => typeof key === "object" && key !== null) : [];
    if (keys.length === 0) throw new Error("The keys' address responded without keys.");
    return keys.slice(0, MAX_KEYS) as SigningKey[];
  } catch (error) {
    log.warn("signing_keys_unavailable", { url, error });
    return null;
  }
}
