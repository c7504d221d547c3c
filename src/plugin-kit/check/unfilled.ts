// What a fixture lacks and `plugin check --fill` writes: the requests of its exchanges, and what they lead to.
import { isObject } from "./like.ts";

/** A sentence that names it; null where nothing of it is missing. A fixture has one of `ends`, or needs none if there are none. */
export function unfilledSentence(fixture: object, ends: readonly string[]): string | null {
  const { upstream = [] } = fixture as { upstream?: unknown };
  const requests = (Array.isArray(upstream) ? upstream : []).flatMap((exchange: unknown, index) =>
    isObject(exchange) && isObject(exchange.response) && exchange.request === undefined
      ? [`upstream[${index}].request`]
      : [],
  );
  const hasEnd = ends.length === 0 || ends.some((name) => Object.hasOwn(fixture, name));
  const missing = [...requests, ...(hasEnd ? [] : [ends.join(" or ")])];
  if (missing.length === 0) return null;
  return `has no ${missing.join(" and no ")}: let \`plugin check --fill\` write what is missing, and read what it wrote.`;
}
