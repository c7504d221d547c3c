// The types of events that there are: those that plugins declare, and the gateway's own.
import { nearest } from "../../foundation/schema/nearest.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import type { OtherTypes } from "./fan-out.ts";
import { OWN_EVENTS } from "./own-events.ts";

export interface EventType {
  /** `<service>.<what>`. */
  type: string;
  description: string;
  /** Whose plugin declares it, by its id; null for the gateway's own. */
  provider: string | null;
}

type Plugins = Pick<Registry, "providers">;

/** Every type of event: the gateway's own, then the plugins' in their order. Providers can share a type. */
export function eventTypesOf({ providers }: Plugins): EventType[] {
  const own = Object.entries(OWN_EVENTS).map(([type, { description }]) => ({ type, description, provider: null }));
  const declared = [...providers.values()].flatMap((provider) => {
    const types = [...declaredIn(provider)].sort();
    return types.map(([type, description]) => ({ type, description, provider: provider.id }));
  });
  return [...own, ...declared];
}

/** A plugin's types of events with their descriptions. */
function declaredIn({ webhook, sources }: Provider): Map<string, string> {
  const types = new Map<string, string>();
  for (const { events = {} } of [...Object.values(sources ?? {}), ...(webhook ? [webhook] : [])])
    for (const [type, { description }] of Object.entries(events)) types.set(type, description);
  return types;
}
const typesOf = (provider: Provider) => [...declaredIn(provider).keys()];

/** Every further name of each type that was renamed, by the names that stored events and filters may have. */
export function otherTypesIn({ providers }: Plugins): OtherTypes {
  const ofProviders = [...providers.values()].map((provider) => {
    const { events } = previousNamesOf(provider);
    const renamed = typesOf(provider).filter((type) => events.before(type).length > 0);
    const names = renamed.flatMap((type) =>
      events.all(type).map((name, _, all) => [name, all.filter((one) => one !== name)]),
    );
    return [provider.id, Object.fromEntries(names)] as const;
  });
  return Object.fromEntries(ofProviders.filter(([, types]) => Object.keys(types).length > 0));
}

/** The kinds of stored events, each `<provider> <type>`, that fit a filter under another name that they have or had. */
export function renamedKinds(
  registry: Plugins,
  { provider, service, type }: { provider?: string; service?: string; type?: string },
): string[] {
  if (service === undefined && type === undefined) return [];
  const fits = (name: string) =>
    (service === undefined || serviceOf(name) === service) && (type === undefined || name === type);
  const ofProviders = Object.entries(otherTypesIn(registry)).filter(
    ([id]) => provider === undefined || id === provider,
  );
  return ofProviders.flatMap(([id, types]) =>
    Object.entries(types).flatMap(([name, others]) => (!fits(name) && others.some(fits) ? [`${id} ${name}`] : [])),
  );
}

const ALL = ".*";

export interface KnownPatterns {
  /** Whether some event can match it: `*`, a type or `<service>.*`. */
  isKnown(pattern: string): boolean;
  /** Why a pattern that none can match is refused, and what to send in its place. */
  whyUnknown(pattern: string): string;
}

/** A registry never changes, and a list of endpoints asks for each. */
const patternsOf = new WeakMap<Plugins, KnownPatterns>();

export function knownPatterns(registry: Plugins): KnownPatterns {
  const made = patternsOf.get(registry) ?? makePatterns(registry);
  patternsOf.set(registry, made);
  return made;
}

function makePatterns(registry: Plugins): KnownPatterns {
  const types = [...new Set(eventTypesOf(registry).map(({ type }) => type))];
  const known = new Set(["*", ...types, ...types.map((type) => serviceOf(type) + ALL)]);
  // Names of before are taken, but never proposed.
  const former = [...registry.providers.values()].flatMap((provider) =>
    typesOf(provider).flatMap((type) => previousNamesOf(provider).events.before(type)),
  );
  const taken = new Set([...known, ...former, ...former.map((type) => serviceOf(type) + ALL)]);
  return {
    isKnown: (pattern) => taken.has(pattern),
    whyUnknown: (pattern) => {
      const what = pattern.endsWith(ALL) ? `No event type begins with "${pattern.slice(0, -1)}"` : noSuchType(pattern);
      return `${what}. ${insteadOf(pattern, [...known], registry)}GET /api/v1/inbox/event-types lists all types.`;
    },
  };
}

const serviceOf = (type: string) => type.split(".")[0] as string;
const noSuchType = (type: string) => `There is no event type "${type}"`;
/** Types of a service that a sentence names. */
const MAX_NAMED = 5;

function insteadOf(pattern: string, known: readonly string[], { providers }: Plugins): string {
  const meant = nearest(pattern, known) ?? known.find((type) => type !== "*" && pattern.endsWith(`.${type}`));
  if (meant) return `Did you mean ${meant}? `;
  const service = serviceOf(pattern);
  const alike = known.filter((type) => type.startsWith(`${service}.`) && !type.endsWith(ALL));
  if (alike.length > 0) return `There ${listed(alike)}. `;
  return providers.has(service) ? `For only the events of ${service}, name it in providers. ` : "";
}

function listed(types: readonly string[]): string {
  const named = types.slice(0, MAX_NAMED).join(", ");
  const more = types.length - MAX_NAMED;
  return `${types.length === 1 ? "is" : "are"} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}
