// A key's patterns under the names that permissions have today: one for `trello:kanban.read` goes on where that is `boards.read` now.

import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { allows } from "./permissions.ts";
import type { SessionRights } from "./session-rights.ts";

/** Adds each permission of today that the patterns allow under a name of before; null stays null. */
export function withTodaysNames(
  { providers }: Pick<Registry, "providers">,
  patterns: readonly string[] | null,
): string[] | null {
  if (patterns === null) return null;
  const added = [...providers.values()].flatMap((provider) => {
    const { permissions } = previousNamesOf(provider);
    const isAllowed = (name: string) => allows(patterns, `${provider.id}:${name}`);
    return permissionsOf(provider)
      .filter((name) => permissions.before(name).some(isAllowed) && !isAllowed(name))
      .map((name) => `${provider.id}:${name}`);
  });
  return [...patterns, ...added];
}

/** The lists of an agent session under today's names, those of tools too. */
export function rightsOfToday(
  registry: Pick<Registry, "providers" | "tool">,
  { allow, deny, raw }: SessionRights,
): SessionRights {
  const today = (list: readonly string[]) => [
    ...(withTodaysNames(registry, list) ?? []),
    ...list.flatMap((entry) => registry.tool(entry)?.tool ?? []),
  ];
  return { allow: allow && today(allow), deny: today(deny), raw };
}
