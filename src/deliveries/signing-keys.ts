// The public keys that providers sign deliveries with (RFC 7517): fetched when needed, cached, never fetched in a flood.
import type { Deps } from "../deps.ts";
import type { Delivery, Provider, SigningKey } from "../plugin/index.ts";
import { readBytes } from "../upstream/send.ts";

const TTL_MS = 60 * 60_000;
/** Between two fetches that an unknown key has caused. */
const RETRY_MS = 60_000;
const DEADLINE_MS = 3_000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 50;

export interface SigningKeys {
  /** The provider's keys; empty without a `jwksUrl`, and while they cannot be fetched. */
  of(provider: Provider, delivery: Delivery): Promise<readonly SigningKey[]>;
}

interface Cached {
  keys: readonly SigningKey[];
  fetchedAt: number;
}

/** Fetches are nobody's: they share no owner's part of the provider. */
const NOBODY = { userId: "webhooks", accountId: null };

export function createSigningKeys(deps: Pick<Deps, "clock" | "fetchFor" | "log" | "target">): SigningKeys {
  const cache = new Map<string, Cached>();
  const fetching = new Map<string, Promise<Cached>>();
  const load = (url: string): Promise<Cached> => {
    const running = fetching.get(url) ?? fetchKeys(deps, url).finally(() => fetching.delete(url));
    fetching.set(url, running);
    return running;
  };
  return {
    async of(provider, delivery) {
      const url = deps.target(provider.id).jwksUrl;
      if (url === null) return [];
      const cached = cache.get(url);
      const age = deps.clock.now() - (cached?.fetchedAt ?? Number.NEGATIVE_INFINITY);
      const isKnown = cached?.keys.some(({ kid }) => kid === keyIdIn(delivery)) ?? false;
      if (cached && (isKnown ? age < TTL_MS : age < RETRY_MS)) return cached.keys;
      const fresh = await load(url);
      // An outage keeps the keys that were good an hour ago.
      const usable = fresh.keys.length === 0 && cached ? { ...fresh, keys: cached.keys } : fresh;
      cache.set(url, usable);
      return usable.keys;
    },
  };
}

/** The `kid` of the bearer token's header; null without one. */
function keyIdIn({ headers }: Delivery): string | null {
  const head = /^Bearer ([\w-]+)\./i.exec(headers.get("authorization") ?? "")?.[1];
  if (head === undefined) return null;
  try {
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid?: unknown };
    return typeof kid === "string" ? kid : null;
  } catch {
    return null;
  }
}

async function fetchKeys(
  { clock, fetchFor, log }: Pick<Deps, "clock" | "fetchFor" | "log">,
  url: string,
): Promise<Cached> {
  const fetchedAt = clock.now();
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetchFor(NOBODY)(url, {
      signal,
      redirect: "error",
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw new Error(`The keys' address responded with ${response.status}.`);
    const json: unknown = JSON.parse(new TextDecoder().decode(await readBytes(response, MAX_BYTES, signal)));
    const keys = (json as { keys?: unknown }).keys;
    return { keys: Array.isArray(keys) ? (keys.slice(0, MAX_KEYS) as SigningKey[]) : [], fetchedAt };
  } catch (error) {
    log.warn("signing_keys_unavailable", { url, error });
    return { keys: [], fetchedAt };
  }
}
