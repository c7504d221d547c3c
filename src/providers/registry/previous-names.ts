// Names that a plugin's services, permissions, events and sources had before: what is stored under them counts as if under those of today.
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf } from "./scopes.ts";

/** The names of one kind of thing. */
export interface Names {
  /** Today's name for one of today or of before; the same text where the plugin knows neither. */
  today(name: string): string;
  /** The names that a thing of today had before, the oldest first. */
  before(today: string): readonly string[];
  /** All names of a thing, by any of them. */
  all(name: string): readonly string[];
  /** The first name that the thing ever had: what must not change with a rename is derived from it. */
  first(name: string): string;
  /** Whether it is a name of before. */
  isFormer(name: string): boolean;
}

export interface PreviousNames {
  services: Names;
  /** `<service>.<action>`. */
  permissions: Names;
  /** `<service>.<what>`. */
  events: Names;
  sources: Names;
}

const made = new WeakMap<Provider, PreviousNames>();

export function previousNamesOf(provider: Provider): PreviousNames {
  const known = made.get(provider) ?? makeNames(provider);
  made.set(provider, known);
  return known;
}

type Declared = { previousNames?: readonly string[] };

function makeNames(provider: Provider): PreviousNames {
  const services = new Map(
    Object.keys(provider.services).map((name) => [name, [...(provider.previousNames?.[name] ?? [])]]),
  );
  const withServices = (entries: Iterable<readonly [string, Declared]>) =>
    new Map([...entries].map(([name, def]) => [name, namesBefore(name, def.previousNames ?? [], services)]));
  const permissions = permissionsOf(provider).map((name) => {
    const [service = "", action = ""] = name.split(".");
    return [name, provider.services[service]?.[action] ?? {}] as const;
  });
  const sources = Object.entries(provider.sources ?? {});
  const events = [provider.webhook?.events, ...sources.map(([, source]) => source.events)].flatMap((own) =>
    Object.entries<Declared>(own ?? {}),
  );
  return {
    services: namesIn(services),
    permissions: namesIn(withServices(permissions)),
    events: namesIn(withServices(events)),
    sources: namesIn(new Map(sources.map(([name, { previousNames = [] }]) => [name, [...previousNames]]))),
  };
}

/** Those of before that `<service>.<word>` declares, then each in the services that its service was before. */
function namesBefore(name: string, declared: readonly string[], services: ReadonlyMap<string, string[]>): string[] {
  const own = [...declared, name].flatMap((one) => {
    const [service = "", word = ""] = one.split(".");
    return [...(services.get(service) ?? []).map((before) => `${before}.${word}`), one];
  });
  return [...new Set(own)].filter((one) => one !== name);
}

function namesIn(before: ReadonlyMap<string, readonly string[]>): Names {
  // A name of today is never one of before, should two things claim it.
  const former = [...before].flatMap(([today, names]) => names.map((name) => [name, today] as const));
  const todays = new Map(former.filter(([name]) => !before.has(name)));
  const today = (name: string) => todays.get(name) ?? name;
  const namesBeforeOf = (name: string) => before.get(name) ?? [];
  return {
    today,
    before: namesBeforeOf,
    all: (name) => [today(name), ...namesBeforeOf(today(name))],
    first: (name) => namesBeforeOf(today(name))[0] ?? today(name),
    isFormer: (name) => todays.has(name),
  };
}
