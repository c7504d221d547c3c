// What a new key's form is filled in with: to read alone, for what is connected, or for one provider.
import type { RegisteredEndpoint, Registry } from "../../providers/registry/registry.ts";
import { tr } from "../../web/pages/messages.ts";
import type { Dashboard } from "../pages.tsx";
import type { ActingUser } from "../visit.ts";

/** What every preset adds, so that a program can see what it may use. */
const OWN = "gateway:integrations.read";

export interface Presets {
  options: { value: string; title: string }[];
  /** The form as the preset fills it in; undefined for none. */
  filled: URLSearchParams | undefined;
}

export async function presetsOf({ deps }: Dashboard, user: ActingUser, preset: string): Promise<Presets> {
  const { registry, integrations } = deps;
  const own = await integrations.listByOwner({ userId: user.id, accountId: null });
  const connected = [...registry.providers.values()].filter(({ id }) => own.has(id));
  const providers = [...registry.providers.values()];
  const fillings = new Map<string, () => string[]>([
    [
      "read",
      () => readingPermissions(registry, new Set((connected.length > 0 ? connected : providers).map(({ id }) => id))),
    ],
    ...(connected.length > 0 ? [["connected", () => connected.map(({ id }) => `${id}:*`)] as const] : []),
    ...providers.map(({ id }) => [id, () => [`${id}:*`]] as const),
  ]);
  const permissions = fillings.get(preset)?.();
  return {
    options: [
      { value: "", title: tr("Everything") },
      { value: "read", title: connected.length > 0 ? tr("Read only, what is connected") : tr("Read only") },
      ...(connected.length > 0 ? [{ value: "connected", title: tr("Everything that is connected") }] : []),
      ...providers.map(({ id, name }) => ({ value: id, title: tr("Only {name}", { name }) })),
    ],
    filled: permissions && filledWith([OWN, ...permissions]),
  };
}

/** Permissions of endpoints that read, but for those that are the own permission of one that changes something. */
function readingPermissions(registry: Registry, of: ReadonlySet<string>): string[] {
  const endpoints = registry.endpoints.filter(({ provider }) => of.has(provider.id));
  const ownOf = ({ provider, permission }: RegisteredEndpoint) => `${provider.id}:${permission}`;
  const changing = new Set(endpoints.filter(({ effects }) => effects.effect !== "reads").map(ownOf));
  return [...new Set(endpoints.map(ownOf))].filter((one) => !changing.has(one));
}

function filledWith(permissions: readonly string[]): URLSearchParams {
  const form = new URLSearchParams({ access: "some" });
  for (const permission of permissions) form.append("permission", permission);
  return form;
}
