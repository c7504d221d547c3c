// The dashboard's own routes by their templates: which page an address is, and which role in the team it takes.
import type { TeamRole } from "../identity/people/team-roles.ts";
import { splitAddress } from "./addresses.ts";
import { HOME_PATH } from "./paths.ts";

export interface OwnRoute {
  method: "GET" | "POST";
  /** Its template. */
  path: string;
  /** The least role in the acting user's team; null where the route is not about a user. */
  role: TeamRole | null;
}

/** The route of a path without its query; null for a path that is none of the dashboard's. */
export function routeOf(routes: readonly OwnRoute[], method: OwnRoute["method"], path: string): OwnRoute | null {
  const own = routes.filter((route) => route.method === method);
  return own.find((route) => route.path === path) ?? own.find((route) => fits(route.path, path)) ?? null;
}

function fits(template: string, path: string): boolean {
  const parts = template.split("/");
  const segments = path.split("/");
  return parts.length === segments.length && parts.every((part, at) => part.startsWith("{") || part === segments[at]);
}

/**
 * The page itself; of a form the nearest page above its path, since nobody can come back to a form by GET. A page that sends its
 * form to its own address is found again with its query.
 */
export function pageAt({ method, url }: Request, routes: readonly OwnRoute[]): string {
  const { pathname, search } = splitAddress(url).url;
  if (method !== "POST" || routeOf(routes, "GET", pathname)) return `${pathname}${search}`;
  return nearestPage(pathname, routes);
}

/** The page that leads to the one which cannot be shown. */
export function pageAbove(pathname: string, routes: readonly OwnRoute[]): string {
  return nearestPage(pathname.slice(0, pathname.lastIndexOf("/")), routes);
}

function nearestPage(from: string, routes: readonly OwnRoute[]): string {
  for (let path = from; path !== ""; path = path.slice(0, path.lastIndexOf("/")))
    if (routeOf(routes, "GET", path)) return path;
  return HOME_PATH;
}
