/** @jsxImportSource #pages */
// What the form of a key or of an AI client is filled in with: only reading, what is connected, or one provider.
import type { Provider } from "../plugin/index.ts";
import type { RegisteredEndpoint, Registry } from "../providers/registry/registry.ts";
import { Select } from "../web/pages/fields.tsx";
import type { Markup } from "../web/pages/jsx-runtime.ts";
import { tr } from "../web/pages/messages.ts";
import type { Dashboard } from "./pages.tsx";
import type { ActingUser } from "./visit.ts";

export interface Preset {
  value: string;
  title: string;
  /** Null: all. */
  providers: readonly string[] | null;
  /** Whether it changes nothing. */
  isReading: boolean;
  /** What it allows, by name. */
  permissions: readonly string[];
}

export const READ_PRESET = "read";

/** The presets of a user by what is connected, beginning with everything. */
export async function presetsOf({ deps }: Pick<Dashboard, "deps">, user: Pick<ActingUser, "id">): Promise<Preset[]> {
  const { registry, integrations } = deps;
  const own = await integrations.listByOwner({ userId: user.id, accountId: null });
  const providers = [...registry.providers.values()];
  const connected = providers.filter(({ id }) => own.has(id));
  const wholly = (of: readonly Provider[]) => ({
    providers: of.map(({ id }) => id),
    isReading: false,
    permissions: of.map(({ id }) => `${id}:*`),
  });
  const reading = readingPermissions(
    registry,
    new Set((connected.length > 0 ? connected : providers).map(({ id }) => id)),
  );
  const readOf = connected.length > 0 ? connected.map(({ id }) => id) : null;
  const read = { value: READ_PRESET, providers: readOf, isReading: true, permissions: reading };
  const counted = (of: readonly Provider[]) => ({ count: of.reduce((sum, one) => sum + permissionCount(one), 0) });
  return [
    { value: "", title: tr("Everything"), providers: null, isReading: false, permissions: [] },
    {
      ...read,
      title: readOf
        ? tr("Read only, what is connected ({count})", { count: reading.length })
        : tr("Read only ({count})", { count: reading.length }),
    },
    ...(readOf
      ? [
          {
            ...wholly(connected),
            value: "connected",
            title: tr("Everything that is connected ({count})", counted(connected)),
          },
        ]
      : []),
    ...providers.map((one) => ({
      ...wholly([one]),
      value: one.id,
      title: tr("Only {provider} ({count})", { provider: one.name, ...counted([one]) }),
    })),
  ];
}

const permissionCount = ({ services }: Provider): number =>
  Object.values(services).reduce((sum, actions) => sum + Object.keys(actions).length, 0);

/** Permissions of endpoints that read, but for those that are the own permission of one that changes something. */
function readingPermissions(registry: Registry, of: ReadonlySet<string>): string[] {
  const endpoints = registry.endpoints.filter(({ provider }) => of.has(provider.id));
  const ownOf = ({ provider, permission }: RegisteredEndpoint) => `${provider.id}:${permission}`;
  const changing = new Set(endpoints.filter(({ effects }) => effects.effect !== "reads").map(ownOf));
  return [...new Set(endpoints.map(ownOf))].filter((one) => !changing.has(one));
}

/** `sent` with other values for these fields; what was entered elsewhere in the form stays. */
export function filledIn(
  sent: URLSearchParams,
  fields: Readonly<Record<string, string | readonly string[]>>,
): URLSearchParams {
  const form = new URLSearchParams(sent);
  for (const [name, values] of Object.entries(fields)) {
    form.delete(name);
    for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}

/** The preset that the form asks to be filled in with; null where it is sent for another reason, or the preset is unknown. */
export const requestedPreset = (presets: readonly Preset[], sent: URLSearchParams): Preset | null =>
  (sent.has(FILL) && presets.find(({ value }) => value === (sent.get("preset") ?? ""))) || null;

/** Name of the button that fills in. */
export const FILL = "fill";

/**
 * A part of the form that it fills in, so that all else that was entered is sent along. Enter in a field presses the first
 * button of its form, which is the one that nobody sees.
 */
export const PresetField = (props: {
  presets: readonly Preset[];
  chosen: string;
  /** The form's main button, which Enter presses. */
  main: { title: string; name?: string; value?: string };
}): Markup => (
  <div class="filters">
    <button type="submit" class="visually-hidden" tabindex="-1" name={props.main.name} value={props.main.value}>
      {props.main.title}
    </button>
    <div class="wide-field">
      <Select name="preset" label={tr("Begin with")} value={props.chosen} options={props.presets} />
    </div>
    <button type="submit" class="button" name={FILL} value="true" formnovalidate>
      {tr("Fill in")}
    </button>
  </div>
);
