// The paths that a proxy lets callers and people reach, out of the table of routes.
import type { RouteData } from "./route.ts";

export interface PublicPaths {
  /** Whole paths. */
  exact: readonly string[];
  /** Prefixes, each with a slash at both ends. */
  below: readonly string[];
}

/** Whether a proxy lets callers and people reach it; the admin API and the metrics are the operator's. */
export const isPublic = ({ access }: Pick<RouteData, "access">): boolean => access !== "admin";

/** The fewest paths and prefixes that cover the public routes: a prefix for each first segment with something below it. */
export function publicPathsOf(routes: readonly Pick<RouteData, "access" | "path">[]): PublicPaths {
  const exact = new Set<string>();
  const groups = new Map<string, string[][]>();
  for (const { path } of routes.filter(isPublic)) {
    const segments = path.split("/").slice(1);
    if (segments.length === 1) exact.add(path);
    else groups.set(segments[0] as string, [...(groups.get(segments[0] as string) ?? []), segments.slice(0, -1)]);
  }
  const below = [...groups.values()].map((folders) => `/${commonStart(folders).join("/")}/`);
  return { exact: [...exact].sort(), below: below.sort() };
}

/** The segments that all have in common, without parameters. */
function commonStart([first = [], ...others]: string[][]): string[] {
  const end = first.findIndex(
    (segment, i) => segment.startsWith("{") || others.some((segments) => segments[i] !== segment),
  );
  return end < 0 ? first : first.slice(0, end);
}
