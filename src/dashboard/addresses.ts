// The addresses of the dashboard. `/u/{user}` before a path says whose page it is; without it a page is that of a person's only user.
import { Type as t } from "@sinclair/typebox";
import type { PublicRoute } from "../web/http/route.ts";

const ROOT = "/u";
const PARAM = "acting_user";
const PREFIX = /^\/u\/([^/]+)(?=\/)/;

/** What stands before the path of a user's pages. */
export const basePathOf = (userId: string): string => `${ROOT}/${userId}`;

/** A request's address in its two parts; `url` and `base` together are the address itself. */
export function splitAddress(address: string): { base: string; userId: string | null; url: URL } {
  const url = new URL(address);
  const [base = "", userId = null] = PREFIX.exec(url.pathname) ?? [];
  url.pathname = url.pathname.slice(base.length);
  return { base, userId, url };
}

/** The route at the address that names the user. */
export function ofNamedUser(route: PublicRoute): PublicRoute {
  const user = t.String({ maxLength: 64, description: "The user that the page belongs to." });
  return {
    ...route,
    id: `${route.id}_of_user`,
    path: `${ROOT}/{${PARAM}}${route.path}`,
    params: t.Object({ [PARAM]: user, ...route.params?.properties }),
    handle: ({ params: { [PARAM]: _, ...params }, ...call }) => route.handle({ ...call, params }),
  };
}

/** Puts `base` before the paths of the dashboard; `paths` are the templates of its routes, and other paths stay as they are. */
export function addressing(paths: readonly string[], base: string): (path: string) => string {
  if (base === "") return (path) => path;
  const rootOf = (path: string) => path.split(/[/?#]/, 2)[1];
  const roots = new Set(paths.map(rootOf));
  return (path) => (path.startsWith("/") && roots.has(rootOf(path)) ? `${base}${path}` : path);
}
