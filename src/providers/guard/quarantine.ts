// Parts of plugins that ran too long: out of use for a while, longer each time, so that none of them blocks others again and again.
import { LRUCache } from "lru-cache";

const FIRST_MS = 10 * 60_000;
const LONGEST_MS = 24 * 60 * 60_000;
const MAX_PARTS = 1_000;

export interface QuarantinedPart {
  plugin: string;
  /** A dotted path in the plugin, such as `endpoints.get_item`; null for all of it. */
  part: string | null;
  /** Unix time in milliseconds. */
  until: number;
}

export interface Quarantine {
  /** Milliseconds that the part is still out of use; 0 for one in use. */
  leftMs(plugin: string, part: string): number;
  /** Puts the part out of use; gives the milliseconds. */
  add(plugin: string, part: string): number;
  list(): QuarantinedPart[];
}

/** `now` is Unix time in milliseconds. Of parts it lasts as long as the process; `whole` are plugins that ended the last one. */
export function createQuarantine(now: () => number, whole: readonly QuarantinedPart[] = []): Quarantine {
  const parts = new LRUCache<string, QuarantinedPart & { times: number }>({ max: MAX_PARTS });
  for (const one of whole) parts.set(`${one.plugin} `, { ...one, times: 0 });
  const untilOf = (plugin: string, part: string) => parts.get(`${plugin} ${part}`)?.until ?? 0;
  return {
    // Nearly always there is none: what every call asks must cost nothing.
    leftMs: (plugin, part) =>
      parts.size === 0 ? 0 : Math.max(0, untilOf(plugin, part) - now(), untilOf(plugin, "") - now()),
    add(plugin, part) {
      const times = (parts.get(`${plugin} ${part}`)?.times ?? 0) + 1;
      const ms = Math.min(FIRST_MS * 2 ** (times - 1), LONGEST_MS);
      parts.set(`${plugin} ${part}`, { plugin, part, until: now() + ms, times });
      return ms;
    },
    list: () =>
      [...parts.values()]
        .filter(({ until }) => until > now())
        .map(({ plugin, part, until }) => ({ plugin, part, until })),
  };
}
