// What has changed in an emulated list since a token was given out, for providers' logs of changes.

export interface Changes<Item> {
  changed: Item[];
  /** Ids of items that were there, and are no longer. */
  gone: string[];
  /** The token of the current list. */
  token: string;
}

export interface ChangeLog<Item> {
  /** The token of a list as it is now. */
  tokenOf(items: readonly Item[]): string;
  /** Null for a token that was never given out. */
  since(token: string, items: readonly Item[]): Changes<Item> | null;
}

/** One for each list and its owner. */
export function createChangeLog<Item extends { id: string }>(): ChangeLog<Item> {
  const states: Map<string, string>[] = [];
  const stateOf = (items: readonly Item[]) => new Map(items.map((item) => [item.id, JSON.stringify(item)]));
  const tokenOf = (items: readonly Item[]): string => {
    const state = stateOf(items);
    const last = states.at(-1);
    // Polls without a change add no state.
    if (!last || !isSame(last, state)) states.push(state);
    return String(states.length);
  };
  return {
    tokenOf,
    since(token, items) {
      const before = states[Number(token) - 1];
      if (!before) return null;
      const now = stateOf(items);
      return {
        changed: items.filter((item) => before.get(item.id) !== now.get(item.id)),
        gone: [...before.keys()].filter((id) => !now.has(id)),
        token: tokenOf(items),
      };
    },
  };
}

const isSame = (one: Map<string, string>, other: Map<string, string>) =>
  one.size === other.size && [...one].every(([id, text]) => other.get(id) === text);

/** The log of each key, made with its first use. */
export function changeLogs<Item extends { id: string }>(): (key: string) => ChangeLog<Item> {
  const logs = new Map<string, ChangeLog<Item>>();
  return (key) => {
    const log = logs.get(key) ?? createChangeLog<Item>();
    logs.set(key, log);
    return log;
  };
}
