// A part of the API document for one audience: the operations that it calls, and what these operations refer to.
import { withEventsOf } from "./openapi-events-part.ts";
import { isObject, type Json } from "./openapi-shapes.ts";
import { isPartners, type RouteData } from "./route.ts";

/** Who generates code from the document. A partner's keys call everything that a user's do. */
export const AUDIENCES = ["partner", "user", "admin"] as const;
export type Audience = (typeof AUDIENCES)[number];

export interface Part {
  /** Null for everybody: public routes and forms too. */
  audience: Audience | null;
  /** Calls of these providers only; null for all. */
  providers: readonly string[] | null;
}

function isOf(route: RouteData, { audience, providers }: Part): boolean {
  if (providers && route.access === "key" && route.provider !== undefined && !providers.includes(route.provider))
    return false;
  if (audience === null) return true;
  if (audience === "admin") return route.access === "admin";
  return route.access === "key" && (audience === "partner" || !isPartners(route));
}

/** The same document with fewer operations; names of operations and shapes are those of the whole. */
export function documentPart(document: Json, routes: readonly RouteData[], part: Part): Json {
  const wanted = new Set(routes.filter((route) => isOf(route, part)).map(({ id }) => id));
  const paths: Record<string, Json> = {};
  for (const [path, item] of Object.entries(document.paths as Record<string, Json>)) {
    const operations = Object.entries(item).filter(([, one]) => wanted.has((one as Json).operationId as string));
    if (operations.length > 0) paths[path] = Object.fromEntries(operations);
  }
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Json[]);
  // Messages of webhooks go to whom a key belongs.
  const { webhooks, ...rest } = document;
  const own = part.audience === "admin" ? {} : { ...(webhooks !== undefined && { webhooks }) };
  const all = { ...(document.components as Record<string, Json>) };
  if (part.providers) all.schemas = withEventsOf(all.schemas as Record<string, Json>, part.providers);
  const tags = new Set(operations.flatMap((one) => one.tags as string[]));
  const schemes = new Set(operations.flatMap((one) => (one.security as Json[]).flatMap(Object.keys)));
  const { securitySchemes, ...components } = usedComponents(all, [paths, own]);
  const usedSchemes = Object.entries(securitySchemes ?? {}).filter(([name]) => schemes.has(name));
  return {
    ...rest,
    tags: (document.tags as Json[]).filter(({ name }) => tags.has(name as string)),
    paths,
    ...own,
    components: { securitySchemes: Object.fromEntries(usedSchemes), ...components },
  };
}

const COMPONENT = "#/components/";

/** What the roots refer to, directly or by other components; and the security schemes, which are named without a reference. */
export function usedComponents(all: Record<string, Json>, roots: readonly unknown[]): Record<string, Json> {
  const used = new Set<string>();
  const open: unknown[] = [...roots];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...node);
    if (!isObject(node)) continue;
    open.push(...Object.values(node));
    const { $ref } = node;
    if (typeof $ref !== "string" || !$ref.startsWith(COMPONENT) || used.has($ref)) continue;
    used.add($ref);
    const [kind = "", name = ""] = $ref.slice(COMPONENT.length).split("/");
    open.push(all[kind]?.[name]);
  }
  const isUsed = (kind: string, name: string) => kind === "securitySchemes" || used.has(`${COMPONENT}${kind}/${name}`);
  const kinds = Object.entries(all).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(kind, name))),
  ]);
  return Object.fromEntries(kinds);
}
