// Differences between replicas that should have none: version, ring, settings, providers and plugins.
import { KEY_ITSELF } from "./fingerprints.ts";
import type { ReplicaRow } from "./replica-store.ts";

export const DIFFERENCE_KINDS = ["version", "ring", "ring_key", "setting", "provider", "plugin"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface Difference {
  kind: DifferenceKind;
  /** The setting's variable, or the id of the key, provider or plugin; null for version and ring. */
  name: string | null;
  /** Replicas that agree with each other, the largest group first. */
  groups: Group[];
}

export interface Group {
  /** The version, or the ids of the ring; null for all else, whose values no replica tells. */
  value: string | null;
  /** Whether it is set, or loaded. */
  is_set: boolean;
  replicas: string[];
}

type Compared = Pick<ReplicaRow, "id" | "name" | "port" | "version" | "ring" | "fingerprints">;
/** Undefined for a replica that has nothing to compare; null where it is not set. */
type ValueOf = (replica: Compared) => string | null | undefined;

/** `name:port`, with the beginning of its id where another one has the same. */
export function labelsOf(replicas: readonly Pick<ReplicaRow, "id" | "name" | "port">[]): Map<string, string> {
  const short = ({ name, port }: Pick<ReplicaRow, "name" | "port">) => `${name}:${port}`;
  const counts = new Map<string, number>();
  for (const one of replicas) counts.set(short(one), (counts.get(short(one)) ?? 0) + 1);
  return new Map(
    replicas.map((one) => {
      const label = short(one);
      return [one.id, counts.get(label) === 1 ? label : `${label} (${one.id.slice(0, 8)})`];
    }),
  );
}

/** Settings are compared under a key of the ring that all replicas have; `labels` are by their ids. */
export function differencesOf(
  replicas: readonly Compared[],
  labels: ReadonlyMap<string, string> = labelsOf(replicas),
): Difference[] {
  const by = (kind: DifferenceKind, name: string | null, read: ValueOf): Difference[] => {
    const groups = groupsOf(replicas, labels, read, kind === "version" || kind === "ring");
    return groups.length < 2 ? [] : [{ kind, name, groups }];
  };
  const keyIds = [...new Set(replicas.flatMap(({ fingerprints }) => Object.keys(fingerprints)))].sort();
  const ofKeys = keyIds.flatMap((key) => by("ring_key", key, ({ fingerprints }) => fingerprints[key]?.[KEY_ITSELF]));
  const isShared = (key: string) =>
    ofKeys.every(({ name }) => name !== key) && replicas.every(({ fingerprints }) => key in fingerprints);
  const key = keyIds.find(isShared);
  return [
    ...by("version", null, ({ version }) => version),
    ...by("ring", null, ({ ring }) => ring.join(",")),
    ...ofKeys,
    ...(key === undefined ? [] : differencesUnder(key, replicas, by)),
  ];
}

function differencesUnder(
  key: string,
  replicas: readonly Compared[],
  by: (kind: DifferenceKind, name: string, read: ValueOf) => Difference[],
): Difference[] {
  const names = new Set(replicas.flatMap(({ fingerprints }) => Object.keys(fingerprints[key] ?? {})));
  names.delete(KEY_ITSELF);
  return [...names].sort().flatMap((name) => {
    const [, kind = "setting", id = name] = /^(provider|plugin) (.+)$/.exec(name) ?? [];
    // A setting that a version does not know is no difference, but a plugin that is only at some is.
    const absent = kind === "plugin" ? null : undefined;
    return by(kind as DifferenceKind, id, ({ fingerprints }) => {
      const print = fingerprints[key]?.[name];
      return print === undefined ? absent : print;
    });
  });
}

function groupsOf(
  replicas: readonly Compared[],
  labels: ReadonlyMap<string, string>,
  read: ValueOf,
  isPublic: boolean,
): Group[] {
  const groups = new Map<string | null, string[]>();
  for (const replica of replicas) {
    const value = read(replica);
    if (value !== undefined) groups.set(value, [...(groups.get(value) ?? []), labels.get(replica.id) as string]);
  }
  return [...groups]
    .map(([value, names]) => ({ value: isPublic ? value : null, is_set: value !== null, replicas: names }))
    .sort((one, other) => other.replicas.length - one.replicas.length);
}
