// Finds what the parser of queries and forms would change: it puts U+FFFD for bytes that are not UTF-8, and passes a stray %.

import type { InputError } from "../../foundation/errors.ts";
import { MAX_ERRORS, pointer } from "../../foundation/schema/check.ts";

/** An error for each name whose percent-encoding is not valid, as the parser reads it; `names` has them all. */
export function encodingErrors(pairs: string, where: "query" | "body"): { names: string[]; errors: InputError[] } {
  const names = pairs.includes("%") ? unreadableNames(pairs) : [];
  const errors = names.slice(0, MAX_ERRORS).map((name) => ({
    in: where,
    path: pointer(name),
    message: `"${name.replaceAll("\u0000", "").slice(0, 60)}" is not valid percent-encoding of UTF-8.`,
  }));
  return { names, errors };
}

function unreadableNames(pairs: string): string[] {
  const isReadable = (pair: string) => {
    try {
      decodeURIComponent(pair);
      return true;
    } catch {
      // The input's error tells it.
      return false;
    }
  };
  const bad = pairs.split("&").filter((pair) => pair.includes("%") && !isReadable(pair));
  return [...new Set(bad.flatMap((pair) => [...new URLSearchParams(pair).keys()]))];
}
