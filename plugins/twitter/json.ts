// Reads X's JSON under both sets of names: X is renaming tweets to posts.
import { valueAt } from "gateway/plugin";

/** The first text at one of the dotted paths. */
export function firstTextAt(json: unknown, ...paths: string[]): string | null {
  const value = paths.map((path) => valueAt(json, path)).find((candidate) => typeof candidate === "string");
  return typeof value === "string" ? value : null;
}

/** The first integer at one of the dotted paths; null without one, since a count that is not sent is unknown. */
export function countAt(json: unknown, ...paths: string[]): number | null {
  const value = paths.map((path) => valueAt(json, path)).find((candidate) => Number.isInteger(candidate));
  return typeof value === "number" ? value : null;
}

/** The first list at one of the dotted paths, else an empty one. */
export function listAt(json: unknown, ...paths: string[]): unknown[] {
  return paths.map((path) => valueAt(json, path)).find(Array.isArray) ?? [];
}
